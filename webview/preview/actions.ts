import type { WebviewMessage, PreviewViewState } from '../../src/shared/preview-protocol.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** What a person asks the host for; the root component adds generation and request number. */
export type PreviewAction = Without<Exclude<WebviewMessage, { type: 'ready' }>, 'generation' | 'request'>;

/** What a person changes about the view itself. */
export type ViewChange = Partial<Pick<PreviewViewState, 'tab' | 'sort' | 'messageForm' | 'documentForm' | 'zoom'>>;

/** What can be copied, each with a button of its own. */
export type Copy = 'reference' | 'message' | 'wire-json' | 'wire-curl';

declare global {
  interface HTMLElementEventMap {
    'preview-action': CustomEvent<PreviewAction>;
    'preview-view': CustomEvent<ViewChange>;
  }
}

/** Hands an action up to the root component. */
export function request(from: EventTarget, action: PreviewAction): void {
  from.dispatchEvent(new CustomEvent('preview-action', { detail: action, bubbles: true, composed: true }));
}

/** Hands a change of the view up to the root component, which keeps it. */
export function changeView(from: EventTarget, change: ViewChange): void {
  from.dispatchEvent(new CustomEvent('preview-view', { detail: change, bubbles: true, composed: true }));
}
