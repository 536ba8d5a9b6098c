/** Longest name looked at; longer ones are no model names. In UTF-16 code units. */
const MAX_NAME_LENGTH = 200;

/** Words after a colon that name a way of serving a model, not another model (OpenRouter's variants, Ollama's default tag). */
const VARIANT = /:(?:free|beta|batch|cloud|exacto|extended|floor|latest|nitro|online|thinking)$/;
/** Everything behind an at sign: Vertex AI writes a model's version so. */
const AT_VERSION = /@[^/@]*$/;
/** Bedrock's version behind an id: `-v1:0`, `-1:0`. */
const BEDROCK_VERSION = /-v?\d+:\d+(?::\w+)?$/;
/** Region and maker before a dot, as Bedrock writes them: `us.anthropic.`. A dot between digits is part of a version. */
const DOTTED_PREFIX = /^(?:[a-z][a-z-]*\.){1,2}(?=[a-z])/;
/** Dates as makers write them behind a name: 2024-11-20, 20250929, 2411, 0905; and a preview with its day or month: preview-05-20, preview-09-2025. */
const DATE = /-(?:20\d\d-?[01]\d-?[0-3]\d|2[3-9][01]\d|[01]\d[0-3]\d|preview-[01]\d-(?:20\d\d|[0-3]\d))$/;
const LATEST = /-latest$/;

/** A model's name as the catalogue has it; undefined when it is no name at all. */
export function canonicalName(name: string): string | undefined {
  const canonical = name.trim().toLowerCase();
  return canonical.length === 0 || canonical.length > MAX_NAME_LENGTH ? undefined : canonical;
}

/** Most names of hosts looked past. */
const MOST_HOSTS = 6;

/** The name without those of hosts and makers before it, one less each time: `openrouter/openai/gpt-4o` → `openai/gpt-4o`, `gpt-4o`. */
function withoutHosts(name: string): readonly string[] {
  const parts = name.split('/');
  return parts
    .slice(0, MOST_HOSTS)
    .map((_, at) => parts.slice(at).join('/'))
    .concat(parts.at(-1) ?? name);
}

/** The name without everything of hosts and makers before it, Bedrock's dotted names too. */
export function withoutPrefix(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1).replace(DOTTED_PREFIX, '');
}

/** The name without the variant or version that a host puts behind it. */
export function withoutSuffix(name: string): string {
  return name.replace(VARIANT, '').replace(AT_VERSION, '').replace(BEDROCK_VERSION, '');
}

/** The name without the date or `-latest` at its end. */
export function withoutDate(name: string): string {
  return name.replace(LATEST, '').replace(DATE, '');
}

/** The name with the dots of versions as dashes, as some makers write them (Fireworks writes `p`): `claude-3.5` → `claude-3-5`. */
export function withDashes(name: string): string {
  return name.replace(/(\d)[.p](?=\d)/g, '$1-');
}

/**
 * The other names under which the catalogue may have a model, those nearest to the given one first. Each step takes more
 * away: prefix, suffix, date; and each comes with its dots as dashes too.
 */
export function aliasesOf(name: string): readonly string[] {
  const plain = withoutSuffix(withoutPrefix(name));
  const hosts = withoutHosts(name);
  const steps = [...hosts, ...hosts.map(withoutSuffix), withoutPrefix(name), plain, withoutDate(plain)];
  const aliases = new Set(steps.flatMap((step) => [step, withDashes(step)]));
  aliases.delete(name);
  aliases.delete('');
  return [...aliases];
}

/** The shortest name, under which all spellings and versions of a model come together. */
export function stemOf(name: string): string {
  return withDashes(withoutDate(withoutSuffix(withoutPrefix(name))));
}
