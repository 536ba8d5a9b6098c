/** All that highlight.js writes: spans with a class, and text with five characters escaped. */
const TOKEN = /<span class="([\w\s.-]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;

const ESCAPED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

/** Spans within one another: a few in real texts. Their layout takes the square of their number: 8,000 take five seconds. */
const MAX_NESTED_SPANS = 100;

/**
 * Turns the output of highlight.js into nodes without an HTML parser: whatever else a hostile text may
 * make it write becomes visible text. What is nested too deep has the class of what is around it.
 */
export function spansToNodes(markup: string): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: (DocumentFragment | HTMLElement)[] = [root];
  /** Spans that were left out and are not closed yet. */
  let left = 0;
  let text = '';
  const flush = (): void => {
    if (text !== '') open.at(-1)?.append(text);
    text = '';
  };
  for (const [token, className, close, escaped] of markup.matchAll(TOKEN)) {
    if (className !== undefined && open.length > MAX_NESTED_SPANS) {
      left++;
    } else if (close !== undefined && left > 0) {
      left--;
    } else if (className !== undefined) {
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
