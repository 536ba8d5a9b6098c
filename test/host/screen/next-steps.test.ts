import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { lintTranscript } from '../../../src/core/transcript/lint-transcript.ts';
import { registerAgents } from '../../../src/host/agents/register.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { registerPreview } from '../../../src/host/preview/register.ts';
import { registerGoToArtifact } from '../../../src/host/references/register.ts';
import type { DataRoots } from '../../../src/host/roots/open-root.ts';
import { notify, notifyError } from '../../../src/host/screen/notify.ts';
import { addServiceByForm } from '../../../src/host/services/service-form.ts';
import { createServicesFile, tellCreated } from '../../../src/host/services/created-file.ts';
import { reportRefusal } from '../../../src/host/screen/document-edit.ts';
import { editCapabilities } from '../../../src/host/services/edit-capabilities.ts';
import { showExport } from '../../../src/host/services/exchange/export-services.ts';
import { showImport } from '../../../src/host/services/exchange/import-services.ts';
import { Proposals } from '../../../src/host/services/proposed/proposals.ts';
import { registerServices } from '../../../src/host/services/register.ts';
import { validateModelServices } from '../../../src/host/services/validate-commands.ts';
import { gather } from '../../../src/host/transcript/finding-words.ts';
import type { SaveArguments } from '../../../src/host/screen/commands.ts';
import { saveAsArtifact } from '../../../src/host/transcript/save-as-artifact.ts';
import { screenDialogue } from '../../../src/host/verify/dialogue.ts';
import { base64, png } from '../../support/transcripts.ts';
import { viewOf } from '../agents/agents-fixture.ts';
import { answering } from '../preview/fake-panel.ts';
import { closeAllEditors, makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';

type Command = (...args: unknown[]) => Promise<unknown>;

/** What tests register beside what the extension has registered. */
const registered: vscode.Disposable[] = [];

/** Ends what a test has registered: two providers of diagnostics say everything twice to the tests that follow. */
function disposeRegistered(): void {
  vscode.Disposable.from(...registered.splice(0)).dispose();
}

/** The commands that something registers, without VS Code: there they are already. */
function commandsOf(register: () => vscode.Disposable): ReadonlyMap<string, Command> {
  const commands = new Map<string, Command>();
  const { registerCommand } = vscode.commands;
  const { registerWebviewPanelSerializer, registerCustomEditorProvider, createTreeView } = vscode.window;
  const nothing = (): vscode.Disposable => new vscode.Disposable(() => undefined);
  Object.assign(vscode.commands, { registerCommand: (name: string, run: Command) => (commands.set(name, run), nothing()) });
  Object.assign(vscode.window, { registerWebviewPanelSerializer: nothing, registerCustomEditorProvider: nothing, createTreeView: nothing });
  try {
    registered.push(register());
  } finally {
    Object.assign(vscode.commands, { registerCommand });
    Object.assign(vscode.window, { registerWebviewPanelSerializer, registerCustomEditorProvider, createTreeView });
  }
  return commands;
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** What is said while work is done to its end, with the buttons below it. No notification is ever answered. */
async function said(work: () => unknown): Promise<string[][]> {
  const texts: string[][] = [];
  const message = (...words: string[]): Promise<never> => {
    texts.push(words);
    return new Promise(() => undefined);
  };
  const { showInformationMessage, showWarningMessage, showErrorMessage } = vscode.window;
  Object.assign(vscode.window, { showInformationMessage: message, showWarningMessage: message, showErrorMessage: message });
  try {
    await work();
  } finally {
    Object.assign(vscode.window, { showInformationMessage, showWarningMessage, showErrorMessage });
  }
  return texts;
}

const NO_ROOT = [
  'No data root is open. A data root is a folder with the artifacts and workspaces of LLM agents.',
  'Add Data Root Folder',
  'Create Sample…',
];

describe('With nothing to act on', () => {
  let folder: Folder;
  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    disposeRegistered();
    await closeAllEditors();
    await folder.remove();
  });

  function commandsOver(roots: DataRoots): ReadonlyMap<string, Command> {
    const { previewService } = viewOf();
    const extensionUri = vscode.Uri.file('/extension');
    const fileSystems = new FileSystems();
    return new Map([
      ...commandsOf(() => registerPreview({ extensionUri, roots, fileSystems, previewService, logger: silentLogger })),
      ...commandsOf(() => registerGoToArtifact({ roots, artifacts: { reveal: async () => false }, preview: {} as never })),
      ...commandsOf(() =>
        registerAgents({
          roots,
          fileSystems: new FileSystems(),
          previewService,
          preview: {} as never,
          artifacts: {} as never,
          selectedArtifacts: () => [],
        }),
      ),
    ]);
  }
  const saidBy = (command: string, roots: DataRoots): Promise<string[][]> =>
    said(() => commandsOver(roots).get(`agentArtifacts.${command}`)?.());

  for (const command of ['goToArtifact', 'openPreview', 'openPreviewToSide', 'whoCanRead', 'copyMessage', 'selectModel']) {
    it(`[E-20] ${command} says that no data root is open, with the ways to one`, async () => {
      assert.deepEqual(await saidBy(command, rootsOf()), [NO_ROOT]);
    });
  }

  for (const [command, sentence] of [
    ['openPreview', 'Select an artifact to preview it.'],
    ['whoCanRead', 'Select an artifact to see which agents can read it.'],
    ['copyMessage', 'Select an artifact to copy its message.'],
  ] as const) {
    it(`[E-20] ${command} says what to select, and leads there`, async () => {
      await folder.write('llmservices.json', '{"services": []}');
      assert.deepEqual(await saidBy(command, rootsOf(await openRoot(folder.uri))), [[sentence, 'Show Artifacts', 'Go to Artifact…']]);
    });
  }

  it('[E-20] Edit Capabilities, the check of all and Open offer the template where there is no configuration', async () => {
    const template = ['No llmservices.json was found.', 'Create from Template'];
    assert.deepEqual(await said(() => editCapabilities(rootsOf(), { pick: async () => assert.fail() }, undefined)), [template]);
    assert.deepEqual(await said(() => validateModelServices(rootsOf(), {} as never)), [template]);
  });

  it('[E-20] Edit Capabilities and the export offer to add a service where there is none', async () => {
    const uri = await folder.write('llmservices.json', '{"services": []}');
    const offer = ['The file has no services yet.', 'Add Service…'];
    assert.deepEqual(await said(() => editCapabilities(rootsOf(), { pick: async () => assert.fail() }, uri)), [offer]);
    assert.deepEqual(await said(() => showExport(rootsOf(), {} as never, {} as never, uri)), [offer]);
  });

  describe('the quick fix of a transcript', () => {
    const bytes = png(1200);
    async function saving(): Promise<SaveArguments> {
      const text = `{"role":"tool","content":"data:image/png;base64,${base64(bytes)}"}\n`;
      const document = await vscode.workspace.openTextDocument(await folder.write('run.jsonl', text));
      const { first } = await gather(lintTranscript(once(text)));
      assert.ok(first[0]);
      return { uri: document.uri, version: document.version, finding: first[0] };
    }
    const checker = { check: async () => assert.fail('nothing has changed') };

    it('[E-20] ends at once without a data root, and offers to save a file', async () => {
      const save = await saving();
      assert.deepEqual(await said(() => saveAsArtifact(save, rootsOf(), checker)), [
        ['No data root is open to save the artifact in.', 'Save as File…', 'Add Data Root Folder'],
      ]);
    });

    it('[E-20] saves the bytes where the person says, and leaves the transcript as it is', async () => {
      const save = await saving();
      const saved = Promise.withResolvers<string>();
      const to = path.join(folder.uri.fsPath, 'picture.png');
      let asked: vscode.SaveDialogOptions | undefined;
      const choose = async (options: vscode.SaveDialogOptions): Promise<vscode.Uri> => {
        asked = options;
        return vscode.Uri.file(to);
      };
      const answer = async (text: string): Promise<string | undefined> => {
        if (text.startsWith('No data root')) return 'Save as File…';
        saved.resolve(text);
        return undefined;
      };
      await answering('showSaveDialog', choose, () =>
        answering('showInformationMessage', answer, async () => {
          await saveAsArtifact(save, rootsOf(), checker);
          assert.equal(await saved.promise, 'Saved as picture.png.');
        }),
      );
      assert.equal(asked?.defaultUri?.path, vscode.Uri.joinPath(folder.uri, 'run 1.png').path);
      assert.deepEqual(await readFile(to), Buffer.from(bytes));
      assert.match((await vscode.workspace.openTextDocument(save.uri)).getText(), /data:image\/png;base64,/);
    });
  });
});

