import { own } from '../../core/io/own.ts';

/** What programs take orders from, or keep secrets in: a write there deserves a second look. */
export type SensitivePlace = 'git' | 'vscode' | 'github' | 'env';

const FOLDERS: Readonly<Record<string, SensitivePlace>> = { '.git': 'git', '.vscode': 'vscode', '.github': 'github' };
/** Invisible, and dropped from names by some file systems: zero-width characters and the soft hyphen. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u2060\ufeff]/g;

/** The places of that kind that a path names or leads through, each once. @param relativePath with `/` between names */
export function sensitivePlaces(relativePath: string): SensitivePlace[] {
  const names = relativePath.split('/').map(asOpened);
  const folders = names.flatMap((name) => own(FOLDERS, name) ?? []);
  const file = names.at(-1) ?? '';
  return [...new Set([...folders, ...(/^\.env/.test(file) ? (['env'] as const) : [])])];
}

/** A name as file systems may take it: some do without the case of letters, dots at the end, and what follows a colon. */
function asOpened(name: string): string {
  return name
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/:.*/, '')
    .replace(/(?<![.\s])[.\s]+$/, '')
    .toLowerCase();
}
