import * as z from 'zod/mini';
import { DOCUMENT_FORMATS } from './document-format.ts';
import { type Parsed, parseMessage } from './parse-message.ts';
import { tokenRange, tokens } from './token-figures.ts';
export { mannerWord, OUTCOME_WORDS, type OutcomeWord, receivedWord } from '../core/wire/outcome-words.ts';

/** Kinds of binary content the routing distinguishes. */
const binaryType = z.enum(['image', 'audio', 'video', 'document', 'other']);

/** A tool that reads a content gives it to the model, or it comes with a message. */
const form = z.enum(['answer', 'attachment']);

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
  /** The message it was made for. */
  messageId: z.nullable(z.string()),
  /** The type its metadata promises, when that is not the type in force. */
  declaredMimeType: z.nullable(z.string()),
  /** What its own headers say, as short words in the display language: `1300 × 900 pixels`, `12 pages`, `0:42`. */
  media: z.array(z.string()),
  /** The codicon of the type. */
  icon: z.string(),
});

/** Why the declared type needs a second look. */
const typeWarning = z.discriminatedUnion('code', [
  /** `by`: the metadata say so, or nothing but the name of the file does. */
  z.object({ code: z.literal('type_contradicted'), declared: z.string(), detected: z.string(), by: z.enum(['metadata', 'name']) }),
  /** Declared as text, but not in UTF-8 or UTF-16: another encoding, or no text at all. */
  z.object({ code: z.literal('not_utf8'), declared: z.string() }),
  /** `looksLike`: the type that a few of the first bytes point to, if any. */
  z.object({ code: z.literal('type_unconfirmed'), declared: z.string(), looksLike: z.nullable(z.string()) }),
  z.object({ code: z.literal('empty') }),
]);

const textContent = z.object({
  kind: z.literal('text'),
  text: z.string(),
  /** Characters of the whole text, more than `text` has when only its beginning is shown; null when not counted. */
  length: z.nullable(z.number()),
  /** A highlight.js language, or null for plain text. */
  language: z.nullable(z.string()),
});

/** Bytes nothing can draw: their beginning as hexadecimal digits, two for each byte, at most 4,096 bytes of it. */
const hexContent = z.object({ kind: z.literal('hex'), head: z.string().check(z.maxLength(8192)) });

/** The content as a person sees it. Bytes never travel in a message: they are fetched from `uri`. */
const content = z.discriminatedUnion('kind', [
  textContent,
  /** What people read rendered: Markdown, tables, documents of an office. */
  z.object({
    kind: z.literal('document'),
    format: z.enum(DOCUMENT_FORMATS),
    /** The whole; null when there is no file of its own. */
    uri: z.nullable(z.string()),
    /** The content as it is: one click away, and shown where it cannot be rendered. */
    source: z.discriminatedUnion('kind', [textContent, hexContent]),
  }),
  z.object({ kind: z.literal('image'), uri: z.string() }),
  z.object({ kind: z.literal('audio'), uri: z.string() }),
  z.object({ kind: z.literal('video'), uri: z.string() }),
  z.object({ kind: z.literal('pdf'), uri: z.string() }),
  hexContent,
  /** Several artifacts that are attached to one message. */
  z.object({
    kind: z.literal('attachments'),
    items: z.array(
      z.object({
        reference: z.string(),
        name: z.string(),
        typeName: z.string(),
        icon: z.string(),
        size: z.nullable(z.number()),
        /** What the model gets; `dropped`: the API has no place for it; `refused`, `unreceived`: the request is rejected for it, or for another. */
        outcome: z.enum(['included', 'doubtful', 'described', 'failed', 'dropped', 'refused', 'unreceived']),
        /** Why, as a localised sentence. */
        reason: z.string(),
        /** Where two pictures are shown side by side, on both. */
        picture: z.optional(z.object({ uri: z.string(), facts })),
      }),
    ),
  }),
  /** Nothing a browser can draw and nothing that can be read: only the facts are shown. */
  z.object({ kind: z.literal('facts') }),
  /** Missing, reserved, broken or unreadable; `reason` is a localised sentence. */
  z.object({ kind: z.literal('problem'), state: z.enum(['reserved', 'missing', 'broken']), reason: z.string() }),
]);

