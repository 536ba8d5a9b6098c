import assert from 'node:assert/strict';
import { appendFile, mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, ResourceNotFoundError } from '@modelcontextprotocol/client';
import { type Compute, directCompute } from '../../src/core/io/compute.ts';
import { RecordedSession } from '../../src/mcp/recorded-session.ts';
import { cli } from '../support/command-line.ts';
import { image, type Turn, WRITERS } from '../support/conversations.ts';
import { connect, McpConnection } from '../support/mcp-connection.ts';
import { type Era, ERAS, sdkClient } from '../support/mcp-client.ts';
import { builtServer, serverHere } from '../support/mcp-server.ts';
import { png } from '../support/media-bytes.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { DatabaseWriter, type Exported, exportedFixture, nodeWithSqlite } from '../support/stored-sessions.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { writingSession } from '../support/writing-session.ts';

const isNotFound = (error: unknown): boolean => error instanceof ResourceNotFoundError && error.code === -32602;

type Resource = Awaited<ReturnType<Client['listResources']>>['resources'][number];

const SCHEME = 'session-artifact:///';
const PICTURE = png(30, 20);
const CONTENTS = ['# Plan\n', '# Plan\n\nDo it.\n', 'Done: ✓\n'];

/** The resources on all pages, which the client asks for. */
const listed = async (client: Client): Promise<readonly Resource[]> => (await client.listResources()).resources;

const ofSessions = async (client: Client): Promise<readonly Resource[]> =>
  (await listed(client)).filter(({ uri }) => uri.startsWith(SCHEME));

/** A page of the listing, asked for by hand. */
async function page(connection: McpConnection, cursor?: string): Promise<{ readonly resources: readonly Resource[]; nextCursor?: string }> {
  const { result } = await connection.request('resources/list', cursor === undefined ? {} : { cursor });
  return result as { resources: Resource[]; nextCursor?: string };
}

/** The cursor of the first page of a session, or of another place in it. */
const cursorOf = (session: string, after?: string): string => Buffer.from(JSON.stringify({ session, after })).toString('base64url');

/** A session of Claude Code that wrote files under these paths, each with the same content. */
const writing = (paths: readonly string[], content: string): string =>
  paths.map((file) => writingSession({ cwd: '/project', file, contents: [content], picture: PICTURE })).join('');

