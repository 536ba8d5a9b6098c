/** HTML as readable text: headings, lists, tables, links to the web. Nothing of it ever becomes markup of the page. */
import { Parser } from 'htmlparser2';
import type { TreeBuilder } from './document-node.ts';
import { type ElementFacts, type ElementName, webAddress } from './document-node.ts';
import { pictureOfAddress } from './embedded-picture.ts';

/** Elements that stay, and those that say the same. What is not here leaves its text. */
const DRAWN: ReadonlyMap<string, ElementName> = new Map<string, ElementName>([
  ...'p h1 h2 h3 h4 h5 h6 blockquote pre ul ol li dl dt dd table thead tbody tr th td caption strong em s u mark code sub sup a'
    .split(' ')
    .map((name) => [name, name as ElementName] as const),
  ...'div section article main header footer nav aside figure figcaption address fieldset form details summary hgroup center'
    .split(' ')
    .map((name) => [name, 'div'] as const),
  ['b', 'strong'],
  ['i', 'em'],
  ['cite', 'em'],
  ['dfn', 'em'],
  ['strike', 's'],
  ['del', 's'],
  ['ins', 'u'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['tt', 'code'],
  ['menu', 'ul'],
  ['tfoot', 'tbody'],
]);

/** What a person does not read in a browser. */
const UNREAD = new Set(
  'head script style template noscript iframe frame frameset object embed applet svg math canvas audio video select textarea datalist'.split(
    ' ',
  ),
);

/** Cells over which one cell goes. */
const MAX_SPAN = 100;

/** Writes what a person reads of an HTML text into a tree. */
export function readHtml(text: string, tree: TreeBuilder): void {
  /** The open elements, and what each is in the tree. */
  const open: ('drawn' | 'plain' | 'unread')[] = [];
  let unread = 0;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const isUnread = UNREAD.has(name) || isHidden(attributes);
        if (isUnread) unread++;
        const drawn = unread > 0 ? undefined : DRAWN.get(name);
        open.push(isUnread ? 'unread' : drawn ? 'drawn' : 'plain');
        if (unread > 0) return;
        if (drawn) tree.open(drawn, factsOf(name, attributes));
        else if (name === 'br' || name === 'hr') writeEmpty(tree, name);
        else if (name === 'img')
          tree.add({ kind: 'picture', alt: attributes['alt'] ?? '', image: pictureOfAddress(attributes['src'] ?? '') });
      },
      onclosetag: () => {
        const was = open.pop();
        if (was === 'unread') unread--;
        else if (was === 'drawn') tree.close();
      },
      ontext: (data) => {
        if (unread === 0) tree.text(data);
      },
    },
    { decodeEntities: true },
  );
  for (let begin = 0; begin < text.length && !tree.isFull; begin += CHUNK) parser.write(text.slice(begin, begin + CHUNK));
  if (!tree.isFull) parser.end();
}

/** Characters read before it is looked whether there is still room. */
const CHUNK = 64 * 1024;

function writeEmpty(tree: TreeBuilder, name: 'br' | 'hr'): void {
  tree.open(name);
  tree.close();
}

function isHidden(attributes: Readonly<Record<string, string>>): boolean {
  return 'hidden' in attributes || /display\s*:\s*none/i.test(attributes['style'] ?? '');
}

function factsOf(name: string, attributes: Readonly<Record<string, string>>): ElementFacts {
  if (name === 'a') {
    const href = webAddress((attributes['href'] ?? '').trim());
    return href === undefined ? {} : { href };
  }
  const start = Number(attributes['start'] ?? Number.NaN);
  if (name === 'ol') return Number.isSafeInteger(start) ? { start } : {};
  if (name !== 'td' && name !== 'th') return {};
  const columns = spanOf(attributes['colspan']);
  const rows = spanOf(attributes['rowspan']);
  return { ...(columns > 1 && { columns }), ...(rows > 1 && { rows }) };
}

function spanOf(written: string | undefined): number {
  const span = Math.floor(Number(written ?? 1));
  return span > 1 ? Math.min(MAX_SPAN, span) : 1;
}
