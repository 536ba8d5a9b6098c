import { CodedError, fail, ok, type Result } from '../io/errors.ts';
import { isPlainName, normaliseRelativePath } from './relative-path.ts';

/** Converts between workspace files and their ids. */
export const ArtifactIdCodec = {
  /** Whether the id has the form of a workspace file's; any other id names a regular artifact. False for a value that is not an id. */
  isWorkspaceArtifact(id: string): boolean {
    return typeof id === 'string' && id.startsWith(WORKSPACE_PREFIX);
  },

  /**
   * The canonical id of a workspace file.
   * @throws CodedError with the codes of `encodeWorkspaceId`
   */
  encode(workspaceId: string, relativePath: string): string {
    const encoded = encodeWorkspaceId(workspaceId, relativePath);
    if (!encoded.ok) throw new CodedError(encoded.error.code, encoded.error.params);
    return encoded.value.id;
  },

  /** The file of an id; null when it is not a valid workspace id (`parseReference` says why). */
  decode(id: string): WorkspaceFile | null {
    if (!ArtifactIdCodec.isWorkspaceArtifact(id)) return null;
    const decoded = decodeWorkspaceId(id);
    return decoded.ok ? decoded.value : null;
  },
} as const;

/** The prefix of workspace file ids. */
export const WORKSPACE_PREFIX = 'ws:';

/** Characters that Windows refuses in names. A workspace with one is encoded as its paths are: `ws::{base64url}:{base64url}`. */
const MINDED = /[<>"|?*]/;

/** A name such as `a:b.txt` is encoded as `./a:b.txt`, so that no program takes the decoded path for one on drive `a:`. */
const LIKE_DRIVE = /^[A-Za-z]:/;
const HERE = './';

/** The content of a workspace file id. */
export interface WorkspaceFile {
  readonly workspaceId: string;
  readonly relativePath: string;
}

/**
 * The canonical id of a workspace file, and its canonical path.
 *
 * Errors: `arguments_invalid`, `id_part_empty`, `workspace_id_not_plain_name`, and those of {@link normaliseRelativePath}.
 */
export function encodeWorkspaceId(workspaceId: string, relativePath: string): Result<{ id: string; relativePath: string }> {
  if (typeof workspaceId !== 'string') return fail('arguments_invalid', { name: 'workspaceId' });
  if (typeof relativePath !== 'string') return fail('arguments_invalid', { name: 'relativePath' });
  if (workspaceId === '') return fail('id_part_empty');
  if (!isPlainName(workspaceId)) return fail('workspace_id_not_plain_name');
  const path = normaliseRelativePath(relativePath);
  if (!path.ok) return path;
  const workspace = MINDED.test(workspaceId) ? `:${encodeText(workspaceId)}` : workspaceId;
  const file = encodeText(LIKE_DRIVE.test(path.value) ? HERE + path.value : path.value);
  return ok({ id: `${WORKSPACE_PREFIX}${workspace}:${file}`, relativePath: path.value });
}

/**
 * Decodes `ws:{workspaceId}:{base64url}`, and `ws::{base64url}:{base64url}`.
 *
 * Errors: `id_part_empty`, `workspace_id_not_plain_name`, `id_not_base64url`, `id_not_utf8`, and those of
 * {@link normaliseRelativePath}; a path that begins with a drive letter is `path_absolute`.
 */
export function decodeWorkspaceId(id: string): Result<WorkspaceFile> {
  const isEncoded = id.startsWith(':', WORKSPACE_PREFIX.length);
  const start = WORKSPACE_PREFIX.length + (isEncoded ? 1 : 0);
  const colon = id.indexOf(':', start);
  const written = colon < 0 ? id.slice(start) : id.slice(start, colon);
  const encodedPath = colon < 0 ? '' : id.slice(colon + 1);
  if (written === '' || encodedPath === '') return fail('id_part_empty');
  const workspace = isEncoded ? decodePart(written) : ok(written);
  if (!workspace.ok) return workspace;
  if (!isPlainName(workspace.value)) return fail('workspace_id_not_plain_name');
  const decoded = decodePart(encodedPath);
  if (!decoded.ok) return decoded;
  if (LIKE_DRIVE.test(decoded.value)) return fail('path_absolute');
  const path = normaliseRelativePath(decoded.value);
  return path.ok ? ok({ workspaceId: workspace.value, relativePath: path.value }) : path;
}

function decodePart(encoded: string): Result<string> {
  const decoded = decodeText(encoded);
  if (decoded === 'not_base64url') return fail('id_not_base64url');
  return decoded === 'not_utf8' ? fail('id_not_utf8') : ok(decoded.text);
}

/**
 * base64url without padding (RFC 4648 §5) of UTF-8. Hand-written because ids are decoded by the hundred thousand, and no universally
 * available function supports this alphabet.
 */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const INVALID = 0xff;
const VALUES = new Uint8Array(128).fill(INVALID);
for (let value = 0; value < ALPHABET.length; value++) VALUES[ALPHABET.charCodeAt(value)] = value;

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function encodeText(text: string): string {
  const bytes = encoder.encode(text);
  let result = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const a = bytes[i] as number;
    const b = bytes[i + 1];
    const c = bytes[i + 2];
    result += ALPHABET.charAt(a >> 2) + ALPHABET.charAt(((a & 3) << 4) | ((b ?? 0) >> 4));
    if (b !== undefined) result += ALPHABET.charAt(((b & 15) << 2) | ((c ?? 0) >> 6));
    if (c !== undefined) result += ALPHABET.charAt(c & 63);
  }
  return result;
}

