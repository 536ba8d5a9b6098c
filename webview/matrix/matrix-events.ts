import type { MatrixColumn } from '../../src/shared/matrix-state.ts';
import type { MatrixViewState } from '../../src/shared/matrix-view-state.ts';

/** What a person does on the page. Services are told by their place. */
export type MatrixAction =
  | { readonly type: 'toggle'; readonly index: number; readonly column: MatrixColumn }
  | { readonly type: 'reveal'; readonly index: number; readonly column: MatrixColumn | null }
  | { readonly type: 'preview'; readonly index: number }
  | { readonly type: 'addColumn'; readonly list: MatrixColumn['list'] }
  | { readonly type: 'openText'; readonly problem: number | null }
  | { readonly type: 'addService' | 'useTemplate' | 'manageTrust' }
  /** Something is pointed at; null: nothing any more. */
  | { readonly type: 'point'; readonly at: { readonly index: number; readonly column: MatrixColumn | null } | null }
  /** The focus is to go from the filter to the grid. */
  | { readonly type: 'focusGrid' };

/** What changes of the view. */
export type MatrixViewChange = Partial<MatrixViewState>;

declare global {
  interface HTMLElementEventMap {
    'matrix-action': CustomEvent<MatrixAction>;
    'matrix-view': CustomEvent<MatrixViewChange>;
  }
}

/** Says that a person wants something. */
export function act(element: HTMLElement, detail: MatrixAction): void {
  element.dispatchEvent(new CustomEvent('matrix-action', { detail, bubbles: true, composed: true }));
}

/** Says that the view is another. */
export function changeView(element: HTMLElement, detail: MatrixViewChange): void {
  element.dispatchEvent(new CustomEvent('matrix-view', { detail, bubbles: true, composed: true }));
}
