import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { PreviewPanel } from '../../../src/host/preview/preview-panel.ts';
import type { PanelContext } from '../../../src/host/preview/panel-context.ts';
import { parseHostMessage, type HostMessage } from '../../../src/shared/preview-protocol.ts';
import { FakePanel } from '../fake-panel.ts';
import { undrawnPanel } from './fake-panel.ts';
import { openFixture, type PreviewFixture } from './preview-fixture.ts';

describe('messages of the page', () => {
  let fixture: PreviewFixture;
  let fake: FakePanel<HostMessage>;
  let panel: PreviewPanel;
  const calls: unknown[][] = [];
  const warnings: string[] = [];
  let refusal: Error | undefined;

  beforeEach(async () => {
    fixture = await openFixture();
    refusal = undefined;
    calls.length = warnings.length = 0;
    fake = new FakePanel(parseHostMessage);
    const note =
      (name: string) =>
      (...parameters: unknown[]): void =>
        void calls.push([name, ...parameters.slice(1)]);
    const services: PanelContext = {
      extensionUri: vscode.Uri.file('/extension'),
      logger: { debug() {}, info() {}, error() {}, warn: (text) => warnings.push(text) },
      selectedService: () => 'vision-model',
      selectService: note('selectService'),
      recentModels: () => [],
      pickModel: async () => void calls.push(['pickModel']),
      memory: undefined,
      addModel: async () => void calls.push(['addModel']),
      rememberForm: note('rememberForm'),
      editCapabilities: async (_root, serviceId) => {
        calls.push(['editCapabilities', serviceId]);
        return undefined;
      },
    };
    panel = new PreviewPanel(fake as unknown as vscode.WebviewPanel, services);
    panel.onDidRequestPin((pinned) => calls.push(['setPinned', pinned]));
    const reference = parseReference('artifact:8');
    assert.ok(reference.ok);
    const source = new RootSource(fixture.root, fixture.fs);
    source.open = async (metadata) => {
      if (refusal) throw refusal;
      calls.push(['openFile', metadata.location]);
    };
    await panel.show({ source, references: [reference.value] });
  });
  afterEach(() => {
    panel.dispose();
    fixture.dispose();
  });

  const say = (message: unknown): void => fake.received.fire(message);
  const ready = (): number => {
    say({ type: 'ready' });
    const init = fake.sent.at(-1);
    assert.equal(init?.type, 'init');
    return init.generation;
  };

  it('nothing is sent before the page is ready, then the whole state at once', () => {
    assert.equal(fake.sent.length, 0);
    ready();
    const references = fake.sent.map((message) => (message.type === 'init' ? message.state?.reference : message.type));
    assert.deepEqual(references, ['artifact:8']);
  });

  it('the page may load its own files and the folders of this root, nothing else', () => {
    const { layout, uriOf } = fixture.root;
    const allowed = fake.webview.options.localResourceRoots?.map(String);
    assert.deepEqual(allowed, [
      String(vscode.Uri.file('/extension/dist/webview')),
      String(uriOf(layout.artifactsDir)),
      String(uriOf(layout.workspacesDir)),
    ]);
  });

  it('malformed messages are logged and do nothing', () => {
    const generation = ready();
    for (const message of [
      null,
      'openFile',
      { type: 'eval', code: '1' },
      { type: 'openFile' },
      { type: 'openFile', generation: 'x' },
      { type: 'selectModel', generation, serviceId: 7 },
    ])
      say(message);
    assert.deepEqual(calls, []);
    assert.equal(warnings.length, 6);
  });

  it('openFile opens the shown artifact, whatever path the page adds', () => {
    const generation = ready();
    say({ type: 'openFile', generation, path: '/etc/passwd', location: '/etc/passwd' });
    assert.equal(calls.length, 1);
    assert.match(String(calls[0]?.[1]), /8\.png$/);
  });

  it('a file that may not be opened is named with the reason', async () => {
    refusal = new CodedError('outside_root');
    const generation = ready();
    const told = await messagesOf(() => say({ type: 'openFile', generation }));
    assert.deepEqual(told, ['chart.png: The file is outside the data root and is not read.']);
  });

  it('pinning changes nothing but that it is pinned: the message is not made again', () => {
    const before = panel.state;
    assert.ok(before?.message);
    panel.setPinned(true);
    assert.deepEqual(panel.state, { ...before, pinned: true });
    assert.equal(panel.state?.message, before.message);
  });

  it('what was asked of an older state is dropped, and a copy is answered as not done', () => {
    const stale = ready();
    panel.setPinned(true);
    say({ type: 'selectModel', generation: stale, serviceId: 'text-model' });
    say({ type: 'copyMessage', generation: stale, request: 7, form: 'json' });
    assert.deepEqual(calls, []);
    assert.deepEqual(fake.sent.at(-1), { type: 'reply', request: 7, done: false });
  });

  it('every state has a higher generation than the one before', async () => {
    ready();
    panel.setPinned(true);
    await panel.route();
    await panel.reload();
    const generations = fake.sent.flatMap((message) => (message.type === 'init' || message.type === 'state' ? [message.generation] : []));
    assert.deepEqual(
      generations,
      [...new Set(generations)].toSorted((a, b) => a - b),
    );
    assert.equal(generations.length, 4);
  });

  it('what was overtaken waits for what overtook it: when it resolves, the newest is shown', async () => {
    const reference = parseReference('artifact:31');
    assert.ok(reference.ok && panel.request);
    const overtaken = panel.show({ ...panel.request, references: [reference.value] });
    const newest = panel.reload();
    await overtaken;
    assert.equal(panel.state?.reference, 'artifact:31');
    const [before, last] = [panel.route(), panel.selectApi('gemini')];
    await before;
    assert.equal(panel.state?.wire?.api, 'gemini');
    await Promise.all([newest, last]);
  });

  it('requests reach the host: model, pin, capabilities', () => {
    const generation = ready();
    say({ type: 'selectModel', generation, serviceId: null });
    say({ type: 'setPinned', generation, pinned: true });
    say({ type: 'editCapabilities', generation });
    assert.deepEqual(calls, [
      ['selectService', null],
      ['setPinned', true],
      ['editCapabilities', 'vision-model'],
    ]);
  });

  it('copying answers when the clipboard has it', async () => {
    const generation = ready();
    const answered = new Promise<void>((resolve) => {
      const { postMessage } = fake.webview;
      fake.webview.postMessage = async (message) => {
        const done = await postMessage(message);
        if (fake.sent.at(-1)?.type === 'reply') resolve();
        return done;
      };
    });
    say({ type: 'copyReference', generation, request: 3 });
    await answered;
    assert.deepEqual(fake.sent.at(-1), { type: 'reply', request: 3, done: true });
    assert.equal(await vscode.env.clipboard.readText(), 'artifact:8');
  });

  it('a closed panel sends nothing more', async () => {
    ready();
    fake.dispose();
    const before = fake.sent.length;
    await panel.reload();
    panel.setPinned(true);
    assert.equal(fake.sent.length, before);
    assert.deepEqual(calls, []);
  });
});

