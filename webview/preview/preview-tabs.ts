import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import { css, html, LitElement, nothing, type PropertyValues, type ReactiveController, type ReactiveControllerHost } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { cache } from 'lit/directives/cache.js';
import type { PreviewState, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { t } from '../text.ts';
import { changeView, type Copy } from './actions.ts';
import './content-view.ts';

/** What a person chooses about the view. */
export type ChosenView = Pick<PreviewViewState, 'tab' | 'sort' | 'messageForm' | 'documentForm' | 'zoom'>;
type Tab = ChosenView['tab'];

const TABS: readonly Tab[] = ['rendered', 'message', 'wire', 'why', 'compare'];

/** What every tab but the first needs is loaded when it is first shown. */
const LOADERS: Partial<Record<Tab, () => Promise<unknown>>> = {
  message: () => import('./message-view.ts'),
  wire: () => import('./wire-view.ts'),
  why: () => import('./why-view.ts'),
  compare: () => import('./compare/compare-view.ts'),
};

/** The views of the artifact. Only the one on the screen is kept up to date; the others catch up when they are shown. */
@customElement('preview-tabs')
export class PreviewTabs extends LitElement {
  static override styles = css`
    /* in high contrast, where colours carry no meaning, like the tabs of VS Code's panels */
    vscode-tab-header {
      outline-offset: -2px;
      border-bottom: 2px solid transparent;
    }
    vscode-tab-header[active] {
      outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
      border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-panelTitle-activeForeground));
    }
    vscode-tab-panel {
      padding: 12px 0 0;
    }
  `;

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) view: ChosenView | null = null;
  @property({ attribute: false }) copied: Copy | null = null;
  /** The artifact whose content has been on the screen: it stays, so that a film or a long document goes on where it was. */
  #rendered = '';

  protected override willUpdate(_changed: PropertyValues<this>): void {
    const { state, view } = this;
    if (!state || !view) return;
    const shown = JSON.stringify([state.rootId, state.reference]);
    if (view.tab === 'rendered') this.#rendered = shown;
    else if (this.#rendered !== shown) this.#rendered = '';
    void LOADERS[view.tab]?.();
  }

  protected override render() {
    const { state, view } = this;
    if (!state || !view) return nothing;
    const select = ({ detail }: CustomEvent<{ selectedIndex: number }>): void =>
      changeView(this, { tab: TABS[detail.selectedIndex] ?? 'rendered' });
    return html`
      <vscode-tabs selected-index=${TABS.indexOf(view.tab)} @vsc-tabs-select=${select} @keydown=${selectBySpace}>
        ${TABS.map(
          (tab) => html`
          <vscode-tab-header>${tabName(tab)}</vscode-tab-header>
          <vscode-tab-panel>${this.#renderPanel(tab, state, view)}</vscode-tab-panel>
        `,
        )}
      </vscode-tabs>
    `;
  }

  #renderPanel(tab: Tab, state: PreviewState, view: ChosenView) {
    if (tab === 'rendered') {
      return this.#rendered === ''
        ? nothing
        : html`<preview-content .state=${state} .zoom=${view.zoom} .form=${view.documentForm}></preview-content>`;
    }
    return cache(tab === view.tab ? this.#renderTab(tab, state, view) : nothing);
  }

  #renderTab(tab: Exclude<Tab, 'rendered'>, state: PreviewState, view: ChosenView) {
    switch (tab) {
      case 'message':
        return html`<preview-message .state=${state} .form=${view.messageForm} .copied=${this.copied === 'message'}></preview-message>`;
      case 'wire':
        return html`<preview-wire .state=${state} .copied=${this.copied}></preview-wire>`;
      case 'why':
        return html`<preview-why .why=${state.why} .tokens=${state.message ? (state.tokens?.routed ?? null) : null}></preview-why>`;
      case 'compare':
        return html`<preview-compare .state=${state} .sort=${view.sort}></preview-compare>`;
    }
  }
}

/** The tabs themselves take Enter only; a tab is a button to everybody who uses the keyboard. */
function selectBySpace(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.key !== ' ' || target.role !== 'tab') return;
  event.preventDefault();
  target.click();
}

function tabName(tab: Tab): string {
  switch (tab) {
    case 'rendered':
      return t('Rendered');
    case 'message':
      return t('Message');
    case 'wire':
      return t('Request Body');
    case 'why':
      return t('Why');
    case 'compare':
      return t('Compare');
  }
}

/** How long a copy button says that it worked, in milliseconds; as VS Code's own. */
const COPIED_MS = 2000;

/** Which copies wait for the host, and which one has just succeeded. */
export class Copies implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #waiting = new Map<number, Copy>();
  #newest = 0;
  #done: Copy | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What was copied a moment ago. */
  get done(): Copy | null {
    return this.#done;
  }

  hostDisconnected(): void {
    this.#waiting.clear();
  }

  /** The number under which the host is asked. */
  begin(copy: Copy): number {
    this.#waiting.set(++this.#newest, copy);
    return this.#newest;
  }

  /** The host's answer. */
  finish(request: number, succeeded: boolean): void {
    const copy = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (!copy || !succeeded) return;
    this.#done = copy;
    this.#host.requestUpdate();
    setTimeout(() => {
      if (this.#newest !== request) return;
      this.#done = null;
      this.#host.requestUpdate();
    }, COPIED_MS);
  }
}
