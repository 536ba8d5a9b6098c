import { mediaFactsTask } from './content/media-facts-task.ts';
import { validJsonTask } from './io/valid-json-task.ts';
import { organisationTask } from './services/organisation-task.ts';
import { fileHistoryTask, metadataEntryTask, workspaceMetadataTask } from './store/workspace-tasks.ts';
import { lintTask } from './transcript/lint-task.ts';
import { textTokensTask } from './wire/tokens/text-tokens.ts';

/** Everything that may run in a worker (`Compute`). */
export const TASKS = [
  mediaFactsTask,
  lintTask,
  validJsonTask,
  workspaceMetadataTask,
  fileHistoryTask,
  metadataEntryTask,
  organisationTask,
  textTokensTask,
] as const;
