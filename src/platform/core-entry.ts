/** The package `agent-artifacts/core`: the core for Node programs. Names exported here replace the core's. */
export * from '../core/index.ts';
export { Conversation, type ConversationRepairOptions, type RepairedConversation } from './library/conversation.ts';
export { describeDataRoot, layoutOfFolder } from './library/data-root.ts';
export {
  bodySize,
  checkLimits,
  checkRequest,
  compareWithDeclared,
  conversationSentence,
  countTextTokens,
  describeNotCarried,
  estimateMediaTokens,
  estimatePastedTokens,
  estimateTextTokens,
  exportServices,
  formatAdaptedText,
  formatReference,
  formatSentence,
  formatSize,
  formulaSentence,
  limitSentence,
  mediaKind,
  modelFamily,
  providerNamed,
  readingTurn,
  readMediaFacts,
  resolveModel,
  ruleSentence,
  shortenBody,
  suggestChanges,
  textTokens,
  toWire,
} from './library/functions.ts';
export { receive, receiveThrough } from './library/receive.ts';
export { NodeFileSystem } from './library/node-file-system.ts';
export { AgentRegistry, LlmServiceRegistry } from './library/data-root.ts';
export { ArtifactStore, IdGenerator } from './library/store.ts';
export { WorkspaceManager } from './library/workspaces.ts';
export { httpSender } from './http-sender.ts';
