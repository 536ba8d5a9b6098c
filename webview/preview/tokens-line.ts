import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewArrival, PreviewTokens, TokenRange } from '../../src/shared/preview-state.ts';
import { formatCount, formatEstimate } from '../format.ts';
import { t } from '../l10n.ts';
import { sourceLink } from './source-link.ts';
import { sourceStyles, unseenStyles } from '../styles.ts';

/** From this on, pasting is not a little dearer but something else altogether. */
const MANY_TIMES = 10;

/** What the content costs as it is routed, against what it would cost pasted as base64; every figure an estimate. */
@customElement('preview-token-line')
export class TokenLine extends LitElement {
  static override styles = [
    sourceStyles,
    unseenStyles,
    css`
      p {
        display: flex;
        flex-wrap: wrap;
        gap: 0 6px;
        margin: 4px 0 0;
        line-height: 1.5;
        color: var(--vscode-descriptionForeground);
      }
      b {
        font-weight: 600;
        color: var(--vscode-foreground);
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      @media (max-width: 560px) {
        .dot {
          display: none;
        }
      }
      vscode-icon {
        --vscode-icon-foreground: var(--vscode-editorWarning-foreground);
        vertical-align: text-bottom;
        color: var(--vscode-editorWarning-foreground);
      }
      p.formula {
        margin: 0;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) tokens: PreviewTokens | null = null;

  @property({ attribute: false }) arrival: PreviewArrival['state'] | null = null;

  protected override render() {
    const { tokens } = this;
    if (!tokens) return html`<p>${t('Estimating tokens…')}</p>`;
    const { routed, pasted } = tokens;
    if (!routed && !pasted) return nothing;
    return html`
      <p>
        ${
          routed
            ? html`<b title=${explanation(routed)}>${t('{0} tokens', formatEstimate(routed))}</b>`
            : html`<span>${unknownText(this.arrival)}</span>`
        }
        ${pasted ? renderPasted(pasted, routed) : nothing}
      </p>
      ${routed ? html`<p class="formula"><span>${routed.formula}</span> ${routed.sources.map(sourceLink)}</p>` : nothing}
    `;
  }
}

/** Why there is no figure. */
function unknownText(arrival: PreviewArrival['state'] | null): string {
  if (arrival === 'refused') return t('No tokens: the request is refused.');
  if (arrival === 'dropped') return t('Of the content nothing is counted: it is not in the request, only a note in its place.');
  if (arrival === 'nothing') return t('No tokens: nothing of it is in the request.');
  return t(
    'The tokens of what is sent cannot be told: no formula is known for this type and model, or its size, pages or length could not be read.',
  );
}

function renderPasted(range: TokenRange, routed: TokenRange | null) {
  const times = routed && routed.high > 0 ? Math.round(range.low / routed.high) : 0;
  return html`<span title=${explanation(range)}>
    ${routed ? html`<span class="dot" aria-hidden="true">·</span>` : nothing} ${t('pasted as base64 text:')} ${times >= MANY_TIMES ? html`<vscode-icon name="warning" size="14"></vscode-icon>` : nothing} <b>${formatEstimate(range)}</b>
    ${times > 1 ? html`<span>(${t('{0} times as many', formatCount(times))})</span>` : nothing}
    <span class="unseen">${explanation(range)}</span>
  </span>`;
}

/** Where a figure comes from. */
function explanation({ formula, sources }: TokenRange): string {
  return t('An estimate. Formula: {0}. Source: {1}', formula, sources.join(', '));
}
