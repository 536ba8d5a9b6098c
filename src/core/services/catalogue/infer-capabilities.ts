import { optionsOf } from '../../io/arguments.ts';
import type { CapabilityList } from '../capability.ts';
import { CAPABILITY_CATALOGUE, type CatalogueEntry } from './catalogue-index.ts';
import { FAMILIES, HINTS } from './families.ts';
import {
  INFERRED_CAPABILITIES,
  INFERRED_NAMES,
  type CapabilityFinding,
  type Inference,
  type InferenceSource,
  type InferredCapability,
} from './inference.ts';
import { aliasesOf, canonicalName, stemOf } from './model-name.ts';

/** Something known about some capabilities, with its source. */
interface Clue {
  readonly source: Omit<InferenceSource, 'package'>;
  /** "Yes" or "no" for a capability of {@link INFERRED_NAMES}, and the package that says so. */
  says(name: InferredCapability): { readonly known: 'yes' | 'no'; readonly package?: string } | undefined;
}

/** Answers given before: whoever checks a file asks for the same names again and again. */
const remembered = new Map<string, Omit<Inference, 'model'> | null>();
const MOST_REMEMBERED = 5000;

/**
 * What a model can do, by its name alone; null when the name says nothing. Each capability is answered by the surest clue
 * that knows it: the catalogue's own entry, entries of the same model under other names, the model's family. Only where
 * there is none of these, words in the name are guessed from. A lookup is a handful of map accesses, and remembered.
 *
 * @param options.provider the host or maker the model is used through, where the name does not say: `anthropic`
 */
export function inferCapabilities(model: string, options: { readonly provider?: string } = {}): Inference | null {
  const name = typeof model === 'string' ? canonicalName(model) : undefined;
  if (name === undefined) return null;
  const { provider: said } = optionsOf(options, ['provider']);
  const provider = typeof said === 'string' ? canonicalName(said) : undefined;
  const key = JSON.stringify([provider, name]);
  let found = remembered.get(key);
  if (found === undefined) {
    found = inferAnew(name, provider);
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    remembered.set(key, found);
  }
  return found && { ...found, model };
}

function inferAnew(name: string, provider: string | undefined): Omit<Inference, 'model'> | null {
  const clues = cluesOf(name, provider);
  const [first] = clues;
  if (first === undefined) return null;
  const findings = INFERRED_CAPABILITIES.map(({ list, type }, at) => finding(list, type, INFERRED_NAMES[at] as InferredCapability, clues));
  const known = (list: CapabilityList): string[] =>
    findings.filter((each) => each.list === list && each.known === 'yes').map(({ type }) => type);
  return {
    match: first.source.match,
    entry: first.source.entry,
    findings,
    capabilities: { input: ['text', ...known('input')], output: ['text', ...known('output')] },
  };
}

/** The ids of the catalogue, sorted: for completion. */
export function catalogueModelIds(): readonly string[] {
  return CAPABILITY_CATALOGUE.ids;
}

function finding(
  list: CapabilityList,
  type: CapabilityFinding['type'],
  name: InferredCapability,
  clues: readonly Clue[],
): CapabilityFinding {
  for (const { source, says } of clues) {
    const said = says(name);
    if (said === undefined) continue;
    return { list, type, known: said.known, source: said.package === undefined ? source : { ...source, package: said.package } };
  }
  return { list, type, known: 'unknown' };
}

/** The surest first. */
function cluesOf(name: string, provider: string | undefined): readonly Clue[] {
  const { byId, byStem } = CAPABILITY_CATALOGUE;
  const own = [name, ...(provider === undefined ? [] : [`${provider}/${name}`])].flatMap((id) => byId.get(id) ?? []);
  const stem = stemOf(name);
  const others = [...aliasesOf(name).flatMap((alias) => byId.get(alias) ?? []), ...(byStem.get(stem) ?? [])];
  const entries = new Map<string, Clue>();
  for (const entry of own) entries.set(entry.id, clueOf(entry, 'exact'));
  for (const entry of others) if (!entries.has(entry.id)) entries.set(entry.id, clueOf(entry, 'alias'));
  const family = FAMILIES.find(({ pattern }) => pattern.test(stem));
  const clues = [...entries.values(), ...(family ? [said('family', family.name, family.yes, family.no)] : [])];
  if (clues.length > 0) return clues;
  return HINTS.flatMap(({ words, yes }) => {
    const word = words.exec(stem)?.[0];
    return word === undefined ? [] : [said('guess', word, yes, [])];
  });
}

function clueOf(entry: CatalogueEntry, match: 'exact' | 'alias'): Clue {
  return { source: { match, entry: entry.id }, says: (name) => entry.says(name) };
}

function said(match: 'family' | 'guess', entry: string, yes: readonly InferredCapability[], no: readonly InferredCapability[]): Clue {
  return {
    source: { match, entry },
    says: (name) => (yes.includes(name) ? { known: 'yes' } : no.includes(name) ? { known: 'no' } : undefined),
  };
}
