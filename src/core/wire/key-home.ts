import { own } from '../io/own.ts';
import { type Address, addressOf } from './endpoint.ts';
import { PROVIDERS } from './providers.ts';

/** The owner of a key in an environment variable, by the variable's name. */
interface KeyHome {
  readonly owner: string;
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

/** Undefined for a variable that no known provider documents. */
function homeOf(variable: string): KeyHome | undefined {
  const upper = variable.toUpperCase();
  const name = own(OTHER_NAMES, upper) ?? upper;
  const providers = PROVIDERS.filter((provider) => provider.variable === name);
  const [first] = providers;
  if (name === undefined || first === undefined) return undefined;
  const hosts = providers.flatMap(({ baseURL }) => addressOf(baseURL)?.host ?? []);
  return { owner: first.name, hosts: [...new Set([...hosts, ...(own(OTHER_HOSTS, name) ?? [])])] };
}

/** Without `\\` and `@`, which parsers treat differently, and with https, so that the key is encrypted. */
const PLAIN_HTTPS = /^https:\/\/[^\\@]*$/i;

/** Whether a variable's key belongs to the request host: a host of the provider that documents the variable, over https. */
export function isKnownPair(variable: string, url: string): boolean {
  return PLAIN_HTTPS.test(url) && isAtHome(homeOf(variable), addressOf(url));
}

/** The provider whose key a variable holds, when requests go to another host. */
export function ownerElsewhere(variable: string, url: string): string | undefined {
  const home = homeOf(variable);
  return isAtHome(home, addressOf(url)) ? undefined : home?.owner;
}

function isAtHome(home: KeyHome | undefined, address: Address | undefined): boolean {
  return home !== undefined && address !== undefined && home.hosts.some(address.isAt);
}

export type HostKind = 'this_machine' | 'link_local' | 'private' | 'number' | 'name';

/** Names that are never public: RFC 6762 (`.local`), ICANN 2024 (`.internal`), RFC 8375 (`.home.arpa`). */
const PRIVATE_NAMES = /(?:^|\.)(?:local|internal|localdomain|lan|home\.arpa)$/;
const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/**
 * Whether a host is this machine, in a private network, or a plain number.
 * @param host as in a URL: numbers normalised, IPv6 in brackets
 */
export function hostKind(host: string): HostKind {
  const address = IPV4.exec(host)?.slice(1).map(Number);
  if (address) return kindOfIpv4(address);
  if (host.startsWith('[')) return kindOfIpv6(groupsOf(host.slice(1, -1)));
  if (host === 'localhost' || host.endsWith('.localhost')) return 'this_machine';
  return PRIVATE_NAMES.test(host) || !host.includes('.') ? 'private' : 'name';
}

/** Special addresses of RFC 6890: loopback and `0.0.0.0`, which reaches this machine too; link-local; private, and shared by a provider's customers. */
function kindOfIpv4([a = 0, b = 0]: readonly number[]): HostKind {
  if (a === 127 || a === 0) return 'this_machine';
  if (a === 169 && b === 254) return 'link_local';
  const isPrivate = a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168) || (a === 100 && b >= 64 && b <= 127);
  return isPrivate ? 'private' : 'number';
}

/** The same for IPv6 (RFC 4291, RFC 4193); an address of IPv4 within one is what that is. */
function kindOfIpv6(groups: readonly number[]): HostKind {
  const embedded = embeddedIpv4(groups);
  if (embedded) return kindOfIpv4([embedded[0] >> 8, embedded[0] & 0xff, embedded[1] >> 8, embedded[1] & 0xff]);
  const [first = 0] = groups;
  if (groups.slice(0, 7).every((group) => group === 0)) return 'this_machine';
  if ((first & 0xffc0) === 0xfe80) return 'link_local';
  // unique local, and site-local, which it replaced
  return (first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0 ? 'private' : 'number';
}

/** Both halves of an address of IPv4 that one of IPv6 leads to: mapped and compatible (RFC 4291 §2.5.5), translated (RFC 6052), 6to4 (RFC 3056). */
function embeddedIpv4(groups: readonly number[]): readonly [number, number] | undefined {
  const [first, second, third, , , sixth = 0, high = 0, low = 0] = groups;
  if (first === 0x2002) return [second ?? 0, third ?? 0];
  const isZero = (from: number, to: number): boolean => groups.slice(from, to).every((group) => group === 0);
  const isMapped = isZero(0, 5) && (sixth === 0xffff || (sixth === 0 && high !== 0));
  const isTranslated = first === 0x64 && second === 0xff9b && isZero(2, 6);
  return isMapped || isTranslated ? [high, low] : undefined;
}

/** The eight groups of an address of IPv6, as a URL has it. */
function groupsOf(text: string): readonly number[] {
  const [head = [], tail = []] = text.split('::').map((part) => (part === '' ? [] : part.split(':').map((group) => parseInt(group, 16))));
  return [...head, ...Array<number>(Math.max(0, 8 - head.length - tail.length)).fill(0), ...tail];
}
