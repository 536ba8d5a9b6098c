import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { MatrixSeverity, MatrixStatus } from '../../src/shared/matrix-protocol.ts';
import { linkStyles } from '../styles.ts';
import { t } from '../text.ts';
import { act } from './matrix-model.ts';

/** What is to be known of the file as a whole, above its matrix. */
@customElement('matrix-notices')
export class MatrixNotices extends LitElement {
  static override styles = [
    linkStyles,
    css`
      :host {
        display: block;
        max-height: 40vh;
        overflow: auto;
      }
      .notice {
        display: flex;
        align-items: flex-start;
        gap: 8px;
        margin: 0 16px 8px;
        padding: 6px 10px;
        line-height: 1.4;
        border: 1px solid var(--edge);
        border-radius: 4px;
        background: var(--ground);
        color: var(--vscode-foreground);
        overflow-wrap: anywhere;
      }
      .error {
        --edge: var(--vscode-inputValidation-errorBorder);
        --ground: var(--vscode-inputValidation-errorBackground);
        --tone: var(--vscode-editorError-foreground, #f14c4c);
      }
      .warning {
        --edge: var(--vscode-inputValidation-warningBorder);
        --ground: var(--vscode-inputValidation-warningBackground);
        --tone: var(--vscode-editorWarning-foreground, #cca700);
      }
      .information {
        --edge: var(--vscode-inputValidation-infoBorder);
        --ground: var(--vscode-inputValidation-infoBackground);
        --tone: var(--vscode-editorInfo-foreground, #3794ff);
      }
      .icon {
        flex: none;
        font: normal normal normal 16px / 1.25 codicon;
        color: var(--tone);
      }
      .error .icon::before {
        content: '\\ea87';
      }
      .warning .icon::before {
        content: '\\ea6c';
      }
      .information .icon::before {
        content: '\\ea74';
      }
      /* the colour of links is made for the background of the editor */
      .notice button.link {
        margin: 0 0 0 6px;
        color: inherit;
        text-decoration: underline;
      }
    `,
  ];

  @property({ attribute: false }) status: MatrixStatus | null = null;
  /** What came of the last thing a person wanted. */
  @property() said = '';

  protected override render() {
    const { status, said } = this;
    if (!status) return nothing;
    return html`<div role="status">${this.#renderAccess(status)}</div> ${this.#renderProblems(status)}
      <div role="alert">${said === '' ? nothing : renderNotice('warning', html`${said}`)}</div>`;
  }

  /** Highlights why nothing can be changed, after an attempt. */
  pointOut(): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    this.renderRoot.querySelector('[role=status] .notice')?.animate({ opacity: [1, 0.35, 1] }, { duration: 400, easing: 'ease-in-out' });
  }

  #renderAccess({ lock, gone, hiddenColumns }: MatrixStatus) {
    return html`
      ${
        lock === 'restricted'
          ? renderNotice(
              'information',
              html`${t('In Restricted Mode the matrix is read-only.')}${link(t('Manage Workspace Trust'), () => act(this, { type: 'manageTrust' }))}`,
            )
          : nothing
      }
      ${lock === 'readonly' ? renderNotice('information', html`${t('The file is read-only, and so is the matrix.')}`) : nothing}
      ${gone ? renderNotice('warning', html`${t('The file was deleted. Saving writes it again.')}`) : nothing}
      ${hiddenColumns > 0 ? renderNotice('information', html`${t('Custom capabilities not shown as columns: {0}', hiddenColumns)}`) : nothing}
    `;
  }

  #renderProblems({ text, problems }: MatrixStatus) {
    return problems.map(({ severity, message, line }, at) => {
      const words = line === null ? message : t('Line {0}: {1}', line, message);
      const stale = text === 'unusable' && at === 0 ? html`<strong>${t('The file has errors.')}</strong> ` : nothing;
      return renderNotice(
        severity,
        html`${stale}${words}${link(t('Show in Text Editor'), () => act(this, { type: 'openText', problem: at }))}`,
      );
    });
  }
}

function renderNotice(severity: MatrixSeverity, content: TemplateResult): TemplateResult {
  return html`<div class="notice ${severity}"><span class="icon" aria-hidden="true"></span><span>${content}</span></div>`;
}

function link(words: string, open: () => void): TemplateResult {
  return html`<button class="link" @click=${open}>${words}</button>`;
}

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
      <p>${t('Every model service has a row with its inputs and outputs. They decide how artifacts are sent.')}</p>
      <div class="buttons">
        ${blank ? html`<button ?disabled=${locked} @click=${() => act(this, { type: 'useTemplate' })}>${t('Create from Template')}</button>` : nothing}
        <button class=${blank ? 'secondary' : ''} ?disabled=${locked} @click=${() => act(this, { type: 'addService' })}>${t('Add Service…')}</button>
      </div>
    `;
  }
}

/** Below the matrix: what is to be said of the cell that is pointed at or has the focus, and what the marks mean. */
@customElement('matrix-footer')
export class MatrixFooter extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-wrap: wrap;
      gap: 2px 24px;
      padding: 5px 16px;
      font-size: 0.92em;
      line-height: 1.5;
      color: var(--vscode-descriptionForeground);
      border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
    }
    .words {
      flex: 1 1 320px;
      min-width: 0;
      height: 3em;
      overflow: hidden;
      overflow-wrap: anywhere;
    }
    @media (max-width: 480px) {
      .words {
        height: 4.5em;
      }
    }
    strong {
      font-weight: 600;
      color: var(--vscode-foreground);
    }
    .legend {
      display: flex;
      flex-wrap: wrap;
      align-content: flex-start;
      gap: 0 16px;
      margin: 0;
      padding: 0;
      list-style: none;
    }
    li {
      display: flex;
      align-items: center;
      gap: 4px;
      white-space: nowrap;
    }
    .icon {
      font: normal normal normal 14px / 1 codicon;
    }
    .declared::before {
      content: '\\eab2';
      color: var(--vscode-foreground);
    }
    .implied::before {
      content: '\\eab2';
      opacity: 0.7;
    }
    .possible::before {
      content: '\\eabc';
      color: var(--vscode-editorInfo-foreground, #3794ff);
    }
    .doubtful::before {
      content: '\\eab2\\eb32';
      color: var(--vscode-editorWarning-foreground, #cca700);
    }
    .problem::before {
      content: '\\ea6c';
      color: var(--vscode-editorWarning-foreground, #cca700);
    }
  `;

  @property() subject = '';
  @property() words = '';

  protected override render() {
    return html`
      <div class="words" aria-hidden="true"><strong>${this.subject}</strong> ${this.words}</div>
      <ul class="legend" aria-label=${t('Legend')}>
        <li><span class="icon declared" aria-hidden="true"></span>${t('Declared')}</li>
        <li><span class="icon implied" aria-hidden="true"></span>${t('Not declared: text by default')}</li>
        <li><span class="icon possible" aria-hidden="true"></span>${t('Missing (known to be supported)')}</li>
        <li><span class="icon doubtful" aria-hidden="true"></span>${t('Declared but unsupported')}</li>
        <li><span class="icon problem" aria-hidden="true"></span>${t('Problem, such as a misspelt capability')}</li>
      </ul>
    `;
  }
}
