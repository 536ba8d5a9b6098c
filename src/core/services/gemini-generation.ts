/**
 * Which of the two formats of Gemini's API a model takes, by its name: since Gemini 3 the result of a tool holds media.
 * Undefined for a name that does not tell, as `gemini-flash-latest`. Gemma is served in the older one.
 */
export function geminiApiOf(model: string): 'gemini' | 'gemini-2' | undefined {
  const generation = /\bgemini-(\d+)/i.exec(model)?.[1];
  if (generation !== undefined) return Number(generation) >= 3 ? 'gemini' : 'gemini-2';
  return /\bgemma\b/i.test(model) ? 'gemini-2' : undefined;
}
