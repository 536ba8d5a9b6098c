import { fail, ok, type Result } from '../io/errors.ts';

const DRIVE = /^[A-Za-z]:/;
const PARENT = '..';

/**
 * Brings the path of a file inside a workspace to its one canonical spelling: `/` as separator, no empty
 * or `.` segments. Windows runtimes write `\`; both spellings name the same file.
 *
 * Refuses whatever could lead out of the workspace, however spelt: a leading slash, a drive letter, `..`
 * as a segment, also percent-encoded.
 *
 * Errors: `id_part_empty`, `path_has_nul`, `path_not_unicode`, `path_absolute`, `path_leaves_workspace`.
 */
export function normaliseRelativePath(path: string): Result<string> {
  if (path.includes('\0')) return fail('path_has_nul');
  if (!path.isWellFormed()) return fail('path_not_unicode');
  const slashed = path.includes('\\') ? path.replaceAll('\\', '/') : path;
  if (slashed.startsWith('/') || DRIVE.test(slashed)) return fail('path_absolute');
  if (leavesFolder(slashed)) return fail('path_leaves_workspace');
  const normal = isNormal(slashed)
    ? slashed
    : slashed
        .split('/')
        .filter((part) => part !== '' && part !== '.')
        .join('/');
  // `./C:/x` shows its drive letter only now.
  if (DRIVE.test(normal)) return fail('path_absolute');
  return normal === '' ? fail('id_part_empty') : ok(normal);
}

/** C0 and C1 controls, line separators, and the bidirectional controls (Unicode UAX #9). */
const MISLEADING = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a path looks like another one on a screen: it is broken or turned around, or a name in it has blanks at its ends. */
export function isMisleadingPath(path: string): boolean {
  return MISLEADING.test(path) || path.split('/').some((name) => name !== name.trim());
}

function isNormal(path: string): boolean {
  return !path.includes('//') && !path.endsWith('/') && !/(^|\/)\.(\/|$)/.test(path);
}

function leavesFolder(path: string): boolean {
  if (path.includes(PARENT) && path.split('/').includes(PARENT)) return true;
  return path.includes('%') && hasEncodedParent(path);
}

/** `%2e`, `%2f` and `%5c`, repeatedly encoded too (`%252e`): a layer above may decode once more. */
function hasEncodedParent(path: string): boolean {
  const decoded = path.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/');
  return decoded !== path && decoded.split('/').includes(PARENT);
}

/** Controls, both slashes, and `:` (drive letters and alternate streams on Windows). */
const NOT_PLAIN = /[\u0000-\u001f\u007f/\\:]/;

/** Whether the text is one plain file or folder name that stays where it is put, on every platform. */
export function isPlainName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !NOT_PLAIN.test(text) && text.isWellFormed();
}
