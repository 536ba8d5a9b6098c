import { createScanner } from 'jsonc-parser';
import { own } from '../io/own.ts';
import { applyEdits, type TextEdit } from '../json/edit.ts';
import { detectLayout, indentAt } from '../json/layout.ts';
import type { TextRange } from '../json/node.ts';
import { type ParsedText, parseConfigText, withoutByteOrderMark } from './parse.ts';
import type { ServiceProblem } from './problems.ts';
import { validateParsed } from './validate.ts';

/** The missing character by parser error. */
const MISSING: Readonly<Record<string, string>> = {
  CommaExpected: ',',
  ColonExpected: ':',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
};

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum, unusable with isolated modules). */
const Token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };
const CLOSING: Readonly<Record<number, string>> = { [Token.openBrace]: '}', [Token.openBracket]: ']' };

export interface SyntaxFix {
  /** The inserted characters, without white space. */
  readonly missing: string;
  /** The text becomes valid JSON without problems at the insertion: a bracket closed too late would include what follows. */
  readonly isSound: boolean;
  readonly edits: readonly TextEdit[];
  /** From the insertion to where the parser reported the error. */
  readonly range: TextRange;
}

/** Inserts a missing comma, colon or brackets; at the end of the text, all open brackets. Undefined when that wouldn't help. */
export function fixSyntax(text: string, { params, range }: ServiceProblem): SyntaxFix | undefined {
  const expected = own(MISSING, String(params['error']));
  if (expected === undefined || range === undefined) return undefined;
  const { end, open } = before(text, range.offset);
  // a mismatched bracket: the parser would continue the list, but the author ended it
  const innermost = CLOSING[open.at(-1)?.token ?? -1];
  const missing =
    /[\]}]/.test(text[range.offset] ?? '') && innermost !== undefined && text[range.offset] !== innermost ? innermost : expected;
  const { eol } = detectLayout(text);
  const isAtEnd = (missing === '}' || missing === ']') && text.slice(range.offset).trim() === '';
  const closing = open
    .toReversed()
    .map(({ offset, token }) => (/[\n\r]/.test(text.slice(offset, end)) ? eol + indentAt(text, offset) : '') + (CLOSING[token] ?? ''));
  const newText = isAtEnd ? closing.join('') : missing;
  const edits = [{ offset: end, length: 0, newText }];
  const parsed = parseConfigText(applyEdits(text, edits));
  const [next] = parsed.problems;
  // the same position would have another error, or something is superfluous
  if (next?.range && (next.range.offset <= range.offset + newText.length || next.params['error'] === 'EndOfFileExpected')) return undefined;
  const isSound = next === undefined && isSoundAt(parsed, { offset: end, length: newText.length });
  return { missing: newText.replace(/\s+/g, ''), isSound, edits, range: { offset: end, length: range.offset + range.length - end } };
}

/** Whether the services touching a range have no problems. */
function isSoundAt(parsed: ParsedText, { offset, length }: TextRange): boolean {
  const { usable, entries } = validateParsed(parsed);
  return (
    usable &&
    entries.every(({ range, problems }) => problems.length === 0 || range.offset > offset + length || range.offset + range.length < offset)
  );
}

/** The end of the last token before an offset (ignoring comments and white space), and the open brackets there. */
function before(
  text: string,
  place: number,
): { readonly end: number; readonly open: readonly { readonly offset: number; readonly token: number }[] } {
  const scanner = createScanner(withoutByteOrderMark(text), true);
  const open: { offset: number; token: number }[] = [];
  let end = 0;
  for (;;) {
    const token: number = scanner.scan();
    const offset = scanner.getTokenOffset();
    if (token === Token.end || offset >= place) return { end, open };
    end = offset + scanner.getTokenLength();
    if (CLOSING[token] !== undefined) open.push({ offset, token });
    else if (token === Token.closeBrace || token === Token.closeBracket) open.pop();
  }
}
