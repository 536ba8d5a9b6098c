import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewArrival } from '../../src/shared/preview-protocol.ts';
import type { PreviewTokens, TokenRange } from '../../src/shared/token-figures.ts';
import { unseenStyles } from '../styles.ts';
import { formatCount, formatEstimate, formatPrice, formatShare, t, visibleText } from '../text.ts';
import type { Badge } from './badges.ts';

/** A state as icon and word; wants `toneStyles`. */
export function renderBadge({ icon, tone, text }: Badge) {
  return html`<span class="badge ${tone}"><vscode-icon name=${icon}></vscode-icon>${text}</span>`;
}

/** An estimate of tokens in a table, with its formula and where that is written. */
export function renderTokens(tokens: TokenRange) {
  const explanation = t('An estimate. Formula: {0}. Source: {1}', tokens.formula, tokens.sources.join(', '));
  return html`<span title=${explanation}>${formatEstimate(tokens)}</span>`;
}

/** What tokens cost, with its source; said where it is not known, which is never nothing. */
export function renderPrice({ price }: Pick<TokenRange, 'price'>) {
  if (!price) return html`<span class="price" title=${t('No source says what this model costs here.')}>${t('price unknown')}</span>`;
  return html`<span class="price" title=${t('As input, in US dollars. Source: {0}', visibleText(price.source))}>${formatPrice(price)}</span>`;
}

/** What stands in a table for a figure that no source tells. */
export function unknown() {
  return html`<span class="dim">${t('unknown')}</span>`;
}

/** The share of the context window; nothing where the window is not known. */
export function renderContext({ context }: Pick<TokenRange, 'context'>, isInColumn = false) {
  if (!context) return nothing;
  const share = formatShare(context);
  const words = t('Of at most {0} tokens. Source: {1}', formatCount(context.window), visibleText(context.source));
  return html`<span class="context" title=${words}>${isInColumn ? share : t('{0} of the context', share)}</span>`;
}

/** Where a rule is written: pages on the web as links, the rest (a package and its type, a remark) as text. */
export function sourceLink(source: string) {
  if (source === '') return nothing;
  return html`<span class="source">${source.split(/(https:\/\/[^\s),;]+)/).map((part) => linked(part))}</span>`;
}

function linked(part: string) {
  const url = part.startsWith('https://') ? URL.parse(part.replace(/(?<!\.)\.+$/, '')) : null;
  if (!url) return part;
  return html`<a href=${url.href} title=${url.href} aria-label=${t('Source: {0}', url.href)}>${url.hostname.replace(/^www\./, '')}</a>`;
}

/** From this on, pasting is not a little dearer but something else altogether. */
const MANY_TIMES = 10;

/** What the content costs as it is routed, against what it would cost pasted as base64; every figure an estimate. */
@customElement('preview-token-line')
export class TokenLine extends LitElement {
  static override styles = [
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
      .figure {
        font-variant-numeric: tabular-nums;
        white-space: nowrap;
      }
      /* a line of its own */
      .pasted {
        flex-basis: 100%;
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
    `,
  ];

  @property({ attribute: false }) tokens: PreviewTokens | null = null;

  @property({ attribute: false }) arrival: PreviewArrival['state'] | null = null;

  protected override render() {
    const { tokens } = this;
    if (!tokens) return html`<p>${t('Estimating tokens…')}</p>`;
    const { routed, pasted, uncounted } = tokens;
    if (!routed && !pasted) return nothing;
    if (this.arrival === 'refused') return html`<p>${routed ? renderHypothetical(routed) : unknownText('refused', uncounted)}</p>`;
    return html`
      <p>
        ${
          routed
            ? html`<b title=${explanation(routed)}>${t('{0} tokens', formatEstimate(routed))}</b> ${dot()} ${renderPrice(routed)} ${routed.context ? html`${dot()} ${renderContext(routed)}` : nothing}`
            : html`<span>${unknownText(this.arrival, uncounted)}</span>`
        }
        ${pasted ? renderPasted(pasted, routed) : nothing}
      </p>
    `;
  }
}

/** What nobody pays, since the request is rejected. */
function renderHypothetical(range: TokenRange) {
  return html`<span title=${explanation(range)}>${t('If it were accepted: {0} tokens', formatEstimate(range))}</span> ${dot()}
    ${renderPrice(range)} ${range.context ? html`${dot()} ${renderContext(range)}` : nothing}`;
}

/** Why there is no figure. */
function unknownText(arrival: PreviewArrival['state'] | null, uncounted: string | undefined): string {
  if (arrival === 'refused') return t('No tokens: the request is rejected.');
  if (arrival === 'dropped') return t('The content is not counted: only a note is sent instead.');
  if (arrival === 'nothing') return t('No tokens: none of it is in the request.');
  return uncounted === undefined ? t('Token count unknown') : t('Token count unknown: no formula for {0}', visibleText(uncounted));
}

/** What nobody should pay: the figure is not set in bold as that of the content is, and never stands alone. */
function renderPasted(range: TokenRange, routed: TokenRange | null) {
  const times = routed && routed.high > 0 ? Math.round(range.low / routed.high) : 0;
  return html`<span class="pasted" title=${explanation(range)}>
    ${t('as base64 text (cannot be read by the model):')} ${times >= MANY_TIMES ? html`<vscode-icon name="warning" size="14"></vscode-icon>` : nothing} <span class="figure">${formatEstimate(range)}</span>
    ${range.price ? html`${dot()} <span class="figure">${renderPrice(range)}</span>` : nothing}
    ${times > 1 ? html`<span>(${t('{0}× as many', formatCount(times))})</span>` : nothing}
    <span class="unseen">${explanation(range)}</span>
  </span>`;
}

function dot() {
  return html`<span class="dot" aria-hidden="true">·</span>`;
}

/** Where a figure comes from. */
function explanation({ formula, sources }: TokenRange): string {
  return t('An estimate. Formula: {0}. Source: {1}', formula, sources.join(', '));
}
