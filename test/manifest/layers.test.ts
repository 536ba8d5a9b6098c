import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { ESLint } from 'eslint';
import { repository } from './sources.ts';

/** Import lines that must be refused in a file of a layer, and ones that must pass. Targets are files that exist. */
const cases: { file: string; refused: string[]; allowed: string[] }[] = [
  {
    file: 'src/core/io/probe.ts',
    refused: ['vscode', 'node:fs', '../refs/reference.ts', '../../shared/preview-protocol.ts', '../../platform/node-file-system.ts'],
    allowed: ['./errors.ts', 'zod'],
  },
  { file: 'src/core/refs/probe.ts', refused: ['../models/schema.ts', 'node:path'], allowed: ['../io/errors.ts'] },
  { file: 'src/core/models/probe.ts', refused: ['../refs/reference.ts'], allowed: ['../io/file-system.ts'] },
  {
    file: 'src/core/transcript/probe.ts',
    refused: ['vscode', 'node:fs', '../models/schema.ts', '../store/artifact.ts'],
    allowed: ['../io/errors.ts', '../content/signature.ts'],
  },
  {
    file: 'src/core/verify/probe-of-layers.ts',
    refused: ['vscode', 'node:fs', '../store/artifact.ts', '../../platform/http-sender.ts'],
    allowed: ['../io/errors.ts', '../wire/to-wire.ts'],
  },
  {
    file: 'src/platform/probe.ts',
    refused: ['vscode', '../shared/preview-protocol.ts', '../host/extension.ts'],
    allowed: ['node:fs', '../core/io/errors.ts'],
  },
  {
    file: 'src/shared/probe.ts',
    refused: ['vscode', 'node:fs', '../host/extension.ts', '../platform/node-file-system.ts'],
    allowed: ['../core/io/errors.ts'],
  },
  { file: 'src/sample/probe.ts', refused: ['vscode', 'node:fs', '../platform/node-file-system.ts'], allowed: ['../core/io/errors.ts'] },
  {
    file: 'src/host/probe.ts',
    refused: ['node:fs', '../../webview/text.ts', '../../test/tooling/product.mjs', '../cli/run.ts'],
    allowed: ['vscode', '../shared/preview-protocol.ts'],
  },
  {
    file: 'src/host/roots/probe.ts',
    refused: ['../screen/notify.ts', '../services/preview-service.ts', '../extension.ts'],
    allowed: ['./open-root.ts', '../../platform/debounced.ts'],
  },
  {
    file: 'src/host/screen/probe.ts',
    refused: ['../agents/agent-nodes.ts', '../services/services-state.ts', '../preview/preview-panel.ts'],
    allowed: ['../roots/open-root.ts'],
  },
  {
    file: 'src/host/services/matrix/probe.ts',
    refused: ['../../preview/preview-panel.ts', '../../verify/verify-state.ts'],
    allowed: ['../services-state.ts', '../../screen/notify.ts'],
  },
  {
    file: 'src/host/preview/probe.ts',
    refused: ['../artifacts/nodes.ts', '../references/open-reference.ts', '../conversation/conversations.ts'],
    allowed: ['../services/services-state.ts', '../files/artifact-uri.ts'],
  },
  {
    file: 'src/host/artifacts/probe.ts',
    refused: ['../references/open-reference.ts', '../agents/agent-nodes.ts', '../tools/api.ts'],
    allowed: ['../preview/preview-target.ts'],
  },
  {
    file: 'src/cli/probe.ts',
    refused: ['vscode', '../host/extension.ts'],
    allowed: ['node:fs', '../platform/node-file-system.ts', '../mcp/run.ts'],
  },
  {
    file: 'src/mcp/probe.ts',
    refused: ['vscode', '../host/extension.ts', '../cli/run.ts'],
    allowed: ['node:fs', '../platform/node-file-system.ts'],
  },
  {
    file: 'webview/preview/probe.ts',
    refused: ['vscode', 'node:fs', '../../src/core/io/errors.ts', '../../src/host/extension.ts', '../../test/webview/support.ts'],
    allowed: ['lit', '../../src/shared/preview-protocol.ts'],
  },
];

