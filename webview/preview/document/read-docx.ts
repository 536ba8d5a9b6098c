/**
 * The text of a word processor's document (ECMA-376 part 1, WordprocessingML): headings, lists, tables, notes and pictures as
 * they follow one another; pages, headers and deleted text are left out.
 */
import { type DocumentNode, type ElementFacts, type ElementName, TreeBuilder, webAddress } from './document-node.ts';
import { measuredPicture } from './embedded-picture.ts';
import { OfficePackage, readXml } from './office-package.ts';
import { readStyles, type WordStyles } from './word-styles.ts';

/** Content that is not read: what was deleted or moved away, and fallbacks for newer content. */
const UNREAD = new Set(['del', 'moveFrom', 'Fallback', 'pPrChange', 'rPrChange', 'sectPr']);
/** Bytes of the pictures of one document. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;
/** Levels of lists within one another, as many as Word has. */
const MAX_LEVEL = 8;

type Picture = Extract<DocumentNode, { kind: 'picture' }>;

/** A paragraph while it is read. */
interface Paragraph {
  style: string;
  outline: number | null;
  list: { id: string | null; level: number | null };
  readonly nodes: DocumentNode[];
}

/** A run of characters that look alike. */
interface Run {
  readonly marks: Set<ElementName>;
  href?: string | undefined;
}

/** @throws when it is no such document, or TooLarge */
export function readDocx(bytes: Uint8Array, tree: TreeBuilder): void {
  const docx = new OfficePackage(bytes);
  const main = [...docx.relationships('').values()].find(({ target }) => /document.*\.xml$/i.test(target))?.target ?? 'word/document.xml';
  const text = docx.file(main);
  if (!text) throw new Error('no document');
  const folder = main.slice(0, main.lastIndexOf('/') + 1);
  const styles = readStyles(docx.file(`${folder}styles.xml`), docx.file(`${folder}numbering.xml`));
  new BodyReader(tree, styles, new Relations(docx, main)).read(text);
  for (const notes of [`${folder}footnotes.xml`, `${folder}endnotes.xml`]) {
    const file = docx.file(notes);
    if (!file) continue;
    const part = new TreeBuilder();
    new BodyReader(part, styles, new Relations(docx, notes)).read(file);
    if (part.nodes.length === 0) continue;
    tree.open('hr');
    tree.close();
    for (const node of part.nodes) tree.add(node);
  }
}

/** What the relationships of one part of a document lead to. */
class Relations {
  readonly #docx: OfficePackage;
  readonly #targets: ReturnType<OfficePackage['relationships']>;
  /** By their names inside: one that is shown a hundred times, in a list or beside every heading, is unpacked once. */
  readonly #pictures = new Map<string, Picture['image']>();
  #left = MAX_PICTURE_BYTES;

  constructor(docx: OfficePackage, part: string) {
    this.#docx = docx;
    this.#targets = docx.relationships(part);
  }

  link(id: string | undefined): string | undefined {
    const target = this.#targets.get(id ?? '');
    return target?.isOutside ? webAddress(target.target) : undefined;
  }

  picture(id: string | undefined): Picture['image'] {
    const target = this.#targets.get(id ?? '');
    if (!target || target.isOutside || !/\.(?:png|jpe?g)$/i.test(target.target)) return null;
    const known = this.#pictures.get(target.target);
    if (known !== undefined) return known;
    const picture = this.#unpacked(target.target);
    this.#pictures.set(target.target, picture);
    return picture;
  }

  #unpacked(name: string): Picture['image'] {
    const bytes = this.#docx.file(name);
    if (!bytes || bytes.length > this.#left) return null;
    this.#left -= bytes.length;
    return measuredPicture(bytes);
  }
}

/** Reads one part: the body, or the notes. */
class BodyReader {
  readonly #tree: TreeBuilder;
  readonly #styles: WordStyles;
  readonly #relations: Relations;
  /** A text box is inside a paragraph and has its own paragraphs. */
  readonly #paragraphs: Paragraph[] = [];
  /** The lists that are open, from the outermost; each has an open item. */
  #lists: { level: number }[] = [];
  /** How far each list has counted, by its id and level. */
  readonly #counts = new Map<string, number>();
  #run: Run = { marks: new Set() };
  #href: string | undefined;
  #unread = 0;
  #isText = false;
  #inRunProperties = false;
  #picture: { alt: string; id?: string | undefined } | null = null;
  #cell: ElementFacts | null = null;
  /** The number of the note whose text begins. */
  #note: string | null = null;

