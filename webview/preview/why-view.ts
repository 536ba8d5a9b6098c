import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewFix, PreviewState, WhyStep } from '../../src/shared/preview-protocol.ts';
import type { TokenRange } from '../../src/shared/token-figures.ts';
import { t, visibleLines, visibleText } from '../text.ts';
import { request } from './actions.ts';
import type { Badge } from './badges.ts';
import { sourceLink } from './outcome.ts';
import { headingStyles, listStyles, sourceStyles, toneStyles, unseenStyles } from '../styles.ts';

/** The decision, step by step, what would change it, and how its tokens are estimated. */
@customElement('preview-why')
export class WhyView extends LitElement {
  static override styles = [
    headingStyles,
    listStyles,
    sourceStyles,
    toneStyles,
    unseenStyles,
    css`
      .steps {
        max-width: 90ch;
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      .steps li {
        position: relative;
        display: flex;
        gap: 12px;
        padding: 0 0 16px;
        line-height: 1.5;
      }
      .steps li:last-child {
        padding-bottom: 0;
      }
      .steps li:not(:last-child)::before {
        content: '';
        position: absolute;
        inset: 24px auto 2px 9px;
        border-inline-start: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, var(--vscode-descriptionForeground)));
      }
      .steps vscode-icon {
        --vscode-icon-foreground: var(--tone);
        flex: none;
        color: var(--tone);
      }
      .dim {
        white-space: pre-line;
      }
      .skipped .name {
        font-weight: normal;
        color: var(--vscode-descriptionForeground);
      }
      .fixes .choice {
        max-width: 90ch;
        border-color: var(--vscode-widget-border, var(--vscode-contrastBorder, transparent));
        background: var(--vscode-editorWidget-background);
      }
      .fixes li + li {
        margin-top: 6px;
      }
      .fixes .advice {
        display: flex;
        gap: 12px;
        align-items: center;
        max-width: 90ch;
        box-sizing: border-box;
        padding: 8px 12px;
        line-height: 1.5;
      }
      .formula {
        display: flex;
        flex-wrap: wrap;
        gap: 0 6px;
        max-width: 90ch;
        margin: 0;
        overflow-wrap: anywhere;
      }
      .fixes .choice:hover {
        background: var(--vscode-list-hoverBackground);
      }
      .fixes .choice .name {
        color: var(--vscode-textLink-foreground);
      }
    `,
  ];

  @property({ attribute: false }) why: PreviewState['why'] | null = null;

  /** The estimate for what is sent; null where nothing is, or where it is not known. */
  @property({ attribute: false }) tokens: TokenRange | null = null;

  protected override render() {
    const { why } = this;
    if (!why) return nothing;
    return html`
      <ol class="steps" aria-label=${t('How it was decided')}>
        ${why.steps.map(renderStep)}
      </ol>
      ${
        why.fixes.length === 0
          ? nothing
          : html`<h2 id="fixes">${t('How to fix this')}</h2>
            <ul class="choices fixes" aria-labelledby="fixes">
              ${why.fixes.map((fix, index) => this.#renderFix(fix, index))}
            </ul>`
      }
      ${this.tokens ? renderFormula(this.tokens) : nothing}
    `;
  }

  #renderFix({ icon, label, detail, isAdvice }: PreviewFix, index: number) {
    const words = html`<vscode-icon name=${icon}></vscode-icon>
      <span class="words">
        <span class="name">${visibleText(label)}</span>
        ${detail === '' ? nothing : html`<span class="dim">${visibleLines(detail)}</span>`}
      </span>`;
    return isAdvice
      ? html`<li class="advice">${words}</li>`
      : html`<li><button class="choice" @click=${() => request(this, { type: 'applyFix', index })}>${words}</button></li>`;
  }
}

function renderFormula({ formula, sources }: TokenRange) {
  return html`<h2>${t('How the tokens are estimated')}</h2>
    <p class="formula"><span>${formula}</span> ${sources.map(sourceLink)}</p>`;
}

function renderStep({ state, title, detail }: WhyStep) {
  const badge = stateBadge(state);
  return html`<li class=${state}>
    <vscode-icon class=${badge.tone} name=${badge.icon} size="18"></vscode-icon>
    <div class="words">
      <span class="name"><span class="unseen">${badge.text}: </span>${visibleText(title)}</span>
      ${detail === '' ? nothing : html`<span class="dim">${visibleLines(detail)}</span>`}
    </div>
  </li>`;
}

function stateBadge(state: WhyStep['state']): Badge {
  switch (state) {
    case 'passed':
      return { icon: 'pass', tone: 'good', text: t('Passed') };
    case 'warning':
      return { icon: 'warning', tone: 'warning', text: t('Warning') };
    case 'stopped':
      return { icon: 'error', tone: 'bad', text: t('Stopped here') };
    case 'skipped':
      return { icon: 'circle-large-outline', tone: 'quiet', text: t('Not reached') };
  }
}
