import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RememberedPreviewService } from '../../../../src/host/services/preview-service.ts';
import { ServicesDiagnostics } from '../../../../src/host/services/diagnostics.ts';
import { childrenOf, topNodes } from '../../../../src/host/services/service-nodes.ts';
import { ServiceTree } from '../../../../src/host/services/register.ts';
import { diagnosticsOf, folderForEach, rootsOf, rootWithRoles } from '../services-fixture.ts';
import { applyFix, fixesOf, show, undo } from './language-fixture.ts';

const service = (fields: string): string => `{\r\n\t// kept\r\n\t"services": [\r\n\t\t{ ${fields} },\r\n\t],\r\n}\r\n`;

describe('quick fixes of llmservices.json', () => {
  const folder = folderForEach();

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
    it(`${code}: ${title}, and undo`, async () => {
      const document = await show(await folder.write('llmservices.json', before));
      const fix = (await fixesOf(document, code)).find((each) => each.title === title);
      assert.ok(fix, `no fix "${title}"`);
      await applyFix(fix);
      assert.equal(document.getText(), after);
      await diagnosticsOf(document.uri, (all) => !all.some((each) => each.code === code));
      await undo(document);
      assert.equal(document.getText(), before);
    });
  }

  it('are there in llmservices.local.json, and not in another file', async () => {
    const text = service('"id": "a", "api": "claude"');
    const local = await show(await folder.write('llmservices.local.json', text));
    assert.deepEqual((await fixesOf(local, 'api_unknown')).filter(({ title }) => title.includes('anthropic')).length, 1);
    const other = await show(await folder.write('services.json', text));
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      other.uri,
      new vscode.Range(0, 0, 5, 0),
    );
    assert.deepEqual(
      actions.filter(({ title }) => title.includes('anthropic')),
      [],
    );
  });

  it('the roles of the root: what they name and what they leave, in the file in force and in the view', async () => {
    const { root, uri } = await rootWithRoles(folder);
    const diagnostics = new ServicesDiagnostics(rootsOf(root));
    const tree = new ServiceTree(
      rootsOf(root),
      new RememberedPreviewService({ get: () => ({}), keys: () => [], update: async () => undefined } as unknown as vscode.Memento),
    );
    try {
      const document = await show(uri);
      const found = await diagnosticsOf(uri, (all) => all.length === 2);
      assert.deepEqual(
        found.map(({ code, severity, message, range }) => [code, severity, message, document.getText(range)]),
        [
          ['service_unused', vscode.DiagnosticSeverity.Information, 'No role uses this service.', '"spare"'],
          [
            'role_service_missing',
            vscode.DiagnosticSeverity.Warning,
            'No valid service has the ID "gone". Roles that use it: painter.',
            '',
          ],
        ],
      );
      const [first, , spare] = topNodes([root]);
      assert.equal(first && (await tree.getTreeItem(first)).label, 'No valid service has the ID "gone". Roles that use it: painter.');
      const below = await Promise.all((spare ? childrenOf(spare) : []).map((node) => tree.getTreeItem(node)));
      assert.ok(below.some(({ label }) => label === 'No role uses this service.'));
      const local = await show(await folder.write('llmservices.local.json', '{"services": [{"id": "gone"}]}'));
      assert.deepEqual(vscode.languages.getDiagnostics(local.uri), []);
    } finally {
      tree.dispose();
      diagnostics.dispose();
    }
  });
});
