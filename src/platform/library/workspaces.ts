import { bytesIn, checkArgument, isInstance, optionsOf, textArgument } from '../../core/io/arguments.ts';
import { fail, toFailure } from '../../core/io/errors.ts';
import type { Location } from '../../core/io/file-system.ts';
import type { ArtifactReference, WorkspaceReference } from '../../core/refs/reference.ts';
import { type ArtifactMetadata, expectedTarget } from '../../core/store/artifact.ts';
import type { PlaceInFolders } from '../../core/store/adapter.ts';
import type { WorkspaceEntry } from '../../core/store/workspace-entry.ts';
import { WorkspaceManager as CoreWorkspaceManager } from '../../core/store/workspace-manager.ts';
import type { WorkspaceMetadata } from '../../core/store/workspace-metadata.ts';
import type { Walked } from '../../core/store/workspace-walk.ts';
import type { WriteFileOptions, WriteFileResult } from '../../core/store/workspace-writer.ts';
import { knownReference, stringFields } from './arguments.ts';
import { commonOptions, type WithDefault } from './defaults.ts';

type CheckedTarget = Awaited<ReturnType<CoreWorkspaceManager['checkTarget']>>;

/** {@link CoreWorkspaceManager} with `fs` optional; invalid arguments throw `arguments_invalid` or are not found. */
export class WorkspaceManager extends CoreWorkspaceManager {
  constructor(options: WithDefault<typeof CoreWorkspaceManager>) {
    super(commonOptions(options, ['workspacesDir']));
  }

  override async readMetadata(workspaceId: string): Promise<WorkspaceMetadata> {
    if (typeof workspaceId === 'string') return super.readMetadata(workspaceId);
    return { files: new Map(), invalidPaths: [], problem: fail('arguments_invalid', { name: 'workspaceId' }).error };
  }

  override async listFolder(workspaceId: string, relativePath = '', metadata?: WorkspaceMetadata): Promise<WorkspaceEntry[]> {
    checkArgument(typeof relativePath === 'string', 'relativePath');
    return super.listFolder(textArgument(workspaceId, 'workspaceId'), relativePath, knownMetadata(metadata));
  }

  override async *walk(workspaceId: string, options?: Parameters<CoreWorkspaceManager['walk']>[1]): AsyncGenerator<Walked, void> {
    const metadata = knownMetadata(optionsOf(options, ['metadata']).metadata);
    yield* super.walk(textArgument(workspaceId, 'workspaceId'), { ...stringFields(options, ['after']), ...(metadata && { metadata }) });
  }

  override async find(reference: WorkspaceReference): Promise<ArtifactMetadata | null> {
    const known = workspaceFile(reference);
    return known ? super.find(known) : null;
  }

  override placeOf(reference: ArtifactReference): PlaceInFolders | undefined {
    const known = workspaceFile(reference);
    return known && super.placeOf(known);
  }

  override async realPlace(reference: WorkspaceReference): Promise<Location> {
    return super.realPlace(workspaceArgument(reference));
  }

  override async metadataFile(workspaceId: string): Promise<Location | undefined> {
    return typeof workspaceId === 'string' ? super.metadataFile(workspaceId) : undefined;
  }

  override async writeFile(
    workspaceId: string,
    relativePath: string,
    content: string | Uint8Array,
    options: WriteFileOptions,
  ): Promise<WriteFileResult> {
    const bytes = typeof content === 'string' ? content : bytesIn(content);
    if (bytes === undefined) return fail('arguments_invalid', { name: 'content' });
    const { mimeType = '', ...who } = stringFields(options, ['mimeType', 'agentId', 'messageId']);
    try {
      const expected = expectedTarget(optionsOf(options, ['expected']).expected);
      return await super.writeFile(workspaceId, relativePath, bytes, { mimeType, ...who, ...(expected && { expected }) });
    } catch (error) {
      return { ok: false, error: toFailure(error) };
    }
  }

  override async checkTarget(reference: WorkspaceReference): Promise<CheckedTarget> {
    return super.checkTarget(workspaceArgument(reference));
  }
}

function workspaceFile(reference: unknown): WorkspaceReference | undefined {
  const known = typeof reference === 'string' ? undefined : knownReference(reference);
  return known?.kind === 'workspace' ? known : undefined;
}

function workspaceArgument(reference: unknown): WorkspaceReference {
  const known = workspaceFile(reference);
  checkArgument(known !== undefined, 'reference');
  return known;
}

/** Valid metadata that was read before; undefined, which reads it again, for anything else. */
function knownMetadata(metadata: WorkspaceMetadata | undefined): WorkspaceMetadata | undefined {
  const { files, invalidPaths } = optionsOf(metadata, ['files', 'invalidPaths']);
  return isInstance(files, Map) && Array.isArray(invalidPaths) ? metadata : undefined;
}
