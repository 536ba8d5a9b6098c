import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { t } from '../l10n.ts';
import { act } from './matrix-events.ts';

/** What there is to do where there are no services yet. */
@customElement('matrix-welcome')
export class MatrixWelcome extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-direction: column;
      align-items: center;
      gap: 12px;
      padding: 48px 24px;
      text-align: center;
      line-height: 1.5;
    }
    h2 {
      margin: 0;
      font-size: 1.4em;
      font-weight: 400;
    }
    p {
      margin: 0;
      max-width: 460px;
      text-wrap: balance;
      color: var(--vscode-descriptionForeground);
    }
    .buttons {
      display: flex;
      flex-wrap: wrap;
      justify-content: center;
      gap: 8px;
      margin-top: 8px;
    }
    button {
      padding: 5px 14px;
      border: 1px solid var(--vscode-button-border, var(--vscode-contrastBorder, transparent));
      border-radius: 4px;
      font: inherit;
      color: var(--vscode-button-foreground);
      background: var(--vscode-button-background);
      cursor: pointer;
    }
    button:hover {
      background: var(--vscode-button-hoverBackground);
    }
    button.secondary {
      color: var(--vscode-button-secondaryForeground);
      background: var(--vscode-button-secondaryBackground);
      border-color: var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, transparent));
    }
    button.secondary:hover {
      background: var(--vscode-button-secondaryHoverBackground);
    }
    button:disabled {
      opacity: 0.5;
      cursor: default;
    }
    button:focus-visible {
      outline: 1px solid var(--vscode-focusBorder);
      outline-offset: 2px;
    }
  `;

  /** Whether the file is blank, so that the template can be its text. */
  @property({ type: Boolean }) blank = false;
  @property({ type: Boolean }) locked = false;

  protected override render() {
    const { blank, locked } = this;
    return html`
      <h2>${blank ? t('This file is empty') : t('There are no services yet')}</h2>
      <p>${t('Every model service gets a row here, with what the model takes and what it gives. That decides how artifacts reach it.')}</p>
      <div class="buttons">
        ${blank ? html`<button ?disabled=${locked} @click=${() => act(this, { type: 'useTemplate' })}>${t('Create from Template')}</button>` : nothing}
        <button class=${blank ? 'secondary' : ''} ?disabled=${locked} @click=${() => act(this, { type: 'addService' })}>${t('Add Service…')}</button>
      </div>
    `;
  }
}
