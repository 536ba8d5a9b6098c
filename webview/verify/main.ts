import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, state } from 'lit/decorators.js';
import { parseVerifyHostMessage, type VerifyHostMessage, type VerifyRequest, type VerifyState } from '../../src/shared/verify-protocol.ts';
import { connectHost, keepFocus } from '../host.ts';
import { buttonStyles, linkStyles, pageStyles } from '../styles.ts';
import { setDisplayLanguage, t, visibleText } from '../text.ts';
import { summary } from './result-table.ts';

/** The whole page: the service, what can be done, and the table. */
@customElement('agent-artifacts-verify')
export class VerifyApp extends LitElement {
  static override styles = [
    pageStyles,
    buttonStyles,
    linkStyles,
    css`
      h1 {
        margin: 0;
        font-size: 1.5em;
        font-weight: 600;
        line-height: 1.3;
        overflow-wrap: anywhere;
      }
      .facts {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 16px;
        margin: 4px 0 0;
        line-height: 1.5;
        overflow-wrap: anywhere;
        color: var(--vscode-descriptionForeground);
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin: 16px 0 12px;
      }
      .summary {
        margin: 0 0 0 4px;
        line-height: 1.5;
      }
      .note {
        margin: 12px 0 0;
        line-height: 1.5;
        overflow-wrap: anywhere;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  @state() private shown: VerifyState | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    listen((message) => this.#receive(message));
    ask('ready');
  }

  #receive(message: VerifyHostMessage): void {
    if (message.type === 'init') {
      setDisplayLanguage(message.locale, message.bundle);
      document.documentElement.lang = message.locale;
    }
    this.shown = message.state;
    document.title = t('Verify: {0}', visibleText(message.state.name));
  }

  protected override render() {
    const { shown } = this;
    if (!shown) return nothing;
    const isAsking = shown.phase === 'asking';
    return html`
      ${isAsking ? html`<vscode-progress-bar aria-label=${t('Asking…')}></vscode-progress-bar>` : nothing}
      <header>
        <h1>${visibleText(shown.name)}</h1>
        <p class="facts">
          <span>${visibleText(shown.model)}</span>
          <span>${shown.api}</span>
          <span>${visibleText(shown.address)}</span>
        </p>
      </header>
      <div class="actions">
        ${isAsking ? this.#renderCancel() : this.#renderActions(shown)}
        <p class="summary" role="status">${summary(shown)}</p>
      </div>
      <verify-table .rows=${shown.rows} .changes=${shown.changes} label=${t('Results')}></verify-table>
      ${this.#renderNotes(shown)}
    `;
  }

  #renderCancel() {
    return html`<vscode-button secondary icon="stop-circle" @click=${() => ask('cancel')}>${t('Cancel')}</vscode-button>`;
  }

  #renderActions({ changes }: VerifyState) {
    return html`
      <vscode-button icon="edit" ?disabled=${changes.length === 0} @click=${() => ask('apply')}>${t('Apply to llmservices.json…')}</vscode-button>
      <vscode-button secondary icon="refresh" @click=${() => ask('again')}>${t('Verify Again')}</vscode-button>
      <vscode-button secondary icon="markdown" @click=${() => ask('copyMarkdown')}>${t('Copy as Markdown')}</vscode-button>
    `;
  }

  #renderNotes({ phase, rows, changes, notAsked }: VerifyState) {
    const isInFile = rows.some(({ isDeclared }) => isDeclared !== null);
    const agrees =
      phase !== 'asking' &&
      isInFile &&
      changes.length === 0 &&
      rows.some(({ capability, outcome }) => capability !== 'text' && (outcome === 'accepted' || outcome === 'refused'));
    return html`
      ${isInFile ? nothing : html`<p class="note">${t('The service is no longer in llmservices.json.')}</p>`}
      ${agrees ? html`<p class="note">${t('The declared capabilities match what the server did.')}</p>` : nothing}
      ${notAsked.length > 0 ? html`<p class="note">${t('Declared, but not tested: {0}', notAsked.map(visibleText).join(t(', ')))}</p>` : nothing}
      <p class="note">
        ${t('“Accepted”: the server accepted the request, and the answer shows that the model saw what was sent or did what was asked. “Unclear”: inconclusive, for example because the request was accepted but the answer does not show it.')}
        <button class="link" @click=${() => ask('openFile')}>${t('Open llmservices.json')}</button>
      </p>
    `;
  }
}

/** The page keeps nothing: results of another day would mislead. */
const { post, listen } = connectHost<VerifyHostMessage, VerifyRequest, null>(parseVerifyHostMessage, () => null);
export { listen };

/** Asks the host for something. */
function ask(type: VerifyRequest['type']): void {
  post({ type });
}

document.querySelector('main')?.append(document.createElement('agent-artifacts-verify'));
keepFocus();
