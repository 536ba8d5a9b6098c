import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import type { PreviewResult } from '../../../src/host/preview/preview-result.ts';
import { LateFigures } from '../../../src/host/preview/late-figures.ts';
import type { PreviewWire } from '../../../src/shared/preview-protocol.ts';
import type { PreviewTokens } from '../../../src/shared/token-figures.ts';
import { FakePage } from './fake-panel.ts';
import { openFixture, type PreviewFixture } from './preview-fixture.ts';

const KEY = 'sk-never-shown-0123456789';

/** Services of every kind of provider, each with a key and an address that has another one in it. */
const SERVICES = {
  services: [
    {
      id: 'openai',
      name: 'OpenAI',
      model: 'gpt-4o',
      baseURL: `https://user:${KEY}@api.openai.com/v1?key=${KEY}`,
      apiKey: KEY,
      capabilities: { input: ['text', 'vision'], output: ['text'] },
    },
    {
      id: 'claude',
      name: 'Claude',
      model: 'claude-opus-4-7',
      baseURL: 'https://api.anthropic.com',
      apiKey: KEY,
      capabilities: { input: ['text', 'vision', 'file', 'audio'], output: ['text'] },
    },
    {
      id: 'declared',
      name: 'Declared',
      model: 'm',
      api: 'openai-responses',
      apiKey: KEY,
      capabilities: { input: ['text', 'vision', 'file'], output: ['text'] },
    },
    {
      id: 'unknown',
      name: 'Unknown',
      model: 'm',
      baseURL: 'https://llm.example.org/v1',
      apiKey: KEY,
      capabilities: { input: ['text', 'vision'], output: ['text'] },
    },
  ],
};

