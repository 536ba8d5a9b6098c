import { parseTree, type Node, type ParseError } from 'jsonc-parser';
import { normaliseMediaType } from '../content/media-type.ts';
import { normaliseRelativePath } from '../refs/relative-path.ts';
import { insertItem, type TextEdit } from '../services/container-edit.ts';
import { memberOf, membersOf } from '../services/json-node.ts';
import { detectLayout } from '../services/layout.ts';

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
  const newText = JSON.stringify(mimeType);
  if (declaring.length > 0) return declaring.map(({ offset, length }) => ({ offset, length, newText })).sort((a, b) => a.offset - b.offset);
  const unusable = memberOf(record, 'mimeType')?.value;
  if (unusable) return [{ offset: unusable.offset, length: unusable.length, newText }];
  return [insertion(text, insertItem(text, record.offset, `"mimeType": ${newText}`, detectLayout(text)))];
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

/** The one edit between two texts of which the second is the first with something put in. */
function insertion(before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < before.length - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  return { offset: start, length: before.length - start - end, newText: after.slice(start, after.length - end) };
}
