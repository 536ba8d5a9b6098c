import { parseTree, printParseErrorCode, type Node, type ParseError } from 'jsonc-parser';
import { problem, type ServiceProblem } from './problems.ts';

/** Largest text looked at, in UTF-16 code units: some 30,000 services; anything above is not a config. */
export const MAX_TEXT_LENGTH = 16 * 1024 * 1024;
/** Deepest nesting looked at; a config needs five levels, the parser recurses. */
export const MAX_DEPTH = 100;
const MAX_SYNTAX_PROBLEMS = 100;
const BYTE_ORDER_MARK = 0xfeff;

/** A text taken apart: its tree when it is JSON, else why it is not. */
export interface ParsedText {
  /** Absent when there is a problem with the text itself. */
  readonly root?: Node;
  readonly problems: readonly ServiceProblem[];
}

/**
 * Parses JSON with comments, trailing commas, a byte order mark and any line ends; offsets count in the
 * text as given. Never throws, whatever the text.
 *
 * Problems: `syntax_error`, `too_large`, `too_deep`.
 */
export function parseText(text: string): ParsedText {
  if (text.length > MAX_TEXT_LENGTH) {
    return { problems: [problem('too_large', { range: { offset: 0, length: 0 } }, { limit: MAX_TEXT_LENGTH })] };
  }
  const plain = withoutByteOrderMark(text);
  const tooDeepAt = findTooDeep(plain);
  if (tooDeepAt !== undefined) {
    return { problems: [problem('too_deep', { range: { offset: tooDeepAt, length: 1 } }, { limit: MAX_DEPTH })] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false });
  if (errors.length > 0 || root === undefined) {
    return { problems: syntaxProblems(errors, text) };
  }
  return { root, problems: [] };
}

/** A space in place of a byte order mark: the same length, and white space to the parser. */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? ` ${text.slice(1)}` : text;
}

/** The first of the errors, those at the same place once. */
export function syntaxProblems(errors: readonly ParseError[], text: string): ServiceProblem[] {
  const apart = errors.filter(({ offset }, index) => offset !== errors[index - 1]?.offset);
  return apart.slice(0, MAX_SYNTAX_PROBLEMS).map((error) => syntaxProblem(error, text));
}

function syntaxProblem(error: ParseError, text: string): ServiceProblem {
  const offset = Math.min(error.offset, text.length);
  const length = Math.min(error.length, text.length - offset);
  return problem('syntax_error', { range: { offset, length } }, { error: printParseErrorCode(error.error) });
}

/** What matters for nesting: strings and comments are passed over whole (unfinished ones too), brackets counted. As the parser's scanner sees them. */
const NESTING = /"(?:[^"\\\n\r]|\\[^])*"?|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)|[{[]|[}\]]/g;

/** Offset of the bracket that opens one level too many. */
function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(NESTING)) {
    if (token === '{' || token === '[') {
      if (++depth > MAX_DEPTH) return index;
    } else if (token === '}' || token === ']') {
      depth--;
    }
  }
  return undefined;
}
