import { CodedError } from '../../core/io/errors.ts';

/** An object as a listing has it (S3 API reference, "ListObjectsV2"). The key is encoded as `EncodingType` says. */
export interface ListedObject {
  readonly Key: string;
  readonly Size: number;
  readonly LastModified: Date;
  readonly ETag: string | undefined;
}

interface Answer {
  readonly statusCode: number;
  body?: AsyncIterable<Uint8Array> | Uint8Array;
  /** Those that are no longer in the body. */
  objects?: readonly ListedObject[];
}

/** A thousand keys of 1,024 bytes, each of them encoded as three, with room for what is said of them. */
const MOST_BYTES = 8 * 1024 * 1024;
/** One object, whose elements have nothing in them but text. Servers write up to nine. */
const OBJECT = /<Contents>((?:\s*<(\w+)>[^<]*<\/\2>){1,20})\s*<\/Contents>/g;
const ENTITY = /&(\w+|#\d{1,7}|#x[\da-fA-F]{1,6});/g;
const CHARACTERS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Takes the objects out of a listing before the client reads it. Rejects with `not_object_store` where it is longer than any. */
export async function readObjects(response: unknown): Promise<void> {
  const answer = response as Answer;
  if (answer.statusCode !== 200 || !answer.body) return;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > MOST_BYTES) throw new CodedError('not_object_store');
    chunks.push(chunk);
  }
  const bytes = Buffer.concat(chunks, length);
  const split = splitListing(bytes.toString());
  answer.body = split ? Buffer.from(split.rest) : bytes;
  if (split) answer.objects = split.objects;
}

/** Gives what was taken out back to the answer as the client read it. */
export function addObjects({ output, response }: { readonly output: object; readonly response: unknown }): void {
  const { objects } = response as Answer;
  if (objects) Object.assign(output, { Contents: objects });
}

/**
 * The objects of a listing, and the rest of it. The client's own parser, which makes a tree of all, takes 10 to 20 ms for a page of 1,000
 * keys, this 1 to 2 ms; several come in a row and would hold the thread.
 *
 * @returns undefined where a server writes otherwise than S3's do: then the client reads all of it
 */
export function splitListing(xml: string): { readonly objects: readonly ListedObject[]; readonly rest: string } | undefined {
  // Comments, CDATA and line ends of other systems are for a whole parser.
  if (/<!|\r/.test(xml)) return undefined;
  const objects: ListedObject[] = [];
  const rest = xml.replace(OBJECT, (all, elements: string) => {
    const object = objectOf(elements);
    if (!object) return all;
    objects.push(object);
    return '';
  });
  return rest.includes('<Contents') ? undefined : { objects, rest };
}

function objectOf(elements: string): ListedObject | undefined {
  const [Key, ETag] = [decoded(textOf(elements, 'Key')), decoded(textOf(elements, 'ETag'))];
  const [size, LastModified] = [textOf(elements, 'Size'), new Date(textOf(elements, 'LastModified'))];
  if (!Key || ETag === undefined || !/^\d+$/.test(size) || Number.isNaN(LastModified.getTime())) return undefined;
  return { Key, Size: Number(size), LastModified, ETag: ETag === '' ? undefined : ETag };
}

/** The text of the first element with a name; empty without one. Looked for, not matched, for there are a million of them. */
function textOf(elements: string, name: string): string {
  const at = elements.indexOf(`<${name}>`);
  const start = at + name.length + 2;
  return at < 0 ? '' : elements.slice(start, elements.indexOf('<', start));
}

/** Undefined where there is something that XML has no name for. */
function decoded(written: string): string | undefined {
  // Every ETag has two, most keys none.
  const text = written.replaceAll('&quot;', '"');
  if (!text.includes('&')) return text;
  if (text.replace(ENTITY, '').includes('&')) return undefined;
  let isKnown = true;
  const plain = text.replace(ENTITY, (_, name: string) => {
    const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : undefined;
    const character = code === undefined ? CHARACTERS[name] : code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
    isKnown &&= character !== undefined;
    return character ?? '';
  });
  return isKnown ? plain : undefined;
}