/** Where the content goes for the selected model, and what decided it. */
const verdict = z.object({
  /** `message`: several attachments, each with an outcome of its own. */
  outcome: z.enum(['text', 'image_url', 'file', 'description', 'failed', 'not_found', 'message']),
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
  /** The text the model reads, as its API carries it, with everything around it; null when it reads none. */
  text: z.nullable(z.string()),
  /** Characters of the whole text. */
  textLength: z.number(),
});

const severity = z.enum(['error', 'warning', 'info']);

/** A sentence in the display language, and where what it says is written (a URL, or a package and type). */
const finding = z.object({ severity, text: z.string(), source: z.string() });

/** What the model receives in the end, capabilities and API taken together; see `ARRIVAL_WORDS` in the core. From best to worst. */
export const arrivalState = z.enum(['arrives', 'doubtful', 'partly', 'described', 'dropped', 'failed', 'refused', 'nothing']);

const arrival = z.object({
  state: arrivalState,
  /** What decided it, as a localised sentence; null when the capabilities did. */
  reason: z.nullable(z.string()),
  /** How what arrives differs from what it was, as localised sentences; absent where it does not. */
  change: z.optional(z.string()),
});

/** The language of descriptions that replace content. */
const descriptions = z.object({
  language: z.enum(['zh', 'en']),
  /** The setting fixes it; else it is that of the display. */
  isFixed: z.boolean(),
});

const wireOutcome = z.enum(['sent', 'converted', 'rehomed', 'rejected', 'dropped']);

/** The request as the API of the service receives it. */
const wire = z.object({
  /** A name of `WIRE_APIS`. */
  api: z.string(),
  /** `chosen`: a person picked it here. */
  certainty: z.enum(['declared', 'inferred', 'guessed', 'chosen']),
  /** Why it is this API, as a localised sentence. */
  because: z.string(),
  /** The service's own API, where a person picked one; absent when that is not known. */
  serviceApi: z.optional(z.string()),
  /** The body, base64 shortened, at most so much as fits a screen. */
  json: z.string(),
  /** Characters of the whole. */
  jsonLength: z.number(),
  /** What became of each part. */
  parts: z.array(
    z.object({
      /** What it is: `chart.png · image/png`. */
      label: z.string(),
      outcome: wireOutcome,
      /** The rule, as a localised sentence. */
      rule: z.string(),
      source: z.string(),
      /** JSON pointer into the body; null for a part that is not there. */
      pointer: z.nullable(z.string()),
    }),
  ),
  /** What the API's limits say. */
  limits: z.array(finding),
});

/** A step of the decision. */
const whyStep = z.object({
  state: z.enum(['passed', 'warning', 'stopped', 'skipped']),
  title: z.string(),
  /** Localised, on one line; may be empty. */
  detail: z.string(),
});

/** Something that would change the outcome; `applyFix` names it by its index. `isAdvice`: a person has to do it elsewhere. */
const fix = z.object({ icon: z.string(), label: z.string(), detail: z.string(), isAdvice: z.optional(z.boolean()) });

/** One line of a comparison. */
const comparedRow = z.object({
  /** Id of the service; null for "text only", and in a comparison of APIs. */
  serviceId: z.nullable(z.string()),
  /** Name of the service, or of the API. */
  name: z.string(),
  /** The provider's name of the model; may be empty. */
  model: z.string(),
  api: z.string(),
  apiName: z.string(),
  certainty: z.enum(['declared', 'inferred', 'guessed', 'chosen']),
  /** As in the verdict of the preview. */
  route: z.enum(['text', 'image_url', 'file', 'description', 'failed', 'not_found', 'message']),
  arrival: arrivalState,
  /** The worst of its parts, or null when nothing is sent. */
  wire: z.nullable(wireOutcome),
  /** The worst finding of the limits, or null. */
  limit: z.nullable(severity),
  /** How many of a message's several files are in the request. */
  files: z.optional(z.object({ sent: z.number(), all: z.number() })),
  /** Why it is so, as a localised sentence. */
  detail: z.string(),
  /** Bytes of the whole body. */
  bytes: z.nullable(z.number()),
  tokens: z.nullable(tokenRange),
});

