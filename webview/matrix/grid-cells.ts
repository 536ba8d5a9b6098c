import { html, noChange, nothing, type TemplateResult } from 'lit';
import { Directive, directive, type ElementPart, type PartInfo, PartType } from 'lit/directive.js';
import { classMap } from 'lit/directives/class-map.js';
import { guard } from 'lit/directives/guard.js';
import {
  isStandardColumn,
  type MatrixColumn,
  type MatrixProblem,
  type MatrixRow,
  type MatrixSeverity,
  type MatrixSource,
} from '../../src/shared/matrix-protocol.ts';
import { t, visibleText } from '../text.ts';
import { ROW_HEIGHT } from './grid-styles.ts';
import { type CellState, disagrees, type MatrixModel } from './matrix-model.ts';

/** What the rows are drawn by. */
export interface RowContext {
  readonly model: MatrixModel;
  readonly columns: readonly MatrixColumn[];
  readonly locked: boolean;
  readonly inForce: boolean;
}

/** The two rows of the head: the sides of a model, and the capabilities. */
export function renderHead(
  columns: readonly MatrixColumn[],
  meanings: Readonly<Record<string, string>>,
  locked: boolean,
  add: (list: MatrixColumn['list']) => void,
): TemplateResult {
  const group = (list: MatrixColumn['list']): TemplateResult => {
    const count = columns.filter((column) => column.list === list).length;
    const title = list === 'input' ? t('Add a Column to the Inputs') : t('Add a Column to the Outputs');
    return html`<div class="group begins span-${list}" role="columnheader" aria-colspan=${count}>
      <span class="group-title">
        ${listWords(list)}
        <button title=${title} aria-label=${title} ?disabled=${locked} @click=${() => add(list)}><span class="icon add"></span></button>
      </span>
    </div>`;
  };
  return html`
    <div role="row" aria-rowindex="1"><div class="name group" role="gridcell"><div class="fill"></div></div>${group('input')}${group('output')}</div>
    <div role="row" class="titles" aria-rowindex="2">
      <div class="name" role="columnheader" aria-colindex="1"><div class="fill">${t('Service')}</div></div>
      ${columns.map((column, at) => {
        const isStandard = isStandardColumn(column);
        const meaning = isStandard
          ? (meanings[column.type] ?? '')
          : t('A custom capability. It is kept, but has no effect on what is sent.');
        return html`<div
          class=${classMap({ cell: true, begins: column.list !== columns[at - 1]?.list, custom: !isStandard })}
          role="columnheader"
          aria-colindex=${at + 2}
          title=${`${visibleText(column.type)}\n${meaning}`}
        >
          <span class="title">${breakable(visibleText(column.type))}</span>
        </div>`;
      })}
    </div>
  `;
}

/** Names of capabilities break after their underscores. */
function breakable(name: string) {
  return name.split(/(?<=_)/).map((part, at) => html`${at > 0 ? html`<wbr />` : nothing}${part}`);
}

/**
 * One service.
 *
 * @param active the column the keyboard is on, -1 for the name; null: it is in another row
 */
export function renderRow(index: number, position: number, active: number | null, context: RowContext) {
  const row = context.model.rows[index];
  if (!row) return nothing;
  const { columns, locked, inForce, model } = context;
  return html`<div
    role="row"
    class=${classMap({ odd: position % 2 === 1, active: active !== null, 'left-out': !row.counts })}
    aria-rowindex=${position + 3}
    ${placedAt(position * ROW_HEIGHT)}
  >
    ${guard([row, index, columns, active, locked, inForce, model.askedOf(index)], () => html`${renderName(row, index, active === -1, inForce)}${columns.map((column, at) => renderCell(context, row, index, column, at, active === at))}`)}
  </div>`;
}

function renderName(row: MatrixRow, index: number, isActive: boolean, inForce: boolean): TemplateResult {
  const name = rowName(row, index);
  const detail = rowDetail(row);
  const problems = rowWords(row);
  const worst = worstOf(row.problems.filter(({ cell }) => cell === null));
  const [reveal, preview] = [t('Reveal in Text Editor'), t('Preview with This Model')];
  return html`<div class="name" role="rowheader" aria-colindex="1">
    <div class="focusable" data-row=${index} data-column="-1" tabindex=${isActive ? 0 : -1} title=${[name, detail, problems].filter(Boolean).join('\n')}>
      <span class="words"><bdi class="title-of-row">${name}</bdi> <bdi class="detail">${detail}</bdi></span>
      <span class="actions" aria-hidden="true">
        ${row.counts && inForce ? html`<button tabindex="-1" data-action="preview" title=${preview}><span class="icon preview"></span></button>` : nothing}
        <button tabindex="-1" data-action="reveal" title=${reveal}><span class="icon go"></span></button>
      </span>
      ${worst ? html`<span class="icon problem ${worst}" role="img" aria-label=${problems}></span>` : nothing}
    </div>
  </div>`;
}

