import { type ImageFigures, shrinkImageTask, type ShrinkInput, type ShrinkRefusal, type ShrinkResult } from '../content/shrink-image.ts';
import type { CancelSignal, Compute } from '../io/compute.ts';
import { type ErrorCode, toFailure } from '../io/errors.ts';
import { SHRINK_DEADLINE_MS } from '../io/limits.ts';
import type { ByteRange } from './outline.ts';
import { type ByteEdit, type MoveRepair, type Repair, type ShrinkRepair, startOf } from './repairs.ts';
import type { PartAddress } from './replay.ts';

/** What became of an image that was to be made smaller. */
export type ShrinkOutcome =
  | { readonly address: PartAddress; readonly from: ImageFigures; readonly to: ImageFigures }
  | {
      readonly address: PartAddress;
      readonly refusal: ShrinkRefusal | ErrorCode;
      /** It was replaced by a description; else it is as it was. */
      readonly isDescribed: boolean;
    };

export interface SettleOptions {
  /** Reads bytes of the file that is repaired. */
  read(range: ByteRange): Promise<Uint8Array>;
  readonly compute: Compute;
  readonly signal?: CancelSignal | undefined;
  onShrunk?(outcome: ShrinkOutcome): void;
}

/**
 * All edits of repairs, in the order of the file; of two that overlap, the first counts. An image is read and made smaller when its turn
 * comes, so that one is held at a time; one that comes again right after is not made smaller anew. One that cannot be made smaller is described, or left as it is.
 *
 * @throws the reason of the signal, or an error of the file system
 */
export async function* settledEdits(repairs: readonly Repair[], options: SettleOptions): AsyncGenerator<ByteEdit> {
  const pending = new PendingEdits();
  const shrinker = new Shrinker(options);
  for (const repair of repairs.toSorted((a, b) => startOf(a) - startOf(b))) {
    yield* pending.takeUpTo(startOf(repair));
    for (const edit of await editsOfOne(repair, options, shrinker)) pending.add(edit);
  }
  yield* pending.takeUpTo(Infinity);
}

/**
 * Edits that wait for their turn, as a binary heap: what goes to the end of a message waits for all that is before it, and to sort that
 * again with each repair would cost the square.
 */
class PendingEdits {
  readonly #heap: { readonly edit: ByteEdit; readonly number: number }[] = [];
  #added = 0;
  /** Where the last edit ends that was taken. */
  #end = -1;

  add(edit: ByteEdit): void {
    const added = { edit, number: this.#added++ };
    let at = this.#heap.length;
    this.#heap.push(added);
    for (let above = (at - 1) >> 1; at > 0 && this.#isBefore(at, above); above = (at - 1) >> 1) at = this.#swap(at, above);
  }

  /** Takes out the edits that begin before an offset, in the order of the file, without those that overlap an earlier one. */
  takeUpTo(limit: number): ByteEdit[] {
    const taken: ByteEdit[] = [];
    for (let first = this.#heap[0]?.edit; first && first.start < limit; first = this.#heap[0]?.edit) {
      this.#removeFirst();
      if (first.start < this.#end) continue;
      this.#end = first.end;
      taken.push(first);
    }
    return taken;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (!last || this.#heap.length === 0) return;
    this.#heap[0] = last;
    for (let at = 0; ;) {
      const left = 2 * at + 1;
      const below = left + 1 < this.#heap.length && this.#isBefore(left + 1, left) ? left + 1 : left;
      if (below >= this.#heap.length || !this.#isBefore(below, at)) return;
      at = this.#swap(at, below);
    }
  }

  /** Whether an edit comes before another; at the same offset, the one that was added first does. */
  #isBefore(at: number, other: number): boolean {
    const [one, two] = [this.#heap[at], this.#heap[other]];
    if (!one || !two) return false;
    return one.edit.start < two.edit.start || (one.edit.start === two.edit.start && one.number < two.number);
  }

  #swap(at: number, other: number): number {
    const [one, two] = [this.#heap[at], this.#heap[other]];
    if (one && two) [this.#heap[at], this.#heap[other]] = [two, one];
    return other;
  }
}

async function editsOfOne(repair: Repair, options: SettleOptions, shrinker: Shrinker): Promise<readonly ByteEdit[]> {
  if (repair.kind === 'shrink') return shrinkEdits(repair, options, shrinker);
  return repair.kind === 'results_first' ? moveEdits(repair, options, shrinker) : repair.edits;
}

async function moveEdits({ part, next, behind, also }: MoveRepair, options: SettleOptions, shrinker: Shrinker): Promise<ByteEdit[]> {
  const others = also ? await editsOfOne(also, options, shrinker) : [];
  const isInside = ({ start, end }: ByteEdit): boolean => start >= part.start && end <= part.end;
  let text = '';
  let at = part.start;
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  for (const edit of [...others.filter(isInside), { start: part.end, end: part.end, text: '' }]) {
    text += decoder.decode(await options.read({ start: at, end: edit.start })) + edit.text;
    at = edit.end;
  }
  const own = [
    { start: part.start, end: next, text: '' },
    { start: behind, end: behind, text: `,${text}` },
  ];
  return [...others.filter((edit) => !isInside(edit)), ...own].sort((a, b) => a.start - b.start);
}

/** Runs the task, and remembers the last image: programs send the same one again and again. */
class Shrinker {
  readonly #options: SettleOptions;
  #last: { readonly input: ShrinkInput; readonly result: ShrinkResult } | undefined;

  constructor(options: SettleOptions) {
    this.#options = options;
  }

  /** @throws as `Compute.run` */
  async run(input: ShrinkInput): Promise<ShrinkResult> {
    if (this.#last && isSame(this.#last.input, input)) return this.#last.result;
    const { compute, signal } = this.#options;
    const result = await compute.run(shrinkImageTask, input, { deadline: SHRINK_DEADLINE_MS, signal, endsWorker: true });
    this.#last = { input, result };
    return result;
  }
}

function isSame(one: ShrinkInput, other: ShrinkInput): boolean {
  return (
    one.type === other.type &&
    one.mayBecomeJpeg === other.mayBecomeJpeg &&
    one.limits.side === other.limits.side &&
    one.limits.base64 === other.limits.base64 &&
    one.base64.length === other.base64.length &&
    one.base64.every((byte, at) => byte === other.base64[at])
  );
}

async function shrinkEdits(repair: ShrinkRepair, options: SettleOptions, shrinker: Shrinker): Promise<readonly ByteEdit[]> {
  const { address, type, limits, declared, places, otherwise } = repair;
  const { signal, onShrunk } = options;
  const leave = (refusal: ShrinkRefusal | ErrorCode): readonly ByteEdit[] => {
    onShrunk?.({ address, refusal, isDescribed: otherwise !== undefined });
    return otherwise?.edits ?? [];
  };
  const [image] = places;
  if (!image) return leave('unreadable');
  const base64 = await options.read(image.data);
  const mayBecomeJpeg = places.every((place) => place.type !== undefined);
  const result = await shrinker.run({ type, base64, limits, mayBecomeJpeg }).catch((error: unknown) => {
    signal?.throwIfAborted();
    return { ok: false as const, reason: toFailure(error).code };
  });
  if (!result.ok) return leave(result.reason);
  const { base64: text, from, to } = result;
  onShrunk?.({ address, from, to });
  const edits = places.flatMap((place) => [
    { ...place.data, text },
    ...(place.type && declared !== to.type ? [{ ...place.type, text: to.type }] : []),
  ]);
  return edits.sort((a, b) => a.start - b.start);
}
