import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ESLint, Linter } from 'eslint';
import { cognitiveComplexity } from '../tooling/cognitive-complexity.mjs';
import { circles, namesTwice, parseModules, places, readTexts, type Module } from './modules.ts';
import { repository } from './sources.ts';

const texts = readTexts('src', 'webview');

/** Modules of a house that is not there, from file names and their texts. */
const probe = (sources: Record<string, string>): Module[] => parseModules(new Map(Object.entries(sources)));

describe('The laws of the house: the linter', () => {
  const rules = [
    'no-restricted-syntax',
    'no-restricted-globals',
    'regexp/no-super-linear-backtracking',
    'regexp/no-super-linear-move',
    'no-restricted-imports',
  ];
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: repository,
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) => rules.includes(ruleId),
    });
  });

  async function refusals(file: string, line: string): Promise<number> {
    const [result] = await eslint.lintText(`${line}\n`, { filePath: path.join(repository, file) });
    const messages = result?.messages ?? [];
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal),
      [],
    );
    return messages.length;
  }

  const cases: { law: string; refused: [string, string][]; allowed: [string, string][] }[] = [
    {
      law: 'refuses generators in the core, other than streams',
      refused: [
        ['src/core/io/probe.ts', 'export function* steps() { yield 1; }'],
        ['src/core/wire/probe.ts', 'export const steps = { *[Symbol.iterator]() { yield 1; } };'],
      ],
      allowed: [['src/core/io/probe.ts', 'export async function* parts() { yield 1; }']],
    },
    {
      law: '[28] refuses where something is shown what composes or judges a request',
      refused: [
        ['src/host/preview/probe.ts', "import { checkLimits } from '../../core/wire/limits.ts';\nexport const check = checkLimits;"],
        ['src/host/tools/probe.ts', "import { writeRequest } from '../../core/wire/to-wire.ts';\nexport const write = writeRequest;"],
        ['src/cli/probe.ts', "import { textTokens } from '../core/wire/tokens/text-tokens.ts';\nexport const count = textTokens;"],
        ['src/cli/probe.ts', "import { checkRequest } from '../core/index.ts';\nexport const check = checkRequest;"],
        ['src/host/preview/probe.ts', "import { toWire } from '../../platform/core-entry.ts';\nexport const write = toWire;"],
        ['src/mcp/probe.ts', "import { estimateMediaTokens as of } from '../core/wire/tokens/media-tokens.ts';\nexport const count = of;"],
      ],
      allowed: [
        ['src/core/receive/probe.ts', "import { checkLimits } from '../wire/limits.ts';\nexport const check = checkLimits;"],
        [
          'src/host/preview/probe.ts',
          "import type { TextCount } from '../../core/wire/tokens/text-tokens.ts';\nexport const counts: TextCount[] = [];",
        ],
      ],
    },
    {
      law: 'refuses timers in the core',
      refused: ['setTimeout', 'setInterval', 'setImmediate'].map((name) => ['src/core/store/probe.ts', `${name}(() => {}, 1);`]),
      allowed: [['src/host/probe.ts', 'setTimeout(() => {}, 1);']],
    },
    {
      law: 'refuses tables beside the data',
      refused: ['src/core/routing', 'src/core/wire', 'src/core/verify', 'src/mcp', 'src/host/preview', 'webview/preview'].flatMap(
        (folder): [string, string][] =>
          ['WeakMap', 'WeakSet', 'WeakRef'].map((name) => [`${folder}/probe.ts`, `export const facts = new ${name}();`]),
      ),
      allowed: [['src/core/wire/probe.ts', 'export const facts = new Map();']],
    },
    {
      law: 'refuses regular expressions that backtrack in what ships',
      refused: [
        ['src/core/io/probe.ts', "export const trimmed = text.replace(/\\s+$/, '');"],
        ['src/host/probe.ts', "export const folder = path.replace(/\\/+$/, '');"],
        ['webview/probe.ts', 'export const isList = /^(?:a+,?)+$/.test(text);'],
        ['src/cli/probe.ts', 'export const [, scheme] = /^(\\w*).*:$/.exec(text) ?? [];'],
      ],
      allowed: [
        ['src/core/io/probe.ts', "export const trimmed = text.replace(/(?<!\\s)\\s+$/, '');"],
        ['src/core/io/probe.ts', 'export const isList = /^a+(?:,a+)*$/.test(text);'],
      ],
    },
    {
      law: 'refuses effects outside the one place for each',
      refused: [
        ['src/host/probe.ts', "vscode.window.showErrorMessage('no');"],
        ['src/host/probe.ts', 'vscode.workspace.applyEdit(edit);'],
        ['src/host/screen/probe.ts', 'vscode.workspace.applyEdit(edit);'],
        ['src/host/probe.ts', "vscode.commands.registerCommand('agentArtifacts.openMatrix', run);"],
        ['src/host/probe.ts', "vscode.commands.executeCommand('agentArtifacts.openMatrix');"],
        ['src/host/screen/probe.ts', "export const item = { title: 'Open', command: 'agentArtifacts.openMatrix' };"],
      ],
      allowed: [
        ['src/host/probe.ts', "vscode.commands.executeCommand('vscode.open', uri);"],
        ['src/host/probe.ts', "notify('error', 'no'); applyEdit(edit); runCommand('agentArtifacts.openMatrix');"],
      ],
    },
  ];

  for (const { law, refused, allowed } of cases) {
    it(law, async () => {
      for (const [file, line] of refused) assert.notEqual(await refusals(file, line), 0, `${file} may say: ${line}`);
      for (const [file, line] of allowed) assert.equal(await refusals(file, line), 0, `${file} may not say: ${line}`);
    });
  }
});

