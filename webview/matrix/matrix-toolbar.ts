import { LitElement, css, html, nothing } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import type { MatrixViewState } from '../../src/shared/matrix-protocol.ts';
import { formatCount, t } from '../text.ts';
import { act, changeMatrixView } from './matrix-model.ts';

/** The filter above the matrix, and what can be added. */
@customElement('matrix-toolbar')
export class MatrixToolbar extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      align-items: center;
      gap: 8px;
      padding: 10px 16px;
    }
    .field {
      flex: 1 1 260px;
      display: flex;
      align-items: center;
      gap: 2px;
      box-sizing: border-box;
      min-width: 0;
      max-width: 640px;
      height: 28px;
      padding: 0 4px 0 8px;
      color: var(--vscode-input-foreground);
      background: var(--vscode-input-background);
      border: 1px solid var(--vscode-input-border, var(--vscode-contrastBorder, transparent));
      border-radius: 4px;
    }
    .field:focus-within {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: -1px;
    }
    input {
      flex: 1;
      min-width: 60px;
      border: 0;
      outline: none;
      background: none;
      font: inherit;
      color: inherit;
    }
    input::placeholder {
      color: var(--vscode-input-placeholderForeground);
      opacity: 1;
    }
    .icon {
      font: normal normal normal 16px / 1 codicon;
      user-select: none;
    }
    .toggle,
    .plain {
      display: inline-flex;
      align-items: center;
      gap: 4px;
      padding: 2px;
      border: 1px solid transparent;
      border-radius: 3px;
      background: none;
      font: inherit;
      color: inherit;
      cursor: pointer;
    }
    .toggle:hover {
      background: var(--vscode-inputOption-hoverBackground, var(--vscode-toolbar-hoverBackground));
    }
    .toggle[aria-pressed='true'] {
      color: var(--vscode-inputOption-activeForeground);
      background: var(--vscode-inputOption-activeBackground);
      border-color: var(--vscode-inputOption-activeBorder);
    }
    .plain {
      padding: 4px 10px;
      border-radius: 4px;
      color: var(--vscode-button-secondaryForeground);
      background: var(--vscode-button-secondaryBackground);
      border-color: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    }
    .plain:hover {
      background: var(--vscode-button-secondaryHoverBackground);
    }
    .plain:disabled {
      opacity: 0.5;
      cursor: default;
    }
    button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 1px;
    }
    .count {
      padding: 0 6px;
      font-size: 0.9em;
      white-space: nowrap;
      color: var(--vscode-descriptionForeground);
    }
    .problems::before {
      content: '\\ea6c';
    }
    .disagreeing::before {
      content: '\\eb32';
    }
    .clear::before {
      content: '\\ea76';
    }
    .add::before {
      content: '\\ea60';
    }
  `;

  @property() filter = '';
  @property() show: MatrixViewState['show'] = 'all';
  @property({ type: Number }) shown = 0;
  @property({ type: Number }) total = 0;
  @property({ type: Boolean }) locked = false;
  @query('input') private input!: HTMLInputElement | null;

  focusInput(): void {
    this.input?.focus();
    this.input?.select();
  }

  protected override render() {
    const { filter, show, shown, total } = this;
    const isFiltered = filter.trim() !== '' || show !== 'all';
    const words = t('Filter by name, ID, model or capability');
    return html`
      <div class="field" role="search">
        <input type="text" spellcheck="false" .value=${filter} placeholder=${words} aria-label=${words} @input=${this.#typed} @keydown=${this.#keyDown} />
        <span class="count" role="status">${isFiltered ? t('{0} of {1}', formatCount(shown), formatCount(total)) : nothing}</span>
        ${isFiltered ? this.#renderClear() : nothing} ${this.#renderToggle('problems', t('Only services with problems'))} ${this.#renderToggle('disagreeing', t('Only services that contradict the catalogue'))}
      </div>
      <button class="plain" ?disabled=${this.locked} @click=${() => act(this, { type: 'addService' })}><span class="icon add"></span>${t('Add Service…')}</button>
    `;
  }

  #renderClear() {
    const words = t('Clear the filter');
    return html`<button class="toggle" title=${words} aria-label=${words} @click=${() => changeMatrixView(this, { filter: '', show: 'all' })}><span class="icon clear"></span></button>`;
  }

  #renderToggle(which: 'problems' | 'disagreeing', words: string) {
    const isOn = this.show === which;
    return html`<button class="toggle" title=${words} aria-label=${words} aria-pressed=${isOn ? 'true' : 'false'} @click=${() => changeMatrixView(this, { show: isOn ? 'all' : which })}>
      <span class="icon ${which}"></span>
    </button>`;
  }

  #typed(event: Event): void {
    changeMatrixView(this, { filter: (event.target as HTMLInputElement).value });
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.filter !== '') {
      event.preventDefault();
      changeMatrixView(this, { filter: '' });
    } else if (event.key === 'Escape' || event.key === 'ArrowDown') {
      event.preventDefault();
      act(this, { type: 'focusGrid' });
    }
    // undo and redo in the filter are about what was typed here, not about the file
    if ((event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) event.stopPropagation();
  }
}
