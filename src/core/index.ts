/** The public API of the core: what other extensions, agents' runtimes and tools build on. */
export { CodedError, type ErrorCode, type Failure, type Result } from './io/errors.ts';
export type {
  DirectoryEntry,
  FileStat,
  FileSystem,
  Location,
  PlaceOptions,
  ProcessTable,
  ReadRange,
  ResolveOptions,
  StagedFile,
  WriteMode,
  WriteOptions,
} from './io/file-system.ts';
export type { Logger } from './io/logger.ts';
export type { RootBounds } from './io/root-folder.ts';
export { formatSentence, type Sentence } from './io/errors.ts';

export { ArtifactIdCodec } from './refs/artifact-id-codec.ts';
export { formatReference, parseReference, workspaceReference } from './refs/reference.ts';
export type { AdkReference, ArtifactReference, RegularReference, WorkspaceReference } from './refs/reference.ts';
export type { WorkspaceFile } from './refs/artifact-id-codec.ts';

export { BinaryDetector, type Detection, type DetectOptions } from './content/binary-detector.ts';
export type { MediaFacts } from './content/media-facts.ts';
export { readMediaFacts, type KnownFacts } from './content/read-media-facts.ts';
export { mediaKind, normaliseMediaType, type BinaryKind, type MediaKind } from './content/media-type.ts';
export { DEFAULT_MAX_CONTENT_BYTES, formatSize } from './content/size.ts';
export type { DescriptionLanguage } from './content/media-type.ts';

export type { CapabilityDirection, CapabilityType, ModelCapabilities } from './models/capability.ts';
export { LlmServiceRegistry, type LoadResult } from './models/registry.ts';
export type { LlmServiceConfig } from './models/schema.ts';
export type { ServiceProblem } from './models/problems.ts';
export { AgentRegistry, type Agent } from './agents/agents.ts';
export type { AgentModel, AgentProblem, AgentProblemCode } from './agents/agent-model.ts';
export type { AgentHierarchy } from './agents/agents.ts';
export { compareWithDeclared, type CapabilityComparison, type KnownFinding } from './models/catalogue/propose-capabilities.ts';
export type { CapabilityFinding, Inference, InferenceSource, MatchKind } from './models/catalogue/inference.ts';
export { loadCatalogue, loadPrices, type Catalogue, type Prices } from './models/catalogue/load-catalogue.ts';
export { describeNotCarried, EXPORT_FORMATS, FORMAT_NAMES, IMPORT_FORMATS } from './models/exchange/exchange.ts';
export type { ExportFormat, ExportOutcome, ImportFormat, ImportOutcome, NotCarried, NotCarriedCode } from './models/exchange/exchange.ts';
export { exportServices } from './models/exchange/exchange-services.ts';
export { importServices } from './models/exchange/exchange-services.ts';

export type { ArtifactPage, PlaceInFolders, SearchOptions, StoreKind, WorkspaceTree } from './store/adapter.ts';
export { ArtifactStore, type ArtifactStoreOptions } from './store/artifact-store.ts';
export type { NewArtifact } from './store/artifact-writer.ts';
export type { Artifact, ArtifactMetadata, ArtifactState, Modification, UnreadArtifact } from './store/artifact.ts';
export { IdGenerator } from './store/id-generator.ts';
export { describeDataRoot, layoutOfFolder, type DataRootDescription, type DataRootLayout, type DescribeOptions } from './store/layout.ts';
export { WorkspaceManager } from './store/workspace-manager.ts';
export type { Workspace, WorkspaceEntry } from './store/workspace-entry.ts';
export type { WriteFileOptions, WriteFileResult } from './store/workspace-writer.ts';

export { ArtifactContentRouter, type ArtifactContentRouterOptions } from './routing/artifact-content-router.ts';
export type { CapabilitySource } from './routing/route-result.ts';
export type { ContentPart, FilePart, ImageUrlPart, TextPart } from './routing/route-result.ts';
export type { ContentRouteResult, RouteMetadata, RouteReason, RouteRule, PartOfText } from './routing/route-result.ts';
export { formatArtifactToolResponse, type ArtifactNotFound, type ToolMessage } from './routing/tool-message.ts';

