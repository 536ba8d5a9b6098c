import data from './catalogue.json';
import type { InferredCapability } from './inference.ts';
import { stemOf } from './model-name.ts';

/**
 * The catalogue's file, indexed once. This module holds the whole file: import it, and what builds on it, dynamically
 * (`loadCatalogue`), so that nobody who infers nothing pays for it.
 */

/** A model id and what packages know of it. */
export interface CatalogueEntry {
  readonly id: string;
  says(capability: InferredCapability): { readonly known: 'yes' | 'no'; readonly package: string } | undefined;
}

export interface CapabilityCatalogue {
  /** Sorted. */
  readonly ids: readonly string[];
  readonly byId: ReadonlyMap<string, CatalogueEntry>;
  /** Every spelling and version of a model, the one nearest to the stem and best known first. */
  readonly byStem: ReadonlyMap<string, readonly CatalogueEntry[]>;
}

const UNKNOWN = '.';
const positions = new Map(data.capabilities.map((name, at) => [name, at]));
const sources = new Map(Object.entries(data.sources).map(([letter, source]) => [letter, `${source.package} ${source.version}`]));

/** What a model's characters mean: the letter of a source, a capital for yes; a dot where nothing is known. */
function toEntry(id: string, characters: string): CatalogueEntry {
  return {
    id,
    says(capability) {
      const character = characters[positions.get(capability) ?? -1] ?? UNKNOWN;
      const source = sources.get(character.toLowerCase());
      return source === undefined ? undefined : { known: character === character.toLowerCase() ? 'no' : 'yes', package: source };
    },
  };
}

function readCatalogue(): CapabilityCatalogue {
  const models = Object.entries<string>(data.models);
  const unknowns = new Map(models.map(([id, characters]) => [id, characters.split(UNKNOWN).length]));
  const byId = new Map(models.map(([id, characters]) => [id, toEntry(id, characters)]));
  const byStem = new Map<string, CatalogueEntry[]>();
  for (const entry of byId.values()) {
    const stem = stemOf(entry.id);
    byStem.set(stem, [...(byStem.get(stem) ?? []), entry]);
  }
  for (const [stem, entries] of byStem) {
    const rank = ({ id }: CatalogueEntry): number => (id === stem ? 0 : (unknowns.get(id) ?? 0));
    entries.sort((a, b) => rank(a) - rank(b) || a.id.length - b.id.length || (a.id > b.id ? -1 : 1));
  }
  return { ids: [...byId.keys()], byId, byStem };
}

export const CAPABILITY_CATALOGUE: CapabilityCatalogue = readCatalogue();
