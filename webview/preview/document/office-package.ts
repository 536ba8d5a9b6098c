/** The files inside a document of an office (ECMA-376: a ZIP of XML), unpacked and read within limits. */
import { unzipSync } from 'fflate';
import { Parser } from 'htmlparser2';
import { TooLarge } from './document-node.ts';

/** Bytes of everything that is unpacked of one document. Real ones of hundreds of pages are some 20 MiB. */
const MAX_UNPACKED = 128 * 1024 * 1024;
/** Files in one document. A workbook has one a sheet, a text one a picture. */
const MAX_ENTRIES = 10_000;
/** Bytes of XML given to the parser at once. */
const CHUNK = 64 * 1024;

/** A document of an office as its files. */
export class OfficePackage {
  readonly #bytes: Uint8Array;
  #unpacked = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /**
   * Unpacks the files that are wanted, by their names inside. What a ZIP says of their sizes is no more than it gets.
   *
   * @throws TooLarge above the limits; errors of any kind when it is no ZIP
   */
  files(isWanted: (name: string) => boolean): Map<string, Uint8Array<ArrayBuffer>> {
    let entries = 0;
    const files = unzipSync(this.#bytes, {
      filter: ({ name, originalSize }) => {
        if (++entries > MAX_ENTRIES) throw new TooLarge();
        if (!isWanted(name)) return false;
        this.#unpacked += originalSize;
        if (this.#unpacked > MAX_UNPACKED) throw new TooLarge();
        return true;
      },
    });
    return new Map(Object.entries(files));
  }

  /** One file, or undefined when there is none of that name. */
  file(name: string): Uint8Array<ArrayBuffer> | undefined {
    return this.files((each) => each === name).get(name);
  }

  /** Where the relationships of a file lead, by their ids: names inside the document, or addresses outside. */
  relationships(name: string): Map<string, { readonly target: string; readonly isOutside: boolean }> {
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    const targets = new Map<string, { target: string; isOutside: boolean }>();
    readXml(this.file(`${folder}_rels/${name.slice(folder.length)}.rels`), {
      open: (element, { Id, Target, TargetMode }) => {
        if (element !== 'Relationship' || Id === undefined || Target === undefined) return;
        const isOutside = TargetMode === 'External';
        targets.set(Id, { target: isOutside ? Target : insideName(folder, Target), isOutside });
      },
    });
    return targets;
  }
}

/** A target as a name inside the document, in which a ZIP escapes nothing; it is relative to the folder, or to the document with a slash. */
function insideName(folder: string, target: string): string {
  const name = new URL(target, `zip:///${folder}`).pathname.slice(1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

/** What is done with XML as it is read. Names come without their prefixes. */
export interface XmlReader {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Nothing more is wanted. */
  readonly isDone?: () => boolean;
}

/** Reads XML. No entity but those of XML itself is known, so none can grow. */
export function readXml(bytes: Uint8Array | undefined, reader: XmlReader): void {
  if (!bytes) return;
  const parser = new Parser(
    {
      onopentag: (name, attributes) =>
        reader.open?.(
          withoutPrefix(name),
          Object.fromEntries(Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value])),
        ),
      onclosetag: (name) => reader.close?.(withoutPrefix(name)),
      ontext: (text) => reader.text?.(text),
    },
    { xmlMode: true },
  );
  const decoder = new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8');
  for (let begin = 0; begin < bytes.length && !reader.isDone?.(); begin += CHUNK) {
    parser.write(decoder.decode(bytes.subarray(begin, begin + CHUNK), { stream: true }));
  }
  if (!reader.isDone?.()) parser.end();
}

function withoutPrefix(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
