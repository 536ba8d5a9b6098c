/** The sheets of a workbook as tables (ECMA-376 part 1, SpreadsheetML): the values as they were last computed. */
import { TooLarge, type RenderedDocument } from './document-node.ts';
import { GridBuilder } from './grid.ts';
import { OfficePackage, readXml } from './office-package.ts';

/** Columns of a sheet that are read: those from A to XFD are far more than people look through. */
const MAX_COLUMNS = 1_000;
/** Sheets of one workbook. */
const MAX_SHEETS = 200;
/** Texts that the cells of a workbook share, in characters. */
const MAX_SHARED_CHARACTERS = 64 * 1024 * 1024;

/** Decimals of a percentage: as many as Excel offers. */
const MAX_DECIMALS = 30;

/** Milliseconds of a day, the unit of dates. */
const DAY = 86_400_000;

/** How a number is shown. */
type NumberForm = 'general' | 'date' | 'time' | 'moment' | { readonly percentDecimals: number };

/** What the cells of a workbook refer to. */
interface CellContext {
  readonly texts: readonly string[];
  /** By the style of a cell. */
  readonly forms: readonly NumberForm[];
  readonly isFrom1904: boolean;
}

/** @throws when it is no workbook, or TooLarge */
export function readXlsx(bytes: Uint8Array): RenderedDocument {
  const book = new OfficePackage(bytes);
  const name = [...book.relationships('').values()].find(({ target }) => /workbook.*\.xml$/i.test(target))?.target ?? 'xl/workbook.xml';
  const workbook = book.file(name);
  if (!workbook) throw new Error('no workbook');
  const folder = name.slice(0, name.lastIndexOf('/') + 1);
  const sheets: { name: string; id: string }[] = [];
  let isFrom1904 = false;
  readXml(workbook, {
    open: (element, attributes) => {
      if (element === 'sheet' && attributes['state'] !== 'veryHidden' && sheets.length < MAX_SHEETS)
        sheets.push({ name: attributes['name'] ?? '', id: attributes['id'] ?? '' });
      if (element === 'workbookPr') isFrom1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
    },
  });
  const targets = book.relationships(name);
  const context = {
    texts: sharedTexts(book.file(`${folder}sharedStrings.xml`)),
    forms: numberForms(book.file(`${folder}styles.xml`)),
    isFrom1904,
  };
  return {
    kind: 'tables',
    tables: sheets.flatMap((sheet) => {
      const file = book.file(targets.get(sheet.id)?.target ?? '');
      return file ? [{ name: sheet.name, grid: readSheet(file, context) }] : [];
    }),
  };
}

function sharedTexts(file: Uint8Array | undefined): string[] {
  const texts: string[] = [];
  let text = '';
  let length = 0;
  let isText = false;
  /** Inside of how a word is pronounced. */
  let isPhonetic = false;
  readXml(file, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    text: (part) => {
      if (!isText) return;
      text += part;
      length += part.length;
      if (length > MAX_SHARED_CHARACTERS) throw new TooLarge();
    },
    close: (name) => {
      isText = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.push(text);
    },
  });
  return texts;
}

function numberForms(file: Uint8Array | undefined): NumberForm[] {
  const codes = new Map<number, string>();
  const forms: NumberForm[] = [];
  let isCellStyles = false;
  readXml(file, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(Number(attributes['numFmtId']), attributes['formatCode'] ?? '');
      if (name === 'cellXfs') isCellStyles = true;
      if (name === 'xf' && isCellStyles) forms.push(formOf(Number(attributes['numFmtId'] ?? 0), codes));
    },
    close: (name) => {
      if (name === 'cellXfs') isCellStyles = false;
    },
  });
  return forms;
}

/** Formats that have no code, by their first and last number: ECMA-376 part 1, 18.8.30. */
const FORMS: readonly (readonly [first: number, last: number, form: NumberForm])[] = [
  [9, 9, { percentDecimals: 0 }],
  [10, 10, { percentDecimals: 2 }],
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'moment'],
  [27, 31, 'date'],
  [32, 35, 'time'],
  [45, 47, 'time'],
  [50, 58, 'date'],
];

