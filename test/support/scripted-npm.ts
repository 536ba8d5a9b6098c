import { chmod, readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { temporaryFolder } from './temporary-folder.ts';

/** What is in an archive: a path with its content, or another kind of entry. */
export interface ArchiveEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** As tar writes it: `2` is a symbolic link. Default: a file. */
  readonly type?: string;
  readonly linkName?: string;
}

/** A package as `npm pack` leaves it. */
export function archiveOf(entries: readonly ArchiveEntry[]): Uint8Array {
  return gzipSync(Buffer.concat([...entries.map(blocksOf), Buffer.alloc(1024)]));
}

function blocksOf({ name, content = '', type = '0', linkName = '' }: ArchiveEntry): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write('000644 \0', 100);
  header.write(`${bytes.length.toString(8).padStart(11, '0')} `, 124);
  header.write(' '.repeat(8), 148);
  header.write(type, 156);
  header.write(linkName, 157, 100);
  header.write('ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}

/** A model that no bundled catalogue has, as the data of pi-ai have one. */
export const NEW_MODEL = {
  id: 'gpt-99-vega',
  input: ['text', 'image'],
  contextWindow: 500_000,
  maxTokens: 64_000,
  cost: { input: 3, output: 15, cacheRead: 0.3 },
};

/** An npm that answers from a script. */
export interface ScriptedNpm {
  /** The variables with which a program finds it first. */
  readonly env: NodeJS.ProcessEnv;
  /** The command lines it got. */
  calls(): Promise<readonly (readonly string[])[]>;
}

/**
 * @param archive what `npm pack` leaves; without one it fails as npm does for a package that is not there
 * @param dist what the registry tells of the archive
 */
export async function scriptedNpm(version: string, archive?: Uint8Array, dist: object = {}): Promise<ScriptedNpm> {
  const script = `#!${process.execPath}
const { appendFileSync, copyFileSync, existsSync } = require('node:fs');
const path = require('node:path');
const args = process.argv.slice(2);
appendFileSync(path.join(__dirname, 'calls'), JSON.stringify(args) + '\\n');
if (!existsSync(path.join(__dirname, 'archive'))) {
  console.error('npm error code E404\\nnpm error 404 Not Found - no such package');
  process.exit(1);
}
if (args[0] === 'view') console.log(JSON.stringify({ version: ${JSON.stringify(version)}, dist: ${JSON.stringify(dist)} }));
else copyFileSync(path.join(__dirname, 'archive'), path.join(args[args.indexOf('--pack-destination') + 1], 'package.tgz'));
`;
  const folder = await temporaryFolder({ npm: script, ...(archive && { archive }) });
  await chmod(path.join(folder, 'npm'), 0o755);
  return {
    env: { PATH: [folder, process.env['PATH']].join(path.delimiter) },
    calls: async () =>
      (await readFile(path.join(folder, 'calls'), 'utf8').catch(() => ''))
        .trim()
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as string[]),
  };
}

/** A model as `@earendil-works/pi-ai` lists it. */
export interface PiAiModel {
  readonly id: string;
  readonly input: readonly string[];
  readonly contextWindow: number;
  readonly maxTokens: number;
  readonly cost: {
    readonly input: number;
    readonly output: number;
    readonly cacheRead: number;
    readonly cacheWrite?: number;
    readonly tiers?: readonly object[];
  };
}

/** The files of a version of `@earendil-works/pi-ai`, as far as its data go. @param providers models by who serves them */
export function piAiFiles(
  version: string,
  day: string,
  providers: Readonly<Record<string, readonly PiAiModel[]>>,
): readonly ArchiveEntry[] {
  const data = 'package/dist/providers/data';
  return [
    {
      name: 'package/package.json',
      content: JSON.stringify({ name: '@earendil-works/pi-ai', version, license: 'MIT', author: 'Somebody' }),
    },
    { name: 'package/dist/index.js', content: 'throw new Error("run")' },
    { name: `${data}/.manifest.json`, content: JSON.stringify({ generatedAt: `${day}T10:48:49.496Z` }) },
    ...Object.entries(providers).map(([provider, models]) => ({
      name: `${data}/${provider}.json`,
      content: JSON.stringify({ api: Object.fromEntries(models.map((model) => [`chat:${model.id}`, { type: 'chat', ...model }])) }),
    })),
  ];
}
