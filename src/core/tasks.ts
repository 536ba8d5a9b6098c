import { mediaFactsTask } from './content/media-facts-task.ts';
import { lintTask } from './transcript/lint-task.ts';

/** Everything that may run in a worker (`Compute`). */
export const TASKS = [mediaFactsTask, lintTask] as const;
