import type { Catalogue, Prices } from '../models/catalogue/load-catalogue.ts';
import { includesCapability } from '../models/capability.ts';
import { retirementOf } from '../models/catalogue/retired-models.ts';
import { resolveModel } from './resolve-model.ts';
import { estimateMediaTokens } from './tokens/media-tokens.ts';

/** The names a maker gives to its general models, without small ones, those of a certain day and those for one purpose. */
interface Line {
  /** Its groups are the two numbers of the version. */
  readonly names: RegExp;
}

/** OpenAI, Anthropic, Google and Mistral, as they name their models (November 2026); what a picture costs xAI's is not published. */
const LINES: readonly Line[] = [
  // since GPT-5.6 there are three sizes; the plain name is that of `sol`, the largest
  { names: /^gpt-(\d)(?:\.(\d{1,2}))?(?:-sol)?$/ },
  { names: /^claude-opus-(\d)(?:-(\d{1,2}))?$/ },
  { names: /^gemini-(\d)(?:\.(\d{1,2}))?-pro(?:-preview)?$/ },
  { names: /^mistral-(?:large|medium)-(\d)(?:\.(\d{1,2}))?$/ },
];

/**
 * The newest general model of each big maker: the highest version of its flagship line that takes images, whose tokens and price are known, so
 * that there is something to compare, and which its maker has not retired. A maker without one has none here.
 */
export function flagshipModels({ catalogueModelIds, inferCapabilities }: Catalogue, { priceOf }: Prices): readonly string[] {
  const ids = catalogueModelIds();
  return LINES.flatMap(({ names }) => {
    const ranked = ids.flatMap((id) => {
      const [match, whole = '', part = '0'] = names.exec(id) ?? [];
      if (match === undefined) return [];
      const version = Number(whole) + Number(part) / 100;
      const capabilities = inferCapabilities(id)?.capabilities;
      const takesImages = capabilities !== undefined && includesCapability(capabilities, 'vision', 'input');
      return takesImages && priceOf(id) !== null && isCounted(id) ? [{ id, version }] : [];
    });
    // of two names for one version the shorter is its own
    ranked.sort((a, b) => b.version - a.version || a.id.length - b.id.length);
    return ranked[0]?.id ?? [];
  });
}

const PICTURE = { mimeType: 'image/png', size: 1000, width: 640, height: 480 };

/** Whether what a picture costs is known of a model that its maker still serves. */
function isCounted(id: string): boolean {
  const { host, model, api } = resolveModel(id);
  if (retirementOf(host ?? undefined, model)) return false;
  return estimateMediaTokens(PICTURE, { api: api ?? 'openai-compatible', model: id }) !== null;
}
