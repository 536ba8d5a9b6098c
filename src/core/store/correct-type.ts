import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { normaliseMediaType } from '../content/media-type.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import { editMembers, replaceNode, type TextEdit } from '../json/edit.ts';
import { memberOf, membersOf } from '../json/node.ts';
import { detectLayout } from '../json/layout.ts';

/** Metadata fields with a media type, by priority; custom words in them are kept. */
const TYPE_FIELDS = ['mimeType', 'type'] as const;

/**
 * Edits that change the declared type in a metadata file, of its artifact or of one workspace file. Fields with a media type are updated;
 * if there are none, `mimeType` is added.
 *
 * @param text of a sidecar, envelope, or workspace metadata
 * @param path canonical path of the workspace file
 * @returns null when the text is not JSON or doesn't contain the file
 */
export function typeCorrection(text: string, mimeType: string, path?: string): readonly TextEdit[] | null {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  const record = errors.length > 0 || !root ? undefined : path === undefined ? root : recordOfFile(root, path);
  if (record?.type !== 'object') return null;
  const declaring = TYPE_FIELDS.flatMap((name) => {
    const value = memberOf(record, name)?.value;
    return value?.type === 'string' && normaliseMediaType(value.value as string) !== undefined ? [value] : [];
  });
  if (declaring.length > 0) return declaring.flatMap((value) => replaceNode(value, mimeType)).sort((a, b) => a.offset - b.offset);
  return editMembers(text, record, [{ name: 'mimeType', value: JSON.stringify(mimeType) }], detectLayout(text));
}

/** Paths may use Windows separators; of several entries for a file the last is used, as by readers. */
function recordOfFile(root: Node, path: string): Node | undefined {
  const files = memberOf(root, 'files')?.value;
  const names = files ? membersOf(files) : [];
  return names.findLast(({ name }) => {
    const normal = normaliseRelativePath(name);
    return normal.ok && normal.value === path;
  })?.value;
}
