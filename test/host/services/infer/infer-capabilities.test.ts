import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { applyEdits } from '../../../../src/core/json/edit.ts';
import { validateServices } from '../../../../src/core/models/validate.ts';
import { proposeInferred, type Changeable, type ServiceChoice } from '../../../../src/host/services/proposed/infer-capabilities.ts';
import { changeWords, type ProposedText } from '../../../../src/host/services/proposed/proposal.ts';
import { Proposals } from '../../../../src/host/services/proposed/proposals.ts';
import { closeAllEditors, makeFolder, replaceIn, rootsOf, type Folder } from '../services-fixture.ts';
import { undo } from '../language/language-fixture.ts';

const TEXT =
  '\ufeff{\r\n\t// ours\r\n\t"services": [\r\n\t\t{\r\n\t\t\t"id": "exact",\r\n\t\t\t"model": "gpt-4o",\r\n\t\t\t"capabilities": { "input": ["text", "smell"], "output": ["text", "audio"] } // kept\r\n\t\t},\r\n\t\t{ "id": "guess", "model": "acme-llava-13b" },\r\n\t\t{ "id": "unknown", "model": "lavalamp" },\r\n\t]\r\n}\r\n';
const EDITED = TEXT.slice(1)
  .replace('["text", "smell"]', '["text", "smell", "vision", "file"]')
  .replace('["text", "audio"]', '["text", "structured_output", "tool_calling"]');

/** The text of the proposal in the editor in front, once it is as wanted. */
async function proposedText(wanted: (text: string) => boolean = () => true): Promise<string> {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  assert.ok(input instanceof vscode.TabInputTextDiff, 'the editor in front compares nothing');
  const document = await vscode.workspace.openTextDocument(input.modified);
  if (!wanted(document.getText())) {
    await new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument(() => {
        if (!wanted(document.getText())) return;
        listener.dispose();
        resolve();
      });
    });
  }
  return document.getText();
}

describe('Infer Capabilities', () => {
  let folder: Folder;
  let uri: vscode.Uri;
  let proposals: Proposals;
  let asked: { changeable: readonly Changeable[] } | undefined;

  before(async () => {
    await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate();
  });
  beforeEach(async () => {
    asked = undefined;
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', TEXT);
    proposals = new Proposals();
  });
  afterEach(async () => {
    proposals.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  const choosing =
    (...ids: string[]): ServiceChoice =>
    async (changeable) => {
      asked = { changeable };
      return changeable.filter(({ id }) => ids.includes(id));
    };
  /** What would be shown for a text, in place of showing it. */
  async function changedWith(text: string, choice: ServiceChoice, argument: unknown = uri): Promise<ProposedText | undefined> {
    let proposed: ProposedText | undefined;
    await proposeInferred(rootsOf(), { show: async ({ compute }) => void (proposed = compute(text)) }, choice, argument);
    return proposed;
  }
  const textOnDisk = async (): Promise<string> =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await vscode.workspace.fs.readFile(uri));

  it('shows the changes beside the file, and makes them as one step of undo: mark, line ends, tabs, comments and custom capabilities stay', async () => {
    await proposeInferred(rootsOf(), proposals, choosing('exact'), uri);
    assert.equal(await proposedText(), EDITED);
    assert.equal(await textOnDisk(), TEXT, 'nothing is written');
    assert.deepEqual(
      asked?.changeable.map(({ id, proposal }) => [id, proposal.inference.match]),
      [
        ['exact', 'exact'],
        ['guess', 'guess'],
      ],
    );
    await proposals.apply(undefined);
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), EDITED);
    assert.equal(await textOnDisk(), `\ufeff${EDITED}`, 'a file that was saved is saved');
    assert.equal(vscode.window.activeTextEditor?.document, document);
    await undo(document);
    assert.equal(document.getText(), TEXT.slice(1));
  });

  it('says beside a service that nothing is known of its model, and of what changes first what is taken away', async () => {
    const proposed = await changedWith(TEXT.slice(1), choosing('exact'));
    const labels = proposed?.ok ? proposed.labels.map(({ text }) => text) : [];
    assert.ok(
      labels.some((label) => label.includes('exact match: gpt-4o')) && labels.includes('Nothing known about: lavalamp'),
      labels.join(),
    );
    assert.equal(changeWords(asked?.changeable[0]?.proposal.changes ?? []), '−audio +vision +file +structured_output +tool_calling');
  });

  it('takes a guess only where it was chosen', async () => {
    const proposed = await changedWith(TEXT.slice(1), choosing('guess'));
    assert.ok(proposed?.ok);
    assert.deepEqual(
      validateServices(applyEdits(TEXT.slice(1), proposed.edits)).entries.map(({ capabilities }) => capabilities.input),
      [['text', 'smell'], ['text', 'vision'], ['text']],
    );
  });

  it('follows the file while it is shown, and changes the text as it is then', async () => {
    await proposeInferred(rootsOf(), proposals, choosing('exact', 'guess'), uri);
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceIn(document, '// ours', '// mine');
    const shown = await proposedText((text) => text.includes('// mine'));
    assert.ok(shown.includes('"smell", "vision"'));
    await replaceIn(document, 'acme-llava-13b', 'lavalamp');
    await proposals.apply(undefined);
    assert.equal(
      document.getText(),
      EDITED.replace('// ours', '// mine').replace('acme-llava-13b', 'lavalamp'),
      'a service with another model stays as it is',
    );
  });

  it('refuses to change a text that is not JSON any more', async () => {
    const broken = TEXT.slice(1).replace('"services": [', '"services": [[');
    assert.deepEqual(await changedWith(broken, choosing('exact')), { ok: false, reason: 'unusable_text' });
  });

  it('of one service asks nothing and shows only its changes', async () => {
    const proposed = await changedWith(TEXT.slice(1), choosing(), { uri, serviceId: 'guess' });
    assert.equal(asked, undefined);
    assert.equal(
      proposed?.ok && applyEdits(TEXT.slice(1), proposed.edits),
      TEXT.slice(1).replace('-13b" }', '-13b", "capabilities": { "input": ["text", "vision"], "output": ["text"] } }'),
    );
  });

  it('shows nothing where there is nothing to change', async () => {
    await proposeInferred(rootsOf(), proposals, choosing(), { uri, serviceId: 'unknown' });
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });
});
