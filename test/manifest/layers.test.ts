import assert from 'node:assert/strict';
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

const rules = ['import-x/no-restricted-paths', 'no-restricted-imports'];

describe('The lint rule for imports', () => {
  let eslint: ESLint;

  before(() => {
    eslint = new ESLint({
      cwd: repository,
      // The files are not on disk, so the rules that ask the type checker cannot run on them.
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
      ruleFilter: ({ ruleId }) => rules.includes(ruleId),
    });
  });

  /** Whether a file of this name with this import is refused, and refused for the import. */
  async function refuses(file: string, target: string): Promise<boolean> {
    const [result] = await eslint.lintText(`import * as probe from '${target}';\nexport { probe };\n`, {
      filePath: path.join(repository, file),
    });
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
});
