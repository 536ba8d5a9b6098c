import path from 'node:path';
import { samples } from './samples.ts';
import type { Callable, Library } from './library.ts';

/** Where the calls of the table read and write. */
export interface Place {
  readonly root: string;
}

/** A real root to work on: two artifacts, a workspace, services and an organisation. */
export const LIBRARY_ROOT = {
  'artifacts/1.png': samples.png,
  'artifacts/1.meta': { id: '1', extension: '.png', type: 'image/png', name: 'chart.png' },
  'artifacts/2.txt': 'words',
  'workspaces/lead/notes.md': '# Notes',
  'config/llmservices.json': {
    services: [
      { id: 'all', model: 'gpt-4o', baseURL: 'http://127.0.0.1:9', capabilities: { input: ['text', 'vision', 'file'], output: ['text'] } },
    ],
  },
  'state/conversations/lead.json': { agentId: 'lead', messages: [] },
  'state/org.json': {
    roles: [{ id: 'r', name: 'Reader', llmServiceId: 'all' }],
    agents: [{ id: 'lead', roleId: 'r', parentAgentId: 'root' }],
    terminations: [],
  },
} as const;

type Methods = Readonly<Record<string, () => readonly unknown[]>>;
type Entry =
  | { readonly kind: 'constant' }
  | { readonly kind: 'function'; readonly good: () => readonly unknown[] }
  /** `read` are properties that answer when they are read; `statics` are functions of the class itself. */
  | {
      readonly kind: 'class';
      readonly good: () => readonly unknown[];
      /** One that was made already, where making one takes a while. */
      readonly made?: object;
      readonly methods: Methods;
      readonly read?: readonly string[];
      readonly statics?: Methods;
      readonly isMadeByStatic?: true;
    };

const nothing = (): readonly unknown[] => [];

/**
 * Every export of the library, with arguments that it takes. What it is made of stands in place of each by turns, so the table
 * says once what is called; the tests say with what.
 */
