import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { absenceReason, artifactFacts, artifactName, sideProblem, typeWarning } from './artifact-facts.ts';
import { ArtifactRoutes } from './artifact-routes.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import type { PreviewSubject, ResourceOf } from './preview-subject.ts';
import type { Routed, Routes } from './routed.ts';
import { shownContent } from './shown-content.ts';

/** One artifact, as a tool reads it for the model. */
export class ArtifactSubject implements PreviewSubject {
  readonly root: OpenRoot;
  readonly loaded: LoadedArtifact;

  constructor(root: OpenRoot, loaded: LoadedArtifact) {
    this.root = root;
    this.loaded = loaded;
  }

  get references(): readonly [ArtifactReference] {
    return [this.loaded.reference];
  }

  get name(): string {
    return artifactName(this.loaded);
  }

  get pastedBytes(): number | null {
    const { artifact } = this.loaded;
    return artifact?.isBinary && artifact.size !== undefined ? artifact.size : null;
  }

  newRoutes(): Routes {
    return new ArtifactRoutes(this.root, this.loaded);
  }

  present(_routed: Routed, resourceOf: ResourceOf): ReturnType<PreviewSubject['present']> {
    const { loaded } = this;
    return {
      facts: artifactFacts(loaded),
      warning: typeWarning(loaded),
      problem: sideProblem(loaded),
      content: shownContent(loaded, { resource: () => resourceOf(loaded.metadata), reason: () => absenceReason(loaded) }),
    };
  }
}
