import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewWire } from '../../../src/shared/preview-state.ts';
import { t } from '../../l10n.ts';
import { visibleText } from '../../visible-text.ts';
import { renderBadge } from '../badge.ts';
import { severityBadge, wireBadge, type Severity } from '../outcome.ts';
import { sourceLink } from '../source-link.ts';
import { headingStyles, sourceStyles, toneStyles } from '../../styles.ts';

/** The worst comes first. */
const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** What becomes of each part on its way into the body, and what the limits of the API say. */
@customElement('preview-wire-parts')
export class PartList extends LitElement {
  static override styles = [
    headingStyles,
    sourceStyles,
    toneStyles,
    css`
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        border-radius: 4px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(110px, max-content) minmax(0, 1fr);
        gap: 2px 16px;
        padding: 8px 12px;
        line-height: 1.5;
      }
      li + li {
        border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
      }
      .badge {
        align-self: start;
      }
      .label {
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .words {
        grid-column: 2;
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
      }
      code {
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: 0.92em;
        color: var(--vscode-descriptionForeground);
        overflow-wrap: anywhere;
      }
      @media (max-width: 480px) {
        li {
          grid-template-columns: minmax(0, 1fr);
        }
        .words {
          grid-column: 1;
        }
      }
    `,
  ];

  @property({ attribute: false }) parts: PreviewWire['parts'] = [];
  @property({ attribute: false }) limits: PreviewWire['limits'] = [];

  protected override render() {
    const limits = this.limits.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
    return html`
      <h2 id="parts">${t('Parts')}</h2>
      <ul aria-labelledby="parts">
        ${this.parts.map(renderPart)}
      </ul>
      ${
        limits.length === 0
          ? nothing
          : html`<h2 id="limits">${t('Limits')}</h2>
            <ul aria-labelledby="limits">
              ${limits.map(renderLimit)}
            </ul>`
      }
    `;
  }
}

function renderPart({ label, outcome, rule, source, pointer }: PreviewWire['parts'][number]) {
  return html`<li>
    ${renderBadge(wireBadge(outcome))}
    <span class="label"><bdi>${visibleText(label)}</bdi></span>
    <span class="words">
      <span>${rule}</span>
      ${sourceLink(source)}
      ${pointer === null ? nothing : html`<code title=${t('Where it stands in the body')}>${pointer}</code>`}
    </span>
  </li>`;
}

function renderLimit({ severity, text, source }: PreviewWire['limits'][number]) {
  return html`<li>
    ${renderBadge(severityBadge(severity))}
    <span class="words"><span>${text}</span> ${sourceLink(source)}</span>
  </li>`;
}
