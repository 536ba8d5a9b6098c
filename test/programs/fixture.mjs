/** What is kept of a run: the session in the program's own form, without its texts, and what was sent of what was planted. */

/** What a person says; the second in the resumed session. */
export const TURNS = ['Planted question one: what is in the picture? [[read planted.png]]', 'Planted question two: say it again.'];

/** A name, a number, an id or base64, also as a data URL: no words. */
const NO_WORDS = /^(?:data:[\w/.+-]+;base64,)?[\w./:@+=-]*$/;

/**
 * A session whose texts are placeholders of the same length, but for what was planted.
 * @param {string} session lines, or a document
 * @param {string} scratch the folder of the run, which is replaced
 */
export function fixtureOf(session, scratch) {
  const text = session.replaceAll(scratch, '').replaceAll(scratch.replace(/^[\\/]/, ''), '');
  const lines = text.startsWith('{\n') ? [text] : text.split('\n').filter(Boolean);
  return `${lines.map((line) => JSON.stringify(withoutWords(JSON.parse(line)))).join('\n')}\n`;
}

/** @param {any} value @returns {any} */
function withoutWords(value) {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutWords(each)]));
  if (typeof value !== 'string' || NO_WORDS.test(value) || value.includes('Planted ')) return value;
  const json = objectIn(value);
  if (json) return JSON.stringify(withoutWords(json));
  // what a program says in a person's name begins with a tag
  const tag = /^<\w+>/.exec(value)?.[0] ?? '';
  return tag.padEnd(value.length, 'x');
}

/** The object that a text is the JSON of, such as the arguments of a call. @param {string} text @returns {object | undefined} */
function objectIn(text) {
  if (!text.startsWith('{')) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How often each planted text, and a picture, stands in the messages of a body. @param {any} body */
export function sentIn(body) {
  const messages = JSON.stringify(body.messages ?? body.contents ?? body.input);
  const count = (/** @type {RegExp} */ pattern) => messages.match(pattern)?.length ?? 0;
  const answers = [...new Set(messages.match(/Planted answer \d+\./g) ?? [])];
  const counts = [...TURNS, ...answers].map(
    (text) => /** @type {const} */ ([text, messages.split(JSON.stringify(text).slice(1, -1)).length - 1]),
  );
  const texts = Object.fromEntries(counts.filter(([, times]) => times > 0));
  return { texts, pictures: count(/"data:image\/[a-z]+;base64,|"mimeType":"image\/|"media_type":"image\//g) };
}
