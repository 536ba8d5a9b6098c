import { toFailure } from '../../../core/io/errors.ts';
import type { FileSystem } from '../../../core/io/file-system.ts';
import { pathOfReference } from '../../../core/refs/reference.ts';
import { safeName } from '../../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import type { GalleryLook, GalleryTile } from '../../../shared/gallery-protocol.ts';
import type { AddressOf } from '../../gallery/gallery-panel.ts';
import { pictureLook, shownAs, TEXT_BYTES, textLook } from '../../gallery/look.ts';
import { artifactFacts, displayFactsLanguage, lineFacts } from '../../screen/artifact-facts.ts';
import { kindIcon } from '../../screen/display-kind.ts';
import { failureMessage } from '../../screen/failure-message.ts';
import type { ArtifactNode } from '../nodes.ts';
import type { GalleryItem } from './gallery-list.ts';

/** What a tile says before anything of the artifact was read. @param now milliseconds since the epoch */
export function tileOf(item: GalleryItem, now: number): GalleryTile {
  if (item.kind === 'problem') {
    const [name, facts] = [safeName(item.label), failureMessage(item.failure)];
    return { id: item.id, stamp: '', name, facts, spoken: `${name}, ${facts}`, icon: 'warning', isProblem: true, hasLook: false };
  }
  const { artifact, id } = item;
  const language = displayFactsLanguage();
  const name = safeName(artifact.name) || artifact.id;
  const path = pathOfReference(artifact.reference);
  return {
    id,
    stamp: [artifact.size, artifact.updatedAt, artifact.writtenAt, artifact.state].join(' '),
    name,
    // Id and agent have no room there; the tooltip has the id.
    facts: lineFacts(artifact, now, language)
      .filter((fact) => fact !== id && fact !== artifact.agentId)
      .map(safeName)
      .join(' · '),
    spoken: [path === undefined ? name : safeName(path), ...artifactFacts(artifact, now, language)].join(', '),
    icon: iconOf(artifact),
    isProblem: false,
    hasLook: artifact.state === 'present' && artifact.location !== undefined && !artifact.isEnvelope && shownAs(artifact) !== undefined,
  };
}

function iconOf(artifact: ArtifactMetadata): string {
  switch (artifact.state) {
    case 'present':
      return kindIcon(artifact);
    case 'reserved':
      return 'clockface';
    case 'missing':
      return 'circle-slash';
    case 'broken':
      return 'warning';
  }
}

/**
 * What a tile near the screen shows. Of a text its beginning is read; of an image only the size is looked at, and the page fetches it. Never
 * rejects: what went wrong is the reason on the tile.
 */
export async function lookOf({ root, artifact }: ArtifactNode, fs: FileSystem, addressOf: AddressOf): Promise<GalleryLook> {
  const { location, size, updatedAt = '', writtenAt = updatedAt } = artifact;
  const shown = shownAs(artifact);
  if (location === undefined || shown === undefined) return { kind: 'text', text: '' };
  try {
    const place = await root.store.realPlace(artifact, location);
    if (shown === 'text') return textLook(await fs.readFile(place, { length: TEXT_BYTES, noFollow: true }));
    const stat = await fs.stat(place, { noFollow: true });
    return pictureLook(shown, stat.size, () => addressOf(root.uriOf(location), `size=${size}&time=${writtenAt}`));
  } catch (error) {
    return { kind: 'mark', reason: failureMessage(toFailure(error)) };
  }
}
