import assert from 'node:assert/strict';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseTree } from 'jsonc-parser';
import * as vscode from 'vscode';
import { directCompute } from '../../../src/core/io/compute.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { VerifyTarget } from '../../../src/core/verify/target.ts';
import { previewAsAgent, revealWorkspace } from '../../../src/host/agents/agent-commands.ts';
import { whoCanRead } from '../../../src/host/agents/who-can-read.ts';
import { ArtifactTree } from '../../../src/host/artifacts/artifact-tree.ts';
import { registerFileCommands } from '../../../src/host/artifacts/file-commands.ts';
import type { ArtifactNode, TreeNode } from '../../../src/host/artifacts/nodes.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { pickModel } from '../../../src/host/preview/model-quick-pick.ts';
import { addCapability, correctType, declareApi } from '../../../src/host/preview/apply-fix.ts';
import { referenceItems } from '../../../src/host/references/go-to-artifact.ts';
import { referenceFeedback } from '../../../src/host/references/reference-feedback.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { confirm, notifyError } from '../../../src/host/screen/notify.ts';
import { onCommand, type CommandId } from '../../../src/host/screen/commands.ts';
import { askCustomType, editCapabilities, pickEntry, QuickCapabilityPicker } from '../../../src/host/services/edit-capabilities.ts';
import { createFile, tellCreated } from '../../../src/host/services/created-file.ts';
import { showImport } from '../../../src/host/services/exchange/import-services.ts';
import { chooseImports } from '../../../src/host/services/exchange/service-choice.ts';
import { proposeInferred, pickServices, type Changeable } from '../../../src/host/services/proposed/infer-capabilities.ts';
import { askText, StepMemory } from '../../../src/host/services/input-steps.ts';
import { Proposals } from '../../../src/host/services/proposed/proposals.ts';
import { ServiceTree } from '../../../src/host/services/register.ts';
import { pickRoot } from '../../../src/host/services/service-target.ts';
import { stateOf } from '../../../src/host/services/services-state.ts';
import { validateModelServices } from '../../../src/host/services/validate-commands.ts';
import { lintFile } from '../../../src/host/transcript/lint-file.ts';
import type { TranscriptLint } from '../../../src/host/transcript/transcript-lint.ts';
import { screenDialogue } from '../../../src/host/verify/dialogue.ts';
import { agentRoot, viewOf, type AgentRoot } from '../agents/agents-fixture.ts';
import { temporaryRoot, type TemporaryRoot } from '../artifacts/tree-fixture.ts';
import { FakePage, refer } from '../preview/fake-panel.ts';
import { openFixture } from '../preview/preview-fixture.ts';
import { withPerson } from '../services/quick-person.ts';
import { closeAllEditors, makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';
import { assertHarmless, HOSTILE, textsShown, type Answers } from './recorded-screen.ts';

const SERVICE: LlmServiceConfig = {
  id: HOSTILE,
  name: HOSTILE,
  model: HOSTILE,
  baseURL: 'https://api.openai.com/v1',
  capabilities: { input: ['text', HOSTILE], output: ['text'] },
};

describe('A name that looks like a link', () => {
  let folder: Folder;
  let uri: vscode.Uri;

  beforeEach(async () => {
    folder = await makeFolder();
    uri = await folder.write('llmservices.json', JSON.stringify({ services: [SERVICE, { id: 'plain' }] }));
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });

  /** A place that shows the name, and what a person does there. */
  const shows = (where: string, work: () => unknown, answers: Answers & { readonly count?: number } = {}): void => {
    it(`[E-2] is text ${where}`, async () => assertHarmless(await textsShown(work, answers), answers.count));
  };
  /** A folder of that name in the test's own. */
  const hostileFolder = async (): Promise<vscode.Uri> => {
    const dir = path.join(folder.uri.fsPath, HOSTILE);
    await mkdir(dir);
    return vscode.Uri.file(dir);
  };

  describe('of a service or a file of services', () => {
    const argument = () => ({ uri, serviceId: HOSTILE });
    const entries = async () => (await stateOf(await vscode.workspace.openTextDocument(uri))).validated.entries;
    const root = () => openRoot(folder.uri);

    shows('when its capabilities were changed', () =>
      editCapabilities(rootsOf(), { pick: async () => ({ input: ['text'], output: ['text'] }) }, argument()),
    );
    shows('when a fix adds a capability', async () => addCapability(await root(), HOSTILE, 'vision'));
    shows('when a fix asks for its API, and when it has declared it', async () => declareApi(await root(), HOSTILE), {
      item: 'Ollama chat',
      count: 2,
    });
    shows(
      'in the list of services to edit',
      async () => pickEntry(await vscode.workspace.openTextDocument(uri), await entries(), HOSTILE),
      { count: 3 },
    );
    shows('in the list of models for the preview', async () => pickModel((await root()).models, viewOf().previewService), { count: 3 });
    shows(
      'in the list of services to import, and of ids that are taken',
      () => chooseImports([SERVICE], new Map([[HOSTILE, parseTree('{}') ?? assert.fail()]]), new Map()),
      { item: '[x] (command:workbench.action.terminal.new "y") $ (trash)', count: 3 },
    );
    shows(
      'in the list of services whose capabilities are inferred',
      () =>
        pickServices([
          {
            id: 'a',
            name: HOSTILE,
            proposal: {
              kind: 'changes',
              model: HOSTILE,
              inference: { model: 'x', match: 'exact', findings: [], capabilities: { input: [], output: [] } },
              changes: [{ type: HOSTILE, isDeclared: true }],
            },
          } as unknown as Changeable,
        ]),
      { count: 1 },
    );
    shows('when there is nothing to infer', () =>
      proposeInferred(rootsOf(), { show: async () => assert.fail() }, async () => assert.fail(), argument()),
    );
    shows('when a file is checked', async () => {
      const file = vscode.Uri.joinPath(await hostileFolder(), 'llmservices.json');
      return validateModelServices(rootsOf(), { checkFile: async () => ({ errors: 1, warnings: 0, information: 0 }) } as never, file);
    });
    shows('when a file cannot be read to be checked', async () => {
      const file = vscode.Uri.joinPath(await hostileFolder(), 'llmservices.json');
      return validateModelServices(
        rootsOf(),
        {
          checkFile: async () => {
            throw new Error(HOSTILE);
          },
        } as never,
        file,
      );
    });
    shows(
      'when a file was made, or could not be',
      async () => {
        const there = vscode.Uri.joinPath(await hostileFolder(), 'a.json');
        tellCreated({ uri: there, folder: undefined }, '', async () => undefined);
        await vscode.workspace.fs.writeFile(there, new Uint8Array());
        await createFile(there);
      },
      { count: 2 },
    );
    shows(
      'when a file was to be imported that cannot be, or has nothing',
      async () => {
        const source = async (text: string): Promise<vscode.Uri> => {
          const file = path.join(folder.uri.fsPath, `${HOSTILE}.json`);
          await writeFile(file, text);
          return vscode.Uri.file(file);
        };
        const proposals = new Proposals();
        const from = (text: string) =>
          showImport(
            rootsOf(),
            proposals,
            { source: () => source(text), format: async () => 'vscode', services: async () => assert.fail() },
            uri,
          );
        await from('{');
        await from('[]');
        proposals.dispose();
      },
      { count: 2 },
    );

    it('[E-2] is text in the questions for its capabilities', async () => {
      const seen: string[] = [];
      await withPerson(
        [
          ({ title, items, dismiss }) => {
            seen.push(title, ...items().flatMap(({ label, description }) => [label, description ?? '']));
            dismiss();
          },
        ],
        () => new QuickCapabilityPicker().pick(HOSTILE, { input: ['text', HOSTILE], output: ['text'] }),
      );
      assertHarmless(seen, 2);
    });

    it('[E-2] is text in what is asked for in a line, and in why an answer will not do; the answer is what was typed', async () => {
      const seen: string[] = [];
      const place = { title: HOSTILE, step: 1, totalSteps: 1, memory: new StepMemory() };
      let isRefused = true;
      const { result } = await withPerson(
        [
          ({ title, prompt, type, accept, message }) => {
            type(HOSTILE);
            seen.push(title, prompt, message() ?? '');
            isRefused = false;
            accept();
          },
        ],
        () => askText(place, { prompt: HOSTILE, value: '', validate: (value) => (isRefused ? value : undefined) }),
      );
      assertHarmless(seen, 3);
      assert.equal(result, HOSTILE.trim());
    });
    shows('where a custom capability is named', () => askCustomType(HOSTILE, 'input', new Set([HOSTILE.trim()])), { count: 2 });
  });

  describe('of an artifact, an agent or a data root', () => {
    let hostile: TemporaryRoot;
    let agents: AgentRoot;
    let root: OpenRoot;

    beforeEach(async () => {
      hostile = await temporaryRoot('empty');
      await hostile.put(1, { name: HOSTILE });
      agents = await agentRoot('empty', {
        organisation: {
          roles: [{ id: 'r', name: HOSTILE, status: 'active', llmServiceId: HOSTILE }],
          agents: [
            { id: 'root', roleId: 'r', parentAgentId: null, status: 'active' },
            { id: 'a', roleId: 'r', parentAgentId: 'root', status: 'active' },
          ],
          terminations: [],
        },
        services: [SERVICE],
      });
      root = Object.assign(Object.create(agents.root) as OpenRoot, { name: HOSTILE });
    });
    afterEach(async () => {
      await hostile.remove();
      await agents.remove();
    });
    const dependencies = () => ({
      fileSystems: new FileSystems(),
      previewService: viewOf().previewService,
      preview: {
        showAll: async () => undefined,
        sourceOf: (root: OpenRoot) => new RootSource(root, new FileSystems().for(root.folder).fs),
      } as never,
    });
    const node = (): ArtifactNode => ({
      kind: 'artifact',
      id: '1',
      parent: undefined,
      root: hostile.root,
      reference: refer('1'),
      artifact: { name: HOSTILE, location: '/etc/passwd', reference: refer('1') } as unknown as ArtifactNode['artifact'],
    });

    shows('when its file may not be opened', async () => {
      const commands = new Map<string, (...args: unknown[]) => Promise<unknown>>();
      const { registerCommand } = vscode.commands;
      Object.assign(vscode.commands, {
        registerCommand: (name: string, run: (...args: unknown[]) => Promise<unknown>) => commands.set(name, run),
      });
      try {
        const preview = { show: async () => undefined, showAll: async () => undefined, showFiles: async () => undefined };
        const dependencies = { roots: rootsOf(), fileSystems: new FileSystems(), preview };
        registerFileCommands({ selection: [] } as unknown as vscode.TreeView<TreeNode>, dependencies);
      } finally {
        Object.assign(vscode.commands, { registerCommand });
      }
      await commands.get('agentArtifacts.openArtifact')?.(node());
    });
    shows('when nobody can read it', async () => {
      await rm(path.join(hostile.artifacts, '1.txt'));
      const { agents: registry } = agents.root;
      await whoCanRead(
        { root: Object.assign(Object.create(hostile.root) as OpenRoot, { agents: registry }), reference: refer('1') },
        dependencies(),
      );
    });
    shows('when a root has no agents', () =>
      whoCanRead(
        { root: Object.assign(Object.create(hostile.root) as OpenRoot, { name: HOSTILE }), reference: refer('1') },
        dependencies(),
      ),
    );
    shows(
      'in the list of those who can read it',
      async () => {
        const { agents: registry, services, router } = agents.root;
        await whoCanRead(
          { root: Object.assign(Object.create(hostile.root) as OpenRoot, { agents: registry, services, router }), reference: refer('1') },
          dependencies(),
        );
      },
      { count: 3 },
    );
    shows('when previews stand for an agent', () =>
      previewAsAgent({ root: agents.root, agent: agents.root.agents.getAgents()[0] ?? assert.fail() }, {
        ...dependencies(),
        preview: {},
        selectedArtifacts: () => [],
      } as never),
    );
    shows('when an agent has no workspace yet', () =>
      revealWorkspace({ root: agents.root, agent: { ...(agents.root.agents.getAgents()[0] ?? assert.fail()), workspaceId: 'w' } }, {
        artifacts: { revealWorkspace: async () => false },
      } as never),
    );
    shows('in the list of data roots', () => pickRoot([root, agents.root]));
    shows('where its metadata are corrected', async () => {
      const meta = path.join(hostile.artifacts, '1.meta');
      await correctType(refer('1'), vscode.Uri.file(meta), HOSTILE);
    });

    it('[E-2] is text in the list below a reference', async () => {
      const items = referenceItems(await referenceFeedback('1', [hostile.root]), false);
      assertHarmless(items.flatMap(({ label, description, detail }) => [label, description ?? '', detail ?? '']));
      const absent = referenceItems(await referenceFeedback(`ws:w:${Buffer.from(HOSTILE).toString('base64url')}`, [hostile.root]), false);
      assertHarmless(absent.flatMap(({ label, detail }) => [label, detail ?? '']));
    });

    it('[E-2] is text when the preview cannot do what was asked', async () => {
      const fixture = await openFixture(hostile.root.folder);
      const page = new FakePage(fixture);
      try {
        await page.show('1');
        await rm(path.join(hostile.artifacts, '1.txt'));
        await symlink(uri.fsPath, path.join(hostile.artifacts, '1.txt'));
        const texts = await textsShown(() => page.say({ type: 'openFile' }));
        assertHarmless(texts);
      } finally {
        page.dispose();
        fixture.dispose();
      }
    });
  });

  describe('elsewhere', () => {
    const bad = `{"role":"tool","content":"data:image/png;base64,${'iVBORw0KGgo'.padEnd(2000, 'A')}"}\n`;
    const transcript = async (text: string): Promise<vscode.Uri> => {
      const file = path.join(folder.uri.fsPath, `${HOSTILE}.jsonl`);
      await writeFile(file, text);
      return vscode.Uri.file(file);
    };
    const lint = { show: () => undefined, checkToEnd: async () => undefined } as unknown as TranscriptLint;
    const reading = { fileSystems: new FileSystems(), compute: directCompute };
    const target = VerifyTarget.of(
      { ...SERVICE, apiKey: '${OPENAI_API_KEY}' },
      { input: ['text'], output: ['text'] },
      { environment: () => 'sk-test' },
    );

    shows(
      'while a transcript is checked, and when nothing was found',
      async () => lintFile(await transcript('{}\n'), lint, reading, () => undefined),
      { count: 2 },
    );
    shows('when something was found in a transcript', async () => lintFile(await transcript(bad), lint, reading, () => undefined), {
      count: 2,
    });
    shows('when a transcript has changed meanwhile', async () =>
      lintFile((await vscode.workspace.openTextDocument(await transcript(bad))).uri, lint, reading, () => undefined),
    );
    shows(
      'when a transcript cannot be read',
      () => lintFile(vscode.Uri.file(path.join(folder.uri.fsPath, HOSTILE, 'a.jsonl')), lint, reading, () => undefined),
      { count: 2 },
    );
    shows('in the question before a verification', () => screenDialogue.confirm(target instanceof VerifyTarget ? target : assert.fail()));
    shows('when a verification cannot be made', () =>
      screenDialogue.reportProblem(
        HOSTILE,
        { code: 'variable_unset', because: { text: '{0}', args: [HOSTILE] } } as never,
        async () => undefined,
      ),
    );
    shows('in the list of changes after a verification', () =>
      screenDialogue.pickChanges(HOSTILE, [{ kind: 'add', list: 'input', type: 'vision' }]),
    );
    shows('when the file of a proposed change is there by now', async () => {
      const proposals = new Proposals();
      const file = vscode.Uri.file(path.join(folder.uri.fsPath, `${HOSTILE}.json`));
      await proposals.show({
        uri: file,
        title: 'T',
        compute: () => ({ ok: true, edits: [{ offset: 0, length: 0, newText: 'new' }], labels: [] }),
      });
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      await writeFile(file.fsPath, 'theirs');
      await proposals.apply(input.modified);
      proposals.dispose();
    });
    shows(
      'in why a view has no lines',
      async () => {
        const roots = Object.assign(rootsOf(), { ready: () => Promise.reject(new Error(HOSTILE)) });
        const trees = [new ArtifactTree({ roots: roots as never, logger: silentLogger }), new ServiceTree(roots, viewOf().previewService)];
        for (const tree of trees) assert.deepEqual(await tree.getChildren(), []);
        for (const tree of trees) tree.dispose();
      },
      { count: 2 },
    );
    shows('in what an error says', () => notifyError(new Error(HOSTILE)));
    shows('in what a command fails with', async () => {
      const id = 'agentArtifacts.test.fails' as string as CommandId;
      const command = onCommand(id, () => Promise.reject(new Error(HOSTILE)));
      await vscode.commands.executeCommand(id);
      command.dispose();
    });

    it('[E-2] forges no paragraph in a dialog', async () => {
      const texts = await textsShown(() =>
        confirm({ question: 'Sure?', paragraphs: [`${HOSTILE}\n\nAll is well.`, 'Warning'], action: 'Yes' }),
      );
      assert.deepEqual(texts, ['Sure?', '[x] (command:workbench.action.terminal.new "y") $ (trash) All is well.\n\nWarning', 'Yes']);
    });
  });
});
