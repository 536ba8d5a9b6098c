/** Two pictures side by side: loaded when two are previewed together. */
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import { css, html, LitElement, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PreviewContent, PreviewFacts, PreviewViewState } from '../../src/shared/preview-protocol.ts';
import { unseenStyles } from '../styles.ts';
import { formatCount, formatMoment, formatSize, t, visibleText } from '../text.ts';
import type { ScrollShare } from './image-content.ts';
import './image-content.ts';

type Picture = NonNullable<Extract<PreviewContent, { kind: 'attachments' }>['items'][number]['picture']>;

/** A fact of both pictures; empty where it is not known of one. */
interface ComparedFact {
  readonly name: string;
  readonly values: readonly string[];
  /** No two artifacts have it in common. */
  readonly isOwn?: boolean;
}

/**
 * Two pictures and what is known of them, line beside line; the lines that differ stand out. They are scaled together, and at actual size they
 * move together.
 */
@customElement('preview-picture-pair')
export class PicturePair extends LitElement {
  static override styles = [
    unseenStyles,
    css`
      :host {
        display: block;
        margin-bottom: 16px;
      }
      .pictures,
      table {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 4px 16px;
      }
      .pictures > * {
        min-width: 0;
      }
      table {
        margin-top: 12px;
        line-height: 1.5;
      }
      thead,
      tbody,
      tr {
        display: contents;
      }
      th,
      td {
        display: block;
        min-width: 0;
        padding: 0;
        text-align: start;
        overflow-wrap: anywhere;
      }
      thead th {
        font-weight: 600;
      }
      .label {
        display: inline-block;
        min-width: 10ch;
        margin-inline-end: 6px;
        color: var(--vscode-descriptionForeground);
      }
      .differs td {
        font-weight: 600;
      }
      .differs .label {
        font-weight: normal;
      }
      vscode-icon {
        vertical-align: text-bottom;
        color: var(--vscode-descriptionForeground);
      }
    `,
  ];

  @property({ attribute: false }) pictures: readonly Picture[] = [];
  @property({ attribute: false }) zoom: PreviewViewState['zoom'] = 'fit';

  protected override render() {
    const { pictures, zoom } = this;
    const facts = comparedFacts(pictures.map((picture) => picture.facts));
    return html`
      <div class="pictures" role="group" aria-label=${t('Pictures side by side')}>
        ${pictures.map((picture) => html`<preview-image .uri=${picture.uri} .facts=${picture.facts} .zoom=${zoom} @picture-scroll=${this.#follow}></preview-image>`)}
      </div>
      <table role="table" aria-label=${t('Facts about both pictures')}>
        <thead role="rowgroup">
          <tr role="row">${pictures.map(({ facts: { name } }) => html`<th role="columnheader" scope="col"><bdi>${visibleText(name)}</bdi></th>`)}</tr>
        </thead>
        <tbody role="rowgroup">
          ${facts.map((fact) => renderFact(fact))}
        </tbody>
      </table>
    `;
  }

  /** What is looked at in one is looked at in the other, by its share of the way. */
  #follow(event: CustomEvent<ScrollShare>): void {
    const images = [...this.renderRoot.querySelectorAll('preview-image')];
    for (const image of images) if (image !== event.target) image.scrollToShare(event.detail);
  }
}

function renderFact({ name, values, isOwn = false }: ComparedFact) {
  const differs = !isOwn && new Set(values).size > 1;
  return html`<tr role="row" class=${differs ? 'differs' : ''}>
    ${values.map(
      (value) => html`<td role="cell">
        <span class="label">${name}</span> ${value === '' ? t('unknown') : html`<bdi>${value}</bdi>`}
        ${differs ? html` <vscode-icon name="diff" size="14" aria-hidden="true"></vscode-icon><span class="unseen">${t('differs')}</span>` : nothing}
      </td>`,
    )}
  </tr>`;
}

/** The facts that are known of one of them at least. */
function comparedFacts(both: readonly PreviewFacts[]): ComparedFact[] {
  const facts = (name: string, valueOf: (facts: PreviewFacts) => string): ComparedFact => ({
    name,
    values: both.map((each) => visibleText(valueOf(each))),
  });
  return [
    { ...facts(t('Reference'), ({ place }) => place), isOwn: true },
    facts(t('Type'), ({ typeName }) => typeName),
    facts(t('Properties'), ({ media }) => media.join(' · ')),
    facts(t('Size'), ({ size }) => (size === null ? '' : t('{0} ({1} bytes)', formatSize(size), formatCount(size)))),
    facts(t('Created'), ({ createdAt }) => (createdAt === null ? '' : formatMoment(createdAt))),
    facts(t('Agent'), ({ agentId }) => agentId ?? ''),
    facts(t('Message'), ({ messageId }) => messageId ?? ''),
  ].filter(({ values }) => values.some((value) => value !== ''));
}
