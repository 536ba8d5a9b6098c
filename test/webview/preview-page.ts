/** The preview's page as its host sets it up, with what a test shows in it. */
import assert from 'node:assert/strict';
import { previewHtml } from '../../src/host/screen/page-html.ts';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

export interface PreviewPage extends WebviewPage {
  /** Shows another state. */
  show: (state: PreviewState) => Promise<void>;
  /** The number of the newest state. */
  generation: () => number;
  /** Reloads the page, as when the window is reloaded, and shows a state again. */
  reload: (state: PreviewState) => Promise<void>;
  /** Ends the test: nothing was refused, nothing failed, nothing hostile ran. */
  finish: () => Promise<void>;
}

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  previewHtml(
    { script: asset('preview.js'), style: asset('preview.css'), codicons: asset('codicon.css'), cspSource, language: 'en', title: 'Title' },
    'nonce',
  );

export interface PreviewPageOptions extends Partial<WebviewPageOptions> {
  /** The display language and its texts. */
  locale?: string;
  bundle?: Record<string, string>;
}

/** Opens the page and shows a state in it. */
export async function openPreview(state: PreviewState | null, options: PreviewPageOptions = {}): Promise<PreviewPage> {
  const { locale = 'en', bundle = {}, ...rest } = options;
  const view = await openWebviewPage({ html, ...rest });
  let generation = 0;
  const init = async (shown: PreviewState | null): Promise<void> => {
    await view.message('ready');
    await view.send({ type: 'init', generation: ++generation, locale, bundle, state: shown });
  };
  await init(state);
  return {
    ...view,
    show: (next) => view.send({ type: 'state', generation: ++generation, state: next }),
    generation: () => generation,
    reload: async (shown) => {
      view.posted.length = 0;
      await view.page.reload();
      await init(shown);
    },
    finish: async () => {
      const hacked = await view.page.evaluate(() => 'hacked' in window);
      await view.close();
      assert.deepEqual(view.problems, []);
      assert.equal(hacked, false);
    },
  };
}
