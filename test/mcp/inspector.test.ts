import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '../support/mcp-connection.ts';
import { MCP, runNode } from '../support/programs.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { installInspector } from '../tooling/inspector.mjs';

const ARTIST = '055769bd-808a-4e57-b1ba-ef8dd9dde793';

interface Block {
  readonly type: string;
  readonly text?: string;
  readonly data?: string;
  readonly mimeType?: string;
  readonly resource?: { readonly uri: string; readonly mimeType: string; readonly blob: string };
}
interface Call {
  readonly content: readonly Block[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta?: { readonly 'agent-artifacts/route'?: { readonly contentType: string; readonly routing: string } };
}
interface Listed {
  readonly tools: readonly {
    name: string;
    inputSchema: { additionalProperties: boolean };
    outputSchema?: { type: string };
    annotations: { readOnlyHint: boolean; destructiveHint: boolean };
  }[];
}

describe('The MCP server, driven by the MCP Inspector', () => {
  let root: string;
  let home: string;
  let inspector: { node: string; script: string };

  before(async () => {
    [root, home, inspector] = await Promise.all([copyOfRealRoot(), temporaryFolder(), installInspector()]);
  });

  /** @param server options of the server @param request options of the Inspector @returns the result, and the Inspector's exit code */
  async function inspect<T>(
    server: readonly string[],
    request: readonly string[],
  ): Promise<{ result: T; code: number | null; stderr: string }> {
    const args = [inspector.script, '--cli', process.execPath, MCP, '--root', root, ...server, '--format', 'json', '-q', ...request];
    const { code, stdout, stderr } = await runNode(inspector.node, args, { env: { HOME: home, USERPROFILE: home } });
    const result = stdout.trim() === '' ? undefined : (JSON.parse(stdout) as { result: T }).result;
    return { result: result as T, code, stderr };
  }

  const call = (server: readonly string[], name: string, args: object, more: readonly string[] = []) =>
    inspect<Call>(server, ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args), ...more]);

  const fixture = (name: string) => readFile(path.join(root, 'data/runtime/artifacts', name));

  for (const era of ['legacy', 'modern']) {
    describe(`in the ${era} protocol`, () => {
      const inEra = ['--protocol-era', era];

      it('lists the tools that read, with schemas and annotations', async () => {
        const { result, code } = await inspect<Listed>([], ['--method', 'tools/list', '--strict', ...inEra]);
        assert.equal(code, 0, 'the Inspector finds no schema that other clients could not take');
        assert.deepEqual(
          result.tools.map(({ name }) => name),
          ['get_artifact', 'list_artifacts', 'preview_artifact', 'check_conversation', 'find_capable_agents'],
        );
        for (const { name, inputSchema, outputSchema, annotations } of result.tools) {
          assert.equal(
            outputSchema?.type,
            name === 'get_artifact' ? undefined : 'object',
            '[E-18] no schema of structured content where there is none',
          );
          assert.equal(inputSchema.additionalProperties, false);
          assert.equal(annotations.readOnlyHint, true);
          assert.equal(annotations.destructiveHint, false);
        }
      });

      it('[1-R7.1][1-R7.3] gives a model with vision the image, byte for byte, with its caption and its route', async () => {
        const { result } = await call(['--service', 'vision-model'], 'get_artifact', { ref: 'artifact:8' }, inEra);
        const [caption, image] = result.content;
        assert.deepEqual(caption, { type: 'text', text: '工件内容 (chart.png):' });
        assert.equal(image?.type, 'image');
        assert.equal(image?.mimeType, 'image/png');
        assert.deepEqual(Buffer.from(image?.data ?? '', 'base64'), await fixture('8.png'));
        assert.equal(result.structuredContent, undefined, 'a client that prefers it would not show the model the image');
        const route = result._meta?.['agent-artifacts/route'];
        assert.deepEqual([route?.contentType, route?.routing], ['image', 'image_url']);
        assert.ok(!JSON.stringify(route).includes(image?.data?.slice(0, 24) ?? '?'), 'no base64 beside the image');
      });

      it('reads a resource as a blob, byte for byte, and one of a workspace as text', async () => {
        const read = async (uri: string) =>
          (
            await inspect<{ contents: { uri: string; mimeType: string; blob?: string; text?: string }[] }>(
              [],
              ['--method', 'resources/read', '--uri', uri, ...inEra],
            )
          ).result.contents[0];
        const image = await read('artifact:///8');
        assert.equal(image?.mimeType, 'image/png');
        assert.deepEqual(Buffer.from(image?.blob ?? '', 'base64'), await fixture('8.png'));
        const script = await read('artifact:///ws%3Aagent-coder-7f3a%3Ac3JjL21haW4uanM');
        assert.equal(script?.mimeType, 'text/javascript');
        assert.equal(script?.text, await readFile(path.join(root, 'data/runtime/workspaces/agent-coder-7f3a/src/main.js'), 'utf8'));
      });
    });
  }

  it('writes the bytes of an image to disk as the Inspector decodes them', async () => {
    const output = path.join(home, 'image.png');
    const { code } = await inspect(
      ['--service', 'vision-model'],
      ['--method', 'resources/read', '--uri', 'artifact:///9', '--output', output, '--output-format', 'raw'],
    );
    assert.equal(code, 0);
    assert.deepEqual(await readFile(output), await fixture('9.jpg'));
  });

