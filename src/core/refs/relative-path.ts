import { fail, ok, type Result } from '../io/errors.ts';

/** `C:/x`, and `C:` alone; `a:b.txt` is a name on most platforms. */
const DRIVE = /^[A-Za-z]:(?:\/|$)/;
const PARENT = '..';

/**
 * Normalises the path of a workspace file: `/` as separator, no empty or `.` segments. Windows runtimes write `\\`; both name the same
 * file.
 *
 * Refuses anything that could leave the workspace: a leading slash, a drive letter, a `..` segment, also percent-encoded.
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
  // The drive letter of `./C:/x` is visible only now.
  if (DRIVE.test(normal)) return fail('path_absolute');
  return normal === '' ? fail('id_part_empty') : ok(normal);
}

/** C0 and C1 controls, line separators, and bidirectional controls (Unicode UAX #9). */
const MISLEADING = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Whether a path could be mistaken for another on screen: line breaks, reversed text, or blanks around a name. */
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

/** `%2e`, `%2f` and `%5c`, also encoded repeatedly (`%252e`), in case a layer above decodes again. */
function hasEncodedParent(path: string): boolean {
  const decoded = path.replace(/%(?:25)*2e/gi, '.').replace(/%(?:25)*(?:2f|5c)/gi, '/');
  return decoded !== path && decoded.split('/').includes(PARENT);
}

/** Controls, both slashes, and `:` (drive letters and alternate streams on Windows). */
const NOT_PLAIN = /[\u0000-\u001f\u007f/\\:]/;

/** Whether the text is a single file or folder name, safe on every platform. */
export function isPlainName(text: string): boolean {
  return text !== '' && text !== '.' && text !== '..' && !NOT_PLAIN.test(text) && text.isWellFormed();
}
