import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewContent } from '../../src/shared/preview-protocol.ts';
import { noticeStyles } from '../styles.ts';
import { formatCount, t, visibleText } from '../text.ts';
import './highlight/code-block.ts';

type Text = Extract<PreviewContent, { kind: 'text' }>;

/** A text, highlighted, and how much of it is shown. */
@customElement('preview-text')
export class TextContent extends LitElement {
  static override styles = [
    noticeStyles,
    css`
      :host {
        display: block;
      }
    `,
  ];

  @property({ attribute: false }) content: Text | null = null;
  /** The name of the artifact. */
  @property() name = '';

  protected override render() {
    const { content } = this;
    if (!content) return nothing;
    return html`
      ${
        content.text.length === content.length
          ? nothing
          : html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${beginning(content)}</p>`
      }
      ${
        content.text === ''
          ? html`<p class="notice"><vscode-icon name="info"></vscode-icon>${t('The text is empty.')}</p>`
          : html`<preview-code .text=${content.text} .language=${content.language} label=${t('Text of {0}', visibleText(this.name))}></preview-code>`
      }
    `;
  }
}

/** How much of a text is shown. */
function beginning({ text, length }: Text): string {
  const shown = formatCount(text.length);
  if (length === null) return t('The first {0} characters.', shown);
  return t('The first {0} of {1} characters.', shown, formatCount(length));
}
