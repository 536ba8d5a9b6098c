import { mediaTypeOfFilename } from '../../core/content/file-name.ts';
import { mediaKind, type MediaKind } from '../../core/content/media-type.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';

/** What an artifact is to a person who looks for it. An SVG is text to a model and an image here. */
export type DisplayKind = MediaKind;

/** The media type that decides how an artifact is shown: the declared one, else that of its name. */
export function displayType(metadata: ArtifactMetadata): string | undefined {
  return metadata.mimeType ?? mediaTypeOfFilename(metadata.filename) ?? mediaTypeOfFilename(metadata.name);
}

/** The kind of an artifact, from what its metadata promises; the content is not looked at. */
export function displayKind(metadata: ArtifactMetadata): DisplayKind {
  const mediaType = displayType(metadata);
  if (mediaType === undefined) return 'other';
  return mediaType.startsWith('image/') ? 'image' : mediaKind(mediaType);
}

const ARCHIVE = /^application\/(?:zip|gzip|x-tar|x-7z-compressed|x-rar-compressed|x-bzip2?|zstd|x-xz)$/;
const KIND_ICONS: Readonly<Record<DisplayKind, string>> = {
  image: 'file-media',
  audio: 'unmute',
  video: 'device-camera-video',
  document: 'book',
  text: 'file-code',
  other: 'file-binary',
};

/** The codicon of an artifact whose content is there. */
export function kindIcon(metadata: ArtifactMetadata): string {
  const mediaType = displayType(metadata);
  if (mediaType === undefined) return 'file';
  if (mediaType === 'application/pdf') return 'file-pdf';
  if (mediaType === 'application/json') return 'json';
  if (mediaType === 'text/markdown') return 'markdown';
  if (mediaType === 'text/plain') return 'file-text';
  if (mediaType === 'text/csv' || /spreadsheet|ms-excel/.test(mediaType)) return 'table';
  if (ARCHIVE.test(mediaType)) return 'file-zip';
  return KIND_ICONS[displayKind(metadata)];
}

/** What a filter asks of an artifact: a line with its kind, then the text in which words are looked for. */
export function searchText(metadata: ArtifactMetadata): string {
  return `${displayKind(metadata)}\n${searchable(metadata).toLocaleLowerCase()}`;
}

/** The parts stand on lines of their own, so that no word is found across two of them. */
function searchable({ name, filename, reference, type, mimeType, agentId }: ArtifactMetadata): string {
  const place = reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : reference.id;
  return [name, filename, place, type, mimeType, agentId].filter((part) => part !== undefined).join('\n');
}
