import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ConversationPageMessage, SwitchRow } from '../../src/shared/conversation-protocol.ts';
import { renderBadge, renderContext, renderPrice, unknown } from '../preview/outcome.ts';
import { buttonStyles, linkStyles, toneStyles } from '../styles.ts';
import { displayLanguage, formatCount, formatEstimate, t, visibleText } from '../text.ts';

type Column = 'name' | 'verdict' | 'lost' | 'tokens' | 'price' | 'context';

/** Messages that are named of those that lose something. */
const MOST_NAMED = 5;

/** With which models the conversation can go on: the best first, until a person sorts otherwise. */
@customElement('switch-table')
export class SwitchTable extends LitElement {
  static override styles = [
    buttonStyles,
    linkStyles,
    toneStyles,
    css`
      :host {
        display: block;
        overflow: auto;
        padding: 8px 16px 16px;
      }
      .head {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        margin-bottom: 8px;
        color: var(--vscode-descriptionForeground);
      }
      table {
        width: 100%;
        border-collapse: collapse;
        line-height: 1.4;
      }
      th {
        padding: 0;
        text-align: start;
        font-weight: 600;
        border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
      }
      th button {
        display: flex;
        gap: 4px;
        width: 100%;
        padding: 6px 10px;
        border: 0;
        background: none;
        font: inherit;
        color: inherit;
        white-space: nowrap;
        cursor: pointer;
      }
      th button:hover {
        background: var(--vscode-toolbar-hoverBackground);
      }
      th button:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
      .number {
        text-align: end;
        font-variant-numeric: tabular-nums;
      }
      .number button {
        justify-content: flex-end;
      }
      td {
        padding: 6px 10px;
        vertical-align: top;
        border-bottom: 1px solid color-mix(in srgb, var(--vscode-widget-border, var(--vscode-foreground)) 40%, transparent);
        overflow-wrap: anywhere;
      }
      .whole,
      td.number {
        white-space: nowrap;
      }
      tr[aria-current='true'] td {
        color: var(--vscode-list-inactiveSelectionForeground, inherit);
        background: var(--vscode-list-inactiveSelectionBackground);
      }
      tr[aria-current='true'] td:first-child {
        box-shadow: inset 3px 0 var(--vscode-focusBorder);
      }
      .name {
        min-width: 10em;
      }
      .name button.link {
        font-weight: 600;
        text-align: start;
      }
      .dim {
        color: var(--vscode-descriptionForeground);
      }
      tr[aria-current='true'] :is(.dim, .name button.link) {
        color: inherit;
      }
    `,
  ];

  /** Null while they are asked for. */
  @property({ attribute: false }) rows: readonly SwitchRow[] | null = null;
  /** Why nothing can be repaired here; null when it can. */
  @property({ attribute: false }) refusal: string | null = null;
  @state() private column: Column = 'verdict';
  @state() private isDescending = false;

  protected override render() {
    const { rows } = this;
    return html`
      <div class="head">
        <span>${t('What happens to the next request with each model.')}</span>
        <vscode-button secondary @click=${() => this.#ask({ type: 'chooseComparedModels' })}>${t('Choose Models to Compare…')}</vscode-button>
      </div>
      ${rows === null ? html`<p class="dim" role="status">${t('Comparing…')}</p>` : this.#renderTable(rows)}
    `;
  }