describe('the request in the preview', () => {
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    fixture = await openFixture();
    fixture.root.services.loadText(JSON.stringify(SERVICES));
    page = new FakePage(fixture);
  });
  afterEach(() => {
    page.dispose();
    fixture.dispose();
  });

  const wireFor = async (serviceId: string, reference = 'artifact:8'): Promise<PreviewWire> => {
    await fixture.previewService.select(fixture.root, serviceId);
    await page.show(reference);
    const { wire } = await page.shown(({ selected }) => selected === serviceId);
    assert.ok(wire);
    return wire;
  };
  const picture = ({ parts }: PreviewWire) => parts.find(({ label }) => label.includes('image/png'));

  it('is that of the API of the service, with what becomes of the image', async () => {
    const openai = await wireFor('openai');
    assert.deepEqual([openai.api, openai.certainty, picture(openai)?.outcome], ['openai-chat', 'inferred', 'rehomed']);
    const claude = await wireFor('claude');
    assert.deepEqual([claude.api, claude.certainty, picture(claude)?.outcome], ['anthropic', 'inferred', 'sent']);
    const declared = await wireFor('declared');
    assert.deepEqual([declared.api, declared.certainty], ['openai-responses', 'declared']);
    const unknown = await wireFor('unknown');
    assert.deepEqual([unknown.api, unknown.certainty], ['openai-compatible', 'guessed']);
    for (const wire of [openai, claude, declared, unknown])
      assert.ok(wire.because !== '' && wire.parts.every(({ rule, source }) => rule !== '' && source !== ''));
  });

  it('names the part by the artifact, and says where it stands in the body', async () => {
    const wire = await wireFor('claude');
    const part = picture(wire);
    assert.equal(part?.label, 'chart.png · image/png');
    const body = JSON.parse(wire.json) as unknown;
    const at = part?.pointer
      ?.split('/')
      .slice(1)
      .reduce<unknown>((value, step) => (value as Record<string, unknown>)[step], body);
    assert.equal((at as { type?: string }).type, 'image');
    assert.match(wire.json, /"data": "[A-Za-z0-9+/]{40}… \(/);
  });

  it('the body of an API that the page chooses, until it goes back to that of the service', async () => {
    await wireFor('openai');
    page.say({ type: 'selectApi', api: 'gemini' });
    const chosen = (await page.shown(({ wire }) => wire?.api === 'gemini')).wire;
    assert.deepEqual([chosen?.certainty, chosen?.serviceApi], ['chosen', 'openai-chat']);
    assert.match(chosen?.json ?? '', /functionResponse/);
    page.say({ type: 'selectApi', api: null });
    await page.shown(({ wire }) => wire?.api === 'openai-chat');
  });

  it('an API nobody knows changes nothing', async () => {
    await wireFor('openai');
    const before = page.panel.state;
    page.say({ type: 'selectApi', api: 'telnet' });
    assert.equal(page.panel.state?.wire, before?.wire);
  });

  it('a chosen API reads nothing of the artifact again', async () => {
    await wireFor('openai');
    const before = fixture.accesses.length;
    page.say({ type: 'selectApi', api: 'anthropic' });
    await page.shown(({ wire }) => wire?.api === 'anthropic');
    assert.equal(fixture.accesses.length, before);
  });

  it('copies the whole body: its base64 is the file, and its length the one that is told', async () => {
    const { jsonLength } = await wireFor('claude');
    assert.equal(await page.ask({ type: 'copyWire', form: 'json' }), true);
    const copied = await vscode.env.clipboard.readText();
    assert.equal(copied.length, jsonLength);
    const file = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), '8.png'));
    assert.ok(copied.includes(JSON.stringify(Buffer.from(file).toString('base64'))));
  });

  it('the command for a shell has a variable for the key and no credentials in the address', async () => {
    for (const serviceId of ['openai', 'claude', 'declared', 'unknown']) {
      await wireFor(serviceId);
      assert.equal(await page.ask({ type: 'copyWire', form: 'curl' }), true);
      const command = await vscode.env.clipboard.readText();
      assert.match(command, /curl --url 'https:\/\/[a-z.]+\//);
      assert.match(command, /\$\w+_KEY|\$API_KEY/);
      assert.equal(command.includes(KEY), false, serviceId);
    }
  });

  it('no key and no address comes to the page', async () => {
    for (const { id } of SERVICES.services) await wireFor(id);
    page.say({ type: 'setComparing', comparing: true });
    await page.shown(({ comparison }) => comparison !== null);
    const sent = JSON.stringify(page.fake.sent);
    assert.doesNotMatch(sent, new RegExp(`${KEY}|llm\\.example\\.org|user:`));
  });

  it('without an artifact there is no request, and copying says that it was not done', async () => {
    await page.show('artifact:424242');
    assert.equal(page.panel.state?.wire, null);
    assert.equal(await page.ask({ type: 'copyWire', form: 'json' }), false);
  });

  it('a very long text is cut on the screen, and its whole length told', async () => {
    const file = vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), '9101.txt');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('ein "Wort" \n'.repeat(40_000)));
    try {
      const wire = await wireFor('openai', 'artifact:9101');
      assert.ok(wire.json.length <= 100_000);
      await page.ask({ type: 'copyWire', form: 'json' });
      const whole = await vscode.env.clipboard.readText();
      assert.equal(wire.jsonLength, whole.length);
      assert.ok(whole.startsWith(wire.json));
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  describe('tokens', () => {
    it('of an image are there at once, by a formula', async () => {
      await fixture.previewService.select(fixture.root, 'openai');
      const first = new Promise((resolve) => page.panel.onDidShow(({ tokens }) => resolve(tokens)));
      await page.show('artifact:8');
      const tokens = (await first) as { routed: { low: number; formula: string }; pasted: { low: number } };
      // 640 × 400 on gpt-4o: two tiles of 512 px, 85 + 2 · 170
      assert.equal(tokens.routed.low, 425);
      assert.notEqual(tokens.routed.formula, '');
      assert.ok(tokens.pasted.low > 5000);
    });

    it('of a text come after the first state, which does not wait for them', async () => {
      await fixture.previewService.select(fixture.root, 'openai');
      const states: unknown[] = [];
      page.panel.onDidShow(({ tokens }) => states.push(tokens));
      await page.show('artifact:1');
      const { tokens } = await page.shown((state) => state.tokens !== null);
      assert.equal(states[0], null);
      assert.ok((tokens?.routed?.low ?? 0) > 0);
      assert.equal(tokens?.pasted, null);
    });

    it('of a text that was left meanwhile never arrive', async () => {
      const added: unknown[] = [];
      const figures = new LateFigures(
        silentLogger,
        async () => [],
        (found) => added.push(found.tokens),
      );
      const counting: ((tokens: PreviewTokens) => void)[] = [];
      const decided = { countTokens: () => new Promise((resolve) => counting.push(resolve)) } as unknown as PreviewResult;
      const tokens = (low: number): PreviewTokens => ({ routed: { low, high: low, formula: '', sources: [] }, pasted: null });
      figures.follow(decided);
      figures.follow(decided);
      counting[0]?.(tokens(1));
      counting[1]?.(tokens(2));
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(added, [tokens(2)]);
    });

    it('do not make a click of the page stale', async () => {
      await page.show('artifact:1');
      const generation = page.fake.sent.findLast((message) => message.type === 'init')?.generation;
      await page.shown(({ tokens }) => tokens !== null);
      page.say({ type: 'setPinned', pinned: true, generation });
      assert.equal(page.panel.pinned, true);
    });
  });
});
