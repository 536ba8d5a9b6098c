import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { RootSource } from '../../../src/host/preview/content-source.ts';
import { formatSize } from '../../../src/core/content/size.ts';
import { formatSentence, sentence } from '../../../src/core/io/errors.ts';
import { formatEstimate, formatPrice, formatShare } from '../../../src/core/models/price.ts';
import { mannerWord, receivedWord, type Say } from '../../../src/core/wire/outcome-words.ts';
import { WIRE_APIS } from '../../../src/core/wire/verdict.ts';
import { compare } from '../../../src/host/preview/comparison.ts';
import { ArtifactRoutes } from '../../../src/host/preview/artifact-routes.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import { newMeasures } from '../../../src/host/preview/service-request.ts';
import type { ComparedRow, Comparison } from '../../../src/shared/preview-protocol.ts';
import { cli } from '../../support/command-line.ts';
import { FakePage, refer } from './fake-panel.ts';
import { openFixture, type PreviewFixture } from './preview-fixture.ts';

const APIS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini', 'gemini-2', 'openai-compatible', 'ollama'] as const;
const INPUTS = [
  ['text'],
  ['text', 'vision'],
  ['text', 'vision', 'audio', 'file'],
  ['text', 'file'],
  ['text', 'vision', 'tool_result_media'],
];

/** Fifty services of all APIs and capabilities. */
const services = Array.from({ length: 50 }, (_, index) => ({
  id: `s${index}`,
  name: `Service ${index}`,
  model: ['gpt-4o', 'claude-opus-4-7', 'gemini-3-pro', 'gpt-5.4', 'qwen'][index % 5],
  api: APIS[index % APIS.length],
  capabilities: { input: INPUTS[index % INPUTS.length], output: ['text'] },
}));

