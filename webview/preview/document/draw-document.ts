/** Draws a document by DOM calls: only elements of its list, texts as texts, and links that lead to the web. */
import { css } from 'lit';
import { edge } from '../../styles.ts';
import { t, visibleText } from '../../text.ts';
import '../highlight/code-block.ts';
import { ELEMENT_NAMES, type DocumentNode, type ElementFacts, type EmbeddedPicture } from './document-node.ts';

/** Pixels that a picture is wide and high at most: larger ones are scaled down, for a canvas holds all of its pixels. */
const MAX_PICTURE = { width: 1600, height: 4000 };
/** What is a screen above or below is drawn already. */
const NEAR = '100% 0px';

/** What the nodes of one document have in common while they are drawn. */
interface Naming {
  /** Counted, for names of their own for screen readers. */
  code: number;
  tables: number;
  /** The pictures that are being decoded. */
  decoding: Promise<void>;
}

/** The nodes of a document as elements. */
export function drawDocument(nodes: readonly DocumentNode[]): DocumentFragment {
  return drawNodes(nodes, { code: 0, tables: 0, decoding: Promise.resolve() });
}

function drawNodes(nodes: readonly DocumentNode[], naming: Naming): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of nodes) fragment.append(drawNode(node, naming));
  return fragment;
}

function drawNode(node: DocumentNode, naming: Naming): Node {
  if (typeof node === 'string') return document.createTextNode(node);
  switch (node.kind) {
    case 'element':
      return drawElement(node, naming);
    case 'code':
      return drawCode(node, naming);
    case 'picture':
      return node.image ? drawPicture(node.image, node.alt, naming) : absentPicture(node.alt);
    case 'check':
      return drawBox(node.checked);
    case 'cell':
      return drawCell(node, naming);
    case 'left-out':
      return withClass('p', 'left-out', t('Output of the type {0} is not shown here.', visibleText(node.mimeType).slice(0, 200)));
  }
}

function drawElement(node: Extract<DocumentNode, { kind: 'element' }>, naming: Naming): Node {
  const { name, children, href } = node;
  const inside = drawNodes(children, naming);
  if (!ELEMENT_NAMES.includes(name)) return inside;
  const heading = /^h([1-6])$/.exec(name)?.[1];
  // a level below the heading of the page
  const element = document.createElement(
    heading === undefined ? (name === 'a' && href === undefined ? 'span' : name) : `h${Math.min(6, Number(heading) + 1)}`,
  );
  if (heading !== undefined) element.className = `heading-${heading}`;
  addFacts(element, node);
  element.append(inside);
  if (!(element instanceof HTMLTableElement)) return element;
  // what is too wide is scrolled to, with the keyboard too
  const frame = Object.assign(withClass('div', 'table'), { role: 'region', tabIndex: 0, ariaLabel: t('Table {0}', ++naming.tables) });
  frame.append(element);
  return frame;
}

/** Where a link leads, where a list begins, and how a cell lies in its table. */
function addFacts(element: HTMLElement, { href, start, align, columns, rows }: ElementFacts): void {
  if (element instanceof HTMLAnchorElement && href !== undefined && /^https?:/.test(href)) {
    element.href = href;
    element.title = visibleText(href);
    element.rel = 'noreferrer';
  }
  if (element instanceof HTMLOListElement && start !== undefined) element.start = start;
  if (element instanceof HTMLTableCellElement) {
    if (columns !== undefined) element.colSpan = columns;
    if (rows !== undefined) element.rowSpan = rows;
    if (align) element.classList.add(align);
  }
}

function drawCode({ text, language }: Extract<DocumentNode, { kind: 'code' }>, naming: Naming): HTMLElement {
  const code = document.createElement('preview-code');
  return Object.assign(code, { text, language, label: t('Code {0}', ++naming.code) });
}

/** A picture that is not here: what is written in its place. */
function absentPicture(alt: string): HTMLElement {
  const text = visibleText(alt.trim().slice(0, 1000));
  const picture = withClass('span', 'absent', text === '' ? t('Image') : text);
  picture.title = t('Image that is not shown here. Nothing is fetched.');
  return picture;
}

/**
 * Drawn on a canvas: the page loads no image but those of its own. A picture of a few bytes can have millions of pixels, and a document thousands
 * of them: only those near the screen hold their pixels, and they are decoded one after the other.
 */
function drawPicture({ bytes, mimeType, ...size }: EmbeddedPicture, alt: string, naming: Naming): HTMLElement {
  const scale = Math.min(1, MAX_PICTURE.width / size.width, MAX_PICTURE.height / size.height);
  const [width, height] = [size.width, size.height].map((side) => Math.max(1, Math.round(side * scale))) as [number, number];
  const canvas = document.createElement('canvas');
  canvas.className = 'picture';
  canvas.width = canvas.height = 0;
  canvas.style.width = `${width}px`;
  canvas.style.aspectRatio = `${width} / ${height}`;
  canvas.role = 'img';
  canvas.ariaLabel = visibleText(alt.trim().slice(0, 1000)) || t('Image');
  let isNear = false;
  const draw = async (): Promise<void> => {
    if (!isNear || 'drawn' in canvas.dataset) return;
    const image = await createImageBitmap(new Blob([bytes], { type: mimeType }));
    if (isNear) {
      Object.assign(canvas, { width, height });
      canvas.getContext('2d')?.drawImage(image, 0, 0, width, height);
      canvas.dataset['drawn'] = '';
    }
    image.close();
  };
  const watch = new IntersectionObserver(
    (changes) => {
      isNear = changes.at(-1)?.isIntersecting ?? false;
      if (isNear) naming.decoding = naming.decoding.then(draw).catch(() => canvas.replaceWith(absentPicture(alt)));
      else {
        delete canvas.dataset['drawn'];
        canvas.width = canvas.height = 0;
      }
    },
    { rootMargin: NEAR },
  );
  watch.observe(canvas);
  return canvas;
}

