import { LitElement, css, html, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { MatrixSeverity, MatrixStatus } from '../../src/shared/matrix-state.ts';
import { t } from '../l10n.ts';
import { linkStyles } from '../styles.ts';
import { act } from './matrix-events.ts';

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

  /** Draws the eye to why nothing can be changed: somebody has just tried. */
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
              html`${t('In Restricted Mode the matrix can be looked at, not edited.')}${link(t('Manage Workspace Trust'), () => act(this, { type: 'manageTrust' }))}`,
            )
          : nothing
      }
      ${lock === 'readonly' ? renderNotice('information', html`${t('The file is read-only: the matrix can be looked at, not edited.')}`) : nothing}
      ${gone ? renderNotice('warning', html`${t('The file was deleted. What is shown here is still open; saving writes it again.')}`) : nothing}
      ${hiddenColumns > 0 ? renderNotice('information', html`${t('Custom capabilities without a column, because there are too many: {0}', hiddenColumns)}`) : nothing}
    `;
  }

  #renderProblems({ text, problems }: MatrixStatus) {
    return problems.map(({ severity, message, line }, at) => {
      const words = line === null ? message : t('Line {0}: {1}', line, message);
      const stale = text === 'unusable' && at === 0 ? html`<strong>${t('The file cannot be read as it is now.')}</strong> ` : nothing;
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
