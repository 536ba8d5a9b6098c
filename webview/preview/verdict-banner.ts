import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState } from '../../src/shared/preview-protocol.ts';
import { buttonStyles, linkStyles } from '../styles.ts';
import { t, visibleText } from '../text.ts';
import { request } from './actions.ts';
import './outcome.ts';
import { verdictText } from './verdict-words.ts';

/** "What the model receives": the route, the reason for it, and what would change it. */
@customElement('preview-verdict')
export class VerdictBanner extends LitElement {
  static override styles = [
    buttonStyles,
    linkStyles,
    css`
      :host {
        display: block;
      }
      section {
        display: grid;
        grid-template-columns: auto 1fr auto;
        column-gap: 12px;
        align-items: start;
        padding: 12px 16px;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        border-left: 3px solid var(--tone);
        border-radius: 4px;
        background: var(--vscode-editorWidget-background);
        color: var(--vscode-editorWidget-foreground, var(--vscode-foreground));
      }
      .good {
        --tone: var(--vscode-testing-iconPassed, #73c991);
      }
      .warning {
        --tone: var(--vscode-editorWarning-foreground, #cca700);
      }
      .bad {
        --tone: var(--vscode-editorError-foreground, #f14c4c);
      }
      vscode-icon {
        --vscode-icon-foreground: var(--tone);
        color: var(--tone);
      }
      h2 {
        margin: 0 0 4px;
        font-size: 11px;
        font-weight: 600;
        letter-spacing: 0.04em;
        text-transform: uppercase;
        color: var(--vscode-descriptionForeground);
      }
      .route {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 8px;
        margin: 0;
        font-size: 1.25em;
        line-height: 1.4;
        font-weight: 600;
      }
      .route vscode-icon {
        color: var(--vscode-descriptionForeground);
      }
      code {
        padding: 0 5px;
        border-radius: 3px;
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: 0.92em;
        font-weight: normal;
        color: var(--vscode-textPreformat-foreground);
        background: var(--vscode-textPreformat-background);
      }
      p.reason,
      p.capable,
      p.language {
        margin: 4px 0 0;
        line-height: 1.5;
        color: var(--vscode-foreground);
      }
      p.capable,
      p.language {
        color: var(--vscode-descriptionForeground);
      }
      .edit {
        align-self: center;
      }
      preview-token-line {
        grid-column: 2 / -1;
      }
      @media (max-width: 560px) {
        section {
          grid-template-columns: auto 1fr;
        }
        .edit {
          grid-column: 2;
          justify-self: start;
          margin-top: 8px;
        }
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const words = verdictText(state);
    return html`
      <section class=${words.tone} aria-labelledby="heading">
        <vscode-icon name=${words.icon} size="22"></vscode-icon>
        <div role="status">
          <h2 id="heading">${t('What the model receives')}</h2>
          <p class="route">
            <span>${words.from}</span>
            <vscode-icon name="arrow-right"></vscode-icon>
            ${words.toIsField ? html`<code>${words.to}</code>` : html`<span>${words.to}</span>`}
          </p>
          <p class="reason">${visibleText(words.reason)}</p>
          ${this.#renderCapable(state)} ${this.#renderLanguage(state)} ${this.#renderLocked(state)}
        </div>
        ${this.#renderEdit(state)}
        ${state.message ? html`<preview-token-line .tokens=${state.tokens} .arrival=${state.arrival.state}></preview-token-line>` : nothing}
      </section>
    `;
  }

  #renderCapable(state: PreviewState) {
    if (!isDecidedByCapability(state)) return nothing;
    const capable = state.models.filter((model) => state.verdict.capable.includes(model.id));
    const any = html`<button class="link" @click=${() => request(this, { type: 'pickModel' })}>${t('Any Model…')}</button>`;
    if (capable.length === 0) {
      const none = state.models.length === 0 ? t('No model service is configured.') : t('No configured model service accepts it.');
      return html`<p class="capable">${none} ${any}</p>`;
    }
    const links = capable.map(
      (model) => html`<button class="link" @click=${() => request(this, { type: 'selectModel', serviceId: model.id })}>
        ${model.name}
      </button>`,
    );
    return html`<p class="capable">${t('Pick a capable model:')} ${links} ${any}</p>`;
  }

  #renderLanguage({ descriptions }: PreviewState) {
    if (!descriptions) return nothing;
    const { language, isFixed } = descriptions;
    const other = language === 'zh' ? 'en' : 'zh';
    return html`<p class="language">
      ${languageText(language, isFixed)}
      <button class="link" @click=${() => request(this, { type: 'setDescriptionLanguage', language: other })}>${other === 'zh' ? t('Switch to Chinese') : t('Switch to English')}</button>
    </p>`;
  }

  /** Why the button is there and does nothing. */
  #renderLocked(state: PreviewState) {
    if (state.locked === undefined || !this.#hasEdit(state)) return nothing;
    return html`<p class="language">${state.locked}</p>`;
  }

  /** What the catalogue says of a model is not edited: it is made a service first. */
  #hasEdit(state: PreviewState): boolean {
    return isDecidedByCapability(state) && state.selected !== null && !state.origin;
  }

  #renderEdit(state: PreviewState) {
    if (!this.#hasEdit(state)) return nothing;
    return html`<vscode-button
      class="edit"
      secondary
      icon="edit"
      title=${state.locked ?? nothing}
      ?disabled=${state.locked !== undefined}
      @click=${() => request(this, { type: 'editCapabilities' })}
      >${t('Edit Capabilities…')}</vscode-button
    >`;
  }
}

/** Whether another capability, or another model, would change what is received. */
function isDecidedByCapability({ verdict, arrival }: PreviewState): boolean {
  return verdict.outcome === 'description' && verdict.limit === null && arrival.reason === null;
}

function languageText(language: 'zh' | 'en', isFixed: boolean): string {
  if (language === 'zh')
    return isFixed
      ? t('Descriptions are in Chinese, as set in the settings.')
      : t('Descriptions are in Chinese, following the display language.');
  return isFixed
    ? t('Descriptions are in English, as set in the settings.')
    : t('Descriptions are in English, following the display language.');
}