function drawBox(checked: boolean): HTMLElement {
  const box = withClass('span', checked ? 'box checked' : 'box');
  box.role = 'img';
  box.ariaLabel = checked ? t('Done') : t('Not done');
  return box;
}

function drawCell({ prompt, input, output }: Extract<DocumentNode, { kind: 'cell' }>, naming: Naming): HTMLElement {
  const cell = withClass('div', 'cell');
  if (input.length > 0) cell.append(withClass('div', 'prompt', `[${prompt ?? ' '}]:`), inDiv('input', input, naming));
  if (output.length > 0) cell.append(withClass('div', 'prompt', t('Output')), inDiv('output', output, naming));
  return cell;
}

function inDiv(className: string, nodes: readonly DocumentNode[], naming: Naming): HTMLElement {
  const div = withClass('div', className);
  div.append(drawNodes(nodes, naming));
  return div;
}

function withClass(name: string, className: string, text = ''): HTMLElement {
  const element = document.createElement(name);
  element.className = className;
  element.textContent = text;
  return element;
}

/** A document as VS Code's own preview of Markdown draws one, in the colours of the theme. */
export const documentStyles = css`
  article {
    max-width: 900px;
    margin: 0 auto;
    padding: 4px 2px 16px;
    line-height: 1.6;
    font-size: calc(var(--vscode-font-size, 13px) + 1px);
    overflow-wrap: anywhere;
    unicode-bidi: isolate;
  }
  article > :first-child {
    margin-top: 0;
  }
  h2,
  h3,
  h4,
  h5,
  h6 {
    margin: 24px 0 12px;
    line-height: 1.25;
    font-weight: 600;
  }
  .heading-1 {
    font-size: 1.9em;
    padding-bottom: 0.25em;
    border-bottom: 1px solid var(--line);
  }
  .heading-2 {
    font-size: 1.45em;
    padding-bottom: 0.25em;
    border-bottom: 1px solid var(--line);
  }
  .heading-3 {
    font-size: 1.2em;
  }
  .heading-4,
  .heading-5,
  .heading-6 {
    font-size: 1em;
  }
  p,
  ul,
  ol,
  dl,
  .table,
  preview-code,
  blockquote {
    display: block;
    margin: 0 0 12px;
  }
  li > p,
  li > ul,
  li > ol {
    margin-bottom: 4px;
  }
  a {
    color: var(--vscode-textLink-foreground);
    text-decoration: underline;
  }
  a:hover {
    color: var(--vscode-textLink-activeForeground);
  }
  a:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
    outline-offset: 1px;
    border-radius: 2px;
  }
  blockquote {
    padding: 2px 16px;
    border-left: 4px solid var(--line);
    color: var(--vscode-foreground);
  }
  code,
  pre {
    font-family: var(--vscode-editor-font-family, monospace);
    font-size: 0.95em;
  }
  :not(pre) > code {
    padding: 1px 4px;
    border-radius: 3px;
    border: 1px solid var(--vscode-contrastBorder, transparent);
    background: color-mix(in srgb, var(--vscode-foreground) 10%, transparent);
  }
  pre {
    margin: 0 0 12px;
    white-space: pre-wrap;
  }
  mark {
    color: inherit;
    background: var(--vscode-editor-findMatchHighlightBackground, transparent);
    outline: 1px dashed var(--vscode-contrastActiveBorder, transparent);
  }
  hr {
    border: 0;
    border-top: 1px solid var(--line);
    margin: 20px 0;
  }
  .table {
    overflow-x: auto;
    padding: 1px;
  }
  .table:focus-visible {
    outline: 1px solid var(--vscode-focusBorder);
  }
  table {
    border-collapse: collapse;
  }
  caption {
    text-align: start;
    padding: 4px 0;
    color: var(--vscode-descriptionForeground);
  }
  th,
  td {
    padding: 5px 10px;
    border: 1px solid var(--line);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  th {
    font-weight: 600;
  }
  blockquote > :last-child,
  td > :last-child,
  th > :last-child {
    margin-bottom: 0;
  }
  .left {
    text-align: left;
  }
  .center {
    text-align: center;
  }
  .right {
    text-align: right;
  }
  .absent {
    padding: 1px 6px;
    border: 1px dashed var(--vscode-descriptionForeground);
    border-radius: 3px;
    color: var(--vscode-descriptionForeground);
  }
  .picture {
    display: block;
    max-width: 100%;
    height: auto;
    margin-bottom: 12px;
    outline: ${edge};
  }
  li:has(> .box),
  li:has(> p > .box:first-child) {
    list-style: none;
  }
  .box {
    display: inline-block;
    width: 11px;
    height: 11px;
    margin: 0 9px -1px -21px;
    border: 1px solid currentColor;
    border-radius: 2px;
  }
  .box.checked {
    background: currentColor;
    box-shadow: inset 0 0 0 2px var(--vscode-editor-background);
  }
  .cell {
    display: grid;
    grid-template-columns: 64px minmax(0, 1fr);
    gap: 0 10px;
    margin-bottom: 16px;
  }
  .prompt {
    padding-top: 12px;
    text-align: end;
    font-size: 0.85em;
    color: var(--vscode-descriptionForeground);
    overflow: hidden;
  }
  .input,
  .output {
    min-width: 0;
  }
  .left-out {
    padding-top: 10px;
    color: var(--vscode-descriptionForeground);
  }
  @media (max-width: 480px) {
    .cell {
      grid-template-columns: minmax(0, 1fr);
    }
    .prompt {
      text-align: start;
      padding-top: 4px;
    }
  }
`;
