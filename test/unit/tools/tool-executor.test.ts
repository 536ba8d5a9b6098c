import assert from 'node:assert/strict';
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { type ToolError, type ToolErrorCode, type ToolName, TOOLS, toolSentence } from '../../../src/core/tools/tool-definitions.ts';
import { formatToolResponses } from '../../../src/core/tools/agent-context.ts';
import { router, models } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';
import { by, society } from '../../support/society.ts';

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** The code of a refusal; fails when the call was carried out. */
function refused(answer: unknown): ToolErrorCode {
  assert(typeof answer === 'object' && answer !== null && 'error' in answer, JSON.stringify(answer));
  const { error, message } = answer as ToolError;
  assert(message.length > 3);
  return error;
}

describe('ToolExecutor: get_artifact', () => {
  it('[1-ToolExecutor._executeGetArtifact][1-R2.1][1-R7.1][1-R7.3] routes by the model of the agent that asks', async () => {
    const { tools, store } = await society();
    const { id } = await store.putArtifact({ name: 'chart.png', type: 'image/png', content: samples.png });
    const routes = await Promise.all(
      ['writer', 'seer', 'librarian', 'drifter', 'nobody'].map(async (agent) => {
        const answer = await tools.executeToolCall(by(agent), 'get_artifact', { ref: `artifact:${id}` });
        return 'routing' in answer ? answer.routing : refused(answer);
      }),
    );
    assert.deepEqual(routes, ['text', 'image_url', 'text', 'text', 'text']);
    const seen = await tools.executeToolCall(by('seer'), 'get_artifact', { ref: id });
    assert.deepEqual('routing' in seen && seen.routing === 'image_url' && seen.imageUrl, {
      type: 'image_url',
      image_url: { url: `data:image/png;base64,${base64(samples.png)}` },
    });
  });

  it('[1-R2.4] a service that is named counts before that of the agent; one nobody knows is refused, and none, or null, means text only', async () => {
    const { tools, store } = await society();
    const { id } = await store.putArtifact({ name: 'r.pdf', type: 'application/pdf', content: samples.pdf });
    for (const [context, routing] of [
      [{ ...by('writer'), serviceId: 'file-model' }, 'file'],
      [{ serviceId: 'file-model' }, 'file'],
      [{}, 'text'],
      [by('librarian'), 'file'],
      [{ ...by('librarian'), serviceId: null }, 'text'],
    ] as const) {
      const answer = await tools.executeToolCall(context, 'get_artifact', { ref: id });
      assert.equal('routing' in answer && answer.routing, routing, JSON.stringify(context));
    }
    assert.equal(refused(await tools.executeToolCall({ serviceId: 'gone' }, 'get_artifact', { ref: id })), 'service_unknown');
  });

  it('[1-ERR-1][1-R8.1] answers what is not there, reserved, malformed or hostile with the error of the specification', async () => {
    const { tools, root } = await society({}, { 'artifacts/5.meta': { id: '5', extension: '.png' }, 'secret.txt': 's' });
    for (const ref of [
      '99',
      'artifact:99',
      '5',
      'ws:w:!!',
      'ws:w:',
      '../secret.txt',
      'artifact:',
      `ws:..:${Buffer.from('secret.txt').toString('base64url')}`,
      ArtifactIdCodec.encode('lead', 'none.txt'),
    ]) {
      const answer = await tools.executeToolCall(by('seer'), 'get_artifact', { ref });
      assert.equal(refused(answer), 'artifact_not_found' as ToolErrorCode, ref);
      assert.equal('ref' in answer && answer.ref, ref);
      assert(!JSON.stringify(answer).includes(root));
    }
    const missing = await tools.executeToolCall(by('seer'), 'get_artifact', { ref: 'artifact:99' });
    assert.deepEqual(missing, { error: 'artifact_not_found', ref: 'artifact:99', message: '工件不存在或已被删除' });
  });

  it('[E-18] cuts a text to the part that is asked for, between characters, and nothing else', async () => {
    const { tools, store } = await society();
    const text = 'ab🎨cd';
    const { id } = await store.putArtifact({ name: 'a.txt', type: 'text/plain', content: text });
    const part = async (input: object) => {
      const answer = await tools.executeToolCall({}, 'get_artifact', { ref: id, ...input });
      assert('routing' in answer && answer.routing === 'text');
      return [answer.content, answer.metadata.part];
    };
    assert.deepEqual(await part({}), [text, undefined]);
    assert.deepEqual(await part({ limit: 3 }), ['ab', { offset: 0, length: 2, total: 6, next: 2 }]);
    assert.deepEqual(await part({ offset: 2, limit: 1 }), ['🎨', { offset: 2, length: 2, total: 6, next: 4 }]);
    assert.deepEqual(await part({ offset: 3 }), ['cd', { offset: 4, length: 2, total: 6 }]);
    assert.deepEqual(await part({ offset: 100, limit: 5 }), ['', { offset: 6, length: 0, total: 6 }]);
    const image = (await store.putArtifact({ name: 'a.png', type: 'image/png', content: samples.png })).id;
    const whole = await tools.executeToolCall({}, 'get_artifact', { ref: image });
    assert.deepEqual(
      await tools.executeToolCall({}, 'get_artifact', { ref: image, offset: 3, limit: 4 }),
      whole,
      'a description stays whole',
    );
  });

  it('[E-18] refuses arguments it does not know, in every tool', async () => {
    const { tools } = await society();
    for (const name of Object.keys(TOOLS) as ToolName[]) {
      const answer = await tools.executeToolCall(by('writer'), name, {
        ref: '1',
        capability: 'vision',
        path: 'a',
        content: 'a',
        mimeType: 'text/plain',
        unknown: 1,
      });
      assert.equal(refused(answer), 'arguments_invalid', name);
      assert.match((answer as ToolError).message, /unknown/);
    }
  });

  it('tells of a reserved artifact that it has no content yet', async () => {
    const { tools, root } = await society();
    await writeFile(
      path.join(root, 'artifacts/8.meta'),
      JSON.stringify({ id: '8', extension: '.mp4', type: 'video/mp4', name: 'final cut' }),
    );
    assert.deepEqual(await tools.executeToolCall(by('seer'), 'get_artifact', { ref: '8' }), {
      error: 'artifact_not_found',
      ref: '8',
      message: '工件尚未生成',
    });
  });

  it('[1-ERR-5] answers content that is no base64 with the description of the failure', async () => {
    const { tools, root } = await society();
    const id = '019b0d2e-7c3a-7000-8000-000000000001';
    const envelope = { id, createdAt: '2026-01-01T00:00:00.000Z', type: 'image/png', content: 5 };
    await writeFile(path.join(root, `artifacts/${id}.json`), JSON.stringify(envelope));
    const broken = await tools.executeToolCall(by('seer'), 'get_artifact', { ref: id });
    assert.deepEqual('routing' in broken && broken.routing === 'text' && [broken.contentType, broken.content], [
      'binary',
      `[文件处理失败: ${id}]\n错误: base64 编码无效\n请检查文件是否损坏`,
    ]);
  });

  it('[1-R8.1] answers an artifact whose content was removed as one that is not there', async () => {
    const { tools, root, store } = await society();
    const { id } = await store.putArtifact({ name: 'x.png', type: 'image/png', content: samples.png });
    await rm(path.join(root, `artifacts/${id}.png`));
    assert.equal(refused(await tools.executeToolCall(by('seer'), 'get_artifact', { ref: id })), 'artifact_not_found');
  });

  it('[1-ToolExecutor._executeGetArtifact][1-R5.1] gives a text to every agent as it is, with its id, type and time', async () => {
    const { tools, store } = await society();
    const { id } = await store.putArtifact({ name: 'notes', type: 'text/markdown', content: '# 设计\n' });
    const createdAt = (await store.getMetadata(id))?.createdAt;
    assert(createdAt);
    for (const agent of ['writer', 'seer', 'nobody']) {
      const answer = await tools.executeToolCall(by(agent), 'get_artifact', { ref: `artifact:${id}` });
      assert('routing' in answer && answer.routing === 'text');
      assert.deepEqual([answer.contentType, answer.content], ['text', '# 设计\n']);
      const { id: told, type, createdAt: time } = answer.metadata;
      assert.deepEqual([told, type, time], [id, 'text/markdown', createdAt]);
    }
  });
});

