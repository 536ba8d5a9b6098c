import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ARTIFACT_ORDERS } from '../../src/host/screen/artifact-orders.ts';
import { orderChanges, type OrderEntry, orderEntries } from './order-entries.ts';
import { Compiler, type SourceEdit } from './overlay.ts';
import { readJson, repository, type Manifest } from './sources.ts';

/** A recipe of .github/RECIPES.md, carried out: its first step makes the compiler name the files of the others, and after these it is content. */
interface Recipe {
  /** As it is written there, in bold. */
  readonly name: string;
  readonly first: SourceEdit;
  readonly others: readonly SourceEdit[];
}

const edit = (file: string, before: string, after: string): SourceEdit => ({ file, before, after });
/** A line more, behind one that stands in the file once. */
const behind = (file: string, line: string, added: string): SourceEdit => edit(file, line, `${line}${added}`);

const recipes: readonly Recipe[] = [
  {
    name: 'A check of `llmservices.json`',
    first: behind('src/core/models/problems.ts', "  field_misspelt: 'warning',\n", "  probe: 'warning',\n"),
    others: [
      behind(
        'src/core/models/problems.ts',
        "  not_utf8: { text: 'The file is not UTF-8 text.' },\n",
        "  probe: { text: 'It is a probe.' },\n",
      ),
      behind(
        'test/support/problem-examples.ts',
        "  id_not_string: example('error', service('\"id\": 5'), '5', 'Make it a string'),\n",
        "  probe: { testedIn: 'test/unit/models/validate.test.ts' },\n",
      ),
    ],
  },
  {
    name: 'A rule of routing',
    first: edit('src/core/routing/route-result.ts', "'too_large' | 'content_failed'", "'too_large' | 'probe' | 'content_failed'"),
    others: [
      behind('src/host/preview/artifact-routes.ts', "    case 'too_large':\n", "    case 'probe':\n"),
      behind('src/cli/route-verdict.ts', "    case 'service_unknown':\n", "    case 'probe':\n"),
    ],
  },
  {
    name: 'An API',
    first: behind('src/core/models/wire-api.ts', "  'ollama',\n", "  'probe',\n"),
    others: [
      behind('src/core/models/wire-api.ts', "  ollama: 'Ollama chat',\n", "  probe: 'Probe',\n"),
      behind('src/core/wire/to-wire.ts', "    case 'ollama':\n", "    case 'probe':\n"),
      behind('src/core/wire/api-limits.ts', "  'openai-responses': openai,\n", '  probe: {},\n'),
      behind('src/core/wire/rule-sentence.ts', "https://docs.ollama.com/api/chat (2026-11)',\n", "  probe: 'none',\n"),
    ],
  },
  {
    name: 'A limit of an API',
    first: behind('src/core/wire/limit-finding.ts', "  | 'empty'\n", "  | 'probe'\n"),
    others: [
      behind(
        'src/core/wire/rule-sentence.ts',
        "  empty: { text: 'It is empty.', args: [] },\n",
        "  probe: { text: 'A probe.', args: [] },\n",
      ),
    ],
  },
  {
    name: 'A configuration of another program',
    first: edit(
      'src/core/models/exchange/exchange.ts',
      "['vscode', 'litellm', 'openrouter',",
      "['vscode', 'probe', 'litellm', 'openrouter',",
    ),
    others: [
      behind(
        'src/core/models/exchange/exchange.ts',
        "  openrouter: { name: 'OpenRouter', file: 'models.json' },\n",
        "  probe: { name: 'Probe', file: 'probe.json' },\n",
      ),
      behind(
        'src/core/models/exchange/exchange-services.ts',
        'const READERS: Readonly<Record<ImportFormat, (value: unknown, report: Report) => ServiceDraft[]>> = {\n',
        '  probe: () => [],\n',
      ),
      behind('src/core/wire/providers.ts', "  vscode: { ...SHARED, gemini: 'Google', ollama: 'Ollama' },\n", '  probe: SHARED,\n'),
    ],
  },
  {
    name: 'A format',
    first: behind('src/core/conversation/conversation.ts', "  | 'cline'\n", "  | 'probe'\n"),
    others: [
      edit(
        'src/core/conversation/formats.ts',
        "  'otel-genai': {\n",
        `  probe: {
    notation: 'chat',
    api: 'openai-chat',
    judgedFor: [],
    exactFor: [],
    isBody: false,
    roots: 'conversations',
    isAppended: false,
    isReplayed: true,
    others: 'sent',
    hasSplitAnswers: false,
    keepsIds: true,
    asWritten: 'nothing',
  },
  'otel-genai': {
`,
      ),
      behind('src/core/conversation/program-mends.ts', '  runtime: null,\n', '  probe: null,\n'),
      behind('src/core/conversation/index-conversation.ts', "      case 'runtime':\n", "      case 'probe':\n"),
      behind('src/cli/conversation-report.ts', "  codex: 'Codex',\n", "  probe: 'Probe',\n"),
      behind('src/host/conversation/conversation-lines.ts', "    case 'codex':\n", "    case 'probe':\n"),
      behind('test/support/conversations.ts', '  codex,\n', "  probe: () => '',\n"),
    ],
  },
  {
    name: 'A program whose sessions are found',
    first: edit('src/core/conversation/sessions.ts', "'cline', 'roo-code'", "'cline', 'probe', 'roo-code'"),
    others: [
      behind('src/core/conversation/sessions.ts', "  codex: 'Codex',\n", "  probe: 'Probe',\n"),
      edit(
        'src/core/conversation/sessions.ts',
        "  if (program === 'vscode-chat') {\n",
        "  if (program === 'probe') return [];\n  if (program === 'vscode-chat') {\n",
      ),
      behind('src/host/conversation/session-items.ts', "  codex: 'terminal',\n", "  probe: 'robot',\n"),
    ],
  },
  {
    name: 'An order of the Artifacts view',
    first: edit('src/host/screen/artifact-orders.ts', "['newest', 'name',", "['newest', 'oldest', 'name',"),
    others: [
      behind(
        'src/host/artifacts/sorted-artifacts.ts',
        '  name: ({ name, id }) => safeName(name) || id,\n',
        "  oldest: ({ createdAt = '' }) => createdAt,\n",
      ),
      behind('src/host/artifacts/node-item.ts', "    case 'newest':\n", "    case 'oldest':\n"),
    ],
  },
];

