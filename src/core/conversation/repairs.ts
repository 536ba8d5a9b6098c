import type { CodedImageType } from '../content/image-codecs.ts';
import { extensionForMediaType } from '../content/file-name.ts';
import { type ImageLimits, sidesWithin } from '../content/shrink-image.ts';
import type { MediaPartOf } from './conversation.ts';
import type { ByteRange } from './outline.ts';
import type { RepairKind } from './repair-kinds.ts';
import type { PartAddress } from './replay.ts';

/** Bytes of the file, and what takes their place. */
export interface ByteEdit extends ByteRange {
  readonly text: string;
}

/** One repair of one part. */
export type Repair = EditRepair | ShrinkRepair | MoveRepair;

/** A repair whose edits are known. */
export interface EditRepair {
  readonly kind: Exclude<RepairKind, 'shrink' | 'results_first'>;
  readonly address: PartAddress;
  /** In the order of the file, not overlapping. */
  readonly edits: readonly ByteEdit[];
}

/** An image that is made smaller. Its bytes are read when the file is repaired, see `settledEdits`. */
export interface ShrinkRepair {
  readonly kind: 'shrink';
  readonly address: PartAddress;
  /** The type of the bytes. */
  readonly type: CodedImageType;
  readonly limits: ImageLimits;
  /** As declared; undefined without. */
  readonly declared: string | undefined;
  /** The image, then its copies: the base64, and the declared type where there is one. */
  readonly places: readonly { readonly data: ByteRange; readonly type: ByteRange | undefined }[];
  /** As it is; pixels where they are known. */
  readonly from: { readonly width: number | undefined; readonly height: number | undefined; readonly size: number };
  /** No request is known to fail without it: only a warning asks for it. */
  readonly isOptional?: true;
  /** What is done when it cannot be made smaller; absent for nothing. */
  readonly otherwise?: EditRepair;
}

/** A part that goes behind another one of its list. Its bytes are read when the file is repaired, see `settledEdits`. */
export interface MoveRepair {
  readonly kind: 'results_first';
  readonly address: PartAddress;
  readonly part: ByteRange;
  /** Where the next part of the list begins. */
  readonly next: number;
  /** The end of the part that it goes behind. */
  readonly behind: number;
  /** What else is done to the part; absent for nothing. */
  readonly also?: EditRepair | ShrinkRepair;
}

/** The sides that an image gets by its limits; they may become smaller still, to be few enough bytes. Empty where they are not known. */
export function plannedSides({ from: { width, height }, limits: { side } }: ShrinkRepair): { width?: number; height?: number } {
  return width === undefined || height === undefined || side === undefined ? {} : sidesWithin(width, height, side);
}

/** The lower of each of several limits. */
export function strictest(...limits: readonly { readonly [Name in keyof ImageLimits]?: ImageLimits[Name] | undefined }[]): ImageLimits {
  const side = Math.min(...limits.map((each) => each.side ?? Infinity));
  const base64 = Math.min(...limits.map((each) => each.base64 ?? Infinity));
  return { ...(side < Infinity && { side }), ...(base64 < Infinity && { base64 }) };
}

/** One repair of an image that keeps the limits of both. */
export function joinedShrinks(one: ShrinkRepair, other: ShrinkRepair): ShrinkRepair {
  const { isOptional: _, ...repair } = { ...other, ...one };
  return { ...repair, limits: strictest(one.limits, other.limits), ...(one.isOptional && other.isOptional && { isOptional: true }) };
}

/** An image that nothing but a choice makes smaller: one that cannot be stays. */
export function optionalShrink({ otherwise: _, ...repair }: ShrinkRepair): ShrinkRepair {
  return { ...repair, isOptional: true };
}

/** Where the first change of a repair may be. */
export function startOf(repair: Repair): number {
  if (repair.kind === 'results_first') return Math.min(repair.part.start, repair.also ? startOf(repair.also) : Infinity);
  if (repair.kind !== 'shrink') return repair.edits[0]?.start ?? 0;
  const otherwise = repair.otherwise ? startOf(repair.otherwise) : Infinity;
  return repair.places.reduce((first, { data, type = data }) => Math.min(first, data.start, type.start), otherwise);
}

/** All edits of repairs, in the order of the file. Of two that overlap, the first counts. */
export function editsOf(repairs: readonly EditRepair[]): ByteEdit[] {
  const edits = repairs.flatMap(({ edits: own }) => own).sort((a, b) => a.start - b.start);
  let end = -1;
  return edits.filter((edit) => {
    if (edit.start < end) return false;
    end = edit.end;
    return true;
  });
}

/**
 * The name of the file that gets the content of a part, the same whenever it is asked; undefined when there is nothing to save.
 *
 * @param taken names of files that are there, in lower case
 */
export function mediaFileName(
  { message, part }: PartAddress,
  { isBase64, facts: { mimeType, detectedMimeType = mimeType } }: MediaPartOf,
  taken: ReadonlySet<string>,
): string | undefined {
  if (!isBase64) return undefined;
  const stem = `message-${message + 1}-part-${part + 1}`;
  const extension = extensionForMediaType(detectedMimeType) ?? '';
  let name = `${stem}${extension}`;
  for (let more = 2; taken.has(name.toLowerCase()); more++) name = `${stem}-${more}${extension}`;
  return name;
}

/** The parts that were described, those among them that could not be made smaller. */
export function describedParts(
  repairs: readonly Repair[],
  refused: readonly { readonly address: PartAddress; readonly isDescribed: boolean }[],
): PartAddress[] {
  const planned = repairs.map((repair) => (repair.kind === 'results_first' ? repair.also : repair));
  const described = planned.filter((repair) => repair?.kind === 'describe');
  return [...described, ...refused.filter(({ isDescribed }) => isDescribed)].flatMap((each) => each?.address ?? []);
}
