import type { Node } from 'jsonc-parser';
import type { ModelCapabilities } from '../capability.ts';
import { editsWithin } from '../edit-service.ts';
import { addServices, applyEdits, changeCapabilities, changeField, diff, removeField, type EditOutcome, type TextEdit } from '../edits.ts';
import { geminiApiOf } from '../gemini-generation.ts';
import { memberOf, rangeOf, type TextRange } from '../json-node.ts';
import { detectLayout, type Layout } from '../layout.ts';
import { serviceNodeAt } from '../matrix/service-node.ts';
import { setCapabilityCells, type CellChange } from '../matrix/set-capability.ts';
import { officialAddressOf } from '../official-addresses.ts';
import { parseText } from '../parse.ts';
import { redactUrl } from '../redact.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { validateParsed } from '../validate.ts';
import { hostOf } from './addresses.ts';
import { UniqueNames } from './unique-names.ts';

/** What is done with a service whose id is taken. */
export type TakenAction = 'replace' | 'rename';

/** A service to be written, and how where its id is taken. */
export interface ChosenService {
  readonly service: LlmServiceConfig;
  readonly ifTaken: TakenAction;
}

/** The same, with what is said of its capabilities: all that changes in those of a service that is there. */
export interface MergedService extends ChosenService {
  readonly says: readonly CellChange[];
  /** The other program names the provider only; the address is the official one. */
  readonly isAddressAssumed?: boolean;
  /** What is known of its model, for a service that declares nothing. */
  readonly known?: ModelCapabilities | undefined;
}

/** What became of a service that was there. */
export interface UpdatedService {
  readonly id: string;
  /** Of its first character in the new text. */
  readonly offset: number;
  /** Where its key goes from now on, if elsewhere; the address without its secrets where no host can be told. */
  readonly keyMovesTo: string | undefined;
  /** It is left as it is: see {@link isElsewhere}. */
  readonly isElsewhere: boolean;
  /** It declared nothing, and now what is known of its model. */
  readonly isFilledIn: boolean;
}

/** As for an edit; and what a person should know before it is made. */
export type MergeOutcome =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly updated: readonly UpdatedService[] }
  | Extract<EditOutcome, { readonly ok: false }>;

/**
 * The host to which the key of a service goes when another address is written beside it; undefined where it has none, or
 * goes where it went. It is read from what is there, however much else is wrong with it.
 */
export function keyMovesTo(there: Node | undefined, { baseURL }: Pick<LlmServiceConfig, 'baseURL'>): string | undefined {
  if (there === undefined) return undefined;
  const key: unknown = memberOf(there, 'apiKey')?.value.value;
  if (typeof key !== 'string' || key.trim() === '' || baseURL === undefined) return undefined;
  const [before, host] = [reachedAt(there), hostOf(baseURL)];
  return before !== undefined && hostOf(before) === host ? undefined : host;
}

/**
 * Whether what is there is reached at another host than the official one that is only assumed of the import. It may be a
 * gateway, which names models in its own way, or another provider, said by its API alone: neither its address nor what
 * depends on it is to be changed by an assumption.
 */
export function isElsewhere(there: Node, { baseURL }: Pick<LlmServiceConfig, 'baseURL'>): boolean {
  const before = reachedAt(there);
  return before !== undefined && baseURL !== undefined && hostOf(before) !== hostOf(baseURL);
}

/** Whether there is room for what is known of its model. */
export function declaresNothing(there: Node): boolean {
  return memberOf(there, 'capabilities') === undefined;
}

/** The address that a service has; one of white space is none. */
export function addressAt(service: Node): string | undefined {
  const value = textOf(service, 'baseURL');
  return value?.trim() === '' ? undefined : value;
}

/** The address that a service is reached at: its own, else the official one of the API it declares. */
function reachedAt(service: Node): string | undefined {
  return addressAt(service) ?? officialAddressOf(textOf(service, 'api'));
}

function textOf(service: Node, name: string): string | undefined {
  const value: unknown = memberOf(service, name)?.value.value;
  return typeof value === 'string' ? value : undefined;
}

/** Fields that an import replaces, and the API as {@link apiBeside} has it; a key never is, but a reference to one comes where none is. */
const REPLACED = ['name', 'baseURL', 'model', 'description'] as const;

/**
 * The edits that add services to a text and bring up to date those that are there, one edit for each of these.
 */
