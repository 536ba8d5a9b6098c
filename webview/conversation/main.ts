import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import {
  type ConversationFilter,
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
import { formatCount, setDisplayLanguage, t, visibleText } from '../text.ts';
import './conversation-header.ts';
import './conversation-list.ts';
import './find-widget.ts';
import './requests-section.ts';
import './switch-table.ts';
import type { ConversationList } from './conversation-list.ts';
import type { FindProgress, FindWidget } from './find-widget.ts';
import type { RequestsSection } from './requests-section.ts';

const FIRST_VIEW: ConversationViewState = { filter: 'all', active: -1, top: 0, isSwitching: false, hasRequestsOpen: false };

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
        overflow: auto;
      }
      conversation-header,
      requests-section {
        flex: none;
      }
      .body {
        position: relative;
        display: flex;
        flex: 1;
        flex-direction: column;
        min-height: 200px;
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
  /** While the conversation is read: nothing of it is kept, for its places are others once that is over. */
  @state() private readingView: ConversationViewState = FIRST_VIEW;
  /** Grows when the list has to come up anew. */
  @state() private lists = 0;
  /** What other models make of it; null before that was answered. */
  @state() private switches: readonly SwitchRow[] | null = null;
  @state() private isFinding = false;
  @state() private found: FindProgress | null = null;
  @query('conversation-list') private list!: ConversationList | null;
  @query('find-widget') private widget!: FindWidget | null;
  @query('requests-section') private requests!: RequestsSection | null;

  #comparedAt: number | undefined;
  /** What is looked for, and in which state of the conversation. */
  #words = '';
  #searchedAt: number | undefined;
  /** The first hit is gone to as soon as it is there. */
  #wantsHit = false;
  /** The state of the conversation in which the place is looked for that a person had while it was read. */
  #placedAt: number | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('conversation-ask', ({ detail }) => post(detail));
    this.addEventListener('conversation-view', ({ detail }) => this.#changeView(detail));
    this.addEventListener('find-finding', (event) => this.#findFinding((event as CustomEvent<boolean>).detail));
    this.addEventListener('find-words', ({ detail }) => this.#search(detail, true));
    this.addEventListener('find-hit', ({ detail }) => void this.#goToHit(detail.back));
    this.addEventListener('find-close', () => this.#closeFind());
    document.addEventListener('keydown', (event) => this.#keyDown(event));
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  protected override render() {
    const { shown, view } = this;
    if (!shown) return nothing;
    const { progress, soFar, read } = shown;
    return html`
      ${progress === null ? nothing : html`<vscode-progress-bar .value=${progress * 100} aria-label=${t('Reading…')}></vscode-progress-bar>`}
      <conversation-header .state=${shown} .filter=${view.filter} ?isSwitching=${view.isSwitching}></conversation-header>
      ${soFar ? html`<p class="waiting" role="status">${soFarText(soFar.messages, progress)}</p>` : nothing}
      ${read || soFar ? this.#renderBody(shown) : this.#renderWaiting(progress)}
    `;
  }

  #renderBody({ revision, repair, read, soFar }: ConversationState) {
    const { switches, found } = this;
    const view = read ? this.view : this.readingView;
    if (view.isSwitching) return html`<switch-table .rows=${switches} .refusal=${repair.refusal}></switch-table>`;
    const { filter, active, top } = view;
    const requests = read?.requests;
    const hits = found && filter === 'all' ? found.units : [];
    return html`${requests ? html`<requests-section .requests=${requests} .revision=${revision} ?isOpen=${view.hasRequestsOpen}></requests-section>` : nothing}
    <div class="body">
      ${this.isFinding ? html`<find-widget .found=${found} .active=${filter === 'all' ? active : -1} .words=${this.#words}></find-widget>` : nothing}
      ${keyed(this.lists, html`<conversation-list .units=${read?.units[filter] ?? soFar?.units ?? 0} .filter=${filter} .revision=${revision} ?isGrowing=${!read} .active=${active} .beginAt=${top} .hits=${hits}></conversation-list>`)}
    </div>`;
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
        if (this.shown?.soFar && message.state.read) this.#keepPlace(message.state.revision);
        this.shown = message.state;
        this.#compareModels();
        if (this.#searchedAt !== undefined && this.#searchedAt !== message.state.revision) this.#search(this.#words, false);
        document.title = t('Conversation: {0}', visibleText(message.state.name));
        return;
      case 'switches':
        this.switches = message.rows;
        return;
      case 'requests':
      case 'requestBars':
        this.requests?.receive(message);
        return;
      case 'goTo':
        void this.#goTo({ ...message, keepsFocus: message.revision === this.#placedAt });
        this.#placedAt = undefined;
        return;
      case 'found':
        this.#takeFound(message);
        return;
      default:
        this.list?.receive(message);
    }
  }

  /** All is read: what was found stands between the lines, and moves them. Whoever has not looked around yet is where they were the last time. */
  #keepPlace(revision: number): void {
    const message = this.list?.place;
    this.readingView = FIRST_VIEW;
    if (message === undefined) {
      this.lists++;
      return;
    }
    this.#placedAt = revision;
    this.view = { ...FIRST_VIEW, hasRequestsOpen: this.view.hasRequestsOpen };
    post({ type: 'findMessage', revision, message });
  }

  /** What is to be seen may be in another list. */
  async #goTo({ filter, at, keepsFocus }: { filter: ConversationFilter; at: number; keepsFocus?: boolean }): Promise<void> {
    if (filter !== this.view.filter || this.view.isSwitching) this.#changeView({ filter, isSwitching: false });
    await this.updateComplete;
    await this.list?.updateComplete;
    await this.list?.goTo(at, keepsFocus);
  }

  #keyDown(event: KeyboardEvent): void {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
    const isPlain = !ctrlKey && !metaKey && !altKey;
    const isControl = ctrlKey !== metaKey && !altKey && !shiftKey;
    if (key === 'F8' && isPlain) this.#findFinding(shiftKey);
    else if (key === 'f' && isControl && this.shown?.read) this.#openFind();
    else if (key === 'F3' && isPlain && this.isFinding) void this.#goToHit(shiftKey);
    else if (key === 'Escape' && isPlain && this.isFinding) this.#closeFind();
    else return;
    event.preventDefault();
  }

  #openFind(): void {
    if (this.view.isSwitching) this.#changeView({ isSwitching: false });
    this.widget?.take();
    this.isFinding = true;
    if (this.#words !== '') this.#search(this.#words, false);
  }

  #closeFind(): void {
    this.isFinding = false;
    this.found = null;
    this.#searchedAt = undefined;
    if (this.shown) post({ type: 'search', revision: this.shown.revision, words: '' });
    this.list?.focusList();
  }

  /** @param goes the first hit from the selected line on is shown */
  #search(words: string, goes: boolean): void {
    const { shown } = this;
    if (!shown) return;
    this.#words = words;
    this.#wantsHit = goes;
    this.#searchedAt = words === '' ? undefined : shown.revision;
    this.found = words === '' ? null : { words, units: [], isDone: false, isCut: false };
    post({ type: 'search', revision: shown.revision, words });
  }

  #takeFound({ revision, words, units, isDone, isCut }: Extract<ConversationHostMessage, { type: 'found' }>): void {
    const { found } = this;
    if (!found || words !== found.words || revision !== this.#searchedAt) return;
    this.found = { words, units: [...found.units, ...units].sort((one, other) => one - other), isDone, isCut };
    if (!this.#wantsHit || this.found.units.length === 0) return;
    this.#wantsHit = false;
    const { filter, active } = this.view;
    void this.#goToHit(false, filter === 'all' ? active - 1 : -1);
  }

  /** The hit after a line, or the one before it; from the other end again when there is none. */
  async #goToHit(back: boolean, from = this.view.filter === 'all' ? this.view.active : -1): Promise<void> {
    const units = this.found?.units ?? [];
    const at = back ? (units.findLast((unit) => unit < from) ?? units.at(-1)) : (units.find((unit) => unit > from) ?? units[0]);
    if (at !== undefined) await this.#goTo({ filter: 'all', at, keepsFocus: true });
  }

  #findFinding(back: boolean): void {
    const { shown, view } = this;
    if (shown) post({ type: 'findFinding', revision: shown.revision, filter: view.filter, from: view.active, back });
  }

  #changeView(change: Partial<ConversationViewState>): void {
    if (this.shown && !this.shown.read) {
      this.readingView = { ...this.readingView, ...change };
      return;
    }
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

/** @param progress null where reading ended before the end */
function soFarText(messages: number, progress: number | null): string {
  if (progress === null) return t('Not read to the end. Messages listed: {0}', formatCount(messages));
  return t('Reading… Messages listed so far: {0}', formatCount(messages));
}

const { post, listen, keptViewState, keepViewState } = connectHost<ConversationHostMessage, ConversationPageMessage, ConversationViewState>(
  parseConversationHostMessage,
  parseConversationViewState,
);

document.querySelector('main')?.append(document.createElement('agent-artifacts-conversation'));
keepFocus();
