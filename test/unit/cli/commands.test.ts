import assert from 'node:assert/strict';
import { mkdir, readFile, readdir, realpath, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { bytesOf } from '../../support/media-bytes.ts';
import { builtCli } from '../../support/programs.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

const MAIN_JS = 'ws:agent-coder-7f3a:c3JjL21haW4uanM';

describe('The command line', function () {
  this.timeout(120_000);
  let root: string;

  before(async () => {
    root = await copyOfRealRoot();
  });

  /** Runs a command on the copy of the real root that must succeed. */
  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await cli([...args, '--root', root]);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  const runJson = async <T>(...args: string[]): Promise<T> => JSON.parse(await run(...args, '--json')) as T;
  const file = (name: string) => path.join(root, 'data/runtime', name);

  itWhenThorough('makes a sample data root in a new or an empty folder, and in no other', async () => {
    const folder = await temporaryFolder();
    const sample = path.join(folder, 'new/sample');
    const { code, stdout } = await builtCli(['sample', sample]);
    assert.deepEqual([code, stdout.split('\n')[0]], [0, `Created a sample data root in ${sample}`]);
    const listed = await cli(['list', '--root', sample, '--json']);
    assert.equal((JSON.parse(listed.stdout) as { total: number }).total, 15);
    const shown = await cli(['route', '14', '--service', 'gpt', '--root', sample, '--json']);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(
      (await builtCli(['sample', 'sample-2'], { cwd: path.join(folder, 'new') })).stdout,
      /^Created a sample data root in sample-2\n/,
    );
    await mkdir(path.join(folder, 'empty'));
    assert.deepEqual(JSON.parse((await builtCli(['sample', path.join(folder, 'empty'), '--json'])).stdout), {
      folder: path.join(folder, 'empty'),
    });
    await writeFile(path.join(folder, 'file'), 'mine');
    for (const [taken, why] of [
      [folder, 'already_exists'],
      [path.join(folder, 'file'), 'not_a_directory'],
    ] as const) {
      const refused = await cli(['sample', taken]);
      assert.deepEqual(
        [refused.code, refused.stderr],
        [1, `agent-artifacts: ${taken} exists and is not an empty folder. Name a new or empty folder. [${why}]\n`],
      );
    }
    assert.deepEqual((await readdir(folder)).sort(), ['empty', 'file', 'new']);
    assert.equal(await readFile(path.join(folder, 'file'), 'utf8'), 'mine');
  });

  it('[L-14] says what a listing leaves out, and what there is where the store is empty', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder({ 'artifacts/': '', 'workspaces/one/a.txt': 'a', 'workspaces/two/b.txt': 'b' });
    await symlink('nowhere', path.join(folder, 'workspaces/one/broken'));
    const empty = await cli(['list', '--root', folder]);
    assert.deepEqual(
      [empty.code, empty.stdout, empty.stderr],
      [0, 'one\ntwo\n', 'The store has no artifacts. There are workspaces, whose files are listed with --workspace ID:\n'],
    );
    assert.deepEqual(JSON.parse((await cli(['list', '--root', folder, '--json'])).stdout), {
      items: [],
      total: 0,
      workspaces: ['one', 'two'],
    });
    const listed = await cli(['list', '--workspace', 'one', '--root', folder]);
    assert.match(listed.stdout, /a\.txt/);
    assert.match(listed.stderr, /^broken is left out: .+\n$/);
    const json = JSON.parse((await cli(['list', '--workspace', 'one', '--root', folder, '--json'])).stdout) as { unreadable: unknown };
    assert.deepEqual(json.unreadable, [{ path: 'broken', error: 'not_found', message: 'The file or folder does not exist.' }]);
  });

  it('lists the store in pages, newest first, in aligned columns', async () => {
    const text = await run('list', '--limit', '4');
    const lines = text.trimEnd().split('\n');
    assert.match(lines[0] ?? '', /^REFERENCE +NAME +TYPE +SIZE +CREATED \(UTC\) +STATE$/);
    assert.deepEqual(
      lines.slice(1).map((line) => line.split(' ')[0]),
      ['artifact:33', 'artifact:32', 'artifact:31', 'artifact:30'],
    );
    assert.match(lines[1] ?? '', /reserved$/);
    const first = await runJson<{ items: { ref: string }[]; total: number; next: string }>('list', '--limit', '2');
    assert.equal(first.total, 33);
    const second = await runJson<{ items: { ref: string }[] }>('list', '--limit', '1', '--after', first.next);
    assert.deepEqual(
      second.items.map(({ ref }) => ref),
      ['artifact:31'],
    );
    const all = await runJson<{ items: unknown[]; next?: string }>('list', '--limit', '5000');
    assert.equal(all.items.length, 33);
    assert.equal(all.next, undefined);
  });

  it('lists the files of a workspace by their paths', async () => {
    const text = await run('list', '--workspace', 'agent-coder-7f3a');
    for (const name of ['src/main.js', 'docs/设计 说明.md', 'out/a b#c%d.txt', 'shots/screen.png']) assert.ok(text.includes(name), name);
    assert.ok(text.includes(`artifact:${MAIN_JS}`));
    const unknown = await cli(['list', '--workspace', 'no-such', '--root', root]);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /^agent-artifacts: There is no workspace "no-such"\. Workspaces: .*agent-coder-7f3a.*\. \[not_found\]$/m);
    const after = await cli(['list', '--workspace', 'agent-coder-7f3a', '--after', '31', '--root', root]);
    assert.doesNotMatch(after.stderr, /no workspace/);
  });

  it('shows a text as it is, and the facts of what is none', async () => {
    assert.equal(await run('show', 'artifact:1'), await readFile(file('artifacts/1.md'), 'utf8'));
    assert.equal(await run('show', MAIN_JS), await readFile(file('workspaces/agent-coder-7f3a/src/main.js'), 'utf8'));
    const facts = await run('show', '8');
    assert.match(facts, /^Reference {2}artifact:8$/m);
    assert.match(facts, /^Type +PNG image, image\/png$/m);
    assert.match(facts, /^Size +9\.1 KB \(9302 bytes\)$/m);
    const json = await runJson<Record<string, unknown>>('show', '8');
    assert.equal(json['isBinary'], true);
    assert.equal(json['mimeType'], 'image/png');
    assert.equal((await runJson<Record<string, unknown>>('show', '1'))['text'], await readFile(file('artifacts/1.md'), 'utf8'));
  });

  it('writes the bytes of an artifact into a file and to standard output, unchanged', async () => {
    const bytes = await readFile(file('artifacts/8.png'));
    const { bytes: piped } = await cli(['show', '8', '--output', '-', '--root', root]);
    assert.deepEqual(piped, bytes);
    const target = path.join(root, 'copy.png');
    await run('show', '8', '-o', target);
    assert.deepEqual(await readFile(target), bytes);
    await writeFile(target, 'mine');
    const { code, stderr } = await cli(['show', '8', '-o', target, '--root', root]);
    assert.deepEqual([code, stderr], [1, `agent-artifacts: ${target} already exists; nothing was written. [already_exists]\n`]);
    assert.equal(await readFile(target, 'utf8'), 'mine');
    // A text in UTF-16 keeps its encoding here, though it is shown as UTF-8.
    const { bytes: utf16 } = await cli(['show', '4', '--output', '-', '--root', root]);
    assert.deepEqual(utf16, await readFile(file('artifacts/4.html')));
  });

  it('does not destroy the artifact that is written over itself', async () => {
    const source = file('artifacts/9.jpg');
    const before = await readFile(source);
    const { code, stderr } = await cli(['show', '9', '--output', source, '--root', root]);
    assert.equal(code, 1);
    assert.match(stderr, /\[same_file\]/);
    assert.deepEqual(await readFile(source), before);
    const envelope = JSON.stringify({ id: '5', type: 'note', createdAt: '2026-01-01T00:00:00Z', content: 'kept in its envelope' });
    const store = await temporaryFolder({ 'workspaces/': '', 'artifacts/5.json': envelope });
    const inside = path.join(store, 'artifacts/5.json');
    assert.match((await cli(['show', '5', '--output', inside, '--root', store])).stderr, /\[same_file\]/);
    assert.equal(await readFile(inside, 'utf8'), envelope);
    assert.equal((await cli(['show', '5', '--output', path.join(store, 'copy'), '--root', store])).code, 0);
    assert.equal(await readFile(path.join(store, 'copy'), 'utf8'), 'kept in its envelope');
    const { code: failed, stderr: reason } = await cli(['show', '9', '--output', path.join(root, 'no/such/folder'), '--root', root]);
    assert.equal(failed, 1);
    assert.match(reason, /its folder does not exist\. \[output_failed\]/);
  });

  it('says what an ID stands for, where its file is, and the ID of a file', async () => {
    const place = await realpath(file('workspaces/agent-coder-7f3a/src/main.js'));
    assert.equal(await run('ids', MAIN_JS, '--file'), `${place}\n`);
    assert.equal(await run('ids', 'agent-coder-7f3a', 'src/main.js', '--file'), `${place}\n`);
    assert.equal(
      await run('ids', MAIN_JS),
      `Workspace  agent-coder-7f3a\nPath       src/main.js\nID         ${MAIN_JS}\nFile       ${place}\n`,
    );
    assert.equal((await cli(['ids', 'agent-coder-7f3a', 'src\\main.js'])).stdout, `${MAIN_JS}\n`);
    const apart = await cli(['ids', `artifact:${MAIN_JS}=`, '--json']);
    assert.deepEqual(JSON.parse(apart.stdout), { id: MAIN_JS, workspaceId: 'agent-coder-7f3a', relativePath: 'src/main.js' });
    assert.match(await run('ids', '1'), /^ID +1\nFile +.*[/\\]artifacts[/\\]1\.md\n$/);
  });

  it('answers to the names that `ids` had, and says so', async () => {
    const encoded = await cli(['encode', 'a', 'b.txt']);
    assert.deepEqual([encoded.stdout, encoded.stderr], ['ws:a:Yi50eHQ\n', 'agent-artifacts: "encode" is "ids" now.\n']);
    assert.match((await cli(['decode', 'ws:a:Yi50eHQ'])).stdout, /^Path +b\.txt$/m);
    const { stdout, stderr } = await cli(['locate', '1', '--root', root]);
    assert.match(stdout, /[/\\]artifacts[/\\]1\.md\n$/);
    assert.equal(stderr, 'agent-artifacts: "locate" is "ids --file" now.\n');
  });

  it('tells where an artifact goes for a service or an agent, and why', async () => {
    assert.match(
      await run('route', '8', '--service', 'vision-model'),
      /^Receives +Image, in a user message\nReason +vision-model declares "vision"$/m,
    );
    const { stderr } = await cli(['route', '8', '--model', 'text-model', '--root', root]);
    assert.match(stderr, /"text-model" is a service of llmservices\.json: use --service text-model\. \[model_unknown\]/);
    assert.match(await run('route', '8', '--service', 'text-model'), /^Reason +text-model does not declare "vision"$/m);
    assert.match(await run('route', '8', '--agent', '055769bd-808a-4e57-b1ba-ef8dd9dde793'), /^Service +vision-model$/m);
    assert.match(await run('route', '8'), /^Service +none \(text only\)$/m);
    assert.match(await run('route', '26', '--service', 'text-model'), /^Type +image\/png \(declared text\/plain\)$/m);
  });

  it('[E-9] tells a false type that few bytes point to', async () => {
    const own = await copyOfRealRoot();
    await writeFile(path.join(own, 'data/runtime/artifacts/9.jpg'), bytesOf('MZ\x90\0', new Uint8Array(200).fill(0xf1)));
    for (const command of ['route', 'show']) {
      const { stdout } = await cli([command, '9', '--root', own]);
      assert.match(stdout, /^Type +(?:JPEG image, )?image\/jpeg \(content looks like application\/x-msdownload\)$/m);
    }
  });

  it('[E-23] descriptions and refusals are in the language of whoever runs it, unless the command line names one', async () => {
    const [chinese, english] = [{ LC_ALL: 'zh_CN.UTF-8' }, { LC_ALL: 'de_DE.UTF-8' }];
    const output = async (env: NodeJS.ProcessEnv, ...args: string[]) => (await cli([...args, '--root', root], { env })).stdout;
    const route = ['route', '8', '--service', 'text-model'];
    assert.match(await output(chinese, ...route), /^\[无法读取\] chart\.png \(artifact:8\)\n类型: PNG 图片$/m);
    assert.match(await output(english, ...route), /^\[Cannot read\] chart\.png \(artifact:8\)\nType: PNG image$/m);
    assert.match(await output(english, ...route, '--language', 'zh'), /^\[无法读取\]/m);
    assert.match(await output(chinese, ...route, '--language', 'en'), /^\[Cannot read\]/m);
    assert.match((await cli(['show', '4711', '--root', root], { env: chinese })).stderr, /工件不存在/);
  });

  it('[1-R7.1][1-R7.3] gives programs the whole result and the message, base64 shortened unless it is wanted', async () => {
    interface Routed {
      readonly result: { readonly routing: string; readonly imageUrl: { readonly image_url: { readonly url: string } } };
      readonly message: { readonly role: string; readonly content: readonly unknown[] };
    }
    const full = await runJson<Routed>('route', '8', '--service', 'vision-model', '--full');
    const base64 = (await readFile(file('artifacts/8.png'))).toString('base64');
    assert.equal(full.result.routing, 'image_url');
    assert.equal(full.result.imageUrl.image_url.url, `data:image/png;base64,${base64}`);
    assert.deepEqual(full.message.content, [{ type: 'text', text: '工件内容 (chart.png):' }, full.result.imageUrl]);
    const short = await run('route', '8', '--service', 'vision-model', '--json');
    assert.ok(short.length < 2000, `${short.length} characters`);
    assert.match(short, /… \(12404 characters of base64\)/);
  });

  it('gives programs a large image shortened too', async () => {
    const small = await readFile(file('artifacts/8.png'));
    const large = Buffer.alloc(20 * 1024 * 1024, 'pixels');
    small.copy(large);
    await writeFile(file('artifacts/8.png'), large);
    try {
      const short = await run('route', '8', '--service', 'vision-model', '--json');
      assert.ok(short.length < 2000, `${short.length} characters`);
      assert.match(short, /… \(27962028 characters of base64\)/);
    } finally {
      await writeFile(file('artifacts/8.png'), small);
    }
  });

  it('lists the services with what they take and give, never their keys', async () => {
    const config = path.join(root, 'config/llmservices.json');
    await writeFile(config, (await readFile(config, 'utf8')).replaceAll('NOT_NEEDED', 'sk-secret'));
    const text = await run('services');
    assert.match(text, /^vision-model +视觉模型 +gpt-4o +text, vision +text, structured_output$/m);
    const json = await run('services', '--json');
    assert.equal((JSON.parse(json) as { services: unknown[] }).services.length, 4);
    assert.ok(!(text + json).includes('sk-secret'));
  });

  it('[2-R4.1][2-R4.2] lists the agents, and those whose model takes a kind of content', async () => {
    const ids = async (...args: string[]) => (await runJson<{ id: string }[]>('agents', ...args)).map(({ id }) => id.slice(0, 4));
    assert.deepEqual(await ids(), ['894f', '0557', '2917', '37f8', 'ddb3']);
    assert.deepEqual(await ids('--can', 'vision'), ['0557', '2917', 'ddb3']);
    assert.deepEqual(await ids('--can', 'audio'), ['2917']);
    assert.deepEqual(await ids('--can', 'smell'), []);
    assert.match(
      (await cli(['agents', '--can', 'visoin', '--root', root])).stderr,
      /^No service declares "visoin"\. Did you mean "vision"\?\nNo agent's model declares "visoin"\.\n$/,
    );
    assert.equal((await cli(['agents', '--can', 'video', '--root', root])).stderr, 'No agent\'s model declares "video".\n');
    assert.match(await run('agents', '--can', 'audio'), /^29174105-\S+ +analyst +multimodal-model +text, vision, audio, file$/m);
  });
});
