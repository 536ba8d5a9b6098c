import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewState, PreviewVerdict } from '../../src/shared/preview-protocol.ts';
import { buttonStyles, linkStyles } from '../styles.ts';
import { formatAlternatives, formatCount, formatSize, t, visibleText } from '../text.ts';
import { request } from './actions.ts';
import './outcome.ts';

const ICONS: Record<VerdictText['tone'], string> = { content: 'pass', substitute: 'warning', nothing: 'error' };

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
      .content {
        --tone: var(--vscode-testing-iconPassed, #73c991);
      }
      .substitute {
        --tone: var(--vscode-editorWarning-foreground, #cca700);
      }
      .nothing {
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
        <vscode-icon name=${ICONS[words.tone]} size="22"></vscode-icon>
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
    if (capable.length === 0) return html`<p class="capable">${t('No configured model service accepts it.')} ${any}</p>`;
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

/** A verdict in words. */
interface VerdictText {
  readonly tone: 'content' | 'substitute' | 'nothing';
  /** What goes in, and the field or form in which it arrives. */
  readonly from: string;
  readonly to: string;
  /** The field of the message is code, everything else is prose. */
  readonly toIsField: boolean;
  readonly reason: string;
}

/** Puts in words what the model receives in the end: where the content goes, what the API makes of it, and what decided that. */
function verdictText(state: PreviewState): VerdictText {
  const words = unchangedText(state);
  const { change } = state.arrival;
  return change === undefined ? words : { ...words, reason: [words.reason, change].filter(Boolean).join(' ') };
}

function unchangedText(state: PreviewState): VerdictText {
  const routed = routeText(state);
  const { state: arrival, reason } = state.arrival;
  switch (arrival) {
    case 'refused':
      return { from: routed.from, tone: 'nothing', to: t('Nothing: the request is rejected'), toIsField: false, reason: reason ?? '' };
    case 'dropped':
      return { from: routed.from, tone: 'nothing', to: t('A note instead of the content'), toIsField: false, reason: reason ?? '' };
    case 'doubtful':
    case 'partly':
      return { ...routed, tone: 'substitute', reason: [routed.reason, reason].filter(Boolean).join(' ') };
    case 'nothing':
      return reason === null ? routed : { from: routed.from, tone: 'nothing', to: t('Nothing'), toIsField: false, reason };
    default:
      return reason === null ? routed : { ...routed, reason };
  }
}

/** Where the capabilities of the model alone would send the content. */
function routeText(state: PreviewState): VerdictText {
  const { verdict } = state;
  const from = kindName(verdict);
  const field = { from, tone: 'content', toIsField: true } as const;
  switch (verdict.outcome) {
    case 'text':
      return { ...field, to: 'text', reason: t('Sent as plain text; every model can read it.') };
    case 'image_url':
    case 'file':
      return { ...field, to: verdict.outcome, reason: grantedReason(state) };
    case 'description':
      return { tone: 'substitute', from, to: descriptionOf(verdict), toIsField: false, reason: descriptionReason(state) };
    case 'failed':
      return {
        tone: 'nothing',
        from,
        to: t('An error note instead of the content'),
        toIsField: false,
        reason: t('The content cannot be read; the model is told so.'),
      };
    case 'not_found':
      return {
        tone: 'nothing',
        from: t('Nothing'),
        to: t('The error “artifact_not_found”'),
        toIsField: false,
        reason: t('There is no content to send.'),
        ...(state.content.kind === 'problem' &&
          state.content.state === 'reserved' && { from: t('Reserved'), reason: state.content.reason }),
      };
    case 'message':
      return attachmentsText(state);
  }
}

/** Several attachments of one message: how many of them arrive as what they are. */
function attachmentsText({ content }: PreviewState): VerdictText {
  const items = content.kind === 'attachments' ? content.items : [];
  const count = (outcome: (typeof items)[number]['outcome']): number => items.filter((item) => item.outcome === outcome).length;
  const [included, described, dropped, failed] = [
    count('included') + count('doubtful'),
    count('described'),
    count('dropped'),
    count('failed'),
  ];
  const to = [
    ...(included > 0 ? [t('{0} included', formatCount(included))] : []),
    ...(described > 0 ? [t('{0} described', formatCount(described))] : []),
    ...(dropped > 0 ? [t('{0} dropped', formatCount(dropped))] : []),
    ...(failed > 0 ? [t('{0} failed', formatCount(failed))] : []),
  ].join(', ');
  const isWhole = included === items.length;
  return {
    tone: isWhole ? 'content' : included + described === 0 ? 'nothing' : 'substitute',
    from: t('Message with {0} attachments', formatCount(items.length)),
    to,
    toIsField: false,
    reason: isWhole
      ? t('The model receives every attachment itself, in this order.')
      : t('Each attachment is routed on its own; see “Rendered”.'),
  };
}

function kindName(verdict: PreviewVerdict): string {
  switch (verdict.binaryType) {
    case null:
      return t('Text');
    case 'image':
      return t('Image');
    case 'audio':
      return t('Audio');
    case 'video':
      return t('Video');
    case 'document':
      return t('Document');
    case 'other':
      return t('Binary file');
  }
}

function descriptionOf(verdict: PreviewVerdict): string {
  switch (verdict.binaryType) {
    case 'image':
      return t('Text description instead of the image');
    case 'audio':
      return t('Text description instead of the audio');
    case 'video':
      return t('Text description instead of the video');
    case 'document':
      return t('Text description instead of the document');
    default:
      return t('Text description instead of the content');
  }
}

/** The name of the selected model, or null for "text only". */
export function selectedModelName(state: PreviewState): string | null {
  if (state.selected === null) return null;
  const model = state.models.find((candidate) => candidate.id === state.selected);
  return model?.name ?? state.selected;
}

function grantedReason(state: PreviewState): string {
  const model = selectedModelName(state) ?? '';
  const { granted } = state.verdict;
  if (granted === null) return t('{0} accepts it.', model);
  if (state.origin) return t('{0} has the input capability “{1}”, according to the catalogue.', model, granted);
  return t('{0} declares the input capability “{1}”.', model, granted);
}

function descriptionReason(state: PreviewState): string {
  const { limit, capabilities } = state.verdict;
  if (limit !== null) return t('The content is larger than the limit of {0}.', formatSize(limit));
  const names = formatAlternatives(capabilities.map((name) => t('“{0}”', name)));
  const model = selectedModelName(state);
  if (model === null) return t('Without a model service, only text can be sent; this content needs the input capability {0}.', names);
  if (state.origin) return t('{0} is not known to have the input capability {1}.', model, names);
  return t('{0} does not declare the input capability {1}.', model, names);
}
