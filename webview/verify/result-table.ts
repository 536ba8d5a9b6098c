import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import type { Badge } from '../preview/badges.ts';
import { toneStyles } from '../styles.ts';
import { displayLanguage, t, visibleText } from '../text.ts';

/** The table as VS Code's own ones: a quiet head, lines between rows, words that wrap. Half an editor is too narrow for six columns. */
const tableStyles = css`
  :host {
    display: block;
    container-type: inline-size;
  }
  table {
    width: 100%;
    border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    border-collapse: separate;
    border-spacing: 0;
    border-radius: 4px;
    overflow: clip;
    table-layout: fixed;
  }
  th,
  td {
    box-sizing: border-box;
    padding: 8px 12px;
    text-align: start;
    vertical-align: top;
    line-height: 1.45;
  }
  thead th {
    padding-block: 6px;
    font-weight: 600;
    white-space: nowrap;
    background: var(--vscode-keybindingTable-headerBackground, transparent);
  }
  tbody th,
  tbody td {
    border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
  }
  tbody tr:nth-child(even) {
    background: var(--vscode-keybindingTable-rowsBackground, transparent);
  }
  tbody th {
    font-weight: 600;
  }
  thead .capability {
    width: 196px;
  }
  thead .declared {
    width: 146px;
  }
  thead .result {
    width: 116px;
  }
  thead .status {
    width: 66px;
  }
  thead .time {
    width: 80px;
  }
  .title {
    display: block;
  }
  code {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.9em;
    font-weight: normal;
    overflow-wrap: anywhere;
    color: var(--vscode-descriptionForeground);
  }
  .idle,
  .idle .title {
    font-weight: normal;
    color: var(--vscode-descriptionForeground);
  }
  p {
    margin: 0;
  }
  blockquote {
    margin: 4px 0 0;
    padding: 0 0 0 8px;
    border-inline-start: 2px solid var(--vscode-textBlockQuote-border, var(--vscode-contrastBorder, currentColor));
    overflow-wrap: anywhere;
    color: var(--vscode-descriptionForeground);
  }
  .status,
  .time {
    text-align: end;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .change {
    display: block;
    font-size: 0.9em;
    white-space: nowrap;
  }
  .change vscode-icon {
    vertical-align: text-bottom;
  }
  .change.add vscode-icon {
    color: var(--vscode-gitDecoration-addedResourceForeground, var(--vscode-foreground));
  }
  .change.remove vscode-icon {
    color: var(--vscode-gitDecoration-deletedResourceForeground, var(--vscode-foreground));
  }
  .narrow {
    display: none;
  }
  @container (max-width: 760px) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody tr {
      display: grid;
      grid-template:
        'capability capability result' auto
        'declared status time' auto
        'answer answer answer' auto
        / 1fr auto auto;
      gap: 2px 16px;
      padding: 10px 12px;
    }
    tbody tr + tr {
      border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    }
    tbody th,
    tbody td {
      min-width: 0;
      padding: 0;
      border: 0;
    }
    .wide {
      display: none;
    }
    .narrow {
      display: inline;
    }
    .capability {
      grid-area: capability;
    }
    .title {
      display: inline;
      margin-inline-end: 6px;
    }
    .declared {
      grid-area: declared;
    }
    .change {
      display: inline;
      white-space: normal;
    }
    .change::before {
      content: '· ';
    }
    .result {
      grid-area: result;
      justify-self: end;
    }
    .status {
      grid-area: status;
    }
    .time {
      grid-area: time;
    }
    tbody .declared,
    tbody .status,
    tbody .time {
      color: var(--vscode-descriptionForeground);
    }
    .answer {
      grid-area: answer;
      padding-top: 4px;
    }
  }
`;

type Change = VerifyState['changes'][number];

/**
 * What was asked, and what came of it: one row a capability. Where there is no room for columns, each row stands as a
 * block of its own; the roles say that it still is a table, which browsers forget for other layouts.
 */
@customElement('verify-table')
export class ResultTable extends LitElement {
  static override styles = [toneStyles, tableStyles];

  @property({ attribute: false }) rows: readonly VerifyRow[] = [];
  /** Rows that a change is about are marked with it. */
  @property({ attribute: false }) changes: readonly Change[] = [];
  @property() label = '';

