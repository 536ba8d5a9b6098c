import type { InferenceSource } from './inference.ts';

/** A source on one line: `gpt-4o, @langchain/openai 1.6.0`; empty for none. */
export function writeSource(source: InferenceSource | undefined): string {
  return source === undefined ? '' : [source.entry, source.package].filter(Boolean).join(', ');
}
