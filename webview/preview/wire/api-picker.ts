import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState, PreviewWire } from '../../../src/shared/preview-state.ts';
import { t } from '../../l10n.ts';
import { request } from '../actions.ts';
import { certaintyText } from '../outcome.ts';
import { linkStyles } from '../../styles.ts';

/** Chooses the API whose body is shown, and says which one the service speaks and how that is known. */
@customElement('preview-api-picker')
export class ApiPicker extends LitElement {
  static override styles = [
    linkStyles,
    css`
      .row {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      label {
        color: var(--vscode-descriptionForeground);
      }
      vscode-single-select {
        width: 300px;
        flex: 0 1 300px;
        min-width: 120px;
      }
      p {
        margin: 6px 0 0;
        line-height: 1.5;
        color: var(--vscode-descriptionForeground);
        overflow-wrap: anywhere;
      }
      button.link {
        margin: 0 0 0 6px;
      }
    `,
  ];

  @property({ attribute: false }) apis: PreviewState['apis'] = [];
  @property({ attribute: false }) wire: PreviewWire | null = null;

  protected override render() {
    const { apis, wire } = this;
    if (!wire) return nothing;
    const { api, certainty, because } = wire;
    const own = certainty === 'chosen' ? wire.serviceApi : api;
    return html`
      <div class="row">
        <label aria-hidden="true">${t('API')}</label>
        <vscode-single-select label=${t('API')} .value=${api} @change=${this.#select}>
          ${apis.map(
            ({ id, name }) => html`<vscode-option
              value=${id}
              .description=${id === own ? t('The API of the service') : ''}
              ?selected=${id === api}
              >${name}</vscode-option
            >`,
          )}
        </vscode-single-select>
      </div>
      <p>
        ${certainty === 'chosen' ? because : html`<b>${certaintyText(certainty)}</b> · ${because}`}
        ${
          certainty === 'chosen'
            ? html`<button class="link" @click=${() => request(this, { type: 'selectApi', api: null })}>
              ${t('Back to the API of the service')}
            </button>`
            : nothing
        }
      </p>
    `;
  }

  #select(event: Event): void {
    const { value } = event.target as HTMLElement & { value: string };
    if (value !== this.wire?.api) request(this, { type: 'selectApi', api: value });
  }
}
