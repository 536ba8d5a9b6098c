/**
 * A sentence for people that is not yet in a language: an English template and what goes into it. A host passes both to
 * its translations; a command line writes them as they are.
 */
export interface Sentence {
  /** English, with `{0}`, `{1}`, … where the arguments go. */
  readonly text: string;
  readonly args: ReadonlyArray<string | number>;
}

/** The sentence in English. */
export function formatSentence({ text, args }: Sentence): string {
  return text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(args[Number(index)] ?? placeholder));
}

/** A sentence from its template and what goes into it. */
export function sentence(text: string, ...args: ReadonlyArray<string | number>): Sentence {
  return { text, args };
}

/** A template, and the names of the parameters that go into it. */
export interface Template {
  readonly text: string;
  readonly args: readonly string[];
}

/** The sentence of a template; a parameter that is not there is empty. @param format how a parameter is written */
export function fillTemplate(
  { text, args }: Template,
  params: Readonly<Record<string, string | number>> = {},
  format: (value: string | number) => string | number = (value) => value,
): Sentence {
  return { text, args: args.map((name) => format(params[name] ?? '')) };
}