describe('ToolExecutor: write_file', () => {
  it('[3-R5.1][3-R5.2][3-R5.3] writes into the workspace of the agent and answers its reference', async () => {
    const { tools, store } = await society();
    const written = await tools.executeToolCall({ ...by('writer'), messageId: 'm-1' }, 'write_file', {
      path: 'src/main.js',
      content: 'run();\n',
      mimeType: 'text/javascript',
    });
    const artifactId = ArtifactIdCodec.encode('lead', 'src/main.js');
    assert.deepEqual(written, { ok: true, artifactId, ref: `artifact:${artifactId}` });
    const metadata = await store.getMetadata(artifactId);
    assert.deepEqual([metadata?.agentId, metadata?.messageId, metadata?.modifiedBy.length], ['writer', 'm-1', 1]);
    assert.equal((await store.getArtifact(artifactId))?.content, 'run();\n');
  });

  it('writes bytes given as base64, and into a workspace that is named', async () => {
    const { tools, store } = await society();
    const written = await tools.executeToolCall(by('writer'), 'write_file', {
      path: 'a.png',
      content: base64(samples.png),
      mimeType: 'image/png',
      encoding: 'base64',
      workspaceId: 'other',
    });
    assert('ok' in written);
    assert.deepEqual((await store.getArtifact(written.ref))?.content, samples.png);
    assert.equal(written.artifactId, ArtifactIdCodec.encode('other', 'a.png'));
  });

  it('refuses what is wrong with a code and a sentence, and writes nothing', async () => {
    const { tools, root } = await society();
    const good = { path: 'a.txt', content: 'x', mimeType: 'text/plain' };
    for (const [agent, args, code] of [
      ['writer', { ...good, path: '../a.txt' }, 'path_leaves_workspace'],
      ['writer', { ...good, path: '/etc/x' }, 'path_absolute'],
      ['writer', { ...good, path: '.meta/x' }, 'not_content'],
      ['writer', { ...good, path: '.META/x' }, 'not_content'],
      ['writer', { ...good, path: '' }, 'arguments_invalid'],
      ['writer', { path: 'a', content: 'x' }, 'arguments_invalid'],
      ['writer', { ...good, mimeType: 'text' }, 'mime_type_missing'],
      ['writer', { ...good, content: 'no base64', encoding: 'base64' }, 'base64_invalid'],
      ['writer', { ...good, encoding: 'latin1' }, 'arguments_invalid'],
      ['writer', { ...good, content: 5 }, 'arguments_invalid'],
      ['nobody', good, 'agent_unknown'],
      ['lost', good, 'agent_unknown'],
      ['writer', { ...good, workspaceId: '../x' }, 'workspace_id_not_plain_name'],
      ['writer', null, 'arguments_invalid'],
      ['writer', 'text', 'arguments_invalid'],
    ] as const)
      assert.equal(refused(await tools.executeToolCall(by(agent), 'write_file', args)), code, JSON.stringify(args));
    assert.equal(refused(await tools.executeToolCall({}, 'write_file', good)), 'agent_unknown');
    assert.deepEqual(await readdir(path.join(root, 'workspaces')), []);
    const invalid = await tools.executeToolCall(by('writer'), 'write_file', { path: 5 });
    assert.match('message' in invalid ? invalid.message : '', /path.*content.*mimeType/);
  });

  it('refuses every write where writing is not allowed', async () => {
    for (const allowWrite of [false, () => false]) {
      const { tools, root } = await society({ allowWrite });
      assert.equal(
        refused(await tools.executeToolCall(by('writer'), 'write_file', { path: 'a', content: 'x', mimeType: 'text/plain' })),
        'write_not_allowed',
      );
      assert.deepEqual(await readdir(path.join(root, 'workspaces')), []);
    }
  });

  it('[E-11] writes nothing when what was said of it is neither yes nor no', async () => {
    for (const allowWrite of [null, 'no', 1, {}] as never[]) {
      const { tools } = await society({ allowWrite });
      assert.equal(
        refused(await tools.executeToolCall(by('writer'), 'write_file', { path: 'a', content: 'x', mimeType: 'text/plain' })),
        'write_not_allowed',
      );
    }
  });

  it('leaves metadata it cannot understand as it is, and says so', async () => {
    const { tools, root } = await society({}, { 'workspaces/lead.meta.json': '{broken' });
    assert.equal(
      refused(await tools.executeToolCall(by('writer'), 'write_file', { path: 'a', content: 'x', mimeType: 'text/plain' })),
      'metadata_not_json',
    );
    assert.equal(await readFile(path.join(root, 'workspaces/lead.meta.json'), 'utf8'), '{broken');
    assert.deepEqual(await readdir(path.join(root, 'workspaces')), ['lead.meta.json']);
  });
});

