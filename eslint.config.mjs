import { importX } from 'eslint-plugin-import-x';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';
import { cognitiveComplexity } from './test/tooling/cognitive-complexity.mjs';
import { ownKeys } from './test/tooling/own-keys.mjs';

/** Which folder may import from which: arrows point down only. Everything not listed is refused. */
const coreRooms = {
  io: [],
  json: ['io'],
  refs: ['io'],
  content: ['io'],
  models: ['io', 'json'],
  agents: ['io', 'json', 'models'],
  store: ['io', 'json', 'refs', 'content', 'models'],
  routing: ['io', 'refs', 'content', 'models', 'agents', 'store'],
  wire: ['io', 'refs', 'content', 'models', 'store', 'routing'],
  programs: ['models'],
  receive: ['io', 'refs', 'content', 'models', 'store', 'routing', 'wire', 'programs'],
  verify: ['io', 'models', 'routing', 'wire'],
  transcript: ['io', 'refs', 'content'],
  conversation: ['io', 'json', 'refs', 'content', 'models', 'routing', 'wire', 'transcript'],
  tools: ['io', 'refs', 'content', 'models', 'agents', 'store', 'routing', 'wire', 'programs', 'receive', 'transcript', 'conversation'],
};
/** The same for the features of the extension host; `extension.ts` puts them together. */
const hostRooms = {
  roots: [],
  screen: ['roots'],
  files: ['roots', 'screen'],
  gallery: ['screen'],
  'add-root': ['roots', 'screen', 'files'],
  services: ['roots', 'screen'],
  verify: ['roots', 'screen', 'services'],
  transcript: ['roots', 'screen', 'services'],
  preview: ['roots', 'screen', 'files', 'services'],
  artifacts: ['roots', 'screen', 'files', 'gallery', 'preview'],
  references: ['roots', 'screen', 'files', 'services', 'preview', 'artifacts'],
  agents: ['roots', 'screen', 'services', 'preview', 'artifacts'],
  conversation: ['roots', 'screen', 'files', 'services', 'gallery', 'preview', 'agents'],
  tools: ['roots', 'screen', 'preview', 'artifacts'],
};
const layers = {
  core: [],
  platform: ['core'],
  shared: ['core'],
  sample: ['core'],
  host: ['core', 'platform', 'shared', 'sample'],
  cli: ['core', 'platform', 'sample', 'mcp'],
  mcp: ['core', 'platform', 'shared'],
};

/** @param {string} layer @param {Record<string, string[]>} rooms */
function roomsOf(layer, rooms) {
  return Object.entries(rooms).map(([room, allowed]) => ({
    target: `./${layer}/${room}`,
    from: `./${layer}`,
    except: [room, ...allowed].map((name) => `./${name}`),
    message: `${layer}/${room} may import only from: ${[room, ...allowed].join(', ')}.`,
  }));
}

const zones = [
  ...Object.entries(layers).map(([layer, allowed]) => ({
    target: `./src/${layer}`,
    from: './src',
    except: [layer, ...allowed].map((name) => `./${name}`),
    message: `src/${layer} may import only from: ${[layer, ...allowed].join(', ')}.`,
  })),
  ...roomsOf('src/core', coreRooms),
  ...roomsOf('src/host', hostRooms),
  { target: './src', from: './webview', message: 'The webview is reached by messages only.' },
  { target: './webview', from: './src', except: ['./shared'], message: 'The webview may import only from src/shared.' },
  { target: ['./src', './webview'], from: './test', message: 'Nothing that ships imports from test.' },
];

const noHost = [
  { group: ['vscode'], message: 'Only src/host may import vscode.' },
  { group: ['node:*'], message: 'Node is not there in every host.' },
];

/** One place decides what a model receives; whoever shows it computes nothing of it. */
const judgedElsewhere = {
  group: [
    '**/core/wire/to-wire.ts',
    '**/core/wire/limits.ts',
    '**/core/wire/tokens/*.ts',
    // what exports them again
    '**/core/index.ts',
    '**/platform/core-entry.ts',
    '**/platform/library/functions.ts',
  ],
  importNames: [
    'toWire',
    'writeRequest',
    'checkLimits',
    'checkRequest',
    'countTextTokensIn',
    'estimateMediaTokens',
    'estimatePastedTokens',
    'requestTokens',
    'textTokens',
  ],
  message: 'Requests are composed and judged by src/core/receive, sessions by src/core/conversation.',
};