  it('does not have the tool that writes where writing is not allowed', async () => {
    const { code, stderr } = await call([], 'write_file', { path: 'a.txt', content: 'a', mimeType: 'text/plain' });
    assert.equal(code, 5);
    assert.match(stderr, /tool_not_found/);
  });

  it('tells a refused call by its exit code', async () => {
    const { code } = await call([], 'get_artifact', { ref: 'artifact:4711' });
    assert.equal(code, 5);
  });
});

describe('The tools of the MCP server', () => {
  let root: string;

  before(async () => {
    root = await copyOfRealRoot();
  });

  const here = (...server: string[]) => connect(['--root', root, ...server]);
  const fixture = (name: string) => readFile(path.join(root, 'data/runtime/artifacts', name));

  it('[1-R7.4] gives a model that takes audio an audio block, and one that takes files a resource', async () => {
    const server = await here('--service', 'multimodal-model');
    const audio = await server.call('get_artifact', { ref: '18' });
    assert.equal(audio.content[1]?.type, 'audio');
    assert.deepEqual(Buffer.from(audio.content[1]?.data ?? '', 'base64'), await fixture('18.wav'));
    const document = await server.call('get_artifact', { ref: '15' });
    const { resource } = document.content[1] ?? {};
    assert.equal(document.content[0]?.type, 'text');
    assert.equal(resource?.uri, 'artifact:///15');
    assert.equal(resource?.mimeType, 'application/pdf');
    assert.deepEqual(Buffer.from(resource?.blob ?? '', 'base64'), await fixture('15.pdf'));
  });

  it('[1-R7.2][1-R7.5] gives a model of text the description alone, and text as it is', async () => {
    const result = (await (await here('--service', 'text-model', '--language', 'zh')).call('get_artifact', { ref: '8' })) as Call;
    assert.deepEqual(
      result.content.map(({ type }) => type),
      ['text'],
    );
    assert.match(result.content[0]?.text ?? '', /^\[无法读取\] chart\.png \(artifact:8\)\n类型: PNG 图片\n大小: /);
    const route = result._meta?.['agent-artifacts/route'];
    assert.deepEqual([route?.contentType, route?.routing], ['image', 'text']);
    const text = await (await here('--language', 'en')).call('get_artifact', { ref: '1' });
    assert.equal(text.content[0]?.text, (await fixture('1.md')).toString());
  });

  it('[1-R8.1] refuses an artifact that is not there with a code and a sentence', async () => {
    const result = await (await here('--language', 'en')).call('get_artifact', { ref: 'artifact:4711' });
    assert.equal(result.isError, true);
    assert.deepEqual(result.structuredContent, {
      error: 'artifact_not_found',
      ref: 'artifact:4711',
      message: 'The artifact does not exist or was deleted.',
    });
  });

  it('lists artifacts in pages, and resources and their template', async () => {
    const server = await here();
    const first = await server.call('list_artifacts', { limit: 2 });
    assert.equal(first.structuredContent['total'], 33);
    const second = await server.call('list_artifacts', { limit: 2, after: first.structuredContent['next'] });
    const refs = [first, second].flatMap(({ structuredContent }) =>
      (structuredContent['items'] as { ref: string }[]).map(({ ref }) => ref),
    );
    assert.deepEqual(refs, ['artifact:33', 'artifact:32', 'artifact:31', 'artifact:30']);
    const { resources } = (await server.request('resources/list')).result as { resources: { uri: string }[] };
    assert.ok(resources.some(({ uri }) => uri === 'artifact:///8'));
    const { resourceTemplates } = (await server.request('resources/templates/list')).result as {
      resourceTemplates: { uriTemplate: string }[];
    };
    assert.deepEqual(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      ['artifact:///{id}'],
    );
  });

  it('[2-R4.2][2-R4.4] names the agents that can take a kind of content', async () => {
    const result = await (await here()).call('find_capable_agents', { capability: 'audio' });
    assert.deepEqual(result.structuredContent, { capability: 'audio', agents: ['29174105-e4a5-4280-89d1-6a71f60e48cd'] });
  });

  it('[3-R5.1][3-R5.3] writes a file for an agent where that is allowed, and the new id can be read', async () => {
    const server = await here('--allow-write', '--agent', ARTIST);
    const result = await server.call('write_file', { path: 'notes/plan.md', content: '# 计划\n', mimeType: 'text/markdown' });
    const ref = String(result.structuredContent['ref']);
    assert.equal(ref, `artifact:ws:${ARTIST}:${Buffer.from('notes/plan.md').toString('base64url')}`);
    assert.equal(await readFile(path.join(root, 'data/runtime/workspaces', ARTIST, 'notes/plan.md'), 'utf8'), '# 计划\n');
    assert.equal((await server.call('get_artifact', { ref })).content[0]?.text, '# 计划\n');
    const listed = (await server.request('tools/list')).result as unknown as Listed;
    const writer = listed.tools.find(({ name }) => name === 'write_file');
    assert.equal(writer?.annotations.readOnlyHint, false);
    assert.equal(writer?.annotations.destructiveHint, true);
  });
});
