import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PreviewContent, PreviewFacts, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { listStyles, noticeStyles, toneStyles } from '../styles.ts';
import { formatCount, formatSize, t, visibleText } from '../text.ts';
import { request } from './actions.ts';
import './facts-content.ts';
import { type Badge, wireBadge } from './badges.ts';
import { renderBadge } from './outcome.ts';

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
      <pre tabindex="0" role="region" aria-label=${t('Bytes of {0} in hexadecimal and ASCII', visibleText(facts.name))}>${hexRows(head).map(
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

/** Audio or video with the browser's controls. */
@customElement('preview-media')
export class MediaContent extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      justify-content: center;
    }
    audio,
    video {
      color-scheme: var(--media-controls);
    }
    audio {
      width: min(100%, 560px);
      margin: 24px 0;
    }
    video {
      max-width: 100%;
      max-height: max(220px, calc(100vh - 280px));
      background: #000;
    }
    audio:focus-visible,
    video:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 2px;
    }
    preview-facts {
      flex: 1;
    }
  `;

  @property({ attribute: false }) kind: 'audio' | 'video' = 'audio';
  @property({ attribute: false }) uri = '';
  @property({ attribute: false }) facts: PreviewFacts | null = null;
  @state() private failed = false;

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('uri')) this.failed = false;
  }

  protected override render() {
    const { facts } = this;
    if (!facts) return nothing;
    if (this.failed) {
      return html`<preview-facts .facts=${facts} note=${t('This format cannot be played here.')}></preview-facts>`;
    }
    const fail = (): void => {
      this.failed = true;
    };
    return this.kind === 'audio'
      ? html`<audio controls preload="metadata" src=${this.uri} aria-label=${facts.name} @error=${fail}></audio>`
      : html`<video controls preload="metadata" src=${this.uri} aria-label=${facts.name} @error=${fail}></video>`;
  }
}

type Attachment = Extract<PreviewContent, { kind: 'attachments' }>['items'][number];

/** The attachments of one message in their order; each opens. */
@customElement('preview-attachments')
export class AttachmentsContent extends LitElement {
  static override styles = [
    listStyles,
    toneStyles,
    css`
      .badge {
        margin-left: auto;
        align-self: center;
      }
    `,
  ];

  @property({ attribute: false }) items: readonly Attachment[] = [];
  @property({ attribute: false }) zoom: PreviewViewState['zoom'] = 'fit';

  protected override willUpdate(): void {
    if (this.#pictures.length === 2) void import('./picture-pair.ts');
  }

  get #pictures(): readonly NonNullable<Attachment['picture']>[] {
    return this.items.flatMap(({ picture }) => picture ?? []);
  }

  protected override render() {
    const pictures = this.#pictures;
    return html`
      ${pictures.length === 2 ? html`<preview-picture-pair .pictures=${pictures} .zoom=${this.zoom}></preview-picture-pair>` : nothing}
      <ol class="choices" aria-label=${t('Attachments')}>
        ${this.items.map((item, index) => this.#renderItem(item, index))}
      </ol>
    `;
  }

  #renderItem(item: Attachment, index: number) {
    const name = visibleText(item.name);
    const type = [item.typeName, ...(item.size === null ? [] : [formatSize(item.size)])].join(' · ');
    return html`<li>
      <button class="choice" title=${t('Open {0}', name)} @click=${() => request(this, { type: 'openAttachment', index })}>
        <vscode-icon name=${item.icon} size="20"></vscode-icon>
        <span class="words">
          <span class="name"><bdi>${name}</bdi></span>
          <span class="dim">${type}</span>
          <span class="dim">${visibleText(item.reason)}</span>
        </span>
        ${renderBadge(outcomeBadge(item.outcome))}
      </button>
    </li>`;
  }
}

function outcomeBadge(outcome: Attachment['outcome']): Badge {
  switch (outcome) {
    case 'included':
      return { icon: 'pass', tone: 'good', text: t('Included') };
    case 'doubtful':
      return { icon: 'warning', tone: 'warning', text: t('Doubtful') };
    case 'described':
      return { icon: 'warning', tone: 'warning', text: t('Described') };
    case 'failed':
      return { icon: 'error', tone: 'bad', text: t('Failed') };
    case 'dropped':
      return wireBadge('dropped');
    case 'refused':
      return { icon: 'error', tone: 'bad', text: t('Refused') };
    case 'unreceived':
      return wireBadge('unreceived');
  }
}