export function mergeServices(text: string, chosen: readonly MergedService[]): MergeOutcome {
  const parsed = parseText(text);
  const { entries, usable } = validateParsed(parsed);
  if (!usable && text.trim() !== '') return { ok: false, reason: 'unusable_text' };
  const layout = detectLayout(text);
  const ids = new UniqueNames();
  const placeOf = new Map<string, TextRange>();
  for (const { id, range } of entries) {
    if (id === undefined || placeOf.has(id)) continue;
    placeOf.set(ids.take(id), range);
  }
  const added: LlmServiceConfig[] = [];
  const replaced: Replaced[] = [];
  for (const each of chosen) {
    const { service } = each;
    const place = placeOf.get(service.id);
    if (each.ifTaken === 'replace' && place) replaced.push({ id: service.id, place, ...replaceEdits(text, place, each, layout) });
    else
      added.push({
        ...service,
        ...(each.known && service.capabilities === undefined && { capabilities: each.known }),
        id: ids.take(service.id),
      });
  }
  const outcome = addServices(text, added, parsed);
  if (!outcome.ok) return outcome;
  const inOrder = replaced.sort((a, b) => a.place.offset - b.place.offset);
  return { ok: true, edits: [...inOrder.flatMap(({ edits }) => edits), ...outcome.edits], updated: updatedServices(inOrder) };
}

/** A service that is brought up to date. */
interface Replaced extends Omit<UpdatedService, 'offset'> {
  readonly place: TextRange;
  readonly edits: readonly TextEdit[];
}

function updatedServices(replaced: readonly Replaced[]): UpdatedService[] {
  let shift = 0;
  return replaced.map(({ place, edits, ...each }) => {
    const offset = place.offset + shift;
    for (const { length, newText } of edits) shift += newText.length - length;
    return { ...each, offset };
  });
}

/** One edit at most, within the service. Capabilities of which the import says nothing stay as they are, on either side. */
function replaceEdits(
  text: string,
  place: TextRange,
  { service: imported, says, isAddressAssumed, known }: MergedService,
  layout: Layout,
): Omit<Replaced, 'id' | 'place'> {
  let host: string | undefined;
  let leaves = false;
  let fillsIn = false;
  const edits = editsWithin(text, place, (part, there) => {
    const { offset, length } = there;
    leaves = isAddressAssumed === true && isElsewhere(there, imported);
    if (leaves) return [];
    const service = isAddressAssumed ? withAddressAt(there, imported) : imported;
    host = keyMovesTo(there, service);
    let after = part;
    const change = (edit: (node: Node) => readonly TextEdit[]): void => {
      const node = serviceNodeAt(after, { offset, length: after.length - part.length + length });
      if (node) after = applyEdits(after, edit(node));
    };
    const isSameAddress = service.baseURL !== undefined && redactUrl(addressAt(there) ?? '') === service.baseURL;
    for (const field of REPLACED) {
      const value = service[field];
      // what is left out of an imported address is still there
      if (field === 'baseURL' && isSameAddress) continue;
      if (value !== undefined) change((node) => changeField(after, node, field, value, layout));
    }
    // with its own address only: it is for no other host
    const { apiKey, baseURL } = imported;
    if (apiKey !== undefined && baseURL !== undefined && memberOf(there, 'apiKey') === undefined)
      change((node) => changeField(after, node, 'apiKey', apiKey, layout));
    const api = apiBeside(there, service);
    if (api === 'none') change((node) => removeField(after, node, 'api'));
    else if (api !== 'as it is') change((node) => changeField(after, node, 'api', api.name, layout));
    fillsIn = known !== undefined && declaresNothing(there);
    if (known !== undefined && fillsIn) change((node) => changeCapabilities(after, node, known, layout));
    change((node) => setCapabilityCells(after, rangeOf(node), says, layout));
    return diff(part, after);
  });
  return { edits, keyMovesTo: host, isElsewhere: leaves, isFilledIn: fillsIn };
}

/** The service at the address that is there, if any: an assumed one of the same host never takes its place, and the API is that of a path. */
function withAddressAt(there: Node, service: LlmServiceConfig): LlmServiceConfig {
  const { baseURL, api, ...rest } = service;
  const before = addressAt(there);
  if (before === undefined) return service;
  return { ...rest, ...(baseURL !== undefined && isSame(before, baseURL) && api !== undefined && { api }) } as LlmServiceConfig;
}

/**
 * The API that a service has from now on. It is that of an address: what is there goes where another address is written and
 * the import says no API, so that the address tells it. Of Google's two formats the model tells which.
 */
function apiBeside(there: Node, { baseURL, api, model }: LlmServiceConfig): { readonly name: string } | 'none' | 'as it is' {
  if (typeof api === 'string') return { name: api };
  const before = reachedAt(there);
  if (baseURL !== undefined && (before === undefined || !isSame(before, baseURL))) return 'none';
  const own = textOf(there, 'api');
  const isOther = model !== undefined && model !== textOf(there, 'model');
  const meant = isOther && (own === 'gemini' || own === 'gemini-2') ? geminiApiOf(model) : undefined;
  return meant === undefined ? 'as it is' : { name: meant };
}

/** Whether two addresses are one, however they are written, and whatever secrets are in them: an imported one has none. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) =>
    redactUrl(address)
      .trim()
      .replace(/\/+$/, '')
      .replace(/^[a-z]+:\/\/[^\/?#]*/i, (origin) => origin.toLowerCase()),
  );
  return a === b;
}
