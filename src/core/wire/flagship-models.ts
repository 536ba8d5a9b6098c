import type { Catalogue, Prices } from '../models/catalogue/load-catalogue.ts';
import { includesCapability } from '../models/capability.ts';

/** The names a maker gives to its general models, without small ones, those of a certain day and those for one purpose. */
interface Line {
  /** Its groups are the two numbers of the version. */
  readonly names: RegExp;
  /** Whether 4.20 is an earlier version than 4.3. */
  readonly isDecimal?: true;
}

/** OpenAI, Anthropic, Google, xAI and Mistral, as they name their models (November 2026). */
const LINES: readonly Line[] = [
  // since GPT-5.6 there are three sizes; the plain name is that of `sol`, the largest
  { names: /^gpt-(\d)(?:\.(\d{1,2}))?(?:-sol)?$/ },
  { names: /^claude-opus-(\d)(?:-(\d{1,2}))?$/ },
  { names: /^gemini-(\d)(?:\.(\d{1,2}))?-pro(?:-preview)?$/ },
  { names: /^grok-(\d)(?:\.(\d{1,2}))?$/, isDecimal: true },
  { names: /^mistral-(?:large|medium)-(\d)(?:\.(\d{1,2}))?$/ },
];

/**
 * The newest general model of each big maker: the highest version of its flagship line that takes images and whose price is known, so
 * that there is something to compare. Where none has both, images count for more.
 */
export function flagshipModels({ catalogueModelIds, inferCapabilities }: Catalogue, { priceOf }: Prices): readonly string[] {
  const ids = catalogueModelIds();
  return LINES.flatMap(({ names, isDecimal }) => {
    const ranked = ids.flatMap((id) => {
      const [match, whole = '', part = '0'] = names.exec(id) ?? [];
      if (match === undefined) return [];
      const version = isDecimal ? Number(`${whole}.${part}`) : Number(whole) + Number(part) / 100;
      const capabilities = inferCapabilities(id)?.capabilities;
      const takesImages = capabilities !== undefined && includesCapability(capabilities, 'vision', 'input');
      return [{ id, version, worth: 2 * Number(takesImages) + Number(priceOf(id) !== null) }];
    });
    // of two names for one version the shorter is its own
    ranked.sort((a, b) => b.worth - a.worth || b.version - a.version || a.id.length - b.id.length);
    return ranked[0]?.id ?? [];
  });
}
