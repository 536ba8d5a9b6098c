import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MAX_CONFIG_LENGTH, MAX_SERVICES } from '../../../../src/core/io/limits.ts';
import { MAX_JSON_DEPTH } from '../../../../src/core/io/limits.ts';
import { PROBLEM_CODES, SYNTAX_CODES, type ProblemCode } from '../../../../src/core/models/problems.ts';
import { provideQuickFixes } from '../../../../src/host/services/language/features.ts';
import { usageProblems } from '../../../../src/host/services/services-usage.ts';
import { stateOf } from '../../../../src/host/services/services-state.ts';
import { diagnosticsOf, folderForEach, rootsOf, rootWithRoles } from '../services-fixture.ts';
import { fixesOf, OURS, show } from './language-fixture.ts';

const { Error: error, Warning: warning, Information: information, Hint: hint } = vscode.DiagnosticSeverity;
const service = (fields: string): string => `{"services": [{${fields}}]}`;
const capable = (capabilities: string): string => service(`"id": "a", "capabilities": ${capabilities}`);

/** A file with the problem; what it marks; how grave it is; the quick fixes. */
const PROBLEMS: Readonly<
  Partial<Record<ProblemCode, readonly [text: string, marked: string, vscode.DiagnosticSeverity, fixes: readonly string[]]>>
> = {
  root_not_object: ['[]', '[', error, ['Put it into a "services" list']],
  services_missing: ['{}', '{', error, ['Add an empty "services" list']],
  services_not_array: ['{"services": {"a": {"model": "m"}}}', '"services"', error, ['Make it a list']],
  unknown_property: ['{"services": [], "model": 1}', '"model"', information, ['Remove "model"']],
  service_not_object: ['{"services": [7]}', '7', error, ['Remove the entry']],
  id_missing: [service('"model": "m"'), '{', error, ['Use the ID "m"']],
  id_empty: [service('"id": "", "model": "m"'), '""', error, ['Use the ID "m"']],
  id_not_string: [service('"id": 5'), '5', error, ['Make it a string']],
  id_duplicate: ['{"services": [{"id": "a"}, {"id": "a"}]}', '"a"', error, ['Rename to "a-2"']],
  wrong_type: [service('"id": "a", "name": {}'), '{', warning, ['Remove "name"']],
  name_empty: [service('"id": "a", "name": " "'), '" "', warning, ['Remove "name"']],
  max_tokens_invalid: [service('"id": "a", "maxTokens": -1'), '-1', warning, ['Remove "maxTokens"']],
  price_invalid: [service('"id": "a", "price": {"input": -1}'), '-1', warning, ['Remove "price"']],
  base_url_invalid: [service('"id": "a", "baseURL": "api.example.com"'), '"api.example.com"', warning, ['Add https:// to the address']],
  api_unknown: [service('"id": "a", "api": "claude"'), '"claude"', warning, ['Change to "anthropic"']],
  field_misspelt: [service('"id": "a", "modle": "m"'), '"modle"', warning, ['Rename to "model"']],
  capabilities_not_object: [capable('["vision"]'), '["vision"]', warning, ['Convert to input and output lists']],
  capabilities_without_lists: [capable('{}'), '{', warning, ['Convert to input and output lists']],
  capability_list_not_array: [capable('{"input": "text"}'), '"text"', warning, ['Make it a list']],
  capability_not_string: [capable('{"input": ["text", 7]}'), '7', warning, ['Remove the entry']],
  capability_empty: [capable('{"input": ["text", ""]}'), '""', warning, ['Remove ""']],
  capabilities_unknown_key: [capable('{"inputs": ["text"], "output": ["text"]}'), '"inputs"', warning, ['Rename to "input"']],
  capability_wrong_direction: [capable('{"output": ["text", "vision"]}'), '"vision"', warning, ['Move "vision" to "input"']],
  capability_duplicate: [capable('{"input": ["text", "text"]}'), '"text"', warning, ['Remove "text"']],
  capability_misspelt: [capable('{"input": ["text", "visoin"]}'), '"visoin"', warning, ['Change to "vision"']],
  text_input_missing: [capable('{"input": ["vision"]}'), '["vision"]', information, ['Add "text" to "input"']],
  tag_without_capability: [
    service('"id": "a", "capabilityTags": ["vision"]'),
    '"vision"',
    information,
    ['Add "vision" to "input"', 'Remove the tag'],
  ],
  tag_denies_capability: [
    service('"id": "a", "capabilityTags": ["text-only"], "capabilities": {"input": ["text", "file"]}'),
    '"text-only"',
    information,
    ['Remove the tag'],
  ],
  capability_contradicted: [
    service('"id": "a", "model": "gpt-4", "capabilities": {"input": ["text", "vision"]}'),
    '"vision"',
    information,
    ['Remove "vision"'],
  ],
  capability_undeclared: [
    service(
      '"id": "a", "model": "gpt-4o", "capabilities": {"input": ["text", "file"], "output": ["text", "tool_calling", "structured_output"]}',
    ),
    '"gpt-4o"',
    hint,
    ['Add "vision" to "input"'],
  ],
};

