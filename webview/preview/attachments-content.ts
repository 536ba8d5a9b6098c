import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { LitElement, css, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewContent } from '../../src/shared/preview-state.ts';
import { formatSize } from '../format.ts';
import { t } from '../l10n.ts';
import { visibleText } from '../visible-text.ts';
import { request } from './actions.ts';
import { renderBadge } from './badge.ts';
import type { Badge } from './outcome.ts';
import { listStyles, toneStyles } from '../styles.ts';

type Attachment = Extract<PreviewContent, { kind: 'attachments' }>['items'][number];

/** The attachments of one message in their order; each opens. */
@customElement('preview-attachments')
export class AttachmentsContent extends LitElement {
  static override styles = [
    listStyles,
    toneStyles,
    css`
      .badge {
        margin-left: auto;
        align-self: center;
      }
    `,
  ];

  @property({ attribute: false }) items: readonly Attachment[] = [];

  protected override render() {
    return html`<ol class="choices" aria-label=${t('Attachments')}>
      ${this.items.map((item, index) => this.#renderItem(item, index))}
    </ol>`;
  }

  #renderItem(item: Attachment, index: number) {
    const name = visibleText(item.name);
    const type = [item.typeName, ...(item.size === null ? [] : [formatSize(item.size)])].join(' · ');
    return html`<li>
      <button class="choice" title=${t('Open {0}', name)} @click=${() => request(this, { type: 'openAttachment', index })}>
        <vscode-icon name=${item.icon} size="20"></vscode-icon>
        <span class="words">
          <span class="name"><bdi>${name}</bdi></span>
          <span class="dim">${type}</span>
          <span class="dim">${item.reason}</span>
        </span>
        ${renderBadge(outcomeBadge(item.outcome))}
      </button>
    </li>`;
  }
}

function outcomeBadge(outcome: Attachment['outcome']): Badge {
  switch (outcome) {
    case 'included':
      return { icon: 'pass', tone: 'good', text: t('Included') };
    case 'doubtful':
      return { icon: 'warning', tone: 'warning', text: t('Doubtful') };
    case 'described':
      return { icon: 'warning', tone: 'warning', text: t('Described') };
    case 'failed':
      return { icon: 'error', tone: 'bad', text: t('Failed') };
  }
}
