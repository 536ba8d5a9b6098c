import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { TranscriptFinding } from '../../../src/core/transcript/finding.ts';
import { addDataRoot, createSample } from '../../../src/host/add-root/data-root-commands.ts';
import { addServiceByForm } from '../../../src/host/services/service-form.ts';
import type { ConversationDocument } from '../../../src/host/conversation/conversation-document.ts';
import { repairConversation, type RepairScreens } from '../../../src/host/conversation/repair-conversation.ts';
import { createServicesFile } from '../../../src/host/services/created-file.ts';
import { editCapabilities } from '../../../src/host/services/edit-capabilities.ts';
import { showImport } from '../../../src/host/services/exchange/import-services.ts';
import { proposeInferred } from '../../../src/host/services/proposed/infer-capabilities.ts';
import { moveKey } from '../../../src/host/services/language/move-key.ts';
import { Proposals } from '../../../src/host/services/proposed/proposals.ts';
import { saveAsArtifact } from '../../../src/host/transcript/save-as-artifact.ts';
import { VerifySession } from '../../../src/host/verify/verify-session.ts';
import { VerifyTarget } from '../../../src/core/verify/target.ts';
import { handleRequest } from '../../../src/host/preview/page-requests.ts';
import type { FixAction } from '../../../src/host/preview/fixes.ts';
import { answering } from '../preview/fake-panel.ts';
import { closeAllEditors, makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';
import { Person } from '../verify/verify-fixture.ts';

const TEXT = '{"services": [{"id": "a", "model": "gpt-4o", "baseURL": "https://llm.example.com/v1", "apiKey": "x"}]}';
const SENTENCE = 'Nothing can be changed in Restricted Mode. Trust the workspace to edit.';

describe('what writes, in Restricted Mode', () => {
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

  const fix = (action: FixAction) => async (): Promise<void> => {
    const root = await openRoot(folder.uri);
    const decided = { subject: { root }, fixes: [{ icon: 'add', label: '', detail: '', action }] } as unknown as Parameters<
      typeof handleRequest
    >[1];
    assert.equal(
      await handleRequest({ type: 'applyFix', index: 0, generation: 1 }, decided, {} as Parameters<typeof handleRequest>[2]),
      false,
    );
  };

  const WRITING: Record<string, () => Promise<unknown>> = {
    'Edit Capabilities…': () => editCapabilities(rootsOf(), { pick: asked }, { uri, serviceId: 'a' }),
    'Add Model Service…': () => addServiceByForm(rootsOf(), asked, uri),
    'Create from Template': async () => createServicesFile(rootsOf(await openRoot(folder.uri)), undefined),
    'Infer Capabilities…': () => proposeInferred(rootsOf(), proposals, asked, uri),
    'Import Model Services…': () => showImport(rootsOf(), proposals, { source: asked, format: asked, services: asked }, uri),
    'applying shown changes': async () => {
      await proposals.show({
        uri,
        title: 'x',
        compute: () => ({ ok: true, edits: [{ offset: 0, length: 0, newText: ' ' }], labels: [] }),
      });
      await proposals.apply(undefined);
    },
    'applying what a verification found': async () => {
      const target = VerifyTarget.of(
        { id: 'a', model: 'gpt-4o', baseURL: 'https://llm.example.com/v1', apiKey: 'x' },
        { input: ['text'], output: ['text'] },
        { environment: () => undefined },
      );
      assert.ok(target instanceof VerifyTarget);
      const person = new Person();
      person.picks = asked;
      const session = new VerifySession(await vscode.workspace.openTextDocument(uri), target, { send: asked, dialogue: person });
      await session.apply();
      session.dispose();
    },
    'moving a key to the local file': async () => moveKey(uri, TEXT.indexOf('"x"'), (await vscode.workspace.openTextDocument(uri)).version),
    'saving from a transcript': () => saveAsArtifact({ uri, version: 1, finding: {} as TranscriptFinding }, rootsOf(), { check: asked }),
    'repairing a conversation': () => repairConversation({ uri } as ConversationDocument, {} as RepairScreens),
    'Add Data Root Folder…': () => addDataRoot(rootsOf()),
    'Create Sample…': () =>
      createSample({ roots: rootsOf(), samples: {} as never, fileSystems: { for: asked } as never, extensionUri: folder.uri }),
    'the fix that adds a capability': fix({ kind: 'addCapability', serviceId: 'a', capability: 'vision' }),
    'the fix that corrects the type': fix({ kind: 'correctType', mimeType: 'image/png' }),
    'the fix that declares the API': fix({ kind: 'declareApi', serviceId: 'a' }),
    'the fix that adds a service': fix({ kind: 'addService' }),
  };

  for (const [name, run] of Object.entries(WRITING)) {
    it(`${name}: one sentence with the way to trust, nothing asked, nothing written`, async () => {
      const said: unknown[][] = [];
      const note = async (...words: unknown[]): Promise<void> => void said.push(words);
      await answering('showWarningMessage', note as never, () =>
        answering('showOpenDialog', asked, () => answering('showQuickPick', asked, run)),
      );
      assert.deepEqual(said, [[SENTENCE, 'Manage Workspace Trust']]);
      const document = await vscode.workspace.openTextDocument(uri);
      assert.equal(document.getText(), TEXT);
      assert.equal(document.isDirty, false);
      assert.deepEqual(
        (await vscode.workspace.fs.readDirectory(folder.uri)).map(([each]) => each),
        ['llmservices.json'],
      );
    });
  }
});
