import * as z from 'zod/mini';
import { parseMessage, type Parsed } from './parse-message.ts';
import { previewState } from './preview-state.ts';

/**
 * Messages between the host and the preview's webview: one envelope `{type, …}` per direction.
 *
 * The webview says `ready`; the host answers `init` with everything. From then on every change is a
 * `state` with a higher `generation`. Whatever acts on what is shown carries the generation it was
 * shown with, so that the side that has moved on can drop it.
 */
const generation = z.int().check(z.gte(0));
const requestId = z.int().check(z.gte(0));

export const hostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    generation,
    /** BCP 47 display language. */
    locale: z.string(),
    /** Translations by English text; empty for English. */
    bundle: z.record(z.string(), z.string()),
    state: z.nullable(previewState),
  }),
  z.object({ type: z.literal('state'), generation, state: previewState }),
  /** Something is being read; sent only when it takes long enough to be noticed. */
  z.object({ type: z.literal('busy'), generation }),
  z.object({ type: z.literal('reply'), request: requestId, done: z.boolean() }),
]);

export const webviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('selectModel'), generation, serviceId: z.nullable(z.string().check(z.maxLength(1000))) }),
  z.object({ type: z.literal('setPinned'), generation, pinned: z.boolean() }),
  z.object({ type: z.literal('openFile'), generation }),
  z.object({ type: z.literal('copyReference'), generation, request: requestId }),
  z.object({ type: z.literal('copyMessage'), generation, request: requestId, form: z.enum(['json', 'text']) }),
  z.object({ type: z.literal('editCapabilities'), generation }),
  /** Changes the setting: what is shown is what every model gets from now on. */
  z.object({ type: z.literal('setDescriptionLanguage'), generation, language: z.enum(['zh', 'en']) }),
  /** Which API's body is shown; null goes back to that of the service. */
  z.object({ type: z.literal('selectApi'), generation, api: z.nullable(z.string().check(z.maxLength(100))) }),
  z.object({ type: z.literal('copyWire'), generation, request: requestId, form: z.enum(['json', 'curl']) }),
  /** Saves what the model gets as a test fixture; the host asks where. */
  z.object({ type: z.literal('exportFixture'), generation }),
  /**
   * The comparison is on the screen, or is not any more. This is about the page, not about what it shows: it counts
   * whatever its generation. A page that has just said `ready` compares nothing until it says so.
   */
  z.object({ type: z.literal('setComparing'), generation, comparing: z.boolean() }),
  /** Does what `why.fixes` offers. */
  z.object({ type: z.literal('applyFix'), generation, index: z.int().check(z.gte(0)) }),
  /** Shows one of several attachments, or the artifact itself, in the preview. */
  z.object({ type: z.literal('openAttachment'), generation, index: z.int().check(z.gte(0)) }),
]);

export type HostMessage = z.infer<typeof hostMessage>;
export type WebviewMessage = z.infer<typeof webviewMessage>;

/** Checks a message that arrived from the host. */
export function parseHostMessage(data: unknown): Parsed<HostMessage> {
  return parseMessage(hostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseWebviewMessage(data: unknown): Parsed<WebviewMessage> {
  return parseMessage(webviewMessage, data);
}
