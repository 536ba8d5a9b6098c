import { mediaFactsTask } from './content/media-facts-task.ts';
import { shrinkImageTask } from './content/shrink-image.ts';
import { organisationTask } from './agents/organisation.ts';
import { envelopeFactsTask, openEnvelopeTask } from './store/envelope.ts';
import { fileHistoryTask, workspaceMetadataTask } from './store/workspace-metadata.ts';
import { recordChangeTask } from './store/workspace-record.ts';
import { examineConversationTask } from './conversation/examine-task.ts';
import { fileWritesTask, writtenTextTask } from './conversation/file-writes-task.ts';
import { followConversationTask, indexConversationTask, releaseIndexTask } from './conversation/index-task.ts';
import { searchConversationTask } from './conversation/search-task.ts';
import { planSlimTask } from './conversation/slim-plan.ts';
import { switchModelsTask } from './conversation/switch-task.ts';
import { keptRequestTask, requestDifferencesTask } from './conversation/kept-requests.ts';
import { lintTask } from './transcript/lint-task.ts';
import { textTokensTask } from './wire/tokens/text-tokens.ts';

/** Everything that may run in a worker (`Compute`). */
export const TASKS = [
  mediaFactsTask,
  shrinkImageTask,
  lintTask,
  indexConversationTask,
  followConversationTask,
  releaseIndexTask,
  examineConversationTask,
  planSlimTask,
  switchModelsTask,
  searchConversationTask,
  fileWritesTask,
  writtenTextTask,
  keptRequestTask,
  requestDifferencesTask,
  openEnvelopeTask,
  envelopeFactsTask,
  workspaceMetadataTask,
  fileHistoryTask,
  recordChangeTask,
  organisationTask,
  textTokensTask,
] as const;
