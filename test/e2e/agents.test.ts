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

  it('the agent whose model nobody knows stands first, with a warning; the service and the role of one open where they stand', async () => {
    await row(w, 'drifter, Text only: no service is configured for the default model “default-model”.')
      .locator('.codicon-warning')
      .waitFor();
    await row(w, 'analyst, 多模态模型 · text, vision, audio, file · 29174105').waitFor();
    await w.unfoldRow(row(w, 'analyst'), w.treeRow('Service'));
    await w.page.mouse.move(0, 0);
    await w.screenshot('agents-dark');
    await w.treeRow('Service').click();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"multimodal-model"' }).waitFor();
    await w.treeRow('Role').click();
    await w.page.locator('.tab.active').filter({ hasText: 'org.json' }).waitFor();
    await w.page.locator('.editor-instance .view-line').filter({ hasText: '"analyst"' }).waitFor();
    await w.screenshot('agents-role-dark');
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
    // From the palette it speaks of the artifact that is previewed.
    // VS Code gives the focus back to a webview late, which closes a list that has come meanwhile
    await w.page.keyboard.press('ControlOrMeta+0');
    await w.runCommand('Agent Artifacts: Who Can Read This Artifact?');
    await w.page.locator('.quick-input-title').getByText('Who can read “drawn by canvas”: 3 of 5 agents').waitFor();
    await w.inputRow('planner').click();
    await w.verdict('Text description instead of the image');
  });
});
