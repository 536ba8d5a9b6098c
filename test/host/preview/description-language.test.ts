import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';
import type { OpenRoot } from '../../../src/host/roots/open-root.ts';
import { closeAllEditors } from '../services/services-fixture.ts';
import { refer } from './fake-panel.ts';
import { shown } from './preview-fixture.ts';
import { PreviewStage } from './preview-stage.ts';

const SETTING = 'descriptionLanguage';
const { Global, Workspace } = vscode.ConfigurationTarget;

describe('the language of descriptions', () => {
  let api: AgentArtifactsApi;
  let root: OpenRoot;

  beforeEach(async () => {
    api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    root = api.dataRoots.roots[0] ?? assert.fail();
  });
  afterEach(async () => {
    await update(undefined, Global);
    if (inspect()?.workspaceValue !== undefined) await update(undefined, Workspace);
    await closeAllEditors();
  });

  const inspect = () => vscode.workspace.getConfiguration('agentArtifacts').inspect<string>(SETTING);
  const update = (value: string | undefined, target: vscode.ConfigurationTarget) =>
    vscode.workspace.getConfiguration('agentArtifacts').update(SETTING, value, target);
  const answer = async (): Promise<string> => {
    const { content } = await vscode.lm.invokeTool('agent_artifacts_get_artifact', {
      input: { ref: '8', service: 'text-model' },
      toolInvocationToken: undefined,
    });
    const [text] = content;
    return text instanceof vscode.LanguageModelTextPart ? text.value : '';
  };
  /** Waits until the window has taken a change of the settings over. */
  const after = async (change: () => unknown): Promise<void> => {
    const told = new Promise<void>((resolve) => {
      const listener = api.dataRoots.onDidChangeServices(() => {
        listener.dispose();
        resolve();
      });
    });
    await change();
    await told;
  };

  it('[E-23] is that of the display, which is English here, until the setting fixes another', async () => {
    assert.equal(vscode.env.language, 'en');
    assert.match(await answer(), /^\[Cannot read\] chart\.png \(artifact:8\)\nType: PNG image\nSize: /);
    await after(() => update('zh', Global));
    assert.match(await answer(), /^\[无法读取\] chart\.png \(artifact:8\)\n类型: PNG 图片\n大小: /);
    await after(() => update('auto', Global));
    assert.match(await answer(), /^\[Cannot read\]/);
  });

  it('[E-23] the preview says which it is and follows the setting', async () => {
    await vscode.commands.executeCommand('agentArtifacts.internal.previewWith', {
      uri: vscode.Uri.joinPath(root.folder, 'config', 'llmservices.json'),
      serviceId: 'text-model',
    });
    const panel = await api.preview.show(root, refer('artifact:8'));
    const english = await shown(panel, ({ selected }) => selected === 'text-model');
    assert.deepEqual(english.descriptions, { language: 'en', isFixed: false });
    assert.match(english.message?.text ?? '', /"content":"\[Cannot read\]/);
    await update('zh', Global);
    const chinese = await shown(panel, ({ descriptions }) => descriptions?.language === 'zh');
    assert.deepEqual(chinese.descriptions, { language: 'zh', isFixed: true });
    assert.match(chinese.message?.text ?? '', /"content":"\[无法读取\]/);
  });

  describe('switched on the page', () => {
    let stage: PreviewStage;
    beforeEach(async () => {
      stage = await PreviewStage.open();
    });
    afterEach(() => stage.close());

    it('[E-23] goes to the settings of the user, and out of them again when the display says the same', async () => {
      const state = await stage.showFor('text-model', 'artifact:8');
      assert.deepEqual(state.descriptions, { language: 'en', isFixed: false });
      await after(() => stage.page.say({ type: 'setDescriptionLanguage', language: 'zh' }));
      assert.equal(inspect()?.globalValue, 'zh');
      assert.match(await answer(), /^\[无法读取\]/);
      await after(() => stage.page.say({ type: 'setDescriptionLanguage', language: 'en' }));
      assert.equal(inspect()?.globalValue, undefined);
      assert.match(await answer(), /^\[Cannot read\]/);
    });

    it('[E-23] goes to the settings of the workspace where those fix it', async () => {
      await after(() => update('zh', Workspace));
      await stage.showFor('text-model', 'artifact:8');
      await after(() => stage.page.say({ type: 'setDescriptionLanguage', language: 'en' }));
      assert.deepEqual([inspect()?.workspaceValue, inspect()?.globalValue], [undefined, undefined]);
      assert.match(await answer(), /^\[Cannot read\]/);
    });

    it('[E-23] is of no matter where nothing is described, and of a message when any attachment is', async () => {
      assert.equal((await stage.showFor('vision-model', 'artifact:8')).descriptions, null);
      assert.equal((await stage.showFor('text-model', 'artifact:1')).descriptions, null);
      assert.equal((await stage.showFor('multimodal-model', 'artifact:8', 'artifact:18')).descriptions, null);
      assert.deepEqual((await stage.showFor('vision-model', 'artifact:8', 'artifact:18')).descriptions, { language: 'en', isFixed: false });
    });
  });
});
