import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';

type Part = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

const BASE64_RUN = /[A-Za-z0-9+/]{24,}/;

async function invoke(name: string, input: object): Promise<Part[]> {
  const { content } = await vscode.lm.invokeTool(`agent_artifacts_${name}`, { input, toolInvocationToken: undefined });
  return content as Part[];
}

function textOf(part: Part | undefined): string {
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

function dataOf(part: Part | undefined): vscode.LanguageModelDataPart {
  assert.ok(part instanceof vscode.LanguageModelDataPart);
  return part;
}

describe('the tools in VS Code', () => {
  let artifacts: vscode.Uri;

  before(async () => {
    const api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    const [root] = api.dataRoots.roots;
    assert.ok(root);
    artifacts = root.uriOf(root.layout.artifactsDir);
  });

  const bytesOf = async (name: string) => Buffer.from(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(artifacts, name)));

  it('[1-R7.3][1-R3.1] get_artifact gives a vision service the image, byte for byte, beside a caption', async () => {
    const [caption, image, ...rest] = await invoke('get_artifact', { ref: 'artifact:8', service: 'vision-model' });
    assert.equal(textOf(caption), '工件内容 (chart.png):');
    const { data, mimeType } = dataOf(image);
    assert.equal(mimeType, 'image/png');
    assert.ok(Buffer.from(data).equals(await bytesOf('8.png')));
    assert.equal(rest.length, 0);
  });

  it('[1-R7.4][1-R4.1] get_artifact gives a service with file the PDF as data', async () => {
    const [caption, file] = await invoke('get_artifact', { ref: '15', service: 'multimodal-model' });
    assert.equal(textOf(caption), '工件内容 (report.pdf):');
    const { data, mimeType } = dataOf(file);
    assert.equal(mimeType, 'application/pdf');
    assert.ok(Buffer.from(data).equals(await bytesOf('15.pdf')));
  });

  it('[1-R7.5][1-R6.1][1-R2.4] get_artifact gives a description and no bytes to a text service, and when no service is named', async () => {
    for (const input of [{ ref: '8', service: 'text-model' }, { ref: '8' }]) {
      const [description, ...rest] = await invoke('get_artifact', input);
      assert.match(textOf(description), /^\[Cannot read\] chart\.png \(artifact:8\)\nType: PNG image\n/);
      assert.doesNotMatch(textOf(description), BASE64_RUN);
      assert.equal(rest.length, 0);
    }
  });

  it('[1-R5.1] get_artifact gives a text as it is, also of a workspace file', async () => {
    const [text] = await invoke('get_artifact', { ref: 'artifact:ws:agent-coder-7f3a:c3JjL21haW4uanM' });
    assert.equal(textOf(text), 'console.log("hello again");\n');
  });

  it('[1-R8.1] get_artifact refuses what is not there, what is no reference and what is no service, each with its code', async () => {
    const answer = async (input: object) => JSON.parse(textOf((await invoke('get_artifact', input))[0])) as { error: string; ref?: string };
    assert.equal((await answer({ ref: 'artifact:404' })).error, 'artifact_not_found');
    assert.equal((await answer({ ref: 'ws:agent-coder-7f3a:Li4vLi4veA' })).error, 'artifact_not_found');
    assert.equal((await answer({ ref: '8', service: 'no-such-service' })).error, 'service_unknown');
  });

  it('list_artifacts lists the store newest first, in pages', async () => {
    const page = JSON.parse(textOf((await invoke('list_artifacts', { limit: 2 }))[0])) as {
      items: { ref: string; state: string }[];
      total: number;
      next: string;
    };
    assert.deepEqual(
      page.items.map(({ ref, state }) => [ref, state]),
      [
        ['artifact:33', 'reserved'],
        ['artifact:32', 'present'],
      ],
    );
    assert.equal(page.total, 33);
    assert.equal(page.next, '32');
  });

  it('preview_artifact tells what a program sends of an artifact, and which programs are known', async () => {
    const preview = async (through: string) =>
      JSON.parse(textOf((await invoke('preview_artifact', { ref: '8', model: 'gpt-4o', through }))[0])) as {
        verdict?: string;
        through?: { name: string; outcome: string; parts: { as: string }[] };
        error?: string;
        message?: string;
      };
    const { verdict, through } = await preview('copilot-cli');
    assert.deepEqual([verdict, through?.name, through?.outcome], ['arrives', 'Copilot CLI', 'note']);
    assert.deepEqual(
      through?.parts.map(({ as }) => as),
      ['note'],
    );
    const { error, message } = await preview('no-such-program');
    assert.equal(error, 'program_unknown');
    assert.match(message ?? '', /claude-code, codex, copilot-cli/);
  });

  it('[2-R4.1][2-R4.2] find_capable_agents names the agents whose model takes an input', async () => {
    const found = JSON.parse(textOf((await invoke('find_capable_agents', { capability: 'file' }))[0])) as { agents: string[] };
    assert.deepEqual(found.agents, ['29174105-e4a5-4280-89d1-6a71f60e48cd']);
  });

  it('[3-R5.1][3-R5.3] write_file writes into the workspace and answers with the reference of the file', async () => {
    const input = { path: 'notes/from chat.md', content: '# hello\n', mimeType: 'text/markdown', workspaceId: 'agent-coder-7f3a' };
    const written = JSON.parse(textOf((await invoke('write_file', input))[0])) as { ok: boolean; ref: string };
    assert.equal(written.ok, true);
    assert.equal(textOf((await invoke('get_artifact', { ref: written.ref }))[0]), '# hello\n');
  });

  it('write_file refuses a path out of the workspace before anybody is asked', async () => {
    const input = { path: '../evil.txt', content: 'x', mimeType: 'text/plain', workspaceId: 'agent-coder-7f3a' };
    await assert.rejects(invoke('write_file', input), /A part of the path is "\.\.", which may lead outside the workspace\./);
  });
});

describe('the API for other extensions', () => {
  it('[1-Runtime.init][2-R6.3] gives the routers of each data root, live', async () => {
    const api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
    const [root] = api.dataRoots.roots;
    assert.ok(root);
    const attachment = { type: 'image', artifactRef: 'artifact:8', filename: 'chart.png' } as const;
    const routed = await root.capabilityRouter.routeContent({ text: 'see', attachments: [attachment] }, 'vision-model');
    assert.equal(routed.canProcess, true);
    const artifact = await root.store.getArtifact('8');
    assert.ok(artifact);
    assert.equal((await root.router.routeContent(artifact, 'text-model')).routing, 'text');
    assert.equal(api.ArtifactIdCodec.encode('agent-coder-7f3a', 'src/main.js'), 'ws:agent-coder-7f3a:c3JjL21haW4uanM');
  });
});
