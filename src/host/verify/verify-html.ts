/** Addresses of what the page loads, as the webview sees them. */
export interface VerifyAssets {
  readonly script: string;
  readonly style: string;
  readonly codicons: string;
  /** The origin of everything the webview may load (`Webview.cspSource`). */
  readonly cspSource: string;
  readonly language: string;
}

/**
 * The page with the results of a verification. It may load its one script by its nonce (and the chunks it imports), styles
 * and the icon font, and nothing else: what a server said is text in it.
 *
 * @param nonce fresh and unguessable for every page
 */
export function verifyHtml({ script, style, codicons, cspSource, language }: VerifyAssets, nonce: string): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${attribute(policy)}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${attribute(codicons)}" id="vscode-codicon-stylesheet">
  <link rel="stylesheet" href="${attribute(style)}">
</head>
<body>
  <script type="module" nonce="${attribute(nonce)}" src="${attribute(script)}"></script>
</body>
</html>
`;
}

function attribute(value: string): string {
  return value.replace(/[&"<>]/g, (char) => `&#${char.charCodeAt(0)};`);
}
