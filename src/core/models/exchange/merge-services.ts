import { trimEndOf } from '../../io/trim-end.ts';
import type { Node } from 'jsonc-parser';
import { asOneEdit, editMembers, type MemberChange, type TextEdit } from '../../json/edit.ts';
import { detectLayout, type Layout } from '../../json/layout.ts';
import { memberOf, nodeAt } from '../../json/node.ts';
import { redactUrl } from '../api-key.ts';
import { type CellChange, cellEdits, withCells, wordsOf } from '../capability-cells.ts';
import type { ModelCapabilities } from '../capability.ts';
import { addServices, capabilitiesChange, type EditOutcome, meansText, MODEL_FIELDS } from '../edits.ts';
import { parseConfigText } from '../parse.ts';
import type { LlmServiceConfig } from '../schema.ts';
import { validateParsed } from '../validate.ts';
import { geminiApiOf, officialAddressOf } from '../wire-api.ts';
import { hostOf } from './addresses.ts';
import { UniqueNames } from './exchange.ts';

/** What to do with a service whose id exists. */
export type TakenAction = 'replace' | 'rename';

export interface ChosenService {
  readonly service: LlmServiceConfig;
  readonly ifTaken: TakenAction;
}

/** With the stated capabilities: only those change in an existing service. */
export interface MergedService extends ChosenService {
  readonly says: readonly CellChange[];
  /** Only the provider was named; the address is its official one. */
  readonly isAddressAssumed?: boolean;
  /** Known capabilities of the model, for a service without declarations. */
  readonly known?: ModelCapabilities | undefined;
}

export interface UpdatedService {
  readonly id: string;
  /** Offset of the service in the new text. */
  readonly offset: number;
  /** The new host of its key, if it changes; the redacted address when it has no host. */
  readonly keyMovesTo: string | undefined;
  /** Left unchanged: see {@link isElsewhere}. */
  readonly isElsewhere: boolean;
  /** Capabilities were filled in from knowledge about its model. */
  readonly isFilledIn: boolean;
}

/** The edits, with what to tell a person before applying them. */
export type MergeOutcome =
  | { readonly ok: true; readonly edits: readonly TextEdit[]; readonly updated: readonly UpdatedService[] }
  | Extract<EditOutcome, { readonly ok: false }>;

/**
 * The host that gets the service's key after its address changes; undefined when it has no key or the host stays the same. Works on invalid
 * services too.
 */
export function keyMovesTo(there: Node | undefined, { baseURL }: Pick<LlmServiceConfig, 'baseURL'>): string | undefined {
  if (there === undefined) return undefined;
  const key: unknown = memberOf(there, 'apiKey')?.value.value;
  if (typeof key !== 'string' || key.trim() === '' || baseURL === undefined) return undefined;
  const [before, host] = [reachedAt(there), hostOf(baseURL)];
  return before !== undefined && hostOf(before) === host ? undefined : host;
}

/**
 * Whether an existing service uses another host than the official one assumed for the import. It may be a gateway with its own model names,
 * or another provider, so an assumption must not change it.
 */
export function isElsewhere(there: Node, { baseURL }: Pick<LlmServiceConfig, 'baseURL'>): boolean {
  const before = reachedAt(there);
  return before !== undefined && baseURL !== undefined && hostOf(before) !== hostOf(baseURL);
}

/** Whether known capabilities can be filled in. */
export function declaresNothing(there: Node): boolean {
  return memberOf(there, 'capabilities') === undefined;
}

/** The service's address, unless blank. */
export function addressAt(service: Node): string | undefined {
  const value = textOf(service, 'baseURL');
  return value?.trim() === '' ? undefined : value;
}

/** Its own address, otherwise the official one of its declared API. */
function reachedAt(service: Node): string | undefined {
  return addressAt(service) ?? officialAddressOf(textOf(service, 'api'));
}

