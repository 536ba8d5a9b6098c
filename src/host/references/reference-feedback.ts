import { toFailure, type Failure } from '../../core/io/errors.ts';
import { parseReference, type ArtifactReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { ArtifactStore } from '../../core/store/artifact-store.ts';

/** What looks up a reference: a data root, or what a test puts in its place. */
export interface RootWithStore {
  readonly store: Pick<ArtifactStore, 'getMetadata'>;
}

/** What a text means as a reference, while it is being typed. */
export type ReferenceFeedback<R extends RootWithStore> =
  | { readonly kind: 'empty' }
  /** It is no reference. */
  | { readonly kind: 'invalid'; readonly failure: Failure }
  /** It is a reference; no root has such an artifact. */
  | { readonly kind: 'absent'; readonly reference: ArtifactReference; readonly failures: ReadonlyArray<RootFailure<R>> }
  /** In one root at least; the same number can be in several. */
  | {
      readonly kind: 'found';
      readonly reference: ArtifactReference;
      readonly matches: readonly ReferenceMatch<R>[];
      readonly failures: ReadonlyArray<RootFailure<R>>;
    };

/** A root that could not be searched. */
interface RootFailure<R extends RootWithStore> {
  readonly root: R;
  readonly failure: Failure;
}

export interface ReferenceMatch<R extends RootWithStore> {
  readonly root: R;
  readonly metadata: ArtifactMetadata;
}

/** Parses a text and looks it up in every root. Never rejects. */
export async function referenceFeedback<R extends RootWithStore>(text: string, roots: readonly R[]): Promise<ReferenceFeedback<R>> {
  if (text.trim() === '') return { kind: 'empty' };
  const parsed = parseReference(text);
  if (!parsed.ok) return { kind: 'invalid', failure: parsed.error };
  const reference = parsed.value;
  const matches: ReferenceMatch<R>[] = [];
  const failures: RootFailure<R>[] = [];
  for (const root of roots) {
    try {
      const metadata = await root.store.getMetadata(reference);
      if (metadata) matches.push({ root, metadata });
    } catch (error) {
      failures.push({ root, failure: toFailure(error) });
    }
  }
  return matches.length > 0 ? { kind: 'found', reference, matches, failures } : { kind: 'absent', reference, failures };
}
