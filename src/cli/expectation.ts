/** Ways in which an artifact may have to arrive; `file` is a file of any kind. */
export const EXPECTATIONS = ['image', 'file', 'audio', 'video', 'document', 'text', 'description'] as const;

/** One of {@link EXPECTATIONS}. */
export type Expectation = (typeof EXPECTATIONS)[number];

/** Whether a word names an expectation. */
export function isExpectation(word: string): word is Expectation {
  return (EXPECTATIONS as readonly string[]).includes(word);
}