const page = readFileSync(path.join(repository, '.github/RECIPES.md'), 'utf8');
const filesOf = (edits: readonly SourceEdit[]): string[] => [...new Set(edits.map(({ file }) => file))].sort();

describe('The recipes', () => {
  const [all, firsts] = [recipes.flatMap(({ first, others }) => [first, ...others]), recipes.map(({ first }) => first)];
  let asked: readonly string[];
  let left: readonly string[];

  before(function () {
    this.timeout(300_000);
    // One look for all of them: the compiler begins anew with every change.
    const compiler = new Compiler(filesOf(all));
    asked = compiler.refuses(firsts);
    left = compiler.refuses(all);
  });

  for (const { name, first, others } of recipes) {
    it(`${name}: names every file that it changes; after its first step the compiler asks for the others, and then is content`, () => {
      const [text = ''] = page.slice(page.indexOf(`**${name}**`)).split('\n\n');
      const changed = filesOf([first, ...others]);
      assert.deepEqual(
        changed.filter((file) => !text.includes(path.basename(file))),
        [],
        'not named',
      );
      assert.deepEqual(
        filesOf(others).filter((file) => !asked.includes(file)),
        [],
        'not asked for',
      );
      assert.deepEqual(
        changed.filter((file) => left.includes(file)),
        [],
        'not content',
      );
    });
  }

  it('of an order: what the manifest asks for is all that is missing', () => {
    const { contributes } = readJson<Manifest>('package.json');
    const [english, chinese] = ['package.nls.json', 'package.nls.zh-cn.json'].map((file) => readJson<Record<string, string>>(file));
    const orders = [...ARTIFACT_ORDERS, 'oldest'];
    const added = orderEntries('oldest', ARTIFACT_ORDERS.length);
    const at = (wanted: OrderEntry['place']) => added.flatMap(({ place, entry }) => (place === wanted ? [entry] : []));
    const titles = (place: OrderEntry['place']) => Object.fromEntries(at(place).map((key) => [String(key), 'Oldest']));
    assert.equal(orderChanges(orders, { ...contributes, english: { ...english }, chinese: { ...chinese } }).length, added.length);
    const done = {
      commands: [...contributes.commands, ...at('commands').map(Object)],
      menus: {
        commandPalette: [...(contributes.menus['commandPalette'] ?? []), ...at('menus.commandPalette').map(Object)],
        'agentArtifacts.sortBy': [...(contributes.menus['agentArtifacts.sortBy'] ?? []), ...at('menus.agentArtifacts.sortBy').map(Object)],
      },
      english: { ...english, ...titles('package.nls.json') },
      chinese: { ...chinese, ...titles('package.nls.zh-cn.json') },
    };
    assert.deepEqual(orderChanges(orders, done), []);
  });
});