export { formatAdaptedText, parseAdaptedText, parseAdaptedTexts, type AttachmentFacts } from './routing/content-adapter.ts';
export { CapabilityRouter, type AttachmentStore, type CapabilityRouterOptions } from './routing/capability-router.ts';
export { ContentAdapter, type AdaptedContent, type ContentAdapterOptions } from './routing/content-adapter.ts';
export type { AttachmentInfo, AttachmentType, BusMessage, Message, MessageBody, RoutingResult } from './routing/message.ts';

export { API_NAMES, isWireApi, WIRE_APIS, type WireApi } from './wire/verdict.ts';
export { readingTurn, type AssistantMessage, type CanonicalMessage, type ToolCall, type UserMessage } from './wire/turns.ts';
export { providerNamed } from './wire/providers.ts';
export type { Retirement } from './models/catalogue/retirements.ts';
export { type ResolvedModel, resolveModel } from './wire/resolve-model.ts';
export type { Provider } from './wire/providers.ts';
export { ruleSentence } from './wire/rule-sentence.ts';
export { apiOfService, type ServiceApi, type ServiceFacts } from './wire/service-api.ts';
export { bodySize, shortenBody } from './wire/shortened-body.ts';
export { toWire } from './wire/to-wire.ts';
export type { WireMedia, WireOptions, WireOutcome, WireResult, WireRule, WireVerdict } from './wire/verdict.ts';

export type { ContentsReceived, GivenContent, NamedContent, ReceivedContent, ReceiveOptions } from './receive/receive-contents.ts';

export type { ThroughOptions } from './receive/content-through.ts';
export type { ContentThrough } from './receive/through-program.ts';

export { AgentContext, type AgentContextOptions } from './tools/agent-context.ts';
export { formatToolResponses, type AnsweredCall } from './tools/agent-context.ts';
export { TOOLS, type ToolDefinition, type ToolName } from './tools/tool-definitions.ts';
export type { ToolError, ToolErrorCode } from './tools/tool-definitions.ts';
export { ToolExecutor, type ListedArtifact, type ToolContext, type ToolExecutorOptions, type ToolResults } from './tools/tool-executor.ts';

export type { LimitCode, LimitFinding, LimitSeverity } from './wire/limit-finding.ts';
export { limitSentence } from './wire/rule-sentence.ts';
export { checkLimits, checkRequest } from './wire/limits.ts';
export type { TokenEstimate, TokenFormula } from './wire/tokens/model-family.ts';
export { formulaSentence } from './wire/tokens/formula-sentence.ts';
export { estimateMediaTokens } from './wire/tokens/media-tokens.ts';
export { modelFamily, type FamilyBasis, type ModelFamily } from './wire/tokens/model-family.ts';
export { estimatePastedTokens } from './wire/tokens/text-tokens.ts';
export { countTextTokens, estimateTextTokens, textTokens, type TextCount } from './wire/tokens/text-tokens.ts';

export type { OutgoingRequest, Sender, SendFailure, SendLimits, SendReply } from './verify/sender.ts';
export { suggestChanges, type SuggestedChange } from './verify/verify-service.ts';
export { VerifyTarget, type TargetOptions, type TargetProblem } from './verify/target.ts';
export { verifyService, type ProbeResult, type VerifyOptions } from './verify/verify-service.ts';

export { conversationSentence } from './conversation/finding-words.ts';
export type { ConversationCheck, Receiver } from './conversation/check-conversation.ts';
export type { ConversationFinding, ConversationRule } from './conversation/conversation-finding.ts';
export type { ConversationFormat, ConversationIndex, ConversationMessage, ConversationPart } from './conversation/conversation.ts';
export type { ConversationRequest } from './conversation/wire-body.ts';
export type { FileReceipt, SentAs } from './conversation/receipt.ts';
export type { RepairKind } from './conversation/repair-kinds.ts';
export type { Repair } from './conversation/repairs.ts';
export type { SessionArtifact, SessionArtifacts, SessionMedium, WrittenFile } from './conversation/session-artifacts.ts';
export type { ShrinkOutcome } from './conversation/settled-edits.ts';