  protected override render() {
    return html`
      <table role="table" aria-label=${this.label}>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" class="capability">${t('Capability')}</th>
            <th role="columnheader" class="declared">${t('Declared')}</th>
            <th role="columnheader" class="result">${t('Result')}</th>
            <th role="columnheader" class="answer">${t('Answer')}</th>
            <th role="columnheader" class="status">${t('Status')}</th>
            <th role="columnheader" class="time">${t('Time')}</th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          ${this.rows.map((row) => this.#renderRow(row))}
        </tbody>
      </table>
    `;
  }

  #renderRow(row: VerifyRow) {
    const { icon, tone, text } = rowBadge(row);
    const change = this.changes.find(({ list, type }) => list === row.list && type === row.capability);
    const declared = row.isDeclared === null ? '' : row.isDeclared ? t('yes') : t('no');
    return html`<tr role="row" class=${classMap({ idle: row.outcome === 'waiting' || row.outcome === 'not_sent' })}>
      <th role="rowheader" class="capability">
        <span class="title">${rowTitle(row)}</span>
        <code>${row.list}.${row.capability}</code>
      </th>
      <td role="cell" class="declared">
        ${declared === '' ? nothing : html`<span class="wide">${declared}</span><span class="narrow">${t('Declared: {0}', declared)}</span>`}
        ${change ? html`<span class="change ${change.kind}"><vscode-icon name=${change.kind === 'add' ? 'diff-added' : 'diff-removed'} size="14"></vscode-icon> ${change.kind === 'add' ? t('suggested: add') : t('suggested: remove')}</span>` : nothing}
      </td>
      <td role="cell" class="result"><span class="badge ${tone}"><vscode-icon name=${icon} ?spin=${row.outcome === 'asking'}></vscode-icon>${text}</span></td>
      <td role="cell" class="answer">
        ${row.because === '' ? nothing : html`<p>${row.because}</p>`}
        ${row.words === null ? nothing : html`<blockquote>${visibleText(row.words)}</blockquote>`}
      </td>
      <td role="cell" class="status">${row.status === null ? nothing : html`<span class="narrow">HTTP </span>${row.status}`}</td>
      <td role="cell" class="time">${row.elapsed === null ? nothing : formatElapsed(row.elapsed)}</td>
    </tr>`;
  }
}

/** The subject of a row; the capability's name is beside it. */
function rowTitle({ capability }: VerifyRow): string {
  switch (capability) {
    case 'text':
      return t('Plain text');
    case 'vision':
      return t('Image');
    case 'audio':
      return t('Audio');
    case 'file':
      return t('PDF');
    case 'tool_calling':
      return t('Tool calling');
    case 'structured_output':
      return t('Structured output');
    case 'tool_result_media':
      return t('Media in a tool result');
    default:
      return capability;
  }
}

/** The state of a row. */
function rowBadge({ outcome }: VerifyRow): Badge {
  switch (outcome) {
    case 'waiting':
      return { icon: 'circle', tone: 'quiet', text: t('Waiting') };
    case 'asking':
      return { icon: 'loading', tone: 'changed', text: t('Asking…') };
    case 'accepted':
      return { icon: 'pass', tone: 'good', text: t('Accepted') };
    case 'refused':
      return { icon: 'error', tone: 'bad', text: t('Refused') };
    case 'unclear':
      return { icon: 'question', tone: 'warning', text: t('Unclear') };
    case 'not_sent':
      return { icon: 'circle-slash', tone: 'quiet', text: t('Not sent') };
  }
}

/** Milliseconds as people read them: `480 ms`, `1.5 s`. */
function formatElapsed(milliseconds: number): string {
  const figure = (value: number, digits: number): string =>
    new Intl.NumberFormat(displayLanguage(), { minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  return milliseconds < 1000 ? t('{0} ms', figure(milliseconds, 0)) : t('{0} s', figure(milliseconds / 1000, 1));
}

/** A long time: `60 seconds`. */
function formatWait(milliseconds: number): string {
  return new Intl.NumberFormat(displayLanguage(), { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(milliseconds / 1000);
}

/** The progress of the verification, in a sentence or two. */
export function summary({ phase, rows, timeout }: VerifyState): string {
  const count = (outcome: VerifyRow['outcome']): number => rows.filter((row) => row.outcome === outcome).length;
  const done = rows.length - count('waiting') - count('asking');
  if (phase === 'asking')
    return t('Asking the service: {0} of {1}. Waiting at most {2} for each answer.', done, rows.length, formatWait(timeout));
  const counts = t(
    'Accepted: {0}, refused: {1}, unclear: {2}, not sent: {3}',
    count('accepted'),
    count('refused'),
    count('unclear'),
    count('not_sent'),
  );
  return phase === 'cancelled' ? t('Cancelled. {0}', counts) : counts;
}
