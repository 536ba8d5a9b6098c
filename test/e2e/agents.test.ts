import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** A row of the side bar by the beginning of what a screen reader says of it. */
const row = (w: Workbench, label: string) => w.page.locator(`.sidebar .monaco-list-row[aria-label^="${label}"]`).first();

describe('the Agents view', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1280, height: 1000 } });
    // Room for the agents: the other views fold up.
    await w.foldViews('Artifacts', 'Model Services');
  });

  it('the agent whose model nobody knows stands first, with a warning and the reason', async () => {
    await row(w, 'drifter, Text only: no service is configured for the default model “default-model”.')
      .locator('.codicon-warning')
      .waitFor();
    await row(w, 'analyst, 多模态模型 · text, vision, audio, file · 29174105').waitFor();
    await w.unfoldRow(row(w, 'analyst'));
    await w.treeRow('Service').waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('agents-dark');
  });

  it('its service and its role open where they stand', async () => {
    await w.treeRow('Service').click();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"multimodal-model"' }).waitFor();
    await w.treeRow('Role').click();
    await w.page.locator('.tab.active').filter({ hasText: 'org.json' }).waitFor();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"analyst"' }).waitFor();
    await w.screenshot('agents-role-dark');
  });

  it('a service that is taken out of the configuration makes its agents stand out at once', async () => {
    const file = path.join(w.folder, 'config/llmservices.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('"vision-model"', '"another-model"'));
    await row(w, 'artist, Text only: the role’s service “vision-model” is not configured.').locator('.codicon-warning').waitFor();
    await row(w, 'root, 5 agents, 3 problems').waitFor();
    await w.screenshot('agents-service-missing-dark');
    await writeFile(file, text);
    await row(w, 'root, 5 agents, 1 problem').waitFor();
  });

  it('an image: who can read it is listed, and the one chosen is previewed', async () => {
    await w.foldViews('Agents');
    await w.openView('Agent Artifacts', 'Artifacts');
    await w.artifactRow(31).click();
    await w.pickModel('纯文本模型');
    await w.verdict('Text description instead of the image');
    await w.chooseFromMenu(w.artifactRow(31), 'Who Can Read This Artifact?');
    await w.inputRow('analyst').waitFor();
    await w.screenshot('who-can-read-dark');
    await w.inputRow('analyst').click();
    await w.verdict('image_url');
    await w.screenshot('who-can-read-previewed-dark');
  });

  it('from the palette it speaks of the artifact that is previewed', async () => {
    // VS Code gives the focus back to a webview late, which closes a list that has come meanwhile
    await w.page.keyboard.press('ControlOrMeta+0');
    await w.runCommand('Agent Artifacts: Who Can Read This Artifact?');
    await w.page.locator('.quick-input-title').getByText('Who can read drawn by canvas: 3 of 5 agents').waitFor();
    await w.inputRow('planner').click();
    await w.verdict('Text description instead of the image');
  });
});

describe('the Agents view in Chinese', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ server: 'chinese', viewport: { width: 1280, height: 1000 } });
  });

  it('speaks Chinese, and so does the list of readers', async () => {
    await w.artifactRow(31).click();
    await w.pickModel('纯文本模型');
    await w.verdict('以文字描述代替图片');
    await row(w, 'drifter, 仅文本：默认模型“default-model”没有对应的服务配置。').waitFor();
    await w.foldViews('模型服务');
    await w.unfoldRow(row(w, 'analyst'));
    for (const label of ['角色', '服务', '输入', '输出']) await w.treeRow(label).waitFor();
    await w.page.mouse.move(0, 0);
    await w.screenshot('agents-chinese-dark');
    await w.runCommand('智能体工件: 谁能读取此工件？');
    await w.page.locator('.quick-input-title').getByText('谁能读取 drawn by canvas：5 个智能体中的 3 个').waitFor();
    await w.screenshot('who-can-read-chinese-dark');
    await w.inputRow('analyst').click();
    await w.verdict('image_url');
  });
});
