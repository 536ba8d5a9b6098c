import { isKnownBinary } from './binary-types.ts';
import { binaryTwinOfExtension, extensionOf, mediaTypeOfExtension, mediaTypeOfFilename } from './file-name.ts';
import { isGenericMediaType, mediaKind, normaliseMediaType, type MediaKind } from './media-type.ts';

/** What metadata say of a content. */
export interface DeclaredFacts {
  /** As declared; a custom word instead of a media type counts as nothing. */
  readonly mimeType?: string | null | undefined;
  readonly filename?: string | null | undefined;
  /** With or without its dot. */
  readonly extension?: string | null | undefined;
}

/** A declared type that decides: one of text, or one that is known to be binary. */
export interface Declared {
  readonly mimeType: string;
  readonly kind: MediaKind;
  readonly source: 'mimeType' | 'name';
  /** For text: the binary format that has the same extension. */
  readonly twin?: string;
}

/** What follows from metadata. */
export interface Declaration {
  readonly declared?: Declared;
  /** The first type that is given and decides nothing: nobody knows it, or it is written in text and in binary. */
  readonly undecided?: string;
}

/** The first type that decides: of the media type, the name, the extension, in this order. */
export function declarationOf(facts: DeclaredFacts): Declaration {
  const given: ReadonlyArray<readonly [string | undefined, Declared['source']]> = [
    [normaliseMediaType(facts.mimeType), 'mimeType'],
    [mediaTypeOfFilename(facts.filename), 'name'],
    [mediaTypeOfExtension(facts.extension), 'name'],
  ];
  let undecided: string | undefined;
  for (const [mimeType, source] of given) {
    if (mimeType === undefined || isGenericMediaType(mimeType)) continue;
    const kind = mediaKind(mimeType);
    if (kind === 'text') return { declared: { mimeType, kind, source, ...twinOf(facts, mimeType) } };
    if (isKnownBinary(mimeType)) return { declared: { mimeType, kind, source } };
    undecided ??= mimeType;
  }
  return undecided === undefined ? {} : { undecided };
}

function twinOf({ filename, extension }: DeclaredFacts, mimeType: string): { twin?: string } {
  const given = (filename ? extensionOf(filename) : undefined) ?? extension;
  const twin = mediaTypeOfExtension(given) === mimeType ? binaryTwinOfExtension(given) : undefined;
  return twin === undefined ? {} : { twin };
}
