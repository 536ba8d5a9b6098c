import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { checkCatalogue } from '../../../src/core/models/catalogue/check-catalogue.ts';
import { loadCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import type { DataRoots } from '../../../src/host/roots/open-root.ts';
import { provideQuickFixes } from '../../../src/host/services/language/features.ts';
import { stateOf } from '../../../src/host/services/services-state.ts';
import { PROBLEM_EXAMPLES } from '../../support/problem-examples.ts';
import { textAfter, textDocument } from '../../support/text-document.ts';

const SOURCE = 'Agent Artifacts';

/** The quick fixes at the first problem with a code, wherever that is told of. */
async function fixesAt(document: vscode.TextDocument, code: string): Promise<vscode.CodeAction[]> {
  const { root, validated } = await stateOf(document);
  const disagreements = root ? checkCatalogue(validated.entries, root, await loadCatalogue()) : [];
  const found = [...validated.problems, ...disagreements.map(({ problem }) => problem)].find((problem) => problem.code === code);
  assert.ok(found?.range, `no ${code} in ${document.getText()}`);
  const { offset, length } = found.range;
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const diagnostic = Object.assign(new vscode.Diagnostic(range, ''), { code, source: SOURCE });
  const context = { diagnostics: [diagnostic], only: undefined, triggerKind: 1 };
  return provideQuickFixes({} as DataRoots, document, range, context, { isCancellationRequested: false } as vscode.CancellationToken);
}

const service = (fields: string): string => `{\r\n\t// kept\r\n\t"services": [\r\n\t\t{ ${fields} },\r\n\t],\r\n}\r\n`;

describe('the quick fixes of llmservices.json', () => {
  for (const [code, example] of Object.entries(PROBLEM_EXAMPLES)) {
    if ('testedIn' in example || example.fixes.length === 0) continue;
    it(`of ${code} have their titles`, async () => {
      const titles = (await fixesAt(textDocument(example.text), code)).map(({ title }) => title);
      for (const title of example.fixes) assert.ok(titles.includes(title), titles.join('\n'));
    });
  }

  for (const [code, title, before, after] of [
    [
      'capability_misspelt',
      'Change to "vision"',
      service('"id": "a", "capabilities": { "input": ["text", "visoin"] }'),
      service('"id": "a", "capabilities": { "input": ["text", "vision"] }'),
    ],
    [
      'capability_wrong_direction',
      'Move "vision" to "input"',
      service('"id": "a", "capabilities": { "input": ["text"], "output": ["text", "vision"] }'),
      service('"id": "a", "capabilities": { "input": ["text", "vision"], "output": ["text"] }'),
    ],
    [
      'capability_duplicate',
      'Remove "text"',
      service('"id": "a", "capabilities": { "input": ["text", "text"] }'),
      service('"id": "a", "capabilities": { "input": ["text"] }'),
    ],
    [
      'capability_list_not_array',
      'Make it a list',
      service('"id": "a", "capabilities": { "input": "text" }'),
      service('"id": "a", "capabilities": { "input": ["text"] }'),
    ],
    [
      'capabilities_unknown_key',
      'Rename to "input"',
      service('"id": "a", "capabilities": { "inputs": ["text"], "output": ["text"] }'),
      service('"id": "a", "capabilities": { "input": ["text"], "output": ["text"] }'),
    ],
    ['id_duplicate', 'Rename to "a-2"', service('"id": "a" }, { "id": "a"'), service('"id": "a" }, { "id": "a-2"')],
    ['id_missing', 'Use the ID "m"', service('"model": "m"'), service('"model": "m", "id": "m"')],
    ['api_unknown', 'Change to "anthropic"', service('"id": "a", "api": "claude"'), service('"id": "a", "api": "anthropic"')],
    ['wrong_type', 'Make it a list', service('"id": "a", "capabilityTags": "chat"'), service('"id": "a", "capabilityTags": ["chat"]')],
    [
      'base_url_invalid',
      'Add https:// to the address',
      service('"id": "a", "baseURL": "api.example.com"'),
      service('"id": "a", "baseURL": "https://api.example.com"'),
    ],
    [
      'tag_without_capability',
      'Remove the tag',
      service('"id": "a", "capabilityTags": ["vision"]'),
      service('"id": "a", "capabilityTags": []'),
    ],
    [
      'tag_denies_capability',
      'Remove the tag',
      service('"id": "a", "capabilityTags": ["text-only"], "capabilities": { "input": ["text", "file"] }'),
      service('"id": "a", "capabilityTags": [], "capabilities": { "input": ["text", "file"] }'),
    ],
    ['services_missing', 'Add an empty "services" list', '{}', '{\n  "services": []\n}'],
    ['root_not_object', 'Put it into a "services" list', '[]', '{ "services": [] }'],
  ] as const) {
    it(`of ${code}: ${title}`, async () => {
      const document = textDocument(before);
      const fix = (await fixesAt(document, code)).find((each) => each.title === title);
      assert.equal(textAfter(document, fix?.edit?.get(document.uri) ?? []), after);
    });
  }
});
