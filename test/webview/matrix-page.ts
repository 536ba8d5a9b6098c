/** The page of the matrix as its host sets it up, with what a test shows in it. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { pageHtml } from '../../src/host/screen/page-html.ts';
import { CAPABILITY_SENTENCES } from '../../src/core/models/capability.ts';
import type { MatrixRow, MatrixStatus } from '../../src/shared/matrix-protocol.ts';
import { sampleColumns, sampleRows, sampleSources, sampleStatus } from '../protocol/matrix-samples.ts';
import { openWebviewPage, type WebviewPage, type WebviewPageOptions } from './support.ts';

export interface MatrixPage extends WebviewPage {
  /** Puts rows in the place of others and says that this is all. */
  change: (splice: { start: number; remove: number; rows: MatrixRow[] } | null, status?: MatrixStatus) => Promise<void>;
  /** A cell by the service's place and the column's; -1 is the name. */
  cell: (row: number, column: number) => Locator;
  /** The place of what has the focus: `row:column`. */
  focus: () => Promise<string>;
  /** Reloads the page, as when the window is reloaded, and shows the same. */
  reload: () => Promise<void>;
  /** Ends the test: nothing was refused, nothing failed, nothing hostile ran. */
  finish: () => Promise<void>;
}

const html: WebviewPageOptions['html'] = (asset, cspSource) =>
  pageHtml(
    { script: asset('matrix.js'), style: asset('matrix.css'), codicons: asset('codicon.css'), cspSource, language: 'en', title: 'Title' },
    'nonce',
  );

export interface MatrixPageOptions extends Partial<WebviewPageOptions> {
  rows?: MatrixRow[];
  status?: MatrixStatus;
  locale?: string;
  bundle?: Record<string, string>;
}

/** Opens the page and shows rows in it. */
export async function openMatrix(options: MatrixPageOptions = {}): Promise<MatrixPage> {
  const { rows = sampleRows(), status = sampleStatus({ columns: sampleColumns }), locale = 'en', bundle = {}, ...rest } = options;
  const view = await openWebviewPage({ html, ...rest });
  let version = 0;
  const change: MatrixPage['change'] = async (splice, next = status) => {
    if (splice) await view.send({ type: 'rows', ...splice });
    await view.send({ type: 'state', version: ++version, status: next });
  };
  const init = async (): Promise<void> => {
    await view.message('ready');
    await view.send({ type: 'init', file: 'file:///root/config/llmservices.json', locale, bundle, meanings: CAPABILITY_SENTENCES });
    await view.send({ type: 'sources', from: 1, sources: sampleSources });
    for (let start = 0; start < rows.length; start += 250)
      await view.send({ type: 'rows', start, remove: 0, rows: rows.slice(start, start + 250) });
    await change(null);
    await view.page.locator('matrix-grid, matrix-welcome, .notice').first().waitFor();
  };
  await init();
  return {
    ...view,
    change,
    cell: (row, column) => view.page.locator(`[data-row="${row}"][data-column="${column}"]`),
    focus: () =>
      view.page.evaluate(() => {
        let element = document.activeElement;
        while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
        const { row = '', column = '' } = element instanceof HTMLElement ? element.dataset : {};
        return row === '' ? (element?.tagName ?? '') : `${row}:${column}`;
      }),
    reload: async () => {
      view.posted.length = 0;
      await view.page.reload();
      await init();
    },
    finish: async () => {
      const hacked = await view.page.evaluate(() => 'hacked' in window);
      await view.close();
      assert.deepEqual(view.problems, []);
      assert.equal(hacked, false);
    },
  };
}