describe('ToolExecutor: list_artifacts and find_capable_agents', () => {
  it('lists the store newest first, in pages, whole', async () => {
    const { tools, store } = await society();
    for (let n = 1; n <= 5; n++) await store.putArtifact({ name: `n${n}.txt`, content: 'x'.repeat(n), agentId: 'a' });
    const refs: string[] = [];
    let after: string | undefined;
    do {
      const page = await tools.executeToolCall({}, 'list_artifacts', { limit: 2, ...(after !== undefined && { after }) });
      assert('items' in page && page.total === 5 && page.items.length <= 2);
      refs.push(...page.items.map(({ ref }) => ref));
      after = page.next;
    } while (after !== undefined);
    assert.deepEqual(
      refs,
      ['5', '4', '3', '2', '1'].map((id) => `artifact:${id}`),
    );
    const first = await tools.executeToolCall({}, 'list_artifacts', { limit: 1 });
    const { createdAt, ...item } = ('items' in first ? first.items[0] : undefined) ?? { createdAt: '' };
    assert.deepEqual(item, { ref: 'artifact:5', name: 'n5.txt', state: 'present', mimeType: 'text/plain', size: 5, agentId: 'a' });
    assert(Number.isFinite(Date.parse(createdAt ?? '')));
  });

  it('continues after a reference as after an ID, also after a number that is gone, and refuses what is no artifact', async () => {
    const { tools, store } = await society();
    for (let n = 1; n <= 4; n++) await store.putArtifact({ name: `n${n}.txt`, content: 'x', agentId: 'a' });
    const behind = async (after: string): Promise<unknown> => {
      const page = await tools.executeToolCall({}, 'list_artifacts', { after });
      return 'items' in page ? page.items.map(({ ref }) => ref) : page.error;
    };
    for (const after of ['3', 'artifact:3', ' artifact:3 ']) assert.deepEqual(await behind(after), ['artifact:2', 'artifact:1'], after);
    assert.deepEqual(await behind('artifact:1'), []);
    assert.equal(((await behind('9')) as unknown[]).length, 4, 'a number tells its place');
    assert.equal(await behind('yesterday'), 'after_unknown');
    assert.equal(await behind('ws:lead:YQ'), 'after_unknown');
    assert.equal(await behind('artifact:../1'), 'id_not_plain_name');
  });

  it('says in Chinese too which arguments are missing and unknown', async () => {
    const { tools } = await society();
    const answer = await tools.executeToolCall({}, 'get_artifact', { artifactId: '14' });
    assert('error' in answer);
    assert.equal(answer.message, '参数无效 (缺少 ref; 没有参数 artifactId，可用的有 ref, offset, limit)');
  });

  it('lists the files of a workspace, in pages', async () => {
    const { tools } = await society();
    for (const file of ['b.txt', 'a/c.txt', 'a.txt'])
      await tools.executeToolCall(by('writer'), 'write_file', { path: file, content: 'x', mimeType: 'text/plain' });
    const first = await tools.executeToolCall({}, 'list_artifacts', { workspaceId: 'lead', limit: 2 });
    assert('items' in first && first.total === undefined);
    const rest = await tools.executeToolCall({}, 'list_artifacts', { workspaceId: 'lead', after: first.next });
    assert('items' in rest && rest.next === undefined);
    assert.deepEqual(
      [...first.items, ...rest.items].map(({ ref }) => ref),
      ['a/c.txt', 'a.txt', 'b.txt'].map((file) => `artifact:${ArtifactIdCodec.encode('lead', file)}`),
    );
  });

  it('refuses limits and workspaces that are none', async () => {
    const { tools } = await society();
    for (const [args, code] of [
      [{ limit: 0 }, 'arguments_invalid'],
      [{ limit: 501 }, 'arguments_invalid'],
      [{ limit: 1.5 }, 'arguments_invalid'],
      [{ limit: '5' }, 'arguments_invalid'],
      [{ workspaceId: '' }, 'arguments_invalid'],
      [{ workspaceId: 'none' }, 'not_found'],
      [{ workspaceId: '..' }, 'outside_root'],
    ] as const) {
      assert.equal(refused(await tools.executeToolCall({}, 'list_artifacts', args)), code, JSON.stringify(args));
    }
    assert.deepEqual(await tools.executeToolCall({}, 'list_artifacts', {}), { items: [], total: 0 });
  });

  it('[2-R4.1][2-R4.2][2-R4.4] finds the agents whose model can take a content', async () => {
    const { tools } = await society();
    const find = async (capability: string) => tools.executeToolCall({}, 'find_capable_agents', { capability });
    assert.deepEqual(await find('vision'), { capability: 'vision', agents: ['seer'] });
    assert.deepEqual(await find('file'), { capability: 'file', agents: ['librarian'] });
    assert.deepEqual(await find('tool_calling'), { capability: 'tool_calling', agents: [] });
    assert.equal(refused(await tools.executeToolCall({}, 'find_capable_agents', {})), 'arguments_invalid');
  });
});