/** The form of a number by its format. */
function formOf(id: number, codes: ReadonlyMap<number, string>): NumberForm {
  const known = FORMS.find(([first, last]) => id >= first && id <= last);
  if (known) return known[2];
  // without quoted words, colours and locales, and literal characters
  const code = (codes.get(id) ?? '').slice(0, 255).replace(/"[^"]*"|\[(?!h+\]|m+\]|s+\])[^[\]]*\]|\\.|_./gi, '');
  const hasDate = /[yd]/i.test(code);
  const hasTime = /[hs]/i.test(code);
  if (hasDate || hasTime) return hasDate && hasTime ? 'moment' : hasDate ? 'date' : 'time';
  if (code.includes('%')) return { percentDecimals: Math.min(MAX_DECIMALS, /\.(0+)/.exec(code)?.[1]?.length ?? 0) };
  return 'general';
}

function readSheet(file: Uint8Array, context: CellContext) {
  const grid = new GridBuilder();
  let row: string[] = [];
  let rowNumber = 0;
  let cell = { column: 0, type: '', style: 0, value: '' };
  let isValue = false;
  let isNarrowed = false;
  readXml(file, {
    isDone: () => grid.isFull,
    open: (name, attributes) => {
      if (name === 'row') {
        row = [];
        const written = Number(attributes['r'] ?? Number.NaN);
        const number = Number.isSafeInteger(written) ? written : rowNumber + 1;
        // rows that are not written are empty
        while (++rowNumber < number && grid.addRow([]));
      } else if (name === 'c') {
        const column = columnOf(attributes['r']) ?? row.length;
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
      }
      isValue = name === 'v' || (name === 't' && cell.type === 'inlineStr');
    },
    text: (text) => {
      if (isValue) cell.value += text;
    },
    close: (name) => {
      isValue = false;
      if (name === 'c' && cell.column >= MAX_COLUMNS) isNarrowed = true;
      else if (name === 'c') {
        while (row.length < cell.column) row.push('');
        row[cell.column] = shownValue(cell, context);
      } else if (name === 'row') grid.addRow(row);
    },
  });
  return grid.build({ isCut: isNarrowed });
}

/** The place of a column from the name of a cell: `B7` is in the second, 1. */
function columnOf(name: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1];
  return letters === undefined ? undefined : [...letters].reduce((place, letter) => place * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function shownValue(cell: { readonly type: string; readonly style: number; readonly value: string }, context: CellContext): string {
  const { type, style, value } = cell;
  if (type === 's') return context.texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type !== 'n' || value === '') return value;
  const number = Number(value);
  return Number.isFinite(number) ? shownNumber(number, context.forms[style] ?? 'general', context.isFrom1904) : value;
}

/** A number as the sheet shows it; dates in ISO 8601, which is right in every country. */
function shownNumber(number: number, form: NumberForm, isFrom1904: boolean): string {
  if (form === 'general') return String(Number(number.toPrecision(15)));
  if (typeof form === 'object') return `${(number * 100).toFixed(form.percentDecimals)}%`;
  // Day 1 is the first of January 1900 and day 60 a 29th of February that never was, so that later ones count from the 30th of December.
  const first = isFrom1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, number < 60 ? 31 : 30);
  const moment = new Date(first + Math.round((number * DAY) / 1000) * 1000);
  if (Number.isNaN(moment.getTime())) return String(number);
  const [date = '', time = ''] = moment.toISOString().slice(0, -5).split('T');
  if (form === 'date') return date;
  if (form === 'moment') return `${date} ${time}`;
  const seconds = Math.round(number * 86_400);
  return number < 1 || number >= 100_000
    ? time
    : [Math.floor(seconds / 3600), Math.floor((seconds / 60) % 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
