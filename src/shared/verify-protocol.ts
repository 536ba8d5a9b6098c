import * as z from 'zod/mini';
import { parseMessage, type Parsed } from './parse-message.ts';

/**
 * Messages between the host and the page with the results of a verification. The webview says `ready`; the host answers
 * `init`. From then on every change is a `state`. Nothing in them is secret: the key stays in the host.
 */
const outcome = z.enum(['waiting', 'asking', 'accepted', 'refused', 'unclear', 'not_sent']);
const list = z.enum(['input', 'output']);

const verifyState = z.object({
  id: z.string(),
  /** For people. */
  name: z.string(),
  model: z.string(),
  /** The API and how it is known, in words. */
  api: z.string(),
  /** Without query. */
  address: z.string(),
  /** How long an answer is waited for, in milliseconds. */
  timeout: z.number(),
  phase: z.enum(['asking', 'done', 'cancelled']),
  rows: z.array(
    z.object({
      /** The capability; a probe's name. */
      capability: z.string(),
      list,
      /** Null when the service is no longer in the file. */
      isDeclared: z.nullable(z.boolean()),
      outcome,
      /** Why, in the display language; empty while it is not known. */
      because: z.string(),
      /** What the server or the model said. */
      words: z.nullable(z.string()),
      status: z.nullable(z.int()),
      /** Milliseconds. */
      elapsed: z.nullable(z.number()),
    }),
  ),
  /** What the file would have to say to agree with the server. */
  changes: z.array(z.object({ kind: z.enum(['add', 'remove']), list, type: z.string() })),
  /** Declared capabilities nothing asks about. */
  notAsked: z.array(z.string()),
});

const verifyHostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    /** BCP 47 display language. */
    locale: z.string(),
    /** Translations by English text; empty for English. */
    bundle: z.record(z.string(), z.string()),
    state: verifyState,
  }),
  z.object({ type: z.literal('state'), state: verifyState }),
]);

/** `apply` offers the changes, `again` verifies once more, `cancel` ends what is under way. */
const verifyRequest = z.object({ type: z.enum(['ready', 'apply', 'again', 'cancel', 'copyMarkdown', 'openFile']) });

export type VerifyState = z.infer<typeof verifyState>;
export type VerifyRow = VerifyState['rows'][number];
export type VerifyHostMessage = z.infer<typeof verifyHostMessage>;
export type VerifyRequest = z.infer<typeof verifyRequest>;

/** Checks a message that arrived from the host. */
export function parseVerifyHostMessage(data: unknown): Parsed<VerifyHostMessage> {
  return parseMessage(verifyHostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseVerifyRequest(data: unknown): Parsed<VerifyRequest> {
  return parseMessage(verifyRequest, data);
}
