import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { keepsPictures } from '../support/kept-pictures.ts';
import { lendWorkbench, type Workbench } from './support/workbench.ts';

describe('the preview, content by content', () => {
  let w: Workbench;

  before(async () => {
    w = await lendWorkbench({ viewport: { width: 1440, height: 1000 } });
    // All of the tree at once, for clicks.
    await w.foldViews('Model Services', 'Agents');
  });

  /** Clicks an artifact and waits until it is shown under its name. */
  async function preview(row: Locator, name: string): Promise<void> {
    await row.click();
    await w.previewOf(name);
    await w.page.mouse.move(0, 0);
  }
  /** The seconds a player has to play, once it knows. */
  const duration = (player: Locator): Promise<number> =>
    player.evaluate(
      (element) =>
        new Promise<number>((resolve, reject) => {
          const media = element as HTMLMediaElement;
          const tell = () => resolve(media.duration);
          media.addEventListener('error', () => reject(new Error(media.error?.message ?? 'cannot be played')));
          if (media.readyState >= media.HAVE_METADATA) tell();
          else media.addEventListener('loadedmetadata', tell);
        }),
    );

  it('[1-R5.1] a text: highlighted, and routed as text', async () => {
    await preview(w.artifactRow(2), 'task plan');
    await w.webviewFrame().locator('preview-content .hljs-attr').first().waitFor();
    await w.verdict('text');
    await w.screenshot('preview-text-dark');
  });

  it('a text in Chinese', async () => {
    await preview(w.artifactRow(1), '需求说明');
    await w.webviewFrame().locator('preview-content').getByRole('heading').first().waitFor();
    await w.screenshot('preview-text-chinese-dark');
  });

  // WAV and WebM play in every browser; MP3 and MP4 need codecs that some leave out.
  it('an audio: a player that knows its length', async () => {
    await preview(w.artifactRow(18), 'voice.wav');
    assert.ok((await duration(w.webviewFrame().locator('audio[controls]'))) > 0);
    await w.screenshot('preview-audio-dark');
  });

  it('a video: a player that knows its length', async () => {
    await preview(w.artifactRow(23), 'demo.webm');
    assert.ok((await duration(w.webviewFrame().locator('video[controls]'))) > 0);
    await w.screenshot('preview-video-dark');
  });

  it('a PDF: its page, drawn, with its text', async () => {
    await preview(w.artifactRow(15), 'report.pdf');
    const page = w.webviewFrame().getByRole('group', { name: 'Page 1 of 1' });
    await page.locator('canvas[data-drawn]').waitFor();
    await page.getByText('Incident report', { exact: true }).waitFor();
    await w.screenshot('preview-pdf-dark');
  });

  it('[1-SEC-3] a PNG that says it is text: the contradiction, and the image', async () => {
    await preview(w.artifactRow(26), 'lies.txt');
    assert.equal(
      await w.webviewFrame().locator('p.warning').innerText(),
      'Declared as text/plain, but the content is image/png and is treated as such.',
    );
    await w.webviewFrame().locator('figcaption', { hasText: '640 × 400 pixels' }).waitFor();
    await w.screenshot('preview-contradiction-dark');
  });

  it('a text that says it is a PNG: the doubt', async () => {
    await preview(w.artifactRow(27), 'not-an-image.png');
    await w.webviewFrame().locator('p.warning').waitFor();
    await w.screenshot('preview-not-an-image-dark');
  });

  it('a reserved one: why there is nothing to see, and what the model is told', async () => {
    await preview(w.artifactRow(33), 'pending-export.mp4');
    await w
      .webviewFrame()
      .getByRole('tabpanel', { name: 'Rendered' })
      .getByText('The ID is reserved; the content is still being produced.')
      .waitFor();
    await w.verdict('The error “artifact_not_found”');
    await w.screenshot('preview-reserved-dark');
  });

  if (keepsPictures) {
    it('looks right in light', async () => {
      await w.useTheme('light');
      await w.screenshot('preview-reserved-light');
      await preview(w.artifactRow(26), 'lies.txt');
      await w.screenshot('preview-contradiction-light');
      await preview(w.artifactRow(18), 'voice.wav');
      await duration(w.webviewFrame().locator('audio'));
      await w.screenshot('preview-audio-light');
      await preview(w.artifactRow(2), 'task plan');
      await w.webviewFrame().locator('preview-content .hljs-attr').first().waitFor();
      await w.screenshot('preview-text-light');
    });
  }
});