describe('the comparison in the preview', () => {
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    fixture = await openFixture();
    fixture.root.services.loadText(JSON.stringify({ services }));
    await fixture.previewService.select(fixture.root, 's1');
    page = new FakePage(fixture);
  });
  afterEach(() => {
    page.dispose();
    fixture.dispose();
  });

  const compared = async (reference = 'artifact:8'): Promise<Comparison> => {
    await page.show(reference);
    page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await page.shown((state) => state.comparison !== null);
    assert.ok(comparison);
    return comparison;
  };
  const row = (rows: readonly ComparedRow[], key: string | null): ComparedRow => {
    const found = rows.find(({ serviceId }) => serviceId === key);
    assert.ok(found, String(key));
    return found;
  };

  it('has a line for each of 50 services, one for none, and one for each API; reads nothing again', async () => {
    await page.show('artifact:8');
    const before = fixture.accesses.length;
    const { services: rows, apis } = await compared();
    // `compared` shows the artifact once more, and that alone reads.
    const shownAgain = fixture.accesses.length - before;
    assert.equal(rows.filter(({ serviceId }) => !serviceId?.startsWith('catalogue:')).length, 51);
    assert.deepEqual(
      apis.map(({ api }) => api),
      [...WIRE_APIS],
    );
    page.say({ type: 'selectModel', serviceId: 's2' });
    await page.shown(({ selected, comparison }) => selected === 's2' && comparison !== null && comparison.apis !== apis);
    assert.equal(fixture.accesses.length - before, shownAgain);
  });

  it('says of each what the preview says when it is selected', async () => {
    const { services: rows } = await compared();
    for (const serviceId of ['s0', 's1', 's2', 's7', 's9', null]) {
      await fixture.previewService.select(fixture.root, serviceId ?? undefined);
      await page.panel.route();
      const { verdict, wire, tokens } = await page.shown((state) => state.selected === serviceId && state.tokens !== null);
      const { route, api, certainty, tokens: cost } = row(rows, serviceId);
      assert.deepEqual([route, api, certainty, cost], [verdict.outcome, wire?.api, wire?.certainty, tokens?.routed], String(serviceId));
    }
  });

  it('measures the bytes of the very body that is copied', async () => {
    const { services: rows } = await compared();
    for (const serviceId of ['s1', 's2', 's6', 's11']) {
      await fixture.previewService.select(fixture.root, serviceId);
      await page.panel.route();
      await page.ask({ type: 'copyWire', form: 'json' });
      const compact = JSON.stringify(JSON.parse(await vscode.env.clipboard.readText()));
      assert.equal(row(rows, serviceId).bytes, new TextEncoder().encode(compact).length, serviceId);
    }
  });

  it('every line has a reason', async () => {
    for (const reference of ['artifact:8', 'artifact:1', 'artifact:18', 'artifact:33']) {
      const { services: rows, apis } = await compared(reference);
      assert.deepEqual(
        [...rows, ...apis].filter(({ detail }) => detail === ''),
        [],
        reference,
      );
      page.say({ type: 'setComparing', comparing: false });
    }
  });

  it('is not made unless the page shows it, and not any more when it leaves', async () => {
    await page.show('artifact:8');
    assert.equal(page.panel.state?.comparison, null);
    await compared();
    page.say({ type: 'setComparing', comparing: false });
    assert.equal(page.panel.state?.comparison, null);
    await fixture.previewService.select(fixture.root, 's2');
    await page.panel.route();
    assert.equal(page.panel.state?.comparison, null);
  });

  it('is made for what is shown next while the page shows it', async () => {
    const { services: before } = await compared('artifact:8');
    await page.panel.show({ source: new RootSource(fixture.root, fixture.fs), references: [refer('artifact:1')] });
    const { comparison } = await page.shown(({ reference, comparison: next }) => reference === 'artifact:1' && next !== null);
    assert.equal(row(before, 's1').route, 'image_url');
    assert.equal(row(comparison?.services ?? [], 's1').route, 'text');
  });

  it('counts a request of a page that shows something older', async () => {
    await page.show('artifact:8');
    page.say({ type: 'setComparing', comparing: true, generation: 0 });
    await page.shown(({ comparison }) => comparison !== null);
  });

  it('encodes ten megabytes once for all of them', async () => {
    const file = vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), '9301.png');
    const picture = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(fixture.root.uriOf(fixture.root.layout.artifactsDir), '8.png'));
    const bytes = new Uint8Array(10 * 1024 * 1024);
    bytes.set(picture);
    await vscode.workspace.fs.writeFile(file, bytes);
    try {
      const loaded = await loadArtifact(new RootSource(fixture.root, fixture.fs), refer('artifact:9301'));
      let encoded = 0;
      const base64 = loaded.artifact?.base64;
      assert.ok(loaded.artifact && base64);
      const texts = new Set<string>();
      const counting = { ...loaded, artifact: { ...loaded.artifact, base64: () => (encoded++, texts.add(base64()), base64()) } };
      const routes = new ArtifactRoutes(fixture.root, counting);
      const { services: rows } = await compare(
        {
          services: fixture.root.models.services,
          models: [],
          routes,
          selected: 's1',
          measures: newMeasures(fixture.root.compute),
        },
        new AbortController().signal,
      );
      assert.equal(rows.filter(({ route }) => route === 'image_url').length, 30);
      assert.equal(encoded, 1);
      assert.equal(texts.size, 1);
    } finally {
      await vscode.workspace.fs.delete(file);
    }
  });

  it('ends when it is not wanted any more', async () => {
    const loaded = await loadArtifact(new RootSource(fixture.root, fixture.fs), refer('artifact:8'));
    const stop = new AbortController();
    const comparing = compare(
      {
        services: fixture.root.models.services,
        models: [],
        routes: new ArtifactRoutes(fixture.root, loaded),
        selected: 's1',
        measures: newMeasures(fixture.root.compute),
      },
      stop.signal,
    );
    stop.abort();
    await assert.rejects(comparing, { name: 'AbortError' });
  });

  it('says of each model what the command line says of it, in the same words and figures', async function () {
    this.timeout(120_000);
    const say: Say = (text, ...args) => formatSentence(sentence(text, ...args));
    for (const id of ['8', '1', '14', '15', '18', '22', '27', '32']) {
      const { services: rows } = await compared(`artifact:${id}`);
      const prefix = 'catalogue:';
      const models = rows.flatMap(({ serviceId }) => (serviceId?.startsWith(prefix) ? [serviceId.slice(prefix.length)] : []));
      assert.ok(models.length >= 3, models.join());
      const screen = models.map((name) => {
        const { arrival, route, wire, limit, apiName, bytes, tokens } = row(rows, prefix + name);
        assert.ok(wire && bytes !== null, name);
        const verdict = { arrival, route, wire, isOverLimit: limit === 'error' };
        const isRefused = arrival === 'refused';
        const figure = (text: string | null | undefined): string => (isRefused ? '–' : (text ?? 'unknown'));
        return [
          name,
          apiName,
          [receivedWord(verdict, say), mannerWord(verdict, say)].filter((word) => word !== '').join(', '),
          formatSize(bytes),
          figure(tokens && formatEstimate(tokens, 'en')),
          figure(tokens?.price && formatPrice(tokens.price, 'en')),
          figure(tokens?.context && formatShare(tokens.context, 'en')),
        ];
      });
      const args = [id, ...models.flatMap((name) => ['--model', name])];
      const { stdout, stderr } = await run(args);
      const printed = stdout
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.trim().split(/ {2,}/).slice(0, 7));
      assert.deepEqual(printed, screen, `${id} ${stderr}`);
    }
  });

  it('says of each program what the command line says of it: a picture, a text, a PDF', async function () {
    this.timeout(120_000);
    await fixture.previewService.select(fixture.root, 'catalogue:claude-opus-4-5');
    for (const id of ['8', '1', '27']) {
      const { programs } = await compared(`artifact:${id}`);
      const { stdout } = await run([id, '--model', 'claude-opus-4-5', '--through', 'all', '--json']);
      const printed = JSON.parse(stdout) as {
        programs: { program: { name: string; version: string }; outcome: string; tokens: { low: number } | null }[];
      };
      assert.deepEqual(
        programs.map(({ name, version, outcome, tokens }) => [name, version, outcome, tokens?.low]),
        printed.programs.map(({ program, outcome, tokens }) => [program.name, program.version, outcome, tokens?.low]),
        id,
      );
      if (id === '8') {
        const said = Object.fromEntries(programs.map(({ name, sends }) => [name, sends]));
        assert.match(said['Claude Code'] ?? '', /^Image, \d+ × \d+, image\/png$/);
        assert.equal(said['Copilot CLI'], 'Only a note');
      }
      page.say({ type: 'setComparing', comparing: false });
    }
  });

  it('says nothing of programs for several, and for what cannot be read', async () => {
    assert.deepEqual((await compared('artifact:33')).programs, []);
    await page.panel.show({ source: new RootSource(fixture.root, fixture.fs), references: [refer('artifact:8'), refer('artifact:1')] });
    const { comparison } = await page.shown(({ content, comparison: next }) => content.kind === 'attachments' && next !== null);
    assert.deepEqual(comparison?.programs, []);
  });
});

/** Runs `route` of the command line in the data root. */
function run(args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  return cli(['route', '--root', root, ...args]);
}
