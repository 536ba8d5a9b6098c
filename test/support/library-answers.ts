/** What a call gives for what is no argument. */
type Answer = (value: unknown) => boolean;

const is =
  (expected: unknown): Answer =>
  (value) =>
    value === expected;
const none: Answer = (value) => value === undefined;
const empty: Answer = (value) => Array.isArray(value) && value.length === 0;
const has =
  (field: string, check: Answer = () => true): Answer =>
  (value) =>
    typeof value === 'object' && value !== null && field in value && check(Reflect.get(value, field));
const refusal: Answer = has('ok', is(false));
const anyOf =
  (...answers: readonly Answer[]): Answer =>
  (value) =>
    answers.some((answer) => answer(value));
const text =
  (pattern: RegExp): Answer =>
  (value) =>
    typeof value === 'string' && pattern.test(value);
const failedRoute: Answer = (value) =>
  has('routing', is('text'))(value) && has('content', text(/^\[File processing failed: unnamed file\]\n/))(value);
const unreadable: Answer = has('contentFailure', has('code', is('arguments_invalid')));
const routed: Answer = (value) => has('canProcess', is(true))(value) && has('processedContent', text(/^5?$/))(value);

/**
 * What each export of the library gives for null, undefined, a number, an object without fields, and no argument at all.
 * What is not in here, and takes an argument, refuses all of them with `arguments_invalid`.
 */
export const ANSWERS: Readonly<Record<string, Answer>> = {
  'ArtifactIdCodec.isWorkspaceArtifact': is(false),
  'ArtifactIdCodec.decode': is(null),
  parseReference: refusal,
  workspaceReference: refusal,
  'new BinaryDetector': has('detectBinary'),
  'BinaryDetector#detectBinary': has('isBinary', is(false)),
  'BinaryDetector#detectAndDecode': has('detection', has('isBinary', is(false))),
  'BinaryDetector#detectBinaryType': has('type', is('other')),
  readMediaFacts: has('size', is(0)),
  normaliseMediaType: none,
  'LlmServiceRegistry#loadText': has('loaded', is(false)),
  'LlmServiceRegistry#getServiceById': is(null),
  'LlmServiceRegistry#hasCapability': is(false),
  'LlmServiceRegistry#getCapabilities': is(null),
  'LlmServiceRegistry#getServicesByCapability': empty,
  'AgentRegistry#getAgentsByCapability': empty,
  'AgentRegistry#getServiceIdForAgent': is(null),
  'AgentRegistry#getModelForAgent': is(null),
  'AgentRegistry#getWorkspaceIdForAgent': is(null),
  'catalogue.inferCapabilities': is(null),
  importServices: refusal,
  'ArtifactStore#getMetadata': is(null),
  'ArtifactStore#getArtifact': is(null),
  'ArtifactStore#inspectArtifact': is(null),
  'ArtifactStore#readArtifact': unreadable,
  'ArtifactStore#inspect': unreadable,
  // Options that are none are no options: the whole list.
  'ArtifactStore#list': has('items', (items) => !empty(items)),
  // Only where listing names costs requests.
  'ArtifactStore#newest': none,
  'ArtifactStore#versions': empty,
  'ArtifactStore#metadataFile': none,
  'WorkspaceManager#readMetadata': has('problem', has('code', is('arguments_invalid'))),
  'WorkspaceManager#find': is(null),
  'WorkspaceManager#placeOf': none,
  'WorkspaceManager#metadataFile': none,
  'WorkspaceManager#writeFile': refusal,
  'new ArtifactContentRouter': has('routeContent'),
  'ArtifactContentRouter#routeContent': failedRoute,
  'ArtifactContentRouter#detectBinaryType': is('other'),
  'ArtifactContentRouter#hasCapability': is(false),
  'ArtifactContentRouter#knowsService': is(false),
  'ArtifactContentRouter#generateTextDescription': text(/^\[Cannot read\] unnamed file \(artifact:unknown\)\n/),
  formatArtifactToolResponse: (value) =>
    has('role', is('tool'))(value) && has('tool_call_id', is(''))(value) && has('content', text(/^(?:null|5|\{\})$/))(value),
  parseAdaptedText: is(null),
  parseAdaptedTexts: empty,
  'new CapabilityRouter': has('routeContent'),
  'CapabilityRouter#routeContent': routed,
  'CapabilityRouter#getRequiredCapabilities': anyOf(empty, (value) => JSON.stringify(value) === '["text"]'),
  'new ContentAdapter': has('adaptToText'),
  'ContentAdapter#adaptToText': has('text', text(/^\[Attachment received\]\nType: file\n/)),
  'ContentAdapter#adaptMultiple': empty,
  'ContentAdapter#findCapableAgents': empty,
  isWireApi: is(false),
  apiOfService: has('certainty', is('guessed')),
  'AgentContext#findCapableAgents': empty,
  'AgentContext#routeMessage': routed,
  formatToolResponses: empty,
  'ToolExecutor#executeToolCall': has('error', is('unknown_tool')),
  'ToolExecutor#compareArtifact': has('error', is('arguments_invalid')),
  'VerifyTarget#isSameAs': is(false),
  'VerifyTarget#shown': none,
  httpSender: (value) => typeof value === 'function',
  'httpSender()': has('kind', is('failure')),
};

/** Numbers, objects and missing options that are arguments of these. */
export const TAKES: Readonly<Record<string, readonly string[]>> = {
  formatSize: ['a number'],
  estimatePastedTokens: ['a number'],
  'IdGenerator#next': ['undefined', 'an empty object', 'nothing'],
  'VerifyTarget#requestFor': ['an empty object'],
};
