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

  it('[1-R5.1] a text: highlighted by a worker of the page, and routed as text', async () => {
    await preview(w.artifactRow(2), 'task plan');
    await w.webviewFrame().locator('preview-content .hljs-attr').first().waitFor();
    await w.verdict('text');
    await w.screenshot('preview-text-dark');
  });

  // WAV and WebM play in every browser; MP3 and MP4 need codecs that some leave out.
  it('sound and film: players that know their length', async () => {
    await preview(w.artifactRow(18), 'voice.wav');
    assert.ok((await duration(w.webviewFrame().locator('audio[controls]'))) > 0);
    await w.screenshot('preview-audio-dark');
    await preview(w.artifactRow(23), 'demo.webm');
    assert.ok((await duration(w.webviewFrame().locator('video[controls]'))) > 0);
    await w.screenshot('preview-video-dark');
  });

  it('a PDF: its page, drawn by a worker of the page, with its text', async () => {
    await preview(w.artifactRow(15), 'report.pdf');
    const page = w.webviewFrame().getByRole('group', { name: 'Page 1 of 1' });
    await page.locator('canvas[data-drawn]').waitFor();
    await page.getByText('Incident report', { exact: true }).waitFor();
    await w.screenshot('preview-pdf-dark');
  });

  if (keepsPictures) {
    it('looks right in light', async () => {
      for (const theme of ['dark', 'light'] as const) {
        await w.useTheme(theme);
        await preview(w.artifactRow(33), 'pending-export.mp4');
        await w.screenshot(`preview-reserved-${theme}`);
        await preview(w.artifactRow(26), 'lies.txt');
        await w.screenshot(`preview-contradiction-${theme}`);
      }
      await preview(w.artifactRow(18), 'voice.wav');
      await duration(w.webviewFrame().locator('audio'));
      await w.screenshot('preview-audio-light');
      await preview(w.artifactRow(2), 'task plan');
      await w.webviewFrame().locator('preview-content .hljs-attr').first().waitFor();
      await w.screenshot('preview-text-light');
    });
  }
});
