import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewContent, PreviewState, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { t } from '../text.ts';
import './facts-content.ts';
import './image-content.ts';
import './text-content.ts';

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
  static override styles = css`
    :host {
      display: block;
    }
  `;

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
        return html`<preview-text .content=${content} name=${facts.name}></preview-text>`;
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
