import { amountOf, isInstance, optionsOf } from '../core/io/arguments.ts';
import { own } from '../core/io/own.ts';
import type { OutgoingRequest, Sender, SendFailure, SendLimits, SendReply } from '../core/verify/sender.ts';

/** Codes of Node and undici. OpenSSL has many certificate codes, so those are matched by words. */
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
 * Sends with the host's `fetch`, which uses the system's proxy and certificates. Redirects are not followed. Only the code of an error is
 * read, because its message may contain the address.
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

/** Validates limits; a missing or invalid one is 0. */
function limitsOf(limits: SendLimits): SendLimits {
  const { timeoutMs, maxBytes, signal } = optionsOf(limits, ['timeoutMs', 'maxBytes', 'signal']);
  return { timeoutMs: amountOf(timeoutMs, 0), maxBytes: amountOf(maxBytes, 0), ...(isInstance(signal, AbortSignal) && { signal }) };
}

/** Maximum of `AbortSignal.timeout`: Node's timers use signed 32-bit milliseconds. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** Whole milliseconds within the range of a timer; 1 for anything else. */
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
    // the core's signal type is the host's AbortSignal
    signal: signal ? AbortSignal.any([signal as AbortSignal, timeout]) : timeout,
  };
}

/** The first bytes of a body as text; the rest is not received. */
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

function failureOf(error: unknown, hasBegun: boolean): SendFailure {
  for (const code of codesOf(error)) {
    const known = own(FAILURES, code) ?? (TLS.test(code) ? 'tls_failed' : code.startsWith('HPE_') ? 'not_http' : undefined);
    if (known) return known;
  }
  return hasBegun ? 'connection_broken' : 'not_reached';
}

/** The codes of an error and its causes; of several attempts (IPv6, IPv4) those of the first. */
function codesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...codesOf(Array.isArray(errors) ? errors[0] : undefined, depth + 1),
    ...codesOf(cause, depth + 1),
  ];
}
