import { createScanner } from 'jsonc-parser';
import { applyEdits, type TextEdit } from '../json/edit.ts';
import { detectLayout, indentAt } from '../json/layout.ts';
import type { TextRange } from '../json/node.ts';
import { type ParsedText, parseText, withoutByteOrderMark } from './parse.ts';
import type { ServiceProblem } from './problems.ts';
import { validateParsed } from './validate.ts';

/** What a missing character is, by the error of the parser. */
const MISSING: Readonly<Record<string, string>> = {
  CommaExpected: ',',
  ColonExpected: ':',
  CloseBraceExpected: '}',
  CloseBracketExpected: ']',
};

/** Token kinds of jsonc-parser's scanner (its `SyntaxKind` is a const enum that separate compilation cannot read). */
const Token = { openBrace: 1, closeBrace: 2, openBracket: 3, closeBracket: 4, end: 17 };
const CLOSING: Readonly<Record<number, string>> = { [Token.openBrace]: '}', [Token.openBracket]: ']' };

/** The fix of a text that lacks something. */
export interface SyntaxFix {
  /** What is put in, white space aside. */
  readonly missing: string;
  /** The text is JSON with it, and says nothing wrong where it is put in: a bracket that closes too late takes in what follows. */
  readonly isSound: boolean;
  readonly edits: readonly TextEdit[];
  /** From where it is put in to where the parser missed it. */
  readonly range: TextRange;
}

/**
 * Puts in what the parser knows to be missing: a comma, a colon, or brackets; where the text ends too early, all that are
 * open. None where the text would be no better with it.
 */
export function fixSyntax(text: string, { params, range }: ServiceProblem): SyntaxFix | undefined {
  const expected = MISSING[String(params['error'])];
  if (expected === undefined || range === undefined) return undefined;
  const { end, open } = before(text, range.offset);
  // a bracket that closes something else: the parser would go on with the list, a person has ended it
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
  const parsed = parseText(applyEdits(text, edits));
  const [next] = parsed.problems;
  // the same place would be wrong in another way, or something is there too often, not missing
  if (next?.range && (next.range.offset <= range.offset + newText.length || next.params['error'] === 'EndOfFileExpected')) return undefined;
  const isSound = next === undefined && isSoundAt(parsed, { offset: end, length: newText.length });
  return { missing: newText.replace(/\s+/g, ''), isSound, edits, range: { offset: end, length: range.offset + range.length - end } };
}

/** Whether the services that a place touches have no problems. */
function isSoundAt(parsed: ParsedText, { offset, length }: TextRange): boolean {
  const { usable, entries } = validateParsed(parsed);
  return (
    usable &&
    entries.every(({ range, problems }) => problems.length === 0 || range.offset > offset + length || range.offset + range.length < offset)
  );
}

/** Where the last token before a place ends, comments and white space aside, and the brackets that are open there. */
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
