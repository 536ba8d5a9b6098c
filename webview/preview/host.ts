import { parseHostMessage, type HostMessage, type WebviewMessage } from '../../src/shared/preview-protocol.ts';
import { parsePreviewViewState, type PreviewViewState } from '../../src/shared/preview-view-state.ts';

/** The only caller of `acquireVsCodeApi`, which may be called once per page. */
const api = acquireVsCodeApi();

/** Sends a message to the host. */
export function post(message: WebviewMessage): void {
  api.postMessage(message);
}

/** Calls the listener with every well-formed message of the host; the rest is reported and dropped. */
export function listen(listener: (message: HostMessage) => void): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = parseHostMessage(event.data);
    if (parsed.ok) listener(parsed.message);
    // eslint-disable-next-line no-console -- the developer tools are the only log a webview has
    else console.warn(`dropped a malformed message: ${parsed.reason}`);
  });
}

/** What this panel kept when it was last unloaded. */
export function keptViewState(): PreviewViewState | null {
  return parsePreviewViewState(api.getState());
}

/** Keeps what must survive a reload of the page or of the window. */
export function keepViewState(state: PreviewViewState): void {
  api.setState(state);
}
