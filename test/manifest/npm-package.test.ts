import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { CORE_SCHEMA, load } from 'js-yaml';
import { image, text, WRITERS } from '../support/conversations.ts';
import { picture } from '../support/pictures.ts';
import { ENGLISH, type Ended, runNode } from '../support/programs.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { publishedSchema } from '../support/schemas.ts';
import { plant, temporaryFolder } from '../support/temporary-folder.ts';
import { base64, png } from '../support/transcripts.ts';
import { commandsIn } from '../tooling/man-page.mjs';
import {
  isPlaceholder,
  npmManifest,
  publishedReadme,
  readPublishing,
  refusals,
  releaseNotes,
  serverJson,
  type Publishing,
} from '../tooling/package.mjs';
import { packagedVersions } from '../tooling/packaged-versions.mjs';
import { findProgram, npm, run } from '../tooling/processes.mjs';
import { repository, tarball } from '../tooling/product.mjs';
import { readJson } from './sources.ts';

/** As registries count: 6.5 MB. */
const MOST_BYTES = 6_500_000;

/** Without a registry: what is needed must be in the package. */
const OFFLINE = {
  npm_config_offline: 'true',
  npm_config_registry: 'http://127.0.0.1:9/',
  npm_config_update_notifier: 'false',
  npm_config_loglevel: 'error',
};

/** What is read of `action.yml`. */
interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly runs: { readonly steps: [{ readonly run: string; readonly env: Readonly<Record<string, string>> }] };
}

/** What is read of a workflow. */
interface Workflow {
  readonly on: object;
  readonly jobs: Readonly<Record<string, { readonly needs?: string | string[]; readonly steps?: readonly { readonly run?: string }[] }>>;
}

type AnyManifest = Parameters<typeof npmManifest>[0];

