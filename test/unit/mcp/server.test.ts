import assert from 'node:assert/strict';
import { readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { SEEN_PROGRAMS } from '../../../src/core/programs/deliveries.ts';
import { receiveThrough } from '../../../src/platform/library/receive.ts';
import { connect, type McpConnection } from '../../support/mcp-connection.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

const ARTIST = '055769bd-808a-4e57-b1ba-ef8dd9dde793';
const PLANNER = '894f5723-b809-4438-928b-c74380b4bd49';

describe('The MCP server', function () {
  this.timeout(120_000);

  /** Every page of resources. */
  async function allResources(connection: McpConnection): Promise<{ uris: string[]; pages: number }> {
    const uris: string[] = [];
    let cursor: string | undefined;
    let pages = 0;
    do {
      const { result } = await connection.request('resources/list', cursor === undefined ? {} : { cursor });
      uris.push(...(result?.['resources'] as { uri: string }[]).map(({ uri }) => uri));
      cursor = result?.['nextCursor'] as string | undefined;
      pages++;
    } while (cursor !== undefined);
    return { uris, pages };
  }

  it('lists the store and every workspace in pages, each resource once, and each can be read', async () => {
    const root = await copyOfRealRoot();
    const files = Object.fromEntries(Array.from({ length: 230 }, (_, at) => [`data/runtime/workspaces/big/f${at}.txt`, String(at)]));
    await plant(root, files);
    const connection = await connect(['--root', root]);
    const { uris, pages } = await allResources(connection);
    assert.equal(new Set(uris).size, uris.length);
    assert.ok(pages >= 5, `${pages} pages`);
    assert.ok(uris.includes(`artifact:///${encodeURIComponent(ArtifactIdCodec.encode('big', 'f229.txt'))}`));
    assert.ok(!uris.includes('artifact:///33'), 'what is only reserved cannot be read');
    for (const uri of uris.filter((_, at) => at % 10 === 0)) {
      const { result, error } = await connection.request('resources/read', { uri });
      assert.equal(error, undefined, uri);
      assert.equal((result?.['contents'] as unknown[]).length, 1);
    }
  });

  it('lists artifacts with filters as text, structured content and links that can be read', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root]);
    const { content, structuredContent } = await connection.call('list_artifacts', { mimeType: 'image/png', limit: 3 });
    const [text, ...links] = content;
    assert.deepEqual(JSON.parse(text?.text ?? ''), structuredContent, 'the text has all of it, for clients that know no links');
    const items = structuredContent['items'] as { ref: string; state: string; mimeType: string }[];
    assert.ok(items.length > 0 && items.every(({ mimeType }) => mimeType === 'image/png'));
    assert.equal(links.length, items.filter(({ state }) => state === 'present').length);
    for (const { type, uri = '', mimeType } of links) {
      assert.deepEqual([type, mimeType], ['resource_link', 'image/png']);
      assert.equal((await connection.request('resources/read', { uri })).error, undefined, uri);
    }
    const { content: files } = await connection.call('list_artifacts', { workspaceId: 'agent-coder-7f3a', name: 'src/main' });
    assert.deepEqual(
      files.slice(1).map(({ uri, title }) => [uri, title]),
      [['artifact:///ws%3Aagent-coder-7f3a%3Ac3JjL21haW4uanM', 'agent-coder-7f3a/src/main.js']],
    );
    const old = await connect(['--root', root], { revision: '2025-03-26' });
    assert.equal((await old.call('list_artifacts', { limit: 3 })).content.length, 1, 'revisions before links have none');
  });

  it('previews an artifact for any model without its bytes: route, verdict, tokens, price', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root, '--service', 'text-model', '--language', 'en']);
    const preview = async (args: object) => (await connection.call('preview_artifact', args)).structuredContent;
    const own = await preview({ ref: '8' });
    assert.deepEqual([own['model'], own['route'], own['verdict']], ['text-model', 'description', 'described']);
    const seen = await preview({ ref: '8', model: 'claude-opus-4-5' });
    assert.deepEqual([seen['api'], seen['route'], seen['verdict']], ['anthropic', 'image_url', 'arrives']);
    const { tokens, price, context } = seen as Record<string, { low: number; high: number; source: string }>;
    assert.ok(tokens && tokens.low > 0 && tokens.high >= tokens.low);
    assert.ok(price && price.low > 0 && price.source !== '');
    assert.ok(context && context.low > 0 && context.high < 1);
    const png = await readFile(path.join(root, 'data/runtime/artifacts/8.png'));
    assert.ok(!JSON.stringify(seen).includes(png.toString('base64').slice(0, 24)), 'no bytes');
    const answer = await connection.call('preview_artifact', { ref: '8', model: 'claude-opus-4-5' });
    assert.deepEqual(JSON.parse(answer.content[0]?.text ?? ''), answer.structuredContent);
    for (const [args, code] of [
      [{ ref: '8', model: 'no such model' }, 'model_unknown'],
      [{ ref: '4711' }, 'artifact_not_found'],
      [{ ref: 'file:/etc/passwd' }, 'artifact_not_found'],
      [{ ref: '/etc/passwd', model: 'gpt-5.2' }, 'artifact_not_found'],
      [{ ref: '8', model: '' }, 'arguments_invalid'],
    ] as const)
      assert.equal((await preview(args))['error'], code, JSON.stringify(args));
    assert.equal(connection.stderr, '', 'a model that is none of the services is nothing to be warned of');
  });

  it('previews an artifact through a program as the library does, and names the programs it knows for any other', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root, '--language', 'en']);
    const ask = (args: object) => connection.call('preview_artifact', args);
    const files = path.join(root, 'data/runtime/artifacts');
    const [png, pdf] = await Promise.all(['8.png', '15.pdf'].map((name) => readFile(path.join(files, name))));
    assert.ok(png && pdf);
    for (const [ref, content, program, model, outcome] of [
      ['8', { content: png, name: 'chart.png', mimeType: 'image/png' }, 'claude-code', 'claude-opus-4-5', 'sent'],
      ['8', { content: png, name: 'chart.png', mimeType: 'image/png' }, 'Copilot CLI', 'gpt-4o', 'note'],
      ['15', { content: pdf, name: 'report.pdf', mimeType: 'application/pdf' }, 'copilot', 'gpt-4o', 'raw'],
      ['1', undefined, 'codex', 'gpt-5.2', 'unknown'],
    ] as const) {
      const { structuredContent, content: told } = await ask({ ref, model, through: program });
      const through = structuredContent['through'] as { outcome: string; because?: string };
      assert.equal(through.outcome, outcome, `${ref} ${program}`);
      assert.equal(through.because !== undefined, outcome === 'unknown', 'what was not seen is said');
      if (content) assert.deepEqual(through, JSON.parse(JSON.stringify(await receiveThrough(content, program, model))), program);
      assert.deepEqual(JSON.parse(told[0]?.text ?? ''), structuredContent, 'the text has all of it');
      const { through: _, ...alone } = structuredContent;
      assert.deepEqual((await ask({ ref, model })).structuredContent, alone, 'what the model receives is told as without a program');
    }
    const unknown = await ask({ ref: '8', model: 'gpt-4o', through: 'cursor' });
    assert.equal(unknown.isError, true);
    const known = SEEN_PROGRAMS.map(({ id }) => id).join(', ');
    assert.deepEqual(unknown.structuredContent, {
      error: 'program_unknown',
      message: `Unknown program; the known ones follow. (${known})`,
    });
    for (const { id, name } of SEEN_PROGRAMS) {
      const { structuredContent } = await ask({ ref: '8', through: name });
      assert.equal((structuredContent['through'] as { id: string }).id, id, name);
    }
    assert.equal((await ask({ ref: '8', through: '' })).structuredContent['error'], 'arguments_invalid');
  });

  it('checks a conversation below the data root: what fails, where, and the repair', async () => {
    const root = await copyOfRealRoot();
    const jpeg = (await readFile(path.join(root, 'data/runtime/artifacts/9.jpg'))).toString('base64');
    const source = { type: 'base64', media_type: 'image/png', data: jpeg };
    const body = { model: 'claude-opus-4-5', max_tokens: 1, messages: [{ role: 'user', content: [{ type: 'image', source }] }] };
    const usage = { input_tokens: 500, cache_read_input_tokens: 21_000, output_tokens: 3 };
    const answer = { role: 'assistant', id: 'm', model: 'claude-opus-4-5', content: [{ type: 'text', text: 'Good.' }], usage };
    const session = [
      { type: 'user', uuid: 'a', parentUuid: null, sessionId: 's', message: { role: 'user', content: 'Look.' } },
      { type: 'assistant', uuid: 'b', parentUuid: 'a', sessionId: 's', message: answer },
    ];
    await plant(root, {
      'data/sessions/bad.json': JSON.stringify(body),
      'data/sessions/counted.jsonl': session.map((line) => JSON.stringify(line)).join('\n'),
      'data/sessions/none.txt': 'no conversation',
    });
    const connection = await connect(['--root', root, '--language', 'en']);
    const check = async (args: object) => (await connection.call('check_conversation', args)).structuredContent;
    const bad = await check({ path: 'data/sessions/bad.json' });
    assert.deepEqual(
      [bad['format'], bad['api'], bad['goesThrough'], bad['messages'], bad['media']],
      ['anthropic', 'anthropic', false, 1, 1],
    );
    const [first] = bad['findings'] as { severity: string; message: number; part: number; because: string; repair: string }[];
    assert.deepEqual([first?.severity, first?.message, first?.part, first?.repair], ['error', 1, 1, 'correct_type']);
    assert.match(first?.because ?? '', /^[A-Z]/);
    assert.ok(!JSON.stringify(bad).includes(jpeg.slice(0, 24)), 'no bytes');
    assert.equal(
      (await check({ path: path.join(root, 'data/sessions/bad.json') }))['goesThrough'],
      false,
      'an absolute path inside the root',
    );
    const counted = await check({ path: 'data/sessions/counted.jsonl' });
    assert.deepEqual([counted['counted'], counted['lacks'], counted['goesThrough']], [21_500, undefined, true]);
    const other = await check({ path: 'data/sessions/bad.json', model: 'gpt-5.2' });
    assert.notEqual(other['api'], 'anthropic');
    assert.equal((await check({ path: 'data/sessions/bad.json', model: 'no such model' }))['error'], 'model_unknown');
    assert.equal((await check({ path: 'data/sessions/none.txt' }))['error'], 'not_a_conversation');
  });

  it('reads no conversation outside the data root, whatever the path', async () => {
    const root = await copyOfRealRoot();
    const outside = await temporaryFolder({
      'chat.json': JSON.stringify({ model: 'gpt-5.2', messages: [{ role: 'user', content: 'secret' }] }),
    });
    await symlink(outside, path.join(root, 'data/door'));
    await symlink(path.join(outside, 'chat.json'), path.join(root, 'data/chat.json'));
    const connection = await connect(['--root', root, '--language', 'en']);
    const cases: [string, string][] = [
      [path.join(outside, 'chat.json'), 'outside_root'],
      [path.relative(root, path.join(outside, 'chat.json')), 'outside_root'],
      ['../../etc/passwd', 'outside_root'],
      [`${root}-evil/chat.json`, 'outside_root'],
      ['data/door/chat.json', 'outside_root'],
      ['data/chat.json', 'outside_root'],
      ['data/../../chat.json', 'outside_root'],
      ['data/chat.json\0.png', 'path_has_nul'],
      [`file://${path.join(outside, 'chat.json')}`, 'not_found'],
      ['data', 'not_a_file'],
      ['.', 'not_a_file'],
      ['', 'arguments_invalid'],
      ['x'.repeat(5000), 'arguments_invalid'],
      ['no-such.json', 'not_found'],
    ];
    for (const [asked, code] of cases) {
      const answer = await connection.call('check_conversation', { path: asked });
      assert.equal(answer.structuredContent['error'], code, asked);
      assert.ok(!JSON.stringify(answer).includes('secret'));
    }
  });

  it('has a title and icons for each tool that fetch nothing', async () => {
    const connection = await connect(['--root', await copyOfRealRoot(), '--allow-write'], { revision: '2025-11-25' });
    const { result } = await connection.request('tools/list');
    for (const { name, title, icons } of result?.['tools'] as { name: string; title: string; icons: { src: string; theme: string }[] }[]) {
      assert.ok(title.length > 3, name);
      assert.deepEqual(
        icons.map(({ theme }) => theme),
        ['light', 'dark'],
        name,
      );
      for (const { src } of icons)
        assert.match(Buffer.from(src.slice('data:image/svg+xml;base64,'.length), 'base64').toString(), /^<svg .*<\/svg>$/);
    }
  });

  it('refuses a cursor that is not its own', async () => {
    const connection = await connect(['--root', await copyOfRealRoot()]);
    for (const cursor of [
      '',
      'x',
      Buffer.from('{"workspace":1}').toString('base64url'),
      Buffer.from('{"store":"1","workspace":"2"}').toString('base64url'),
    ]) {
      const { error } = await connection.request('resources/list', { cursor });
      assert.equal(error?.code, -32602, cursor);
    }
    const outside = Buffer.from('{"workspace":"../.."}').toString('base64url');
    const listedAt = async (cursor: string): Promise<unknown> =>
      (await connection.request('resources/list', { cursor })).result?.['resources'];
    const first = await listedAt(Buffer.from('{"workspace":"agent-coder-7f3a"}').toString('base64url'));
    assert.deepEqual(await listedAt(outside), first, 'nothing of it: the listing goes on with the first workspace');
  });

  it('completes ids of the store, of workspaces and of their files', async () => {
    const connection = await connect(['--root', await copyOfRealRoot()]);
    const complete = async (value: string) => {
      const params = { ref: { type: 'ref/resource', uri: 'artifact:///{id}' }, argument: { name: 'id', value } };
      return ((await connection.request('completion/complete', params)).result?.['completion'] as { values: string[] }).values;
    };
    assert.deepEqual(await complete('3'), ['33', '32', '31', '30', '3']);
    assert.deepEqual(await complete('w'), ['ws:']);
    assert.deepEqual(await complete('ws:agent-c'), ['ws:agent-coder-7f3a:']);
    assert.ok((await complete('ws:agent-coder-7f3a:')).includes('ws:agent-coder-7f3a:c3JjL21haW4uanM'));
    assert.deepEqual(await complete('ws:no-such:'), []);
    assert.deepEqual(await complete('ws:../:'), []);
  });

  it('[E-23] descriptions are in the language of the system, unless --language names one', async () => {
    const root = await copyOfRealRoot();
    const description = async (locale: string, ...more: string[]) =>
      (
        await (
          await connect(['--root', root, '--service', 'text-model', ...more], { env: { LC_ALL: locale } })
        ).call('get_artifact', { ref: '8' })
      ).content[0]?.text ?? '';
    assert.match(await description('zh_CN.UTF-8'), /^\[无法读取\] chart\.png \(artifact:8\)\n类型: PNG 图片\n大小: /);
    assert.match(await description('en_US.UTF-8'), /^\[Cannot read\] chart\.png \(artifact:8\)\nType: PNG image\nSize: /);
    assert.match(await description('en_US.UTF-8', '--language', 'zh'), /^\[无法读取\]/);
  });

  it('takes a change of llmservices.json and org.json at the next call', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root, '--service', 'text-model']);
    const types = async () => (await connection.call('get_artifact', { ref: '8' })).content.map(({ type }) => type);
    const capable = async () => (await connection.call('find_capable_agents', { capability: 'vision' })).structuredContent['agents'];
    assert.deepEqual(await types(), ['text']);
    const config = path.join(root, 'config/llmservices.json');
    const good = await readFile(config, 'utf8');
    await writeFile(config, good.replace('"input": ["text"]', '"input": ["text", "vision"]'));
    assert.deepEqual(await types(), ['text', 'image']);
    assert.ok(((await capable()) as string[]).includes(PLANNER));
    await writeFile(config, '{ broken');
    assert.deepEqual(await types(), ['text', 'image'], 'the last good configuration stays in use');
    await writeFile(config, '{ "services": [] }');
    assert.deepEqual(await types(), ['text'], 'a service that is gone has no capabilities to rely on');
    await writeFile(path.join(root, 'config/llmservices.local.json'), good.replace('"input": ["text"]', '"input": ["text", "vision"]'));
    assert.deepEqual(await types(), ['text', 'image'], 'a local file wins as soon as it is there');
    await rm(path.join(root, 'data/runtime/state/org.json'));
    assert.deepEqual(await capable(), []);
  });

  it('[E-13] keeps services whose file is deleted and agents whose file is half written, and says so in its log', async () => {
    const root = await copyOfRealRoot();
    const [config, organisation] = ['config/llmservices.json', 'data/runtime/state/org.json'].map((file) => path.join(root, file)) as [
      string,
      string,
    ];
    const whole = await readFile(organisation, 'utf8');
    const connection = await connect(['--root', root, '--service', 'vision-model']);
    const types = async () => (await connection.call('get_artifact', { ref: '8' })).content.map(({ type }) => type);
    const capable = async () =>
      (await connection.call('find_capable_agents', { capability: 'vision' })).structuredContent['agents'] as unknown[];
    const before = await capable();
    assert.equal(before.length, 3);
    assert.deepEqual(await types(), ['text', 'image']);
    await rm(config);
    await writeFile(organisation, whole.slice(0, whole.length / 2));
    assert.deepEqual([await types(), await capable()], [['text', 'image'], before]);
    assert.match(connection.stderr, /llmservices: The file was deleted; its last valid services are used/);
    assert.match(connection.stderr, /llmservices: using the last valid services/);
    assert.match(connection.stderr, /org\.json: metadata_not_json; using the last valid agents/);
  });

  it('sees a change that leaves size and name alone by its time', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root, '--service', 'text-model']);
    const config = path.join(root, 'config/llmservices.json');
    const text = await readFile(config, 'utf8');
    assert.equal((await connection.call('get_artifact', { ref: '8' })).content.length, 1);
    await writeFile(
      config,
      text.replace('"id": "text-model"', '"id": "text-mode_"').replace('"id": "vision-model"', '"id": "text-model"  '),
    );
    await utimes(config, new Date(), new Date(Date.now() + 5000));
    assert.equal((await connection.call('get_artifact', { ref: '8' })).content.length, 2);
  });

  it('works for an agent: with its service and in its workspace', async () => {
    const root = await copyOfRealRoot();
    const artist = await connect(['--root', root, '--agent', ARTIST, '--allow-write']);
    const png = await readFile(path.join(root, 'data/runtime/artifacts/8.png'));
    const written = await artist.call('write_file', {
      path: 'shots/a.png',
      content: png.toString('base64'),
      encoding: 'base64',
      mimeType: 'image/png',
    });
    const { ref } = written.structuredContent;
    assert.equal(ref, `artifact:${ArtifactIdCodec.encode(ARTIST, 'shots/a.png')}`);
    const seen = await artist.call('get_artifact', { ref });
    assert.deepEqual(Buffer.from(seen.content[1]?.data ?? '', 'base64'), png);
    const planner = await connect(['--root', root, '--agent', PLANNER]);
    const described = await planner.call('get_artifact', { ref });
    assert.deepEqual(
      described.content.map(({ type }) => type),
      ['text'],
    );
    assert.match(described.content[0]?.text ?? '', /a\.png/);
  });

  itWhenThorough('takes and gives back a content of many megabytes', async () => {
    const root = await copyOfRealRoot();
    const connection = await connect(['--root', root, '--agent', ARTIST, '--allow-write']);
    const content = 'x'.repeat(15 * 1024 * 1024);
    const { structuredContent } = await connection.call('write_file', { path: 'big.txt', content, mimeType: 'text/plain' });
    const { content: blocks } = await connection.call('get_artifact', { ref: structuredContent['ref'] });
    assert.equal(blocks[0]?.text?.length, content.length);
  });

  it('[E-18] gives audio to a client of 2024-11-05 as a resource, which it knows, and to later ones as audio', async () => {
    const root = await copyOfRealRoot();
    const wav = await readFile(path.join(root, 'data/runtime/artifacts/18.wav'));
    for (const [revision, type] of [
      ['2024-11-05', 'resource'],
      ['2025-03-26', 'audio'],
      ['2025-11-25', 'audio'],
    ] as const) {
      const connection = await connect(['--root', root, '--service', 'multimodal-model'], { revision });
      const [caption, sound] = (await connection.call('get_artifact', { ref: '18' })).content;
      assert.deepEqual([caption?.type, sound?.type], ['text', type], revision);
      assert.deepEqual(Buffer.from((type === 'audio' ? sound?.data : sound?.resource?.blob) ?? '', 'base64'), wav);
    }
  });

  it('[E-18] says which arguments it does not know, and how they have to be', async () => {
    const connection = await connect(['--root', await copyOfRealRoot(), '--language', 'en']);
    const { structuredContent } = await connection.call('list_artifacts', { workspace: 'agent-coder-7f3a', 'a\nb': 1 });
    const names = 'limit, after, workspaceId, kind, mimeType, name, newerThan';
    assert.equal(
      structuredContent['message'],
      `The arguments are invalid. (workspace is unknown; the arguments are ${names}; a b is unknown; the arguments are ${names})`,
    );
    const said = async (tool: string, args: object): Promise<unknown> => (await connection.call(tool, args)).structuredContent['message'];
    for (const [args, wanted] of [
      [{ kind: 'picture' }, 'kind must be one of "image", "audio", "video", "document", "text", "other"'],
      [
        { newerThan: 'yesterday' },
        'newerThan is not valid: Only artifacts made or changed after this time (ISO 8601), such as "2026-11-01T00:00:00Z".',
      ],
      [{ limit: '5' }, 'limit must be of type number'],
      [{ limit: 501 }, 'limit is too large or too long; the maximum is 500'],
    ] as const)
      assert.equal(await said('list_artifacts', args), `The arguments are invalid. (${wanted})`);
    assert.equal(
      await said('preview_artifact', { artifactId: '14' }),
      'The arguments are invalid. (ref is missing; artifactId is unknown; the arguments are ref, model, through)',
    );
    assert.match(String(await said('preview_artifact', { ref: '8', model: 'gpt5.2' })), /\(did you mean gpt-5\.2\b.*\?\)$/);
    const { structuredContent: none } = await connection.call('find_capable_agents', { capability: 'sight' });
    assert.deepEqual(none['agents'], []);
    assert.match(String(none['note']), /^No model service declares the capability "sight"\. Declared: .*\bvision\b.*\.$/);
    const { result } = await connection.request('tools/call', { name: 'list_artifacts' });
    assert.equal(result?.['isError'], undefined, 'all arguments of it may be left out');
  });

  it('says that it was started without a service, and blames no model that it does not know', async () => {
    const root = await copyOfRealRoot();
    const none = await connect(['--root', root, '--language', 'en']);
    const told = (await none.call('get_artifact', { ref: '8' })).content[0]?.text ?? '';
    assert.match(
      told,
      /\nThis server was started without --service: it does not know the current model .* --service ID or --agent ID \(in VS Code: set agentArtifacts\.toolService\)\.$/,
    );
    assert.doesNotMatch(told, /The current model cannot/);
    assert.match(none.stderr, /^agent-artifacts mcp: info: started without --service or --agent: [^\n]+\n$/);
    const known = await connect(['--root', root, '--language', 'en', '--service', 'text-model']);
    assert.match(
      (await known.call('get_artifact', { ref: '8' })).content[0]?.text ?? '',
      /\nThe current model cannot read this kind of file\. Consider/,
    );
    assert.equal(known.stderr, '');
  });

  it('[E-18] gives a long text in parts that make the whole, each once', async () => {
    const root = await copyOfRealRoot();
    const text = `${'line of text 🎨\n'.repeat(2000)}end`;
    await plant(root, { 'data/runtime/workspaces/agent-coder-7f3a/long.txt': text });
    const connection = await connect(['--root', root]);
    const ref = ArtifactIdCodec.encode('agent-coder-7f3a', 'long.txt');
    const parts: string[] = [];
    let offset: number | undefined = 0;
    while (offset !== undefined) {
      const { content } = await connection.call('get_artifact', { ref, offset, limit: 7001 });
      assert.equal(content.length, 2);
      parts.push(content[0]?.text ?? '');
      assert.match(
        content[1]?.text ?? '',
        new RegExp(`^\\[characters ${offset} to ${offset + (parts.at(-1)?.length ?? 0)} of ${text.length}: `),
      );
      const next = /the rest begins at offset (\d+)\]$/.exec(content[1]?.text ?? '')?.[1];
      offset = next === undefined ? undefined : Number(next);
    }
    assert.equal(parts.join(''), text);
    assert.ok(parts.length > 3 && parts.every((part) => part.isWellFormed() && part.length <= 7001));
    const { content } = await connection.call('get_artifact', { ref });
    assert.deepEqual(content, [{ type: 'text', text }], 'without them the whole, as it is');
  });

  itWhenThorough('[E-5] answers a reference of 20 MB at once, and does not repeat it', async () => {
    const connection = await connect(['--root', await copyOfRealRoot()]);
    for (const ref of ['x'.repeat(20_000_000), `ws:a:${'YS9h'.repeat(5_000_000)}`]) {
      const answer = await connection.call('get_artifact', { ref });
      assert.equal(answer.structuredContent['error'], 'artifact_not_found');
      assert.ok(JSON.stringify(answer).length < 50_000);
    }
    const { error } = await connection.request('resources/read', { uri: `artifact:///${'x'.repeat(10_000_000)}` });
    assert.ok(error && JSON.stringify(error).length < 100_000);
  });

  it('refuses bad arguments, paths and contents with a code and a sentence', async () => {
    const root = await copyOfRealRoot();
    const outside = await temporaryFolder({ 'secret.txt': 'secret' });
    const workspace = path.join(root, 'data/runtime/workspaces/agent-coder-7f3a');
    await symlink(outside, path.join(workspace, 'door'));
    const connection = await connect(['--root', root, '--allow-write', '--language', 'en']);
    const write = { path: 'a.txt', content: 'a', mimeType: 'text/plain', workspaceId: 'agent-coder-7f3a' };
    const cases: [string, object, string][] = [
      ['get_artifact', {}, 'arguments_invalid'],
      ['get_artifact', { ref: 7 }, 'arguments_invalid'],
      ['get_artifact', { ref: '1', offset: -1 }, 'arguments_invalid'],
      ['get_artifact', { ref: '1', limit: 0 }, 'arguments_invalid'],
      ['get_artifact', { ref: '1', reference: '1' }, 'arguments_invalid'],
      ['list_artifacts', { workspace: 'agent-coder-7f3a' }, 'arguments_invalid'],
      ['get_artifact', { ref: 'artifact:ws:a:Li4vLi4vc2VjcmV0' }, 'artifact_not_found'],
      ['get_artifact', { ref: '../secret' }, 'artifact_not_found'],
      ['get_artifact', { ref: `file:${path.join(outside, 'secret.txt')}` }, 'artifact_not_found'],
      ['get_artifact', { ref: path.join(outside, 'secret.txt') }, 'artifact_not_found'],
      ['list_artifacts', { limit: 0 }, 'arguments_invalid'],
      ['list_artifacts', { kind: 'picture' }, 'arguments_invalid'],
      ['list_artifacts', { mimeType: '../*' }, 'arguments_invalid'],
      ['list_artifacts', { limit: 501 }, 'arguments_invalid'],
      ['list_artifacts', { workspaceId: 'no-such' }, 'not_found'],
      ['list_artifacts', { workspaceId: '../..' }, 'outside_root'],
      ['find_capable_agents', { capability: '' }, 'arguments_invalid'],
      ['write_file', { ...write, workspaceId: undefined }, 'agent_unknown'],
      ['write_file', { ...write, path: '../a.txt' }, 'path_leaves_workspace'],
      ['write_file', { ...write, path: '/etc/a.txt' }, 'path_absolute'],
      ['write_file', { ...write, path: 'door/a.txt' }, 'outside_root'],
      ['write_file', { ...write, mimeType: 'nonsense' }, 'mime_type_missing'],
      ['write_file', { ...write, content: '?', encoding: 'base64' }, 'base64_invalid'],
    ];
    for (const [tool, args, code] of cases) {
      const { isError, content, structuredContent } = await connection.call(tool, args);
      assert.equal(isError, true, JSON.stringify(args));
      assert.equal(structuredContent['error'], code, JSON.stringify(args));
      assert.equal(content[0]?.text, `${code}: ${String(structuredContent['message'])}`);
      assert.match(String(structuredContent['message']), /^[A-Z]/);
    }
    const { error } = await connection.request('resources/read', {
      uri: `artifact:///${encodeURIComponent(ArtifactIdCodec.encode('agent-coder-7f3a', 'door/secret.txt'))}`,
    });
    assert.match(error?.message ?? '', /^outside_root: /);
  });

  it('tells a resource that is not there from one that cannot be read and from what is none', async () => {
    const root = await copyOfRealRoot();
    const huge = path.join(root, 'data/runtime/artifacts/8.png');
    await truncate(huge, 21 * 1024 * 1024);
    const connection = await connect(['--root', root, '--language', 'en']);
    const cases: [uri: string, error: number, code: string | undefined][] = [
      ['artifact:///4711', -32602, undefined],
      ['artifact:///33', -32603, 'reserved'],
      ['artifact:///8', -32603, 'too_large'],
      ['artifact:///%ff', -32602, 'id_not_plain_name'],
      ['artifact:///ws%3Aa%3A!!', -32602, 'id_not_base64url'],
      ['artifact:///..%2f..%2fx', -32602, 'id_not_plain_name'],
      ['file:///etc/passwd', -32602, undefined],
      ['artifact:///file%3A%2Fetc%2Fpasswd', -32602, 'id_not_plain_name'],
      ['artifact:////etc/passwd', -32602, undefined],
    ];
    for (const [uri, expected, code] of cases) {
      const { error } = await connection.request('resources/read', { uri });
      assert.equal(error?.code, expected, uri);
      assert.equal((error?.data as { code?: string }).code, code, uri);
      assert.match(error?.message ?? '', code === undefined ? /^Resource not found: / : new RegExp(`^${code}: [A-Z]`), uri);
    }
  });

  it('never lets the key of a service out', async () => {
    const root = await copyOfRealRoot();
    const config = path.join(root, 'config/llmservices.json');
    await writeFile(
      config,
      (await readFile(config, 'utf8')).replaceAll('NOT_NEEDED', 'sk-very-secret').replace('"vision-model"', '"text-model"'),
    );
    const connection = await connect(['--root', root, '--service', 'text-model']);
    const answers = [
      await connection.call('list_artifacts', {}),
      await connection.call('find_capable_agents', { capability: 'text' }),
      await connection.call('get_artifact', { ref: '8' }),
    ];
    await connection.close();
    assert.match(connection.stderr, /already used/, 'the broken configuration is reported');
    assert.ok(!JSON.stringify([answers, connection.stderr]).includes('sk-very-secret'));
  });
});
