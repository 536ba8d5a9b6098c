import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PreviewFacts, PreviewViewState } from '../../../src/shared/preview-protocol.ts';
import { formatCount, t, visibleText } from '../../text.ts';
import { changeView } from '../actions.ts';
import { noticeStyles } from '../../styles.ts';
import { openPdf, type OpenedPdf, pdfProblemText } from './pdf-document.ts';
import { pageSize, type PageSize, type PdfPage } from './pdf-page.ts';
import '../facts-content.ts';

/** CSS pixels per PDF unit at actual size: 96 pixels and 72 units are an inch. */
const ACTUAL_SCALE = 96 / 72;
/** Pages laid out at first, and again whenever more are asked for: a PDF may claim any number of them. */
const PAGES_AT_ONCE = 200;

/** The pages of a PDF, one below the other, as wide as there is space or at actual size. */
@customElement('preview-pdf')
export class PdfContent extends LitElement {
  static override styles = [
    noticeStyles,
    css`
      :host {
        display: block;
      }
      .bar {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 26px;
        margin-bottom: 8px;
        color: var(--vscode-descriptionForeground);
      }
      .pages {
        display: flex;
        flex-direction: column;
        align-items: safe center;
        gap: 12px;
        overflow-x: auto;
        padding: 2px 2px 6px;
      }
      .more {
        margin-top: 8px;
        text-align: center;
      }
    `,
  ];

  @property({ attribute: false }) uri = '';
  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @property({ attribute: false }) zoom: PreviewViewState['zoom'] = 'fit';
  @state() private opened: OpenedPdf | null = null;
  @state() private first: PageSize | null = null;
  @state() private width = 0;
  /** How many pages are laid out at most. */
  @state() private shown = PAGES_AT_ONCE;
  #reading: AbortController | null = null;
  readonly #resized = new ResizeObserver(([entry]) => {
    // Padding of the list of pages.
    if (entry && entry.contentRect.width > 0) this.width = Math.floor(entry.contentRect.width) - 4;
  });
  /** Pages are drawn half a screen before they come in. */
  readonly #near = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) (target as PdfPage).near = isIntersecting;
    },
    { rootMargin: '50% 0px' },
  );

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    if (this.uri !== '' && !this.#reading) void this.#open();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    this.#near.disconnect();
    this.#close();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri')) void this.#open();
  }

  protected override updated(): void {
    for (const page of this.renderRoot.querySelectorAll('preview-pdf-page')) this.#near.observe(page);
  }

  async #open(): Promise<void> {
    this.#close();
    const reading = new AbortController();
    this.#reading = reading;
    const opened = await openPdf(this.uri, reading.signal).catch((): OpenedPdf => ({ problem: 'unreadable' }));
    if (reading.signal.aborted) {
      if ('close' in opened) opened.close();
      return;
    }
    if ('document' in opened) {
      const first = await opened.document.getPage(1).catch(() => null);
      this.first = first ? pageSize(first) : { width: 612, height: 792 };
    }
    if (reading.signal.aborted && 'close' in opened) opened.close();
    else this.opened = opened;
  }

  #close(): void {
    this.#reading?.abort();
    this.#reading = null;
    if (this.opened && 'close' in this.opened) this.opened.close();
    this.opened = null;
    this.first = null;
    this.shown = PAGES_AT_ONCE;
  }

  protected override render() {
    const { facts, opened, zoom } = this;
    if (!facts) return nothing;
    if (!opened) return html`<p class="notice" role="status">${t('Loading…')}</p>`;
    if ('problem' in opened) return html`<preview-facts .facts=${facts} note=${pdfProblemText(opened.problem)}></preview-facts>`;
    const { document, hasUndrawnImages } = opened;
    const count = document.numPages;
    const action = zoom === 'fit' ? t('Show at actual size') : t('Fit to the view');
    return html`
      <div class="bar">
        <span>${count === 1 ? t('1 page') : t('{0} pages', formatCount(count))} · ${zoom === 'fit' ? t('fit to the view') : t('actual size')}</span>
        <vscode-toolbar-button
          icon=${zoom === 'fit' ? 'zoom-in' : 'zoom-out'}
          label=${action}
          title=${action}
          @click=${() => changeView(this, { zoom: zoom === 'fit' ? 'actual' : 'fit' })}
        ></vscode-toolbar-button>
      </div>
      ${
        hasUndrawnImages
          ? html`<p class="notice" role="note">
            <vscode-icon name="info"></vscode-icon>${t('Images in JPEG 2000 and JBIG2 are not drawn here.')}
          </p>`
          : nothing
      }
      <div class="pages" role="region" aria-label=${t('Pages of {0}', visibleText(facts.name))}>
        ${Array.from(
          { length: Math.min(count, this.shown) },
          (_, index) => html`<preview-pdf-page
            .document=${document}
            .number=${index + 1}
            .count=${count}
            .scale=${zoom === 'fit' ? null : ACTUAL_SCALE}
            .width=${this.width}
            .expected=${this.first}
          ></preview-pdf-page>`,
        )}
      </div>
      ${
        count > this.shown
          ? html`<div class="more">
            <vscode-button secondary @click=${() => (this.shown += PAGES_AT_ONCE)}>${t('Show more pages')}</vscode-button>
          </div>`
          : nothing
      }
    `;
  }
}
