/** What the styles and lists of a word processor's document say of its paragraphs (ECMA-376 part 1, 17.7 and 17.9). */
import { readXml } from './office-package.ts';

/** A paragraph by its style: its level as a heading from 0, and the list it is in. */
interface ParagraphStyle {
  readonly heading: number | null;
  readonly list: { readonly id: string; readonly level: number } | null;
}

export interface WordStyles {
  readonly paragraph: (style: string) => ParagraphStyle;
  /** Whether a level of a list has numbers. */
  readonly isOrdered: (list: string, level: number) => boolean;
}

interface WrittenStyle {
  basedOn?: string | undefined;
  heading?: number;
  list?: string | undefined;
  level?: number;
}

/** Styles based on one another that are followed. */
const MAX_BASES = 20;

/** Reads the styles and the lists of a document; both may be missing. */
export function readStyles(stylesFile: Uint8Array | undefined, numberingFile: Uint8Array | undefined): WordStyles {
  const styles = paragraphStyles(stylesFile);
  const formats = listFormats(numberingFile);
  return {
    paragraph: (id) => {
      let [heading, list, level]: [number?, string?, number?] = [];
      let style = styles.get(id);
      for (let step = 0; style && step < MAX_BASES; step++) {
        heading ??= style.heading;
        list ??= style.list;
        level ??= style.level;
        style = styles.get(style.basedOn ?? '');
      }
      return {
        heading: heading !== undefined && heading >= 0 && heading < 9 ? heading : null,
        list: list === undefined ? null : { id: list, level: level ?? 0 },
      };
    },
    isOrdered: (list, level) => {
      const format = formats(list, level);
      return format !== undefined && format !== 'bullet' && format !== 'none';
    },
  };
}

function paragraphStyles(file: Uint8Array | undefined): ReadonlyMap<string, WrittenStyle> {
  const styles = new Map<string, WrittenStyle>();
  let style: WrittenStyle = {};
  readXml(file, {
    open: (name, attributes) => {
      const value = attributes['val'];
      if (name === 'style') styles.set(attributes['styleId'] ?? '', (style = {}));
      else if (name === 'basedOn') style.basedOn = value;
      else if (name === 'outlineLvl') style.heading = Number(value);
      else if (name === 'numId') style.list = value;
      else if (name === 'ilvl') style.level = Number(value) || 0;
      else if (name === 'name') {
        const level = /^heading ([1-9])$/i.exec(value ?? '')?.[1];
        if (level !== undefined) style.heading = Number(level) - 1;
        else if (/^title$/i.test(value ?? '')) style.heading = 0;
      }
    },
  });
  return styles;
}

/** The format of the numbers of a list, by its id and level. */
function listFormats(file: Uint8Array | undefined): (list: string, level: number) => string | undefined {
  const kinds = new Map<string, Map<number, string>>();
  const lists = new Map<string, string>();
  let kind = new Map<number, string>();
  let level = 0;
  let list: string | null = null;
  readXml(file, {
    open: (name, attributes) => {
      const value = attributes['val'] ?? '';
      if (name === 'abstractNum') kinds.set(attributes['abstractNumId'] ?? '', (kind = new Map<number, string>()));
      else if (name === 'lvl') level = Number(attributes['ilvl']) || 0;
      else if (name === 'numFmt' && list === null) kind.set(level, value);
      else if (name === 'num') list = attributes['numId'] ?? '';
      else if (name === 'abstractNumId' && list !== null) lists.set(list, value);
    },
    close: (name) => {
      if (name === 'num') list = null;
    },
  });
  return (id, at) => kinds.get(lists.get(id) ?? '')?.get(at);
}
