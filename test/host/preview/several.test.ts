import assert from 'node:assert/strict';
import { Buffer } from 'node:buffer';
import * as vscode from 'vscode';
import type { AgentArtifactsApi } from '../../../src/host/tools/api.ts';
import type { PreviewContent, PreviewState } from '../../../src/shared/preview-protocol.ts';
import { closeAllEditors } from '../services/services-fixture.ts';
import { FakePage, refer, undrawnPanel } from './fake-panel.ts';
import { openFixture, shown, type PreviewFixture } from './preview-fixture.ts';
import { PreviewStage, textOf } from './preview-stage.ts';

type Items = Extract<PreviewContent, { kind: 'attachments' }>['items'];

/** An image, a text, a sound. */
const THREE = ['artifact:8', 'artifact:1', 'artifact:18'] as const;

describe('several artifacts in one preview', () => {
  let stage: PreviewStage;
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    stage = await PreviewStage.open();
    ({ fixture, page } = stage);
  });
  afterEach(() => stage.close());

  const itemsOf = ({ content }: PreviewState): Items => (content.kind === 'attachments' ? content.items : []);
  const outcomes = (state: PreviewState): string[] => itemsOf(state).map(({ outcome }) => outcome);
  const parts = async (): Promise<{ type: string }[]> =>
    (JSON.parse((await page.panel.fullMessage('json')) ?? '{}') as { content: { type: string }[] }).content;
  const contentReads = (): number => fixture.accesses.filter((method) => method === 'stat').length;

  it('a text that is attached needs “file”, and the reason says how it would go without', async () => {
    const state = await stage.showFor('text-model', 'artifact:1', 'artifact:8');
    assert.equal(outcomes(state)[0], 'described');
    assert.match(
      itemsOf(state)[0]?.reason ?? '',
      /“file”, which every attached file needs, text included.*with a tool gets the text itself/,
    );
    assert.doesNotMatch(itemsOf(state)[1]?.reason ?? '', /a text too/);
  });

  it('is one user message whose attachments go by the capabilities of the model, in their order', async () => {
    const all = await stage.showFor('multimodal-model', ...THREE);
    assert.deepEqual(outcomes(all), ['included', 'included', 'included']);
    assert.deepEqual(
      (await parts()).map(({ type }) => type),
      ['image_url', 'file', 'file'],
    );
    const some = await stage.showFor('vision-model', ...THREE);
    assert.deepEqual(outcomes(some), ['included', 'described', 'described']);
    assert.deepEqual(
      (await parts()).map(({ type }) => type),
      ['text', 'image_url'],
    );
    assert.equal(some.verdict.outcome, 'message');
    assert.ok(itemsOf(some).every(({ reason }) => reason !== ''));
    assert.deepEqual(some.verdict.capable, ['multimodal-model']);
  });

  it('two pictures are shown side by side with their facts, whatever the model takes', async () => {
    const state = await stage.showFor('text-model', 'artifact:8', 'artifact:9');
    const pictures = itemsOf(state).map(({ picture }) => picture);
    assert.deepEqual(
      pictures.map((picture) => [picture?.facts.id, picture?.facts.media, new URL(picture?.uri ?? '').pathname.split('/').at(-1)]),
      [
        ['8', ['640 × 400 pixels'], '8.png'],
        ['9', ['1600 × 1200 pixels'], '9.jpg'],
      ],
    );
    assert.equal(state.facts.name, pictures.map((picture) => picture?.facts.name).join(' ↔ '));
    assert.deepEqual(outcomes(state), ['described', 'described']);
  });

  it('of three pictures, and of a picture and a text, none is drawn', async () => {
    for (const references of [
      ['artifact:8', 'artifact:9', 'artifact:24'],
      ['artifact:8', 'artifact:1'],
    ] as [string, ...string[]][]) {
      const state = await stage.showFor('vision-model', ...references);
      assert.ok(itemsOf(state).every(({ picture }) => picture === undefined));
      assert.equal(state.facts.name, `${references.length} attachments`);
    }
  });

  it('is the message that the router of messages makes', async () => {
    await stage.showFor('vision-model', ...THREE);
    const attachments = [
      { type: 'image', artifactRef: 'artifact:8' },
      { type: 'file', artifactRef: 'artifact:1' },
      { type: 'audio', artifactRef: 'artifact:18' },
    ] as const;
    const metadata = await Promise.all(attachments.map(({ artifactRef }) => fixture.root.store.getMetadata(artifactRef)));
    const infos = attachments.map((attachment, index) => ({
      ...attachment,
      filename: metadata[index]?.filename ?? '',
      size: metadata[index]?.size ?? 0,
      mimeType: metadata[index]?.mimeType ?? '',
    }));
    const { processedContent } = await fixture.root.capabilityRouter.routeContent({ attachments: infos }, 'vision-model');
    assert.deepEqual(JSON.parse((await page.panel.fullMessage('json')) ?? ''), { role: 'user', content: processedContent });
  });

  it('reads no content for a model that takes none, and each content once for those that do', async () => {
    await stage.showFor('text-model', ...THREE);
    const described = fixture.accesses.length;
    await fixture.previewService.select(fixture.root, 'vision-model');
    await page.panel.route();
    const withOne = fixture.accesses.length;
    assert.ok(withOne > described);
    await fixture.previewService.select(fixture.root, 'text-model');
    await page.panel.route();
    await fixture.previewService.select(fixture.root, 'vision-model');
    await page.panel.route();
    assert.equal(fixture.accesses.length, withOne);
  });

  it('the request, the tokens and the decision are those of the whole message', async () => {
    await stage.showFor('multimodal-model', ...THREE);
    const { wire, why, message } = await page.shown(({ tokens }) => tokens !== null);
    const names = itemsOf(page.panel.state as PreviewState).map(({ name }) => name);
    assert.deepEqual(
      wire?.parts.map(({ label }) => label.split(' · ')[0]),
      names,
    );
    assert.equal(why.steps.length, 6);
    assert.match(message?.json ?? '', /"role": "user"/);
  });

  it('[E-17] an attachment that the model is known not to take is doubtful, with both sources', async () => {
    await stage.writeServices(
      JSON.stringify({
        services: [
          {
            id: 'deaf',
            name: 'Deaf',
            model: 'gpt-5.2',
            api: 'openai-compatible',
            capabilities: { input: ['text', 'vision', 'audio', 'file'] },
          },
        ],
      }),
    );
    const state = await stage.showFor('deaf', ...THREE);
    assert.deepEqual(outcomes(state), ['included', 'included', 'doubtful']);
    assert.match(
      itemsOf(state)[2]?.reason ?? '',
      /^“audio” is declared in llmservices\.json, but gpt-5\.2 is known not to support it \(catalogue: gpt-5\.2, @langchain/,
    );
    assert.deepEqual([state.arrival.state, state.arrival.reason], ['doubtful', itemsOf(state)[2]?.reason]);
  });

  it('the attachment that only some servers of the API take is doubtful, and the verdict names it', async () => {
    const state = await stage.showFor('multimodal-model', 'artifact:15', 'artifact:8');
    assert.deepEqual(outcomes(state), ['doubtful', 'included']);
    const reason = itemsOf(state)[0]?.reason ?? '';
    assert.match(reason, /application\/pdf.*the server decides/);
    assert.deepEqual([state.arrival.state, state.arrival.reason], ['doubtful', `report.pdf: ${reason}`]);
    await vscode.workspace.fs.copy(
      stage.copy.file('data', 'runtime', 'artifacts', '15.pdf'),
      stage.copy.file('data', 'runtime', 'artifacts', '9601.pdf'),
    );
    const both = await stage.showFor('multimodal-model', 'artifact:15', 'artifact:9601', 'artifact:8');
    assert.deepEqual(outcomes(both), ['doubtful', 'doubtful', 'included']);
    assert.equal(both.arrival.reason, `report.pdf, 9601.pdf: ${reason}`);
  });

  it('names the attachment whose tokens no formula tells', async () => {
    const capabilities = { input: ['text', 'vision', 'file'] };
    const responses = { id: 'gpt', name: 'GPT', model: 'gpt-5.4', api: 'openai-responses', capabilities };
    await stage.writeServices(JSON.stringify({ services: [responses] }));
    await stage.showFor('gpt', 'artifact:8', 'artifact:30');
    const { tokens } = await page.shown((each) => each.tokens !== null);
    assert.deepEqual([tokens?.routed, tokens?.uncounted], [null, '成绩 表.csv']);
  });

  it('[E-17] an attachment that goes as text is not doubtful, and the doubt stays with the one it is about', async () => {
    await stage.writeServices(
      JSON.stringify({
        services: [
          {
            id: 'deaf',
            name: 'Deaf',
            model: 'gpt-5.2',
            api: 'openai-compatible',
            capabilities: { input: ['text', 'vision', 'audio', 'file'] },
          },
        ],
      }),
    );
    const state = await stage.showFor('deaf', 'artifact:28', 'artifact:18');
    assert.deepEqual(outcomes(state), ['included', 'doubtful']);
    assert.match(itemsOf(state)[1]?.reason ?? '', /^“audio” is declared/);
  });

  it('[E-17] a text file that goes as text arrives at a model that takes no files: nothing speaks against it, and nothing else is offered', async () => {
    const input = ['text', 'file'];
    await stage.writeServices(
      JSON.stringify({
        services: [
          { id: 'plain', name: 'Plain', model: 'gpt-4', baseURL: 'http://127.0.0.1:1234/v1', api: 'openai-chat', capabilities: { input } },
          { id: 'other', name: 'Other', model: 'gemini-2.5-pro', api: 'gemini-2', capabilities: { input } },
        ],
      }),
    );
    const state = await stage.showFor('plain', 'artifact:30', 'artifact:1');
    assert.deepEqual([outcomes(state), state.arrival.state, state.why.fixes], [['included', 'included'], 'arrives', []]);
    assert.deepEqual(state.verdict.capable, ['plain', 'other']);
    page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await page.shown((each) => each.comparison !== null);
    assert.equal(comparison?.services.find(({ serviceId }) => serviceId === 'plain')?.arrival, 'arrives');
    const responses = comparison?.apis.find(({ api }) => api === 'openai-responses');
    assert.equal(responses?.arrival, 'doubtful', 'there it goes as a file');
  });

  it('what it lacks is offered: each capability that an attachment needs', async () => {
    await stage.writeServices((await textOf(stage.servicesFile)).replace('"model": "gpt-4",', '"model": "my-own",'));
    const { why } = await stage.showFor('text-model', ...THREE);
    const labels = why.fixes.map(({ label }) => label);
    for (const capability of ['vision', 'audio', 'file'])
      assert.ok(
        labels.some((label) => label.startsWith(`Add “${capability}”`)),
        labels.join(),
      );
    assert.ok(labels.includes('Pick a capable service: 多模态模型'));
  });

  it('a request that is too large names the files, each with its outcome, and what helps', async () => {
    const claude = {
      id: 'claude',
      name: 'Claude',
      model: 'claude-opus-4-7',
      api: 'anthropic',
      capabilities: { input: ['text', 'vision', 'file'] },
    };
    const gpt = { ...claude, id: 'gpt', name: 'GPT', model: 'gpt-5.4', api: 'openai-responses' };
    await stage.writeServices(JSON.stringify({ services: [claude, gpt] }));
    const picture = await vscode.workspace.fs.readFile(stage.copy.file('data', 'runtime', 'artifacts', '8.png'));
    for (const [name, megabytes] of Object.entries({ 9501: 9, 9502: 10 })) {
      const bytes = new Uint8Array(megabytes * 1024 * 1024);
      bytes.set(picture);
      await vscode.workspace.fs.writeFile(stage.copy.file('data', 'runtime', 'artifacts', `${name}.png`), bytes);
    }
    const state = await stage.showFor('claude', 'artifact:9501', 'artifact:9502', 'artifact:8');
    assert.equal(state.arrival.state, 'refused');
    assert.match(state.arrival.reason ?? '', /9501\.png: The size as base64 is 12\.0 MB.*9502\.png: The size as base64 is 13\.3 MB/);
    assert.deepEqual(outcomes(state), ['refused', 'refused', 'unreceived']);
    assert.match(itemsOf(state)[0]?.reason ?? '', /^Anthropic Messages: The size as base64 is 12\.0 MB; the limit is 10\.0 MB\.$/);
    assert.ok(state.wire?.limits.some(({ text }) => text.startsWith('9502.png: The size as base64')));
    assert.deepEqual(state.why.fixes.map(({ label, detail, isAdvice }) => [label, detail, isAdvice === true]).slice(0, 3), [
      ['Preview without the files that are too large (2)', '9501.png, 9502.png', false],
      ['Make the image smaller: at most 7.5 MB as a file.', '9501.png, 9502.png', true],
      ['Pick a capable service: GPT', 'It declares text, vision, file.', false],
    ]);
    assert.equal(state.why.fixes.at(-1)?.label, 'Any Model…');
    page.applyFix('Preview without the files that are too large (2)');
    const rest = await page.shown(({ reference }) => reference === 'artifact:8');
    assert.equal(rest.arrival.state, 'arrives');
  });

  it('an attachment that is not there is said to be so, the others are sent', async () => {
    const state = await stage.showFor('multimodal-model', 'artifact:8', 'artifact:33', 'artifact:424242');
    assert.deepEqual(outcomes(state), ['included', 'failed', 'failed']);
  });

  it('of a thousand the first fifty are attached, no more are looked at, and it says so', async () => {
    const references = Array.from({ length: 1000 }, (_, index) => `artifact:${index < 30 ? index + 1 : 10_000 + index}`) as [
      string,
      ...string[],
    ];
    const before = contentReads();
    const state = await stage.showFor('text-model', ...references);
    assert.equal(itemsOf(state).length, 50);
    assert.match(state.problem ?? '', /50.*1,000/);
    assert.ok(contentReads() - before <= 60);
  });

  it('contents beyond 64 MB together are left out, and it says so', async () => {
    const big = new Uint8Array(18 * 1024 * 1024);
    const names = ['9401', '9402', '9403', '9404', '9405'];
    for (const name of names) await vscode.workspace.fs.writeFile(stage.copy.file('data', 'runtime', 'artifacts', `${name}.bin`), big);
    const state = await stage.showFor('text-model', 'artifact:9401', ...names.slice(1).map((name) => `artifact:${name}`));
    assert.equal(itemsOf(state).length, 3);
    assert.match(state.problem ?? '', /3.*5/);
  });

  it('copies all references, a line each', async () => {
    await stage.showFor('vision-model', ...THREE);
    assert.equal(await page.ask({ type: 'copyReference' }), true);
    assert.equal(await vscode.env.clipboard.readText(), THREE.join('\n'));
  });

  it('an attachment opens in the preview', async () => {
    await stage.showFor('vision-model', ...THREE);
    page.say({ type: 'openAttachment', index: 1 });
    await page.shown(({ reference, content }) => reference === 'artifact:1' && content.kind === 'document');
  });

  it('comes back after a reload of the window, with the API that was chosen', async () => {
    const kept = {
      rootId: fixture.root.id,
      reference: 'artifact:8',
      attachments: [...THREE],
      pinned: false,
      tab: 'wire',
      api: 'anthropic',
      sort: { column: 'name', descending: false },
      messageForm: 'json',
      zoom: 'fit',
      scroll: 0,
    };
    const webviewPanel = undrawnPanel();
    await fixture.controller.deserializeWebviewPanel(webviewPanel, kept);
    const panel = fixture.controller.following;
    assert.ok(panel);
    const state = await shown(panel, () => true);
    assert.deepEqual(
      itemsOf(state).map(({ reference }) => reference),
      [...THREE],
    );
    assert.deepEqual([state.wire?.api, state.wire?.certainty], ['anthropic', 'chosen']);
  });
});

