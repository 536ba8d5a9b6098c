import type { ModelKnowledge } from './load-catalogue.ts';
import { writeSource } from './write-source.ts';

/** Something a model is declared to take, and the catalogue knows that it does not. */
export interface ModelDoubt {
  /** The input capability that is declared, by which the content is sent. */
  readonly declared: string;
  /** The input capability that the model is known not to have: the declared one, or that of the kind of content. */
  readonly denied: string;
  readonly model: string;
  /** Who knows: `gpt-4, @langchain/openai 1.6.0`; the name of the family where it is known of that only. */
  readonly source: string;
  readonly isOfFamily: boolean;
}

/**
 * What the catalogue says against sending a content to a model; null for nothing. What is only known of the family counts too:
 * here it makes a verdict less sure, and changes no file.
 *
 * @param declared the input capability by which it is sent, or would be
 * @param kind the usual input capability of such a content: sound that goes by `file` is sound all the same
 */
export function modelDoubt(
  model: string | undefined,
  { declared, kind }: { readonly declared: string; readonly kind?: string | undefined },
  { inferCapabilities }: ModelKnowledge,
): ModelDoubt | null {
  const inference = model === undefined ? null : inferCapabilities(model);
  for (const denied of new Set([declared, kind ?? declared])) {
    const finding = inference?.findings.find(({ list, type }) => list === 'input' && type === denied);
    if (finding?.known === 'no')
      return { declared, denied, model: model ?? '', source: writeSource(finding.source), isOfFamily: finding.source.match === 'family' };
  }
  return null;
}