  constructor(tree: TreeBuilder, styles: WordStyles, relations: Relations) {
    this.#tree = tree;
    this.#styles = styles;
    this.#relations = relations;
  }

  read(file: Uint8Array): void {
    readXml(file, {
      isDone: () => this.#tree.isFull,
      open: (name, attributes) => this.#opened(name, attributes),
      text: (text) => {
        if (this.#isText && this.#unread === 0) this.#say(text);
      },
      close: (name) => this.#closed(name),
    });
    this.#closeLists();
  }

  #opened(name: string, attributes: Readonly<Record<string, string>>): void {
    if (UNREAD.has(name) || isSeparator(name, attributes)) this.#unread++;
    if (this.#unread > 0) return;
    const value = attributes['val'];
    const paragraph = this.#paragraphs.at(-1);
    switch (name) {
      case 'p':
        this.#openCell();
        this.#paragraphs.push({ style: '', outline: null, list: { id: null, level: null }, nodes: [] });
        if (this.#note !== null) this.#say(`${this.#note}. `);
        this.#note = null;
        return;
      case 'pStyle':
      case 'outlineLvl':
      case 'ilvl':
      case 'numId':
        if (paragraph) setProperty(paragraph, name, value);
        return;
      case 'r':
        this.#run = { marks: new Set(), href: this.#href };
        return;
      case 'rPr':
        this.#inRunProperties = true;
        return;
      case 'hyperlink':
        this.#href = this.#relations.link(attributes['id']);
        return;
      case 't':
        this.#isText = true;
        return;
      case 'tab':
        // one is a character, others are stops at which it ends
        if (!('val' in attributes)) this.#say('\u2003');
        return;
      case 'noBreakHyphen':
        this.#say('\u2011');
        return;
      case 'br':
      case 'cr':
        paragraph?.nodes.push({ kind: 'element', name: 'br', children: [] });
        return;
      case 'footnoteReference':
      case 'endnoteReference':
        paragraph?.nodes.push({ kind: 'element', name: 'sup', children: [attributes['id'] ?? ''] });
        return;
      case 'footnote':
      case 'endnote':
        this.#note = attributes['id'] ?? null;
        return;
      case 'docPr':
        this.#picture = { alt: attributes['descr'] ?? attributes['title'] ?? '' };
        return;
      case 'blip':
        if (this.#picture) this.#picture.id = attributes['embed'];
        return;
      case 'tbl':
        this.#openCell();
        this.#closeLists();
        this.#tree.open('table');
        this.#tree.open('tbody');
        return;
      case 'tr':
        this.#tree.open('tr');
        return;
      case 'tc':
        this.#cell = {};
        return;
      case 'gridSpan':
        if (this.#cell) this.#cell = { columns: Math.max(1, Math.min(100, Number(value) || 1)) };
        return;
      default:
        if (this.#inRunProperties) this.#mark(name, value);
    }
  }

  /** A cell is opened by the first paragraph in it: its properties come before that. */
  #openCell(): void {
    if (!this.#cell) return;
    this.#tree.open('td', this.#cell);
    this.#cell = null;
  }

  #mark(name: string, value: string | undefined): void {
    const isOn = value === undefined || !/^(?:0|false|off|none)$/.test(value);
    const mark = MARKS.get(name) ?? (name === 'vertAlign' ? VERTICAL.get(value ?? '') : undefined);
    if (mark && isOn) this.#run.marks.add(mark);
  }

  #say(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    if (!paragraph) return;
    const { marks, href } = this.#run;
    let node: DocumentNode = text;
    for (const name of marks) node = { kind: 'element', name, children: [node] };
    if (href !== undefined) node = { kind: 'element', name: 'a', href, children: [node] };
    const last = paragraph.nodes.length - 1;
    if (typeof node === 'string' && typeof paragraph.nodes[last] === 'string') paragraph.nodes[last] += node;
    else paragraph.nodes.push(node);
  }

  #closed(name: string): void {
    if (this.#unread > 0) {
      if (UNREAD.has(name) || name === 'footnote' || name === 'endnote') this.#unread--;
      return;
    }
    switch (name) {
      case 't':
        this.#isText = false;
        return;
      case 'rPr':
        this.#inRunProperties = false;
        return;
      case 'r':
        this.#run = { marks: new Set() };
        return;
      case 'hyperlink':
        this.#href = undefined;
        return;
      case 'drawing':
        if (this.#picture?.id !== undefined || this.#picture?.alt)
          this.#paragraphs
            .at(-1)
            ?.nodes.push({ kind: 'picture', alt: this.#picture.alt, image: this.#relations.picture(this.#picture.id) });
        this.#picture = null;
        return;
      case 'p': {
        const paragraph = this.#paragraphs.pop();
        if (paragraph) this.#write(paragraph);
        return;
      }
      case 'tc':
        this.#openCell();
        this.#closeLists();
        this.#tree.close();
        return;
      case 'tr':
        this.#tree.close();
        return;
      case 'tbl':
        this.#tree.close();
        this.#tree.close();
    }
  }

  #write({ style, outline, list, nodes }: Paragraph): void {
    const known = this.#styles.paragraph(style);
    const heading = outline !== null && outline >= 0 && outline < 9 ? outline : known.heading;
    const id = list.id ?? known.list?.id ?? null;
    const level = list.level ?? known.list?.level ?? 0;
    const isItem = heading === null && id !== null && id !== '0';
    if (isItem) this.#openItem(id, level);
    else this.#closeLists();
    if (nodes.length === 0) return;
    if (!isItem) this.#tree.open(heading === null ? 'p' : (`h${Math.min(6, heading + 1)}` as ElementName));
    for (const node of nodes) this.#tree.add(node);
    if (!isItem) this.#tree.close();
  }

  #openItem(id: string, level: number): void {
    while ((this.#lists.at(-1)?.level ?? -1) > level) this.#closeList();
    const key = `${id}:${level}`;
    if (this.#lists.at(-1)?.level === level) this.#tree.close();
    else {
      const count = this.#counts.get(key) ?? 0;
      const isOrdered = this.#styles.isOrdered(id, level);
      this.#tree.open(isOrdered ? 'ol' : 'ul', isOrdered && count > 0 ? { start: count + 1 } : {});
      this.#lists.push({ level });
    }
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    for (let deeper = level + 1; deeper <= MAX_LEVEL; deeper++) this.#counts.delete(`${id}:${deeper}`);
    this.#tree.open('li');
  }

  #closeList(): void {
    this.#lists.pop();
    this.#tree.close();
    this.#tree.close();
  }

  #closeLists(): void {
    while (this.#lists.length > 0) this.#closeList();
  }
}

function setProperty(paragraph: Paragraph, name: 'pStyle' | 'outlineLvl' | 'ilvl' | 'numId', value: string | undefined): void {
  switch (name) {
    case 'pStyle':
      paragraph.style = value ?? '';
      return;
    case 'outlineLvl':
      paragraph.outline = Number(value);
      return;
    case 'ilvl':
      paragraph.list.level = Math.max(0, Math.min(MAX_LEVEL, Number(value) || 0));
      return;
    case 'numId':
      paragraph.list.id = value ?? null;
  }
}

/** Notes that are lines between the text and the notes. */
function isSeparator(name: string, { type }: Readonly<Record<string, string>>): boolean {
  return (name === 'footnote' || name === 'endnote') && type !== undefined && type !== 'normal';
}

const MARKS: ReadonlyMap<string, ElementName> = new Map<string, ElementName>([
  ['b', 'strong'],
  ['i', 'em'],
  ['u', 'u'],
  ['strike', 's'],
  ['dstrike', 's'],
  ['highlight', 'mark'],
]);
const VERTICAL: ReadonlyMap<string, ElementName> = new Map<string, ElementName>([
  ['superscript', 'sup'],
  ['subscript', 'sub'],
]);
