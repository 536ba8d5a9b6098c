import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState } from '../../../src/shared/preview-state.ts';
import { formatCount } from '../../format.ts';
import { t } from '../../l10n.ts';
import { request } from '../actions.ts';
import type { Copy } from '../copies.ts';
import { headingStyles, noticeStyles } from '../../styles.ts';
import '../highlight/code-block.ts';
import './api-picker.ts';
import './part-list.ts';

/** The request as the API of the service receives it, and what became of every part. */
@customElement('preview-wire')
export class WireView extends LitElement {
  static override styles = [
    headingStyles,
    noticeStyles,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: flex-start;
        justify-content: space-between;
        gap: 8px 16px;
      }
      preview-api-picker {
        flex: 1 1 320px;
        min-width: 0;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 6px;
      }
      .heading {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 12px;
      }
      .length {
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  /** What was copied a moment ago. */
  @property({ attribute: false }) copied: Copy | null = null;

  protected override render() {
    const { state } = this;
    if (!state) return nothing;
    const { wire } = state;
    if (!wire) {
      return html`<p class="notice"><vscode-icon name="info"></vscode-icon>${t('There is no request without a message.')}</p>`;
    }
    return html`
      <div class="bar">
        <preview-api-picker .apis=${state.apis} .wire=${wire}></preview-api-picker>
        <div class="buttons" role="group" aria-label=${t('Use the body')}>
          ${this.#renderCopy('json', t('Copy as JSON'))} ${this.#renderCopy('curl', t('Copy as curl'))}
          <vscode-button secondary icon="export" @click=${() => request(this, { type: 'exportFixture' })}
            >${t('Export as Fixture…')}</vscode-button
          >
        </div>
      </div>
      <preview-wire-parts .parts=${wire.parts} .limits=${wire.limits}></preview-wire-parts>
      <div class="heading">
        <h2>${t('Body')}</h2>
        <span class="length">${t('{0} characters, indented', formatCount(wire.jsonLength))}</span>
      </div>
      ${
        wire.jsonLength > wire.json.length
          ? html`<p class="notice" role="note">
            <vscode-icon name="info"></vscode-icon>${t('Shortened on the screen. “Copy as JSON” copies the whole.')}
          </p>`
          : nothing
      }
      <preview-code .text=${wire.json} .language=${'json'} label=${t('Body of the request (JSON)')}></preview-code>
    `;
  }

  #renderCopy(form: 'json' | 'curl', label: string) {
    const isCopied = this.copied === `wire-${form}`;
    return html`<vscode-button
      secondary
      icon=${isCopied ? 'check' : form === 'json' ? 'json' : 'terminal'}
      @click=${() => request(this, { type: 'copyWire', form })}
      >${isCopied ? t('Copied') : label}</vscode-button
    >`;
  }
}
