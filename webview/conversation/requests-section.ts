import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type {
  ConversationHostMessage,
  ConversationPageMessage,
  ConversationState,
  ConversationViewState,
  RequestBar,
} from '../../src/shared/conversation-protocol.ts';
import { t } from '../text.ts';
import './requests-picture.ts';
import './requests-table.ts';
import type { RequestsPicture } from './requests-picture.ts';
import type { ChosenRequest, RequestsTable } from './requests-table.ts';

type Requests = NonNullable<NonNullable<ConversationState['read']>['requests']>;

/** The requests of a session that were answered: their sums on a line, and below it, when a person opens it, each of them. */
@customElement('requests-section')
export class RequestsSection extends LitElement {
  static override styles = css`
    :host {
      display: block;
      padding: 4px 16px;
      border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
      line-height: 1.5;
    }
    .head {
      display: flex;
      align-items: flex-start;
      gap: 0 12px;
      min-width: 0;
    }
    /* where there is little room, the sums stand below */
    .open {
      flex-wrap: wrap;
    }
    h2 {
      flex: none;
      margin: 0;
      font: inherit;
    }
    h2 button {
      display: flex;
      align-items: center;
      gap: 4px;
      margin-inline-start: -4px;
      padding: 2px 4px 2px 0;
      border: 0;
      border-radius: 4px;
      background: none;
      font: inherit;
      font-weight: 600;
      color: inherit;
      cursor: pointer;
    }
    h2 button:hover {
      background: var(--vscode-toolbar-hoverBackground);
      outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
      outline-offset: -1px;
    }
    h2 button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    .sums {
      flex: 1;
      min-width: 0;
      margin: 0;
      padding: 2px 0;
      overflow: hidden;
      text-overflow: ellipsis;
      white-space: nowrap;
      color: var(--vscode-descriptionForeground);
    }
    .open .sums {
      flex-basis: 300px;
      white-space: normal;
    }
    requests-picture {
      margin-top: 6px;
    }
    requests-table {
      margin: 6px 0 2px;
    }
  `;

  @property({ attribute: false }) requests!: Requests;
  @property({ type: Number }) revision = 0;
  @property({ type: Boolean }) isOpen = false;
  /** The request that was chosen last; -1 for none. */
  @state() private active = -1;
  @query('requests-picture') private picture!: RequestsPicture | null;
  @query('requests-table') private table!: RequestsTable | null;

  /** Takes what the host answers. */
  receive(message: ConversationHostMessage): void {
    if (message.type === 'requests') this.table?.receive(message);
    else if (message.type === 'requestBars') this.picture?.receive(message);
  }

  protected override render() {
    const { requests, isOpen } = this;
    return html`
      <div class="head ${isOpen ? 'open' : ''}">
        <h2><button aria-expanded=${isOpen ? 'true' : 'false'} @click=${() => this.#toggle()}><vscode-icon name=${isOpen ? 'chevron-down' : 'chevron-right'}></vscode-icon>${t('Requests')}</button></h2>
        <p class="sums">${[requests.words, ...requests.facts.map(({ label, value }) => t('{0}: {1}', label, value))].join(' · ')}</p>
      </div>
      ${isOpen ? this.#renderOpen() : nothing}
    `;
  }

  #renderOpen() {
    const { requests, revision, active } = this;
    return html`
      <requests-picture
        .count=${requests.count}
        .revision=${revision}
        .active=${active}
        @request-bar=${({ detail }: CustomEvent<RequestBar>) => this.#choose(detail.from, detail.message)}
      ></requests-picture>
      <requests-table
        .count=${requests.count}
        .revision=${revision}
        .active=${active}
        @request-walk=${({ detail }: CustomEvent<number>) => (this.active = detail)}
        @request-choose=${({ detail }: CustomEvent<ChosenRequest>) => this.#choose(detail.request, detail.message)}
      ></requests-table>
    `;
  }

  #toggle(): void {
    const detail: Partial<ConversationViewState> = { hasRequestsOpen: !this.isOpen };
    this.dispatchEvent(new CustomEvent('conversation-view', { detail, bubbles: true, composed: true }));
  }

  /** Brings the message of the answer on the screen. */
  #choose(request: number, message: number): void {
    this.active = request;
    const detail: ConversationPageMessage = { type: 'findMessage', revision: this.revision, message };
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }
}
