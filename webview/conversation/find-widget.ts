import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { formatCount, t } from '../text.ts';

/** What a search has found so far. */
export interface FindProgress {
  readonly words: string;
  /** First units of lines of the list of all, ascending. */
  readonly units: readonly number[];
  readonly isDone: boolean;
  /** There are more than are told. */
  readonly isCut: boolean;
}

declare global {
  interface HTMLElementEventMap {
    /** Other words are looked for. */
    'find-words': CustomEvent<string>;
    /** The next hit is wanted, or the one before. */
    'find-hit': CustomEvent<{ readonly back: boolean }>;
    'find-close': CustomEvent<void>;
  }
}

/** Milliseconds in which nobody has typed before words are looked for. */
const PAUSE = 150;

/** Looks for words in the messages, as the find widget of VS Code's editors does. */
@customElement('find-widget')
export class FindWidget extends LitElement {
  static override styles = css`
    :host {
      position: absolute;
      inset-block-start: 0;
      inset-inline-end: 24px;
      z-index: 2;
      display: flex;
      align-items: center;
      gap: 4px;
      box-sizing: border-box;
      max-width: calc(100% - 32px);
      padding: 4px 6px;
      color: var(--vscode-editorWidget-foreground);
      background: var(--vscode-editorWidget-background);
      border: 1px solid var(--vscode-contrastBorder, var(--vscode-editorWidget-border, var(--vscode-widget-border, transparent)));
      border-block-start: 0;
      border-radius: 0 0 4px 4px;
      box-shadow: 0 2px 8px var(--vscode-widget-shadow, transparent);
    }
    input {
      flex: 1;
      min-width: 6em;
      width: 16em;
      box-sizing: border-box;
      padding: 3px 6px;
      font: inherit;
      color: var(--vscode-input-foreground);
      background: var(--vscode-input-background);
      border: 1px solid var(--vscode-input-border, transparent);
      border-radius: 2px;
    }
    input:focus {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    input::placeholder {
      color: var(--vscode-input-placeholderForeground);
    }
    .count {
      min-width: 6.5em;
      padding: 0 2px;
      font-variant-numeric: tabular-nums;
      white-space: nowrap;
    }
    .count.none {
      color: var(--vscode-errorForeground);
    }
  `;

  /** Null before anything was looked for. */
  @property({ attribute: false }) found: FindProgress | null = null;
  /** The unit of the line that is selected. */
  @property({ type: Number }) active = -1;
  /** What it begins with. */
  @property() words = '';
  @query('input') private input!: HTMLInputElement | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes the focus, and selects what is in it. */
  take(): void {
    this.input?.select();
    this.input?.focus();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#timer);
  }

  protected override firstUpdated(): void {
    this.take();
  }

  protected override render() {
    const hasHits = (this.found?.units.length ?? 0) > 0;
    const press = (icon: string, title: string, run: () => void, isEnabled = true) =>
      html`<vscode-icon name=${icon} action-icon label=${title} title=${title} aria-disabled=${isEnabled ? nothing : 'true'} @click=${() => isEnabled && run()}></vscode-icon>`;
    return html`
      <input
        .value=${this.words}
        placeholder=${t('Find in messages')}
        aria-label=${t('Find in messages')}
        maxlength="1000"
        spellcheck="false"
        @input=${() => this.#typed()}
        @keydown=${(event: KeyboardEvent) => this.#keyDown(event)}
      />
      ${this.#renderCount()}
      ${press('arrow-up', t('Previous match (Shift+Enter)'), () => this.#go(true), hasHits)}
      ${press('arrow-down', t('Next match (Enter)'), () => this.#go(false), hasHits)}
      ${press('close', t('Close (Escape)'), () => this.#close())}
    `;
  }

  #renderCount() {
    const { found } = this;
    if (!found) return html`<span class="count" role="status"></span>`;
    const { units, isDone, isCut } = found;
    if (units.length === 0)
      return html`<span class="count ${isDone ? 'none' : ''}" role="status">${isDone ? t('No results') : t('Searching…')}</span>`;
    const all = `${formatCount(units.length)}${isCut || !isDone ? '+' : ''}`;
    const at = units.indexOf(this.active);
    return html`<span class="count" role="status">${t('{0} of {1}', at < 0 ? '?' : formatCount(at + 1), all)}</span>`;
  }

  #typed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), PAUSE);
  }

  #look(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tell('find-words', this.input?.value ?? '');
  }

  #keyDown({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): void {
    if (isComposing || ctrlKey || metaKey || altKey) return;
    if (key === 'Escape') this.#close();
    // what was typed last is looked for first
    else if (key === 'Enter' && this.#timer !== undefined) this.#look();
    else if (key === 'Enter') this.#go(shiftKey);
  }

  #go(back: boolean): void {
    this.#tell('find-hit', { back });
  }

  #close(): void {
    this.#tell('find-close', undefined);
  }

  #tell(type: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true }));
  }
}
