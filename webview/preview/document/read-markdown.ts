/** Markdown as a tree: CommonMark with tables, strikethrough and task lists, as in VS Code's own preview, without HTML. */
import MarkdownIt, { type Token } from 'markdown-it';
import { writtenLanguage } from '../../../src/shared/highlight-language.ts';
import type { TreeBuilder } from './document-node.ts';
import { ELEMENT_NAMES, type ElementFacts, type ElementName, webAddress } from './document-node.ts';
import { type PictureOf, pictureOfAddress } from './embedded-picture.ts';

/** Metadata in front of the text, as site generators have it. */
const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

const parser = new MarkdownIt({ html: false, linkify: true });
/** A link to anything but the web is shown as text: the tree decides, and needs its words. */
parser.validateLink = () => true;

/** Writes what a Markdown text says into a tree. @param pictureOf the pictures that come with the text, by their addresses */
export function readMarkdown(text: string, tree: TreeBuilder, pictureOf: PictureOf = pictureOfAddress): void {
  const front = FRONT_MATTER.exec(text);
  if (front) tree.add({ kind: 'code', text: front[1] ?? '', language: 'yaml' });
  const body = front ? text.slice(front[0].length) : text;
  let isItemStart = false;
  for (const token of parser.parse(body, {})) {
    if (tree.isFull) return;
    if (token.type === 'inline') writeInline(token.children ?? [], tree, pictureOf, isItemStart);
    else writeBlock(token, tree);
    if (token.type !== 'paragraph_open') isItemStart = token.type === 'list_item_open';
  }
}

function writeBlock(token: Token, tree: TreeBuilder): void {
  if (token.type === 'fence' || token.type === 'code_block') {
    const word = /^\s*[{.]*([\w+#-]+)/.exec(token.info)?.[1];
    tree.add({ kind: 'code', text: token.content.replace(/\n$/, ''), language: word === undefined ? null : writtenLanguage(word) });
  } else if (!token.hidden) writeElement(token, tree);
}

function writeElement(token: Token, tree: TreeBuilder): void {
  const name = token.tag as ElementName;
  if (!ELEMENT_NAMES.includes(name)) tree.text(token.content);
  else if (token.nesting < 0) tree.close();
  else {
    tree.open(name, factsOf(token));
    if (token.nesting === 0) tree.close();
  }
}

function factsOf(token: Token): ElementFacts {
  const href = token.type === 'link_open' ? webAddress(String(token.attrGet('href') ?? '')) : undefined;
  const start = Number(token.attrGet('start') ?? Number.NaN);
  const align = /text-align:(left|center|right)/.exec(String(token.attrGet('style') ?? ''))?.[1] as ElementFacts['align'];
  return { ...(href !== undefined && { href }), ...(Number.isSafeInteger(start) && { start }), ...(align && { align }) };
}

/** @param isItemStart it begins an item of a list, where a task checkbox may be */
function writeInline(tokens: readonly Token[], tree: TreeBuilder, pictureOf: PictureOf, isItemStart: boolean): void {
  tokens.forEach((token, at) => {
    switch (token.type) {
      case 'text': {
        const box = isItemStart && at === 0 ? /^\[([ xX])\]\s+/.exec(token.content) : null;
        if (box) tree.add({ kind: 'check', checked: box[1] !== ' ' });
        tree.text(box ? token.content.slice(box[0].length) : token.content);
        return;
      }
      case 'softbreak':
        tree.text('\n');
        return;
      case 'code_inline':
        tree.open('code');
        tree.text(token.content);
        tree.close();
        return;
      case 'image':
        tree.add({ kind: 'picture', alt: token.content, image: pictureOf(String(token.attrGet('src') ?? '')) });
        return;
      default:
        writeElement(token, tree);
    }
  });
}
