import { amountOf, isInstance, optionsOf } from '../core/io/arguments.ts';
import type { OutgoingRequest, Sender, SendFailure, SendLimits, SendReply } from '../core/verify/sender.ts';

/** Codes of Node and of undici, by what they mean. OpenSSL's codes of certificates are many: they are known by their words. */
const FAILURES: Readonly<Record<string, SendFailure>> = {
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'host_unknown',
  EAI_AGAIN: 'host_unknown',
  EAI_NODATA: 'host_unknown',
  ECONNRESET: 'connection_broken',
  EPIPE: 'connection_broken',
  UND_ERR_SOCKET: 'connection_broken',
  UND_ERR_ABORTED: 'connection_broken',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'connection_broken',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  EPROTO: 'tls_failed',
};
const TLS = /^ERR_(?:TLS|SSL)|CERT|SIGNATURE|^UNABLE_TO|^HOSTNAME_MISMATCH/;

/**
 * Sends by the `fetch` of the host: it knows the proxy and the certificates of the system. A redirect is an answer like any
 * other. Of an error only its code is read: its message may have the address in it.
 */
export function httpSender(fetch: typeof globalThis.fetch = globalThis.fetch): Sender {
  return async (request, given) => {
    const limits = limitsOf(given);
    const begin = performance.now();
    const timeout = AbortSignal.timeout(wholeMilliseconds(limits.timeoutMs));
    const elapsed = (): { readonly elapsedMs: number } => ({ elapsedMs: Math.round(performance.now() - begin) });
    let status: number | undefined;
    try {
      const response = await fetch(request.url, init(request, limits, timeout));
      status = response.status;
      const location = response.headers.get('location');
      return {
        kind: 'answer',
        status,
        contentType: (response.headers.get('content-type') ?? '').toLowerCase(),
        ...(await readBeginning(response, limits.maxBytes)),
        ...(location !== null && { location }),
        ...elapsed(),
      };
    } catch (error) {
      const failure = limits.signal?.aborted ? 'cancelled' : timeout.aborted ? 'timeout' : failureOf(error, status !== undefined);
      return { kind: 'failure', failure, ...(status !== undefined && { status }), ...elapsed() };
    }
  };
}

/** The limits that are what they should be; a time or an amount that is missing is none at all. */
function limitsOf(limits: SendLimits): SendLimits {
  const { timeoutMs, maxBytes, signal } = optionsOf(limits, ['timeoutMs', 'maxBytes', 'signal']);
  return { timeoutMs: amountOf(timeoutMs, 0), maxBytes: amountOf(maxBytes, 0), ...(isInstance(signal, AbortSignal) && { signal }) };
}

/** Longest time AbortSignal.timeout takes without ending at once: timers of Node are signed, of 32 bits. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** A time as timers take it; what is none is over at once. */
function wholeMilliseconds(time: number): number {
  return Math.min(LONGEST_WAIT, Math.max(1, Math.ceil(time) || 0));
}

function init({ headers, body }: OutgoingRequest, { signal }: SendLimits, timeout: AbortSignal): RequestInit {
  return {
    method: 'POST',
    headers,
    body,
    redirect: 'manual',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // the signal of the core is the one of the host
    signal: signal ? AbortSignal.any([signal as AbortSignal, timeout]) : timeout,
  };
}

/** The first bytes of a body as text; what is behind them is not even received. */
async function readBeginning(
  { body }: Response,
  maxBytes: number,
): Promise<Pick<Extract<SendReply, { kind: 'answer' }>, 'text' | 'isCapped'>> {
  if (!body) return { text: '', isCapped: false };
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return { text: text + decoder.decode(), isCapped: false };
    text += decoder.decode(value.subarray(0, maxBytes - size), { stream: true });
    size += value.length;
    if (size > maxBytes) {
      await reader.cancel().catch(() => undefined);
      return { text, isCapped: true };
    }
  }
}

/** @param hasBegun the answer had begun */
function failureOf(error: unknown, hasBegun: boolean): SendFailure {
  for (const code of codesOf(error)) {
    const known = FAILURES[code] ?? (TLS.test(code) ? 'tls_failed' : code.startsWith('HPE_') ? 'not_http' : undefined);
    if (known) return known;
  }
  return hasBegun ? 'connection_broken' : 'not_reached';
}

/** The codes of an error and of what caused it; of several attempts (IPv6, IPv4) the first one's. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...codesOf(Array.isArray(errors) ? errors[0] : undefined, depth + 1),
    ...codesOf(cause, depth + 1),
  ];
}
