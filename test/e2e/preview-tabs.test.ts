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

  it('several selected artifacts are one message with attachments, and one request body', async () => {
    if (keepsPictures) await w.useTheme('dark');
    await w.artifactRow(15).click();
    await w.previewOf('report.pdf');
    for (const id of [18, 8]) await w.artifactRow(id).click({ modifiers: ['ControlOrMeta'] });
    await w.previewOf('3 attachments');
    await w.pickModel('多模态模型');
    await tab('Rendered');
    for (const name of ['report.pdf', 'voice.wav', 'chart.png']) await w.webviewFrame().getByRole('button', { name }).first().waitFor();
    await w.screenshot('preview-attachments-dark');
    await tab('Request Body');
    await w.webviewFrame().locator('preview-wire .hljs-attr').first().waitFor();
    assert.ok((await w.webviewFrame().getByRole('list', { name: 'Parts' }).getByRole('listitem').count()) >= 3);
    await w.screenshot('preview-attachments-wire-dark');
  });
});
