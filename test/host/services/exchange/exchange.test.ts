import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { applyEdits } from '../../../../src/core/json/edit.ts';
import type { ImportFormat } from '../../../../src/core/models/exchange/exchange.ts';
import type { LlmServiceConfig } from '../../../../src/core/models/schema.ts';
import { validateServices } from '../../../../src/core/models/validate.ts';
import { showExport } from '../../../../src/host/services/exchange/export-services.ts';
import { showImport, type ImportQuestions } from '../../../../src/host/services/exchange/import-services.ts';
import { knownPlaces, pickSource, workspacePlaces } from '../../../../src/host/services/exchange/import-sources.ts';
import { chooseImports } from '../../../../src/host/services/exchange/service-choice.ts';
import type { TakenAction } from '../../../../src/core/models/exchange/merge-services.ts';
import type { ProposedChange } from '../../../../src/host/services/proposed/proposal.ts';
import { Proposals } from '../../../../src/host/services/proposed/proposals.ts';
import { answering } from '../../preview/fake-panel.ts';
import { closeAllEditors, makeFolder, openRoot, rootsOf, type Folder } from '../services-fixture.ts';
import { undo } from '../language/language-fixture.ts';

const SECRET = 'sk-THIS-IS-A-SECRET-0123456789';
const fixture = (name: string): string => path.join(import.meta.dirname, '../../../fixtures/exchange', name);
const OURS =
  '{\r\n\t// ours\r\n\t"services": [\r\n\t\t{ "id": "claude", "apiKey": "${KEY}", "model": "old", "capabilities": { "input": ["text", "smell"] }, "own": 1 } // kept\r\n\t]\r\n}\r\n';

