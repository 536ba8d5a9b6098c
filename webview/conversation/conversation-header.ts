import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type {
  ConversationFilter,
  ConversationPageMessage,
  ConversationState,
  ConversationViewState,
} from '../../src/shared/conversation-protocol.ts';
import { renderContext, renderPrice } from '../preview/outcome.ts';
import { buttonStyles, linkStyles, toneStyles } from '../styles.ts';
import { formatCount, formatEstimate, formatSize, t, visibleText } from '../text.ts';

type Verdict = NonNullable<ConversationState['verdict']>;
type Read = NonNullable<ConversationState['read']>;

const OUTCOMES = {
  goes_through: { tone: 'good', icon: 'pass' },
  unknown: { tone: 'warning', icon: 'question' },
  fails: { tone: 'bad', icon: 'error' },
} as const;

/** What is known of a conversation as a whole, and what can be done with it. */
@customElement('conversation-header')
export class ConversationHeader extends LitElement {
  static override styles = [
    buttonStyles,
    linkStyles,
    toneStyles,
    css`
      :host {
        display: block;
        padding: 12px 16px 8px;
        border-bottom: 1px solid var(--vscode-panel-border, var(--vscode-contrastBorder, transparent));
        line-height: 1.5;
      }
      h1 {
        margin: 0;
        overflow: hidden;
        font-size: 1.4em;
        font-weight: 600;
        line-height: 1.3;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      p {
        margin: 2px 0 0;
      }
      .row {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px 12px;
        margin: 4px 0 0;
      }
      .quiet {
        color: var(--vscode-descriptionForeground);
      }
      .verdict {
        flex: 0 1 auto;
        display: flex;
        gap: 6px;
        min-width: 0;
        font-weight: 600;
        overflow-wrap: anywhere;
      }
      .verdict vscode-icon {
        flex: none;
        margin-top: 2px;
        --vscode-icon-foreground: var(--tone);
        color: var(--tone);
      }
      b {
        font-variant-numeric: tabular-nums;
      }
      .filters {
        display: inline-flex;
        flex-wrap: wrap;
        border: 1px solid var(--vscode-button-secondaryBorder, var(--vscode-contrastBorder, var(--vscode-widget-border, transparent)));
        border-radius: 4px;
        overflow: hidden;
      }
      .filters button {
        padding: 3px 10px;
        border: 0;
        background: none;
        font: inherit;
        color: inherit;
        cursor: pointer;
      }
      .filters button:hover {
        background: var(--vscode-toolbar-hoverBackground);
      }
      .filters button[aria-pressed='true'] {
        color: var(--vscode-inputOption-activeForeground);
        background: var(--vscode-inputOption-activeBackground);
        outline: 1px solid var(--vscode-inputOption-activeBorder, transparent);
        outline-offset: -1px;
      }
      .filters button:focus-visible {
        outline: 1px solid var(--vscode-focusBorder);
        outline-offset: -1px;
      }
      .repairs {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        margin-inline-start: auto;
      }
    `,
  ];

  @property({ attribute: false }) state!: ConversationState;
  @property() filter: ConversationFilter = 'all';
  @property({ type: Boolean }) isSwitching = false;

  protected override render() {
    const { name, problem, read, verdict } = this.state;
    const title = read?.title ?? null;
    return html`
      <h1 title=${visibleText(title ?? name)}>${visibleText(title ?? name)}</h1>
      ${problem === null ? nothing : html`<p class="row bad" role="alert"><span class="badge bad"><vscode-icon name="error"></vscode-icon></span>${visibleText(problem)}</p>`}
      ${read ? this.#renderFacts(read, title === null ? null : name) : nothing} ${verdict ? this.#renderVerdict(verdict) : nothing}
      ${read ? this.#renderTools(read, verdict) : nothing}
    `;
  }

