import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { capable, startModelServer } from '../../support/model-server.ts';
import { screenDialogue } from '../../../src/host/verify/dialogue.ts';
import { answering } from '../preview/fake-panel.ts';
import { makeFolder } from '../services/services-fixture.ts';
import { stage } from '../verify/verify-fixture.ts';

describe('Verify Capabilities in Restricted Mode', () => {
  it('is refused with a sentence: nobody is asked, nothing is sent', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const folder = await makeFolder();
    const server = await startModelServer(capable('openai-compatible'));
    try {
      const uri = await folder.write('llmservices.json', JSON.stringify({ services: [{ id: 'a', model: 'm', baseURL: server.url }] }));
      const { verifier, person, pages } = stage();
      await verifier.verify({ uri, serviceId: 'a' });
      assert.deepEqual([person.seen, pages.length, server.requests.length], [['untrusted'], 0, 0]);
      verifier.dispose();
    } finally {
      await server.close();
      await folder.remove();
    }
  });

  it('is said to be there in trusted workspaces only, with the way to trust', async () => {
    const said: unknown[][] = [];
    const note = async (...words: unknown[]): Promise<void> => void said.push(words);
    await answering('showWarningMessage', note, async () => screenDialogue.refuseUntrusted());
    const [[sentence, ...buttons] = []] = said;
    assert.match(String(sentence), /It is available only in trusted workspaces\.$/);
    assert.deepEqual(buttons, ['Manage Workspace Trust']);
  });
});
