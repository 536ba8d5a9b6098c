import { pageHtml, type PageAssets } from '../webview/page-html.ts';

/**
 * The page of a preview. Beside what every page may load: images, media and fetched files from the webview's own
 * source. PDF pages are rendered, and texts highlighted, by workers that the page makes from files of its own.
 *
 * @param nonce fresh and unguessable for every page
 */
export function previewHtml(assets: PageAssets, nonce: string): string {
  const { cspSource } = assets;
  return pageHtml(assets, nonce, [`img-src ${cspSource}`, `media-src ${cspSource}`, `connect-src ${cspSource}`, 'worker-src blob:']);
}
