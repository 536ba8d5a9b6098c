/**
 * Writes dist/README.md, the README of the package: without its pictures, because VS Code's Extensions view shows
 * pictures from https only, and those of a checkout have no such address.
 */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const repository = path.resolve(import.meta.dirname, '../..');
/** A paragraph that is a picture of the repository: `![what it shows](media/screenshots/name.png)`. */
const picture = /^!\[[^\]]*\]\((?!https:)[^)]+\)\n\n?/gm;

const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
await writeFile(path.join(repository, 'dist/README.md'), readme.replaceAll(picture, ''));
