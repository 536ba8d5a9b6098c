import * as z from 'zod/mini';

/** What the webview keeps across reloads through `setState`; the host restores the panel from it. */
export const previewViewState = z.object({
  /** The shown artifact, `artifact:{id}`. */
  reference: z.string().check(z.maxLength(10_000)),
  /** When several artifacts are shown as attachments of one message: all of them. */
  attachments: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1000)),
  rootId: z.string().check(z.maxLength(10_000)),
  pinned: z.boolean(),
  tab: z.enum(['rendered', 'message', 'wire', 'why', 'compare']),
  /** The API a person picked for the wire body; null: that of the service. */
  api: z.nullable(z.string().check(z.maxLength(100))),
  /** How the comparison is sorted. */
  sort: z.object({ column: z.enum(['name', 'api', 'route', 'wire', 'bytes', 'tokens']), descending: z.boolean() }),
  messageForm: z.enum(['json', 'text']),
  /** Image scaled to the space there is, or one pixel to one pixel. */
  zoom: z.enum(['fit', 'actual']),
  /** Pixels from the top. */
  scroll: z.number().check(z.gte(0)),
});

export type PreviewViewState = z.infer<typeof previewViewState>;

/** The kept state, or null when it is none of ours. */
export function parsePreviewViewState(data: unknown): PreviewViewState | null {
  const result = previewViewState.safeParse(data);
  return result.success ? result.data : null;
}
