import * as z from 'zod/mini';
import { type CapabilityList, standardCapabilitiesFor } from '../core/models/capability.ts';
import { INFERRED_CAPABILITIES } from '../core/models/catalogue/inference.ts';
import { parseMessage, type Parsed } from './parse-message.ts';

/** What the matrix of an `llmservices.json` shows. Never an API key, an address or a field we do not know. */

const list = z.enum(['input', 'output']);
const severity = z.enum(['error', 'warning', 'information']);
/** The name of a capability. The host gives no column to longer ones, and takes none. */
const capabilityName = z.string().check(z.minLength(1), z.maxLength(200));

/** A capability on one side of a model. */
const matrixColumn = z.object({ list, type: capabilityName });

/** A problem of a service, in the language of the screen; it concerns a cell, or the service as a whole. */
const matrixProblem = z.object({ severity, message: z.string(), cell: z.nullable(matrixColumn) });

/** Where something known of models comes from. */
const matrixSource = z.object({
  match: z.enum(['exact', 'alias', 'family', 'guess']),
  entry: z.string(),
  package: z.nullable(z.string()),
});

/** One element of `services`, usable or not; its place in the file is its place among the rows. */
const matrixRow = z.object({
  /** By which it is found again; null: it has none. */
  id: z.nullable(z.string().check(z.maxLength(1000))),
  name: z.string(),
  /** Empty: none is given. */
  model: z.string(),
  /** Whether the routing knows it. */
  counts: z.boolean(),
  /** Whether it is an object at all. */
  editable: z.boolean(),
  /** Whether what it can do is declared, left to the default, or declared in a way that does not count. */
  origin: z.enum(['declared', 'default', 'invalid']),
  /** Absent lists, which mean text. */
  implied: z.array(list),
  input: z.array(z.string()),
  output: z.array(z.string()),
  /**
   * What is known of its model, one number for each of `INFERRED_CAPABILITIES`: 0 is nothing, n that it can by the n-th
   * source, -n that it cannot. Empty: the model is not known at all.
   */
  known: z.array(z.int()),
  problems: z.array(matrixProblem),
});

/** Everything about the file that is not a row. */
const matrixStatus = z.object({
  /** Whether the text is a list of services; while it is not, the rows are those it had last. */
  text: z.enum(['usable', 'blank', 'unusable']),
  /** Why nothing can be edited here. */
  lock: z.nullable(z.enum(['restricted', 'readonly'])),
  /** The file was deleted; the text is still here. */
  gone: z.boolean(),
  /** Whether the previews of an open data root go by this file. */
  inForce: z.boolean(),
  /** Problems of the file as a whole, or of its text. */
  problems: z.array(z.object({ severity, message: z.string(), line: z.nullable(z.int()) })),
  /** Columns beside the standard ones. */
  columns: z.array(matrixColumn),
  /** How many declared capabilities have no column, because there are too many. */
  hiddenColumns: z.int(),
});

export type MatrixColumn = z.infer<typeof matrixColumn>;
export type MatrixProblem = z.infer<typeof matrixProblem>;
export type MatrixSource = z.infer<typeof matrixSource>;
export type MatrixRow = z.infer<typeof matrixRow>;
export type MatrixStatus = z.infer<typeof matrixStatus>;
export type MatrixLock = NonNullable<MatrixStatus['lock']>;
export type MatrixSeverity = z.infer<typeof severity>;

/** The columns every matrix has, inputs first. */
export const STANDARD_COLUMNS: readonly MatrixColumn[] = (['input', 'output'] as const).flatMap((list: CapabilityList) =>
  standardCapabilitiesFor(list).map((type) => ({ list, type })),
);

/** Where in a row's `known` a column is answered; -1 where models are not known by it. */
export function knownAt({ list, type }: MatrixColumn): number {
  return INFERRED_CAPABILITIES.findIndex((each) => each.list === list && each.type === type);
}

/** Two columns for the same thing have the same key. */
export function columnKey({ list, type }: MatrixColumn): string {
  return `${list} ${type}`;
}

const STANDARD_KEYS: ReadonlySet<string> = new Set(STANDARD_COLUMNS.map(columnKey));

/** Whether every matrix has a column. */
export function isStandardColumn(column: MatrixColumn): boolean {
  return STANDARD_KEYS.has(columnKey(column));
}

/** What the matrix keeps across reloads through `setState`. */
const matrixViewState = z.object({
  filter: z.string().check(z.maxLength(1000)),
  /** Which rows are shown. */
  show: z.enum(['all', 'problems', 'disagreeing']),
  /** Columns a person added that no service has yet. */
  added: z.array(matrixColumn).check(z.maxLength(200)),
  /** The cell the keyboard is on: a place among `services`, and a column; null for the name. */
  active: z.object({ index: z.int().check(z.gte(0)), column: z.nullable(matrixColumn) }),
  /** Pixels. */
  scroll: z.object({ top: z.number().check(z.gte(0)), left: z.number().check(z.gte(0)) }),
});

export type MatrixViewState = z.infer<typeof matrixViewState>;

/** The kept state, or null when it is none of ours. */
export function parseMatrixViewState(data: unknown): MatrixViewState | null {
  const result = matrixViewState.safeParse(data);
  return result.success ? result.data : null;
}

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

const matrixHostMessage = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('init'),
    /** The URI of the file, which commands of the context menu name the editor by. */
    file: z.string(),
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

const matrixWebviewMessage = z.discriminatedUnion('type', [
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
