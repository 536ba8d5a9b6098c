import { parseReference, type ArtifactReference } from '../../core/refs/reference.ts';
import { isWireApi, type WireApi } from '../../core/wire/verdict.ts';
import { parsePreviewViewState } from '../../shared/preview-state.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { PreviewRequest } from './preview-subject.ts';

/** A preview as it was kept over a reload of the window. */
export interface KeptPreview {
  readonly request: PreviewRequest;
  readonly pinned: boolean;
  readonly api: WireApi | null;
}

/** What a page kept, as far as it can be shown again; null when it is none of ours or of no root that is open. */
export function keptPreview(data: unknown, roots: readonly OpenRoot[]): KeptPreview | null {
  const kept = parsePreviewViewState(data);
  const root = kept && roots.find(({ id }) => id === kept.rootId);
  if (!root) return null;
  const [first, ...others] = referencesIn(kept.attachments.length > 1 ? kept.attachments : [kept.reference]);
  if (!first) return null;
  return { request: { root, references: [first, ...others] }, pinned: kept.pinned, api: isWireApi(kept.api) ? kept.api : null };
}

function referencesIn(texts: readonly string[]): ArtifactReference[] {
  return texts.flatMap((text) => {
    const parsed = parseReference(text);
    return parsed.ok ? [parsed.value] : [];
  });
}
