import assert from 'node:assert/strict';
import { keepsPictures } from '../support/kept-pictures.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

/** The tabs by their titles, and how their pictures are named. */
const TABS = [
  ['Rendered', 'rendered'],
  ['Message', 'message'],
  ['Request Body', 'wire'],
  ['Why', 'why'],
  ['Compare', 'compare'],
] as const;

describe('the tabs of the preview, on real data', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench();
    await w.foldViews('Model Services', 'Agents', 'Conversations');
    await w.scrollTo(w.artifactRow(8));
    await w.artifactRow(8).click();
    await w.previewOf('chart.png');
    await w.pickModel('纯文本模型');
  });

  const tab = (name: string) => w.webviewFrame().getByRole('tab', { name, exact: true }).click();

  it('the request body: every part with its outcome, and the body', async () => {
    await tab('Request Body');
    await w.webviewFrame().locator('preview-wire .hljs-attr').first().waitFor();
    assert.ok((await w.webviewFrame().getByRole('list', { name: 'Parts' }).getByRole('listitem').count()) > 0);
    await w.screenshot('preview-wire-dark');
  });

  it('why a text model does not see the image, and what would change it', async () => {
    await tab('Why');
    await w
      .webviewFrame()
      .getByRole('list', { name: 'How it was decided' })
      .getByText('Stopped here')
      .first()
      .waitFor({ state: 'attached' });
    await w.screenshot('preview-why-dark');
  });

  it('all services at once; a row picks its model', async () => {
    await tab('Compare');
    const grid = w.webviewFrame().getByRole('grid', { name: 'What every model service would receive' });
    await grid.getByText('多模态模型').click();
    await grid.locator('[aria-selected=true]', { hasText: '多模态模型' }).waitFor();
    await w.verdict('image_url');
    await w.screenshot('preview-compare-dark');
  });

  if (keepsPictures) {
    it('every tab looks right in light and in high contrast', async () => {
      for (const theme of ['light', 'contrast'] as const) {
        await w.useTheme(theme);
        for (const [name, picture] of TABS) {
          await tab(name);
          await w.webviewFrame().getByRole('tab', { name, exact: true, selected: true }).waitFor();
          await w.screenshot(`preview-${picture}-${theme}`);
        }
      }
    });
  }

  it('several selected artifacts are one message with attachments', async () => {
    await w.useTheme('dark');
    await w.artifactRow(15).click();
    await w.previewOf('report.pdf');
    for (const id of [18, 8]) await w.artifactRow(id).click({ modifiers: ['ControlOrMeta'] });
    await tab('Rendered');
    for (const name of ['report.pdf', 'voice.wav', 'chart.png']) await w.webviewFrame().getByRole('button', { name }).first().waitFor();
    await w.screenshot('preview-attachments-dark');
    await tab('Request Body');
    await w.webviewFrame().locator('preview-wire .hljs-attr').first().waitFor();
    assert.ok((await w.webviewFrame().getByRole('list', { name: 'Parts' }).getByRole('listitem').count()) >= 3);
    await w.screenshot('preview-attachments-wire-dark');
  });
});