describe('ToolExecutor, whatever is called', () => {
  it('knows its tools by name and no other', async () => {
    const { tools } = await society();
    for (const name of ['send_message', '__proto__', '', 'GET_ARTIFACT'])
      assert.equal(refused(await tools.executeToolCall({}, name as ToolName, {})), 'unknown_tool');
    assert.deepEqual(
      Object.values(TOOLS)
        .filter(({ isReadOnly }) => !isReadOnly)
        .map(({ name }) => name),
      ['write_file'],
    );
  });

  it('never rejects: what breaks inside is a code', async () => {
    const agents = {
      getAgentsByCapability: () => {
        throw new Error('inside');
      },
      getServiceIdForAgent: () => {
        throw new Error('inside');
      },
      getWorkspaceIdForAgent: () => {
        throw new Error('inside');
      },
    };
    const { tools, store } = await society({ agents });
    const { id } = await store.putArtifact({ name: 'a', content: 'x' });
    for (const [name, args] of [
      ['get_artifact', { ref: id }],
      ['find_capable_agents', { capability: 'vision' }],
      ['write_file', { path: 'a', content: 'x', mimeType: 'text/plain' }],
    ] as const) {
      assert.equal(refused(await tools.executeToolCall(by('writer'), name, args)), 'io_failed');
    }
  });

  it('decision 10: speaks English when descriptions do', async () => {
    const { tools } = await society({ router: new ArtifactContentRouter({ serviceRegistry: models, language: 'en' }) });
    for (const [name, args] of [
      ['get_artifact', { ref: '1' }],
      ['get_artifact', { ref: 'ws:x' }],
      ['list_artifacts', { limit: 0 }],
      ['write_file', { path: 'a', content: '', mimeType: 'text/plain' }],
    ] as const) {
      assert.doesNotMatch(JSON.stringify(await tools.executeToolCall({}, name, args)), /\p{Script=Han}/u);
    }
    assert.equal(toolSentence('busy', 'en'), 'Another program is using the file; try again later.');
  });
});