export async function libraryTable(library: Library, { root }: Place): Promise<Readonly<Record<string, Entry>>> {
  const folders = {
    artifactsDir: path.join(root, 'artifacts'),
    workspacesDir: path.join(root, 'workspaces'),
    configDir: path.join(root, 'config'),
    runtimeDir: path.join(root, 'state'),
  };
  const { artifactsDir, workspacesDir, configDir, runtimeDir } = folders;
  const serviceRegistry = new library.LlmServiceRegistry({ configDir });
  await serviceRegistry.load();
  const agents = new library.AgentRegistry({ runtimeDir, serviceRegistry });
  await agents.load();
  const store = new library.ArtifactStore(folders);
  const workspaces = new library.WorkspaceManager(folders);
  const router = new library.ArtifactContentRouter({ serviceRegistry });
  const contentAdapter = new library.ContentAdapter({ agentRegistry: agents });
  const capabilityRouter = new library.CapabilityRouter({ serviceRegistry, contentAdapter, artifactStore: store });
  const fs = new library.NodeFileSystem();
  const [service] = serviceRegistry.getServices();
  const reference = { kind: 'regular', id: '1' } as const;
  const workspaceFile = { kind: 'workspace', id: 'ws:lead:bm90ZXMubWQ', workspaceId: 'lead', relativePath: 'notes.md' };
  const artifact = {
    id: '1',
    content: samples.png,
    isBinary: true,
    mimeType: 'image/png',
    type: 'image/png',
    size: samples.png.length,
    createdAt: '2026-01-01T00:00:00Z',
    meta: { filename: 'chart.png', name: 'chart' },
  };
  const metadata = await store.getMetadata('1');
  const bodyBytes = Buffer.from(JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: 'Hello' }] }));
  const spoken = await library.Conversation.read(bodyBytes);
  const receiver = { api: 'openai-chat', model: 'gpt-4o', capabilities: { input: ['text'], output: ['text'] }, contextWindow: 1000 };
  const attachment = { type: 'image', artifactRef: 'artifact:1', filename: 'chart.png', size: 3, mimeType: 'image/png' };
  const facts = { mimeType: 'image/png', size: 9, width: 100, height: 100, frames: 1, pages: 1, duration: 1 };
  const estimate = { low: 1, high: 2, formula: 'openai_tiles', params: { width: 1, height: 1, base: 1, tile: 1, tiles: 1 }, source: 's' };
  const message = {
    role: 'user',
    content: [
      { type: 'text', text: 'x' },
      { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
      { type: 'file', file: { filename: 'a.pdf', mimeType: 'application/pdf', data: 'AAAA' } },
    ],
  };
  const conversation = [
    message,
    { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
    { role: 'tool', tool_call_id: 'c', content: 'answer' },
  ];
  const wired = library.toWire(message as never, 'openai-chat');
  const [verdict] = wired.verdicts;
  const finding = { code: 'too_many_pixels', severity: 'error', params: { width: 1, height: 2, limit: 3 }, source: 's' };
  const inference = { findings: [{ list: 'input', type: 'vision', known: 'yes', source: { match: 'exact', entry: 'e' } }] };
  const result = { probe: 'vision', list: 'input', isDeclared: false, outcome: 'accepted', reason: 'r', because: { text: '', args: [] } };
  const target = library.VerifyTarget.of(service as never, { input: ['text'], output: ['text'] }, { environment: () => undefined });
  const send = async () => ({ kind: 'failure', failure: 'not_reached', elapsedMs: 1 });
  const described = {
    contentType: 'image',
    artifactRef: 'artifact:1',
    filename: 'f',
    size: 1,
    mimeType: 'image/png',
    suggestedAgents: ['a'],
    limit: 5,
    actualType: 'a/b',
  };
  const route = {
    contentType: 'text',
    routing: 'text',
    content: 'x',
    metadata: { id: '1' },
    reason: { rule: 'text', acceptedCapabilities: [], lacksSignature: false },
  };
  const file = (name: string) => path.join(root, 'files', name);
  const direction = 'input';

  return {
    CodedError: { kind: 'constant' },
    formatSentence: { kind: 'function', good: () => [{ text: '{0}', args: ['x'] }] },
    ArtifactIdCodec: { kind: 'constant' },
    'ArtifactIdCodec.isWorkspaceArtifact': { kind: 'function', good: () => ['ws:a:Yg'] },
    'ArtifactIdCodec.encode': { kind: 'function', good: () => ['lead', 'notes.md'] },
    'ArtifactIdCodec.decode': { kind: 'function', good: () => ['ws:a:Yg'] },
    formatReference: { kind: 'function', good: () => [{ ...reference }] },
    parseReference: { kind: 'function', good: () => ['artifact:1'] },
    workspaceReference: { kind: 'function', good: () => ['lead', 'notes.md'] },
    BinaryDetector: {
      kind: 'class',
      good: () => [{ logger: {} }],
      methods: {
        detectBinary: () => [
          samples.png,
          { mimeType: 'image/png', filename: 'a.png', extension: '.png', isHead: true, tail: samples.png, cacheKey: 'k' },
        ],
        detectAndDecode: () => [samples.png, { mimeType: 'image/png', filename: 'a.png', extension: '.png' }],
        detectBinaryType: () => [samples.png, { mimeType: 'image/png', filename: 'a.png', extension: '.png' }],
      },
    },
    readMediaFacts: {
      kind: 'function',
      good: () => [samples.png, { mimeType: 'image/png', size: 9 }],
    },
    mediaKind: { kind: 'function', good: () => ['image/png'] },
    normaliseMediaType: { kind: 'function', good: () => ['image/png'] },
    DEFAULT_MAX_CONTENT_BYTES: { kind: 'constant' },
    formatSize: { kind: 'function', good: () => [5] },
    LlmServiceRegistry: {
      kind: 'class',
      good: () => [{ fs, configDir, logger: {} }],
      methods: {
        load: nothing,
        loadText: () => ['{"services": []}'],
        getServices: nothing,
        getServiceById: () => ['all'],
        hasCapability: () => ['all', 'vision', direction],
        getCapabilities: () => ['all'],
        getServicesByCapability: () => ['vision', direction],
      },
      read: ['configDir', 'state'],
    },
    AgentRegistry: {
      kind: 'class',
      good: () => [{ fs, runtimeDir, serviceRegistry, configDir }],
      methods: {
        load: nothing,
        getAgents: nothing,
        getAgentsByCapability: () => ['vision', direction],
        getServiceIdForAgent: () => ['lead'],
        getModelForAgent: () => ['lead'],
        getHierarchy: nothing,
        getWorkspaceIdForAgent: () => ['lead'],
        conversationOf: () => ['lead'],
      },
      read: ['state', 'serviceUse'],
    },
    compareWithDeclared: { kind: 'function', good: () => [{ input: ['text'], output: ['text'] }, inference] },
    loadCatalogue: { kind: 'function', good: nothing },
    loadPrices: { kind: 'function', good: nothing },
    'catalogue.inferCapabilities': { kind: 'function', good: () => ['gpt-4o', { provider: 'openai' }] },
    'catalogue.catalogueModelIds': { kind: 'function', good: nothing },
    describeNotCarried: { kind: 'function', good: () => [{ path: ['a'], code: 'field_without_place', params: { field: 'f' } }] },
    EXPORT_FORMATS: { kind: 'constant' },
    FORMAT_NAMES: { kind: 'constant' },
    IMPORT_FORMATS: { kind: 'constant' },
    exportServices: {
      kind: 'function',
      good: () => [[{ id: 'a', model: 'm', baseURL: 'http://a', capabilities: { input: ['text'] } }], 'vscode'],
    },
    importServices: {
      kind: 'function',
      good: () => ['{"model_list": []}', { filename: 'config.yaml', format: 'litellm', officialAddress: () => undefined }],
    },
    ArtifactStore: {
      kind: 'class',
      good: () => [
        {
          fs,
          artifactsDir,
          workspacesDir,
          bounds: { artifactsDir },
          maxContentBytes: 1e6,
          detector: new library.BinaryDetector(),
          logger: {},
        },
      ],
      methods: {
        getMetadata: () => ['artifact:1'],
        getArtifact: () => ['artifact:1'],
        inspectArtifact: () => ['artifact:1'],
        readArtifact: () => [metadata, metadata?.location],
        inspect: () => [metadata, metadata?.location],
        list: () => [{ newestFirst: true, limit: 5, after: '1' }],
        verify: () => [[metadata]],
        search: () => [() => true, { limit: 5, after: '1', signal: { aborted: false }, onProgress: () => undefined }],
        putArtifact: () => [{ name: 'n', type: 'text/plain', content: 'c', messageId: 'm', agentId: 'a', meta: { a: 1 } }],
        realPlace: () => [metadata, metadata?.location],
        forgetIndex: nothing,
        metadataFile: () => [metadata],
        newest: () => [5],
        hasAny: nothing,
        listAnew: nothing,
        count: nothing,
        ids: nothing,
        versions: () => ['artifact:1'],
      },
      read: ['hasOnlyFolders', 'isReadOnly', 'listAge', 'workspaces'],
    },
    IdGenerator: {
      kind: 'class',
      good: () => [{ fs, artifactsDir }],
      methods: { next: () => [{ a: 1 }], settle: nothing, release: () => ['999999'] },
    },
    describeDataRoot: { kind: 'function', good: () => [fs, root, { allowOutside: false }] },
    layoutOfFolder: { kind: 'function', good: () => [fs, root, { allowOutside: false }] },
    WorkspaceManager: {
      kind: 'class',
      good: () => [{ fs, workspacesDir }],
      methods: {
        listWorkspaces: nothing,
        readMetadata: () => ['lead'],
        listFolder: () => ['lead', ''],
        walk: () => ['lead', { after: 'a' }],
        find: () => [{ ...workspaceFile }],
        placeOf: () => [{ ...workspaceFile }],
        checkTarget: () => [{ ...workspaceFile }],
        realPlace: () => [{ ...workspaceFile }],
        metadataFile: () => ['lead'],
        writeFile: () => ['lead', 'new.md', 'text', { mimeType: 'text/markdown', agentId: 'a', messageId: 'm' }],
      },
    },
    ArtifactContentRouter: {
      kind: 'class',
      good: () => [{ serviceRegistry, binaryDetector: new library.BinaryDetector(), language: 'en', maxContentBytes: 5, logger: {} }],
      methods: {
        routeContent: () => [artifact, 'all'],
        detectBinaryType: () => [artifact],
        hasCapability: () => ['all', 'vision'],
        knowsService: () => ['all'],
        formatImageUrl: () => [samples.png, 'image/png'],
        generateTextDescription: () => [artifact, 'image'],
      },
    },
    formatArtifactToolResponse: { kind: 'function', good: () => [route, 'call'] },
    formatAdaptedText: { kind: 'function', good: () => [described, 'en'] },
    parseAdaptedText: { kind: 'function', good: () => ['text'] },
    parseAdaptedTexts: { kind: 'function', good: () => ['text'] },
    CapabilityRouter: {
      kind: 'class',
      good: () => [{ serviceRegistry, contentAdapter, artifactStore: store, maxContentBytes: 1e6, logger: {} }],
      methods: {
        routeContent: () => [
          { text: 'x', attachments: [{ ...attachment }], payload: { text: 'y', attachments: [{ ...attachment }] } },
          'all',
        ],
        getRequiredCapabilities: () => [{ text: 'x', attachments: [{ ...attachment }] }],
      },
    },
    ContentAdapter: {
      kind: 'class',
      good: () => [{ agentRegistry: agents, language: 'en', logger: {} }],
      methods: {
        adaptToText: () => [{ ...attachment }, { code: 'too_large', params: { limit: 5 } }],
        adaptMultiple: () => [[{ ...attachment }]],
        findCapableAgents: () => ['vision'],
      },
    },
    API_NAMES: { kind: 'constant' },
    isWireApi: { kind: 'function', good: () => ['mcp'] },
    WIRE_APIS: { kind: 'constant' },
    readingTurn: { kind: 'function', good: () => ['artifact:1', { role: 'tool', tool_call_id: 'c', content: 'x' }] },
    providerNamed: { kind: 'function', good: () => ['openai', { program: 'litellm', model: 'gpt-4o', api: 'openai-chat' }] },
    resolveModel: { kind: 'function', good: () => ['us.anthropic.claude-opus-4-7', { host: 'bedrock' }] },
    ruleSentence: { kind: 'function', good: () => [{ ...verdict }] },
    apiOfService: { kind: 'function', good: () => [{ api: 'mcp', baseURL: 'http://a', model: 'm' }] },
    bodySize: { kind: 'function', good: () => [{ ...wired }] },
    shortenBody: { kind: 'function', good: () => [{ ...wired }, (length: number) => `${length}`] },
    toWire: { kind: 'function', good: () => [conversation, 'openai-chat', { model: 'm', mediaInToolResults: true }] },
    AgentContext: {
      kind: 'class',
      good: () => ['lead', { agents, services: serviceRegistry, capabilityRouter }],
      methods: { findCapableAgents: () => ['vision'], routeMessage: () => [{ text: 'x' }] },
      read: ['serviceId', 'workspaceId', 'capabilities'],
    },
    formatToolResponses: { kind: 'function', good: () => [[{ toolCallId: 'c', result: route }]] },
    TOOLS: { kind: 'constant' },
    ToolExecutor: {
      kind: 'class',
      good: () => [{ store, workspaces, router, agents, allowWrite: true, logger: {} }],
      methods: {
        executeToolCall: () => [{ agent: { id: 'lead' }, serviceId: 'all', messageId: 'm' }, 'get_artifact', { ref: '1' }],
        compareArtifact: () => [{ agent: { id: 'lead' }, serviceId: 'all' }, { ref: '1' }],
      },
    },
    limitSentence: { kind: 'function', good: () => [finding] },
    checkLimits: { kind: 'function', good: () => [facts, 'anthropic', { model: 'm' }] },
    checkRequest: { kind: 'function', good: () => [{ ...wired }, [facts], 'anthropic', 5] },
    formulaSentence: { kind: 'function', good: () => [estimate] },
    estimateMediaTokens: { kind: 'function', good: () => [facts, { api: 'anthropic', model: 'm' }] },
    modelFamily: { kind: 'function', good: () => ['anthropic', 'm'] },
    estimatePastedTokens: { kind: 'function', good: () => [5, { model: 'm' }] },
    countTextTokens: { kind: 'function', good: () => ['text'] },
    estimateTextTokens: { kind: 'function', good: () => ['text', { api: 'anthropic', model: 'm' }] },
    textTokens: {
      kind: 'function',
      good: () => [
        { tokens: 1, characters: 1, counted: 1 },
        { api: 'anthropic', model: 'm' },
      ],
    },
    receive: {
      kind: 'function',
      good: () => [
        [{ content: samples.png, name: 'a.png', mimeType: 'image/png' }, 'words'],
        {
          id: 'own',
          model: 'gpt-4o',
          baseURL: 'https://example.com/v1',
          api: 'openai-chat',
          capabilities: { input: ['text', 'vision'], output: ['text'] },
        },
        { as: 'attachment', text: 'Look.', api: 'openai-chat', language: 'en', services: serviceRegistry },
      ],
    },
    receiveThrough: {
      kind: 'function',
      good: () => [
        { content: samples.png, name: 'a.png', mimeType: 'image/png' },
        'copilot',
        'gpt-4o',
        { as: 'tool', api: 'openai-chat', services: serviceRegistry },
      ],
    },
    Conversation: {
      kind: 'class',
      isMadeByStatic: true,
      made: spoken,
      good: nothing,
      statics: { read: () => [bodyBytes] },
      methods: {
        check: () => [{ ...receiver }],
        request: () => [{ ...receiver }],
        repair: () => [{ ...receiver }, { kinds: ['describe'], keepLast: 1 }],
        artifacts: nothing,
        files: nothing,
        artifactBytes: () => ['479764ca4325196c', 1],
      },
    },
    conversationSentence: {
      kind: 'function',
      good: () => [{ code: 'call_without_result', severity: 'error', params: { call: 'c' }, source: 's', address: null }],
    },
    suggestChanges: { kind: 'function', good: () => [[result]] },
    VerifyTarget: {
      kind: 'class',
      isMadeByStatic: true,
      good: () => [{ ...service }, { input: ['text'], output: ['text'] }, { environment: () => undefined, variable: undefined }],
      statics: { of: () => [{ ...service }, { input: ['text'], output: ['text'] }, { environment: () => 'key', variable: 'V' }] },
      methods: { isSameAs: () => [target], requestFor: () => [{ a: 1 }], shown: () => ['words'] },
      read: ['providerVariable'],
    },
    verifyService: {
      kind: 'function',
      good: () => [target, { send, signal: { aborted: false }, timeoutMs: 5, onSend: () => undefined, onResult: () => undefined }],
    },
    NodeFileSystem: {
      kind: 'class',
      good: nothing,
      methods: {
        join: () => [root, 'a'],
        resolve: () => [root, 'a'],
        parent: () => [root],
        basename: () => [root],
        contains: () => [root, file('a')],
        resolveInside: () => [root, ['artifacts'], { allowMissing: true, real: root, within: root }],
        stat: () => [root, { noFollow: true }],
        readNames: () => [root, { noFollow: true }],
        streamNames: () => [root, { noFollow: true }],
        readDirectory: () => [root, { noFollow: true }],
        readFile: () => [path.join(root, 'artifacts/2.txt'), { offset: 0, length: 3, noFollow: true }],
        writeFile: () => [file('b'), samples.png, 'replace', { isDurable: false }],
        stage: () => [file('c'), samples.png, { noFollow: true }],
        createDirectory: () => [file('d'), { noFollow: true }],
        deleteFile: () => [file('e'), { noFollow: true }],
      },
    },
    httpSender: {
      kind: 'function',
      good: () => [
        async () => {
          throw new Error('no network');
        },
      ],
    },
    'httpSender()': {
      kind: 'function',
      good: () => [
        { url: 'http://127.0.0.1:9', headers: {}, body: '{}' },
        { timeoutMs: 100, maxBytes: 10, signal: undefined },
      ],
    },
  };
}

/** The functions of a table that can be called by themselves: those of exports, of what exports give, and methods of well-made objects. */
export async function callablesOf(library: Library, table: Readonly<Record<string, Entry>>): Promise<readonly Callable[]> {
  const catalogue = await library.loadCatalogue();
  const holders: Readonly<Record<string, unknown>> = {
    ArtifactIdCodec: library.ArtifactIdCodec,
    catalogue,
    'httpSender()': library.httpSender(async () => {
      throw new Error('no network');
    }),
  };
  return Object.entries(table).flatMap(([name, entry]): Callable[] => {
    const exported = Reflect.get(library, name) as unknown;
    switch (entry.kind) {
      case 'constant':
        return [];
      case 'function': {
        const [holder = '', member] = name.split('.');
        const run = member === undefined ? (exported ?? holders[name]) : Reflect.get(holders[holder] as object, member);
        return [{ name, good: entry.good, call: run as Callable['call'] }];
      }
      case 'class':
        return methodsOf(name, exported as new (...args: readonly unknown[]) => object, entry);
    }
  });
}

function methodsOf(
  name: string,
  type: new (...args: readonly unknown[]) => object,
  { good, methods, statics = {}, isMadeByStatic, made }: Extract<Entry, { kind: 'class' }>,
): Callable[] {
  const staticOf = (method: string) => Reflect.get(type, method) as (...args: readonly unknown[]) => object;
  const make = (...args: readonly unknown[]): object => made ?? (isMadeByStatic ? staticOf('of').call(type, ...args) : new type(...args));
  const callOf = (made: object, method: string, args: readonly unknown[]): unknown =>
    (Reflect.get(made, method) as (...args: readonly unknown[]) => unknown).call(made, ...args);
  return [
    ...(isMadeByStatic ? [] : [{ name: `new ${name}`, good, call: make }]),
    ...Object.entries(statics).map(([method, args]) => ({
      name: `${name}.${method}`,
      good: args,
      call: (...given: readonly unknown[]) => staticOf(method).call(type, ...given),
    })),
    ...Object.entries(methods).map(([method, args]) => ({
      name: `${name}#${method}`,
      good: args,
      call: (...given: readonly unknown[]) => callOf(make(...good()), method, given),
    })),
    // What its constructor takes must do for every method.
    ...(isMadeByStatic ? [] : Object.entries(methods)).map(([method, args]) => ({
      name: `new ${name}(…).${method}`,
      good,
      call: (...given: readonly unknown[]) => callOf(make(...given), method, args()),
    })),
  ];
}
