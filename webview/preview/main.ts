import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import {
  type HostMessage,
  parseHostMessage,
  parsePreviewViewState,
  type PreviewState,
  type PreviewViewState,
  type WebviewMessage,
} from '../../src/shared/preview-protocol.ts';
import { connectHost, keepFocus } from '../host.ts';
import { pageStyles, unseenStyles } from '../styles.ts';
import { setDisplayLanguage, t, visibleText } from '../text.ts';
import type { PreviewAction, ViewChange } from './actions.ts';
import './artifact-header.ts';
import { type ChosenView, Copies } from './preview-tabs.ts';
import './verdict-banner.ts';

/** A line for each file that is dragged (RFC 2483). */
const URI_LIST = 'text/uri-list';

const FIRST_VIEW: ChosenView = {
  tab: 'rendered',
  sort: { column: 'name', descending: false },
  messageForm: 'text',
  documentForm: 'rendered',
  zoom: 'fit',
};

/** The whole preview: holds the newest state, and keeps what a person chose about the view. */
@customElement('agent-artifacts-preview')
export class PreviewApp extends LitElement {
  static override styles = [
    pageStyles,
    unseenStyles,
    css`
      preview-verdict {
        display: block;
        margin: 16px 0 12px;
      }
      .waiting {
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  @state() private shown: PreviewState | null = null;
  @state() private busy = false;
  @state() private view = FIRST_VIEW;
  readonly #copies = new Copies(this);
  #generation = -1;
  /** Whether the host knows that the comparison is visible. */
  #comparing = false;
  /** Where to scroll once what was kept is there again. */
  #restore: PreviewViewState | null = keptViewState();

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#restore) {
      const { tab, sort, messageForm, documentForm, zoom } = this.#restore;
      this.view = { tab, sort, messageForm, documentForm, zoom };
    }
    this.addEventListener('preview-action', (event) => this.#act(event.detail));
    this.addEventListener('preview-view', (event) => this.#changeView(event.detail));
    document.addEventListener('scrollend', () => this.#keep());
    document.addEventListener('dragover', (event) => {
      if (event.dataTransfer?.types.includes(URI_LIST)) event.preventDefault();
    });
    document.addEventListener('drop', (event) => this.#drop(event));
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  #receive(message: HostMessage): void {
    if (message.type === 'reply') {
      this.#copies.finish(message.request, message.done);
      return;
    }
    if (message.type === 'showTab') {
      this.#changeView({ tab: message.tab });
      return;
    }
    if (message.generation < this.#generation) return;
    this.#generation = message.generation;
    if (message.type === 'busy') {
      this.busy = true;
      return;
    }
    if (message.type === 'init') {
      setDisplayLanguage(message.locale, message.bundle);
      this.#comparing = false;
    }
    if (message.state) void this.#show(message.state);
    else this.requestUpdate();
    this.#tellComparing();
  }

  /** Shows a state; a restored page goes back to where it was, another artifact begins at the top. */
  async #show(next: PreviewState): Promise<void> {
    const isAnother = next.reference !== this.shown?.reference || next.rootId !== this.shown.rootId;
    const kept = this.#restore;
    const isRestored = next.reference === kept?.reference && next.rootId === kept.rootId;
    const card = isAnother ? null : this.renderRoot.querySelector<HTMLElement>('preview-verdict');
    const height = card?.offsetHeight ?? 0;
    this.shown = next;
    document.title = t('Preview: {0}', visibleText(next.facts.name));
    this.busy = false;
    this.#restore = null;
    this.#steady(isAnother);
    if (isAnother) {
      await this.updateComplete;
      await new Promise(requestAnimationFrame);
      window.scrollTo({ top: isRestored && kept ? kept.scroll : 0 });
    } else if (card) await this.#stay(card, height);
    this.#keep();
  }

  /** While services are compared, the card above never shrinks: a click in the table would move the table. */
  #steady(isAnother: boolean): void {
    const card = this.renderRoot.querySelector<HTMLElement>('preview-verdict');
    if (!card) return;
    card.style.minHeight = this.view.tab === 'compare' && !isAnother ? `${card.offsetHeight}px` : '';
  }

  /** Nor does it push the table down when it grows: the page is scrolled by as much. */
  async #stay(card: HTMLElement, height: number): Promise<void> {
    if (this.view.tab !== 'compare') return;
    await this.updateComplete;
    await new Promise(requestAnimationFrame);
    window.scrollBy({ top: Math.max(0, card.offsetHeight - height) });
  }

  /** Files of the Explorer, which VS Code lets through while Shift is held. */
  #drop(event: DragEvent): void {
    const lines = event.dataTransfer?.getData(URI_LIST).split(/\r?\n/) ?? [];
    const uris = lines.filter((line) => line.trim() !== '' && line.length <= 10_000).slice(0, 1000);
    if (uris.length === 0) return;
    event.preventDefault();
    this.#act({ type: 'dropFiles', uris });
  }

  #act(action: PreviewAction): void {
    post(this.#message(action));
  }

  #message(action: PreviewAction): WebviewMessage {
    const generation = this.#generation;
    switch (action.type) {
      case 'copyReference':
        return { ...action, generation, request: this.#copies.begin('reference') };
      case 'copyMessage':
        return { ...action, generation, request: this.#copies.begin('message') };
      case 'copyWire':
        return { ...action, generation, request: this.#copies.begin(`wire-${action.form}`) };
      default:
        return { ...action, generation };
    }
  }

  #changeView(change: ViewChange): void {
    this.view = { ...this.view, ...change };
    this.#steady(false);
    this.#tellComparing();
    this.#keep();
  }

  #tellComparing(): void {
    const comparing = this.view.tab === 'compare';
    if (comparing === this.#comparing || this.#generation < 0) return;
    this.#comparing = comparing;
    this.#act({ type: 'setComparing', comparing });
  }

  #keep(): void {
    if (!this.shown) return;
    const { rootId, reference, form, pinned, content, wire } = this.shown;
    keepViewState({
      rootId,
      reference,
      ...(form && { form }),
      attachments: content.kind === 'attachments' ? content.items.map((item) => item.reference) : [],
      pinned,
      api: wire?.certainty === 'chosen' ? wire.api : null,
      ...this.view,
      scroll: window.scrollY,
    });
  }

  protected override render() {
    const { shown, view } = this;
    const progress = this.busy ? html`<vscode-progress-bar aria-label=${t('Loading…')}></vscode-progress-bar>` : nothing;
    if (!shown) {
      const isReady = this.#generation >= 0;
      return html`${progress}${isReady ? html`<h1 class="unseen">${t('Preview')}</h1>` : nothing}<p class="waiting" role="status">${isReady ? t('Loading…') : nothing}</p>`;
    }
    const copied = this.#copies.done;
    return html`
      ${progress}
      <preview-header .state=${shown} .copied=${copied === 'reference'}></preview-header>
      <preview-verdict .state=${shown}></preview-verdict>
      <preview-tabs .state=${shown} .view=${view} .copied=${copied}></preview-tabs>
    `;
  }
}

const { post, listen, keptViewState, keepViewState } = connectHost<HostMessage, WebviewMessage, PreviewViewState>(
  parseHostMessage,
  parsePreviewViewState,
);

document.querySelector('main')?.append(document.createElement('agent-artifacts-preview'));
keepFocus();