describe('the tool messages of a turn', () => {
  it('[1-LlmHandler._processToolCall] answer every call with its own id, in the order of the calls', async () => {
    const { tools, store } = await society();
    const image = await store.putArtifact({ name: 'a.png', type: 'image/png', content: samples.png });
    const note = await store.putArtifact({ name: 'b.txt', content: 'words' });
    const calls = [
      ['c1', 'get_artifact', { ref: image.id }],
      ['c2', 'get_artifact', { ref: note.id }],
      ['c3', 'get_artifact', { ref: '99' }],
      ['c4', 'find_capable_agents', { capability: 'vision' }],
      ['c5', 'write_file', {}],
    ] as const;
    const answered = await Promise.all(
      calls.map(async ([toolCallId, name, args]) => ({ toolCallId, result: await tools.executeToolCall(by('seer'), name, args) })),
    );
    const messages = formatToolResponses(answered);
    assert.deepEqual(
      messages.map(({ role, tool_call_id }) => [role, tool_call_id]),
      calls.map(([id]) => ['tool', id]),
    );
    const [first, ...texts] = messages.map(({ content }) => content);
    assert.deepEqual(first, [
      { type: 'text', text: '工件内容 (a.png):' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${base64(samples.png)}` } },
    ]);
    const [text, missing, agents, invalid] = texts.map((content) => JSON.parse(String(content)) as Record<string, unknown>);
    assert.deepEqual(
      [text?.['status'], text?.['content'], missing?.['error'], agents?.['agents'], invalid?.['error']],
      ['success', 'words', 'artifact_not_found', ['seer'], 'arguments_invalid'],
    );
  });

  it('[1-LlmHandler._processToolCall] keep the same artifact asked twice apart, and are none without calls', async () => {
    const result = await router().routeContent(
      { id: '5', content: samples.png, isBinary: true, mimeType: 'image/png', meta: {} },
      'vision',
    );
    const messages = formatToolResponses([
      { toolCallId: 'a', result },
      { toolCallId: 'b', result },
    ]);
    assert.deepEqual(
      messages.map(({ tool_call_id }) => tool_call_id),
      ['a', 'b'],
    );
    assert.deepEqual(messages[0]?.content, messages[1]?.content);
    assert.deepEqual(formatToolResponses([]), []);
  });
});

describe('ToolExecutor: list_artifacts with filters', () => {
  const day = (at: number) => new Date(Date.UTC(2026, 0, at)).toISOString();
  const sidecar = (at: number, name: string, extension: string, type: string) => ({
    [`artifacts/${at}.meta`]: JSON.stringify({ id: String(at), extension, type, name, size: 1, createdAt: day(at) }),
    [`artifacts/${at}${extension}`]: 'x',
  });
  const files = {
    ...sidecar(1, 'Sales Chart', '.png', 'image/png'),
    ...sidecar(2, 'sales report', '.pdf', 'application/pdf'),
    ...sidecar(3, 'photo of the team', '.jpg', 'image/jpeg'),
    ...sidecar(4, 'logo', '.svg', 'image/svg+xml'),
    ...sidecar(5, 'Chart of SALES', '.png', 'image/png'),
    'workspaces/lead/charts/sales.png': 'x',
    'workspaces/lead/notes.md': 'x',
  };

  async function refs(args: object): Promise<string[]> {
    const { tools } = await society({}, files);
    const answer = await tools.executeToolCall({}, 'list_artifacts', args);
    assert('items' in answer, JSON.stringify(answer));
    return answer.items.map(({ ref, name }) => (ref.includes('ws:') ? name : ref.slice('artifact:'.length)));
  }

  it('lists those of a kind, a media type, a range of types, with all words of a name, together', async () => {
    assert.deepEqual(await refs({ kind: 'image' }), ['5', '4', '3', '1']);
    assert.deepEqual(await refs({ kind: 'document' }), ['2']);
    assert.deepEqual(await refs({ mimeType: 'image/png' }), ['5', '1']);
    assert.deepEqual(await refs({ mimeType: 'image/jpg' }), ['3'], 'the common spelling of image/jpeg');
    assert.deepEqual(await refs({ mimeType: 'IMAGE/*' }), ['5', '4', '3', '1']);
    assert.deepEqual(await refs({ name: 'sales chart' }), ['5', '1']);
    assert.deepEqual(await refs({ name: 'sales', kind: 'document' }), ['2']);
    assert.deepEqual(await refs({ name: 'nothing of that name' }), []);
  });

  it('takes a kind and a name for the files of a workspace too, the name with its folders', async () => {
    assert.deepEqual(await refs({ workspaceId: 'lead', kind: 'image' }), ['sales.png']);
    assert.deepEqual(await refs({ workspaceId: 'lead', name: 'charts' }), ['sales.png']);
    assert.deepEqual(await refs({ workspaceId: 'lead', kind: 'audio' }), []);
  });

  it('lists what was made or changed after a time', async () => {
    const { tools, root } = await society({}, files);
    for (const at of [1, 2, 3, 4, 5])
      await utimes(
        path.join(root, `artifacts/${at}${['', '.png', '.pdf', '.jpg', '.svg', '.png'][at]}`),
        new Date(day(at)),
        new Date(day(at)),
      );
    const list = async (newerThan: string) => {
      const answer = await tools.executeToolCall({}, 'list_artifacts', { newerThan });
      return 'items' in answer ? answer.items.map(({ ref }) => ref) : refused(answer);
    };
    assert.deepEqual(await list(day(3)), ['artifact:5', 'artifact:4']);
    await utimes(path.join(root, 'artifacts/1.png'), new Date(day(9)), new Date(day(9)));
    assert.deepEqual(await list(day(5)), ['artifact:1'], 'changed since, though made before');
    assert.equal(await list('yesterday'), 'arguments_invalid');
  });

  it('gives filtered pages that make the whole, and tells how far it is', async () => {
    const { tools } = await society({}, files);
    const seen: string[] = [];
    const told: number[] = [];
    let after: string | undefined;
    do {
      const answer = await tools.executeToolCall({ onProgress: (done) => told.push(done) }, 'list_artifacts', {
        kind: 'image',
        limit: 1,
        after,
      });
      assert('items' in answer);
      seen.push(...answer.items.map(({ ref }) => ref));
      after = answer.next;
    } while (after !== undefined);
    assert.deepEqual(seen, ['artifact:5', 'artifact:4', 'artifact:3', 'artifact:1']);
    assert(told.length > 0);
  });

  it('stops when the call was cancelled', async () => {
    const { tools } = await society({}, files);
    const answer = await tools.executeToolCall({ signal: AbortSignal.abort() }, 'list_artifacts', { kind: 'image' });
    assert.deepEqual('items' in answer && answer.items, []);
  });

  it('refuses conditions that are none', async () => {
    const { tools } = await society({}, files);
    for (const args of [
      { kind: 'picture' },
      { mimeType: 'image' },
      { mimeType: '*/*; q=1' },
      { name: '' },
      { name: 'x'.repeat(1001) },
      { newerThan: '' },
    ])
      assert.equal(refused(await tools.executeToolCall({}, 'list_artifacts', args)), 'arguments_invalid', JSON.stringify(args));
  });
});

describe('ToolExecutor: references to files', () => {
  it('refuses ids of files, paths and URIs: agents see artifacts only', async () => {
    const { tools, root } = await society({}, { 'secret.txt': 'secret', 'artifacts/1.txt': 'one' });
    const secret = path.join(root, 'secret.txt');
    for (const ref of [
      `file:${secret}`,
      `file://${secret}`,
      secret,
      '../secret.txt',
      '..\\secret.txt',
      './1.txt',
      `artifact:${secret}`,
      'artifact:../secret.txt',
      'artifact:file:secret.txt',
      'file:1.txt',
      'C:\\secret.txt',
    ]) {
      const answer = await tools.executeToolCall(by('seer'), 'get_artifact', { ref });
      assert.equal(refused(answer), 'artifact_not_found' as ToolErrorCode, ref);
    }
  });
});
