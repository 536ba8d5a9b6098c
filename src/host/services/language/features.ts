/** What editors offer in `llmservices.json`: the door of the chunk. */
export { FileWatch } from './file-watch.ts';
export { moveKey } from './move-key.ts';
export { provideQuickFixes } from './quick-fixes.ts';