const weakTables = ['WeakMap', 'WeakRef', 'WeakSet', 'FinalizationRegistry'].map((name) => ({
  name,
  message: 'What one step knows it passes on in a typed value; there are no side tables.',
}));
const timers = ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ({
  name,
  message: 'The core is plain functions: what may take long runs in a worker, and its caller sets the deadline.',
}));
const syncGenerators = {
  selector: ':matches(FunctionDeclaration, FunctionExpression)[generator=true][async=false]',
  message: 'The core has no generators: a function returns its result, and unbounded input is read with for await.',
};

/** What VS Code shows of a text may become a link that runs a command, or an icon: one folder shows it, and takes that out. */
const SHOWN = /^(show(Information|Warning|Error)Message|withProgress|setStatusBarMessage|showQuickPick|showInputBox|registerCommand)$/;
const shownElsewhere = {
  selector: `:matches(Identifier[name=${SHOWN}], Literal[value=${SHOWN}])`,
  message: 'Notifications, progress, quick picks and commands go through src/host/screen: it makes harmless what is put into them.',
};

/** One function changes documents; the ids of our commands are typed by one map. */
const effectsElsewhere = [
  {
    selector: "MemberExpression[object.property.name='workspace'][property.name='applyEdit']",
    message: 'Documents are changed by src/host/screen/apply-edit.ts.',
  },
  {
    selector:
      ":matches(CallExpression[callee.property.name='executeCommand'] > Literal:first-child, Property[key.name='command'] > Literal)[value=/^agentArtifacts[.]/]",
    message: 'Run and name our commands with runCommand and commandItem of src/host/screen/commands.ts.',
  },
];

/** What a program has of its process comes in by one door, so that a test can hand it something else. */
const ofTheProcess = ['argv', 'cwd', 'env', 'stdin', 'stdout', 'stderr'].map((property) => ({
  object: 'process',
  property,
  message: 'Only main.ts takes it from the process; everything behind is handed it (src/platform/surroundings.ts).',
}));

export default tseslint.config(
  tseslint.configs.base,
  { ignores: ['dist', 'out', 'node_modules', '.vscode-test', '.sample', 'test/fixtures'] },
  {
    files: ['**/*.ts', '**/*.mjs'],
    plugins: { 'import-x': importX, house: { rules: { 'own-keys': ownKeys, 'cognitive-complexity': cognitiveComplexity } } },
    rules: {
      'import-x/no-restricted-paths': ['error', { zones }],
      'import-x/no-cycle': ['error', { maxDepth: Infinity, ignoreExternal: true }],
      'house/cognitive-complexity': ['error', 15],
    },
  },
  {
    files: ['src/**/*.ts', 'webview/**/*.ts'],
    languageOptions: { parserOptions: { project: 'test/tooling/tsconfig.lint.json' } },
    plugins: { regexp },
    rules: {
      'house/own-keys': 'error',
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': 'error',
      'no-restricted-globals': ['error', ...weakTables],
    },
  },
  {
    files: ['src/core/**'],
    rules: {
      'no-restricted-globals': ['error', ...weakTables, ...timers],
      'no-restricted-syntax': ['error', syncGenerators],
    },
  },
  {
    files: ['src/core/**', 'src/shared/**', 'src/sample/**', 'webview/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: noHost }] },
  },
  {
    files: ['src/platform/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noHost[0]] }] },
  },
  {
    files: ['src/cli/**', 'src/mcp/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noHost[0], judgedElsewhere] }] },
  },
  {
    files: ['src/cli/**', 'src/mcp/**'],
    ignores: ['src/*/main.ts'],
    rules: { 'no-restricted-properties': ['error', ...ofTheProcess] },
  },
  {
    files: ['src/host/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noHost[1], judgedElsewhere] }] },
  },
  {
    files: ['src/host/**'],
    ignores: ['src/host/screen/**'],
    rules: { 'no-restricted-syntax': ['error', shownElsewhere, ...effectsElsewhere] },
  },
  {
    files: ['src/host/screen/**'],
    ignores: ['src/host/screen/apply-edit.ts'],
    rules: { 'no-restricted-syntax': ['error', ...effectsElsewhere] },
  },
  {
    files: ['test/**', '*.mjs'],
    rules: { 'no-console': 'off', '@typescript-eslint/no-unused-expressions': 'off' },
  },
);
