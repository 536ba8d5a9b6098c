/** Addresses of what a page loads, as the webview sees them. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
  readonly codicons: string;
  /** The origin of everything the webview may load (`Webview.cspSource`). */
  readonly cspSource: string;
  readonly language: string;
  /** What the page is called until it says so itself. */
  readonly title: string;
}

/**
 * The page of a webview. Nothing is allowed but what is named: the one script by its nonce (and the chunks it
 * imports), styles and fonts from the webview's own source, nothing inline, no network.
 *
 * @param nonce fresh and unguessable for every page
 * @param allowed more directives of the policy, for what this page needs besides
 */
export function pageHtml(assets: PageAssets, nonce: string, allowed: readonly string[] = []): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${assets.cspSource}`,
    `font-src ${assets.cspSource}`,
    ...allowed,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(assets.language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${attribute(assets.title)}</title>
  <link rel="stylesheet" href="${attribute(assets.codicons)}" id="vscode-codicon-stylesheet">
  <link rel="stylesheet" href="${attribute(assets.style)}">
</head>
<body>
  <main></main>
  <script type="module" nonce="${attribute(nonce)}" src="${attribute(assets.script)}"></script>
</body>
</html>
`;
}

function attribute(value: string): string {
  return value.replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}

/**
 * The page of a gallery. Beside what every page may load: files from the webview's own source, of which workers that the page makes from a file
 * of its own, and elements that no one sees, make small pictures.
 *
 * @param nonce fresh and unguessable for every page
 */
export function galleryHtml(assets: PageAssets, nonce: string): string {
  return pageHtml(assets, nonce, ['img-src blob:', 'media-src blob:', `connect-src ${assets.cspSource}`, 'worker-src blob:']);
}

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