describe('several artifacts that change under their preview', () => {
  // These are files of the workspace folder, which VS Code watches already.
  it('one that changes is attached anew, and one that vanishes is said to have', async () => {
    const fixture = await openFixture();
    const page = new FakePage(fixture);
    const file = (name: string): vscode.Uri => vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), name);
    const write = (name: string, text: string): PromiseLike<void> =>
      vscode.workspace.fs.writeFile(file(name), new TextEncoder().encode(text));
    try {
      await write('9501.txt', 'first');
      await write('9502.txt', 'other');
      await fixture.previewService.select(fixture.root, 'multimodal-model');
      await page.show('artifact:9501', 'artifact:9502');
      await page.shown(({ content }) => content.kind === 'attachments');
      await write('9501.txt', 'changed');
      const base64 = Buffer.from('changed').toString('base64');
      await page.shown(({ message }) => message?.json.includes(base64) ?? false);
      await vscode.workspace.fs.delete(file('9502.txt'));
      await page.shown(({ content }) => content.kind === 'attachments' && content.items[1]?.outcome === 'failed');
    } finally {
      page.dispose();
      fixture.dispose();
      for (const name of ['9501.txt', '9502.txt']) await Promise.resolve(vscode.workspace.fs.delete(file(name))).catch(() => undefined);
    }
  });
});

