import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import {
  type ConversationHostMessage,
  type ConversationPageMessage,
  type ConversationState,
  type ConversationViewState,
  type SwitchRow,
  parseConversationHostMessage,
  parseConversationViewState,
} from '../../src/shared/conversation-protocol.ts';
import { connectHost, keepFocus } from '../host.ts';
import { buttonStyles } from '../styles.ts';
import { setDisplayLanguage, t, visibleText } from '../text.ts';
import './conversation-header.ts';
import './conversation-list.ts';
import './switch-table.ts';
import type { ConversationList } from './conversation-list.ts';

const FIRST_VIEW: ConversationViewState = { filter: 'all', active: -1, top: 0, isSwitching: false };

/** The whole page: what is known of the conversation above, its lines below. */
@customElement('agent-artifacts-conversation')
export class ConversationApp extends LitElement {
  static override styles = [
    buttonStyles,
    css`
      :host {
        display: flex;
        flex-direction: column;
        height: 100vh;
      }
      conversation-header {
        flex: none;
      }
      conversation-list,
      switch-table {
        flex: 1;
        min-height: 0;
      }
      vscode-progress-bar {
        position: fixed;
        inset: 0 0 auto;
        z-index: 3;
      }
      .waiting {
        padding: 0 16px;
        color: var(--vscode-descriptionForeground);
      }
      .waiting vscode-button {
        margin-top: 12px;
      }
    `,
  ];

  @state() private shown: ConversationState | null = null;
  @state() private view: ConversationViewState = keptViewState() ?? FIRST_VIEW;
  /** What other models make of it; null before that was answered. */
  @state() private switches: readonly SwitchRow[] | null = null;
  @query('conversation-list') private list!: ConversationList | null;

  #comparedAt: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('conversation-ask', ({ detail }) => post(detail));
    this.addEventListener('conversation-view', ({ detail }) => this.#changeView(detail));
    this.addEventListener('find-finding', (event) => this.#findFinding((event as CustomEvent<boolean>).detail));
    document.addEventListener('keydown', (event) => {
      if (event.key !== 'F8' || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      this.#findFinding(event.shiftKey);
    });
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  protected override render() {
    const { shown, view } = this;
    if (!shown) return nothing;
    const { progress, read } = shown;
    return html`
      ${progress === null ? nothing : html`<vscode-progress-bar .value=${progress * 100} aria-label=${t('Reading…')}></vscode-progress-bar>`}
      <conversation-header .state=${shown} .filter=${view.filter} ?isSwitching=${view.isSwitching}></conversation-header>
      ${read ? this.#renderBody(shown, read) : this.#renderWaiting(progress)}
    `;
  }

  #renderBody({ revision, repair }: ConversationState, read: NonNullable<ConversationState['read']>) {
    const { view, switches } = this;
    if (view.isSwitching) return html`<switch-table .rows=${switches} .refusal=${repair.refusal}></switch-table>`;
    return html`<conversation-list .units=${read.units[view.filter]} .filter=${view.filter} .revision=${revision} .active=${view.active} .beginAt=${view.top}></conversation-list>`;
  }

  #renderWaiting(progress: number | null) {
    if (progress !== null) return html`<p class="waiting" role="status">${t('Reading…')}</p>`;
    return html`<div class="waiting"><vscode-button secondary @click=${() => post({ type: 'openText' })}>${t('Open in Text Editor')}</vscode-button></div>`;
  }

  #receive(message: ConversationHostMessage): void {
    switch (message.type) {
      case 'init':
        setDisplayLanguage(message.locale, message.bundle);
        document.documentElement.lang = message.locale;
        return;
      case 'state':
        this.shown = message.state;
        this.#compareModels();
        document.title = t('Conversation: {0}', visibleText(message.state.name));
        return;
      case 'switches':
        this.switches = message.rows;
        return;
      case 'goTo':
        void this.#goTo(message);
        return;
      default:
        this.list?.receive(message);
    }
  }

  /** What is to be seen may be in another list. */
  async #goTo({ filter, at }: Extract<ConversationHostMessage, { type: 'goTo' }>): Promise<void> {
    if (filter !== this.view.filter || this.view.isSwitching) this.#changeView({ filter, isSwitching: false });
    await this.updateComplete;
    await this.list?.updateComplete;
    await this.list?.goTo(at);
  }

  #findFinding(back: boolean): void {
    const { shown, view } = this;
    if (shown) post({ type: 'findFinding', revision: shown.revision, filter: view.filter, from: view.active, back });
  }

  #changeView(change: Partial<ConversationViewState>): void {
    this.view = { ...this.view, ...change };
    keepViewState(this.view);
    this.#compareModels();
  }

  /** Asks once for each state of the conversation, while the table is shown. */
  #compareModels(): void {
    const revision = this.shown?.read ? this.shown.revision : undefined;
    if (!this.view.isSwitching || revision === undefined || revision === this.#comparedAt) return;
    this.#comparedAt = revision;
    post({ type: 'compareModels' });
  }
}

export const { post, listen, keptViewState, keepViewState } = connectHost<
  ConversationHostMessage,
  ConversationPageMessage,
  ConversationViewState
>(parseConversationHostMessage, parseConversationViewState);

document.querySelector('main')?.append(document.createElement('agent-artifacts-conversation'));
keepFocus();
