import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { MAX_CONFIG_LENGTH, MAX_JSON_DEPTH } from '../io/limits.ts';
import { problem, type ServiceProblem } from './problems.ts';

const MAX_SYNTAX_PROBLEMS = 100;
const BYTE_ORDER_MARK = 0xfeff;

/** A parsed text: its tree, or why it is not JSON. */
export interface ParsedText {
  /** Absent when the text itself has a problem. */
  readonly root?: Node;
  /** The incomplete tree of an invalid text, with estimated ends. */
  readonly partial?: Node;
  readonly problems: readonly ServiceProblem[];
}

/**
 * Parses JSON with comments, trailing commas, a byte order mark and any line endings; offsets refer to the given text. Never throws.
 *
 * Problems: `syntax_error`, `too_large`, `too_deep`.
 *
 * @param limit maximum length
 */
export function parseConfigText(text: string, limit = MAX_CONFIG_LENGTH): ParsedText {
  if (text.length > limit) {
    return { problems: [problem('too_large', { range: { offset: 0, length: 0 } }, { limit })] };
  }
  const plain = withoutByteOrderMark(text);
  const tooDeepAt = findTooDeep(plain);
  if (tooDeepAt !== undefined) {
    return { problems: [problem('too_deep', { range: { offset: tooDeepAt, length: 1 } }, { limit: MAX_JSON_DEPTH })] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true, disallowComments: false, allowEmptyContent: false });
  if (errors.length > 0 || root === undefined) return broken(root, errors, text);
  return { root, problems: [] };
}

/** Replaces a byte order mark by a space, keeping offsets. */
export function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === BYTE_ORDER_MARK ? ` ${text.slice(1)}` : text;
}

function broken(root: Node | undefined, errors: readonly ParseError[], text: string): ParsedText {
  if (root) endOpenNodes(root, text.length);
  return { ...(root && { partial: root }), problems: syntaxProblems(errors, text) };
}

/** The parser gives unclosed nodes no length: extends them to the end of their parent. */
function endOpenNodes(node: { -readonly [Key in keyof Node]: Node[Key] }, end: number): void {
  if (node.length < 0) node.length = Math.max(0, end - node.offset);
  for (const child of node.children ?? []) endOpenNodes(child, node.offset + node.length);
}

/** The first errors, one per position. */
function syntaxProblems(errors: readonly ParseError[], text: string): ServiceProblem[] {
  const apart = errors.filter(({ offset }, index) => offset !== errors[index - 1]?.offset);
  let line = 1;
  let lineEnd = text.indexOf('\n');
  return apart.slice(0, MAX_SYNTAX_PROBLEMS).map((error) => {
    const offset = Math.min(error.offset, text.length);
    const length = Math.min(error.length, text.length - offset);
    for (; lineEnd !== -1 && lineEnd < offset; lineEnd = text.indexOf('\n', lineEnd + 1)) line++;
    return problem('syntax_error', { range: { offset, length } }, { error: printParseErrorCode(error.error), line });
  });
}

/** Tokens relevant for nesting: brackets, with strings and comments (closed or not) skipped as in the parser's scanner. */
const NESTING = /"(?:[^"\\\n\r]|\\[^])*"?|\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)|[{[]|[}\]]/g;

/** Offset of the bracket that exceeds the maximum nesting. */
export function findTooDeep(text: string): number | undefined {
  let depth = 0;
  for (const { 0: token, index } of text.matchAll(NESTING)) {
    if (token === '{' || token === '[') {
      if (++depth > MAX_JSON_DEPTH) return index;
    } else if (token === '}' || token === ']') {
      depth--;
    }
  }
  return undefined;
}
