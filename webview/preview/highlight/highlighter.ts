import { startWorker } from '../start-worker.ts';
import type { HighlightAnswer, HighlightRequest } from './highlight-worker.ts';

/** Longer texts stay plain: even an ordinary one takes over a second. */
const MAX_HIGHLIGHTED_CHARACTERS = 300_000;

/** Texts with a longer line stay plain: some grammars take the square of the length of a word, VS Code's editor has the same kind of limit. */
const MAX_HIGHLIGHTED_LINE = 5_000;

/** Milliseconds for one text: some grammars take the square of the number of lines, minutes for texts within the other limits. */
const HIGHLIGHT_DEADLINE_MS = 2_000;

/** Whether a text is short enough, as a whole and in each line, to be highlighted. */
export function isHighlightable(text: string): boolean {
  if (text.length > MAX_HIGHLIGHTED_CHARACTERS) return false;
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    if ((end < 0 ? text.length : end) - start > MAX_HIGHLIGHTED_LINE) return false;
    if (end < 0) return true;
    start = end + 1;
  }
  return true;
}

/** The page's worker while it is of use: it has nothing to do, or is at the request whose turn it is. */
let worker: Worker | null = null;
/** Ends with the request that came last. It never rejects. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * The text as highlighted nodes, or null when it is to stay plain: its language is not known, it is too long, the deadline
 * has passed, or there is no worker. The texts of a page take turns.
 *
 * @param signal the text is no longer wanted; gives null
 */
export async function highlight(text: string, language: string | null, signal: AbortSignal): Promise<DocumentFragment | null> {
  if (language === null || !isHighlightable(text)) return null;
  const answered = turn.then(() => askWorker({ text, language }, signal)).catch(() => null);
  turn = answered;
  const answer = await answered;
  return answer === null || signal.aborted ? null : spansToNodes(answer);
}

/** Asks the worker, and ends it when it does not answer in time or the answer is outdated. */
async function askWorker(request: HighlightRequest, signal: AbortSignal): Promise<HighlightAnswer> {
  if (signal.aborted) return null;
  const asked = (worker ??= await startWorker('highlight.worker.js'));
  if (signal.aborted) return null;
  return new Promise((resolve) => {
    const settle = (answer: HighlightAnswer): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
      resolve(answer);
    };
    const giveUp = (): void => {
      asked.terminate();
      worker = null;
      settle(null);
    };
    const timer = setTimeout(giveUp, HIGHLIGHT_DEADLINE_MS);
    signal.addEventListener('abort', giveUp);
    asked.onmessage = ({ data }: MessageEvent<HighlightAnswer>) => settle(data);
    asked.onerror = (event) => {
      event.preventDefault();
      giveUp();
    };
    asked.postMessage(request);
  });
}

/** All that highlight.js writes: spans with a class, and text with five characters escaped. */
const TOKEN = /<span class="([\w\s.-]*)">|(<\/span>)|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;

const ESCAPED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['#x27', "'"],
]);

/** Spans within one another: a few in real texts. Their layout takes the square of their number: 8,000 take five seconds. */
const MAX_NESTED_SPANS = 100;

/**
 * Turns the output of highlight.js into nodes without an HTML parser: whatever else a hostile text may
 * make it write becomes visible text. What is nested too deep has the class of what is around it.
 */
function spansToNodes(markup: string): DocumentFragment {
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
      text += escaped === undefined ? token : (ESCAPED.get(escaped) ?? token);
    }
  }
  flush();
  return root;
}
