import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { readerItems, readersOf } from '../../../src/host/agents/who-can-read.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import { ArtifactRoutes } from '../../../src/host/preview/artifact-routes.ts';
import { agentRoot, type AgentRoot } from './agents-fixture.ts';

describe('Who Can Read This Artifact?', () => {
  let real: AgentRoot;

  before(async () => {
    real = await agentRoot('real');
  });
  after(() => real.remove());

  async function readers(id: string) {
    const { root } = real;
    const reference = parseReference(id);
    assert.ok(reference.ok);
    const routes = new ArtifactRoutes(
      root,
      await loadArtifact(new RootSource(root, new FileSystems().for(root.folder).fs), reference.value),
    );
    const asked: (string | null)[] = [];
    const found = await readersOf(root, {
      route: (serviceId) => {
        asked.push(serviceId);
        return routes.route(serviceId);
      },
      routeWithAllCapabilities: () => routes.routeWithAllCapabilities(),
    });
    return { found, asked };
  }

  const shown = async (id: string): Promise<string[]> =>
    readerItems((await readers(id)).found).map(({ label, description, detail, kind, iconPath }) =>
      kind === vscode.QuickPickItemKind.Separator
        ? `— ${label}`
        : `${(iconPath as vscode.ThemeIcon).id}: ${[label, description, detail].join(' | ')}`,
    );

  it('[2-R4.4] an image: those whose model sees receive it, the others a description, each with the reason', async () => {
    assert.deepEqual(await shown('31'), [
      '— receive the content',
      'account: artist | 视觉模型 · 055769bd | “vision” is declared, so the content itself is sent.',
      'account: analyst | 多模态模型 · 29174105 | “vision” is declared, so the content itself is sent.',
      'account: artist | 视觉模型 · ddb39fca | “vision” is declared, so the content itself is sent.',
      '— receive a description',
      'account: planner | 纯文本模型 · 894f5723 | “vision” is not declared, so a description is sent instead.',
      'warning: drifter | 37f8c833 | Text only: no service is configured for the default model “default-model”. Without a model service only text can be sent, so a description is sent instead.',
    ]);
  });

  it('[E-17] those whose model is known not to support it are apart, with both sources', async () => {
    const { root } = real;
    const before = root.services.getServices();
    root.services.loadText(
      JSON.stringify({ services: before.map((service) => (service.id === 'vision-model' ? { ...service, model: 'gpt-4' } : service)) }),
    );
    try {
      const lines = await shown('31');
      assert.deepEqual(
        [lines[0], lines[2]],
        ['— receive the content', '— receive the content, but their model is known not to support it'],
      );
      assert.match(lines[3] ?? '', /“vision” is declared in llmservices\.json, but gpt-4 is known not to support it/);
    } finally {
      await root.services.load();
    }
  });

  it('[28] those whose API rejects the request are apart, with its reason, though their model is declared to see', async () => {
    const { root } = real;
    const before = root.services.getServices();
    root.services.loadText(
      JSON.stringify({
        services: before.map((service) =>
          service.id === 'vision-model' ? { ...service, api: 'anthropic', model: 'claude-opus-4-5' } : service,
        ),
      }),
    );
    try {
      const lines = await shown('14');
      assert.equal(lines[0], '— receive the content');
      const refused = lines.slice(lines.indexOf('— receive nothing: their API rejects the request') + 1);
      assert.equal(refused.length, 2, 'both artists');
      for (const line of refused) assert.match(line, /^account: artist .* Anthropic .*image\/(?:tiff|bmp|x-icon|heic|avif)/);
    } finally {
      await root.services.load();
    }
  });

  it('a text: everyone', async () => {
    const lines = await shown('1');
    assert.equal(lines[0], '— receive the content');
    assert.equal(lines.length, 6);
    assert.ok(
      lines.slice(1).every((line) => line.endsWith('Sent as text in the result of a tool; every model can read it.')),
      lines.join('\n'),
    );
  });

  it('a workspace file, as a regular artifact', async () => {
    const { found } = await readers(`ws:agent-coder-7f3a:${Buffer.from('shots/screen.png').toString('base64url')}`);
    assert.deepEqual(
      found.map(({ receives }) => receives),
      ['description', 'content', 'content', 'description', 'content'],
    );
  });

  it('asks the router once for each service, however many agents have it', async () => {
    const { asked } = await readers('31');
    assert.deepEqual(asked, ['text-model', 'vision-model', 'multimodal-model', null]);
  });

  it('an artifact whose file has vanished has no content for anyone', async () => {
    await rm(path.join(real.root.layout.artifactsDir, '24.png'));
    const { found } = await readers('24');
    assert.deepEqual([...new Set(found.map(({ receives }) => receives))], ['note']);
  });
});