function textOf(service: Node, name: string): string | undefined {
  const value: unknown = memberOf(service, name)?.value.value;
  return typeof value === 'string' ? value : undefined;
}

/**
 * Fields replaced by an import, along with the API (see {@link apiBeside}). A key is never replaced, but a reference is added if there is
 * none.
 */
const REPLACED = ['name', 'baseURL', 'model', 'description'] as const;

/** Edits that add services and update existing ones, one edit per updated service. */
export function mergeServices(text: string, chosen: readonly MergedService[]): MergeOutcome {
  const parsed = parseConfigText(text);
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

/** At most one edit, within the service. Capabilities that the import doesn't mention stay. */
function replaceEdits(text: string, there: Node, merged: MergedService, layout: Layout): Omit<Replaced, 'id' | 'place'> {
  const { service: imported, isAddressAssumed, known } = merged;
  if (isAddressAssumed && isElsewhere(there, imported)) return { edits: [], keyMovesTo: undefined, isElsewhere: true, isFilledIn: false };
  const service = isAddressAssumed ? withAddressAt(there, imported) : imported;
  const isSameAddress = service.baseURL !== undefined && redactUrl(addressAt(there) ?? '') === service.baseURL;
  const changes: MemberChange[] = [];
  const set = (name: string, value: string): number => changes.push({ name, value: JSON.stringify(value), after: MODEL_FIELDS });
  for (const field of REPLACED) {
    const value = service[field];
    // parts left out of an imported address are kept
    if (value !== undefined && !(field === 'baseURL' && isSameAddress)) set(field, value);
  }
  // only with its own address: the key is for no other host
  const { apiKey, baseURL } = imported;
  if (apiKey !== undefined && baseURL !== undefined && memberOf(there, 'apiKey') === undefined) set('apiKey', apiKey);
  const api = apiBeside(there, service);
  if (api === 'none') changes.push({ name: 'api', value: undefined });
  else if (api !== 'as it is') set('api', api.name);
  const capabilities = memberOf(there, 'capabilities')?.value;
  const own = capabilities?.type === 'object' ? cellEdits(text, capabilities, merged.says, layout) : [];
  changes.push(...wholeCapabilities(text, there, merged, layout));
  return {
    edits: asOneEdit(text, [...editMembers(text, there, changes, layout), ...own]),
    keyMovesTo: keyMovesTo(there, service),
    isElsewhere: false,
    isFilledIn: known !== undefined && declaresNothing(there),
  };
}

/** Capabilities written as a whole, where there is no object to change the cells of; empty when nothing changes. */
function wholeCapabilities(text: string, there: Node, { says, known }: MergedService, layout: Layout): MemberChange[] {
  const present = memberOf(there, 'capabilities')?.value;
  if (present?.type === 'object') return [];
  const before = known && present === undefined ? known : { input: wordsOf(present, 'input'), output: wordsOf(present, 'output') };
  const after = withCells(before, says);
  const isChanged = present === undefined ? !meansText(after) : after !== before;
  return isChanged ? [capabilitiesChange(text, there, after, layout)] : [];
}

/** Keeps the existing address, if any, when the imported one is only assumed and has the same host; the API follows the path. */
function withAddressAt(there: Node, service: LlmServiceConfig): LlmServiceConfig {
  const { baseURL, api, ...rest } = service;
  const before = addressAt(there);
  if (before === undefined) return service;
  return { ...rest, ...(baseURL !== undefined && isSame(before, baseURL) && api !== undefined && { api }) } as LlmServiceConfig;
}

/**
 * The resulting API. It belongs to the address: it is removed when another address is written and the import has no API, so that the
 * address determines it. Google's two formats are selected by model.
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

/** Whether two addresses are equal after normalising and removing secrets, which an imported one lacks. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [one, other].map((address) =>
    trimEndOf(redactUrl(address).trim(), '/').replace(/^[a-z]+:\/\/[^\/?#]*/i, (origin) => origin.toLowerCase()),
  );
  return a === b;
}
