import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { connect } from '../../support/mcp-connection.ts';
import { png as pngOf } from '../../support/media-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const SESSION = 'users/alice/sessions/s1/artifacts';
const CHART = 'adk::alice:s1:charts%2Fsales.png';

/** A project in which `adk web` has kept artifacts. */
async function project(): Promise<{ folder: string; png: Uint8Array }> {
  const png = pngOf(2, 2);
  const tree = {
    [`${SESSION}/charts/sales.png/versions/0/sales.png`]: png,
    [`${SESSION}/charts/sales.png/versions/0/metadata.json`]: { fileName: 'charts/sales.png', mimeType: 'image/png', version: 0 },
    [`${SESSION}/plan.md/versions/0/plan.md`]: '# old',
    [`${SESSION}/plan.md/versions/0/metadata.json`]: { fileName: 'plan.md', version: 0 },
    [`${SESSION}/plan.md/versions/1/plan.md`]: '# new',
    [`${SESSION}/plan.md/versions/1/metadata.json`]: { fileName: 'plan.md', version: 1 },
    [`${SESSION}/film.mp4/versions/0/metadata.json`]: { fileName: 'film.mp4', mimeType: 'video/mp4', fileUri: 'gs://bucket/film.mp4' },
    'users/alice/artifacts/me.txt/versions/0/me.txt': 'me',
    'users/alice/artifacts/me.txt/versions/0/metadata.json': { fileName: 'user:me.txt', version: 0 },
  };
  const folder = await temporaryFolder(
    Object.fromEntries(Object.entries(tree).map(([name, content]) => [`.adk/artifacts/${name}`, content])),
  );
  return { folder, png };
}

describe('The files of Google ADK on the command line', function () {
  this.timeout(120_000);
  let folder: string;
  let png: Uint8Array;

  before(async () => {
    ({ folder, png } = await project());
  });

  async function run(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await cli(args, { folder });
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  }

  it('are found in the project and listed by user, session and name', async () => {
    const { items } = JSON.parse(await run('list', '--json')) as { items: { ref: string; name: string; state: string }[] };
    assert.deepEqual(
      items.map(({ ref, name, state }) => [ref, name, state]),
      [
        ['artifact:adk::alice::me.txt', 'user:me.txt', 'present'],
        [`artifact:${CHART}`, 'charts/sales.png', 'present'],
        ['artifact:adk::alice:s1:film.mp4', 'film.mp4', 'missing'],
        ['artifact:adk::alice:s1:plan.md', 'plan.md', 'present'],
      ],
    );
    const first = JSON.parse(await run('list', '--json', '--limit', '3', '--root', path.join(folder, '.adk/artifacts'))) as {
      next: string;
    };
    assert.match(await run('list', '--after', first.next), /plan\.md/);
    assert.match(await run('list', '--workspace', 'users/alice'), /sales\.png/);
  });

  it('are shown in each version, saved, located, taken apart and routed', async () => {
    assert.equal(await run('show', 'adk::alice:s1:plan.md'), '# new');
    assert.equal(await run('show', 'adk::alice:s1:plan.md:0'), '# old');
    const saved = path.join(await temporaryFolder(), 'sales.png');
    await run('show', CHART, '--output', saved);
    assert.deepEqual(new Uint8Array(await readFile(saved)), new Uint8Array(png));
    assert.match(await run('ids', CHART, '--file'), /versions[/\\]0[/\\]sales\.png\n$/);
    const { file, ...parts } = JSON.parse(await run('ids', `artifact:${CHART}:0`, '--json')) as { file: string };
    assert.match(file, /versions[/\\]0[/\\]sales\.png$/);
    assert.deepEqual(parts, {
      id: `${CHART}:0`,
      user: 'alice',
      session: 's1',
      path: 'charts/sales.png',
      version: 0,
    });
    assert.match(await run('route', CHART, '--model', 'gpt-5.2'), /^Receives +Image$/m);
  });

  it('are refused with a code where there is nothing to read', async () => {
    const cases: [string[], RegExp][] = [
      [['show', 'adk::alice:s1:film.mp4'], /content_elsewhere/],
      [['show', 'adk::alice:s1:plan.md:7'], /artifact_not_found/],
      [['show', 'adk::alice:s1:..%2F..%2Fx'], /outside_root/],
      [['show', 'adk:plan.md'], /adk_id_invalid/],
    ];
    for (const [args, expected] of cases) {
      const { code, stdout, stderr } = await cli([...args, '--json'], { folder });
      assert.equal(code, 1, args.join(' '));
      assert.match(stdout + stderr, expected);
    }
  });

  it('are read over MCP; writing is refused as read-only', async () => {
    const connection = await connect(['--root', folder, '--allow-write']);
    const listed = await connection.call('list_artifacts', { name: 'alice sales' });
    assert.deepEqual(
      (listed.structuredContent['items'] as { ref: string }[]).map(({ ref }) => ref),
      [`artifact:${CHART}`],
    );
    assert.match(JSON.stringify((await connection.call('get_artifact', { ref: 'adk::alice:s1:plan.md' })).content), /# new/);
    const preview = await connection.call('preview_artifact', { ref: CHART, model: 'gpt-5.2' });
    assert.equal(preview.structuredContent['route'], 'image_url');
    const elsewhere = await connection.call('get_artifact', { ref: 'adk::alice:s1:film.mp4' });
    assert.match(JSON.stringify(elsewhere.content), /stored elsewhere/);
    const written = await connection.call('write_file', {
      path: 'a.txt',
      content: 'a',
      mimeType: 'text/plain',
      workspaceId: 'users/alice',
    });
    assert.equal(written.isError, true);
    assert.match(JSON.stringify(written), /read_only/);
    const { result } = await connection.request('resources/list');
    assert.deepEqual(
      (result?.['resources'] as { uri: string; title: string }[]).map(({ uri, title }) => [decodeURIComponent(uri), title]),
      [
        ['artifact:///adk::alice::me.txt', 'alice/user:/me.txt'],
        [`artifact:///${CHART}`, 'alice/s1/charts/sales.png'],
        ['artifact:///adk::alice:s1:plan.md', 'alice/s1/plan.md'],
      ],
    );
    const read = await connection.request('resources/read', { uri: `artifact:///${encodeURIComponent(CHART)}` });
    assert.equal((read.result?.['contents'] as { blob: string }[])[0]?.blob, Buffer.from(png).toString('base64'));
  });
});
