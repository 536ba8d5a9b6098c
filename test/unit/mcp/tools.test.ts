import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '../../support/mcp-connection.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';

const ARTIST = '055769bd-808a-4e57-b1ba-ef8dd9dde793';

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
    const result = await (await here('--service', 'text-model', '--language', 'zh')).call('get_artifact', { ref: '8' });
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
    const listed = (await server.request('tools/list')).result as {
      tools: { name: string; annotations: { readOnlyHint: boolean; destructiveHint: boolean } }[];
    };
    const writer = listed.tools.find(({ name }) => name === 'write_file');
    assert.equal(writer?.annotations.readOnlyHint, false);
    assert.equal(writer?.annotations.destructiveHint, true);
  });
});