describe('A notification that nobody answers', () => {
  let folder: Folder;
  let uri: vscode.Uri;
  beforeEach(async () => {
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', '{"services": [{"id": "a", "model": "m"}]}');
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  const ends = (what: string, work: () => unknown): void => {
    it(`[E-20] lets ${what} end: no progress bar stays`, async () => assert.ok((await said(work)).length > 0));
  };
  ends('an edit of capabilities', async () =>
    editCapabilities(
      rootsOf(await openRoot(folder.uri)),
      { pick: async () => ({ input: ['text', 'vision'], output: ['text'] }) },
      { uri, serviceId: 'a' },
    ),
  );
  ends('a refused edit', async () => reportRefusal(await vscode.workspace.openTextDocument(uri), 'refused'));
  ends('a command that found no configuration', () => validateModelServices(rootsOf(), {} as never));
  ends('a new file', () => tellCreated({ uri, folder: undefined }, '', async () => undefined));
  ends('an import', () =>
    showImport(
      rootsOf(),
      new Proposals(),
      { source: async () => folder.write('a.json', '[]'), format: async () => 'vscode', services: async () => assert.fail() },
      uri,
    ),
  );
  ends('Add Service', () =>
    addServiceByForm(rootsOf(), async () => ({ id: 'b' }), vscode.Uri.joinPath(folder.uri, 'config/llmservices.json')),
  );
  ends('Create from Template', async () => {
    const empty = vscode.Uri.joinPath(folder.uri, 'empty');
    await vscode.workspace.fs.createDirectory(empty);
    await createServicesFile(rootsOf(), { root: await openRoot(empty) });
  });
  ends('a verification that is not possible', () =>
    screenDialogue.reportProblem('a', { code: 'variable_unset', because: { text: 'x', args: [] } } as never, async () => undefined),
  );
  ends('a verification in Restricted Mode', () => screenDialogue.refuseUntrusted());
});

describe('What a notification sets off', () => {
  const shownErrors = async (show: () => Promise<unknown>, work: () => Promise<void> | void): Promise<number> => {
    let count = 0;
    await answering(
      'showErrorMessage',
      () => (count++, show()),
      async () => {
        await work();
        await new Promise((resolve) => setImmediate(resolve));
      },
    );
    return count;
  };

  it('[E-20] is told when it fails, once, and a notification that cannot be shown brings no other', async () => {
    const fails = { title: 'Do', run: () => Promise.reject(new Error('it failed')) };
    assert.equal(
      await shownErrors(
        async () => 'Do',
        () => notify('error', 'Do it?', { ...fails, run: () => undefined }),
      ),
      1,
    );
    assert.equal(
      await shownErrors(
        async () => Promise.reject(new Error('the window closes')),
        () => notifyError(new Error('x')),
      ),
      1,
    );
    const said: string[] = [];
    await answering(
      'showInformationMessage',
      async () => 'Do',
      () =>
        answering(
          'showErrorMessage',
          async (text: string) => void said.push(text),
          async () => {
            notify('information', 'Do it?', fails);
            await new Promise((resolve) => setImmediate(resolve));
          },
        ),
    );
    assert.deepEqual(said, ['it failed']);
  });
});

describe('The command that opens the configuration', () => {
  afterEach(disposeRegistered);
  it('[E-20] offers the template where there is none', async () => {
    const commands = commandsOf(() =>
      registerServices({
        roots: rootsOf(),
        previewService: viewOf().previewService,
        listed: async () => undefined,
        extensionUri: vscode.Uri.file('/extension'),
        logger: silentLogger,
        folders: { globalStorage: vscode.Uri.file('/storage'), home: undefined },
      }),
    );
    assert.deepEqual(await said(() => commands.get('agentArtifacts.openService')?.()), [
      ['No llmservices.json was found.', 'Create from Template'],
    ]);
  });
});
