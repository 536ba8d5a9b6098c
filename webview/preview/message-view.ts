import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-radio-group/index.js';
import '@vscode-elements/elements/dist/vscode-radio/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { formatCount, formatEstimate, t } from '../text.ts';
import { changeView, request } from './actions.ts';
import { buttonStyles, noticeStyles } from '../styles.ts';
import './highlight/code-block.ts';
import { renderPrice } from './outcome.ts';

type Form = PreviewViewState['messageForm'];

/** The exact text or canonical message the model gets. */
@customElement('preview-message')
export class MessageView extends LitElement {
  static override styles = [
    buttonStyles,
    noticeStyles,
    css`
      .bar {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 8px 16px;
        min-height: 26px;
        margin-bottom: 8px;
      }
      .length {
        color: var(--vscode-descriptionForeground);
      }
      .right {
        display: flex;
        align-items: center;
        gap: 12px;
        margin-left: auto;
      }
    `,
  ];

  @property({ attribute: false }) state: PreviewState | null = null;
  @property({ attribute: false }) form: Form = 'text';
  /** The message was copied a moment ago. */
  @property({ attribute: false }) copied = false;

  protected override render() {
    if (!this.state) return nothing;
    const { message, tokens, arrival } = this.state;
    if (!message) {
      return html`<p class="notice"><vscode-icon name="info"></vscode-icon>${t('Nothing to send: there is no content.')}</p>`;
    }
    const form: Form = message.text === null ? 'json' : this.form;
    const shown = form === 'text' ? (message.text ?? '') : message.json;
    const length = form === 'text' ? message.textLength : message.jsonLength;
    return html`
      <div class="bar">
        ${message.text === null ? html`<span>${t('Message (JSON)')}</span>` : this.#renderForms(form)}
        <div class="right">
          <span class="length">
            ${t('{0} characters', formatCount(length))}${
              tokens?.routed
                ? html` · <span title=${tokens.routed.formula}>${asSent(arrival.state, formatEstimate(tokens.routed))}</span> · ${renderPrice(tokens.routed)}`
                : nothing
            }
          </span>
          <vscode-button
            secondary
            icon=${this.copied ? 'check' : 'copy'}
            @click=${() => request(this, { type: 'copyMessage', form })}
            >${this.copied ? t('Copied') : t('Copy All')}</vscode-button
          >
        </div>
      </div>
      ${
        length > shown.length
          ? html`<p class="notice" role="note">
            <vscode-icon name="info"></vscode-icon>${t('Truncated for display. “Copy All” copies everything.')}
          </p>`
          : nothing
      }
      <preview-code
        .text=${shown}
        .language=${form === 'json' ? 'json' : null}
        label=${form === 'json' ? t('Message (JSON)') : t('Text the model reads')}
      ></preview-code>
    `;
  }

  #renderForms(form: Form) {
    const radio = (value: Form, label: string) =>
      html`<vscode-radio name="form" value=${value} label=${label} .checked=${form === value}
        @change=${() => changeView(this, { messageForm: value })}></vscode-radio>`;
    return html`<vscode-radio-group aria-label=${t('Message format')}>
      ${radio('text', t('Text the model reads'))} ${radio('json', t('Message (JSON)'))}
    </vscode-radio-group>`;
  }
}

function asSent(arrival: PreviewState['arrival']['state'], figure: string): string {
  return arrival === 'refused' ? t('if it were accepted: {0} tokens', figure) : t('as sent: {0} tokens', figure);
}