/** Where no edit could know what was meant; what the JSON support of VS Code reports itself. */
const WITHOUT_FIX: Readonly<Partial<Record<ProblemCode, readonly [text: string, vscode.DiagnosticSeverity]>>> = {
  syntax_error: ['{"services": [}', error],
  duplicate_key: ['{"services": [{"id": "a", "id": "b"}]}', warning],
  too_large: [`{"services": []}${' '.repeat(MAX_CONFIG_LENGTH)}`, error],
  too_many_services: [JSON.stringify({ services: Array.from({ length: MAX_SERVICES + 1 }, (_, id) => ({ id: `${id}` })) }), error],
  too_deep: [`{"services": ${'['.repeat(MAX_JSON_DEPTH + 1)}${']'.repeat(MAX_JSON_DEPTH + 1)}}`, error],
};

/** Those that depend on what is around the file. */
const ELSEWHERE: readonly ProblemCode[] = [
  'local_differs',
  'local_lacks_service',
  'service_unused',
  'role_service_missing', // below
  'api_key_tracked',
  'api_key_maybe_tracked', // key-safety.test.ts
  'not_utf8',
  'file_unreadable',
  'file_gone', // of a file that is no document: diagnostics.test.ts and the registry's tests
];

describe('every problem of llmservices.json', () => {
  const folder = folderForEach();

  it('is in one of the tables here', () => {
    const covered = [...Object.keys(PROBLEMS), ...Object.keys(WITHOUT_FIX), ...ELSEWHERE];
    assert.deepEqual(covered.toSorted(), [...PROBLEM_CODES].toSorted());
  });

  for (const [code, [text, marked, severity, fixes]] of Object.entries(PROBLEMS)) {
    it(`${code} marks what it is about, is as grave as it should be, and has its quick fix`, async () => {
      const document = await show(await folder.write('llmservices.json', text));
      const titles = (await fixesOf(document, code)).map(({ title }) => title);
      const found = vscode.languages.getDiagnostics(document.uri).find((each) => each.code === code && each.source === OURS);
      assert.ok(found);
      assert.deepEqual([document.getText(found.range), found.severity], [marked, severity]);
      for (const title of fixes) assert.ok(titles.includes(title), titles.join('\n'));
    });
  }

  for (const [code, [text, severity]] of Object.entries(WITHOUT_FIX)) {
    it(`${code} is told of where nobody else does, as grave as it should be`, async () => {
      const uri = await folder.write('llmservices.json', text);
      const document = SYNTAX_CODES.has(code as ProblemCode) ? await vscode.workspace.openTextDocument(uri) : await show(uri);
      const found = (await diagnosticsOf(document.uri, (all) => all.some((each) => each.code === code))).find((each) => each.code === code);
      assert.deepEqual([found?.severity, found?.source], [severity, OURS]);
    });
  }

  it('what differs from the file in force leads there', async () => {
    await folder.write('llmservices.local.json', '{"services": [{"id": "a", "model": "m"}]}');
    const document = await show(await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "n"}, {"id": "b"}]}'));
    for (const code of ['local_differs', 'local_lacks_service']) {
      const titles = (await fixesOf(document, code)).map(({ title }) => title);
      for (const title of ['Compare with llmservices.local.json', 'Open llmservices.local.json'])
        assert.ok(titles.includes(title), titles.join('\n'));
    }
    const open = (await fixesOf(document, 'local_differs')).find(({ title }) => title === 'Open llmservices.local.json')?.command;
    assert.ok(open);
    await vscode.commands.executeCommand(open.command, ...(open.arguments as unknown[]));
    assert.match(String(vscode.window.activeTextEditor?.document.uri), /llmservices\.local\.json$/);
  });

  it('what roles have a part in leads to the roles', async () => {
    const { root, uri } = await rootWithRoles(folder);
    const document = await show(uri);
    const problems = usageProblems(rootsOf(root), uri, (await stateOf(document)).validated);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['service_unused', 'role_service_missing'],
    );
    for (const { code, message } of problems) {
      const diagnostic = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), message);
      Object.assign(diagnostic, { code, source: OURS });
      const context = { diagnostics: [diagnostic], only: undefined, triggerKind: vscode.CodeActionTriggerKind.Invoke };
      const [action] = await provideQuickFixes(
        rootsOf(root),
        document,
        diagnostic.range,
        context,
        new vscode.CancellationTokenSource().token,
      );
      assert.equal(action?.title, `Open the roles of ${root.name}`);
      await vscode.commands.executeCommand(action.command?.command ?? '', ...((action.command?.arguments ?? []) as unknown[]));
      assert.match(String(vscode.window.activeTextEditor?.document.uri), /org\.json$/);
    }
  });
});