/** The error messages that come on the screen from an action until all it has set off is done. */
async function messagesOf(action: () => void): Promise<string[]> {
  const messages: string[] = [];
  const { showErrorMessage } = vscode.window;
  const replace = (value: unknown): void =>
    void Object.defineProperty(vscode.window, 'showErrorMessage', { value, configurable: true, writable: true });
  replace(async (text: string) => void messages.push(text));
  try {
    action();
    await new Promise((resolve) => setImmediate(resolve));
  } finally {
    replace(showErrorMessage);
  }
  return messages;
}

describe('restored previews', () => {
  let fixture: PreviewFixture;
  beforeEach(async () => {
    fixture = await openFixture();
  });
  afterEach(() => fixture.dispose());

  const restore = async (state: unknown): Promise<{ isClosed: boolean }> => {
    const webviewPanel = undrawnPanel();
    const result = { isClosed: false };
    webviewPanel.onDidDispose(() => {
      result.isClosed = true;
    });
    await fixture.controller.deserializeWebviewPanel(webviewPanel, state);
    return result;
  };
  const kept = () => ({
    rootId: fixture.root.id,
    reference: 'artifact:8',
    attachments: [] as string[],
    pinned: true,
    tab: 'message',
    api: null,
    sort: { column: 'name', descending: false },
    messageForm: 'json',
    zoom: 'fit',
    scroll: 10,
  });

  it('a pinned preview comes back pinned, with its artifact', async () => {
    await restore(kept());
    const following = await fixture.controller.show(fixture.root, { kind: 'regular', id: '1' });
    assert.equal(following.reference?.id, '1');
    assert.equal(fixture.controller.following, following);
  });

  it('a preview that followed comes back as the one that follows', async () => {
    await restore({ ...kept(), pinned: false });
    assert.equal(fixture.controller.following?.reference?.id, '8');
  });

  it('a state that is none of ours, or of no open root, closes the panel', async () => {
    for (const state of [undefined, {}, { ...kept(), rootId: 'file:///etc' }, { ...kept(), reference: 'artifact:../../etc/passwd' }]) {
      assert.equal((await restore(state)).isClosed, true);
    }
    assert.equal(fixture.controller.following, undefined);
  });
});
