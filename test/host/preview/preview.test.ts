import assert from 'node:assert/strict';
import { symlink, unlink } from 'node:fs/promises';
import * as vscode from 'vscode';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { formatArtifactToolResponse } from '../../../src/core/routing/tool-message.ts';
import { estimateTextTokens } from '../../../src/core/wire/tokens/text-tokens.ts';
import { parseReference, type ArtifactReference } from '../../../src/core/refs/reference.ts';
import { answering, undrawnPanel } from './fake-panel.ts';
import { openFixture, shown, type PreviewFixture } from './preview-fixture.ts';

describe('preview', () => {
  const { createWebviewPanel } = vscode.window;
  let fixture: PreviewFixture;
  beforeEach(async () => {
    fixture = await openFixture();
    Object.assign(vscode.window, { createWebviewPanel: undrawnPanel });
  });
  afterEach(() => {
    Object.assign(vscode.window, { createWebviewPanel });
    fixture.dispose();
  });

  const refer = (text: string): ArtifactReference => {
    const parsed = parseReference(text);
    assert.ok(parsed.ok);
    return parsed.value;
  };
  const show = (text: string, options = {}) => fixture.controller.show(fixture.root, refer(text), options);
  const artifactFile = (name: string): vscode.Uri => vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), name);

  it('[1-R3.1] an image goes to image_url for a model with vision, and its bytes are an address', async () => {
    const panel = await show('artifact:8');
    const { verdict, content, message } = await shown(panel, () => true);
    assert.equal(verdict.outcome, 'image_url');
    assert.equal(verdict.granted, 'vision');
    assert.equal(content.kind, 'image');
    assert.match(content.kind === 'image' ? content.uri : '', /^https:.*\/8\.png\?/);
    assert.match(message?.json ?? '', /data:image\/png;base64,[A-Za-z0-9+/]{40}… \([\d,.]+ /);
  });

  it('[1-R3.4] the same image is described for a text-only model, and the capable services are named', async () => {
    await fixture.previewService.select(fixture.root, 'text-model');
    const panel = await show('artifact:8');
    const { verdict, message } = await shown(panel, () => true);
    assert.equal(verdict.outcome, 'description');
    assert.deepEqual(verdict.capabilities, ['vision']);
    assert.deepEqual(verdict.capable, ['vision-model', 'multimodal-model']);
    assert.match((JSON.parse(message?.text ?? '') as { content: string }).content, /^\[Cannot read\]/);
  });

  it('[E-19] the text the model reads is the whole answer of the tool; that is what is shown, counted and copied', async () => {
    const panel = await show('artifact:1');
    const { message, tokens, why } = await shown(panel, (state) => state.tokens !== null);
    const artifact = await fixture.root.store.getArtifact('1');
    assert.ok(typeof artifact?.content === 'string' && message?.text);
    const answer = JSON.parse(message.text) as { status: string; content: string };
    assert.deepEqual([answer.status, answer.content], ['success', artifact.content]);
    assert.equal(message.textLength, message.text.length);
    assert.ok(message.textLength > artifact.content.length + 100);
    assert.equal(tokens?.routed?.high, (await estimateTextTokens(message.text, { api: 'openai-compatible', model: 'gpt-4o' })).high);
    assert.match(why.steps.at(-1)?.detail ?? '', new RegExp(message.textLength.toLocaleString('en')));
    assert.equal(await panel.fullMessage('text'), message.text);
  });

  it('[E-19] over MCP the model reads the text alone, and the figures are of that', async () => {
    const panel = await show('artifact:1');
    const chat = await shown(panel, (state) => state.tokens !== null);
    await panel.selectApi('mcp');
    const mcp = await shown(panel, ({ wire, tokens }) => wire?.api === 'mcp' && tokens !== null);
    assert.equal(mcp.message?.text, (await fixture.root.store.getArtifact('1'))?.content);
    assert.ok((mcp.tokens?.routed?.high ?? 0) < (chat.tokens?.routed?.high ?? 0));
  });

  it('the page comes up and asks for its state', async () => {
    let hear: (type: unknown) => void = () => undefined;
    const isReady = new Promise<void>((resolve) => {
      hear = (type) => {
        if (type === 'ready') resolve();
      };
    });
    // Listened to from its first word on: a page may be up before what it shows has been read.
    const listenedTo: typeof createWebviewPanel = (...options) => {
      const panel = createWebviewPanel(...options);
      panel.webview.onDidReceiveMessage(({ type }: { type?: unknown }) => hear(type));
      return panel;
    };
    await answering('createWebviewPanel', listenedTo, () => show('artifact:8'));
    await isReady;
    assert.equal(fixture.warnings.filter((line) => line.includes('malformed')).length, 0);
  });

  it('switching the model reads nothing again', async () => {
    const panel = await show('artifact:8');
    const before = fixture.accesses.length;
    assert.ok(before > 0);
    await fixture.previewService.select(fixture.root, 'text-model');
    await shown(panel, ({ verdict }) => verdict.outcome === 'description');
    await fixture.previewService.select(fixture.root, undefined);
    await shown(panel, ({ selected }) => selected === null);
    await fixture.previewService.select(fixture.root, 'multimodal-model');
    await shown(panel, ({ verdict }) => verdict.outcome === 'image_url');
    assert.equal(fixture.accesses.length, before);
  });

  it('follows the selection in one panel, and the newest of quick selections wins', async () => {
    const panel = await show('artifact:8');
    const others = await Promise.all(['artifact:1', 'artifact:19', 'artifact:3'].map((text) => show(text)));
    assert.ok(others.every((other) => other === panel));
    const state = await shown(panel, ({ reference }) => reference === 'artifact:3');
    assert.equal(state.content.kind, 'text');
    assert.ok(panel.panel.title.endsWith(state.facts.name));
  });

  it('a pinned panel stays, the next selection opens another that follows', async () => {
    const pinned = await show('artifact:8');
    fixture.controller.setPinned(pinned, true);
    await shown(pinned, (state) => state.pinned);
    const following = await show('artifact:1');
    assert.notEqual(following, pinned);
    await show('artifact:3');
    assert.equal((await shown(following, ({ reference }) => reference === 'artifact:3')).pinned, false);
    assert.equal(pinned.state?.reference, 'artifact:8');
  });

  it('unpinning makes a panel the one that follows, and only one does', async () => {
    const first = await show('artifact:8', { pinned: true });
    const second = await show('artifact:1');
    fixture.controller.setPinned(first, false);
    assert.deepEqual([first.pinned, second.pinned], [false, true]);
    assert.equal(fixture.controller.following, first);
    assert.equal(await show('artifact:3'), first);
    assert.equal(second.state?.reference, 'artifact:1');
  });

  it('a file that changes is read again, and one that vanishes says so', async () => {
    const [file, sidecar] = [artifactFile('9001.txt'), artifactFile('9001.meta')];
    const bytes = (text: string) => new TextEncoder().encode(text);
    await vscode.workspace.fs.writeFile(
      sidecar,
      bytes(JSON.stringify({ id: '9001', extension: '.txt', type: 'text/plain', name: 'note.txt' })),
    );
    await vscode.workspace.fs.writeFile(file, bytes('first'));
    try {
      const panel = await show('artifact:9001');
      await shown(panel, ({ content }) => content.kind === 'text' && content.text === 'first');
      await vscode.workspace.fs.writeFile(file, bytes('second'));
      await shown(panel, ({ content }) => content.kind === 'text' && content.text === 'second');
      await vscode.workspace.fs.delete(file);
      const gone = await shown(panel, ({ content }) => content.kind === 'problem');
      assert.equal(gone.verdict.outcome, 'not_found');
      assert.notEqual(gone.content.kind === 'problem' ? gone.content.reason : '', '');
    } finally {
      await vscode.workspace.fs.delete(sidecar);
    }
  });

  it('new services are routed by at once, with nothing read of the artifact', async () => {
    const panel = await show('artifact:8');
    const before = fixture.accesses.length;
    fixture.root.services.loadText(
      JSON.stringify({ services: [{ id: 'vision-model', name: 'Blind', capabilities: { input: ['text'], output: ['text'] } }] }),
    );
    fixture.changeServices();
    const state = await shown(panel, ({ verdict }) => verdict.outcome === 'description');
    assert.deepEqual(
      state.models.map(({ name }) => name),
      ['Blind'],
    );
    assert.equal(fixture.accesses.length, before);
  });

  it('the copied message is the canonical one, whole', async () => {
    const panel = await show('artifact:8');
    await shown(panel, () => true);
    const artifact = await fixture.root.store.getArtifact('8');
    assert.ok(artifact);
    const result = await fixture.root.router.routeContent(artifact, 'vision-model');
    const expected = formatArtifactToolResponse(result, 'call_preview');
    assert.deepEqual(JSON.parse((await panel.fullMessage('json')) ?? ''), expected);
    assert.equal(await panel.fullMessage('json'), JSON.stringify(expected, null, 2));
  });

  it('the command copies the whole canonical message of an artifact to the clipboard', async () => {
    await vscode.commands.executeCommand('agentArtifacts.copyMessage', 'artifact:8');
    const copied = JSON.parse(await vscode.env.clipboard.readText()) as { role: string; content: unknown };
    const artifact = await fixture.root.store.getArtifact('8');
    assert.ok(artifact);
    const routes = await Promise.all(fixture.root.services.getServices().map(({ id }) => fixture.root.router.routeContent(artifact, id)));
    const possible = routes.map((route) => formatArtifactToolResponse(route, 'call_preview').content);
    assert.ok(possible.some((content) => JSON.stringify(content) === JSON.stringify(copied.content)));
  });

  it('no key or address of a service reaches the webview', async () => {
    const { models, ...rest } = await shown(await show('artifact:8'), () => true);
    assert.ok(models.length >= 4);
    assert.doesNotMatch(JSON.stringify([models, rest]), /NOT_NEEDED|127\.0\.0\.1:1234/);
  });

  it('every artifact of the root has a preview, whatever it is', async () => {
    const { items } = await fixture.root.store.list();
    assert.ok(items.length >= 33);
    for (const { id } of items) {
      const panel = await show(id);
      const state = await shown(panel, ({ reference }) => reference === `artifact:${id}`);
      assert.notEqual(state.facts.name, '', id);
      if (state.content.kind === 'problem') assert.notEqual(state.content.reason, '', id);
      else assert.notEqual(state.message, null, id);
    }
    assert.deepEqual(
      fixture.warnings.filter((line) => /routing failed|malformed/.test(line)),
      [],
    );
  });

  it('a reference that names nothing is a preview that says so', async () => {
    const state = await shown(await show('artifact:424242'), () => true);
    assert.equal(state.content.kind, 'problem');
    assert.equal(state.message, null);
  });

  it('a text above the limit is described to the model, and its beginning is shown to the person', async () => {
    const whole = await fixture.root.store.getArtifact('1');
    assert.ok(typeof whole?.content === 'string');
    fixture.root.store.maxContentBytes = 10;
    const { content, verdict, message } = await shown(await show('artifact:1'), () => true);
    assert.ok(content.kind === 'document' && content.format === 'markdown' && content.uri !== null);
    assert.deepEqual(content.source, { kind: 'text', text: whole.content, length: null, language: 'markdown' });
    assert.equal(verdict.outcome, 'description');
    assert.equal(verdict.limit, 10);
    assert.notEqual(message?.text, whole.content);
  });

  it('a link that leads out of the data root is neither read nor given an address', async () => {
    const link = artifactFile('9002.png').fsPath;
    await symlink('/etc/hostname', link);
    try {
      const { content, verdict } = await shown(await show('artifact:9002'), () => true);
      assert.equal(content.kind, 'problem');
      assert.notEqual(verdict.outcome, 'image_url');
    } finally {
      await unlink(link);
    }
  });

  it('a link that leads out of the data root is not opened, an artifact inside is', async () => {
    const link = artifactFile('9003.txt').fsPath;
    await symlink('/etc/hostname', link);
    try {
      const outside = await fixture.root.store.getMetadata('9003');
      assert.ok(outside?.location);
      const source = new RootSource(fixture.root, fixture.fs);
      await assert.rejects(source.open(outside), { code: 'outside_root' });
      assert.equal(
        vscode.workspace.textDocuments.some(({ uri }) => /9003|hostname/.test(uri.path)),
        false,
      );
      const inside = await fixture.root.store.getMetadata('1');
      assert.ok(inside);
      await source.open(inside);
      assert.equal(vscode.window.activeTextEditor?.document.uri.toString(), fixture.root.uriOf(inside?.location ?? '').toString());
    } finally {
      await unlink(link);
    }
  });

  it('previewing writes nothing', async () => {
    await show('artifact:8');
    await show('artifact:1');
    assert.deepEqual(
      fixture.accesses.filter((method) => /write|create|delete/i.test(method)),
      [],
    );
  });
});