  #renderFacts({ format, size, mediaBytes, messages, notSent, media, broken, firstBroken, isCut, newer }: Read, name: string | null) {
    const facts = [
      ...(name === null ? [] : [visibleText(name)]),
      format,
      mediaBytes === 0 ? formatSize(size) : t('{0}, {1} of it media', formatSize(size), formatSize(mediaBytes)),
      notSent === 0
        ? messages === 1
          ? t('1 message')
          : t('{0} messages', formatCount(messages))
        : t('{0} messages, {1} of them not sent', formatCount(messages), formatCount(notSent)),
      ...(media === 0 ? [] : [media === 1 ? t('1 media file') : t('{0} media files', formatCount(media))]),
    ];
    return html`<p class="quiet">${facts.join(' · ')}</p>
      ${broken === 0 ? nothing : html`<p class="quiet">${broken === 1 ? t('1 line cannot be read: line {0}. It stays as it is.', formatCount(firstBroken ?? 0)) : t('{0} lines cannot be read; the first is line {1}. They stay as they are.', formatCount(broken), formatCount(firstBroken ?? 0))}</p>`}
      ${newer ? html`<p class="quiet">${t('Written by version {0}, newer than {1}, the last version known here: some of it may be read wrongly.', newer.written, newer.seen)}</p>` : nothing}
      ${isCut ? html`<p class="quiet">${t('The list is too long to be shown in full.')}</p>` : nothing}`;
  }

  #renderVerdict(verdict: Verdict) {
    const { outcome, message, tokens, lacks, counted, uncounted, isExact } = verdict;
    const { model } = this.state;
    const { tone, icon } = OUTCOMES[outcome];
    return html`
      <div class="row">
        <button class="link" title=${t('Choose another model')} @click=${() => this.#ask({ type: 'pickModel' })}>
          ${model.name === null ? t('Choose a model…') : visibleText(model.name)}
        </button>
        <span class="quiet">${model.api}</span>
      </div>
      <div class="row">
        <div class="verdict ${tone}" role="status">
          <vscode-icon name=${icon}></vscode-icon><span>${verdictWords(verdict)}</span>
        </div>
        ${message === null ? nothing : html`<button class="link" @click=${() => this.#ask({ type: 'findMessage', revision: this.state.revision, message })}>${t('Go to Message {0}', formatCount(message + 1))}</button>`}
      </div>
      <p class="quiet">${tokens ? html`<b>${t('{0} tokens', formatEstimate(tokens))}</b> · ${renderPrice(tokens)}${tokens.context ? html` · ${renderContext(tokens)}` : nothing}` : uncounted ? t('Tokens and price unknown: message {0}, part {1} cannot be counted', formatCount(uncounted.message + 1), formatCount(uncounted.part + 1)) : t('Tokens and price unknown')}${renderLack(lacks)}${tokens && counted !== null ? html` · ${t('{0} of them counted by the server', formatCount(counted))}` : nothing}${isExact ? html` · ${t('messages exactly as sent')}` : nothing}</p>
    `;
  }

  #renderTools(read: Read, verdict: Verdict | null) {
    const { repair, revision } = this.state;
    const { error = 0, warning = 0, info = 0 } = verdict?.findings ?? {};
    const findings = error + warning + info;
    const counts = t('Errors: {0}, warnings: {1}, notes: {2}', formatCount(error), formatCount(warning), formatCount(info));
    const find = (back: boolean) => () =>
      this.dispatchEvent(new CustomEvent('find-finding', { detail: back, bubbles: true, composed: true }));
    return html`
      <div class="row">
        <div class="filters" role="group" aria-label=${t('Filter messages')}>
          ${this.#renderFilter('all', t('All'))} ${this.#renderFilter('files', t('Files ({0})', formatCount(read.files)), t('Media, and files that the program read: what is sent of each'))}
          ${this.#renderFilter('media', t('Only media'))}
          ${this.#renderFilter('findings', t('Only findings ({0})', formatCount(findings)), counts)}
          <button aria-pressed=${this.isSwitching ? 'true' : 'false'} @click=${() => this.#changeView({ isSwitching: true })}>${t('Compare Models')}</button>
        </div>
        <vscode-button secondary icon="arrow-down" title=${t('Next finding (F8)')} ?disabled=${findings === 0} @click=${find(false)}>${t('Next Finding')}</vscode-button>
        <vscode-button secondary icon="search" @click=${() => this.#ask({ type: 'findError' })}>${t('Find Cause from Error Message…')}</vscode-button>
        <div class="repairs">
          ${repair.canUndo ? html`<vscode-button secondary icon="discard" ?disabled=${repair.refusal !== null} @click=${() => this.#ask({ type: 'undo' })}>${repair.restoresMedia ? t('Restore Media') : t('Undo Repair')}</vscode-button>` : nothing}
          ${repair.canSlim ? html`<vscode-button secondary icon="archive" ?disabled=${repair.refusal !== null} title=${repair.refusal ?? t('Take the media out of the file, and keep each once beside it')} @click=${() => this.#ask({ type: 'slim' })}>${t('Slim…')}</vscode-button>` : nothing}
          ${repair.parts === 0 ? nothing : html`<vscode-button icon="wand" ?disabled=${repair.refusal !== null} title=${repair.refusal ?? ''} @click=${() => this.#ask({ type: 'repair' })}>${repair.parts === 1 ? t('Repair 1 Part…') : t('Repair {0} Parts…', formatCount(repair.parts))}</vscode-button>`}
        </div>
      </div>
      ${repair.refusal !== null && repair.parts > 0 ? html`<p class="quiet" data-revision=${revision}>${repair.refusal}</p>` : nothing}
    `;
  }

  #renderFilter(filter: ConversationFilter, words: string, title = '') {
    const isPressed = this.filter === filter && !this.isSwitching;
    const choose = (): void => this.#changeView({ filter, active: -1, top: 0, isSwitching: false });
    return html`<button aria-pressed=${isPressed ? 'true' : 'false'} title=${title || nothing} @click=${choose}>${words}</button>`;
  }

  #changeView(detail: Partial<ConversationViewState>): void {
    this.dispatchEvent(new CustomEvent('conversation-view', { detail, bubbles: true, composed: true }));
  }

  #ask(detail: ConversationPageMessage): void {
    this.dispatchEvent(new CustomEvent('conversation-ask', { detail, bubbles: true, composed: true }));
  }
}

/** What the figure of tokens is without. */
function verdictWords({ outcome, message, sentence }: Verdict): string {
  const reason = visibleText(sentence ?? '');
  if (outcome === 'goes_through') return t('Next request goes through');
  if (outcome === 'unknown') return t('Not known whether the next request goes through: {0}', reason);
  return message === null
    ? t('Next request fails: {0}', reason)
    : t('Next request fails at message {0}: {1}', formatCount(message + 1), reason);
}

function renderLack(lacks: Verdict['lacks']) {
  if (lacks === null) return nothing;
  return html` · ${lacks === 'tools' ? t('estimated from the messages, without the tools') : t('estimated from the messages, without the system prompt and tools')}`;
}
