/** What editors offer in `llmservices.json`: the door of the chunk. */
export { CatalogueHints } from './catalogue-hints.ts';
export { provideCodeLenses } from './code-lens.ts';
export { provideCompletions } from './completion.ts';
export { FileWatch } from './file-watch.ts';
export { ActiveConfigStatus } from './active-config-status.ts';
export { provideHover } from './hover.ts';
export { resolveCompletion } from './model-completion.ts';
export { moveKey } from './move-key.ts';
export { provideQuickFixes } from './quick-fixes.ts';
export { provideSymbols } from './code-lens.ts';
