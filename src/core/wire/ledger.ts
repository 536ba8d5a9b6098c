import type { Cloud } from './cloud.ts';
import type { MediaKind } from '../content/media-type.ts';
import { safeId, safeName } from '../routing/description.ts';
import { SHOWN_BASE64 } from '../routing/shortened-message.ts';
import { sourceOf } from './rule-sentence.ts';
import type { MediaItem, PlacedPart, ToolAnswer, WireItem } from './turns.ts';
import { API_NAMES, isUndocumented, type WireApi, type WireMedia, type WireOutcome, type WireRule, type WireVerdict } from './verdict.ts';

export interface Decision {
  readonly outcome: WireOutcome;
  readonly rule: WireRule;
  readonly params?: Readonly<Record<string, string | number>>;
}

/** A value in the body: its object or list, and its key. Without a key: the object itself. */
export interface Place {
  readonly holder: object;
  readonly key?: string | number;
}

const UNSEEN: Decision = { outcome: 'rejected', rule: 'image_not_seen' };

interface Entry {
  readonly verdict: WireVerdict;
  readonly place?: Place;
}

/**
 * Records what happens to each part while a body is written. Locations are kept as objects, because pointers are known only when the body
 * is complete.
 */
export class Ledger {
  readonly api: WireApi;
  readonly cloud: Cloud | undefined;
  readonly #seesImages: boolean;
  readonly #entries: Entry[] = [];
  readonly #media: (Place & Omit<WireMedia, 'pointer'>)[] = [];

  /**
   * @param cloud that serves the API of a maker, with rules of its own
   * @param seesImages false for a model that is declared without vision
   */
  constructor(api: WireApi, cloud?: Cloud, seesImages = true) {
    this.api = api;
    this.cloud = cloud;
    this.#seesImages = seesImages;
  }

  /** Records a part in the body. @param caption text for the model in a part of its own before it */
  place(part: PlacedPart, decided: Decision, place: Place, caption?: string): void {
    const { item } = part;
    const decision = this.#isUnseen(item, decided) ? UNSEEN : decided;
    const isReadAsText = item.type === 'media' && isSentAsFile(decision) && textAlone(item, this.api) !== undefined;
    this.#entries.push({
      verdict: { ...this.#verdict(part, decision), ...(caption !== undefined && { caption }), ...(isReadAsText && { isReadAsText }) },
      place,
    });
  }

  /** Records a part left out. @param note text for the model in its place */
  drop(part: PlacedPart, decision: Decision, note?: string): void {
    this.#entries.push({ verdict: { ...this.#verdict(part, decision), ...(note !== undefined && { note }) } });
  }

  /** Records a string in the body consisting of `head` and base64. @param text in the base64, where the API gives the model that alone */
  media(holder: object, key: string | number, base64: string, head = '', text?: string): void {
    const beginning = head + base64.slice(0, SHOWN_BASE64);
    this.#media.push({ holder, key, start: head.length, length: base64.length, beginning, ...(text !== undefined && { text }) });
  }

  /** Verdicts in order of the parts, with pointers into the finished body. */
  finish(body: object): { verdicts: WireVerdict[]; media: WireMedia[] } {
    const holders = [...this.#entries.map(({ place }) => place), ...this.#media].map((place) => place?.holder);
    const pointers = pointersIn(body, new Set(holders.filter((holder) => holder !== undefined)));
    const pointerOf = ({ holder, key }: Place): string => (pointers.get(holder) ?? '') + (key === undefined ? '' : pointerStep(key));
    const verdicts = this.#entries.map(({ verdict, place }) => (place ? { ...verdict, pointer: pointerOf(place) } : verdict));
    return {
      verdicts: verdicts.sort((a, b) => a.message - b.message || a.part - b.part),
      media: this.#media.map(({ holder, key, ...rest }) => ({
        pointer: pointerOf({ holder, ...(key !== undefined && { key }) }),
        ...rest,
      })),
    };
  }

  /** Whether a part is an image that came as a file, to a model without vision: no API has images as files. */
  #isUnseen(item: WireItem, { outcome }: Decision): boolean {
    return !this.#seesImages && item.type === 'media' && item.isFile && item.kind === 'image' && outcome !== 'rejected';
  }

  #verdict({ message, part, item }: PlacedPart, { outcome, rule, params }: Decision): WireVerdict {
    const mimeType = item.type === 'media' ? item.mimeType : undefined;
    return {
      message,
      part,
      kind: kindOf(item),
      ...(mimeType !== undefined && { mimeType }),
      outcome,
      rule,
      params: { api: API_NAMES[this.api], type: wordFor(item), ...params },
      source: sourceOf(rule, this.api),
    };
  }
}

/**
 * APIs that take a text file in base64 and give the model its text alone. Of tables OpenAI makes something else.
 * https://ai.google.dev/gemini-api/docs/document-processing, https://developers.openai.com/api/docs/guides/file-inputs (2026-11)
 */
const TAKE_TEXT_ALONE: readonly WireApi[] = ['gemini', 'gemini-2', 'openai-responses'];
const TABLES: ReadonlySet<string> = new Set(['text/csv', 'application/csv', 'text/tab-separated-values']);

/** The text an API takes of a file; undefined where it takes the file as such, or there is no text in it. */
function textAlone({ kind, mimeType, text }: MediaItem, api: WireApi): string | undefined {
  if (kind !== 'text' || !TAKE_TEXT_ALONE.includes(api) || (api === 'openai-responses' && TABLES.has(mimeType))) return undefined;
  return text();
}