for (const era of Object.keys(ERAS) as Era[]) {
  describe(`The artifacts of recorded sessions as resources, in the revisions ${era}`, function () {
    this.timeout(60_000);
    let [root, folder, file]: string[] = [];

    before(async () => {
      root = await copyOfRealRoot();
    });

    beforeEach(async () => {
      folder = await temporaryFolder();
      file = path.join(folder, 'my session.jsonl');
      await writeFile(file, writingSession({ cwd: '/project', file: '/project/docs/plan.md', contents: CONTENTS, picture: PICTURE }));
    });

    const connected = (...sessions: (string | undefined)[]): Promise<Client> =>
      sdkClient(['--root', root ?? '', '--language', 'en', ...sessions.flatMap((each) => ['--session', each ?? ''])], { era });

    it('are listed behind those of the store and the workspaces, with what is known of them', async () => {
      const resources = await listed(await connected(file));
      const first = resources.findIndex(({ uri }) => uri.startsWith(SCHEME));
      assert.ok(first > 0 && resources.slice(first).every(({ uri }) => uri.startsWith(SCHEME)));
      const [picture, plan, ...others] = resources.slice(first);
      assert.deepEqual(others, []);
      assert.match(picture?.uri ?? '', /^session-artifact:\/\/\/my%20session\.jsonl\/[0-9a-f]+-\d+$/);
      assert.deepEqual([picture?.mimeType, picture?.size, picture?.description], ['image/png', PICTURE.length, 'message 1']);
      assert.deepEqual(
        [plan?.name, plan?.title, plan?.mimeType, plan?.size, plan?.description],
        ['plan.md', 'docs/plan.md', 'text/markdown', Buffer.byteLength(CONTENTS[2] ?? ''), 'written 3 times, messages 2, 4, 6'],
      );
    });

    it('are read: a picture as a blob, a file as text, as it is now and in each of its versions', async () => {
      const client = await connected(file);
      const [picture, plan] = await ofSessions(client);
      const read = async (uri = '') => (await client.readResource({ uri })).contents[0];
      assert.deepEqual(await read(picture?.uri), {
        uri: picture?.uri,
        mimeType: 'image/png',
        blob: Buffer.from(PICTURE).toString('base64'),
      });
      assert.deepEqual(await read(plan?.uri), { uri: plan?.uri, mimeType: 'text/markdown', text: CONTENTS[2] });
      for (const [at, text] of CONTENTS.entries()) {
        const uri = `${plan?.uri}/${at + 1}`;
        assert.deepEqual(await read(uri), { uri, mimeType: 'text/markdown', text });
      }
    });

    it('what is not there is not found', async () => {
      const client = await connected(file);
      const [picture, plan] = await ofSessions(client);
      for (const uri of [
        `${SCHEME}my%20session.jsonl/0`,
        `${SCHEME}my%20session.jsonl/%zz`,
        `${SCHEME}other.jsonl/${plan?.uri.split('/').at(-1)}`,
        `${SCHEME}${encodeURIComponent(file ?? '')}/${plan?.uri.split('/').at(-1)}`,
        `${picture?.uri}/1`,
        ...['0', '4', '-1', 'x', '1e0', '%zz', '999999999999'].map((version) => `${plan?.uri}/${version}`),
        `${plan?.uri}/1/1`,
      ])
        await assert.rejects(client.readResource({ uri }), isNotFound, uri);
    });

    it('have templates, which expand to what is listed', async () => {
      const { resourceTemplates } = await (await connected(file)).listResourceTemplates();
      assert.deepEqual(
        resourceTemplates.map(({ uriTemplate }) => uriTemplate),
        ['artifact:///{id}', `${SCHEME}{session}/{id}`, `${SCHEME}{session}/{id}/{version}`],
      );
    });

    it('are not there where no session is named', async () => {
      const client = await connected();
      assert.deepEqual(await ofSessions(client), []);
      assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 1);
      await assert.rejects(client.readResource({ uri: `${SCHEME}my%20session.jsonl/0` }));
    });
  });
}

