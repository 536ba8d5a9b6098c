import { geminiApiOf } from '../gemini-generation.ts';

/** The `api` of a service that another program's protocol stands for: it has one word for Gemini's API, and the model tells which of the two formats is meant. */
export function apiMeant(protocol: string | undefined, model: string): string | undefined {
  return protocol === 'gemini' ? (geminiApiOf(model) ?? protocol) : protocol;
}

/** What another program calls the protocol of a service; undefined where it has no word for it. */
export function wordFor(words: Readonly<Record<string, string>>, api: unknown): string | undefined {
  const protocol = api === 'gemini-2' ? 'gemini' : api;
  return Object.entries(words).find(([, each]) => each === protocol)?.[0];
}
