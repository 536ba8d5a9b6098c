import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import {
  type GalleryAction,
  type GalleryHostMessage,
  type GalleryRequest,
  type GalleryState,
  type GalleryViewState,
  MOST_TILES,
  parseGalleryHostMessage,
  parseGalleryViewState,
} from '../../src/shared/gallery-protocol.ts';
import { connectHost, keepFocus } from '../host.ts';
import { buttonStyles } from '../styles.ts';
import { formatCount, setDisplayLanguage, t, visibleText } from '../text.ts';
import './gallery-grid.ts';
import type { GalleryGrid } from './gallery-grid.ts';

/** The whole page: how many there are and what can be done above, the tiles below. */
@customElement('agent-artifacts-gallery')
export class GalleryApp extends LitElement {
  static override styles = [
    buttonStyles,
    css`
    :host {
      display: flex;
      flex-direction: column;
      height: 100vh;
    }
    header {
      display: flex;
      flex: none;
      flex-wrap: wrap;
      align-items: center;
      gap: 2px 12px;
      padding: 6px 16px;
      line-height: 1.5;
    }
    h1 {
      margin: 0;
      font-size: 1em;
      font-weight: 600;
      overflow-wrap: anywhere;
    }
    .count {
      flex: 1;
      min-width: 0;
      overflow-wrap: anywhere;
      color: var(--vscode-descriptionForeground);
    }
    .actions {
      display: flex;
      flex-wrap: wrap;
      gap: 6px;
    }
    .note {
      flex: none;
      display: flex;
      gap: 6px;
      margin: 0;
      padding: 0 16px 6px;
      line-height: 1.5;
      color: var(--vscode-descriptionForeground);
    }
    .note vscode-icon {
      flex: none;
    }
    gallery-grid {
      flex: 1;
      min-height: 0;
    }
    vscode-progress-bar {
      position: fixed;
      inset: 0 0 auto;
      z-index: 3;
    }
  `,
  ];

  @state() private shown: GalleryState | null = null;
  @state() private selected = 0;
  @query('gallery-grid') private grid!: GalleryGrid | null;
  /** What the page was when it was last unloaded, until it is that again. */
  #kept = keptViewState();

  override connectedCallback(): void {
    super.connectedCallback();
    this.addEventListener('gallery-ask', ({ detail }) => post(detail));
    this.addEventListener('gallery-view', ({ detail }) => {
      this.#kept = null;
      this.selected = detail.selected.length;
      keepViewState({ ...detail, selected: detail.selected.slice(0, MOST_TILES) });
    });
    listen((message) => this.#receive(message));
    post({ type: 'ready' });
  }

  #receive(message: GalleryHostMessage): void {
    if (message.type === 'init') {
      setDisplayLanguage(message.locale, message.bundle);
      document.documentElement.lang = message.locale;
      this.requestUpdate();
    }
    if (message.type === 'init' || message.type === 'state') {
      this.shown = message.state ?? this.shown;
      if (this.shown?.count === 0) this.selected = 0;
    } else if (message.type === 'tiles' && message.revision === this.shown?.revision) {
      // Answers may overtake each other; within a reading a list only grows.
      const count = Math.max(message.count, this.shown.count);
      const isWhole = message.isWhole || this.shown.isWhole;
      if (count !== this.shown.count || isWhole !== this.shown.isWhole) this.shown = { ...this.shown, count, isWhole };
    }
    this.grid?.receive(message);
  }

  protected override render() {
    const { shown } = this;
    if (!shown) return html`<vscode-progress-bar aria-label=${t('Reading…')}></vscode-progress-bar>`;
    const { title, failure, note, count, isWhole } = shown;
    const isEmpty = failure === null && isWhole && count === 0;
    return html`
      <header>
        <h1>${visibleText(title)}</h1>
        <span class="count" role="status">${this.#countInWords(shown)}</span>
        <div class="actions" role="toolbar" aria-label=${t('Selection')}>
          ${this.#button('preview', 'open-preview', t('Open Preview'), this.selected > 0)}
          ${this.#button('compare', 'diff', t('Compare Selected'), this.selected === 2)}
          ${this.#button('export', 'export', t('Export…'), this.selected > 0)}
          ${this.#button('copyReference', 'references', t('Copy Reference'), this.selected > 0)}
        </div>
      </header>
      ${failure === null ? nothing : html`<p class="note"><vscode-icon name="warning"></vscode-icon>${failure}</p>`}
      ${note === null ? nothing : html`<p class="note"><vscode-icon name="info"></vscode-icon>${note}</p>`}
      ${isEmpty ? html`<p class="note">${shown.filter === null ? t('There are no artifacts.') : t('No artifacts match the filter.')}</p>` : nothing}
      ${count === 0 ? nothing : html`<gallery-grid .shown=${shown} .kept=${this.#kept}></gallery-grid>`}
    `;
  }

  #button(action: GalleryAction, icon: string, label: string, isEnabled: boolean) {
    return html`<vscode-button secondary icon=${icon} ?disabled=${!isEnabled} @click=${() => isEnabled && this.grid?.run(action)}>${label}</vscode-button>`;
  }

  #countInWords({ count, isWhole, filter }: GalleryState): string {
    const number = isWhole ? formatCount(count) : `${formatCount(count)}+`;
    const artifacts = count === 1 && isWhole ? t('1 artifact') : t('{0} artifacts', number);
    const chosen = this.selected > 1 ? [t('{0} selected', formatCount(this.selected))] : [];
    return [artifacts, ...(filter === null ? [] : [visibleText(filter)]), ...chosen].join(' · ');
  }
}

const { post, listen, keptViewState, keepViewState } = connectHost<GalleryHostMessage, GalleryRequest, GalleryViewState>(
  parseGalleryHostMessage,
  parseGalleryViewState,
);

document.querySelector('main')?.append(document.createElement('agent-artifacts-gallery'));
keepFocus();
