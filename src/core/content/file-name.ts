import { Mime } from 'mime/lite';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { normaliseMediaType } from './media-type.ts';

/**
 * Extensions with another meaning in an agent's workspace than in the IANA registry (`.ts` is a transport stream there), and source files
 * missing from the registry.
 */
const WORKSPACE_TYPES: Record<string, string[]> = {
  'text/typescript': ['ts', 'tsx', 'mts', 'cts'],
  'text/javascript': ['js', 'mjs', 'cjs', 'jsx'],
  'text/markdown': ['md', 'markdown', 'mdx'],
  'text/x-python': ['py', 'pyi', 'pyw'],
  'text/x-rust': ['rs'],
  'text/x-go': ['go'],
  'text/x-ruby': ['rb'],
  'text/x-php': ['php'],
  'text/x-swift': ['swift'],
  'text/x-kotlin': ['kt', 'kts'],
  'text/x-csharp': ['cs'],
  'text/x-scss': ['scss'],
  'text/x-vue': ['vue', 'svelte', 'astro'],
  'text/x-shellscript': ['sh', 'bash', 'zsh', 'fish', 'ps1', 'bat', 'cmd'],
  'text/x-diff': ['diff', 'patch'],
  'text/x-dart': ['dart'],
  'text/x-tcl': ['tcl'],
  'text/org': ['org'],
  'text/vnd.graphviz': ['dot', 'gv'],
  'text/x-gettext-translation-template': ['pot'],
  'text/plain': ['txt', 'text', 'log', 'ini', 'cfg', 'conf', 'env', 'properties', 'lock', 'gitignore', 'editorconfig', 'srt', 'pub', 'obj'],
  'application/x-pem-file': ['pem', 'crt', 'cer', 'key'],
  'application/jsonl': ['jsonl', 'ndjson'],
  'application/sql': ['sql'],
  'application/toml': ['toml'],
  'text/yaml': ['yaml', 'yml'],
  'audio/flac': ['flac'],
  'audio/x-musepack': ['mpc', 'mpp'],
  'audio/mp4': ['m4a', 'm4p'],
  'image/x-portable-floatmap': ['pfm'],
  'image/x-portable-arbitrarymap': ['pam'],
  'image/x-icon': ['ico', 'cur'],
};

/** The binary format of an extension also used for text; the bytes decide. */
const BINARY_TWINS = new Map([
  ['ts', 'video/mp2t'],
  ['mts', 'video/mp2t'],
  ['org', 'application/vnd.lotus-organizer'],
  ['dot', 'application/msword'],
  ['pot', 'application/vnd.ms-powerpoint'],
  ['pub', 'application/x-mspublisher'],
  ['obj', 'application/x-object'],
  ['pem', 'application/x-x509-ca-cert'],
  ['crt', 'application/x-x509-ca-cert'],
  ['cer', 'application/x-x509-ca-cert'],
  ['key', 'application/vnd.apple.keynote'],
]);

const types = new Mime(standardTypes, otherTypes).define(WORKSPACE_TYPES, true);

/** The lower-case extension without its dot; undefined when there is none. */
export function extensionOf(filename: string): string | undefined {
  const base = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  const extension = dot < 0 ? '' : base.slice(dot + 1).toLowerCase();
  return /^[a-z0-9_+-]{1,20}$/.test(extension) ? extension : undefined;
}

/** The media type of an extension, with or without its dot. */
export function mediaTypeOfExtension(extension: string | null | undefined): string | undefined {
  if (!extension) return undefined;
  return normaliseMediaType(types.getType(extension.replace(/^\./, '').toLowerCase()));
}

/** The media type of a file name. */
export function mediaTypeOfFilename(filename: string | null | undefined): string | undefined {
  return filename ? mediaTypeOfExtension(extensionOf(filename)) : undefined;
}

/** The usual extension of a media type, with its dot; undefined when there is none. */
export function extensionForMediaType(mediaType: string): string | undefined {
  const extension = types.getExtension(mediaType);
  return extension ? `.${extension}` : undefined;
}

/** The binary format an extension may have instead of {@link mediaTypeOfExtension}; with or without its dot. */
export function binaryTwinOfExtension(extension: string | null | undefined): string | undefined {
  return extension ? BINARY_TWINS.get(extension.replace(/^\./, '').toLowerCase()) : undefined;
}
