import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-radio-group/index.js';
import '@vscode-elements/elements/dist/vscode-radio/index.js';
import '@vscode-elements/elements/dist/vscode-tab-header/index.js';
import '@vscode-elements/elements/dist/vscode-tab-panel/index.js';
import '@vscode-elements/elements/dist/vscode-tabs/index.js';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { PreviewContent, PreviewState, PreviewViewState } from '../../../src/shared/preview-protocol.ts';
import { noticeStyles } from '../../styles.ts';
import { formatCount, formatSize, t, visibleText } from '../../text.ts';
import { changeView } from '../actions.ts';
import '../lazy-contents.ts';
import '../text-content.ts';
import { documentStyles, drawDocument } from './draw-document.ts';
import type { DocumentProblem, RenderedDocument } from './document-node.ts';
import type { DocumentAnswer } from './document-worker.ts';
import './grid-view.ts';
import { DOCUMENT_DEADLINE_MS, MAX_DOCUMENT_BYTES, openDocument } from './open-document.ts';

type DocumentContentState = Extract<PreviewContent, { kind: 'document' }>;
type Form = PreviewViewState['documentForm'];

/** A document as a person reads it, or as it is; what cannot be rendered is shown as it is, with the reason. */
@customElement('preview-document')
export class DocumentContent extends LitElement {
  static override styles = [
    noticeStyles,
    documentStyles,
    css`
      :host {
        display: block;
        --line: var(
          --vscode-contrastBorder,
          var(--vscode-widget-border, color-mix(in srgb, var(--vscode-foreground) 25%, transparent))
        );
      }
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 16px;
        min-height: 26px;
        margin-bottom: 8px;
      }
      .caption {
        color: var(--vscode-descriptionForeground);
      }
      vscode-tabs {
        overflow-x: auto;
      }
      vscode-tab-header {
        white-space: nowrap;
        outline-offset: -2px;
        border-bottom: 2px solid transparent;
      }
      vscode-tab-header[active] {
        outline: 1px solid var(--vscode-contrastActiveBorder, transparent);
        border-bottom-color: var(--vscode-panelTitle-activeBorder, var(--vscode-panelTitle-activeForeground));
      }
      vscode-tab-panel {
        padding: 8px 0 0;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) content: DocumentContentState | null = null;
  @property({ attribute: false }) form: Form = 'rendered';
  @state() private answer: DocumentAnswer | null = null;
  /** The sheet that is shown. */
  @state() private sheet = 0;
  #reading: AbortController | null = null;
  /** What the answer is about: every state is a new object, most say the same of the content. */
  #read = '';
  #drawn: { readonly of: DocumentAnswer; readonly article: HTMLElement } | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.content && !this.answer && !this.#reading) void this.#open(this.content);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#reading?.abort();
    this.#reading = null;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const { content } = this;
    if (!changed.has('content') || !content) return;
    const read = JSON.stringify([content.format, content.uri, content.source]);
    if (read === this.#read) return;
    this.#read = read;
    void this.#open(content);
  }

  async #open(content: DocumentContentState): Promise<void> {
    this.#reading?.abort();
    const reading = (this.#reading = new AbortController());
    this.answer = null;
    this.sheet = 0;
    if (isEmpty(content)) return;
    const answer = await openDocument(content, reading.signal);
    if (reading.signal.aborted) return;
    this.#reading = null;
    this.answer = answer;
  }

  protected override render() {
    const { state: shown, content, form } = this;
    if (!shown || !content) return nothing;
    if (isEmpty(content)) return this.#renderSource(shown, content);
    return html`
      <div class="bar">
        <span class="caption">${form === 'rendered' ? t('As a person reads it') : t('As it is in the file')}</span>
        ${this.#renderForms(content)}
      </div>
      ${form === 'source' ? this.#renderSource(shown, content) : this.#renderDocument(shown, content)}
    `;
  }

  #renderForms({ source }: DocumentContentState) {
    const radio = (value: Form, label: string) =>
      html`<vscode-radio name="form" value=${value} label=${label} .checked=${this.form === value}
        @change=${() => changeView(this, { documentForm: value })}></vscode-radio>`;
    return html`<vscode-radio-group aria-label=${t('Form of the content')}>
      ${radio('rendered', t('Rendered'))} ${radio('source', source.kind === 'text' ? t('Source') : t('Hex'))}
    </vscode-radio-group>`;
  }

  #renderSource(shown: PreviewState, { source }: DocumentContentState) {
    return source.kind === 'text'
      ? html`<preview-text .content=${source} name=${shown.facts.name}></preview-text>`
      : html`<preview-hex .head=${source.head} .facts=${shown.facts}></preview-hex>`;
  }

  #renderDocument(shown: PreviewState, content: DocumentContentState) {
    const { answer } = this;
    if (!answer) return html`<p class="notice" role="status">${t('Loading…')}</p>`;
    if (answer.kind === 'problem') {
      return html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${problemText(answer.problem)}</p>
        ${this.#renderSource(shown, content)}`;
    }
    const name = visibleText(shown.facts.name);
    return answer.kind === 'tables' ? this.#renderTables(answer.tables, name) : this.#renderFlow(answer, name);
  }

  #renderFlow(answer: Extract<RenderedDocument, { kind: 'flow' }>, name: string) {
    if (answer.nodes.length === 0) {
      return html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${t('There is nothing to read in it.')}</p>`;
    }
    return html`
      ${
        answer.isCut
          ? html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${t('Only the beginning is rendered.')}</p>`
          : nothing
      }
      ${this.#article(answer, name)}
    `;
  }

  /** The drawn document: made once, however often what is around it changes. */
  #article(answer: Extract<RenderedDocument, { kind: 'flow' }>, name: string): HTMLElement {
    if (this.#drawn?.of === answer) return this.#drawn.article;
    const article = document.createElement('article');
    article.ariaLabel = name;
    article.append(drawDocument(answer.nodes));
    this.#drawn = { of: answer, article };
    return article;
  }

  #renderTables(tables: Extract<RenderedDocument, { kind: 'tables' }>['tables'], name: string) {
    const [first] = tables;
    if (!first)
      return html`<p class="notice" role="note"><vscode-icon name="info"></vscode-icon>${t('There is nothing to read in it.')}</p>`;
    const grid = (table: typeof first, label: string) =>
      html`<preview-grid .grid=${table.grid} label=${t('Table {0}', label)}></preview-grid>`;
    if (tables.length === 1) return grid(first, name);
    const select = (event: CustomEvent<{ selectedIndex: number }>): void => {
      // the tabs of the preview are around these
      event.stopPropagation();
      this.sheet = event.detail.selectedIndex;
    };
    return html`<vscode-tabs selected-index=${this.sheet} @vsc-tabs-select=${select}>
      ${tables.map(
        (table, at) => html`
          <vscode-tab-header>${visibleText(table.name).slice(0, 100)}</vscode-tab-header>
          <vscode-tab-panel>${at === this.sheet ? grid(table, visibleText(table.name)) : nothing}</vscode-tab-panel>
        `,
      )}
    </vscode-tabs>`;
  }
}

/** There is nothing to read, and only the source says so. */
function isEmpty({ source }: DocumentContentState): boolean {
  return source.kind === 'text' && source.text === '';
}

function problemText(problem: DocumentProblem): string {
  switch (problem) {
    case 'damaged':
      return t('It cannot be rendered: the file is damaged.');
    case 'protected':
      return t('It cannot be rendered: it is protected by a password.');
    case 'too-large':
      return t('Too large to render (limit: {0}).', formatSize(MAX_DOCUMENT_BYTES));
    case 'too-slow':
      return t('It is not rendered: reading it took longer than {0} seconds.', formatCount(DOCUMENT_DEADLINE_MS / 1000));
    case 'unreadable':
      return t('The file could not be loaded.');
  }
}
