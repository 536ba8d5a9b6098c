import { type FileKind, SEEN_FILES, type SeenRun, type SentPart } from './deliveries.ts';

/** A file as far as its delivery depends on it. */
export interface DeliveredFile {
  readonly kind: FileKind;
  /** Bytes. */
  readonly size: number;
  /** The width of an image, in pixels. */
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** A part by which a program sends a file, with the figures of this file. */
export interface ExpectedPart extends SentPart {
  /** Whether a text is all of the file, its beginning, or one of both. */
  readonly extent?: 'whole' | 'cut' | 'unclear';
  /** The smallest size an image can have whose size is not known; `size` is the largest. */
  readonly atLeast?: readonly number[];
}

/** What a program sends of a file; undefined where that was not seen. An empty list is nothing at all. */
export type ExpectedDelivery = readonly ExpectedPart[] | undefined;

/** What a program sends of a file, by what it sent of files like it, larger and smaller. */
export function expectedDelivery({ cells }: Pick<SeenRun, 'cells'>, file: DeliveredFile): ExpectedDelivery {
  const cell = cells[file.kind];
  if (!cell) return undefined;
  if (file.size === 0) return cell;
  if (cell.some(({ as }) => as === 'image')) return imageDelivery(cells, file);
  if (cell.some(isTextual)) return textDelivery(cells, file);
  return file.kind === 'pdf' && !isAlike(cell, cells['scanned-pdf']) ? undefined : cell;
}

type Cells = SeenRun['cells'];

function isTextual({ as }: SentPart): boolean {
  return as === 'text' || as === 'raw' || as === 'base64';
}

/** Whether two files came in the same forms. */
function isAlike(cell: readonly SentPart[], other: readonly SentPart[] | undefined): boolean {
  return other !== undefined && cell.map(({ as }) => as).join() === other.map(({ as }) => as).join();
}

/** An image is sent as it is, or made smaller: above some length of its longer side, or above some number of pixels. */
function imageDelivery(cells: Cells, { kind, width, height }: DeliveredFile): ExpectedDelivery {
  const cell = cells[kind] ?? [];
  if (width === undefined || height === undefined) return cell.map(withoutFigures);
  const images = Object.values(cells).flatMap((parts) => parts.filter(({ as, size }) => as === 'image' && size !== undefined));
  const whole = images.filter(({ bytes }) => bytes === undefined);
  const [longest, area] = [Math.max(width, height), width * height];
  const [longestWhole, areaWhole] = [largest(whole, longerSide), largest(whole, pixels)];
  if (longest <= longestWhole && area <= areaWhole) return withSize(cell, [width, height]);
  const [shrunk] = cells['large-png']?.filter(({ as, bytes }) => as === 'image' && bytes !== undefined) ?? [];
  if (!shrunk) {
    const large = cells['large-png'];
    // An image larger than the largest that was sent as it is may be refused, or made smaller.
    const isImage = large?.some(({ as }) => as === 'image') ?? false;
    return !isImage && longest >= longerSide(SEEN_FILES['large-png']) ? large : undefined;
  }
  const bySide = scaled([width, height], longerSide(shrunk) / longest);
  const byPixels = images.filter(
    (image) => image.bytes !== undefined && pixels(image) > pixels(shrunk) && longerSide(image) < longerSide(shrunk),
  );
  const most = largest(byPixels, pixels);
  if (most > areaWhole) return withSize(cell, scaled(bySide, Math.sqrt(most / pixels({ size: bySide }))));
  if (pixels({ size: bySide }) <= areaWhole) return withSize(cell, bySide);
  return withSize(cell, bySide, scaled(bySide, Math.sqrt(areaWhole / pixels({ size: bySide }))));
}

function largest(parts: readonly SentPart[], measure: (part: SentPart) => number): number {
  return Math.max(0, ...parts.map(measure));
}

function longerSide({ size = [] }: Pick<SentPart, 'size'>): number {
  return Math.max(0, ...size);
}

function pixels({ size: [width = 0, height = 0] = [] }: Pick<SentPart, 'size'>): number {
  return width * height;
}

/** Never larger than it is. */
function scaled(size: readonly number[], scale: number): readonly number[] {
  return scale >= 1 ? size : size.map((side) => Math.max(1, Math.round(side * scale)));
}

function withSize(parts: readonly SentPart[], size: readonly number[], atLeast?: readonly number[]): readonly ExpectedPart[] {
  return parts.map((part) => (part.as === 'image' ? { ...withoutFigures(part), size, ...(atLeast && { atLeast }) } : part));
}

/** What was seen of another file without its own figures. */
function withoutFigures({ size: _size, bytes: _bytes, ...part }: SentPart): SentPart {
  return part;
}

/** A text, or bytes that are taken for one, is sent whole up to some length; longer ones are cut, or refused with a note. */
function textDelivery(cells: Cells, { kind, size }: DeliveredFile): ExpectedDelivery {
  const cell = cells[kind] ?? [];
  const of = (isMeant: (part: SentPart) => boolean): number[] =>
    Object.entries(cells).flatMap(([each, parts]) => (parts.some(isMeant) ? [SEEN_FILES[each as FileKind].bytes] : []));
  const whole = Math.max(0, ...of((part) => isTextual(part) && part.share === 1));
  if (size <= whole) return cell.map((part) => extended(part, 'whole'));
  const cut = Object.values(cells).flatMap((parts) => parts.filter((part) => isTextual(part) && part.share !== 1));
  const sample = cut.find(({ as }) => cell.some((part) => part.as === as)) ?? cut[0];
  if (sample) return cell.map((part) => extended(part, size >= Math.min(...of((each) => cut.includes(each))) ? 'cut' : 'unclear', sample));
  const refused = refusedText(cells, whole);
  return refused && size >= refused.bytes ? refused.parts : undefined;
}

/** The smallest file larger than all that were sent whole, of a kind that is sent as text, of which nothing but a note was sent. */
function refusedText(cells: Cells, whole: number): { readonly bytes: number; readonly parts: readonly SentPart[] } | undefined {
  const isRaw = Object.values(cells).some((parts) => parts.some(({ as }) => as === 'raw'));
  const kinds: readonly FileKind[] = isRaw ? ['large-text', 'wav', 'scanned-pdf'] : ['large-text'];
  const refused = kinds.flatMap((kind) => {
    const parts = cells[kind];
    const { bytes } = SEEN_FILES[kind];
    return parts && bytes > whole && !parts.some(isTextual) ? [{ bytes, parts }] : [];
  });
  return refused.toSorted((one, other) => one.bytes - other.bytes)[0];
}

function extended(part: SentPart, extent: 'whole' | 'cut' | 'unclear', sample?: SentPart): ExpectedPart {
  if (!isTextual(part)) return part;
  const { share: _share, characters: _characters, ...rest } = part;
  return { ...rest, extent, ...(sample?.characters !== undefined && { characters: sample.characters }) };
}
