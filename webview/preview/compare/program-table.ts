import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { ProgramRow } from '../../../src/shared/preview-protocol.ts';
import { toneStyles } from '../../styles.ts';
import { t, visibleText } from '../../text.ts';
import type { Badge } from '../badges.ts';
import { renderBadge, renderPrice, renderTokens, unknown } from '../outcome.ts';
import { NARROW, tableStyles } from './comparison-styles.ts';

const BADGES: Record<ProgramRow['outcome'], Pick<Badge, 'icon' | 'tone'>> = {
  sent: { icon: 'pass', tone: 'good' },
  raw: { icon: 'error', tone: 'bad' },
  note: { icon: 'warning', tone: 'warning' },
  nothing: { icon: 'circle-slash', tone: 'bad' },
  unknown: { icon: 'question', tone: 'quiet' },
};

/** What each program that was watched sends of the content to the model of the preview. */
@customElement('preview-programs')
export class ProgramTable extends LitElement {
  static override styles = [
    toneStyles,
    tableStyles,
    css`
      /* all rows are read at once: there are few */
      .scroller {
        max-height: none;
      }
      .row {
        cursor: default;
      }
      td {
        height: auto;
        padding-block: 5px;
        vertical-align: top;
      }
      col.program {
        width: 22%;
      }
      .sends .line,
      .sends .badge {
        white-space: normal;
        overflow-wrap: anywhere;
      }
      .sends .badge {
        align-items: flex-start;
      }
      .sends .badge vscode-icon {
        flex: none;
        margin-top: 1px;
      }
      .figures {
        display: none;
      }
      @media (max-width: ${unsafeCSS(NARROW)}px) {
        .figures {
          display: block;
        }
        col.program {
          width: 32%;
        }
        col.tokens,
        col.price,
        th.tokens,
        th.price,
        td.number {
          display: none;
        }
      }
    `,
  ];

  @property({ attribute: false }) rows: readonly ProgramRow[] = [];
  @property() label = '';

  protected override render() {
    return html`
      <div class="scroller" tabindex="0" role="region" aria-label=${this.label}>
        <table aria-label=${this.label}>
          <colgroup>
            <col class="program" />
            <col />
            <col class="tokens" />
            <col class="price" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col"><span class="title">${t('Program')}</span></th>
              <th scope="col"><span class="title">${t('Sends')}</span></th>
              <th scope="col" class="tokens"><span class="title">${t('Tokens')}</span></th>
              <th scope="col" class="price"><span class="title">${t('Price')}</span></th>
            </tr>
          </thead>
          <tbody>
            ${this.rows.map((row, index) => renderRow(row, index))}
          </tbody>
        </table>
      </div>
    `;
  }
}

function renderRow({ name, version, outcome, sends, detail, sendsContent, tokens }: ProgramRow, index: number) {
  const count = tokens ? renderTokens(tokens) : unknown();
  const price = tokens?.price ? renderPrice(tokens) : unknown();
  return html`<tr class=${index % 2 === 1 ? 'row odd' : 'row'}>
    <td class="name">
      <span class="line"><bdi>${visibleText(name)}</bdi></span><span class="line dim">${visibleText(version)}</span>
    </td>
    <td class="sends">
      <span class="line">${renderBadge({ ...BADGES[outcome], text: visibleText(sends) })}</span><span class="line dim">${visibleText(detail)}</span>
      ${sendsContent ? html`<span class="line figures">${t('Tokens')}: ${count} · ${t('Price')}: ${price}</span>` : nothing}
    </td>
    <td class="number">${sendsContent ? count : none()}</td>
    <td class="number">${sendsContent ? price : none()}</td>
  </tr>`;
}

/** Stands for what nothing costs. */
function none() {
  return html`<span class="dim">–</span>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'preview-programs': ProgramTable;
  }
}
