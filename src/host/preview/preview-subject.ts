import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { PreviewState } from '../../shared/preview-state.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import type { Routed, Routes } from './routed.ts';

/** What a preview is asked to show: one artifact, or several as the attachments of one message. */
export interface PreviewRequest {
  readonly root: OpenRoot;
  /** At least one. */
  readonly references: readonly [ArtifactReference, ...ArtifactReference[]];
}

/** The address under which the webview may load the file of an artifact; empty when there is none. */
export type ResourceOf = (metadata: ArtifactMetadata | null) => string;

/** What was read for a preview, and what of it does not depend on the model. */
export interface PreviewSubject {
  readonly root: OpenRoot;
  /** Those that are shown. */
  readonly references: readonly [ArtifactReference, ...ArtifactReference[]];
  /** For the title. */
  readonly name: string;
  /** The artifact, unless it is several. */
  readonly loaded: LoadedArtifact | null;
  /** Bytes that base64 would stand for, were everything pasted into a text; null when all of it is text. */
  readonly pastedBytes: number | null;
  /** Routes from what was read. To be made anew when services, settings or agents changed. */
  newRoutes(): Routes;
  /** What a person sees of it besides the model's view. */
  present(routed: Routed, resourceOf: ResourceOf): Pick<PreviewState, 'facts' | 'warning' | 'problem' | 'content'>;
}