describe('importing and exporting model services', () => {
  let folder: Folder;
  let proposals: Proposals;
  let fillsIn: boolean;
  let offered: { services: readonly LlmServiceConfig[]; taken: ReadonlyMap<string, unknown> } | undefined;

  beforeEach(async () => {
    offered = proposed = undefined;
    fillsIn = false;
    folder = await makeFolder();
    proposals = new Proposals();
  });
  afterEach(async () => {
    proposals.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  /** Takes the services with these ids. */
  const questions = (source: string, ids: readonly string[], ifTaken: TakenAction = 'rename', format?: ImportFormat): ImportQuestions => ({
    source: async () => vscode.Uri.file(source),
    format: async () => format,
    services: async (services, taken, known) => {
      offered = { services, taken };
      return services
        .filter(({ id }) => ids.includes(id))
        .map((service) => ({ service, ifTaken, inference: fillsIn ? known.get(service.id) : undefined }));
    },
  });
  const idsOffered = (): string[] | undefined => offered?.services.map(({ id }) => id);
  /** What is proposed, in place of the editor that would show it. */
  let proposed: ProposedChange | undefined;
  const unshown = { show: async (proposal: ProposedChange) => void (proposed = proposal), showNote: async () => undefined };
  /** The file with what is proposed. */
  const textProposed = (text: string): string => {
    const change = proposed?.compute(text);
    assert.ok(change?.ok);
    return applyEdits(text, change.edits);
  };
  const shownText = async (): Promise<string> => {
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff, 'the editor in front compares nothing');
    return (await vscode.workspace.openTextDocument(input.modified)).getText();
  };

  it('adds the chosen services behind those that are there, after the person has seen it; keys stay where they are', async () => {
    const uri = await folder.write('llmservices.json', `\ufeff${OURS}`);
    await showImport(rootsOf(), proposals, questions(fixture('litellm.yaml'), ['gpt-4o', 'llava-hf']), uri);
    assert.deepEqual(
      offered?.services.map(({ id }) => id),
      ['gpt-4o', 'gpt-4o-2', 'llava-hf', 'claude'],
    );
    assert.deepEqual([...offered.taken.keys()], ['claude']);
    assert.equal(await readFile(uri.fsPath, 'utf8'), `\ufeff${OURS}`);
    const text = await shownText();
    assert.ok(!text.includes(SECRET));
    await proposals.apply(undefined);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), text);
    assert.equal(await readFile(uri.fsPath, 'utf8'), `\ufeff${text}`);
    const editor = vscode.window.activeTextEditor;
    const selected = editor?.document.getText(editor.selection);
    assert.ok(selected?.includes('"id": "gpt-4o"') && selected.includes('"id": "llava-hf"') && !selected.includes('"claude"'), selected);
    assert.ok(
      text.startsWith(OURS.slice(0, OURS.indexOf(' } // kept') + 2)) && text.includes('// kept\r\n\t\t{\r\n\t\t\t"id": "gpt-4o"'),
      text,
    );
    assert.deepEqual(
      validateServices(text).services.map(({ id }) => id),
      ['claude', 'gpt-4o', 'llava-hf'],
    );
    await undo(document);
    assert.equal(document.getText(), OURS);
  });

  it('brings a service that is there up to date, and keeps its key, its own fields and the comments', async () => {
    const uri = await folder.write('llmservices.json', OURS);
    await showImport(rootsOf(), unshown, questions(fixture('litellm.yaml'), ['claude'], 'replace'), uri);
    const text = textProposed(OURS);
    const {
      services: [service],
      entries,
    } = validateServices(text);
    assert.equal(entries.length, 1);
    assert.deepEqual(
      [service?.model, service?.apiKey, service?.['own'], service?.capabilities],
      ['claude-sonnet-4-5', '${KEY}', 1, { input: ['text', 'smell'] }],
    );
    assert.ok(text.includes('// kept'));
  });

  it('an address that is only assumed of the provider fills in where none is, and never takes the place of one that is there', async () => {
    const source = (
      await folder.write('config.yaml', 'model_list:\n  - model_name: c\n    litellm_params:\n      model: anthropic/claude-sonnet-4-5\n')
    ).fsPath;
    let files = 0;
    const imported = async (text: string, ifTaken: TakenAction): Promise<readonly LlmServiceConfig[]> => {
      await showImport(rootsOf(), unshown, questions(source, ['c'], ifTaken), await folder.write(`llmservices.${++files}.json`, text));
      return validateServices(textProposed(text)).services;
    };
    const there = '{"services": [{"id": "c", "baseURL": "https://gateway.example/v1", "apiKey": "${KEY}", "model": "old"}]}';
    const [kept] = await imported(there, 'replace');
    assert.equal(offered?.services[0]?.baseURL, undefined);
    assert.match(proposed?.note?.text ?? '', /^model_list\[0\]: .*has another address; it is not changed\.$/m);
    assert.deepEqual([kept?.baseURL, kept?.api, kept?.model], ['https://gateway.example/v1', undefined, 'old']);
    const [, added] = await imported(there, 'rename');
    assert.deepEqual([added?.id, added?.baseURL], ['c-2', 'https://api.anthropic.com/v1']);
    const [filled] = await imported('{"services": [{"id": "c", "model": "old"}]}', 'replace');
    assert.deepEqual(filled, { id: 'c', model: 'claude-sonnet-4-5', baseURL: 'https://api.anthropic.com/v1', api: 'anthropic' });
  });

  const LIST =
    '[{ "name": "P", "vendor": "customendpoint", "models": [{ "id": "gpt-4o", "url": "https://x.example/v1" }, { "id": "lavalamp", "url": "https://x.example/v1" }] }]';

  it('fills in what is known of models of which nothing is declared, only where the person wants it', async () => {
    const source = (await folder.write('chatLanguageModels.json', LIST)).fsPath;
    const uri = await folder.write('llmservices.json', OURS);
    const capabilitiesWritten = async (): Promise<unknown[]> => {
      await showImport(rootsOf(), unshown, questions(source, ['gpt-4o', 'lavalamp']), uri);
      return validateServices(textProposed(OURS))
        .services.slice(1)
        .map(({ capabilities }) => capabilities);
    };
    assert.deepEqual(await capabilitiesWritten(), [undefined, undefined]);
    fillsIn = true;
    assert.deepEqual(await capabilitiesWritten(), [
      { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] },
      undefined,
    ]);
  });

  it('fills in what is known where a service that is updated declares nothing, and tells only of the others', async () => {
    const source = (
      await folder.write(
        'opencode.json',
        '{ "provider": { "p": { "options": { "baseURL": "https://x.example/v1" }, "models": { "gpt-4o": {}, "gpt-4.1": {} } } } }',
      )
    ).fsPath;
    const text = '{ "services": [{ "id": "gpt-4o", "own": 1 }, { "id": "gpt-4.1", "capabilities": { "input": ["text"] } }] }';
    const uri = await folder.write('llmservices.json', text);
    fillsIn = true;
    await showImport(rootsOf(), unshown, questions(source, ['gpt-4o', 'gpt-4.1'], 'replace'), uri);
    const known = { input: ['text', 'vision', 'file'], output: ['text', 'structured_output', 'tool_calling'] };
    assert.deepEqual(
      validateServices(textProposed(text)).services.map(({ capabilities }) => capabilities),
      [known, { input: ['text'] }],
    );
    assert.match(proposed?.note?.text ?? '', /^provider\.p\.models\.gpt-4\.1: The model’s capabilities are missing.*declare them\.$/m);
  });

  it('never fills in what a service that is there declares already', async () => {
    const source = (await folder.write('chatLanguageModels.json', LIST)).fsPath;
    const text = '{ "services": [{ "id": "gpt-4o", "capabilities": { "input": ["text"], "output": ["text"] } }] }';
    const uri = await folder.write('llmservices.json', text);
    fillsIn = true;
    await showImport(rootsOf(), unshown, questions(source, ['gpt-4o'], 'replace'), uri);
    assert.deepEqual(validateServices(textProposed(text)).services[0]?.capabilities, { input: ['text'], output: ['text'] });
  });

  it('tells what is left behind in a document that one can come back to as long as the proposal is there', async () => {
    const source = (await folder.write('chatLanguageModels.json', LIST)).fsPath;
    const uri = await folder.write('llmservices.json', OURS);
    const noteShown = async (argument?: unknown): Promise<string | undefined> => {
      await proposals.showNote(argument);
      return vscode.window.activeTextEditor?.document.getText();
    };
    await showImport(rootsOf(), proposals, questions(source, ['gpt-4o']), uri);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.match((await noteShown()) ?? '', /The model’s capabilities are missing.*and 1 more/);
    assert.match((await noteShown(input.modified)) ?? '', /capabilities are missing/);
    await proposals.discard(input.modified);
    await closeAllEditors();
    assert.equal(await noteShown(input.modified), undefined);
    await showExport(rootsOf(), proposals, { format: async () => 'vscode', services: async (services) => services }, uri);
    const exported = vscode.window.activeTextEditor?.document.uri;
    assert.match((await noteShown()) ?? '', /has no equivalent|The other program stores/);
    assert.match((await noteShown(exported)) ?? '', /fill it in/);
  });

  it('gives a service whose id is taken another one, also when it was taken meanwhile', async () => {
    const uri = await folder.write('llmservices.json', OURS);
    await showImport(rootsOf(), unshown, questions(fixture('litellm.yaml'), ['claude', 'llava-hf']), uri);
    assert.deepEqual(
      validateServices(textProposed(OURS.replace('"services": [', '"services": [ { "id": "llava-hf" },'))).services.map(({ id }) => id),
      ['llava-hf', 'claude', 'llava-hf-2', 'claude-2'],
    );
  });

  it('makes a new file where there is none, once the person says so', async () => {
    const root = await openRoot(folder.uri);
    const uri = vscode.Uri.joinPath(folder.uri, 'llmservices.json');
    await showImport(rootsOf(root), proposals, questions(fixture('openrouter-models.json'), []), undefined);
    await showImport(rootsOf(root), proposals, questions(fixture('litellm.yaml'), ['claude']), undefined);
    await assert.rejects(async () => vscode.workspace.fs.stat(uri));
    await proposals.apply(undefined);
    assert.deepEqual(
      validateServices((await vscode.workspace.openTextDocument(uri)).getText()).services.map(({ id }) => id),
      ['claude'],
    );
    assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), uri.toString());
  });

  it('asks what a file is that cannot be told, and gives up where nobody knows', async () => {
    const uri = await folder.write('llmservices.json', OURS);
    const source = await folder.write('mine.json', '{ "models": { "a": 1 } }');
    await showImport(rootsOf(), unshown, questions(source.fsPath, []), uri);
    assert.equal(idsOffered(), undefined);
    await showImport(
      rootsOf(),
      unshown,
      questions(
        (await folder.write('list.json', '[{ "name": "P", "models": [{ "id": "m", "url": "https://x.example" }] }]')).fsPath,
        ['m'],
        'rename',
        'vscode',
      ),
      uri,
    );
    assert.deepEqual(idsOffered(), ['m']);
  });

  it('leaves a configuration that is not JSON alone', async () => {
    const uri = await folder.write('llmservices.json', '{ "services": [');
    void showImport(rootsOf(), proposals, questions(fixture('litellm.yaml'), ['claude']), uri);
    await showImport(rootsOf(), proposals, { ...questions(fixture('litellm.yaml'), []), source: async () => undefined }, uri);
    assert.equal(offered, undefined);
    assert.equal(await readFile(uri.fsPath, 'utf8'), '{ "services": [');
  });

  it('offers the places of other programs that are there and hold something, that of VS Code last', async () => {
    const home = folder.uri.fsPath;
    await mkdir(path.join(home, '.continue'), { recursive: true });
    await writeFile(path.join(home, '.continue/config.yaml'), 'models: []');
    await writeFile(path.join(home, '.continue/config.json'), '{}\n');
    await mkdir(path.join(home, 'User/globalStorage'), { recursive: true });
    const own = path.join(home, 'User/chatLanguageModels.json');
    await writeFile(own, LIST);
    const folders = { globalStorage: vscode.Uri.file(path.join(home, 'User/globalStorage/x.y')), home: folder.uri };
    const offeredPlaces = async (): Promise<unknown[]> =>
      (await knownPlaces(folders)).map(({ format, uri }) => [format, path.relative(home, uri.fsPath)]);
    assert.deepEqual(await offeredPlaces(), [
      ['continue', path.join('.continue', 'config.yaml')],
      ['vscode', path.join('User', 'chatLanguageModels.json')],
    ]);
    await writeFile(own, '[]\n');
    assert.deepEqual(await offeredPlaces(), [['continue', path.join('.continue', 'config.yaml')]]);
    assert.deepEqual(await knownPlaces({ globalStorage: vscode.Uri.file(path.join(home, 'User/a/b/c')), home: undefined }), []);
  });

  it('offers the configurations that lie in the workspace', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const inside = vscode.Uri.joinPath(root, 'import-sources');
    const write = (name: string, text: string): Thenable<void> =>
      vscode.workspace.fs.writeFile(vscode.Uri.joinPath(inside, name), new TextEncoder().encode(text));
    try {
      await write('litellm_config.yaml', 'model_list: []');
      await write('deep/er/opencode.jsonc', '{ "provider": {} }');
      await write('.continue/config.yaml', 'models: []');
      await write('config.yaml', 'models: []');
      await write('empty/chatLanguageModels.json', '[]');
      await write('node_modules/x/opencode.json', '{ "provider": {} }');
      const places = (await workspacePlaces()).map(({ format, uri }) => [format, path.posix.relative(inside.path, uri.path)]);
      assert.deepEqual(places, [
        ['litellm', 'litellm_config.yaml'],
        ['continue', '.continue/config.yaml'],
        ['opencode', 'deep/er/opencode.jsonc'],
      ]);
    } finally {
      await vscode.workspace.fs.delete(inside, { recursive: true });
    }
  });

  it('offers config.yaml in the root of a folder behind those that are certain, and lets one look for another file from there', async () => {
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    const [shared, certain] = ['config.yaml', 'litellm.yaml'].map((name) => vscode.Uri.joinPath(root, name)) as [vscode.Uri, vscode.Uri];
    const folders = { globalStorage: vscode.Uri.joinPath(folder.uri, 'a/b/c'), home: undefined };
    const offeredSources = async (): Promise<unknown[]> => {
      let labels: unknown[] = [];
      const choose = async (items: readonly vscode.QuickPickItem[]): Promise<unknown> => {
        labels = items
          .filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator)
          .map(({ label, description }) => (description === undefined ? 'any' : [label, description]));
        return items.at(-1);
      };
      let start: vscode.Uri | undefined;
      const open = async (options: vscode.OpenDialogOptions): Promise<undefined> => {
        start = options.defaultUri;
      };
      await answering('showQuickPick', choose, () => answering('showOpenDialog', open, () => pickSource(folders)));
      assert.equal(start?.toString(), root.toString());
      return labels;
    };
    try {
      for (const uri of [shared, certain]) await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode('model_list: []'));
      assert.deepEqual(await offeredSources(), [['LiteLLM', 'litellm.yaml'], ['Possibly LiteLLM, Continue', 'config.yaml'], 'any']);
    } finally {
      for (const uri of [shared, certain]) await vscode.workspace.fs.delete(uri);
    }
  });

  it('offers first what changes nothing where an id is taken, and says first that the key stays', async () => {
    const service = { id: 'a', model: 'm', baseURL: 'https://api.example.com/v1' };
    for (const [there, first] of [
      ['{ "id": "a" }', 'The key and everything else stay'],
      ['{ "id": "a", "apiKey": "${KEY}" }', 'The keys stay and will be sent to api.example.com'],
    ] as const) {
      const node = parseTree(there);
      assert.ok(node);
      const asked: (readonly vscode.QuickPickItem[])[] = [];
      const answer = async (items: readonly vscode.QuickPickItem[], { canPickMany }: vscode.QuickPickOptions): Promise<unknown> => {
        asked.push(items);
        return canPickMany ? items : items[0];
      };
      assert.deepEqual(await answering('showQuickPick', answer, () => chooseImports([service], new Map([['a', node]]), new Map())), []);
      assert.ok(asked[1]?.at(-1)?.detail?.startsWith(first), JSON.stringify(asked[1]));
    }
  });

  it('updates only those that were there when the person said so', async () => {
    const node = parseTree('{ "id": "a" }');
    assert.ok(node);
    const answer = async (items: readonly vscode.QuickPickItem[], { canPickMany }: vscode.QuickPickOptions): Promise<unknown> =>
      canPickMany ? items : items.at(-1);
    const chosen = await answering('showQuickPick', answer, () =>
      chooseImports([{ id: 'a' }, { id: 'b' }], new Map([['a', node]]), new Map()),
    );
    assert.deepEqual(
      chosen?.map(({ service, ifTaken }) => [service.id, ifTaken]),
      [
        ['b', 'rename'],
        ['a', 'replace'],
      ],
    );
  });

  it('exports into a document that is nowhere saved, in the language of the format', async () => {
    const uri = await folder.write('llmservices.json', OURS.replace('${KEY}', SECRET));
    for (const [format, language] of [
      ['litellm', 'yaml'],
      ['vscode', 'json'],
    ] as const) {
      await showExport(rootsOf(), proposals, { format: async () => format, services: async (services) => services }, uri);
      const document = vscode.window.activeTextEditor?.document;
      assert.deepEqual([document?.isUntitled, document?.languageId], [true, language]);
      assert.ok(document?.getText().includes('old') && !document.getText().includes(SECRET));
    }
  });
});
