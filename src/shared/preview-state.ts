import * as z from 'zod/mini';

/** Kinds of binary content the routing tells apart. */
const binaryType = z.enum(['image', 'audio', 'video', 'document', 'other']);

/** A model service as the picker shows it. Never holds a key or an address. */
const model = z.object({
  id: z.string(),
  name: z.string(),
  /** The provider's name of the model. */
  model: z.string(),
  /** Input capabilities in force. */
  input: z.array(z.string()),
});

/** What is known of the artifact without reading its content. */
const facts = z.object({
  /** Canonical id. */
  id: z.string(),
  /** Where a person finds it: the id, or for a workspace file the workspace and its path there. */
  place: z.string(),
  name: z.string(),
  /** Readable name of the type, e.g. `PNG image`; empty when nothing is known. */
  typeName: z.string(),
  mimeType: z.nullable(z.string()),
  /** Bytes. */
  size: z.nullable(z.number()),
  /** ISO 8601. */
  createdAt: z.nullable(z.string()),
  /** Who made it. */
  agentId: z.nullable(z.string()),
  /** A codicon that stands for the type. */
  icon: z.string(),
});

/** Why the declared type needs a second look. */
const typeWarning = z.discriminatedUnion('code', [
  z.object({ code: z.literal('type_contradicted'), declared: z.string(), detected: z.string() }),
  z.object({ code: z.literal('type_unconfirmed'), declared: z.string() }),
]);

/** The content as a person sees it. Bytes never travel in a message: they are fetched from `uri`. */
const content = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    text: z.string(),
    /** Characters of the whole text, more than `text` has when only its beginning is shown; null when nobody counted. */
    length: z.nullable(z.number()),
    /** A highlight.js language, or null for plain text. */
    language: z.nullable(z.string()),
  }),
  z.object({ kind: z.literal('image'), uri: z.string() }),
  z.object({ kind: z.literal('audio'), uri: z.string() }),
  z.object({ kind: z.literal('video'), uri: z.string() }),
  /** Nothing a browser can draw: only the facts are shown. */
  z.object({ kind: z.literal('facts') }),
  /** Missing, reserved, broken or unreadable; `reason` is a localised sentence. */
  z.object({ kind: z.literal('problem'), state: z.enum(['reserved', 'missing', 'broken']), reason: z.string() }),
]);

/** Where the content goes for the selected model, and what decided it. */
const verdict = z.object({
  outcome: z.enum(['text', 'image_url', 'file', 'description', 'failed', 'not_found']),
  binaryType: z.nullable(binaryType),
  /** Code of the rule that decided. */
  rule: z.string(),
  /** Input capabilities any of which opens the door; empty where none is asked. */
  capabilities: z.array(z.string()),
  /** The one of `capabilities` that the model declares, or null. */
  granted: z.nullable(z.string()),
  /** The size limit that was exceeded in bytes, or null. */
  limit: z.nullable(z.number()),
  /** Ids of the services that would receive the content itself. */
  capable: z.array(z.string()),
});

/** The tool message, for the screen: base64 is shortened. Copying takes the whole from the host. */
const message = z.object({
  json: z.string(),
  /** Characters of the whole JSON text, nothing shortened. */
  jsonLength: z.number(),
  /** The text the model reads, when it gets text. */
  text: z.nullable(z.string()),
  /** Characters of the whole text. */
  textLength: z.number(),
});

/** Everything the preview shows. */
export const previewState = z.object({
  rootId: z.string(),
  /** `artifact:{id}`. */
  reference: z.string(),
  pinned: z.boolean(),
  facts,
  warning: z.nullable(typeWarning),
  /** What is wrong with the artifact although its content can be read; a localised sentence. */
  problem: z.nullable(z.string()),
  models: z.array(model),
  /** Id of the service the preview stands for; null is "text only". */
  selected: z.nullable(z.string()),
  content,
  verdict,
  message: z.nullable(message),
});

export type PreviewState = z.infer<typeof previewState>;
export type PreviewModel = z.infer<typeof model>;
export type PreviewFacts = z.infer<typeof facts>;
export type PreviewContent = z.infer<typeof content>;
export type PreviewVerdict = z.infer<typeof verdict>;
export type PreviewMessage = z.infer<typeof message>;
export type TypeWarning = z.infer<typeof typeWarning>;
