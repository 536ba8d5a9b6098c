/** All that highlight.js writes: spans with a class, and text with five characters escaped. */
const TOKEN = /<span class="([\w\s.-]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;

const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/**
 * Turns the output of highlight.js into nodes without an HTML parser: whatever else a hostile text may
 * make it write becomes visible text.
 */
export function spansToNodes(markup: string): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [root];
  let text = '';
  const flush = (): void => {
    if (text !== '') open.at(-1)?.append(text);
    text = '';
  };
  for (const [token, className, close, escaped] of markup.matchAll(TOKEN)) {
    if (className !== undefined) {
      flush();
      const span = document.createElement('span');
      span.className = className;
      open.at(-1)?.append(span);
      open.push(span);
    } else if (close !== undefined && open.length > 1) {
      flush();
      open.pop();
    } else {
      text += escaped === undefined ? token : (ESCAPED[escaped] as string);
    }
  }
  flush();
  return root;
}
