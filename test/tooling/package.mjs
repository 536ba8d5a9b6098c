/**
 * Makes what is published of dist/: `agent-artifacts.vsix`, the npm package `agent-artifacts.tgz`, and `server.json` for the MCP registry.
 *   node test/tooling/package.mjs                    (npm run package builds first)
 *   node test/tooling/package.mjs --check v0.3.0     whether this, and what is packaged of it, may be published under that tag; makes nothing
 *   node test/tooling/package.mjs --notes            prints the lines of this version in the changelog
 */
import { cp, mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { manPageOf } from './man-page.mjs';
import { packagedVersions } from './packaged-versions.mjs';
import { npm, run } from './processes.mjs';
import { apiDocumentation, repository } from './product.mjs';

/**
 * @typedef {object} Publishing what `.github/publishing.json` says
 * @property {string} repository
 * @property {{ name: string }} mcpRegistry
 * @property {{ name: string }} npm
 * @property {{ publisher: string, secret: string }} marketplace
 * @property {{ namespace: string, secret: string }} openVsx
 *
 * @typedef {Record<string, unknown> & { name: string, version: string, publisher: string, keywords: string[] }} Manifest
 */

/** What of dist/ the npm package has: what a shell and a program of Node load, without what VS Code alone needs. */
const library = [
  'core.mjs',
  'cli.mjs',
  'mcp.mjs',
  'worker.mjs',
  'chunks-esm',
  'data',
  'types',
  'schemas/llmservices.schema.json',
  'THIRD_PARTY_NOTICES.txt',
];

/** What of the manifest is about this repository, or about the npm package. */
const NOT_SHIPPED = new Set(['scripts', 'devDependencies', 'private', 'bin', 'exports']);

/** The manual page, which npm puts where `man` finds it when the package is installed for all. */
const MAN_PAGE = 'agent-artifacts.1';

/** What stands beside them in both packages. */
const texts = ['LICENSE', 'CHANGELOG.md'];

const read = (/** @type {string} */ file) => readFile(path.join(repository, file), 'utf8');
const readJson = async (/** @type {string} */ file) => JSON.parse(await read(file));
const writeJson = (/** @type {string} */ file, /** @type {unknown} */ value) => writeFile(file, `${JSON.stringify(value, null, 2)}\n`);

/** @returns {Promise<Publishing>} */
export const readPublishing = () => readJson('.github/publishing.json');

/** Whether an account was not put in yet. @param {Publishing} publishing */
export const isPlaceholder = (publishing) => /\bOWNER\b/.test(JSON.stringify({ ...publishing, $comment: '' }));

/**
 * The README as it stands on the pages of registries, and in VS Code: those show pictures from https only. What is between `<!-- clone -->` and `<!-- /clone -->` is for those who have the repository. Without an address its pictures and its links to other files are left out.
 * @param {string} readme
 * @param {string | undefined} base the address of the repository
 * @param {string} version the tag that the links go to
 */
export function publishedReadme(readme, base, version) {
  const relative = String.raw`(?!https?:|#)([^)\s]+)`;
  const [picture, link] = [
    new RegExp(String.raw`!\[([^\]]*)\]\(${relative}\)`, 'g'),
    new RegExp(String.raw`(?<!!)\[([^\]]+)\]\(${relative}\)`, 'g'),
  ];
  const text = readme.replace(/<!-- clone -->\n[\s\S]*?<!-- \/clone -->\n\n?/g, '');
  if (base === undefined) return text.replace(new RegExp(`^${picture.source}\n\n?`, 'gm'), '').replace(link, '$1');
  const raw = base.replace('https://github.com/', 'https://raw.githubusercontent.com/');
  return text.replace(picture, `![$1](${raw}/v${version}/$2)`).replace(link, `[$1](${base}/blob/v${version}/$2)`);
}

/**
 * The manifest of the npm package, made of the extension's.
 * @param {Manifest} manifest
 * @param {Publishing} publishing
 * @param {string} description
 */
export function npmManifest(manifest, publishing, description) {
  const { version, license, keywords, engines, bin, exports } = manifest;
  return {
    name: publishing.npm.name,
    version,
    description,
    keywords: [...keywords, 'mcp', 'cli'],
    license,
    ...(!isPlaceholder(publishing) && {
      repository: { type: 'git', url: `git+${publishing.repository}.git` },
      homepage: `${publishing.repository}#readme`,
      bugs: `${publishing.repository}/issues`,
      // The MCP registry finds by it that the package is the server's.
      mcpName: publishing.mcpRegistry.name,
    }),
    type: 'module',
    engines: { node: /** @type {{ node: string }} */ (engines).node },
    bin,
    exports,
    man: `./${MAN_PAGE}`,
    files: ['dist', 'docs', 'media/sample', 'CHANGELOG.md', MAN_PAGE],
  };
}

/**
 * What the MCP registry lists.
 * @see the schema it names; a copy is in test/fixtures/schemas
 * @param {Manifest} manifest
 * @param {Publishing} publishing
 */
export function serverJson({ version }, { repository: url, mcpRegistry, npm: { name } }) {
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: mcpRegistry.name,
    title: 'Agent Artifacts',
    description: 'Lists and reads the artifacts of LLM agents, each as the asking model can take it.',
    version,
    repository: { url, source: 'github' },
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', value: 'mcp' },
          {
            type: 'named',
            name: '--root',
            description: 'The data root whose artifacts are served: the folder with config, artifacts and workspaces.',
            format: 'filepath',
            isRequired: true,
          },
          {
            type: 'named',
            name: '--service',
            description: 'The service of llmservices.json whose capabilities apply, where a call names none.',
          },
        ],
      },
    ],
  };
}