describe('several artifacts selected in the tree', () => {
  let api: AgentArtifactsApi;

  beforeEach(async () => {
    api = (await vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.activate()) as AgentArtifactsApi;
    await api.dataRoots.ready();
  });
  afterEach(closeAllEditors);

  const nodes = async (...ids: string[]) => {
    const [root] = api.dataRoots.roots;
    assert.ok(root);
    const found = await Promise.all(ids.map((id) => api.artifacts.tree.find(root, refer(id))));
    return found.map((node) => node ?? assert.fail());
  };
  const references = (): string[] => {
    const content = api.preview.following?.state?.content;
    return content?.kind === 'attachments' ? content.items.map(({ reference }) => reference) : [];
  };

  it('Open Preview on one of them shows all as one message', async () => {
    const selected = await nodes('8', '1');
    await vscode.commands.executeCommand('agentArtifacts.openPreview', selected[0], selected);
    assert.deepEqual(references(), ['artifact:8', 'artifact:1']);
  });

  it('Open Preview on another one shows that alone', async () => {
    const [other, ...selected] = await nodes('3', '8', '1');
    await vscode.commands.executeCommand('agentArtifacts.openPreview', other, selected);
    assert.equal(api.preview.following?.state?.reference, 'artifact:3');
    assert.deepEqual(references(), []);
  });

  it('Copy Message on one of them copies the message with all', async () => {
    const selected = await nodes('8', '1');
    await vscode.commands.executeCommand('agentArtifacts.copyMessage', selected[0], selected);
    const copied = JSON.parse(await vscode.env.clipboard.readText()) as { role: string };
    assert.equal(copied.role, 'user');
  });
});