  #renderTable(rows: readonly SwitchRow[]) {
    return html`<table aria-label=${t('Models the conversation can go on with')}>
      <thead>
        <tr>
          ${this.#renderHead('name', t('Model'))} ${this.#renderHead('verdict', t('Next Request'))} ${this.#renderHead('lost', t('Not Received'))}
          ${this.#renderHead('tokens', t('Tokens'))} ${this.#renderHead('price', t('Price'))} ${this.#renderHead('context', t('Context'))}
        </tr>
      </thead>
      <tbody>
        ${sorted(rows, this.column, this.isDescending).map((row) => this.#renderRow(row))}
      </tbody>
    </table>`;
  }

  #renderHead(column: Column, words: string) {
    const isSorted = this.column === column;
    const order = this.isDescending ? 'descending' : 'ascending';
    return html`<th class=${NUMBERS.has(column) ? 'number' : ''} scope="col" aria-sort=${isSorted ? order : 'none'}>
      <button @click=${() => this.#sortBy(column)}>${words}${isSorted ? html`<vscode-icon name=${this.isDescending ? 'arrow-down' : 'arrow-up'} size="14"></vscode-icon>` : nothing}</button>
    </th>`;
  }

  #renderRow(row: SwitchRow) {
    const { name, api, isChosen, isOwn, tokens, lacks, lost } = row;
    return html`<tr aria-current=${isChosen ? 'true' : 'false'}>
      <td class="name">
        <button class="link" title=${t('Check the conversation for this model')} @click=${() => this.#choose(row, false)}>${visibleText(name)}</button>
        <div class="dim">${api}${isOwn ? html` · <b>${t('model of this conversation')}</b>` : nothing}</div>
      </td>
      <td>${this.#renderVerdict(row)}</td>
      <td>${lost.length === 0 ? html`<span class="dim whole">${t('nothing')}</span>` : lostWords(lost)}</td>
      <td class="number">${tokens ? formatEstimate(tokens) : unknown()}${tokens && lacks !== null ? html`<div class="dim">${lackWords(lacks)}</div>` : nothing}</td>
      <td class="number">${tokens?.price ? renderPrice(tokens) : unknown()}</td>
      <td class="number">${tokens?.context ? renderContext(tokens, true) : unknown()}</td>
    </tr>`;
  }

  #renderVerdict(row: SwitchRow) {
    const { outcome, message, sentence, repairs } = row;
    if (outcome === 'goes_through' && sentence === null) return renderBadge({ icon: 'pass', tone: 'good', text: t('Goes through') });
    if (outcome !== 'fails')
      return html`
        ${renderBadge(outcome === 'unknown' ? { icon: 'question', tone: 'warning', text: t('Not known') } : { icon: 'warning', tone: 'warning', text: t('Goes through') })}
        <div class="dim">${visibleText(sentence ?? '')}</div>
      `;
    const text = message === null ? t('Fails') : t('Fails at message {0}', formatCount(message + 1));
    return html`
      ${renderBadge({ icon: 'error', tone: 'bad', text })}
      <div class="dim">${visibleText(sentence ?? '')}</div>
      ${repairs === 0 || this.refusal !== null ? nothing : html`<button class="link" @click=${() => this.#choose(row, true)}>${repairs === 1 ? t('Repair 1 Part…') : t('Repair {0} Parts…', formatCount(repairs))}</button>`}
    `;
  }

  #sortBy(column: Column): void {
    this.isDescending = this.column === column && !this.isDescending;
    this.column = column;
  }

  #choose({ serviceId }: SwitchRow, thenRepair: boolean): void {
    this.#ask({ type: 'chooseModel', serviceId, thenRepair });
  }

  #ask(detail: ConversationPageMessage): void {
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }
}

const NUMBERS: ReadonlySet<Column> = new Set(['tokens', 'price', 'context']);

/** What tokens are without that another row has, as the server counted it. */
function lackWords(lacks: NonNullable<SwitchRow['lacks']>): string {
  return lacks === 'tools' ? t('without tools') : t('without system prompt and tools');
}

/** Which messages lose something: "2 parts (messages 3, 9)". */
function lostWords(lost: readonly number[]): string {
  const messages = [...new Set(lost)].map((message) => formatCount(message + 1));
  const named = messages.length > MOST_NAMED ? [...messages.slice(0, MOST_NAMED), '…'] : messages;
  const places = new Intl.ListFormat(displayLanguage(), { type: 'unit' }).format(named);
  return lost.length === 1 ? t('1 part (message {0})', places) : t('{0} parts (messages {1})', formatCount(lost.length), places);
}

/** The rows in order; what is not known comes last. */
function sorted(rows: readonly SwitchRow[], column: Column, isDescending: boolean): SwitchRow[] {
  const collator = new Intl.Collator(displayLanguage(), { numeric: true });
  const direction = isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    if (column === 'name') return direction * collator.compare(one.name, other.name);
    const [a, b] = [keysOf(one, column), keysOf(other, column)];
    const at = a.findIndex((key, index) => key !== b[index]);
    const [x, y] = [a[at], b[at]];
    if (x === undefined || y === undefined) return 0;
    if (x === null || y === null) return x === null ? 1 : -1;
    return direction * (x - y);
  });
}

const OUTCOMES: readonly SwitchRow['outcome'][] = ['goes_through', 'unknown', 'fails'];

/** By the verdict: what goes through first, then what loses least, then the cheapest. */
function keysOf({ outcome, lost, tokens }: SwitchRow, column: Exclude<Column, 'name'>): readonly (number | null)[] {
  const price = tokens?.price?.high ?? null;
  switch (column) {
    case 'verdict':
      return [OUTCOMES.indexOf(outcome), lost.length, price];
    case 'lost':
      return [lost.length, price];
    case 'tokens':
      return [tokens?.high ?? null];
    case 'price':
      return [price];
    case 'context':
      return [tokens?.context?.high ?? null];
  }
}
