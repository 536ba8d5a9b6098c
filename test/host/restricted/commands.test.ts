import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { addService } from '../../../src/host/services/add-service.ts';
import { editCapabilities } from '../../../src/host/services/edit-capabilities.ts';
import { importServices } from '../../../src/host/services/exchange/import-services.ts';
import { inferCapabilities } from '../../../src/host/services/infer/infer-capabilities.ts';
import { Proposals } from '../../../src/host/services/proposed/proposals.ts';
import { closeAllEditors, makeFolder, rootsOf, type Folder } from '../services/services-fixture.ts';

const TEXT = '{"services": [{"id": "a", "model": "gpt-4o"}]}';

describe('commands that change llmservices.json, in Restricted Mode', () => {
  let folder: Folder;
  let uri: vscode.Uri;
  let proposals: Proposals;

  beforeEach(async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', TEXT);
    proposals = new Proposals();
  });
  afterEach(async () => {
    proposals.dispose();
    await closeAllEditors();
    await folder.remove();
  });

  const asked = (): never => assert.fail('something was asked');

  it('are refused before anything is asked', async () => {
    await inferCapabilities(rootsOf(), proposals, asked, uri);
    await importServices(rootsOf(), proposals, { source: asked, format: asked, services: asked }, uri);
    await addService(rootsOf(), asked, uri);
    await editCapabilities(rootsOf(), { pick: asked }, { uri, serviceId: 'a' });
    assert.equal(vscode.window.tabGroups.activeTabGroup.activeTab, undefined);
  });

  it('make no change that was shown elsewhere', async () => {
    await proposals.show({ uri, title: 'x', compute: async () => ({ ok: true, edits: [{ offset: 0, length: 0, newText: ' ' }], labels: [] }) });
    await proposals.apply(undefined);
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), TEXT);
  });
});
