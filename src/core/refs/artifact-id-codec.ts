import { CodedError } from '../io/errors.ts';
import { decodeWorkspaceId, encodeWorkspaceId, WORKSPACE_PREFIX, type WorkspaceFile } from './workspace-id.ts';

/** The one way from a workspace file to its id and back. */
export const ArtifactIdCodec = {
  /** Whether the id names a workspace file by its form; every other id names a regular artifact. False for what is no id. */
  isWorkspaceArtifact(id: string): boolean {
    return typeof id === 'string' && id.startsWith(WORKSPACE_PREFIX);
  },

  /**
   * The canonical id of a workspace file.
   * @throws CodedError with the codes of `encodeWorkspaceId`
   */
  encode(workspaceId: string, relativePath: string): string {
    const encoded = encodeWorkspaceId(workspaceId, relativePath);
    if (!encoded.ok) throw new CodedError(encoded.error.code, encoded.error.params);
    return encoded.value.id;
  },

  /** The file an id names; null when the id is not a valid workspace id (`parseReference` says why). */
  decode(id: string): WorkspaceFile | null {
    if (!ArtifactIdCodec.isWorkspaceArtifact(id)) return null;
    const decoded = decodeWorkspaceId(id);
    return decoded.ok ? decoded.value : null;
  },
} as const;