describe('The laws of the house: complexity', () => {
  const linter = new Linter();
  const rules: { 'house/cognitive-complexity': ['error', number] } = { 'house/cognitive-complexity': ['error', 0] };

  /** The figure of the only function in a text; 0 when it is not above 0. */
  function complexity(text: string): number {
    const messages = linter.verify(text, { plugins: { house: { rules: { 'cognitive-complexity': cognitiveComplexity } } }, rules });
    assert.ok(messages.length <= 1, JSON.stringify(messages));
    return Number(/is (\d+)/.exec(messages[0]?.message ?? '')?.[1] ?? 0);
  }

  const counted: Readonly<Record<string, number>> = {
    'call(); return a;': 0,
    'if (a) b();': 1,
    'if (a) b(); else c();': 2,
    'if (a) b(); else if (c) d(); else e();': 3,
    'if (a) { if (b) c(); else d(); }': 4,
    'if (a) b(); else { if (c) d(); }': 4,
    'if (a) b(); else if (c) { if (d) e(); }': 4,
    'return a ? b : c;': 1,
    'return a ? b : c ? d : e;': 3,
    'if (a ? b : c) d();': 2,
    'for (const a of b) c();': 1,
    'for (const a in b) if (a) c();': 3,
    'for (let a = 0; a < 1; a++) while (b) do c(); while (d);': 6,
    'switch (a) { case 1: b(); break; case 2: if (c) d(); }': 3,
    'try { a(); } catch { if (b) c(); } finally { d(); }': 3,
    'out: for (;;) for (;;) { if (a) break out; if (b) continue out; if (c) break; }': 14,
    'return a && b && c;': 1,
    'return a || b || c;': 0,
    'return (a && b) || (c && d);': 2,
    'return a && !(b && c);': 2,
    'return a && (b ? c : d);': 2,
    'return a ?? b ?? c;': 0,
  };

  for (const [body, figure] of Object.entries(counted)) {
    it(`counts ${figure}: ${body}`, () => assert.equal(complexity(`function probe() { ${body} }`), figure));
  }

  it('judges a function inside another by itself', () => {
    assert.equal(complexity('function probe() { call(() => { if (a) { if (b) c(); } }); }'), 3);
    assert.equal(complexity('function probe() { if (a) call(() => b); }'), 1);
  });

  it('refuses more than 15 everywhere', async () => {
    const eslint = new ESLint({
      cwd: repository,
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) => ruleId === 'house/cognitive-complexity',
    });
    const ifs = (count: number): string => `export function probe() {${' if (a) b();'.repeat(count)} }\n`;
    for (const file of [
      'src/core/io/probe.ts',
      'src/host/probe.ts',
      'webview/probe.ts',
      'test/unit/probe.ts',
      'test/probe.mjs',
      'probe.mjs',
    ]) {
      for (const [count, refused] of [
        [15, 0],
        [16, 1],
      ] as const) {
        const [result] = await eslint.lintText(ifs(count), { filePath: path.join(repository, file) });
        const codes = result?.messages.map(({ ruleId }) => ruleId);
        assert.deepEqual(
          codes,
          Array.from({ length: refused }, () => 'house/cognitive-complexity'),
          `${file}: ${count}`,
        );
      }
    }
  });
});

