import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { normaliseMediaType } from '../content/media-type.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import { editMembers, replaceNode, type TextEdit } from '../json/edit.ts';
import { memberOf, membersOf } from '../json/node.ts';
import { detectLayout } from '../json/layout.ts';

/** The fields in which metadata declare a type. The first counts when it names one; custom words in them stay. */
const TYPE_FIELDS = ['mimeType', 'type'] as const;

/**
 * The edits that make a metadata file declare another type: of the artifact it is about, or of one file of the
 * workspace it is about. Fields that name a media type get the new one; where none does, `mimeType` is added.
 *
 * @param text of a sidecar, an envelope, or the metadata of a workspace
 * @param path of the file inside the workspace, canonical
 * @returns null when the text is not JSON, or does not mention the file
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

/** Paths may be written the Windows way; of several that name the file the last counts, as for readers. */
function recordOfFile(root: Node, path: string): Node | undefined {
  const files = memberOf(root, 'files')?.value;
  const names = files ? membersOf(files) : [];
  return names.findLast(({ name }) => {
    const normal = normaliseRelativePath(name);
    return normal.ok && normal.value === path;
  })?.value;
}