describe('The npm package, installed into an empty folder', function () {
  this.timeout(120_000);
  let folder: string;
  let installed: string;
  let root: string;

  before(async () => {
    folder = await temporaryFolder();
    root = await copyOfRealRoot();
    installed = path.join(folder, 'node_modules/agent-artifacts');
    await npm(['install', '--offline', tarball], { cwd: folder, env: OFFLINE });
  });

  /** `npx agent-artifacts …`, as a person types it. */
  async function npx(...args: string[]): Promise<Ended> {
    const program = findProgram(process.platform === 'win32' ? ['npx.cmd'] : ['npx']);
    assert.ok(program);
    // A script for Node on every system but Windows, where the shell of npm's own starts it.
    return process.platform === 'win32' ? bin(...args) : runNode(program, ['agent-artifacts', ...args], { cwd: folder, env: OFFLINE });
  }

  /** The program as npm installed it, without npx, which only looks it up. */
  function bin(...args: string[]): Promise<Ended> {
    const program = path.join(folder, 'node_modules/.bin/agent-artifacts');
    if (process.platform !== 'win32') return runNode(program, args, { cwd: folder });
    return runNode(process.execPath, [path.join(installed, 'dist/cli.mjs'), ...args], { cwd: folder });
  }

  it('has no dependencies, no sources, nothing of VS Code, and less than 6.5 MB', async () => {
    assert.deepEqual(await readdir(path.join(folder, 'node_modules')).then((names) => names.filter((name) => !name.startsWith('.'))), [
      'agent-artifacts',
    ]);
    const entries = await readdir(installed, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
    const bytes = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(bytes < MOST_BYTES, `${bytes} bytes`);
    const names = files.map((file) => path.relative(installed, file).replaceAll('\\', '/'));
    const expected =
      /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|agent-artifacts\.1|docs\/(?:API|REFERENCE)\.md|media\/sample\/[\w.-]+|dist\/(?:(?:core|cli|mcp|worker)\.mjs|THIRD_PARTY_NOTICES\.txt|schemas\/llmservices\.schema\.json|(?:chunks-esm|data)\/[\w.-]+\.[cm]js|types\/[\w./-]+\.d\.ts))$/;
    assert.deepEqual(
      names.filter((name) => !expected.test(name)),
      [],
    );
  });

  it('runs as npx agent-artifacts: version, help, the lists of a data root, the price of a file', async () => {
    const { version } = readJson<AnyManifest>('package.json');
    assert.equal((await npx('--version')).stdout, `${version}\n`);
    const { code, stdout } = await npx('list', '--root', root, '--json');
    assert.equal(code, 0);
    assert.ok((JSON.parse(stdout) as { total: number }).total > 0);
    await writeFile(path.join(folder, 'a.png'), await picture('image/png', 40, 30));
    await writeFile(path.join(folder, 'notes.md'), 'Count my tokens.\n');
    const routed = await bin('route', 'a.png', 'notes.md', '--model', 'gpt-5.2');
    assert.deepEqual([routed.code, routed.stderr], [0, '']);
    assert.match(routed.stdout, /^Tokens +≈ \d+/m);
  });

  it('has a manual page with every command and its options, which is valid roff', async () => {
    const { man } = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as { man: string };
    const page = await readFile(path.join(installed, man), 'utf8');
    const { stdout: help } = await bin('help');
    const sections = [...page.matchAll(/^\.SS (\w+)$/gm)].map(([, name]) => name);
    assert.deepEqual(
      sections,
      commandsIn(help).filter((name) => name !== 'help'),
    );
    assert.match(page, /^\.TP\n\\-\\-through NAME$/m);
    // requests begin with a dot: those of man(7) alone, and no line of the help is taken for one
    const requests = [...page.matchAll(/^[.'](\w*)/gm)].map(([, name = '']) => name);
    assert.deepEqual([...new Set(requests)].sort(), ['PP', 'SH', 'SS', 'TH', 'TP', 'ad', 'br', 'nh']);
  });

  it('makes a sample data root, and names the command for it where there is none', async () => {
    assert.match((await bin('list')).stderr, /"agent-artifacts sample DIR" creates one to try\. \[root_unknown\]/);
    assert.equal((await bin('sample', 'sample')).code, 0);
    const { code, stdout } = await bin('route', '14', '--service', 'gpt', '--root', 'sample');
    assert.deepEqual([code, /^Tokens +≈ \d+/m.test(stdout)], [0, true], stdout);
  });

  it('has the workers and codecs that reading and repairing start', async () => {
    await writeFile(path.join(folder, 'log.jsonl'), `{"role":"user","content":"data:image/png;base64,${base64(png(3000))}"}\n`.repeat(500));
    const linted = await bin('lint', 'log.jsonl');
    assert.deepEqual([linted.code, linted.stdout.split('\n').length], [1, 501]);
    await writeFile(
      path.join(folder, 'session.jsonl'),
      WRITERS['claude-code']([{ user: [text('Look.'), image(await picture('image/png', 9000, 20))] }]),
    );
    const examined = await bin('doctor', 'session.jsonl', '--fix', 'shrink', '--dry-run');
    assert.match(examined.stdout, /PNG 9000 × 20, \d+ B → \d+ × \d+/);
  });

  it('serves MCP', async () => {
    const child = spawn(process.execPath, [path.join(installed, 'dist/cli.mjs'), 'mcp', '--root', root], {
      cwd: folder,
      env: { ...process.env, ...ENGLISH },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const ask = async (message: object): Promise<Record<string, unknown>> => {
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const { value } = (await lines.next()) as { value: string };
      return (JSON.parse(value) as { result: Record<string, unknown> }).result;
    };
    const clientInfo = { name: 'a test', version: '1' };
    const greeting = await ask({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    assert.equal((greeting['serverInfo'] as { name: string }).name, 'agent-artifacts');
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`);
    const answer = await ask({ id: 2, method: 'tools/call', params: { name: 'get_artifact', arguments: { ref: '1' } } });
    assert.equal((answer['content'] as { type: string }[])[0]?.type, 'text');
    child.stdin.end();
    assert.deepEqual(await once(child, 'exit'), [0, null]);
  });

  it('is a library, by both of its names and with types', async () => {
    const program = `import { ArtifactStore, describeDataRoot, estimateTextTokens, formatSize } from 'agent-artifacts/core';
      import * as same from 'agent-artifacts';
      const { layout } = await describeDataRoot(undefined, ${JSON.stringify(root)});
      const artifact = await new ArtifactStore(layout).getArtifact('artifact:1');
      const tokens = await estimateTextTokens('hello world', { api: 'openai-chat', model: 'gpt-4o' });
      console.log(JSON.stringify([typeof artifact.content, tokens.high, formatSize(2048), same.formatSize === formatSize]));`;
    await writeFile(path.join(folder, 'use.mjs'), program);
    const { stdout, stderr } = await runNode(process.execPath, ['use.mjs'], { cwd: folder });
    assert.deepEqual([stdout, stderr], [`${JSON.stringify(['string', 2, '2.0 KB', true])}\n`, '']);
    const { stdout: required } = await runNode(
      process.execPath,
      ['--experimental-require-module', '-p', "require('agent-artifacts').formatSize(2048)"],
      { cwd: folder },
    );
    assert.equal(required, '2.0 KB\n');
    await writeFile(
      path.join(folder, 'typed.mts'),
      "import { formatSize } from 'agent-artifacts';\nimport { ArtifactStore } from 'agent-artifacts/core';\nexport const size: string = formatSize(1);\nexport const store = new ArtifactStore({ artifactsDir: '/a', workspacesDir: '/w' });\n",
    );
    const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--skipLibCheck', '--ignoreConfig'];
    await run(process.execPath, [path.join(repository, 'node_modules/typescript/bin/tsc'), ...options, 'typed.mts'], { cwd: folder });
  });

  it('documents every export of the library, by its docstring', async () => {
    const documentation = await readFile(path.join(installed, 'docs/REFERENCE.md'), 'utf8');
    const library = (await import(path.join(installed, 'dist/core.mjs'))) as object;
    const headings = new Set([...documentation.matchAll(/^### ([\w\\]+)/gm)].map(([, name = '']) => name.replaceAll('\\', '')));
    assert.deepEqual(
      Object.keys(library).filter((name) => !headings.has(name)),
      [],
    );
    assert.match(documentation, /Capabilities of the agent's model; text only when unknown\./);
  });

  it('is what the GitHub Action runs: patterns, options, SARIF of files with hostile names, the exit code', async function () {
    // The runners of Windows have the bash of Git; other machines there may have none.
    if (process.platform === 'win32') this.skip();
    const { inputs, runs } = load(await readFile(path.join(repository, 'action.yml'), 'utf8'), { schema: CORE_SCHEMA }) as Action;
    assert.equal(inputs['version']?.default, readJson<AnyManifest>('package.json').version);
    const [{ run: script, env }] = runs.steps;
    assert.doesNotMatch(script, /\$\{\{/, 'no input becomes part of the script');
    for (const value of Object.values(env)) assert.ok((/^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(value)?.[1] ?? '') in inputs, value);
    // What is checked may be a stranger's.
    const checkout = await temporaryFolder();
    const evil = '#!/usr/bin/env node\nrequire("node:fs").writeFileSync("owned", "")\n';
    const pasted = `{"role":"user","content":"data:image/png;base64,${base64(png(3000))}"}\n`;
    await plant(checkout, {
      'runs/a.jsonl': pasted,
      'runs/deep/er/b c.jsonl': pasted,
      'runs/--help.jsonl': pasted,
      'runs/$(touch owned).jsonl': pasted,
      '--json': pasted,
      'chart.png': await picture('image/png', 40, 30),
      'node_modules/agent-artifacts/package.json': { name: 'agent-artifacts', version: inputs['version']?.default, bin: 'evil.js' },
      'node_modules/agent-artifacts/evil.js': evil,
      'node_modules/.bin/agent-artifacts': evil,
      'broken.jsonl': WRITERS['claude-code']([{ user: [text('Look.'), image(await picture('image/png', 9000, 20))] }]),
    });
    await chmod(path.join(checkout, 'node_modules/.bin/agent-artifacts'), 0o755);
    const output = path.join(folder, 'output');
    // as a runner does it: https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstepsshell (2026-11)
    const program = path.join(folder, 'step.sh');
    await writeFile(program, script);
    // The first step installs the program and so does the last one, over what is there; those between ask for the same and find it.
    const [asked, standIn] = [path.join(folder, 'asked-of-npm'), path.join(folder, 'stand-in')];
    await plant(standIn, {
      npm: '#!/bin/bash\nprintf "%s\\0" "$PWD" "$@" >> "$ASKED_OF_NPM" && echo >> "$ASKED_OF_NPM"\n[ -z "$NPM" ] || exec "$NPM" "$@"\n',
    });
    await chmod(path.join(standIn, 'npm'), 0o755);
    const act = async (
      COMMAND: string,
      lines: readonly string[],
      { FAIL = 'true', SARIF = 'found.sarif', installs = false } = {},
    ): Promise<Ended & { found: string[]; said: string }> => {
      await Promise.all([path.join(checkout, 'found.sarif'), output].map((file) => rm(file, { force: true })));
      const variables = { COMMAND, ARGUMENTS: lines.join('\n'), SARIF, VERSION: `file:${tarball}`, FAIL };
      const ended = await runNode('bash', ['--noprofile', '--norc', '-eo', 'pipefail', program], {
        cwd: checkout,
        env: {
          ...OFFLINE,
          ...variables,
          GITHUB_OUTPUT: output,
          RUNNER_TEMP: folder,
          PATH: [standIn, process.env['PATH']].join(path.delimiter),
          NPM: installs ? findProgram(['npm']) : '',
          ASKED_OF_NPM: asked,
        },
      });
      const log = await readFile(path.join(checkout, 'found.sarif'), 'utf8').catch(() => '');
      if (log !== '') assert.ok(publishedSchema('sarif-2.1.0')(JSON.parse(log)));
      const found = log.match(/(?<="uri": ")[^"]+/g) ?? [];
      return { ...ended, found: found.sort(), said: await readFile(output, 'utf8').catch(() => '') };
    };
    const linted = await act('lint', ['  runs/*.jsonl  ', '', 'runs/deep/*/*.jsonl', '--j*'], { installs: true });
    // The last one is an option as it stands: what begins with a hyphen is never a pattern.
    assert.deepEqual([linted.code, linted.found], [2, []]);
    const all = await act('lint', ['  runs/*.jsonl  ', '', 'runs/deep/*/*.jsonl', '*-json']);
    assert.deepEqual(
      [all.code, all.found, all.said],
      [
        1,
        ['--json', 'runs/%24(touch%20owned).jsonl', 'runs/--help.jsonl', 'runs/a.jsonl', 'runs/deep/er/b%20c.jsonl'].sort(),
        'sarif=found.sarif\nexit-code=1\n',
      ],
    );
    const tolerated = await act('lint', ['runs/a.jsonl'], { FAIL: 'false' });
    assert.deepEqual([tolerated.code, tolerated.found, tolerated.said], [0, ['runs/a.jsonl'], 'sarif=found.sarif\nexit-code=1\n']);
    assert.equal((await act('lint', ['runs/none.jsonl'], { FAIL: 'false' })).code, 2);
    for (const end of ['\n', '\r']) {
      const named = await act('lint', ['runs/a.jsonl'], { SARIF: `found.sarif${end}exit-code=0` });
      assert.deepEqual([named.code, named.said], [2, ''], 'no output is slipped in by a name');
    }
    // A list of changed files may have such a name in it.
    for (const name of ['--help', '--version', '-h', '-hh', '-'])
      assert.equal((await act('lint', ['runs/a.jsonl', name])).code, 2, 'a step that checks nothing does not succeed');
    // What nobody could write is not what was found, and no other word is the one that lets findings pass.
    await symlink(path.join(folder, 'package.json'), path.join(checkout, 'link'));
    const linked = await readFile(path.join(folder, 'package.json'), 'utf8');
    for (const SARIF of ['no/such/folder/found.sarif', 'runs', 'link'])
      assert.deepEqual((({ code, said }) => [code, said])(await act('lint', ['runs/a.jsonl'], { SARIF, FAIL: 'false' })), [2, '']);
    assert.equal(await readFile(path.join(folder, 'package.json'), 'utf8'), linked);
    for (const FAIL of ['TRUE', 'yes', '']) assert.equal((await act('lint', ['runs/a.jsonl'], { FAIL })).code, 2, FAIL);
    // A pattern leads to the files that have such names, wherever a part of one would lead.
    await plant(checkout, { 'broken/a\n/outside.jsonl': pasted });
    const split = await act('lint', ['broken/*/*.jsonl']);
    assert.deepEqual([split.code, split.found], [1, ['broken/a%0A/outside.jsonl']]);
    assert.deepEqual((await act('lint', ['runs/none*.jsonl'])).stdout, '::error::No file matches a pattern of the arguments.\n');
    assert.equal((await act('list', ['runs'])).code, 2);
    assert.equal((await act('lint', [])).code, 2);
    if ((await runNode('bash', ['-c', 'shopt -s globstar'])).code === 0)
      assert.equal((await act('lint', ['runs/**/*.jsonl'])).found.length, 4);
    const routed = await act('route', ['chart.p*', '--model=deepseek-chat', '--expect=image']);
    assert.deepEqual([routed.code, routed.found], [1, ['chart.png']]);
    const examined = await act('doctor', ['broken.js*'], { installs: true });
    assert.deepEqual([examined.code, examined.found], [1, ['broken.jsonl']]);
    const requests = (await readFile(asked, 'utf8')).trimEnd().split('\n');
    // One more where bash knows `**`.
    assert.ok(requests.length >= 10, 'each step that got so far asked npm');
    assert.equal(new Set(requests).size, 1, requests.join('\n').replaceAll('\0', ' '));
    assert.ok(!(await readdir(checkout)).includes('owned'), 'nothing that is checked is run, nor its names');
  });

  it('resolves the JSON schema by its address', async () => {
    const { stdout } = await runNode(
      process.execPath,
      [
        '-e',
        "console.log(require('agent-artifacts/schemas/llmservices.schema.json').title !== undefined, require('agent-artifacts/package.json').name)",
      ],
      { cwd: folder },
    );
    assert.equal(stdout, 'true agent-artifacts\n');
  });
});

describe('What is published', () => {
  const manifest = readJson<AnyManifest>('package.json');
  let publishing: Publishing;
  let real: Publishing;

  before(async () => {
    publishing = await readPublishing();
    real = JSON.parse(JSON.stringify(publishing).replaceAll('OWNER', 'somebody')) as Publishing;
  });

  it('names accounts in one file, and no address anywhere while that has a placeholder', async () => {
    assert.equal(publishing.marketplace.publisher, manifest.publisher);
    const workflow = await readFile(path.join(repository, '.github/workflows/release.yml'), 'utf8');
    const secrets = [...workflow.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
    assert.deepEqual([...new Set(secrets)].sort(), [publishing.marketplace.secret, publishing.openVsx.secret].sort());
    for (const file of ['package.json', 'action.yml', '.github/workflows/release.yml', 'README.md'])
      assert.doesNotMatch(await readFile(path.join(repository, file), 'utf8'), /OWNER|io\.github\./, file);
    assert.equal(isPlaceholder(publishing), /OWNER/.test(publishing.repository));
    assert.ok(!isPlaceholder(real));
    assert.ok(!('repository' in npmManifest(manifest, { ...publishing, repository: 'https://github.com/OWNER/x' }, 'd')));
    const { repository: address, mcpName } = npmManifest(manifest, real, 'd') as { repository: { url: string }; mcpName: string };
    assert.deepEqual([address.url, mcpName], ['git+https://github.com/somebody/agent-artifacts.git', 'io.github.somebody/agent-artifacts']);
  });

  it('goes from one tag to all four registries, each job after what it needs', async () => {
    const file = await readFile(path.join(repository, '.github/workflows/release.yml'), 'utf8');
    const { on, jobs } = load(file, { schema: CORE_SCHEMA }) as Workflow;
    assert.deepEqual(on, { push: { tags: ['v*'] } });
    const after = (name: string): string[] => [jobs[name]?.needs ?? []].flat().flatMap((each) => [each, ...after(each)]);
    const publishers = { marketplace: 'vsce', 'open-vsx': 'ovsx', npm: 'npm publish', 'mcp-registry': 'mcp-publisher publish' };
    for (const [name, program] of Object.entries(publishers)) {
      const said = jobs[name]?.steps?.map(({ run: script = '' }) => script).join('\n') ?? '';
      assert.ok(said.includes(program), name);
      assert.ok(
        ['check', 'package'].every((each) => after(name).includes(each)),
        name,
      );
      assert.ok(after('release').includes(name), name);
    }
    assert.ok(after('mcp-registry').includes('npm'), 'the MCP registry looks into the package on npm');
    const made = jobs['package']?.steps?.map(({ run: script = '' }) => script) ?? [];
    assert.ok(made.findIndex((each) => each.includes('--check')) < made.indexOf('npm run package'), 'refused before it is made');
    const pinned = /@vscode\/vsce@(\S+)/.exec(file)?.[1];
    assert.equal(pinned, readJson<{ devDependencies: Record<string, string> }>('package.json').devDependencies['@vscode/vsce']);
  });

  it('lists the MCP server by a server.json that its schema takes, and that starts what is in the package', async () => {
    const isServer = publishedSchema('mcp-server-2025-12-11');
    const made = JSON.parse(await readFile(path.join(repository, 'dist/server.json'), 'utf8')) as ReturnType<typeof serverJson>;
    assert.deepEqual(made, serverJson(manifest, publishing));
    assert.ok(isServer(made), JSON.stringify(isServer.errors));
    assert.ok(!isServer({ ...made, description: 'x'.repeat(101) }), 'the schema is strict');
    assert.ok(!isServer({ ...made, packages: [{ registryType: 'npm' }] }), 'the schema looks into packages');
    const [own] = made.packages;
    assert.deepEqual([made.version, own?.version, own?.identifier], [manifest.version, manifest.version, 'agent-artifacts']);
    const { stdout } = await runNode(process.execPath, [path.join(repository, 'dist/cli.mjs'), 'mcp', '--help']);
    for (const { name } of own?.packageArguments.filter(({ type }) => type === 'named') ?? []) assert.ok(stdout.includes(name ?? ''), name);
  });

  it('shows the pictures of the README from an address, or none, and nothing that is about a clone', () => {
    const readme =
      '# A\n\n![One](media/one.png)\n\nSee [more](MORE.md#part), [web](https://example.com/) and [here](#a).\n\n<!-- clone -->\n\n```sh\nnpm start\n```\n\n<!-- /clone -->\n\nThen.\n';
    const [raw, blob] = ['https://raw.githubusercontent.com/somebody/agent-artifacts', 'https://github.com/somebody/agent-artifacts/blob'];
    assert.equal(
      publishedReadme(readme, 'https://github.com/somebody/agent-artifacts', '1.2.3'),
      `# A\n\n![One](${raw}/v1.2.3/media/one.png)\n\nSee [more](${blob}/v1.2.3/MORE.md#part), [web](https://example.com/) and [here](#a).\n\nThen.\n`,
    );
    assert.equal(publishedReadme(readme, undefined, '1.2.3'), '# A\n\nSee more, [web](https://example.com/) and [here](#a).\n\nThen.\n');
  });

  it('has pictures for every picture of the README', async () => {
    const readme = await readFile(path.join(repository, 'README.md'), 'utf8');
    const published = publishedReadme(readme, real.repository, manifest.version);
    const pictures = [...published.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, address = '']) => address);
    assert.ok(pictures.length > 0);
    for (const address of pictures) {
      const file = address.replace(`https://raw.githubusercontent.com/somebody/agent-artifacts/v${manifest.version}/`, '');
      assert.ok((await stat(path.join(repository, file))).size > 0, address);
    }
    assert.doesNotMatch(published, /\]\((?!https:|#)/);
    assert.doesNotMatch(published, /npm start|npm test|dist\/cli\.mjs|clone -->/);
    const page = await readFile(path.join(repository, 'docs/ci.md'), 'utf8');
    assert.match(page, new RegExp(`uses: <owner>/agent-artifacts@v${manifest.version.replaceAll('.', '\\.')}\\n`));
  });

  it('is refused under another tag, with a placeholder, or without lines in the changelog', () => {
    const changelog = '# Changelog\n\n## Unreleased\n\n- Soon.\n\n## 1.2.3 (2026-11-23)\n\n- Now.\n\n## 1.2.2 (2026-01-01)\n\n- Then.\n';
    const released = { ...manifest, version: '1.2.3' };
    assert.equal(releaseNotes(changelog, '1.2.3'), '- Now.\n\n');
    assert.equal(releaseNotes(changelog, '1.2'), undefined);
    assert.deepEqual(refusals('v1.2.3', released, real, changelog), []);
    assert.equal(refusals('v1.2.4', released, real, changelog).length, 1);
    assert.equal(refusals('v1.2.3', released, { ...real, repository: 'https://github.com/OWNER/x' }, changelog).length, 1);
    assert.equal(refusals('v1.2.4', { ...released, version: '1.2.4', publisher: 'other' }, real, changelog).length, 2);
    const packaged = new Map([
      ['agent-artifacts.vsix', '1.2.3'],
      ['agent-artifacts.tgz', '1.2.2'],
    ]);
    assert.deepEqual(refusals('v1.2.3', released, real, changelog, packaged), [
      'dist/agent-artifacts.tgz is version 1.2.2, package.json 1.2.3: package it again.',
    ]);
  });

  it('has the version of package.json inside each file that is published', async () => {
    const versions = await packagedVersions(path.join(repository, 'dist'));
    const { version } = manifest;
    assert.deepEqual(Object.fromEntries(versions), {
      'agent-artifacts.vsix': version,
      'agent-artifacts.tgz': version,
      'server.json': version,
    });
    assert.equal((await packagedVersions(path.join(repository, 'docs'))).size, 0);
  });

  it('is checked and made by a program that refuses what it does not know', async () => {
    const program = path.join(repository, 'test/tooling/package.mjs');
    const usage = 'Usage: node test/tooling/package.mjs [--check TAG | --notes]';
    for (const [args, reason] of [
      [['--chekc', 'v1.2.3'], 'Unknown option "--chekc".'],
      [['--check'], '--check needs a tag, such as v0.3.0.'],
      [['--notes', 'v1.2.3'], 'Unknown argument "v1.2.3".'],
    ] as const) {
      const { code, stderr } = await runNode(process.execPath, [program, ...args]);
      assert.deepEqual([code, stderr], [2, `${reason}\n${usage}\n`]);
    }
  });
});
