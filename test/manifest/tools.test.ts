import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { TOOLS } from '../../src/core/tools/tool-definitions.ts';

interface ContributedTool {
  readonly name: string;
  readonly modelDescription: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly when?: string;
  readonly toolReferenceName: string;
  readonly inputSchema: { readonly properties: Record<string, unknown>; readonly required: readonly string[] };
}

/** What only the tools in VS Code take. */
const ADDED = new Set(['service', 'root']);

describe('the language-model tools of the manifest', () => {
  let contributed: readonly ContributedTool[];

  before(async () => {
    const manifest = JSON.parse(await readFile(path.join(import.meta.dirname, '../../package.json'), 'utf8')) as {
      contributes: { languageModelTools: ContributedTool[] };
    };
    contributed = manifest.contributes.languageModelTools;
  });

  it('are the tools of the core, all of them', () => {
    assert.deepEqual(
      contributed.map(({ name }) => name),
      Object.keys(TOOLS).map((name) => `agent_artifacts_${name}`),
    );
  });

  it('describe themselves and their input as the core does', () => {
    for (const tool of Object.values(TOOLS)) {
      const manifest = contributed.find(({ name }) => name === `agent_artifacts_${tool.name}`);
      assert.ok(manifest, tool.name);
      assert.equal(manifest.modelDescription, tool.description);
      const schema = z.toJSONSchema(tool.input, { target: 'draft-7' }) as unknown as ContributedTool['inputSchema'];
      const own = Object.fromEntries(Object.entries(manifest.inputSchema.properties).filter(([name]) => !ADDED.has(name)));
      assert.deepEqual(own, schema.properties, tool.name);
      assert.ok(schema.required === undefined || schema.required.every((name) => manifest.inputSchema.required.includes(name)), tool.name);
    }
  });

  it('are there without trust, all but the one that writes', () => {
    assert.deepEqual(
      contributed.filter(({ when }) => when !== undefined).map(({ name, when }) => [name, when]),
      [['agent_artifacts_write_file', 'isWorkspaceTrusted']],
    );
  });

  it('can be referenced in a prompt, #artifact first of all', () => {
    assert.ok(contributed.every(({ canBeReferencedInPrompt }) => canBeReferencedInPrompt));
    assert.equal(contributed[0]?.toolReferenceName, 'artifact');
  });
});