describe('The laws of the house: own keys', () => {
  const probe = 'src/core/content/own-keys-probe.ts';
  let eslint: ESLint;

  before(() => {
    const parserOptions = { project: null, projectService: { allowDefaultProject: [probe] } };
    eslint = new ESLint({
      cwd: repository,
      overrideConfig: { files: [probe], languageOptions: { parserOptions } },
      ruleFilter: ({ ruleId }) => ruleId === 'house/own-keys',
    });
  });

  async function refusals(text: string): Promise<number> {
    const [result] = await eslint.lintText(text, { filePath: path.join(repository, probe) });
    const messages = result?.messages ?? [];
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal),
      [],
    );
    return messages.length;
  }

  const tables = `
    import { INPUT_AUDIO_FORMATS } from '../wire/accepted-types.ts';
    import { own } from '../io/own.ts';
    const WORDS: Readonly<Record<string, string>> = { a: 'A', b: 'B' };
    const SIDES = { input: { vision: 'v' }, output: {} as Record<string, string> } as const;
    const LETTERS = { a: 'A', b: 'B' } as const satisfies Record<'a' | 'b', string>;
    const MAP = new Map([['a', 'A']]);
    const LISTS = { a: ['A'] };
  `;

  it('[L-7] refuses a table that any text indexes', async () => {
    for (const line of [
      'export const found = (name: string) => WORDS[name];',
      'export const found = (name?: string) => WORDS[name ?? 0];',
      'export const found = (name: string) => WORDS[`x-${name}` as string];',
      'export const found = (name: string) => (Object.hasOwn(WORDS, name) ? WORDS[name] : undefined);',
      'export const found = (name: string) => SIDES.output[name];',
      'export const found = (name: any) => LETTERS[name as never] ?? WORDS[name];',
      'export const found = (name: string) => name in WORDS;',
      'export const found = (name: string) => INPUT_AUDIO_FORMATS[name];',
    ]) {
      assert.equal(await refusals(tables + line), 1, `the core may say: ${line}`);
    }
  }).timeout(120_000);

  it('[L-7] allows names of a known type, own entries, maps and lists', async () => {
    for (const line of [
      "export const found = (name: 'a' | 'b') => LETTERS[name];",
      "export const found = (name: 'a' | 'b') => WORDS[name];",
      'export const found = (name: string) => own(WORDS, name) ?? own(SIDES.output, name) ?? MAP.get(name);',
      'export const found = (at: number) => LISTS.a[at];',
      'export const found = (name: string) => Object.hasOwn(WORDS, name);',
    ]) {
      assert.equal(await refusals(tables + line), 0, `the core may not say: ${line}`);
    }
  }).timeout(120_000);
});

describe('The laws of the house: one place for each effect', () => {
  const effects = {
    showInformationMessage: 'src/host/screen/notify.ts',
    showWarningMessage: 'src/host/screen/notify.ts',
    showErrorMessage: 'src/host/screen/notify.ts',
    registerCommand: 'src/host/screen/commands.ts',
  };

  for (const [name, file] of Object.entries(effects)) {
    it(`${name} stands once, in ${file}`, () => {
      assert.deepEqual(places(texts, name), [file], `Show and register through ${file}: nothing else calls ${name}.`);
    });
  }

  it('workspace.applyEdit stands once, in src/host/screen/apply-edit.ts', () => {
    const calling = [...texts].flatMap(([file, text]) => [...text.matchAll(/\bworkspace\s*\??\.\s*applyEdit\b/g)].map(() => file));
    assert.deepEqual(calling, ['src/host/screen/apply-edit.ts'], 'Change documents with applyEdit of src/host/screen/apply-edit.ts.');
  });

  it('counts every place, and neither comments nor texts', () => {
    const sources = new Map([
      ['a.ts', "const { showErrorMessage } = vscode.window; // showErrorMessage\nsay('showErrorMessage');"],
      ['b.ts', "vscode.window.showErrorMessage('no'); window.showErrorMessage('no');"],
    ]);
    assert.deepEqual(places(sources, 'showErrorMessage'), ['a.ts', 'b.ts', 'b.ts']);
  });
});

