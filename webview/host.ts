import type { Parsed } from '../src/shared/parse-message.ts';

/** The way of a page to its host and back, and to what the page keeps. */
export interface HostConnection<HostMessage, WebviewMessage, ViewState> {
  /** Sends a message to the host. */
  readonly post: (message: WebviewMessage) => void;
  /** Calls the listener with every well-formed message of the host; the rest is reported and dropped. */
  readonly listen: (listener: (message: HostMessage) => void) => void;
  /** What this panel kept when it was last unloaded. */
  readonly keptViewState: () => ViewState | null;
  /** Keeps what must survive a reload of the page or of the window. */
  readonly keepViewState: (state: ViewState) => void;
}

/** Connects a page, once: `acquireVsCodeApi` may be called once per page, and is called nowhere else. */
export function connectHost<HostMessage, WebviewMessage, ViewState>(
  parseMessage: (data: unknown) => Parsed<HostMessage>,
  parseState: (data: unknown) => ViewState | null,
): HostConnection<HostMessage, WebviewMessage, ViewState> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    listen: (listener) => {
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        const parsed = parseMessage(event.data);
        if (parsed.ok) listener(parsed.message);
        // oxlint-disable-next-line no-console -- the developer tools are the only log a webview has
        else console.warn(`dropped a malformed message: ${parsed.reason}`);
      });
    },
    keptViewState: () => parseState(api.getState()),
    keepViewState: (state) => void api.setState(state),
  };
}

/**
 * Puts the focus back where it was when the page gets it again. A browser forgets that place as soon as something outside of
 * the frame has the focus: an input of VS Code, the side bar, another editor.
 */
export function keepFocus(): void {
  let last: HTMLElement | null = null;
  let isPressed = false;
  // captured: nothing on the page keeps them from being seen
  const listen = (types: readonly string[], listener: (event: Event) => void): void =>
    types.forEach((type) => document.addEventListener(type, listener, { capture: true }));
  listen(['pointerdown'], () => (isPressed = true));
  listen(['pointerup', 'pointercancel', 'keydown'], () => (isPressed = false));
  listen(['focusout'], (event) => {
    const [target] = event.composedPath();
    // who presses somewhere takes the focus there, or away
    last = !isPressed && target instanceof HTMLElement ? target : null;
  });
  window.addEventListener('blur', () => (isPressed = false));
  window.addEventListener('focus', () =>
    requestAnimationFrame(() => {
      const isNowhere = document.activeElement === null || document.activeElement === document.body;
      // A frame later, for the event may be late: what has opened meanwhile, the command palette, keeps the focus.
      if (isNowhere && document.hasFocus() && last?.isConnected === true) last.focus({ preventScroll: true });
    }),
  );
}