/**
 * The lines of a version in the changelog.
 * @param {string} changelog
 * @param {string} version
 * @returns {string | undefined}
 */
export function releaseNotes(changelog, version) {
  const sections = changelog.split(/^(?=## )/m);
  return sections.find((each) => each.startsWith(`## ${version} `) || each.startsWith(`## ${version}\n`))?.replace(/^.*\n+/, '');
}

/**
 * Why this cannot be published under a tag.
 * @param {string} tag
 * @param {Manifest} manifest
 * @param {Publishing} publishing
 * @param {string} changelog
 * @param {ReadonlyMap<string, string>} [packaged] the versions of the packages that are there, by their files
 * @returns {string[]}
 */
export function refusals(tag, { version, publisher }, publishing, changelog, packaged = new Map()) {
  const others = [...packaged].filter(([, packagedVersion]) => packagedVersion !== version);
  return [
    ...others.map(([file, other]) => `dist/${file} is version ${other}, package.json ${version}: package it again.`),
    ...(tag === `v${version}` ? [] : [`The tag is ${tag}, the version in package.json ${version}.`]),
    ...(isPlaceholder(publishing) ? ['.github/publishing.json still has OWNER in place of an account.'] : []),
    ...(publisher === publishing.marketplace.publisher ? [] : [`The publisher in package.json is ${publisher}.`]),
    ...(releaseNotes(changelog, version) ? [] : [`CHANGELOG.md has no lines for ${version}.`]),
  ];
}

async function packageExtension(/** @type {Manifest} */ manifest, /** @type {string} */ readme, /** @type {Publishing} */ publishing) {
  const folder = path.join(repository, 'out/vsix');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const shipped = Object.entries(manifest).filter(([name]) => !NOT_SHIPPED.has(name));
  const address = isPlaceholder(publishing) ? {} : { repository: { type: 'git', url: `${publishing.repository}.git` } };
  await writeJson(path.join(folder, 'package.json'), { ...Object.fromEntries(shipped), ...address });
  await writeFile(path.join(folder, 'README.md'), readme);
  for (const file of [...texts, '.vscodeignore', 'package.nls.json', 'package.nls.zh-cn.json'])
    await cp(path.join(repository, file), path.join(folder, file));
  for (const name of ['dist', 'media']) await symlink(path.join(repository, name), path.join(folder, name), 'junction');
  const vsce = path.join(repository, 'node_modules/@vscode/vsce/vsce');
  const options = ['--no-dependencies', '--follow-symlinks', '--allow-missing-repository', '--no-rewrite-relative-links'];
  return run(process.execPath, [vsce, 'package', ...options, '--out', path.join(repository, 'dist/agent-artifacts.vsix')], { cwd: folder });
}

async function packageLibrary(/** @type {Manifest} */ manifest, /** @type {string} */ readme, /** @type {Publishing} */ publishing) {
  const folder = path.join(repository, 'out/npm');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { description } = await readJson('package.nls.json');
  await writeJson(path.join(folder, 'package.json'), npmManifest(manifest, publishing, description));
  await writeFile(path.join(folder, 'README.md'), readme);
  for (const file of texts) await cp(path.join(repository, file), path.join(folder, file));
  const filter = (/** @type {string} */ file) => !file.endsWith('.map');
  for (const name of library) await cp(path.join(repository, 'dist', name), path.join(folder, 'dist', name), { recursive: true, filter });
  await cp(path.join(repository, 'media/sample'), path.join(folder, 'media/sample'), { recursive: true });
  await writeFile(path.join(folder, MAN_PAGE), await manPageOf(path.join(repository, 'dist/cli.mjs'), manifest.version));
  await apiDocumentation(path.join(folder, 'docs'));
  await cp(path.join(repository, 'docs/API.md'), path.join(folder, 'docs/API.md'));
  await npm(['pack', '--ignore-scripts', '--pack-destination', path.join(repository, 'out')], { cwd: folder });
  await rename(
    path.join(repository, `out/${publishing.npm.name}-${manifest.version}.tgz`),
    path.join(repository, 'dist/agent-artifacts.tgz'),
  );
}

const USAGE = 'Usage: node test/tooling/package.mjs [--check TAG | --notes]';

/** What is asked for, or why the command line is none. @param {string[]} args @returns {{ option?: string, tag: string } | { wrong: string }} */
function asked(args) {
  const [option, tag = ''] = args;
  if (option !== undefined && option !== '--check' && option !== '--notes') return { wrong: `Unknown option "${option}".` };
  if (option === '--check' && tag === '') return { wrong: '--check needs a tag, such as v0.3.0.' };
  const most = option === undefined ? 0 : option === '--check' ? 2 : 1;
  return args.length > most ? { wrong: `Unknown argument "${args[most]}".` } : { ...(option && { option }), tag };
}

/** Run as a program. */
async function main() {
  const call = asked(process.argv.slice(2));
  if ('wrong' in call) {
    console.error(`${call.wrong}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const { option, tag } = call;
  /** @type {[Manifest, Publishing, string]} */
  const [manifest, publishing, changelog] = await Promise.all([readJson('package.json'), readPublishing(), read('CHANGELOG.md')]);
  if (option === '--check') {
    const reasons = refusals(tag, manifest, publishing, changelog, await packagedVersions(path.join(repository, 'dist')));
    for (const reason of reasons) console.error(reason);
    process.exitCode = reasons.length > 0 ? 1 : 0;
    return;
  }
  if (option === '--notes') {
    process.stdout.write(releaseNotes(changelog, manifest.version) ?? '');
    return;
  }
  const base = isPlaceholder(publishing) ? undefined : publishing.repository;
  const readme = publishedReadme(await read('README.md'), base, manifest.version);
  await writeJson(path.join(repository, 'dist/server.json'), serverJson(manifest, publishing));
  await packageLibrary(manifest, readme, publishing);
  console.log(await packageExtension(manifest, readme, publishing));
}

if (process.argv[1] === import.meta.filename) await main();
