import { css, html, LitElement, type PropertyValues } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { highlight } from './highlighter.ts';

/** Classes of highlight.js; the colours are set per theme kind in preview.css. */
const tokenColors = css`
  .hljs-comment,
  .hljs-quote {
    color: var(--token-comment);
  }
  .hljs-keyword,
  .hljs-literal,
  .hljs-meta .hljs-keyword,
  .hljs-template-tag {
    color: var(--token-keyword);
  }
  .hljs-string,
  .hljs-meta .hljs-string,
  .hljs-regexp,
  .hljs-addition {
    color: var(--token-string);
  }
  .hljs-number,
  .hljs-symbol,
  .hljs-bullet {
    color: var(--token-number);
  }
  .hljs-title,
  .hljs-title.function_,
  .hljs-section {
    color: var(--token-function);
  }
  .hljs-type,
  .hljs-built_in,
  .hljs-title.class_,
  .hljs-class .hljs-title {
    color: var(--token-type);
  }
  .hljs-attr,
  .hljs-attribute,
  .hljs-variable,
  .hljs-template-variable,
  .hljs-property,
  .hljs-params {
    color: var(--token-variable);
  }
  .hljs-tag,
  .hljs-name,
  .hljs-selector-tag {
    color: var(--token-tag);
  }
  .hljs-tag .hljs-attr,
  .hljs-selector-class,
  .hljs-selector-id,
  .hljs-selector-attr,
  .hljs-selector-pseudo {
    color: var(--token-attribute);
  }
  .hljs-meta,
  .hljs-doctag {
    color: var(--token-meta);
  }
  .hljs-deletion {
    color: var(--token-deletion);
  }
  .hljs-link {
    color: var(--vscode-textLink-foreground);
  }
  .hljs-emphasis {
    font-style: italic;
  }
  .hljs-strong {
    font-weight: bold;
  }
`;

/** A text in the editor's font, highlighted as soon as the worker has answered. */
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
  /** The request for nodes that is under way. */
  #asked: AbortController | null = null;

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('text') || changed.has('language')) void this.#fill();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Back on the page, with what was not answered before it left.
    if (this.#asked) void this.#fill();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#asked?.abort();
  }

  /** Shows the text plain, then highlighted. */
  async #fill(): Promise<void> {
    this.#asked?.abort();
    const asked = (this.#asked = new AbortController());
    if (this.#code.textContent !== this.text || this.#code.childElementCount > 0) this.#code.textContent = this.text;
    const nodes = await highlight(this.text, this.language, asked.signal);
    if (asked.signal.aborted) return;
    this.#asked = null;
    if (nodes) this.#code.replaceChildren(nodes);
  }

  protected override render() {
    return html`<pre tabindex="0" role="region" aria-label=${this.label}>${this.#code}</pre>`;
  }
}
