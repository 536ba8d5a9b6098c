import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import { t } from '../l10n.ts';
import { toneStyles } from '../styles.ts';
import { visibleText } from '../visible-text.ts';
import { tableStyles } from './table-styles.ts';
import { formatElapsed, rowBadge, rowTitle } from './words.ts';

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