/**
 * Decodes base64url; complete padding is accepted.
 *
 * @returns the text, or the error: invalid base64url (alphabet, length, padding, trailing bits) or UTF-8
 */
function decodeText(encoded: string): { text: string } | 'not_base64url' | 'not_utf8' {
  const length = unpaddedLength(encoded);
  if (length === undefined) return 'not_base64url';
  const byteLength = (length * 3) >> 2;
  const bytes = byteLength <= scratch.length ? scratch : new Uint8Array(byteLength);
  let bits = 0;
  let bitCount = 0;
  let written = 0;
  let allBits = 0;
  for (let i = 0; i < length; i++) {
    const value = VALUES[encoded.charCodeAt(i)] ?? INVALID;
    if (value === INVALID) return 'not_base64url';
    bits = ((bits << 6) | value) & 0xffff;
    bitCount += 6;
    if (bitCount >= 8) {
      bitCount -= 8;
      const byte = (bits >> bitCount) & 0xff;
      allBits |= byte;
      bytes[written++] = byte;
    }
  }
  // Unused bits must be zero, or several ids would name one file.
  if ((bits & ((1 << bitCount) - 1)) !== 0) return 'not_base64url';
  if (allBits < 0x80 && written <= LONGEST_ASCII) return { text: asciiText(bytes, written) };
  try {
    return { text: decoder.decode(bytes.subarray(0, written)) };
  } catch {
    return 'not_utf8';
  }
}

/** Up to this length the text is built by character; beyond, the decoder is faster. */
const LONGEST_ASCII = 256;
/** Reused between calls, because typed arrays are expensive to create. */
const scratch = new Uint8Array(4096);

function asciiText(bytes: Uint8Array, length: number): string {
  let text = '';
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    text += String.fromCharCode(bytes[at] as number, bytes[at + 1] as number, bytes[at + 2] as number, bytes[at + 3] as number);
  }
  for (; at < length; at++) text += String.fromCharCode(bytes[at] as number);
  return text;
}

/** Length without padding; undefined when length or padding is invalid. */
function unpaddedLength(encoded: string): number | undefined {
  let length = encoded.length;
  while (length > 0 && encoded.charCodeAt(length - 1) === 0x3d) length--;
  const padding = encoded.length - length;
  if (length % 4 === 1) return undefined;
  return padding === 0 || (padding <= 2 && encoded.length % 4 === 0) ? length : undefined;
}
