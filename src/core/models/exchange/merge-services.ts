import type { Node } from 'jsonc-parser';
import { asOneEdit, editMembers, type MemberChange, type TextEdit } from '../../json/edit.ts';
import { detectLayout, type Layout } from '../../json/layout.ts';
import { memberOf, nodeAt } from '../../json/node.ts';
import { redactUrl } from '../api-key.ts';
import { type CellChange, cellEdits, withCells, wordsOf } from '../capability-cells.ts';
import type { ModelCapabilities } from '../capability.ts';
import { addServices, capabilitiesChange, type EditOutcome, meansText, MODEL_FIELDS } from '../edits.ts';
import { parseText } from '../parse.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { validateParsed } from '../validate.ts';
import { geminiApiOf, officialAddressOf } from '../wire-api.ts';
import { hostOf } from './addresses.ts';
import { UniqueNames } from './exchange.ts';

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
  const placeOf = new Map<string, Node>();
  for (const { id, index } of entries) {
    const node = parsed.root && nodeAt(parsed.root, ['services', index]);
    if (id === undefined || node === undefined || placeOf.has(id)) continue;
    placeOf.set(ids.take(id), node);
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
  readonly place: Node;
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
  there: Node,
  { service: imported, says, isAddressAssumed, known }: MergedService,
  layout: Layout,
): Omit<Replaced, 'id' | 'place'> {
  if (isAddressAssumed && isElsewhere(there, imported)) return { edits: [], keyMovesTo: undefined, isElsewhere: true, isFilledIn: false };
  const service = isAddressAssumed ? withAddressAt(there, imported) : imported;
  const isSameAddress = service.baseURL !== undefined && redactUrl(addressAt(there) ?? '') === service.baseURL;
  const changes: MemberChange[] = [];
  const set = (name: string, value: string): number => changes.push({ name, value: JSON.stringify(value), after: MODEL_FIELDS });
  for (const field of REPLACED) {
    const value = service[field];
    // what is left out of an imported address is still there
    if (value !== undefined && !(field === 'baseURL' && isSameAddress)) set(field, value);
  }
  // with its own address only: it is for no other host
  const { apiKey, baseURL } = imported;
  if (apiKey !== undefined && baseURL !== undefined && memberOf(there, 'apiKey') === undefined) set('apiKey', apiKey);
  const api = apiBeside(there, service);
  if (api === 'none') changes.push({ name: 'api', value: undefined });
  else if (api !== 'as it is') set('api', api.name);
  const capabilities = memberOf(there, 'capabilities')?.value;
  const own = capabilities?.type === 'object' ? cellEdits(text, capabilities, says, layout) : [];
  if (capabilities?.type !== 'object') {
    const before =
      known && capabilities === undefined ? known : { input: wordsOf(capabilities, 'input'), output: wordsOf(capabilities, 'output') };
    const after = withCells(before, says);
    const isChanged = capabilities === undefined ? !meansText(after) : after !== before;
    if (isChanged) changes.push(capabilitiesChange(text, there, after, layout));
  }
  return {
    edits: asOneEdit(text, [...editMembers(text, there, changes, layout), ...own]),
    keyMovesTo: keyMovesTo(there, service),
    isElsewhere: false,
    isFilledIn: known !== undefined && declaresNothing(there),
  };
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
