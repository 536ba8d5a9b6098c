import * as vscode from 'vscode';
import { decodeText } from '../../../core/content/text-encoding.ts';
import { toFailure } from '../../../core/io/errors.ts';
import type { FileSystem, Location } from '../../../core/io/file-system.ts';
import { pathOfReference } from '../../../core/refs/reference.ts';
import { safeName } from '../../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import { type GalleryLook, type GalleryTile, MAX_PICTURE_BYTES, MAX_SVG_BYTES } from '../../../shared/gallery-protocol.ts';
import { artifactFacts, displayFactsLanguage, lineFacts } from '../../screen/artifact-facts.ts';
import { displayKind, displayType, kindIcon } from '../../screen/display-kind.ts';
import { failureMessage } from '../../screen/failure-message.ts';
import type { ArtifactNode } from '../nodes.ts';
import type { GalleryItem } from './gallery-list.ts';

/** Bytes of a text that are read for its first lines: more than a tile has room for. */
const TEXT_BYTES = 2048;
/** Lines of a tile, and characters of each. */
const LINES = 12;
const LINE_LENGTH = 60;

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

/** What can be seen of an artifact without its preview. */
function shownAs(artifact: ArtifactMetadata): 'picture' | 'svg' | 'text' | undefined {
  if (displayType(artifact) === 'image/svg+xml') return 'svg';
  const kind = displayKind(artifact);
  if (kind === 'image') return 'picture';
  return kind === 'text' ? 'text' : undefined;
}

/**
 * What a tile near the screen shows. Of a text its beginning is read; of an image only the size is looked at, and the page fetches it. Never
 * rejects: what went wrong is the reason on the tile.
 *
 * @param addressOf where the page fetches a file
 */
export async function lookOf(item: ArtifactNode, fs: FileSystem, addressOf: (location: Location) => string): Promise<GalleryLook> {
  const { root, artifact } = item;
  const shown = shownAs(artifact);
  if (artifact.location === undefined || shown === undefined) return { kind: 'text', text: '' };
  try {
    const place = await root.store.realPlace(artifact, artifact.location);
    if (shown === 'text') return textLook(await fs.readFile(place, { length: TEXT_BYTES, noFollow: true }));
    const isSvg = shown === 'svg';
    const { size } = await fs.stat(place, { noFollow: true });
    if (size > (isSvg ? MAX_SVG_BYTES : MAX_PICTURE_BYTES))
      return { kind: 'mark', reason: vscode.l10n.t('The file is too large to be shown as a picture here.') };
    return { kind: 'picture', uri: addressOf(artifact.location), isSvg };
  } catch (error) {
    return { kind: 'mark', reason: failureMessage(toFailure(error)) };
  }
}

function textLook(bytes: Uint8Array): GalleryLook {
  const decoded = decodeText(bytes, { isHead: true });
  if (!decoded) return { kind: 'mark', reason: vscode.l10n.t('The text cannot be decoded.') };
  const lines = decoded.text.split(/\r\n|\r|\n/, LINES).map((line) => line.slice(0, LINE_LENGTH));
  return { kind: 'text', text: lines.join('\n') };
}
