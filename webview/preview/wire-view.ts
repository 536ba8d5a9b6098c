import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import '@vscode-elements/elements/dist/vscode-option/index.js';
import '@vscode-elements/elements/dist/vscode-single-select/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState, PreviewWire } from '../../src/shared/preview-protocol.ts';
import { headingStyles, linkStyles, noticeStyles, sourceStyles, toneStyles } from '../styles.ts';
import { formatCount, t, visibleText } from '../text.ts';
import { type Copy, request } from './actions.ts';
import './highlight/code-block.ts';
import { certaintyText, type FindingSeverity, severityBadge, wireBadge } from './badges.ts';
import { renderBadge, sourceLink } from './outcome.ts';

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
      return html`<p class="notice"><vscode-icon name="info"></vscode-icon>${t('No message, so no request.')}</p>`;
    }
    return html`
      <div class="bar">
        <preview-api-picker .apis=${state.apis} .wire=${wire}></preview-api-picker>
        <div class="buttons" role="group" aria-label=${t('Use the body')}>
          ${this.#renderCopy('json', t('Copy as JSON'))} ${this.#renderCopy('curl', t('Copy as curl'))}
        </div>
      </div>
      <preview-wire-parts .parts=${wire.parts} .limits=${wire.limits} .refused=${state.arrival.state === 'refused'}></preview-wire-parts>
      <div class="heading">
        <h2>${t('Body')}</h2>
        <span class="length">${t('{0} characters, indented', formatCount(wire.jsonLength))}</span>
      </div>
      ${
        wire.jsonLength > wire.json.length
          ? html`<p class="notice" role="note">
            <vscode-icon name="info"></vscode-icon>${t('Truncated for display. “Copy as JSON” copies everything.')}
          </p>`
          : nothing
      }
      <preview-code .text=${wire.json} .language=${'json'} label=${t('Request body (JSON)')}></preview-code>
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

/** The worst comes first. */
const SEVERITIES: readonly FindingSeverity[] = ['error', 'warning', 'info'];

/** What becomes of each part on its way into the body, and what the limits of the API say. */
@customElement('preview-wire-parts')
export class PartList extends LitElement {
  static override styles = [
    headingStyles,
    sourceStyles,
    toneStyles,
    css`
      ul {
        margin: 0;
        padding: 0;
        list-style: none;
        border: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        border-radius: 4px;
      }
      li {
        display: grid;
        grid-template-columns: minmax(110px, max-content) minmax(0, 1fr);
        gap: 2px 16px;
        padding: 8px 12px;
        line-height: 1.5;
      }
      li + li {
        border-top: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
      }
      .badge {
        align-self: start;
      }
      .label {
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .words {
        grid-column: 2;
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
      }
      code {
        font-family: var(--vscode-editor-font-family, monospace);
        font-size: 0.92em;
        color: var(--vscode-descriptionForeground);
        overflow-wrap: anywhere;
      }
      @media (max-width: 480px) {
        li {
          grid-template-columns: minmax(0, 1fr);
        }
        .words {
          grid-column: 1;
        }
      }
    `,
  ];

  @property({ attribute: false }) parts: PreviewWire['parts'] = [];
  @property({ attribute: false }) limits: PreviewWire['limits'] = [];
  /** The request is rejected, perhaps for its limits: then no part of it is received. */
  @property({ attribute: false }) refused = false;

  protected override render() {
    const limits = this.limits.toSorted((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
    return html`
      <h2 id="parts">${t('Parts')}</h2>
      <ul aria-labelledby="parts">
        ${this.parts.map((part) => renderPart(part, this.refused))}
      </ul>
      ${
        limits.length === 0
          ? nothing
          : html`<h2 id="limits">${t('Limits')}</h2>
            <ul aria-labelledby="limits">
              ${limits.map(renderLimit)}
            </ul>`
      }
    `;
  }
}

function renderPart({ label, outcome, rule, source, pointer }: PreviewWire['parts'][number], isRefused: boolean) {
  const badge = wireBadge(isRefused && outcome !== 'rejected' ? 'unreceived' : outcome);
  return html`<li>
    ${renderBadge(badge)}
    <span class="label"><bdi>${visibleText(label)}</bdi></span>
    <span class="words">
      <span>${rule}</span>
      ${sourceLink(source)}
      ${pointer === null ? nothing : html`<code title=${t('Position in the body')}>${pointer}</code>`}
    </span>
  </li>`;
}

function renderLimit({ severity, text, source }: PreviewWire['limits'][number]) {
  return html`<li>
    ${renderBadge(severityBadge(severity))}
    <span class="words"><span>${visibleText(text)}</span> ${sourceLink(source)}</span>
  </li>`;
}

/** Chooses the API whose body is shown, and shows the service's own API and how it is known. */
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
              .description=${id === own ? t('The service’s API') : ''}
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
              ${t('Back to the service’s API')}
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
