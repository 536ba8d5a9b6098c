import { css, html, LitElement, nothing, svg } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import type { ConversationHostMessage, ConversationPageMessage, RequestBar } from '../../src/shared/conversation-protocol.ts';
import { formatCount, t, visibleLines } from '../text.ts';

declare global {
  interface HTMLElementEventMap {
    /** A bar of the picture of requests was clicked. */
    'request-bar': CustomEvent<RequestBar>;
  }
}

/** Pixels from a bar to the next one: the least, with the gap of one between them, and the most. */
const STEP = { least: 4, most: 32 };
/** Pixels of the tallest bar, and of the room for marks above it. */
const TALLEST = 64;
const MARKS = 14;
/** What is there at all is seen: pixels. */
const LEAST_SEEN = 2;

/** The requests of a session as bars. The table below says the same to who cannot see them. */
@customElement('requests-picture')
export class RequestsPicture extends LitElement {
  static override styles = css`
    :host {
      display: block;
      --cached: color-mix(in srgb, var(--vscode-charts-blue) 45%, var(--vscode-editor-background));
      --fresh: var(--vscode-charts-blue);
      --output: var(--vscode-charts-foreground, var(--vscode-foreground));
      --missed: var(--vscode-editorWarning-foreground, #cca700);
    }
    svg {
      display: block;
      width: 100%;
      height: ${TALLEST + MARKS}px;
      border-bottom: 1px solid var(--vscode-charts-lines, var(--vscode-widget-border));
    }
    rect {
      shape-rendering: crispEdges;
    }
    .bar {
      cursor: pointer;
    }
    .room {
      fill: transparent;
    }
    .bar:hover .room {
      fill: var(--vscode-list-hoverBackground, transparent);
      stroke: var(--vscode-contrastActiveBorder, transparent);
    }
    .active .room {
      fill: var(--vscode-list-inactiveSelectionBackground, transparent);
      stroke: var(--vscode-focusBorder);
    }
    .cached {
      fill: var(--cached);
    }
    .fresh {
      fill: var(--fresh);
    }
    .output {
      fill: var(--output);
    }
    .missed {
      fill: var(--missed);
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      gap: 0 14px;
      margin: 2px 0 0;
      font-size: 0.9em;
      color: var(--vscode-descriptionForeground);
    }
    .legend svg {
      display: inline-block;
      width: 9px;
      height: 9px;
      margin-inline-end: 5px;
      border: 0;
    }
    .legend :last-child {
      margin-inline-start: auto;
    }
  `;

  /** The requests of the session. */
  @property({ type: Number }) count = 0;
  @property({ type: Number }) revision = 0;
  /** The request whose bar is marked; -1 for none. */
  @property({ type: Number }) active = -1;
  @query('.bars') private frame!: SVGElement | null;
  @state() private width = 0;
  @state() private bars: readonly RequestBar[] = [];
  #asked = '';
  readonly #resized = new ResizeObserver(([entry]) => {
    if (entry) this.width = entry.contentRect.width;
  });

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
  }

  /** Takes the bars that the host answers. */
  receive({ revision, bars }: Extract<ConversationHostMessage, { type: 'requestBars' }>): void {
    if (revision === this.revision) this.bars = bars;
  }

  protected override firstUpdated(): void {
    if (this.frame) this.#resized.observe(this.frame);
  }

  protected override updated(): void {
    const { revision, count, width } = this;
    if (width === 0) return;
    const most = Math.min(count, Math.max(1, Math.floor(width / STEP.least)));
    const asked = `${revision} ${most}`;
    if (asked === this.#asked) return;
    this.#asked = asked;
    const detail: ConversationPageMessage = { type: 'requestBars', revision, most };
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }

  protected override render() {
    const { bars, width } = this;
    const tallest = Math.max(1, ...bars.map(({ cached, fresh, output }) => cached + fresh + output));
    const step = Math.max(1, Math.min(STEP.most, Math.floor(width / Math.max(1, bars.length))));
    return html`<div aria-hidden="true">
      <svg class="bars">${bars.map((bar, at) => this.#renderBar(bar, { left: at * step, step, tallest }))}</svg>
      ${bars.length === 0 ? nothing : renderLegend(bars, tallest)}
    </div>`;
  }

  #renderBar(bar: RequestBar, { left, step, tallest }: { readonly left: number; readonly step: number; readonly tallest: number }) {
    const isActive = this.active >= bar.from && this.active < bar.to;
    const width = step > 1 ? step - 1 : 1;
    const choose = (): boolean => this.dispatchEvent(new CustomEvent('request-bar', { detail: bar }));
    let bottom = MARKS + TALLEST;
    const parts = (['cached', 'fresh', 'output'] as const).map((kind) => {
      const height = bar[kind] === 0 ? 0 : Math.max(LEAST_SEEN, Math.round((bar[kind] / tallest) * TALLEST));
      bottom -= height;
      return svg`<rect class=${kind} x=${left} y=${bottom} width=${width} height=${height}></rect>`;
    });
    return svg`<g class="bar ${isActive ? 'active' : ''}" @click=${choose}>
      <title>${visibleLines(bar.title)}</title>
      <rect class="room" x=${left} y="0" width=${step} height=${MARKS + TALLEST}></rect>
      ${parts}
      ${bar.isMissed ? svg`<path class="missed" d=${triangle(left + width / 2, bottom - 2)}></path>` : nothing}
    </g>`;
  }
}

/** A mark that points down, at a place above a bar. */
function triangle(x: number, y: number): string {
  return `M${x - 4},${y - 6}h8l-4,6z`;
}

function renderLegend(bars: readonly RequestBar[], tallest: number) {
  const isGrouped = bars.some(({ from, to }) => to - from > 1);
  const height = formatCount(Math.round(tallest));
  const key = (kind: string, words: string) => html`<span><svg><rect class=${kind} width="9" height="9"></rect></svg>${words}</span>`;
  return html`<p class="legend">
    ${key('cached', t('read from the cache'))}${key('fresh', t('new input'))}${key('output', t('output'))}
    ${bars.some(({ isMissed }) => isMissed) ? html`<span><svg><path class="missed" d="M0.5,1.5h8l-4,6z"></path></svg>${t('cache miss')}</span>` : nothing}
    <span>${isGrouped ? t('each bar is the average of up to {0} requests; highest: {1} tokens', formatCount((bars[0]?.to ?? 1) - (bars[0]?.from ?? 0)), height) : t('highest: {0} tokens', height)}</span>
  </p>`;
}
