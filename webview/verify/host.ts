import { parseVerifyHostMessage, type VerifyHostMessage, type VerifyRequest } from '../../src/shared/verify-protocol.ts';

/** The only caller of `acquireVsCodeApi` on this page. */
const api = acquireVsCodeApi();

/** Asks the host for something. */
export function ask(type: VerifyRequest['type']): void {
  api.postMessage({ type } satisfies VerifyRequest);
}

/** Calls the listener with every well-formed message of the host; the rest is dropped. */
export function listen(listener: (message: VerifyHostMessage) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const message = parseVerifyHostMessage(event.data);
    if (message) listener(message);
    // eslint-disable-next-line no-console -- the developer tools are the only log a webview has
    else console.warn('dropped a malformed message');
  });
}
