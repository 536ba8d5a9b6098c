import { mediaTypeOfFilename } from '../../core/content/file-name.ts';
import { type DescriptionLanguage, friendlyTypeName, mediaKind, normaliseMediaType } from '../../core/content/media-type.ts';
import { own } from '../../core/io/own.ts';
import type { ContentMetadata } from '../../core/store/artifact.ts';
import { type DisplayKind, KIND_ICONS } from './kinds.ts';

/** What of an artifact tells its kind. */
type NamedContent = Pick<ContentMetadata, 'mimeType' | 'filename' | 'name'>;

/** The media type that decides how an artifact is shown: the declared one, else that of its name. */
export function displayType(metadata: NamedContent): string | undefined {
  return metadata.mimeType ?? mediaTypeOfFilename(metadata.filename) ?? mediaTypeOfFilename(metadata.name);
}

/** The kind of an artifact, from what its metadata promises; the content is not looked at. */
export function displayKind(metadata: NamedContent): DisplayKind {
  const mediaType = displayType(metadata);
  if (mediaType === undefined) return 'other';
  return mediaType.startsWith('image/') ? 'image' : mediaKind(mediaType);
}

const ARCHIVE = /^application\/(?:zip|gzip|x-tar|x-7z-compressed|x-rar-compressed|x-bzip2?|zstd|x-xz)$/;
/** The codicon of an artifact whose content is there. */
export function kindIcon(metadata: NamedContent): string {
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

/** Short names of text formats, beside those the core knows for everything a model gets as bytes. */
const TEXT_NAMES: Readonly<Record<string, string | readonly [zh: string, en: string]>> = {
  'text/plain': ['文本', 'Text'],
  'text/markdown': 'Markdown',
  'text/csv': 'CSV',
  'text/html': 'HTML',
  'text/css': 'CSS',
  'text/x-scss': 'SCSS',
  'text/x-vue': 'Vue',
  'text/javascript': 'JavaScript',
  'application/javascript': 'JavaScript',
  'text/typescript': 'TypeScript',
  'application/typescript': 'TypeScript',
  'text/x-python': 'Python',
  'text/x-rust': 'Rust',
  'text/x-go': 'Go',
  'text/x-ruby': 'Ruby',
  'text/x-php': 'PHP',
  'text/x-java-source': 'Java',
  'text/x-swift': 'Swift',
  'text/x-kotlin': 'Kotlin',
  'text/x-csharp': 'C#',
  'text/x-c': 'C',
  'text/x-shellscript': ['Shell 脚本', 'Shell script'],
  'text/x-diff': ['差异', 'Diff'],
  'application/json': 'JSON',
  'application/jsonl': 'JSON Lines',
  'application/xml': 'XML',
  'text/yaml': 'YAML',
  'application/yaml': 'YAML',
  'application/toml': 'TOML',
  'application/sql': 'SQL',
};

/**
 * The type of an artifact in one or two words: `PNG image`, `Markdown`, the declared word when it is a
 * custom one, the media type itself when it has no name. Undefined when nothing is known.
 */
export function typeLabel(metadata: ContentMetadata, language: DescriptionLanguage): string | undefined {
  const { type } = metadata;
  if (type !== undefined && normaliseMediaType(type) === undefined) return type;
  const mediaType = displayType(metadata);
  if (mediaType === undefined) return undefined;
  const name = own(TEXT_NAMES, mediaType);
  if (name === undefined) return friendlyTypeName(mediaType, language);
  return typeof name === 'string' ? name : name[language === 'zh' ? 0 : 1];
}