describe('The laws of the house: exports', () => {
  interface Unused {
    readonly file: string;
    readonly exports: readonly { readonly name: string }[];
    readonly types: readonly { readonly name: string }[];
    readonly files: readonly { readonly name: string }[];
  }

  /** What nobody imports below a folder, tests included, and files that nobody does. */
  async function unused(folder: string): Promise<string[]> {
    // What it read of a file that has not changed since is kept, as the types are.
    const kept = ['--cache', '--cache-location', path.join(folder, 'out', 'knip')];
    const knip = path.join(repository, 'node_modules/knip/bin/knip.js');
    const options = ['--directory', folder, '--config', path.join(repository, 'knip.json'), '--no-exit-code', '--no-progress', ...kept];
    const { stdout } = await promisify(execFile)(process.execPath, [knip, ...options, '--reporter', 'json'], { cwd: folder });
    const { issues } = JSON.parse(stdout) as { readonly issues: readonly Unused[] };
    return issues.flatMap(({ file, exports, types, files }) => [
      ...[...exports, ...types].map(({ name }) => `${file}: ${name}`),
      ...files.map(() => file),
    ]);
  }

  it('are imported by somebody', async () => {
    assert.deepEqual(await unused(repository), [], 'Nobody imports it: keep it to its file, or remove it.');
  }).timeout(120_000);

  it('one that nobody imports is found, and a file', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'exports-'));
    try {
      const sources = {
        'package.json': '{ "type": "module" }',
        'webview/page/main.ts': "import { a } from '../a.ts';\nimport type { B } from '../a.ts';\nexport const shown: B = a;",
        'webview/a.ts': 'export const a = 1;\nexport type B = number;\nexport const dead = a;\nexport type Dead = B;',
        'src/b.ts': 'export const b = 1;',
      };
      for (const [file, text] of Object.entries(sources)) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), text);
      }
      assert.deepEqual((await unused(folder)).sort(), ['src/b.ts', 'webview/a.ts: Dead', 'webview/a.ts: dead']);
    } finally {
      await rm(folder, { recursive: true });
    }
  }).timeout(120_000);
});

describe('The laws of the house: names', () => {
  /** What may bear the name of something else: it is the same for somebody else. */
  const kinds: Readonly<Record<string, (file: string) => string | undefined>> = {
    'twins: one for Node, one for the web': (file) => file.replace(/\.(?:node|web)\.ts$/, '.ts'),
    'wrappers of the library: they check arguments': (file) => (file.startsWith('src/platform/library/') ? undefined : file),
    'wrappers of the pages: they write figures in the language of the screen': (file) => (file === 'webview/text.ts' ? undefined : file),
  };

  function wronglyTwice(sources: ReadonlyMap<string, string>): string[] {
    return [...namesTwice(sources)].flatMap(([name, files]) => {
      const things = Object.values(kinds).reduce<(string | undefined)[]>((left, kindOf) => left.map((file) => file && kindOf(file)), files);
      const different = new Set(things.filter((file) => file !== undefined));
      return different.size > 1 ? [`${name}: ${files.join(', ')}`] : [];
    });
  }

  it('stand for one thing', () => {
    assert.deepEqual(wronglyTwice(texts), [], 'Two files export the same name: say of one of them what makes it another thing.');
  });

  it('one that stands for two is found; twins, wrappers and what is handed on are none', () => {
    const sources = new Map([
      ['src/core/a.ts', 'export interface Found {}\nexport const { one, two: [many] } = table;\nexport function format() {}'],
      ['src/host/b.ts', "export type Found = string;\nexport class many {}\nexport { format } from '../core/a.ts';\nconst one = 1;"],
      ['src/platform/library/functions.ts', 'export const format = checked(of);'],
      ['src/platform/c.node.ts', 'export const home = 1;'],
      ['src/platform/c.web.ts', 'export const home = 2;'],
    ]);
    assert.deepEqual(wronglyTwice(sources), ['Found: src/core/a.ts, src/host/b.ts', 'many: src/core/a.ts, src/host/b.ts']);
  });
});

describe('The laws of the house: files', () => {
  const modules = parseModules(texts);

  it('do not import each other in circles, neither for types nor on demand', () => {
    const found = circles(modules).map((circle) => circle.join(' ⇄ '));
    assert.deepEqual(found, [], 'These files import each other: move what they share into a file that both import.');
  });

  it('a circle is found, through types, through other files and through what is loaded on demand', () => {
    const ring = {
      'src/a.ts': "import type { B } from './b.ts';",
      'src/b.ts': "export { c } from './deep/c.ts';",
      'src/deep/c.ts': "import { a } from '../a.ts';",
      'src/d.ts': "import { a } from './a.ts'; void import('./e.ts');",
      'src/e.ts': "import { d } from './d.ts';",
    };
    assert.deepEqual(circles(probe(ring)), [
      ['src/a.ts', 'src/b.ts', 'src/deep/c.ts'],
      ['src/d.ts', 'src/e.ts'],
    ]);
  });
});
