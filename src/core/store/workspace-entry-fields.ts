import { normaliseRelativePath } from '../refs/relative-path.ts';
import { isRecord } from './json-fields.ts';

/** The path of a file as the metadata spell it: a Windows runtime writes `\\`. Of two spellings readers take the last. */
export function keyOf(files: Record<string, unknown>, relativePath: string): string | undefined {
  const name = relativePath.slice(relativePath.lastIndexOf('/') + 1);
  return Object.keys(files).findLast((path) => {
    if (!path.includes(name)) return false;
    const normal = normaliseRelativePath(path);
    return normal.ok && normal.value === relativePath;
  });
}

/**
 * The metadata of a workspace, or the history of a file, with the entry of one file only, and of everything else no more than
 * whether it is there and of what kind: all that a change to that file is made from, however long they are.
 */
export function reducedTo(json: Record<string, unknown>, relativePath: string): Record<string, unknown> {
  const { files } = json;
  if (!isRecord(files)) return shallow(json);
  const key = keyOf(files, relativePath);
  const entry = key === undefined ? undefined : files[key];
  return { ...shallow(json), files: key === undefined ? {} : { [key]: isRecord(entry) ? shallow(entry) : kindOf(entry) } };
}

function shallow(record: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, kindOf(value)]));
}

function kindOf(value: unknown): unknown {
  return Array.isArray(value) ? [] : isRecord(value) ? {} : value;
}
