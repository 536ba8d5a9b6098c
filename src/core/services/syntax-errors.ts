/** What is wrong with a text that is not JSON, by the names jsonc-parser has for it. */
export const SYNTAX_SENTENCES = {
  InvalidSymbol: 'Not valid JSON: a text without quotes, or another word that JSON does not know.',
  InvalidNumberFormat: 'Not valid JSON: a number is not written as JSON writes it.',
  PropertyNameExpected: 'Not valid JSON: the name of a property is missing; it stands in double quotes.',
  ValueExpected: 'Not valid JSON: a value is missing.',
  ColonExpected: 'Not valid JSON: a colon is missing.',
  CommaExpected: 'Not valid JSON: a comma is missing.',
  CloseBraceExpected: 'Not valid JSON: a closing brace "}" is missing.',
  CloseBracketExpected: 'Not valid JSON: a closing bracket "]" is missing.',
  EndOfFileExpected: 'Not valid JSON: something follows after the end.',
  InvalidCommentToken: 'Not valid JSON: a comment is not allowed here.',
  UnexpectedEndOfComment: 'Not valid JSON: a comment does not end.',
  UnexpectedEndOfString: 'Not valid JSON: a text does not end; a double quote is missing.',
  UnexpectedEndOfNumber: 'Not valid JSON: a number does not end.',
  InvalidUnicode: 'Not valid JSON: "\\u" needs four hexadecimal digits behind it.',
  InvalidEscapeCharacter: 'Not valid JSON: a backslash has no such character behind it; for itself it is written twice.',
  InvalidCharacter: 'Not valid JSON: a text holds a control character, such as a tab; it is written with a backslash.',
} as const satisfies Record<string, string>;

/** The English template of the sentence about an error, by its name. */
export function syntaxSentence(error: string | number | undefined): string {
  return Object.hasOwn(SYNTAX_SENTENCES, String(error))
    ? SYNTAX_SENTENCES[error as keyof typeof SYNTAX_SENTENCES]
    : SYNTAX_SENTENCES.InvalidSymbol;
}
