import type { Catalogue, Prices } from '../models/catalogue/load-catalogue.ts';
import { includesCapability } from '../models/capability.ts';
import { resolveModel } from './resolve-model.ts';
import { estimateMediaTokens } from './tokens/media-tokens.ts';

/**
 * The names each maker gives to its general models, the largest size first, without small ones, those of a certain day and those for one purpose.
 * The groups are the two numbers of the version.
 */
type Line = readonly RegExp[];

/** OpenAI, Anthropic, Google and Mistral, as they name their models (November 2026); what a picture costs xAI's is not published. */
const LINES: readonly Line[] = [
  // GPT-6 Astra is the flagship, and Sol stands below it; the plain name of GPT-5.6 is that of Sol: developers.openai.com/api/docs/models (2026-11)
  [/^gpt-(\d)(?:\.(\d{1,2}))?-astra$/, /^gpt-(\d)(?:\.(\d{1,2}))?(?:-sol)?$/],
  [/^claude-opus-(\d)(?:-(\d{1,2}))?$/],
  // resellers call Gemini 4 Carbon the most capable one (2026-11); there is no Pro since 3.1
  [/^gemini-(\d)(?:\.(\d{1,2}))?-(?:pro|carbon)(?:-preview)?$/],
  [/^mistral-(?:large|medium)-(\d)(?:\.(\d{1,2}))?$/],
];

/**
 * The newest general model of each big maker: the highest version of its flagship line that takes images, whose tokens and price are known, so
 * that there is something to compare, and whose end nobody has announced. A maker without one has none here.
 */
export function flagshipModels({ catalogueModelIds, inferCapabilities }: Catalogue, { priceOf }: Prices): readonly string[] {
  const ids = catalogueModelIds();
  return LINES.flatMap((line) => {
    const ranked = ids.flatMap((id) => {
      const size = line.findIndex((names) => names.test(id));
      if (size < 0) return [];
      const [, whole = '', part = '0'] = line[size]?.exec(id) ?? [];
      const version = Number(whole) + Number(part) / 100;
      const capabilities = inferCapabilities(id)?.capabilities;
      const takesImages = capabilities !== undefined && includesCapability(capabilities, 'vision', 'input');
      return takesImages && priceOf(id) !== null && isCounted(id) ? [{ id, version, size }] : [];
    });
    // of two names for one model the shorter is its own
    ranked.sort((a, b) => b.version - a.version || a.size - b.size || a.id.length - b.id.length);
    return ranked[0]?.id ?? [];
  });
}

const PICTURE = { mimeType: 'image/png', size: 1000, width: 640, height: 480 };

/** Whether what a picture costs is known of a model whose end nobody has announced. */
function isCounted(id: string): boolean {
  const { api, retirement } = resolveModel(id);
  return retirement === null && estimateMediaTokens(PICTURE, { api: api ?? 'openai-compatible', model: id }) !== null;
}
