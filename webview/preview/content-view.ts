import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import { ref } from 'lit/directives/ref.js';
import type { PreviewContent, PreviewFacts, PreviewState, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { edge, noticeStyles } from '../styles.ts';
import { formatCount, formatSize, t, visibleText } from '../text.ts';
import { changeView } from './actions.ts';
import './highlight/code-block.ts';

/** What is rarer than text and images, or heavy, is loaded when it is first shown. */
const LOADERS: Partial<Record<PreviewContent['kind'], () => Promise<unknown>>> = {
  audio: () => import('./lazy-contents.ts'),
  video: () => import('./lazy-contents.ts'),
  pdf: () => import('./pdf/pdf-content.ts'),
  document: () => import('./document/document-content.ts'),
  hex: () => import('./lazy-contents.ts'),
  attachments: () => import('./lazy-contents.ts'),
};

/** The content as a person sees it. */
@customElement('preview-content')
export class ContentView extends LitElement {
  static override styles = [
    noticeStyles,
    css`
      :host {
        display: block;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) zoom: PreviewViewState['zoom'] = 'fit';
  @property({ attribute: false }) form: PreviewViewState['documentForm'] = 'rendered';

  protected override willUpdate(_changed: PropertyValues<this>): void {
    if (this.state) void LOADERS[this.state.content.kind]?.();
  }

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const { content, facts } = state;
    switch (content.kind) {
      case 'text':
        return html`
          ${
            content.text.length === content.length
              ? nothing
              : html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${beginning(content)}</p>`
          }
          ${
            content.text === ''
              ? html`<p class="notice"><vscode-icon name="info"></vscode-icon>${t('The text is empty.')}</p>`
              : html`<preview-code .text=${content.text} .language=${content.language} label=${t('Text of {0}', visibleText(facts.name))}></preview-code>`
          }
        `;
      case 'image':
        return html`<preview-image .uri=${content.uri} .facts=${facts} .zoom=${this.zoom}></preview-image>`;
      case 'audio':
      case 'video':
        return html`<preview-media .kind=${content.kind} .uri=${content.uri} .facts=${facts}></preview-media>`;
      case 'pdf':
        return html`<preview-pdf .uri=${content.uri} .facts=${facts} .zoom=${this.zoom}></preview-pdf>`;
      case 'document':
        return html`<preview-document .state=${state} .content=${content} .form=${this.form}></preview-document>`;
      case 'hex':
        return html`<preview-hex .head=${content.head} .facts=${facts}></preview-hex>`;
      case 'attachments':
        return html`<preview-attachments .items=${content.items} .zoom=${this.zoom}></preview-attachments>`;
      case 'facts':
        return html`<preview-facts .facts=${facts} note=${t('There is no visual preview for this type.')}></preview-facts>`;
      case 'problem':
        return html`<preview-facts .facts=${facts} .problem=${content.state} note=${content.reason}></preview-facts>`;
    }
  }
}

/** How much of a text is shown. */
function beginning({ text, length }: { readonly text: string; readonly length: number | null }): string {
  const shown = formatCount(text.length);
  if (length === null) return t('The first {0} characters.', shown);
  return t('The first {0} of {1} characters.', shown, formatCount(length));
}

/** An artifact that cannot be drawn: its type and size, and the reason. */
@customElement('preview-facts')
export class FactsContent extends LitElement {
  static override styles = css`
    .card {
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: 8px;
      padding: 40px 24px;
      text-align: center;
      border: 1px dashed var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-descriptionForeground)));
      border-radius: 4px;
    }
    vscode-icon {
      color: var(--vscode-descriptionForeground);
    }
    .problem vscode-icon {
      color: var(--vscode-editorWarning-foreground);
    }
    p {
      margin: 0;
      line-height: 1.5;
      max-width: 60ch;
      overflow-wrap: anywhere;
    }
    .type {
      font-size: 1.15em;
      font-weight: 600;
    }
    .note {
      color: var(--vscode-descriptionForeground);
    }
    .problem .note {
      color: var(--vscode-foreground);
    }
  `;

  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @property({ attribute: false }) problem: 'reserved' | 'missing' | 'broken' | null = null;
  @property() note = '';

  protected override render() {
    const { facts, problem } = this;
    if (!facts) return nothing;
    const size = facts.size === null ? '' : ` · ${formatSize(facts.size)}`;
    return html`
      <div class=${problem ? 'card problem' : 'card'}>
        <vscode-icon name=${problem ? PROBLEM_ICONS[problem] : facts.icon} size="48"></vscode-icon>
        <p class="type">${problem ? problemTitle(problem) : facts.typeName + size}</p>
        <p class="note" role="note">${this.note}</p>
      </div>
    `;
  }
}

const PROBLEM_ICONS = { reserved: 'clockface', missing: 'circle-slash', broken: 'warning' } as const;

function problemTitle(problem: keyof typeof PROBLEM_ICONS): string {
  switch (problem) {
    case 'reserved':
      return t('Reserved');
    case 'missing':
      return t('Missing');
    case 'broken':
      return t('Broken');
  }
}

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