/** What is read here of the linter's configuration. */
interface Rules {
  readonly 'import-x/no-restricted-paths': [
    unknown,
    { readonly zones: readonly { readonly target: string; readonly from: string; readonly except?: string[] }[] },
  ];
}

const rules = ['import-x/no-restricted-paths', 'no-restricted-imports'];

describe('The lint rule for imports', () => {
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: repository,
      // The files are not on disk, so the rules that ask the type checker cannot run on them.
      overrideConfig: { languageOptions: { parserOptions: { project: null } } },
      ruleFilter: ({ ruleId }) => rules.includes(ruleId),
    });
  });

  /** Whether a file of this name with this import is refused, and refused for the import. */
  async function refuses(
    file: string,
    target: string,
    text = `import * as probe from '${target}';\nexport { probe };\n`,
  ): Promise<boolean> {
    const [result] = await eslint.lintText(text, { filePath: path.join(repository, file) });
    const messages = result?.messages ?? [];
    assert.deepEqual(
      messages.filter(({ fatal }) => fatal),
      [],
    );
    return messages.some(({ ruleId }) => ruleId !== null && rules.includes(ruleId));
  }

  for (const { file, refused, allowed } of cases) {
    it(`refuses in ${path.dirname(file)} what must not be imported there, and nothing else`, async () => {
      for (const target of refused) assert.ok(await refuses(file, target), `${file} may import ${target}`);
      for (const target of allowed) assert.ok(!(await refuses(file, target)), `${file} may not import ${target}`);
    });
  }

  it('refuses types too, and what is loaded on demand or passed on', async () => {
    const upward = '../services/preview-service.ts';
    for (const text of [
      `import type { PreviewService } from '${upward}';\nexport type Probe = PreviewService;\n`,
      `export const load = () => import('${upward}');\n`,
      `export * from '${upward}';\n`,
    ])
      assert.ok(await refuses('src/host/roots/probe.ts', upward, text), `src/host/roots may say: ${text}`);
  });

  /** What the zones let each room of a layer import beside itself. */
  async function zonesOf(layer: string): Promise<Map<string, string[]>> {
    const { rules: set } = (await eslint.calculateConfigForFile(path.join(repository, layer, 'probe.ts'))) as { rules: Rules };
    const rooms = set['import-x/no-restricted-paths'][1].zones.filter(({ from }) => from === `./${layer}`);
    return new Map(rooms.map(({ target, except = [] }) => [target.slice(2), except.slice(1).map((name) => name.slice(2))]));
  }

  for (const layer of ['src/core', 'src/host']) {
    it(`has a zone for every folder of ${layer}, and lets none of two import each other`, async () => {
      const entries = await readdir(path.join(repository, layer), { withFileTypes: true });
      const zones = await zonesOf(layer);
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${layer}/${name}`);
      assert.deepEqual([...zones.keys()].sort(), folders.sort());
      const above = new Set<string>();
      for (const [room, allowed] of zones) {
        const wrong = allowed.filter((name) => !above.has(name));
        assert.deepEqual(wrong, [], `${room} may import what stands below it in eslint.config.mjs`);
        above.add(path.posix.basename(room));
      }
    });
  }

  it('says of the extension host what CONTRIBUTING.md says', async () => {
    const text = await readFile(path.join(repository, 'CONTRIBUTING.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `(src\/host\/[\w-]+)` \|.*\| ([^|]*) \|$/gm)];
    const written = rows.map(([, room = '', list = '']) => [room, list === '–' ? [] : list.split(', ')]);
    assert.deepEqual(written, [...(await zonesOf('src/host'))]);
  });
});
