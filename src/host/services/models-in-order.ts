import { type Catalogue, loadCatalogue } from '../../core/models/catalogue/load-catalogue.ts';
import { withDashes } from '../../core/models/catalogue/model-name.ts';
import { servingMaker } from '../../core/wire/model-makers.ts';
import { MAKER_NAMES } from '../../core/wire/providers.ts';
import { resolveModel } from '../../core/wire/resolve-model.ts';

/** A model that is offered. */
export interface OfferedModel {
  readonly id: string;
  /** Who makes it and serves it, where that is known. */
  readonly maker: string | undefined;
  /** One of the newest of a well-known maker. */
  readonly isCurrent: boolean;
}

/** How many makers are well known, and how many models of each are called current. */
const CURRENT = { makers: 8, models: 3 };

/** Matches names that hosts give to models of others: `@cf/qwen/…`, `accounts/…`, `meta.llama…`. */
const HOSTED = /[/@]|^[a-z][a-z\d-]*\.[a-z]/;
/** Models one does not chat with, models of a certain day, and those that only a host has: others of their maker are meant more often. */
const SECONDARY =
  /image|embed|realtime|live|tts|audio|transcribe|robotics|computer-use|research|search|guard|cyber|custom|thought|preview|exp|beta|free|highspeed|\d{4}|-\d\d-/;

let ordered: { readonly of: Catalogue; readonly models: readonly OfferedModel[] } | undefined;

/**
 * The models of the catalogue in the order in which they are offered: the newest of well-known makers, the others of known
 * makers, others under their own names, and those under the names of hosts; the newest of its kind first.
 */
export async function modelsInOrder(): Promise<readonly OfferedModel[]> {
  const catalogue = await loadCatalogue();
  if (ordered?.of !== catalogue) ordered = { of: catalogue, models: offeredInOrder(catalogue.catalogueModelIds()) };
  return ordered.models;
}

/**
 * The model that is meant by a name which differs from its own in capitals, or in the dots and dashes of its version:
 * `claude-opus-4-5` by `claude-opus-4.5`. Undefined where the name is the model's own, or nobody's.
 *
 * @param models in the order in which they are offered: of two spellings the first is its maker's
 */
export function meantModel(name: string, models: readonly OfferedModel[]): OfferedModel | undefined {
  const plain = withDashes(name.toLowerCase());
  const meant = models.find(({ id }) => withDashes(id.toLowerCase()) === plain);
  return meant?.id === name ? undefined : meant;
}

/** The same for any names. */
export function offeredInOrder(ids: readonly string[]): readonly OfferedModel[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const keyed = ids.map((id) => {
    const maker = knownMaker(servingMaker(resolveModel(id).model));
    const isHosted = HOSTED.test(id);
    return {
      id,
      maker,
      isHosted,
      isSecondary: isHosted || SECONDARY.test(id) || !isMakersSpelling(id, maker),
      kind: /^[a-z]*/.exec(id)?.[0] ?? '',
      version: versionOf(id),
    };
  });
  keyed.sort(
    (a, b) =>
      Number(a.isHosted) - Number(b.isHosted) ||
      place(a.maker) - place(b.maker) ||
      Number(a.isSecondary) - Number(b.isSecondary) ||
      (a.maker === undefined ? Number(a.kind > b.kind) - Number(a.kind < b.kind) : b.version - a.version) ||
      compare(b.id, a.id),
  );
  const counts = new Map<string, number>();
  const offered = keyed.map(({ id, maker, isSecondary }): OfferedModel => {
    const count = maker === undefined || isSecondary ? CURRENT.models : (counts.get(maker) ?? 0);
    if (maker !== undefined) counts.set(maker, count + 1);
    return { id, maker, isCurrent: place(maker) < CURRENT.makers && count < CURRENT.models };
  });
  return [...offered.filter(({ isCurrent }) => isCurrent), ...offered.filter(({ isCurrent }) => !isCurrent)];
}

/** A maker whose address is known; the models of others are those of nobody here. */
function knownMaker(maker: string | undefined): string | undefined {
  return maker !== undefined && MAKER_NAMES.includes(maker) ? maker : undefined;
}

function place(maker: string | undefined): number {
  return maker === undefined ? MAKER_NAMES.length : MAKER_NAMES.indexOf(maker);
}

/** Makers write versions with a dot, Anthropic with a dash; the other way is a host's. */
function isMakersSpelling(id: string, maker: string | undefined): boolean {
  return maker === 'Anthropic' ? !/\d\.\d/.test(id) : !/\d-\d(?!\d)/.test(id);
}

/** The first number of a name that is no date: 5.5 of `claude-opus-5-5`; none counts as the oldest. */
function versionOf(id: string): number {
  const [, whole = '0', part = '0'] = /(?<!\d)(\d)(?:[.-](\d{1,2})(?!\d))?(?![\dbk])/.exec(id) ?? [];
  return Number(whole) + Number(part) / 100;
}
