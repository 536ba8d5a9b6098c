import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the keyboard in the preview', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await w.artifactRow(29).click();
    await w.webviewFrame().getByText('UTF-16 文本，来自 Windows').waitFor();
    await w.pickModel('纯文本模型');
  });

  const find = () => w.page.locator('.simple-find-part.visible');
  /** The words that are found are selected; components have selections of their own. */
  const isFoundIn = (selector: string, words: string) =>
    w
      .webviewFrame()
      .locator(selector)
      .first()
      .evaluate(
        (element, wanted) =>
          new Promise<void>((resolve) => {
            const root = element.getRootNode() as ShadowRoot & { getSelection: () => Selection | null };
            const look = (): void => (String(root.getSelection()) === wanted ? resolve() : void requestAnimationFrame(look));
            look();
          }),
        words,
      );

  it('Ctrl+F finds what is on the screen, Enter the next place, and Escape goes back', async () => {
    await w.webviewFrame().locator('h1').click();
    await w.page.keyboard.press('ControlOrMeta+f');
    await find().waitFor();
    await w.page.keyboard.type('windows');
    await isFoundIn('h1', 'windows');
    await w.page.keyboard.press('Enter');
    await isFoundIn('preview-code pre', 'Windows');
    await w.screenshot('preview-find-dark');
    await w.page.keyboard.press('Escape');
    await find().waitFor({ state: 'detached' });
  });

  it('Enter opens the list of models and takes the one it is on', async () => {
    const picker = w.webviewFrame().locator('preview-model-picker').getByRole('combobox');
    await picker.focus();
    await w.page.keyboard.press('Enter');
    await w.webviewFrame().locator('preview-model-picker .option').first().waitFor();
    await w.page.keyboard.press('ArrowDown');
    await w.page.keyboard.press('Enter');
    await picker.getByText('视觉模型').waitFor();
  });

  it('Enter does what a focused button or tab says', async () => {
    // What was chosen before is drawn, and draws nothing anew that has the focus.
    await w.verdict('text');
    await w.webviewFrame().getByRole('button', { name: 'Pin: keep showing this artifact' }).press('Enter');
    await w.page.locator('.tab').filter({ hasText: '[Preview: windows.txt]' }).waitFor();
    await w.webviewFrame().getByRole('tab', { name: 'Rendered', selected: true }).focus();
    await w.page.keyboard.press('ArrowRight');
    await w.page.keyboard.press('Enter');
    await w.webviewFrame().getByRole('tab', { name: 'Message', selected: true }).waitFor();
  });
});