function renderCell(
  { model, columns, locked }: RowContext,
  row: MatrixRow,
  index: number,
  column: MatrixColumn,
  at: number,
  isActive: boolean,
): TemplateResult {
  const cell = model.cell(index, column);
  const words = cellWords(cell, column);
  const worst = worstOf(cell.problems);
  return html`<div class=${column.list === columns[at - 1]?.list ? 'cell' : 'cell begins'} role="gridcell" aria-colindex=${at + 2}>
    <div
      class="focusable"
      role="checkbox"
      data-row=${index}
      data-column=${at}
      tabindex=${isActive ? 0 : -1}
      aria-checked=${cell.declared ? 'true' : 'false'}
      aria-disabled=${locked || !row.editable ? 'true' : 'false'}
      aria-label=${`${visibleText(column.type)}, ${listWords(column.list)}. ${words}`}
    >
      <span class="icon ${look(cell)}"></span>
      ${cell.declared && disagrees(cell) ? html`<span class="icon doubtful"></span>` : nothing}
      ${worst ? html`<span class="icon problem ${worst}"></span>` : nothing}
    </div>
  </div>`;
}

/** The tooltip of a cell; made for the one that is pointed at. */
export function cellTitle(model: MatrixModel, index: number, column: MatrixColumn): string {
  const row = model.rows[index];
  return row
    ? `${rowName(row, index)} · ${listWords(column.list)} · ${visibleText(column.type)}\n${cellWords(model.cell(index, column), column)}`
    : '';
}

/** How a cell looks: each differs in its shape, not in its colour alone. */
function look(cell: CellState): 'declared' | 'implied' | 'possible' | 'empty' {
  if (cell.declared) return cell.implied ? 'implied' : 'declared';
  return disagrees(cell) ? 'possible' : 'empty';
}

const SEVERITIES: readonly MatrixSeverity[] = ['error', 'warning', 'information'];

function worstOf(problems: readonly MatrixProblem[]): MatrixSeverity | undefined {
  return SEVERITIES.find((severity) => problems.some((problem) => problem.severity === severity));
}

/** What a cell says, for its tooltip, the line below the matrix and screen readers. */
function cellWords({ declared, implied, known, source, problems }: CellState, { type }: MatrixColumn): string {
  const state = implied ? t('Not declared: text by default.') : declared ? t('Declared.') : t('Not declared.');
  const others = [knownWords(declared, known, source), ...problems.map(({ message }) => message)];
  if (type === 'text' && !declared && problems.length === 0) others.push(t('Text is sent to every model anyway.'));
  return [state, ...others].filter((each) => each !== '').join(' ');
}

function knownWords(declared: boolean, known: CellState['known'], source: MatrixSource | null): string {
  if (!source || known === 'unknown') return '';
  const where = sourceWords(source);
  if (known === 'yes')
    return declared ? t('The catalogue agrees ({0}).', where) : t('The catalogue says the model supports it ({0}).', where);
  return declared
    ? t('The catalogue says the model does not support it ({0}).', where)
    : t('The catalogue agrees: not supported ({0}).', where);
}

/** How something is known, and from where. */
function sourceWords({ match, entry, package: from }: MatrixSource): string {
  const name = from === null ? entry : `${entry}, ${from}`;
  switch (match) {
    case 'exact':
      return t('exact match: {0}', name);
    case 'alias':
      return t('alias: {0}', name);
    case 'family':
      return t('family: {0}', name);
    case 'guess':
      return t('guess from a word in the name: {0}', name);
  }
}

/** The side of a column. */
function listWords(list: MatrixColumn['list']): string {
  return list === 'input' ? t('Input') : t('Output');
}

/** What a row is called. */
export function rowName({ name }: MatrixRow, index: number): string {
  return name === '' ? t('Service number {0}', index + 1) : visibleText(name);
}

/** The id and the model of a row, as far as the name does not say them. */
function rowDetail({ id, name, model }: MatrixRow): string {
  return [id === null || id === name ? '' : visibleText(id), visibleText(model)]
    .filter((each, at, all) => each !== '' && all.indexOf(each) === at)
    .join(' · ');
}

/** What there is to say of a row: its problems that concern no cell, and whether it counts. */
function rowWords(row: MatrixRow): string {
  return row.problems
    .filter(({ cell }) => cell === null)
    .map(({ message }) => message)
    .join(' ');
}

/** What a place of the matrix is, and what there is to say of it. */
export function placeWords(
  model: MatrixModel,
  at: { readonly index: number; readonly column: MatrixColumn | null } | undefined,
): { readonly subject: string; readonly words: string } {
  const row = at && model.rows[at.index];
  if (!row) return { subject: '', words: '' };
  const name = rowName(row, at.index);
  const { column } = at;
  if (!column) return { subject: name, words: [rowDetail(row), rowWords(row)].filter(Boolean).join(' · ') };
  return {
    subject: `${name} · ${listWords(column.list)} · ${visibleText(column.type)}`,
    words: cellWords(model.cell(at.index, column), column),
  };
}

/** Puts an absolutely placed element at a height. A style attribute would be inline style, which the page forbids. */
class PlacedAt extends Directive {
  #top: number | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT) throw new Error('placedAt belongs to an element');
  }

  render(_top: number): typeof noChange {
    return noChange;
  }

  override update({ element }: ElementPart, [top]: [number]): typeof noChange {
    if (top !== this.#top) (element as HTMLElement).style.top = `${top}px`;
    this.#top = top;
    return noChange;
  }
}

const placedAt = directive(PlacedAt);
