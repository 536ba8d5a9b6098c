import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewFacts } from '../../src/shared/preview-state.ts';
import { formatCount } from '../format.ts';
import { t } from '../l10n.ts';
import { visibleText } from '../visible-text.ts';
import { noticeStyles } from '../styles.ts';

const ROW_BYTES = 16;
const GROUP_BYTES = 8;

/** The beginning of bytes nothing can draw, as a hex editor shows it: offset, sixteen bytes, and what they are as ASCII. */
@customElement('preview-hex')
export class HexContent extends LitElement {
  static override styles = [
    noticeStyles,
    css`
      pre {
        margin: 0;
        padding: 12px 16px;
        overflow: auto;
        direction: ltr;
        border-radius: 4px;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        /* that of the editor, which the colours of tokens are made for */
        background: var(--vscode-editor-background);
        color: var(--vscode-editor-foreground);
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: var(--vscode-editor-font-size, 13px);
        line-height: 1.5;
      }
      pre:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
      .offset {
        color: var(--vscode-descriptionForeground);
      }
      .ascii {
        color: var(--token-string);
      }
    `,
  ];

  /** Two hexadecimal digits for each byte. */
  @property() head = '';
  @property({ attribute: false }) facts: PreviewFacts | null = null;

  protected override render() {
    const { facts, head } = this;
    if (!facts) return nothing;
    const shown = Math.floor(head.length / 2);
    return html`
      <p class="notice" role="note">
        <vscode-icon name="info"></vscode-icon>
        <span>${t('There is no visual preview for this type.')} ${extent(shown, facts.size)}</span>
      </p>
      <pre tabindex="0" role="region" aria-label=${t('Bytes of {0} as hexadecimal digits and ASCII', visibleText(facts.name))}>${hexRows(
        head,
      ).map(
        ({ offset, bytes, ascii }) => html`<span class="offset">${offset}</span>  ${bytes}  <span class="ascii">${ascii}</span>${'\n'}`,
      )}</pre>
    `;
  }
}

function extent(shown: number, size: number | null): string {
  if (size !== null && size > shown) return t('The first {0} of {1} bytes:', formatCount(shown), formatCount(size));
  return t('All {0} bytes:', formatCount(shown));
}

/** The lines of a hex dump. */
function hexRows(head: string): { offset: string; bytes: string; ascii: string }[] {
  const bytes = head.match(/../g) ?? [];
  return Array.from({ length: Math.ceil(bytes.length / ROW_BYTES) }, (_, row) => {
    const begin = row * ROW_BYTES;
    const line = bytes.slice(begin, begin + ROW_BYTES);
    const padded = [...line, ...Array<string>(ROW_BYTES - line.length).fill('  ')];
    return {
      offset: begin.toString(16).padStart(8, '0'),
      bytes: `${padded.slice(0, GROUP_BYTES).join(' ')}  ${padded.slice(GROUP_BYTES).join(' ')}`,
      ascii: line.map(asciiOf).join(''),
    };
  });
}

function asciiOf(byte: string): string {
  const code = Number.parseInt(byte, 16);
  return code >= 0x20 && code < 0x7f ? String.fromCharCode(code) : '.';
}
