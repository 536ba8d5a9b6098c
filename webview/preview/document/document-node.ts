/**
 * What a rendered document is made of: a few elements without attributes of their own, texts, code, pictures and tables.
 * Readers make it of hostile input in a worker, and the page draws nothing else.
 */
import type { HighlightLanguage } from '../../../src/shared/highlight-language.ts';

/** Every element there is. Headings are those of the document; the page draws them below its own. */
export const ELEMENT_NAMES = [
  ...(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'hr', 'br'] as const),
  ...(['ul', 'ol', 'li', 'dl', 'dt', 'dd', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'caption'] as const),
  ...(['strong', 'em', 's', 'u', 'mark', 'code', 'sub', 'sup', 'a'] as const),
] as const;
export type ElementName = (typeof ELEMENT_NAMES)[number];

/** What an element may say beside its name. */
export interface ElementFacts {
  /** Where a link leads: an address with http or https, nothing else. */
  readonly href?: string;
  /** The first number of an ordered list. */
  readonly start?: number;
  readonly align?: 'left' | 'center' | 'right';
  /** Columns and rows that a cell takes. */
  readonly columns?: number;
  readonly rows?: number;
}

/** A picture that travels with the document. Its bytes are PNG or JPEG. */
export interface EmbeddedPicture {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly mimeType: 'image/png' | 'image/jpeg';
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export type DocumentNode =
  | string
  | ({ readonly kind: 'element'; readonly name: ElementName; readonly children: DocumentNode[] } & ElementFacts)
  | { readonly kind: 'code'; readonly text: string; readonly language: HighlightLanguage | null }
  /** `image` is null for an external one: nothing is fetched. */
  | { readonly kind: 'picture'; readonly alt: string; readonly image: EmbeddedPicture | null }
  /** A box of a task list. */
  | { readonly kind: 'check'; readonly checked: boolean }
  /** A cell of a notebook; `prompt` is the number of its run. */
  | {
      readonly kind: 'cell';
      readonly prompt: string | null;
      readonly input: readonly DocumentNode[];
      readonly output: readonly DocumentNode[];
    }
  /** Output of a notebook that is not drawn, by its media type. */
  | { readonly kind: 'left-out'; readonly mimeType: string };

/** Rows of texts, packed so that they cross from the worker to the page without a copy of every cell. */
export interface Grid {
  readonly text: string;
  /** Where each cell ends in `text`. */
  readonly cellEnds: Uint32Array<ArrayBuffer>;
  /** Where each row ends in `cellEnds`. */
  readonly rowEnds: Uint32Array<ArrayBuffer>;
  /** Cells of the longest row. */
  readonly columns: number;
  /** There are more rows than these. */
  readonly isCut: boolean;
  /** The first row names the columns. */
  readonly hasHeader: boolean;
}

/** A document as it is drawn. */
export type RenderedDocument =
  | {
      readonly kind: 'flow';
      readonly nodes: readonly DocumentNode[];
      /** There is more than these. */
      readonly isCut: boolean;
    }
  | { readonly kind: 'tables'; readonly tables: readonly { readonly name: string; readonly grid: Grid }[] };

/** Why a document is not rendered. */
export type DocumentProblem = 'damaged' | 'protected' | 'too-large' | 'too-slow' | 'unreadable';

/** Thrown by readers for what is above a limit. */
export class TooLarge extends Error {}

/** Elements within one another; deeper ones are flattened, their content is kept. Layout time grows with the square of the depth. */
const MAX_DEPTH = 60;
/** Elements and texts of one document: hundreds of printed pages. Drawing this much takes half a second. */
const MAX_NODES = 20_000;
/** Characters of one document. */
const MAX_CHARACTERS = 2_000_000;

/** Takes elements as they open and close, and keeps the tree within what can be drawn. */
export class TreeBuilder {
  readonly nodes: DocumentNode[] = [];
  readonly #open: DocumentNode[][] = [];
  /** Elements that are open but were left out. */
  #left = 0;
  #count = 0;
  #characters = 0;

  /** There is no room for more. */
  get isFull(): boolean {
    return this.#count >= MAX_NODES || this.#characters >= MAX_CHARACTERS;
  }

  open(name: ElementName, facts: ElementFacts = {}): void {
    if (this.#left > 0 || this.#open.length >= MAX_DEPTH || this.isFull) {
      this.#left++;
      return;
    }
    const children: DocumentNode[] = [];
    this.#count++;
    this.children.push({ kind: 'element', name, children, ...facts });
    this.#open.push(children);
  }

  /** Closes the innermost element. */
  close(): void {
    if (this.#left > 0) this.#left--;
    else this.#open.pop();
  }

  text(text: string): void {
    if (text === '' || this.isFull) return;
    const { children } = this;
    const last = children.length - 1;
    if (typeof children[last] === 'string') children[last] += this.#cut(text);
    else this.add(text);
  }

  add(node: DocumentNode): void {
    const taken = this.take(node);
    if (taken !== undefined) this.children.push(taken);
  }

  /** Takes what there is room for of a node that goes into the document inside of another: its texts are cut. Undefined where there is none. */
  take(node: DocumentNode): DocumentNode | undefined {
    if (this.isFull) return undefined;
    this.#count++;
    if (typeof node === 'string') return this.#cut(node);
    if (node.kind === 'code') return { ...node, text: this.#cut(node.text) };
    return node.kind === 'element' ? { ...node, children: node.children.flatMap((each) => this.take(each) ?? []) } : node;
  }

  /** Adds what holds nothing but what was taken. */
  addTaken(node: DocumentNode): void {
    this.#count++;
    this.children.push(node);
  }

  #cut(text: string): string {
    const shown = text.slice(0, MAX_CHARACTERS - this.#characters);
    this.#characters += shown.length;
    return shown;
  }

  /** What the innermost element holds so far. */
  get children(): DocumentNode[] {
    return this.#open.at(-1) ?? this.nodes;
  }
}

/** An address as a link may lead to it: what VS Code opens after it has asked, nothing else. */
export function webAddress(address: string): string | undefined {
  try {
    const { protocol, href } = new URL(address);
    return protocol === 'https:' || protocol === 'http:' ? href : undefined;
  } catch {
    return undefined;
  }
}
