import { normaliseMediaType } from '../content/media-type.ts';
import { decodeText } from '../content/text-encoding.ts';
import { CodedError, toFailure, type Failure } from '../io/errors.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { workspaceReference } from '../refs/reference.ts';
import { isRecord, recordIn } from './json-fields.ts';
import { METADATA_FOLDER, WORKSPACE_METADATA_SUFFIX } from './workspace-metadata.ts';

/** Who writes, and what. */
export interface WriteFileOptions {
  /** Media type of the content. */
  readonly mimeType: string;
  readonly agentId?: string;
  readonly messageId?: string;
}

/** The id of the written file, or why nothing was written. */
export type WriteFileResult = { readonly ok: true; readonly artifactId: string } | { readonly ok: false; readonly error: Failure };

/** What is to be written where. */
export interface WorkspaceWrite {
  readonly workspaceId: string;
  readonly relativePath: string;
  readonly content: string | Uint8Array;
  readonly options: WriteFileOptions;
}

/**
 * Writes a workspace file, then its entry in the metadata beside the workspace; every field of the
 * metadata that this product does not know is kept.
 *
 * Errors: those of `workspaceReference`, `mime_type_missing`, `not_content`, `metadata_not_json` (existing
 * metadata that cannot be read is never overwritten), `outside_root`, `is_symlink`, file-system codes.
 */
export async function writeWorkspaceFile(fs: FileSystem, workspacesDir: Location, write: WorkspaceWrite): Promise<WriteFileResult> {
  const reference = workspaceReference(write.workspaceId, write.relativePath);
  if (!reference.ok) return reference;
  const { id, workspaceId, relativePath } = reference.value;
  const mimeType = normaliseMediaType(write.options.mimeType);
  if (mimeType === undefined) return { ok: false, error: { code: 'mime_type_missing' } };
  const parts = relativePath.split('/');
  if (parts[0] === METADATA_FOLDER) return { ok: false, error: { code: 'not_content' } };
  try {
    const metadataLocation = fs.join(workspacesDir, workspaceId + WORKSPACE_METADATA_SUFFIX);
    const metadata = await readForUpdate(fs, metadataLocation);
    await fs.createDirectory(workspacesDir);
    const workspace = await fs.resolveInside(workspacesDir, [workspaceId], { allowMissing: true });
    await fs.createDirectory(workspace);
    const folder = await fs.resolveInside(workspace, parts.slice(0, -1), { allowMissing: true });
    const target = fs.join(folder, parts.at(-1) as string);
    // The real place of the file differs from its name in the real folder only when the file is a link.
    if ((await fs.resolveInside(workspace, parts, { allowMissing: true })) !== target) throw new CodedError('is_symlink');
    const bytes = typeof write.content === 'string' ? new TextEncoder().encode(write.content) : write.content;
    await fs.writeFile(target, bytes, 'replace');
    const updated = withEntry(metadata, workspaceId, relativePath, { ...write.options, mimeType });
    await fs.writeFile(metadataLocation, new TextEncoder().encode(JSON.stringify(updated, null, 2)), 'replace');
    return { ok: true, artifactId: id };
  } catch (error) {
    return { ok: false, error: toFailure(error) };
  }
}

async function readForUpdate(fs: FileSystem, location: Location): Promise<Record<string, unknown>> {
  let bytes: Uint8Array;
  try {
    bytes = await fs.readFile(location, { noFollow: true });
  } catch (error) {
    if (toFailure(error).code === 'not_found') return {};
    throw error;
  }
  try {
    const json: unknown = JSON.parse(decodeText(bytes)?.text ?? '');
    if (isRecord(json)) return json;
  } catch {
    // Falls through: not JSON, or JSON of another shape.
  }
  throw new CodedError('metadata_not_json');
}

/** The metadata with the file's entry brought up to date, in the runtime's own shape. */
function withEntry(metadata: Record<string, unknown>, workspaceId: string, relativePath: string, options: WriteFileOptions): Record<string, unknown> {
  const now = new Date().toISOString();
  const files = recordIn(metadata, 'files');
  const previous = recordIn(files, relativePath);
  const author = {
    ...(options.agentId !== undefined && { agentId: options.agentId }),
    ...(options.messageId !== undefined && { messageId: options.messageId }),
  };
  const history = Array.isArray(previous['modifiedBy']) ? (previous['modifiedBy'] as unknown[]) : [];
  const entry = {
    ...previous,
    mimeType: options.mimeType,
    createdAt: previous['createdAt'] ?? now,
    updatedAt: now,
    modifiedBy: [...history, { timestamp: now, ...author }],
    ...author,
  };
  return { workspaceId, createdAt: now, ...metadata, files: { ...files, [relativePath]: entry } };
}
