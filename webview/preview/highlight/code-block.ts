import { LitElement, css, html, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { highlight } from './highlighter.ts';
import { tokenColors } from './token-colors.ts';

/** A text in the editor's font, highlighted once its grammar is there. */
@customElement('preview-code')
export class CodeBlock extends LitElement {
  static override styles = [
    tokenColors,
    css`
      :host {
        display: block;
      }
      pre {
        margin: 0;
        padding: 12px 16px;
        overflow: auto;
        border-radius: 4px;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        /* that of the editor, which the colours of its tokens are made for */
        background: var(--vscode-editor-background);
        color: var(--vscode-editor-foreground);
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: var(--vscode-editor-font-size, 13px);
        font-weight: var(--vscode-editor-font-weight, normal);
        line-height: 1.5;
        tab-size: 4;
        white-space: pre-wrap;
        overflow-wrap: anywhere;
      }
      pre:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
    `,
  ];

  @property({ attribute: false }) text = '';
  @property({ attribute: false }) language: string | null = null;
  /** What the block holds, for screen readers. */
  @property() label = '';

  readonly #code = document.createElement('code');

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('text') || changed.has('language')) void this.#fill(this.text, this.language);
  }

  async #fill(text: string, language: string | null): Promise<void> {
    if (this.#code.textContent !== text) this.#code.textContent = text;
    const nodes = await highlight(text, language);
    const isNewest = this.text === text && this.language === language;
    if (nodes && isNewest) this.#code.replaceChildren(nodes);
  }

  protected override render() {
    return html`<pre tabindex="0" role="region" aria-label=${this.label}>${this.#code}</pre>`;
  }
}
