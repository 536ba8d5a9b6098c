import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewContent, PreviewState } from '../../src/shared/preview-state.ts';
import type { PreviewViewState } from '../../src/shared/preview-view-state.ts';
import { formatCount } from '../format.ts';
import { t } from '../l10n.ts';
import { visibleText } from '../visible-text.ts';
import { noticeStyles } from '../styles.ts';
import './facts-content.ts';
import './highlight/code-block.ts';
import './image-content.ts';

/** What is rarer than text and images, or heavy, is loaded when it is first shown. */
const LOADERS: Partial<Record<PreviewContent['kind'], () => Promise<unknown>>> = {
  audio: () => import('./media-content.ts'),
  video: () => import('./media-content.ts'),
  pdf: () => import('./pdf/pdf-content.ts'),
  hex: () => import('./hex-content.ts'),
  attachments: () => import('./attachments-content.ts'),
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
      case 'hex':
        return html`<preview-hex .head=${content.head} .facts=${facts}></preview-hex>`;
      case 'attachments':
        return html`<preview-attachments .items=${content.items}></preview-attachments>`;
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
