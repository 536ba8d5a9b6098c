import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import type { PreviewFacts, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { edge } from '../styles.ts';
import { formatCount, t } from '../text.ts';
import { changeView } from './actions.ts';
import './facts-content.ts';

/** An image, scaled to the space there is or one pixel to one pixel; a click switches. */
@customElement('preview-image')
export class ImageContent extends LitElement {
  static override styles = css`
    figure {
      margin: 0;
    }
    .frame {
      display: flex;
      justify-content: safe center;
      overflow: auto;
      /* for the edge and the focus */
      padding: 3px;
    }
    button {
      flex: none;
      max-width: 100%;
      padding: 0;
      border: 0;
      background: none;
      cursor: zoom-in;
    }
    button.actual {
      max-width: none;
      cursor: zoom-out;
    }
    button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 2px;
    }
    img {
      display: block;
      max-width: 100%;
      max-height: max(200px, calc(100vh - 320px));
      min-width: 16px;
      min-height: 16px;
      object-fit: contain;
      outline: ${edge};
      background: repeating-conic-gradient(var(--checkerboard) 0 25%, var(--checkerboard-ground) 0 50%) 0 0 / 20px 20px;
    }
    .actual img {
      max-width: none;
      max-height: none;
      image-rendering: pixelated;
    }
    figcaption {
      margin-top: 8px;
      text-align: center;
      line-height: 1.5;
      color: var(--vscode-descriptionForeground);
    }
  `;

  @property({ attribute: false }) uri = '';
  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @property({ attribute: false }) zoom: PreviewViewState['zoom'] = 'fit';
  @state() private size: { width: number; height: number } | null = null;
  @state() private failed = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('uri')) return;
    this.size = null;
    this.failed = false;
  }

  protected override render() {
    const { facts, size, zoom } = this;
    if (!facts) return nothing;
    if (this.failed) {
      return html`<preview-facts .facts=${facts} note=${t('This image cannot be displayed here: it is damaged, too large, or in an unsupported format.')}></preview-facts>`;
    }
    const action = zoom === 'fit' ? t('Show at actual size') : t('Fit to the view');
    return html`
      <figure>
        <div class="frame" @scroll=${this.#tellScroll}>
          <button class=${zoom} title=${action} aria-pressed=${String(zoom === 'actual')} @click=${this.#toggle}>
            <img src=${this.uri} alt=${facts.name} @load=${this.#loaded} @error=${this.#fail} ${ref(this.#adopt)} />
          </button>
        </div>
        <figcaption>
          ${size ? t('{0} × {1} pixels', formatCount(size.width), formatCount(size.height)) : t('Loading…')}
          ${size ? html` · ${zoom === 'fit' ? t('fit to the view') : t('actual size')}` : nothing}
        </figcaption>
      </figure>
    `;
  }

  /** An image from the cache may be complete before its listener is there. */
  readonly #adopt = (element?: Element): void => {
    const image = element as HTMLImageElement | undefined;
    if (image?.complete && image.naturalWidth > 0) this.#measure(image);
  };

  #loaded(event: Event): void {
    this.#measure(event.target as HTMLImageElement);
  }

  #measure(image: HTMLImageElement): void {
    this.size = { width: image.naturalWidth, height: image.naturalHeight };
  }

  #fail(): void {
    this.failed = true;
  }

  /** Moves what can be seen of the image, by the share of the way there is: 0 to 1. */
  scrollToShare({ left, top }: ScrollShare): void {
    const frame = this.#frame;
    if (!frame) return;
    const to = {
      left: Math.round(left * (frame.scrollWidth - frame.clientWidth)),
      top: Math.round(top * (frame.scrollHeight - frame.clientHeight)),
    };
    this.#told = to;
    frame.scrollTo(to);
  }

  get #frame(): HTMLElement | null {
    return this.renderRoot.querySelector('.frame');
  }

  /** Where it was sent, which is not told again: two images would send each other on for ever. */
  #told = { left: 0, top: 0 };

  #tellScroll(): void {
    const frame = this.#frame;
    if (!frame) return;
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = frame;
    if (Math.abs(scrollLeft - this.#told.left) < 1 && Math.abs(scrollTop - this.#told.top) < 1) return;
    this.#told = { left: scrollLeft, top: scrollTop };
    const share = (at: number, all: number, seen: number): number => (all > seen ? at / (all - seen) : 0);
    const detail: ScrollShare = { left: share(scrollLeft, scrollWidth, clientWidth), top: share(scrollTop, scrollHeight, clientHeight) };
    this.dispatchEvent(new CustomEvent('picture-scroll', { detail }));
  }

  #toggle(): void {
    changeView(this, { zoom: this.zoom === 'fit' ? 'actual' : 'fit' });
  }
}

/** How far an image is moved in its frame: 0 at the beginning, 1 at the end. */
export interface ScrollShare {
  readonly left: number;
  readonly top: number;
}

declare global {
  interface HTMLElementTagNameMap {
    'preview-image': ImageContent;
  }
}
