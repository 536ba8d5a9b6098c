/** UTF-16 code units; longer names are not looked up. */
const MAX_NAME_LENGTH = 200;

/** Suffixes after a colon that name a way of serving (OpenRouter's variants, Ollama's default tag). */
const VARIANT = /:(?:free|beta|batch|cloud|exacto|extended|floor|latest|nitro|online|thinking)$/;
/** Ways of serving that are billed apart, as OpenRouter (openrouter.ai/docs, "Model variants"), and with a hyphen other gateways name them. */
const BILLED_APART = /[:-](free|batch|fast)$|:(exacto|extended|floor|nitro|online)$/;
/** Vertex AI writes a model's version after an at sign. */
const AT_VERSION = /@[^/@]*$/;
/** Bedrock's version suffix: `-v1:0`, `-1:0`. Behind the word of a family alone it is the version of the model: `claude-v2:1`. */
const BEDROCK_VERSION = /-v?\d+:\d+(?::\w+)?$/;
/** Bedrock's region and maker prefixes: `us.anthropic.`. A dot between digits belongs to a version. */
const DOTTED_PREFIX = /^(?:[a-z][a-z-]*\.){1,2}(?=[a-z])/;
/** Date suffixes: 2024-11-20, 20250929, 2411, 0905, 03-2025; and previews with day or month: preview-05-20, preview-09-2025. */
const DATE = /-(?:20\d\d-?[01]\d-?[0-3]\d|2[3-9][01]\d|[01]\d[0-3]\d|preview-[01]\d-(?:20\d\d|[0-3]\d)|[01]\d-20\d\d)$/;
const LATEST = /-latest$/;

/** The catalogue's spelling of a name; undefined when it is not a name. */
export function canonicalName(name: string): string | undefined {
  const canonical = name.trim().toLowerCase();
  return canonical.length === 0 || canonical.length > MAX_NAME_LENGTH ? undefined : canonical;
}

/** Maximum host prefixes removed. */
const MOST_HOSTS = 6;

/** The name with its prefixes removed one by one: `openrouter/openai/gpt-4o` → `openai/gpt-4o`, `gpt-4o`. */
function withoutHosts(name: string): readonly string[] {
  const parts = name.split('/');
  return parts
    .slice(0, MOST_HOSTS)
    .map((_, at) => parts.slice(at).join('/'))
    .concat(parts.at(-1) ?? name);
}

/** The name without all host and maker prefixes, including Bedrock's. */
function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(DOTTED_PREFIX, '');
}

/** The name without variant or version suffix. */
function withoutSuffix(name: string): string {
  const model = name.replace(VARIANT, '').replace(AT_VERSION, '');
  const unversioned = model.replace(BEDROCK_VERSION, '');
  return withoutPrefix(unversioned).includes('-') ? unversioned : model;
}

/** The word at the end of the name of a variant whose price is not that of the plain model; undefined for any other name. */
export function billedVariant(name: string): string | undefined {
  const [, common, own] = BILLED_APART.exec(name) ?? [];
  return common ?? own;
}

/** The name without a trailing date or `-latest`. */
function withoutDate(name: string): string {
  return name.replace(LATEST, '').replace(DATE, '');
}

/** A number that is a version and no size: 5.2, k2, 4o; not the 12b and 8x7b of weights. */
const VERSION = /(?<![\dx.])v?\d+(?:[.-]\d+)*(?![\d.x]|[bmkt](?![a-z]))/;
/** A month at the end of a name: `-2512`. */
const MONTH = /-(2[3-9][01]\d)$/;

/**
 * What tells the generation of a model whose name has no version: the month that Mistral writes (`mistral-large-2512`), or `latest`; empty for
 * a name with neither. Undefined where the name has a version, so that what stands behind it is an edition of one generation.
 */
export function generationOf(name: string): string | undefined {
  const plain = withoutSuffix(withoutPrefix(name));
  if (VERSION.test(withoutDate(plain))) return undefined;
  return LATEST.test(plain) ? 'latest' : (MONTH.exec(plain)?.[1] ?? '');
}

/** Whether a name and others of its stem are of one generation: there is one month among them, and no other. */
export function isOnlyGeneration(name: string, others: readonly string[]): boolean {
  const months = new Set([name, ...others].map((each) => generationOf(each) ?? ''));
  months.delete('');
  months.delete('latest');
  return months.size === 1;
}

/** Replaces dots in versions by dashes (Fireworks writes `p`): `claude-3.5` → `claude-3-5`. */
export function withDashes(name: string): string {
  return name.replace(/(\d)[.p](?=\d)/g, '$1-');
}

/** Alternative names, nearest first. Each step removes more (prefix, suffix, date) and adds a variant with dashes. */
export function aliasesOf(name: string): readonly string[] {
  const plain = withoutSuffix(withoutPrefix(name));
  const hosts = withoutHosts(name);
  // Google's models are asked for by their name while they are only there as a preview
  const previews = plain.startsWith('gemini-') ? [`${plain}-preview`] : [];
  const undated = generationOf(name) === undefined ? [withoutDate(plain)] : [];
  const steps = [...hosts, ...hosts.map(withoutSuffix), withoutPrefix(name), plain, ...undated, ...previews];
  const aliases = new Set(steps.flatMap((step) => [step, withDashes(step)]));
  aliases.delete(name);
  aliases.delete('');
  return [...aliases];
}

/** The shortest name, shared by all spellings and versions of a model. */
export function stemOf(name: string): string {
  return withDashes(withoutDate(withoutSuffix(withoutPrefix(name))));
}
