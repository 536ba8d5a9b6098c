import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { classMap } from 'lit/directives/class-map.js';
import type { VerifyRow, VerifyState } from '../../src/shared/verify-protocol.ts';
import { t } from '../l10n.ts';
import { toneStyles, unseenStyles } from '../styles.ts';
import { visibleText } from '../visible-text.ts';
import { tableStyles } from './table-styles.ts';
import { formatElapsed, rowBadge, rowTitle } from './words.ts';

type Change = VerifyState['changes'][number];

/** What was asked, and what came of it: one row a capability. */
@customElement('verify-table')
export class ResultTable extends LitElement {
  static override styles = [toneStyles, unseenStyles, tableStyles];

  @property({ attribute: false }) rows: readonly VerifyRow[] = [];
  /** Rows that a change is about are marked with it. */
  @property({ attribute: false }) changes: readonly Change[] = [];
  @property() label = '';

  protected override render() {
    return html`
      <div class="scroller" tabindex="0" role="region" aria-label=${this.label}>
        <table>
          <thead>
            <tr>
              <th scope="col" class="capability">${t('Capability')}</th>
              <th scope="col" class="declared">${t('Declared')}</th>
              <th scope="col" class="result">${t('Result')}</th>
              <th scope="col" class="answer">${t('Answer')}</th>
              <th scope="col" class="status">${t('Status')}</th>
              <th scope="col" class="time">${t('Time')}</th>
            </tr>
          </thead>
          <tbody>
            ${this.rows.map((row) => this.#renderRow(row))}
          </tbody>
        </table>
      </div>
    `;
  }

  #renderRow(row: VerifyRow) {
    const { icon, tone, text } = rowBadge(row);
    const change = this.changes.find(({ list, type }) => list === row.list && type === row.capability);
    return html`<tr class=${classMap({ idle: row.outcome === 'waiting' || row.outcome === 'not_sent' })}>
      <th scope="row">
        <span class="title">${rowTitle(row)}</span>
        <code>${row.list}.${row.capability}</code>
      </th>
      <td class="declared">
        ${row.isDeclared === null ? nothing : row.isDeclared ? t('yes') : t('no')}
        ${change ? html`<span class="change ${change.kind}">${change.kind === 'add' ? t('add') : t('remove')}</span>` : nothing}
      </td>
      <td><span class="badge ${tone}"><vscode-icon name=${icon} ?spin=${row.outcome === 'asking'}></vscode-icon>${text}</span></td>
      <td class="answer">
        ${row.because === '' ? nothing : html`<p>${row.because}</p>`}
        ${row.words === null ? nothing : html`<blockquote>${visibleText(row.words)}</blockquote>`}
      </td>
      <td class="number">${row.status ?? nothing}</td>
      <td class="number">${row.elapsed === null ? nothing : formatElapsed(row.elapsed)}</td>
    </tr>`;
  }
}
