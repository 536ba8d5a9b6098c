import type { Task } from '../io/compute.ts';
import { valueOrThrow } from '../io/errors.ts';
import type { PackedHistory } from './workspace-facts.ts';

/** The metadata of a workspace, parsed in a worker: {@link packMetadata}. Errors as of `parseBytes`. */
export const workspaceMetadataTask: Task<{ readonly bytes: Uint8Array }, string[]> = {
  name: 'workspace-metadata',
  load: async () => {
    const [{ parseBytes }, { factsOfFiles, packMetadata }] = await Promise.all([
      import('./workspace-metadata.ts'),
      import('./workspace-facts.ts'),
    ]);
    return ({ bytes }) => packMetadata(factsOfFiles(valueOrThrow(parseBytes(bytes))));
  },
};

/** The same of the history of one file. */
export const fileHistoryTask: Task<{ readonly bytes: Uint8Array }, PackedHistory | undefined> = {
  name: 'file-history',
  load: async () => {
    const [{ parseBytes }, { historyOf, packHistory }] = await Promise.all([
      import('./workspace-metadata.ts'),
      import('./workspace-facts.ts'),
    ]);
    return ({ bytes }) => {
      const history = historyOf(valueOrThrow(parseBytes(bytes)));
      return history && packHistory(history);
    };
  },
};

/** What of a metadata file a change to one file is made from, parsed in a worker: {@link reducedTo}. */
export const metadataEntryTask: Task<{ readonly bytes: Uint8Array; readonly relativePath: string }, Record<string, unknown>> = {
  name: 'metadata-entry',
  load: async () => {
    const [{ parseBytes }, { reducedTo }] = await Promise.all([import('./workspace-metadata.ts'), import('./workspace-entry-fields.ts')]);
    return ({ bytes, relativePath }) => reducedTo(valueOrThrow(parseBytes(bytes)), relativePath);
  },
};