/** What a program, such as Copilot CLI, sends of the content to the selected model. */
const programRow = z.object({
  name: z.string(),
  /** The version that was watched. */
  version: z.string(),
  /** `raw`: the bytes of a binary file as if they were text; `note`: words of the program alone. */
  outcome: z.enum(['unknown', 'sent', 'raw', 'note', 'nothing']),
  /** What stands in the request, in localised words. */
  sends: z.string(),
  /** When and with which model it was seen, or why it is not known, as a localised sentence. */
  detail: z.string(),
  /** Whether content is sent, which costs tokens. */
  sendsContent: z.boolean(),
  /** Null where they are not known, and where no content is sent. */
  tokens: z.nullable(tokenRange),
});

/** The same content for all services, for all APIs as the selected service routes it, and as programs send it to that service. */
const comparison = z.object({
  services: z.array(comparedRow),
  apis: z.array(comparedRow),
  /** Empty for several contents and for one that could not be read. */
  programs: z.array(programRow),
});

/** Everything the preview shows. */
const previewState = z.object({
  /** Empty for files, which are in no data root. */
  rootId: z.string(),
  /** `artifact:{id}`, or the URI of a file. */
  reference: z.string(),
  /** How one content goes to the model; absent where there is no choice. */
  form: z.optional(form),
  pinned: z.boolean(),
  facts,
  warning: z.nullable(typeWarning),
  /** What is wrong with the artifact although its content can be read; a localised sentence. */
  problem: z.nullable(z.string()),
  models: z.array(model),
  /** Id of the service selected for the preview; null is "text only". */
  selected: z.nullable(z.string()),
  /** Where the selected model is from, as a localised sentence, unless it is a service; whether it can be made one. */
  origin: z.optional(z.object({ note: z.string(), canAdd: z.boolean() })),
  content,
  verdict,
  arrival,
  /** Why the capabilities of the model cannot be edited here, as a localised sentence; absent where they can. */
  locked: z.optional(z.string()),
  /** Null where nothing is described. */
  descriptions: z.nullable(descriptions),
  message: z.nullable(message),
  /** Null when there is no message. */
  wire: z.nullable(wire),
  /** Every API there is, to choose from: its name in `WIRE_APIS` and as its provider writes it. */
  apis: z.array(z.object({ id: z.string(), name: z.string() })),
  /** Null until they are counted. */
  tokens: z.nullable(tokens),
  why: z.object({ steps: z.array(whyStep), fixes: z.array(fix) }),
  /** Null until the page asks for it. */
  comparison: z.nullable(comparison),
});

export type PreviewState = z.infer<typeof previewState>;
export type PreviewModel = z.infer<typeof model>;
export type PreviewFacts = z.infer<typeof facts>;
export type PreviewContent = z.infer<typeof content>;
export type PreviewVerdict = z.infer<typeof verdict>;
export type PreviewArrival = z.infer<typeof arrival>;
export type PreviewMessage = z.infer<typeof message>;
export type TypeWarning = z.infer<typeof typeWarning>;
export type PreviewWire = z.infer<typeof wire>;
export type WhyStep = z.infer<typeof whyStep>;
export type PreviewFix = z.infer<typeof fix>;
export type PreviewFinding = z.infer<typeof finding>;
export type ComparedRow = z.infer<typeof comparedRow>;
export type ProgramRow = z.infer<typeof programRow>;
export type Comparison = z.infer<typeof comparison>;

