import * as z from 'zod/mini';
import { API_NAMES, WIRE_APIS } from '../core/models/wire-api.ts';
import { arrivalState } from './preview-protocol.ts';

/** Where the MCP server puts what its app shows, among what a tool's result says to others than the model. */
export const COMPARISON_KEY = 'agent-artifacts/comparison';

const range = { low: z.number(), high: z.number() };
const sourced = { ...range, source: z.string() };

/** What one model receives. */
const receiver = z.object({
  /** The name of the service; null: none, text only. */
  title: z.nullable(z.string()),
  model: z.nullable(z.string()),
  api: z.enum(WIRE_APIS),
  route: z.enum(['text', 'image_url', 'file', 'description']),
  verdict: arrivalState,
  /** English with placeholders; the page has the translations. */
  because: z.array(z.object({ text: z.string(), args: z.array(z.union([z.string(), z.number()])) })),
  tokens: z.nullable(z.object(range)),
  price: z.nullable(z.object(sourced)),
  context: z.nullable(z.object({ ...sourced, window: z.number() })),
});
/** What one model receives, with the name of its API. */
export type AppReceiver = z.infer<typeof receiver> & { readonly apiName: string };

const facts = { ref: z.string(), name: z.string(), mimeType: z.optional(z.string()), size: z.optional(z.number()) };

/** An artifact and what the models receive of it, the one asked about first. */
const comparison = z.object({ ...facts, uri: z.string(), rows: z.array(receiver), more: z.number() });
/** The answer of `preview_artifact` as the model reads it: all there is where a host passes on nothing else. */
const preview = z.object({ ...facts, ...z.omit(receiver, { title: true, because: true }).shape, because: z.array(z.string()) });
const refusal = z.object({ message: z.string() });

/** What the app shows of a result. */
export type AppContent =
  | {
      readonly kind: 'artifact';
      readonly artifact: z.infer<z.ZodMiniObject<typeof facts>> & {
        readonly uri?: string;
        readonly rows: readonly AppReceiver[];
        readonly more: number;
      };
    }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'unknown' };

/** Reads a result of `preview_artifact`, of which a host may have left out a part. Never throws. */
export function readAppContent(result: {
  readonly structuredContent?: unknown;
  readonly _meta?: Record<string, unknown> | undefined;
}): AppContent {
  const compared = comparison.safeParse(result._meta?.[COMPARISON_KEY]);
  if (compared.success && compared.data.rows.length > 0)
    return { kind: 'artifact', artifact: { ...compared.data, rows: compared.data.rows.map(named) } };
  const single = preview.safeParse(result.structuredContent);
  if (single.success) {
    const { ref, name, mimeType, size, because, ...received } = single.data;
    const row = { ...received, title: null, because: because.map((text) => ({ text: '{0}', args: [text] })) };
    return { kind: 'artifact', artifact: { ref, name, mimeType, size, rows: [named(row)], more: 0 } };
  }
  const refused = refusal.safeParse(result.structuredContent);
  return refused.success ? { kind: 'refused', message: refused.data.message } : { kind: 'unknown' };
}

function named(row: z.infer<typeof receiver>): AppReceiver {
  return { ...row, apiName: API_NAMES[row.api] };
}
