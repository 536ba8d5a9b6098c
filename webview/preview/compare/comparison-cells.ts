import { html, nothing } from 'lit';
import type { ComparedRow } from '../../../src/shared/preview-state.ts';
import { formatEstimate, formatSize } from '../../format.ts';
import { t } from '../../l10n.ts';
import { visibleText } from '../../visible-text.ts';
import { renderBadge } from '../badge.ts';
import type { Column } from './sorting.ts';
import { certaintyText, receivedBadge, severityBadge, wireBadge, type Severity } from '../outcome.ts';

/** What the rows of a comparison stand for. */
export type Compared = 'services' | 'apis';

/** The columns of a comparison in their order. */
export function columnsOf(compared: Compared): readonly (Column | 'detail')[] {
  return compared === 'services'
    ? ['name', 'api', 'route', 'wire', 'bytes', 'tokens', 'detail']
    : ['name', 'route', 'wire', 'bytes', 'tokens', 'detail'];
}

export function columnTitle(column: Column | 'detail', compared: Compared): string {
  switch (column) {
    case 'name':
      return compared === 'services' ? t('Service') : t('API');
    case 'api':
      return t('API');
    case 'route':
      return t('Receives');
    case 'wire':
      return t('Wire verdict');
    case 'bytes':
      return t('Bytes');
    case 'tokens':
      return t('Tokens');
    case 'detail':
      return t('Detail');
  }
}

/** The cells of a row, in the order of the columns. */
export function renderCells(row: ComparedRow, compared: Compared) {
  const certainty = certaintyText(row.certainty);
  return html`
    ${
      compared === 'services'
        ? html`${renderName('name', visibleText(row.name), visibleText(row.model))} ${renderName('api', row.apiName, certainty)}`
        : renderName('name', visibleText(row.name), row.certainty === 'chosen' ? '' : certainty)
    }
    <td role="gridcell">${renderBadge(receivedBadge(row))}</td>
    <td role="gridcell">${row.wire === null ? unknown() : renderBadge(wireBadge(row.wire))} ${row.limit === null ? nothing : renderLimit(row.limit)}</td>
    <td role="gridcell" class="number">${row.bytes === null ? unknown() : formatSize(row.bytes)}</td>
    <td role="gridcell" class="number">${renderTokens(row)}</td>
    <td role="gridcell"><span class="clamped" title=${row.detail}>${row.detail}</span></td>
  `;
}

function renderName(column: Column, name: string, below: string) {
  return html`<td role="gridcell" class=${column}>
    <span class="line" title=${name}><bdi>${name}</bdi></span>
    ${below === '' || below === name ? nothing : html`<span class="line dim" title=${below}><bdi>${below}</bdi></span>`}
  </td>`;
}

function renderTokens({ tokens }: ComparedRow) {
  if (!tokens) return unknown();
  const explanation = t('An estimate. Formula: {0}. Source: {1}', tokens.formula, tokens.sources.join(', '));
  return html`<span title=${explanation}>${formatEstimate(tokens)}</span>`;
}

function renderLimit(severity: Severity) {
  const { icon, tone } = severityBadge(severity);
  const words = limitText(severity);
  return html`<span class="badge ${tone}" title=${words}><vscode-icon name=${icon}></vscode-icon><span class="unseen">${words}</span></span>`;
}

function limitText(severity: Severity): string {
  switch (severity) {
    case 'error':
      return t('A limit of the API refuses it');
    case 'warning':
      return t('A limit of the API warns');
    case 'info':
      return t('A limit of the API is good to know');
  }
}

function unknown() {
  return html`<span class="dim" title=${t('Not known')}>–</span>`;
}
