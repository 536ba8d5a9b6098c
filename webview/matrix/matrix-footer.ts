import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { t } from '../l10n.ts';

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
    .possible::before {
      content: '\\eabc';
      color: var(--vscode-editorInfo-foreground, #3794ff);
    }
    .doubtful::before {
      content: '\\eab2\\eb32';
      color: var(--vscode-editorWarning-foreground, #cca700);
    }
  `;

  @property() subject = '';
  @property() words = '';

  protected override render() {
    return html`
      <div class="words" aria-hidden="true"><strong>${this.subject}</strong> ${this.words}</div>
      <ul class="legend" aria-label=${t('Legend')}>
        <li><span class="icon declared" aria-hidden="true"></span>${t('declared')}</li>
        <li><span class="icon possible" aria-hidden="true"></span>${t('not declared, known to the catalogue')}</li>
        <li><span class="icon doubtful" aria-hidden="true"></span>${t('declared, denied by the catalogue')}</li>
      </ul>
    `;
  }
}
