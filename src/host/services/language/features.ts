/** What editors offer in `llmservices.json`: the door of the chunk. */
export { provideQuickFixes } from './quick-fixes.ts';
