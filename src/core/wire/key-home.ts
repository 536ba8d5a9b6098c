import { PROVIDERS } from './providers.ts';
import { addressOf, type Address } from './service-address.ts';

/** Whom a key in an environment variable belongs to, by the name of the variable. */
interface KeyHome {
  /** The provider. */
  readonly owner: string;
  /** Its hosts. */
  readonly hosts: readonly string[];
}

/**
 * Names besides those of {@link PROVIDERS}, and other hosts of the same provider, as the documentation has them (November 2026):
 * ai.google.dev/gemini-api/docs/api-key, help.aliyun.com/model-studio, platform.moonshot.cn/docs, platform.minimaxi.com/docs, docs.together.ai.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = { GOOGLE_API_KEY: 'GEMINI_API_KEY' };
const OTHER_HOSTS: Readonly<Record<string, readonly string[]>> = {
  DASHSCOPE_API_KEY: ['dashscope.aliyuncs.com'],
  MOONSHOT_API_KEY: ['api.moonshot.cn'],
  MINIMAX_API_KEY: ['api.minimaxi.com'],
  TOGETHER_API_KEY: ['api.together.ai'],
};

/** Undefined for a variable no documentation of a known provider names. */
function homeOf(variable: string): KeyHome | undefined {
  const upper = variable.toUpperCase();
  const name = Object.hasOwn(OTHER_NAMES, upper) ? OTHER_NAMES[upper] : upper;
  const providers = PROVIDERS.filter((provider) => provider.variable === name);
  const [first] = providers;
  if (name === undefined || first === undefined) return undefined;
  const hosts = providers.flatMap(({ baseURL }) => addressOf(baseURL)?.host ?? []);
  return { owner: first.name, hosts: [...new Set([...hosts, ...(Object.hasOwn(OTHER_HOSTS, name) ? (OTHER_HOSTS[name] ?? []) : [])])] };
}

/** Address and host are read alike by everybody only without `\\` and `@`; without https the key would be sent in the open. */
const PLAIN_HTTPS = /^https:\/\/[^\\@]*$/i;

/** Whether the key in a variable belongs where requests go: to a host of the provider whose documentation names the variable, and not in the open. */
export function isKnownPair(variable: string, url: string): boolean {
  return PLAIN_HTTPS.test(url) && isAtHome(homeOf(variable), addressOf(url));
}

/** The provider whose key a variable holds, though requests go to somebody else; undefined for every other variable. */
export function ownerElsewhere(variable: string, url: string): string | undefined {
  const home = homeOf(variable);
  return isAtHome(home, addressOf(url)) ? undefined : home?.owner;
}

function isAtHome(home: KeyHome | undefined, address: Address | undefined): boolean {
  return home !== undefined && address !== undefined && home.hosts.some(address.isAt);
}
