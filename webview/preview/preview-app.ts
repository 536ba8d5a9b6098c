import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import type { HostMessage, WebviewMessage } from '../../src/shared/preview-protocol.ts';
import type { PreviewState } from '../../src/shared/preview-state.ts';
import type { PreviewViewState } from '../../src/shared/preview-view-state.ts';
import { setDisplayLanguage, t } from '../l10n.ts';
import type { PreviewAction, ViewChange } from './actions.ts';
import { keepViewState, keptViewState, listen, post } from './host.ts';
import './artifact-header.ts';
import './content-view.ts';
import './message-view.ts';
import './verdict-banner.ts';

type View = Pick<PreviewViewState, 'tab' | 'messageForm' | 'zoom'>;
type Copy = 'copyReference' | 'copyMessage';

const TABS: readonly View['tab'][] = ['content', 'message'];
/** How long a copy button says that it worked, in milliseconds; as VS Code's own. */
const COPIED_MS = 2000;

/** The whole preview: holds the newest state, and keeps what a person chose about the view. */
@customElement('agent-artifacts-preview')
export class PreviewApp extends LitElement {
  static override styles = css`
    :host {
      display: block;
      box-sizing: border-box;
      max-width: 1200px;
      margin: 0 auto;
      padding: 16px 24px 24px;
    }
    preview-verdict {
      margin: 16px 0 12px;
    }
    vscode-tab-panel {
      padding: 12px 0 0;
    }
    vscode-progress-bar {
      position: fixed;
      inset: 0 0 auto;
      z-index: 3;
    }
    .waiting {
      color: var(--vscode-descriptionForeground);
    }
  `;

  @state() private shown: PreviewState | null = null;
  @state() private busy = false;
  @state() private copied: Copy | null = null;
  @state() private view: View = { tab: 'content', messageForm: 'text', zoom: 'fit' };
  #generation = -1;
  #request = 0;
  #copies = new Map<number, Copy>();
  /** Where to scroll once what was kept is there again. */
  #restore: PreviewViewState | null = keptViewState();

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#restore) {
      const { tab, messageForm, zoom } = this.#restore;
      this.view = { tab, messageForm, zoom };
    }
    this.addEventListener('preview-action', (event) => this.#act(event.detail));
    this.addEventListener('preview-view', (event) => this.#changeView(event.detail));
    document.addEventListener('scrollend', () => this.#keep());
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  #receive(message: HostMessage): void {
    if (message.type === 'reply') {
      this.#replied(message.request, message.done);
      return;
    }
    if (message.generation < this.#generation) return;
    this.#generation = message.generation;
    if (message.type === 'busy') {
      this.busy = true;
      return;
    }
    if (message.type === 'init') setDisplayLanguage(message.locale, message.bundle);
    if (message.state) void this.#show(message.state);
    else this.requestUpdate();
  }

  /** Shows a state; a restored page goes back to where it was, another artifact begins at the top. */
  async #show(next: PreviewState): Promise<void> {
    const isAnother = next.reference !== this.shown?.reference || next.rootId !== this.shown.rootId;
    const kept = this.#restore;
    const isRestored = next.reference === kept?.reference && next.rootId === kept.rootId;
    this.shown = next;
    this.busy = false;
    this.#restore = null;
    if (isAnother) {
      await this.updateComplete;
      await new Promise(requestAnimationFrame);
      window.scrollTo({ top: isRestored && kept ? kept.scroll : 0 });
    }
    this.#keep();
  }

  #act(action: PreviewAction): void {
    post(this.#message(action));
  }

  #message(action: PreviewAction): WebviewMessage {
    const generation = this.#generation;
    if (action.type !== 'copyReference' && action.type !== 'copyMessage') return { ...action, generation };
    const request = ++this.#request;
    this.#copies.set(request, action.type);
    return { ...action, generation, request };
  }

  #replied(request: number, done: boolean): void {
    const copy = this.#copies.get(request);
    this.#copies.delete(request);
    if (!copy || !done) return;
    this.copied = copy;
    setTimeout(() => {
      if (this.#request === request) this.copied = null;
    }, COPIED_MS);
  }

  #changeView(change: ViewChange): void {
    this.view = { ...this.view, ...change };
    this.#keep();
  }

  #keep(): void {
    if (!this.shown) return;
    const { rootId, reference, pinned } = this.shown;
    keepViewState({ rootId, reference, pinned, ...this.view, scroll: window.scrollY });
  }

  #selectTab(event: CustomEvent<{ selectedIndex: number }>): void {
    this.#changeView({ tab: TABS[event.detail.selectedIndex] ?? 'content' });
  }

  protected override render() {
    const { shown, view, copied } = this;
    const progress = this.busy ? html`<vscode-progress-bar aria-label=${t('Loading…')}></vscode-progress-bar>` : nothing;
    if (!shown) return html`${progress}<p class="waiting" role="status">${this.#generation < 0 ? nothing : t('Loading…')}</p>`;
    return html`
      ${progress}
      <preview-header .state=${shown} .copied=${copied === 'copyReference'}></preview-header>
      <preview-verdict .state=${shown}></preview-verdict>
      <vscode-tabs selected-index=${TABS.indexOf(view.tab)} @vsc-tabs-select=${this.#selectTab}>
        <vscode-tab-header>${t('Content')}</vscode-tab-header>
        <vscode-tab-panel><preview-content .state=${shown} .zoom=${view.zoom}></preview-content></vscode-tab-panel>
        <vscode-tab-header>${t('Message')}</vscode-tab-header>
        <vscode-tab-panel>
          <preview-message .message=${shown.message} .form=${view.messageForm} .copied=${copied === 'copyMessage'}></preview-message>
        </vscode-tab-panel>
      </vscode-tabs>
    `;
  }
}