/** The kind of a part's content; an image by URL is an image. */
function kindOf(item: WireItem): MediaKind {
  switch (item.type) {
    case 'text':
      return 'text';
    case 'media':
    case 'link':
      return item.kind;
    case 'broken':
      return 'image';
    case 'unknown':
      return 'other';
  }
}

/** The word for a part in notes and messages: its media type, or its own name. */
function wordFor(item: WireItem): string {
  switch (item.type) {
    case 'text':
      return 'text';
    case 'media':
      return item.mimeType;
    case 'link':
      return item.kind === 'image' ? 'image_url' : (item.mimeType ?? 'file');
    case 'broken':
      return 'image_url';
    case 'unknown':
      return /^[\w./+-]{1,40}$/.test(item.name) ? item.name : 'unknown';
  }
}

function pointersIn(body: object, wanted: ReadonlySet<object>): Map<object, string> {
  const found = new Map<object, string>();
  const visit = (value: unknown, pointer: string): void => {
    if (typeof value !== 'object' || value === null || found.size === wanted.size) return;
    if (wanted.has(value)) found.set(value, pointer);
    if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) visit(value[at], `${pointer}/${at}`);
      return;
    }
    for (const key of Object.keys(value)) {
      const below = (value as Record<string, unknown>)[key];
      if (typeof below === 'object') visit(below, pointer + pointerStep(key));
    }
  };
  visit(body, '');
  return found;
}

/** One step of a JSON pointer, escaped (RFC 6901 §4). */
export function pointerStep(key: string | number): string {
  if (typeof key === 'number' || !/[~/]/.test(key)) return `/${key}`;
  return `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at a JSON pointer, if any. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const step of pointerSteps(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

/** The steps of a JSON pointer; empty for the whole document. */
export function pointerSteps(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function isSentAsFile(decision: Decision): boolean {
  return decision.rule !== 'text_file_as_text' && !isUndocumented(decision);
}

/** Short texts added for the model, in English like the API's field names. Names in them are untrusted and must not forge a line. */

/** Leaves out a part the API has no shape for. @returns the note in its place */
export function leaveOut(part: PlacedPart, decision: Decision, ledger: Ledger): string {
  const note = `[${describe(part.item)} is left out: ${API_NAMES[ledger.api]} cannot carry it here.]`;
  ledger.drop(part, decision, note);
  return note;
}

/** In a tool's answer, for a part that follows it. */
export function followsNote(item: WireItem): string {
  return `[${describe(item)} follows in the next user message.]`;
}

/** The same, for a part after the answers in the same turn. */
export function followsBesideNote(item: WireItem): string {
  return `[${describe(item)} follows after the answers.]`;
}

/** Before a part separated from its answer. */
export function belongsToNote(item: WireItem, { name, callId }: ToolAnswer): string {
  return `[${describe(item)} from the answer of ${safeName(name)}, call ${safeId(callId)}:]`;
}

/** Before a medium without a text of its own. */
export function captionNote(item: WireItem): string {
  return `[${describe(item)}]`;
}

function describe(item: WireItem): string {
  const name = item.type === 'media' ? safeName(item.filename ?? '') : '';
  return name === '' ? wordFor(item) : `"${name}" (${wordFor(item)})`;
}

/** A file name for APIs that require one; by kind if missing. */
export function fileNameOf(item: { readonly filename?: string; readonly mimeType: string }): string {
  return item.filename ?? (item.mimeType === 'application/pdf' ? 'document.pdf' : 'file');
}

/** Writes the data URL of a medium into a field, the very string of the message where it has one. */
export function dataUrlOf<K extends string>(item: MediaItem, holder: Record<K, string>, key: K, ledger: Ledger): void {
  const head = `data:${item.mimeType};base64,`;
  holder[key] = item.url ?? head + item.data;
  if (item.isBase64) ledger.media(holder, key, item.data, head, textAlone(item, ledger.api));
}

/** Writes the bare base64 of a medium into a field. */
export function rawBase64Of<K extends string>(item: MediaItem, holder: Record<K, string>, key: K, ledger: Ledger): void {
  holder[key] = item.data;
  if (item.isBase64) ledger.media(holder, key, item.data, '', textAlone(item, ledger.api));
}

/** Fills a content: a single text as a string, everything else as parts. */
export function fillContent<K extends string, P>(
  parts: readonly PlacedPart[],
  holder: Record<K, string | P[]>,
  key: K,
  ledger: Ledger,
  write: (part: PlacedPart) => P | P[],
): void {
  const [only] = parts;
  if (parts.length === 1 && only?.item.type === 'text') {
    holder[key] = only.item.text;
    ledger.place(only, { outcome: 'sent', rule: 'text' }, { holder, key });
  } else if (parts.length > 0) {
    holder[key] = parts.flatMap(write);
  }
}

/** The part as the API writes it, or a note in its place. @param shape undefined when the API has none for it */
export function partOrNote<P extends object>(
  part: PlacedPart,
  decision: Decision,
  shape: P | undefined,
  noteOf: (text: string) => P,
  ledger: Ledger,
): P {
  if (!shape) return noteOf(leaveOut(part, decision, ledger));
  ledger.place(part, decision, { holder: shape });
  return shape;
}
