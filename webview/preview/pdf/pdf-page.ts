import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, type RenderTask, TextLayer } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { edge } from '../../styles.ts';
import { formatCount, t } from '../../text.ts';

/** Styles PDF.js needs for the invisible text layer over a page; after `pdfjs-dist/web/pdf_viewer.css`. */
const textLayerStyles = css`
  .textLayer {
    --min-font-size: 1;
    --scale-round-x: 1px;
    --scale-round-y: 1px;
    --text-scale-factor: calc(var(--total-scale-factor) * var(--min-font-size));
    --min-font-size-inv: calc(1 / var(--min-font-size));
    position: absolute;
    inset: 0;
    overflow: clip;
    line-height: 1;
    text-align: initial;
    text-size-adjust: none;
    forced-color-adjust: none;
    transform-origin: 0 0;
  }
  .textLayer :is(span, br) {
    position: absolute;
    color: transparent;
    white-space: pre;
    cursor: text;
    transform-origin: 0% 0%;
  }
  .textLayer > :not(.markedContent),
  .textLayer .markedContent span:not(.markedContent) {
    --font-height: 0;
    --scale-x: 1;
    --rotate: 0deg;
    font-size: calc(var(--text-scale-factor) * var(--font-height));
    transform: rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv));
  }
  .textLayer .markedContent {
    display: contents;
  }
  .textLayer ::selection {
    color: transparent;
    background: rgb(0 100 255 / 30%);
  }
  .textLayer br::selection {
    background: transparent;
  }
  .textLayer[data-main-rotation='90'] {
    transform: rotate(90deg) translateY(-100%);
  }
  .textLayer[data-main-rotation='180'] {
    transform: rotate(180deg) translate(-100%, -100%);
  }
  .textLayer[data-main-rotation='270'] {
    transform: rotate(270deg) translateX(-100%);
  }
`;

/** Pixels of a canvas; a larger page is drawn coarser. */
const MAX_CANVAS_PIXELS = 16_000_000;

/** How long a drawn page waits for the view to stop growing or shrinking before it is drawn anew, in milliseconds. */
const SETTLING_MS = 120;

/** A page's size in PDF units (1/72 inch), as it is turned. */
export interface PageSize {
  readonly width: number;
  readonly height: number;
}

/** One page: a place of its size, drawn while it is near the screen, with its text to select and to read aloud. */
@customElement('preview-pdf-page')
export class PdfPage extends LitElement {
  static override styles = [
    textLayerStyles,
    css`
      :host {
        display: block;
        position: relative;
        flex: none;
        overflow: hidden;
        background: white;
        outline: ${edge};
        box-shadow: 0 1px 4px var(--vscode-widget-shadow, transparent);
      }
      canvas {
        position: absolute;
        inset: 0;
        width: 100%;
        height: 100%;
      }
      p {
        margin: 24px;
        color: black;
      }
    `,
  ];

  @property({ attribute: false }) document: PDFDocumentProxy | null = null;
  /** From 1. */
  @property({ attribute: false }) number = 1;
  @property({ attribute: false }) count = 1;
  /** CSS pixels per PDF unit; null fits the page into `width`. */
  @property({ attribute: false }) scale: number | null = null;
  /** CSS pixels there are. */
  @property({ attribute: false }) width = 0;
  /** The size of the first page, until this one's own is known. */
  @property({ attribute: false }) expected: PageSize | null = null;
  @property({ attribute: false }) near = false;
  @state() private page: PDFPageProxy | null = null;
  @state() private failed = false;
  readonly #canvas = document.createElement('canvas');
  readonly #text = document.createElement('div');
  #task: RenderTask | null = null;
  #layer: TextLayer | null = null;
  #settling: ReturnType<typeof setTimeout> | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#release();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('document')) {
      this.#release();
      this.page = null;
      this.failed = false;
    }
  }

  protected override updated(): void {
    const size = this.page ? pageSize(this.page) : this.expected;
    if (!size) return;
    const scale = this.#scaleOf(size);
    this.style.width = `${Math.floor(size.width * scale)}px`;
    this.style.height = `${Math.floor(size.height * scale)}px`;
    this.style.setProperty('--total-scale-factor', String(scale));
    if (!this.near) this.#release();
    else if (!this.page) void this.#load();
    else if (!this.failed) this.#drawSoon(this.page, scale);
  }

  protected override render() {
    this.#text.className = 'textLayer';
    const label = t('Page {0} of {1}', formatCount(this.number), formatCount(this.count));
    return html`<div role="group" aria-label=${label}>
      ${this.failed ? html`<p>${t('This page cannot be drawn.')}</p>` : nothing}
      ${this.near && this.page ? html`${this.#canvas}${this.#text}` : nothing}
    </div>`;
  }

  #scaleOf(size: PageSize): number {
    return this.scale ?? Math.max(0.05, this.width / size.width);
  }

  async #load(): Promise<void> {
    const { document, number } = this;
    try {
      const page = await document?.getPage(number);
      if (page && this.document === document) this.page = page;
    } catch {
      if (this.document === document) this.failed = true;
    }
  }

  /** An existing image is stretched until the new size is drawn, to avoid flicker. */
  #drawSoon(page: PDFPageProxy, scale: number): void {
    clearTimeout(this.#settling);
    if ('drawn' in this.#canvas.dataset) this.#settling = setTimeout(() => void this.#draw(page, scale), SETTLING_MS);
    else void this.#draw(page, scale);
  }

  async #draw(page: PDFPageProxy, scale: number): Promise<void> {
    const viewport = page.getViewport({ scale });
    const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(MAX_CANVAS_PIXELS / (viewport.width * viewport.height)));
    const width = Math.max(1, Math.floor(viewport.width * sharpness));
    const height = Math.max(1, Math.floor(viewport.height * sharpness));
    if (this.#canvas.width === width && this.#canvas.height === height && this.#task) return;
    this.#task?.cancel();
    this.#canvas.width = width;
    this.#canvas.height = height;
    const task = page.render({
      canvas: this.#canvas,
      viewport,
      transform: [sharpness, 0, 0, sharpness, 0, 0],
      annotationMode: AnnotationMode.ENABLE,
    });
    this.#task = task;
    try {
      await task.promise;
      this.#canvas.dataset['drawn'] = '';
      await this.#writeText(page);
    } catch (error) {
      if (!(error instanceof Error && error.name === 'RenderingCancelledException') && this.#task === task) this.failed = true;
    }
  }

  /** The invisible text layer over the image scales with it. */
  async #writeText(page: PDFPageProxy): Promise<void> {
    if (this.#layer) return;
    this.#text.replaceChildren();
    const layer = new TextLayer({
      textContentSource: page.streamTextContent(),
      container: this.#text,
      viewport: page.getViewport({ scale: 1 }),
    });
    this.#layer = layer;
    await layer.render().catch(() => undefined);
  }

  /** Gives the memory of a page back that is far from the screen. */
  #release(): void {
    clearTimeout(this.#settling);
    this.#task?.cancel();
    this.#layer?.cancel();
    this.#task = null;
    this.#layer = null;
    this.#canvas.width = 0;
    this.#canvas.height = 0;
    delete this.#canvas.dataset['drawn'];
    this.#text.replaceChildren();
    this.page?.cleanup();
  }
}

/** The size of a page as it is turned. */
export function pageSize(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}