/** What the webview keeps across reloads through `setState`; the host restores the panel from it. */
const previewViewState = z.object({
  /** The shown artifact, `artifact:{id}`; in no data root, the URI of a file. */
  reference: z.string().check(z.maxLength(10_000)),
  /** When several artifacts are shown as attachments of one message: all of them. */
  attachments: z.array(z.string().check(z.maxLength(10_000))).check(z.maxLength(1000)),
  rootId: z.string().check(z.maxLength(10_000)),
  /** How one content goes to the model. */
  form: z.optional(form),
  pinned: z.boolean(),
  tab: z.enum(['rendered', 'message', 'wire', 'why', 'compare']),
  /** The API a person picked for the wire body; null: that of the service. */
  api: z.nullable(z.string().check(z.maxLength(100))),
  /** How the comparison is sorted. */
  sort: z.object({ column: z.enum(['name', 'api', 'route', 'bytes', 'tokens', 'price', 'context']), descending: z.boolean() }),
  messageForm: z.enum(['json', 'text']),
  /** A document as people read it, or as it is in its file. */
  documentForm: z._default(z.enum(['rendered', 'source']), 'rendered'),
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

/**
 * Messages between the host and the preview's webview: one envelope `{type, …}` per direction.
 *
 * The webview says `ready`; the host answers `init` with everything. From then on every change is a
 * `state` with a higher `generation`. Whatever acts on what is shown carries the generation it was
 * shown with, so that the side that has moved on can drop it.
 */
const generation = z.int().check(z.gte(0));
const requestId = z.int().check(z.gte(0));

const hostMessage = z.discriminatedUnion('type', [
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
  /** What a tab shows was asked for elsewhere: it comes to the front. */
  z.object({ type: z.literal('showTab'), tab: z.enum(['rendered', 'compare']) }),
]);

const webviewMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('ready') }),
  z.object({ type: z.literal('selectModel'), generation, serviceId: z.nullable(z.string().check(z.maxLength(1000))) }),
  /** Lets a person choose any model of the catalogue; the host asks which. */
  z.object({ type: z.literal('pickModel'), generation }),
  /** Lets a person choose the models of the catalogue that are compared. */
  z.object({ type: z.literal('chooseComparedModels'), generation }),
  /** Writes the model of the catalogue that is selected into the configuration. */
  z.object({ type: z.literal('addModel'), generation }),
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
  /**
   * The comparison is on the screen, or is not any more. This is about the page, not about what it shows: it counts
   * whatever its generation. A page that has just said `ready` compares nothing until it says so.
   */
  z.object({ type: z.literal('setComparing'), generation, comparing: z.boolean() }),
  /** Does what `why.fixes` offers. */
  z.object({ type: z.literal('applyFix'), generation, index: z.int().check(z.gte(0)) }),
  /** One content as the answer of a tool, or as an attachment; remembered. */
  z.object({ type: z.literal('setForm'), generation, form }),
  /** Files were dropped on the page; the host looks at what they are. */
  z.object({
    type: z.literal('dropFiles'),
    generation,
    uris: z.array(z.string().check(z.maxLength(10_000))).check(z.minLength(1), z.maxLength(1000)),
  }),
  /** Shows one of several attachments, or the artifact itself, in the preview. */
  z.object({ type: z.literal('openAttachment'), generation, index: z.int().check(z.gte(0)) }),
]);

export type HostMessage = z.infer<typeof hostMessage>;
/** A tab that can be asked for from outside of the page. */
export type AskedTab = Extract<HostMessage, { type: 'showTab' }>['tab'];
export type WebviewMessage = z.infer<typeof webviewMessage>;

/** Checks a message that arrived from the host. */
export function parseHostMessage(data: unknown): Parsed<HostMessage> {
  return parseMessage(hostMessage, data);
}

/** Checks a message that arrived from the webview; nothing about it may be trusted before. */
export function parseWebviewMessage(data: unknown): Parsed<WebviewMessage> {
  return parseMessage(webviewMessage, data);
}
