/** Configurations as people and programs write them: comments, trailing commas, any white space, valid capabilities or not. */
import fc from 'fast-check';

/** Words that mean something, and some that look like JSON. */
export const TYPES = ['text', 'vision', 'audio', 'file', 'tool_calling', 'a,b', '"]', '//no'];
const types = fc.uniqueArray(fc.constantFrom(...TYPES), { maxLength: 5 });
export const capabilities = fc.record({ input: types, output: types }, { noNullPrototype: true });

/** What may stand between two tokens: on one line, and over several. */
const inlineGap = fc.constantFrom('', ' ', '  ', '\t', ' /* c, ] */ ');
const gap = fc.oneof(
  { weight: 3, arbitrary: inlineGap },
  { weight: 1, arbitrary: fc.constantFrom('\n', '\n    ', ' // c ] "x",\n\t', '\r\n  ', '\n// c\n  ') },
);

/** A list or object of the given parts, laid out in any way, perhaps with a trailing comma. */
function container(open: string, close: string, parts: readonly fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(gap, { minLength: 2 * parts.length + 2, maxLength: 2 * parts.length + 2 }), fc.boolean(), fc.tuple(...parts))
    .map(
      ([gaps, trailing, items]) =>
        open +
        items.map((item, i) => `${gaps[2 * i]}${item}${gaps[2 * i + 1]}`).join(',') +
        (trailing && items.length > 0 ? ',' : '') +
        (gaps.at(-1) ?? '') +
        close,
    );
}

const quoted = (value: string): fc.Arbitrary<string> => fc.constant(JSON.stringify(value));
const member = (name: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.tuple(inlineGap, inlineGap, value).map(([before, after, text]) => `"${name}"${before}:${after}${text}`);
const list = types.chain((items) => container('[', ']', items.map(quoted)));
const capabilitiesText = fc.oneof(
  { weight: 6, arbitrary: container('{', '}', [member('input', list), member('output', list)]) },
  { weight: 2, arbitrary: container('{', '}', [member('output', list)]) },
  { weight: 1, arbitrary: fc.constantFrom('{}', '7', '{"input": "text"}', '{"input": [5, "text", "", "text"], "output": []}') },
);
const serviceText = (id: string): fc.Arbitrary<string> =>
  fc
    .tuple(fc.boolean(), fc.boolean())
    .chain(([declared, tagged]) =>
      container('{', '}', [
        member('id', quoted(id)),
        ...(tagged ? [member('capabilityTags', container('[', ']', [quoted('x')]))] : []),
        ...(declared ? [member('capabilities', capabilitiesText)] : []),
        member('description', quoted('"services": [')),
      ]),
    );

/** A configuration of three services, `a`, `b` and `c`, laid out and declared in any way. */
export const fileText = fc
  .tuple(
    fc.constantFrom('', '\ufeff', '// models\n'),
    container('{', '}', [member('services', container('[', ']', ['a', 'b', 'c'].map(serviceText)))]),
    fc.constantFrom('', '\n', '\r\n'),
  )
  .map((parts) => parts.join(''));

/** How many comments a text has. */
export function countComments(text: string): number {
  return text.match(/"(?:[^"\\\n\r]|\\.)*"|\/\/[^\n\r]*|\/\*[^]*?\*\//g)?.filter((token) => token.startsWith('/')).length ?? 0;
}

/** Whether `whole` is `part` with something put in at any places. */
export function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const unit of whole) if (unit === part[at]) at++;
  return at === part.length;
}
