/** What matters of an address, without the credentials, query and fragment it may have. */
export interface Address {
  /** In lower case. */
  readonly host: string;
  /** Digits; empty when none is given. */
  readonly port: string;
  /** In lower case, without a slash at its end; empty for none. */
  readonly path: string;
  /** Whether the host is this one or one below it. */
  readonly isAt: (domain: string) => boolean;
}

/** Hosts of Azure OpenAI; each resource has one below them. */
export const AZURE_HOSTS = ['openai.azure.com', 'services.ai.azure.com', 'cognitiveservices.azure.com'] as const;

const ADDRESS = /^\s*(?:[a-z][a-z0-9+.-]*:)?[\\/]*([^\\/?#]*)([^?#]*)/i;
const HOST = /^(\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::([0-9]+))?$/;

/** Reads the address of a service; undefined for what has no host that can be read, such as `${BASE_URL}`. */
export function addressOf(url: string): Address | undefined {
  const [, authority = '', path = ''] = ADDRESS.exec(url.slice(0, 2000)) ?? [];
  const [, host, port = ''] = HOST.exec(authority.slice(authority.lastIndexOf('@') + 1).toLowerCase()) ?? [];
  if (host === undefined) return undefined;
  return {
    host,
    port,
    path: path.replaceAll('\\', '/').trim().replace(/\/+$/, '').toLowerCase(),
    isAt: (domain) => host === domain || host.endsWith(`.${domain}`),
  };
}

/** Characters of the longest name of a host (RFC 1035 §2.3.4). */
const LONGEST_HOST = 253;

/**
 * A host as requests go to it: numbers in their usual form, whatever they are written as, in lower case. Undefined for what is no
 * host alone. @param host a name, an address of IPv4, or one of IPv6 in brackets
 */
export function canonicalHost(host: string): string | undefined {
  if (host.length > LONGEST_HOST || HOST.exec(host.toLowerCase())?.[1]?.length !== host.length) return undefined;
  try {
    return new URL(`http://${host}`).hostname;
  } catch {
    return undefined;
  }
}

/** This machine itself (RFC 6761 §6.3; RFC 1122 §3.2.1.3; RFC 4291 §2.5.3). @param host in lower case */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
