import * as z from 'zod/mini';
import { capabilityName, matrixColumn, matrixRow, matrixSource, matrixStatus } from './matrix-state.ts';
import { parseMessage, type Parsed } from './parse-message.ts';

/**
 * Messages between the host and the matrix's webview.
 *
 * The webview says `ready`; the host answers `init` and what the document says now. A change comes as `sources` (those not
 * sent before) and `rows` (only what differs, in pieces), which nobody sees until `state` says that they are all there and
 * which version of the document they are. What acts on a service names it as it was drawn, with that version.
 */
const version = z.int().check(z.gte(0));
const requestId = z.int().check(z.gte(0));
const place = z.int().check(z.gte(0));

export const matrixHostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    /** BCP 47 display language. */
    locale: z.string(),
    /** Translations by English text; empty for English. */
    bundle: z.record(z.string(), z.string()),
    /** What each standard capability opens, in the language of the screen. */
    meanings: z.record(z.string(), z.string()),
  }),
  /** `sources[0]` is number `from`; the first of all is number 1. */
  z.object({ type: z.literal('sources'), from: z.int().check(z.gte(1)), sources: z.array(matrixSource) }),
  /** In place of `remove` rows from `start` on. */
  z.object({ type: z.literal('rows'), start: place, remove: z.int().check(z.gte(0)), rows: z.array(matrixRow) }),
  z.object({ type: z.literal('state'), version, status: matrixStatus }),
  /**
   * The answer to an edit, which is in the text from `version` on. What was not done has a sentence that says why, or none
   * where the lock of the status is the reason.
   */
  z.object({ type: z.literal('reply'), request: requestId, done: z.boolean(), version, sentence: z.nullable(z.string()) }),
  /** A column a person asked for. */
  z.object({ type: z.literal('column'), column: matrixColumn }),
  /** Puts the focus on a row. */
  z.object({ type: z.literal('focus'), index: place }),
]);

/** A service as it was drawn. */
const drawn = { version, index: place, id: z.nullable(z.string().check(z.maxLength(1000))) };

export const matrixWebviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('setCell'), request: requestId, ...drawn, column: matrixColumn, declared: z.boolean() }),
  /** Shows a service, or a capability of it, in a text editor. */
  z.object({ type: z.literal('reveal'), ...drawn, column: z.nullable(matrixColumn) }),
  z.object({ type: z.literal('preview'), ...drawn }),
  z.object({ type: z.literal('copyId'), ...drawn }),
  /** Shows the text, at the n-th problem of the status when one is meant. */
  z.object({ type: z.literal('openText'), problem: z.nullable(place) }),
  /** Asks for a custom capability; those that have a column already are not wanted. */
  z.object({ type: z.literal('addColumn'), list: z.enum(['input', 'output']), present: z.array(capabilityName).check(z.maxLength(1000)) }),
  z.object({ type: z.literal('addService') }),
  z.object({ type: z.literal('useTemplate') }),
  z.object({ type: z.literal('manageTrust') }),
]);

export type MatrixHostMessage = z.infer<typeof matrixHostMessage>;
export type MatrixWebviewMessage = z.infer<typeof matrixWebviewMessage>;

/** Checks a message that arrived from the host. */
export function parseMatrixHostMessage(data: unknown): Parsed<MatrixHostMessage> {
  return parseMessage(matrixHostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseMatrixWebviewMessage(data: unknown): Parsed<MatrixWebviewMessage> {
  return parseMessage(matrixWebviewMessage, data);
}