describe('The artifacts of recorded sessions as resources', function () {
  this.timeout(60_000);
  let [root, folder]: string[] = [];
  const at = (...names: string[]): string => path.join(folder ?? '', ...names);

  before(async () => {
    root = await copyOfRealRoot();
  });

  beforeEach(async () => {
    folder = await temporaryFolder();
  });

  const args = (...files: string[]): string[] => [
    ...['--root', root ?? '', '--language', 'en'],
    ...files.flatMap((file) => ['--session', file]),
  ];

  it('fill pages, one session after the other, each once, also where a file is named twice', async () => {
    const turns = Array.from({ length: 130 }, (_, width): Turn => ({ user: [image(png(width + 1, 5))] }));
    await writeFile(at('many.jsonl'), WRITERS.pi(turns));
    await writeFile(at('one.jsonl'), WRITERS.codex([{ user: [image(PICTURE)] }]));
    const connection = await connect(args(at('many.jsonl'), at('one.jsonl'), at('.', 'many.jsonl')));
    const pages = [await page(connection)];
    for (let next = pages[0]?.nextCursor; next !== undefined; next = pages.at(-1)?.nextCursor) pages.push(await page(connection, next));
    const found = pages.map(({ resources }) => resources.map(({ uri }) => uri).filter((uri) => uri.startsWith(SCHEME)));
    assert.deepEqual(
      found.slice(-4).map(({ length }) => length),
      [0, 100, 30, 1],
    );
    assert.deepEqual([found.flat().length, new Set(found.flat()).size], [131, 131]);
    for (const cursor of [cursorOf('other.jsonl'), cursorOf('many.jsonl', 'gone')])
      assert.equal((await connection.request('resources/list', { cursor })).error?.code, -32602);
  });

  it('keep their URIs while the session grows, and new ones come', async () => {
    const file = at('s.jsonl');
    await writeFile(file, writing(['/project/a.md'], 'a'));
    const client = await sdkClient(args(file));
    const before = await ofSessions(client);
    await appendFile(file, writing(['/project/b.md'], 'b'));
    const after = await ofSessions(client);
    assert.deepEqual(
      after.slice(0, 2).map(({ uri }) => uri),
      before.map(({ uri }) => uri),
    );
    assert.deepEqual(
      after.map(({ title }) => title),
      [before[0]?.title, 'a.md', 'b.md'],
    );
  });

  it('whose content is not certain are neither listed nor read', async () => {
    const broken: Turn = { user: [{ type: 'image/png', data: 'no base64 at all!' }, image(PICTURE)] };
    await writeFile(at('s.json'), WRITERS.anthropic([broken]));
    const [only, ...others] = await ofSessions(await sdkClient(args(at('s.json'))));
    assert.deepEqual([only?.size, others], [PICTURE.length, []]);
    const written = path.resolve('test/fixtures/sessions/written/pi.jsonl');
    const client = await sdkClient(args(written));
    const [file] = await ofSessions(client);
    const versions = [];
    for (let version = 1; version <= 3; version++)
      versions.push(
        await client.readResource({ uri: `${file?.uri}/${version}` }).then(
          ({ contents }) => contents.length,
          (error: unknown) => isNotFound(error),
        ),
      );
    assert.deepEqual(versions, [1, true, 1], 'of the second version it is not certain what the file had');
    const edit = [
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 't', name: 'Edit', input: { file_path: 'e.md', old_string: 'a', new_string: 'b' } }],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: 'ok' }] },
    ];
    const lines = edit.map((message, index) => JSON.stringify({ type: message.role, sessionId: 's', uuid: `u${index}`, message }));
    await writeFile(at('e.jsonl'), lines.join('\n'));
    const { artifacts } = JSON.parse((await cli(['list', at('e.jsonl'), '--json'])).stdout) as {
      artifacts: { id: string; name: string }[];
    };
    assert.deepEqual(
      artifacts.map(({ name }) => name),
      ['e.md'],
    );
    const edited = await sdkClient(args(at('e.jsonl')));
    assert.deepEqual(await ofSessions(edited), []);
    await assert.rejects(edited.readResource({ uri: `${SCHEME}e.jsonl/${artifacts[0]?.id}` }), isNotFound);
  });

  it('larger than --max-size are listed, and refused when they are read', async () => {
    await writeFile(at('s.jsonl'), writing(['/project/long.md'], 'long '.repeat(1000)));
    const client = await sdkClient([...args(at('s.jsonl')), '--max-size', '0.001']);
    const [picture, long] = await ofSessions(client);
    assert.equal((await client.readResource({ uri: picture?.uri ?? '' })).contents.length, 1);
    await assert.rejects(client.readResource({ uri: long?.uri ?? '' }), { code: -32603, message: /too_large: The file is too large\.$/ });
  });

  it('of a file that is gone, or is no session: a plain error of it, and the listing goes on', async () => {
    const gone = at('gone.jsonl');
    await writeFile(gone, writing(['/project/a.md'], 'a'));
    await writeFile(at('notes.txt'), 'no session');
    await writeFile(at('last.jsonl'), writing(['/project/b.md'], 'b'));
    const connection = await connect(args(gone, at('notes.txt'), at('last.jsonl')));
    const [known] = (await page(connection, cursorOf('gone.jsonl'))).resources;
    await rm(gone);
    for (const name of ['gone.jsonl', 'notes.txt', 'last.jsonl']) {
      const { resources } = await page(connection, cursorOf(name));
      assert.ok(
        resources.some(({ name: shown }) => shown === 'b.md'),
        name,
      );
      assert.equal(resources.length, 2, name);
    }
    for (const [uri, code] of [
      [known?.uri ?? '', 'not_found: The file or folder does not exist.'],
      [`${SCHEME}notes.txt/0`, 'not_a_conversation: The file is not a conversation in a known format.'],
    ]) {
      const { error } = await connection.request('resources/read', { uri });
      assert.deepEqual([error?.code, error?.message], [-32603, code], uri);
      assert.ok(!JSON.stringify(error).includes(folder ?? '?'), 'no path');
    }
    assert.equal(await connection.close(), 0);
    assert.match(connection.stderr, /warning: session gone\.jsonl cannot be listed: not_found: /);
  });

  it('of two files of one name have the names of their folders too, as those of Copilot CLI', async () => {
    const files = ['one/events.jsonl', 'two/events.jsonl'];
    for (const [number, file] of files.entries()) {
      await mkdir(path.dirname(at(file)));
      await writeFile(at(file), writing([`/project/${number}.md`], String(number)));
    }
    const client = await sdkClient(args(...files.map((file) => at(file)), at('one/../one/events.jsonl')));
    const written = (await ofSessions(client)).filter(({ mimeType }) => mimeType === 'text/markdown');
    assert.deepEqual(
      written.map(({ uri, name }) => [uri.slice(SCHEME.length).split('/')[0], name]),
      [
        ['one%2Fevents.jsonl', '0.md'],
        ['two%2Fevents.jsonl', '1.md'],
      ],
    );
    const [content] = (await client.readResource({ uri: written[1]?.uri ?? '' })).contents;
    assert.equal(content && 'text' in content && content.text, '1');
  });

  it('need no data root: a folder that is none has no artifacts besides', async () => {
    await writeFile(at('s.jsonl'), writing(['/project/a.md'], 'a'));
    const connection = new McpConnection(serverHere(['--session', 's.jsonl'], { folder: folder ?? '' }));
    await connection.initialize();
    const { resources } = await page(connection, cursorOf('s.jsonl'));
    assert.equal(resources.length, 2);
    assert.deepEqual((await page(connection)).resources, resources, 'the first page is not the empty one of the store');
    assert.equal(await connection.close(), 0);
  });

  it('of files that cannot be told apart, or that are not there: the server does not start', async () => {
    const twins = ['a/x/s.jsonl', 'b/x/s.jsonl'];
    for (const file of twins) {
      await mkdir(path.dirname(at(file)), { recursive: true });
      await writeFile(at(file), writing(['/project/a.md'], 'a'));
    }
    const server = serverHere(args(...twins.map((file) => at(file))));
    assert.equal(await server.ended, 1);
    assert.equal(server.stdout.read(), null);
    assert.match(String(server.stderr.read()), /error: session_ambiguous: Two files of --session are named "x\/s\.jsonl", so [^\n]*\n$/);
    for (const [name, code] of [
      ['nothing.jsonl', 'not_found'],
      ['a', 'not_a_file'],
    ] as const) {
      const unusable = serverHere(args(at(name)));
      assert.equal(await unusable.ended, 1);
      assert.match(
        String(unusable.stderr.read()),
        new RegExp(`error: session_unusable: The session ${name} cannot be opened: ${code}\\.\n$`),
      );
    }
    const empty = serverHere(args(''));
    assert.equal(await empty.ended, 2);
    assert.match(String(empty.stderr.read()), /--session must not be empty\./);
  });

  it('have names that forge nothing, and so has their session', async () => {
    const name = '/etc/\u001b]0;owned\u0007\n::error::x\u202e.md';
    const file = at('50% of,a#b.jsonl');
    await writeFile(file, writing([name], 'x') + WRITERS['claude-code']([{ user: [image(PICTURE, 'image/png\u001b[2J\n')] }]));
    const client = await sdkClient(args(file));
    const found = await ofSessions(client);
    assert.equal(found.length, 2);
    for (const resource of found) {
      assert.doesNotMatch(Object.values(resource).join(''), /[\p{Cc}\u202e]/u);
      assert.match(resource.uri, /^session-artifact:\/\/\/50%25%20of%2Ca%23b\.jsonl\/[0-9a-f-]+$/);
      assert.equal((await client.readResource({ uri: resource.uri })).contents.length, 1);
    }
    assert.equal(found[1]?.name, ']0;owned ::error::x .md');
  });

  it('are indexed once for each state of the file, also by requests at the same time', async () => {
    const file = at('s.jsonl');
    await writeFile(file, writing(['/project/a.md'], 'a'));
    let passes = 0;
    const compute: Compute = {
      run: (task, input, options) => directCompute.run(task, input, options),
      stream: (task, chunks, input, options) => {
        passes++;
        return directCompute.stream(task, chunks, input, options);
      },
    };
    const session = new RecordedSession(file, 's.jsonl', { folder: folder ?? '', compute });
    const [[, plan]] = await Promise.all([session.artifacts(), session.artifacts(), session.read('0', undefined)]);
    assert.equal((await session.read(plan?.id ?? '', 1))?.content, 'a');
    assert.equal(passes, 1);
    const later = new Date(Date.now() + 10_000);
    await utimes(file, later, later);
    await session.artifacts();
    assert.equal(passes, 2);
    await writeFile(file, 'no session');
    for (let asked = 0; asked < 2; asked++) await assert.rejects(session.artifacts(), { code: 'not_a_conversation' });
    assert.equal(passes, 3);
  });

  it('of a database: of the session that is named, or of the only one', async () => {
    const stored: Exported = await exportedFixture('opencode');
    const picture = {
      id: 'prt_p',
      type: 'file',
      mime: 'image/png',
      url: `data:image/png;base64,${Buffer.from(PICTURE).toString('base64')}`,
    };
    const [first, ...others] = stored.messages;
    assert.ok(first);
    const session = { ...stored, messages: [{ ...first, parts: [...first.parts, picture] }, ...others] };
    const writer = await DatabaseWriter.open(at('opencode.db'));
    try {
      await writer.write(session);
      const { id } = session.info;
      const node = await nodeWithSqlite();
      const serverOf = async (session: string): Promise<McpConnection> => {
        const connection = new McpConnection(builtServer(args(session), { node }));
        await connection.initialize();
        return connection;
      };
      const named = await serverOf(at(`opencode.db#${id}`));
      const alone = await serverOf(at('opencode.db'));
      const found = (await page(named, cursorOf(`opencode.db#${id}`))).resources.find(({ mimeType }) => mimeType === 'image/png');
      assert.match(found?.uri ?? '', new RegExp(`^session-artifact:///opencode\\.db%23${id}/`));
      const { result } = await named.request('resources/read', { uri: found?.uri });
      assert.equal((result?.['contents'] as { blob: string }[])[0]?.blob, Buffer.from(PICTURE).toString('base64'));
      assert.ok((await page(alone, cursorOf('opencode.db'))).resources.length > 0);
      await writer.write(
        JSON.parse(
          JSON.stringify(session)
            .replaceAll(id, 'ses_two')
            .replaceAll(/(msg|prt)_/g, '$1_2'),
        ) as Exported,
      );
      assert.deepEqual((await page(alone, cursorOf('opencode.db'))).resources, []);
      const { error } = await alone.request('resources/read', { uri: `${SCHEME}opencode.db/0` });
      assert.match(
        error?.message ?? '',
        /^session_ambiguous: opencode\.db has 2 sessions; name one of them, such as opencode\.db#ses_\w+\.$/,
      );
      assert.deepEqual([await named.close(), await alone.close()], [0, 0]);
    } finally {
      await writer.kill();
    }
  });
});
