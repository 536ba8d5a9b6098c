import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the keyboard in the preview', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    // the row is whole, however much room the journeys before have left to this view
    await w.foldViews('Model Services', 'Agents');
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
});
