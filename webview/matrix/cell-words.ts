import type { MatrixColumn, MatrixRow, MatrixSource } from '../../src/shared/matrix-state.ts';
import { t } from '../l10n.ts';
import { visibleText } from '../visible-text.ts';
import type { CellState, MatrixModel } from './matrix-model.ts';

/** What a cell says, for its tooltip, the line below the matrix and screen readers. */
export function cellWords({ declared, implied, known, source, problems }: CellState, { type }: MatrixColumn): string {
  const state = implied ? t('Not declared: text by default.') : declared ? t('Declared.') : t('Not declared.');
  const others = [knownWords(declared, known, source), ...problems.map(({ message }) => message)];
  if (type === 'text' && !declared && problems.length === 0) others.push(t('Every model is sent text all the same.'));
  return [state, ...others].filter((each) => each !== '').join(' ');
}

function knownWords(declared: boolean, known: CellState['known'], source: MatrixSource | null): string {
  if (!source || known === 'unknown') return '';
  const where = sourceWords(source);
  if (known === 'yes')
    return declared ? t('The catalogue says so too ({0}).', where) : t('The catalogue says that the model can ({0}).', where);
  return declared
    ? t('The catalogue says that the model cannot ({0}).', where)
    : t('The catalogue says so too: the model cannot ({0}).', where);
}

/** How something is known, and from where. */
export function sourceWords({ match, entry, package: from }: MatrixSource): string {
  const name = from === null ? entry : `${entry}, ${from}`;
  switch (match) {
    case 'exact':
      return t('exact match: {0}', name);
    case 'alias':
      return t('another name of the model: {0}', name);
    case 'family':
      return t('by its family: {0}', name);
    case 'guess':
      return t('a guess by a word in its name: {0}', name);
  }
}

/** The side of a column. */
export function listWords(list: MatrixColumn['list']): string {
  return list === 'input' ? t('Input') : t('Output');
}

/** What a row is called. */
export function rowName({ name }: MatrixRow, index: number): string {
  return name === '' ? t('Service number {0}', index + 1) : visibleText(name);
}

/** The id and the model of a row, as far as the name does not say them. */
export function rowDetail({ id, name, model }: MatrixRow): string {
  return [id === null || id === name ? '' : visibleText(id), visibleText(model)]
    .filter((each, at, all) => each !== '' && all.indexOf(each) === at)
    .join(' · ');
}

/** What there is to say of a row: its problems that concern no cell, and whether it counts. */
export function rowWords(row: MatrixRow): string {
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
