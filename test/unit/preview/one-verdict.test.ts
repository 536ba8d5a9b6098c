import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type ArtifactReference, parseReference } from '../../../src/core/refs/reference.ts';
import { ContentAdapter } from '../../../src/core/routing/content-adapter.ts';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';

import { ArtifactRoutes } from '../../../src/host/preview/artifact-routes.ts';
import { AttachmentRoutes, attachmentsOf } from '../../../src/host/preview/attachment-routes.ts';
import type { ContentSource } from '../../../src/host/preview/content-source.ts';
import { loadArtifact } from '../../../src/host/preview/loaded-artifact.ts';
import type { Routes } from '../../../src/host/preview/routes.ts';
import { type ContentsReceived, receiveContents } from '../../../src/core/receive/receive-contents.ts';
import { Measurements } from '../../../src/core/receive/receive.ts';
import { compare } from '../../../src/host/preview/comparison.ts';
import { SEEN_STATES } from '../../../src/host/preview/shown-arrival.ts';
import { receiveRouted } from '../../../src/core/receive/receive.ts';
import type { Measures } from '../../../src/host/preview/service-request.ts';
import type { Cost } from '../../../src/core/wire/cost.ts';
import { namedRoot } from '../../../src/platform/find-root.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { type LoadedRoot, openRoot } from '../../../src/platform/open-root.ts';
import type { ComparedRow, PreviewState } from '../../../src/shared/preview-protocol.ts';
import { mannerText, receivedBadge } from '../../../webview/preview/badges.ts';
import { verdictText } from '../../../webview/preview/verdict-words.ts';
import { cli } from '../../support/command-line.ts';
import { byEffort } from '../../support/effort.ts';
import { directCompute as compute } from '../../../src/core/io/compute.ts';
import { connect } from '../../support/mcp-connection.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';

/** Artifacts of the real root by what they are. */
const KINDS = {
  text: '1',
  markup: '28',
  image: '8',
  'image of a rare type': '14',
  sound: '18',
  film: '22',
  document: '15',
  'office document': '16',
  'other bytes': '25',
  'picture without its signature': '31',
  'text too long for some': '901',
};
/** As text, as media, as a file, described, and doubtful. */
const ONE_OF_EACH_WAY: ReadonlySet<string> = new Set(['text', 'image', 'document', 'other bytes', 'picture without its signature']);
const MODELS = { 'openai-chat': 'gpt-4o', anthropic: 'claude-opus-4-5', gemini: 'gemini-2.5-pro', 'openai-compatible': 'gpt-4' };
const ALL = ['text', 'vision', 'audio', 'video', 'file'];
const isQuick = byEffort({ quick: 1, usual: 0, soak: 0 }) === 1;
/** One capability at a time by one API, and all of them by each. */
const SERVICES = [
  ...['text', ...(isQuick ? ['vision'] : ALL.slice(1))].map((input) => ({
    input: [...new Set(['text', input])],
    api: 'openai-chat' as const,
  })),
  ...(Object.keys(MODELS) as (keyof typeof MODELS)[]).map((api) => ({ input: ALL, api })),
].map(({ input, api }) => ({
  id: `${api}-${input.length > 2 ? 'all' : (input[1] ?? 'text')}`,
  api,
  model: MODELS[api],
  baseURL: 'http://127.0.0.1:9/v1',
  capabilities: { input, output: ['text'] },
}));

interface Limit {
  readonly code: string;
}

const measureText = (text: string) => ({ characters: text.length, bytes: text.length }) as never;

/** An artifact that a service is asked about in one of the forms. */
interface Asked {
  readonly service: (typeof SERVICES)[number];
  readonly form: string;
  readonly args: readonly string[];
  readonly id: string;
  readonly mcp: Awaited<ReturnType<typeof connect>>;
}

/** What is asked of the JSON of `route`. */
interface RouteJson extends Cost {
  readonly wire: { readonly arrival: string; readonly api: string; readonly limits?: readonly Limit[] };
  readonly attachments?: readonly { readonly limits?: readonly Limit[] }[];
}

/** What is said in figures and codes. */
interface Answer extends Cost {
  readonly state: string;
  readonly api: string;
  readonly limits: readonly string[];
}

const codesOf = (limits: readonly Limit[]): string[] => [...new Set(limits.map(({ code }) => code))].sort();
const pick = ({ tokens, price, context }: Cost): Cost => ({ tokens, price, context });

/** What a preview says in its banner and the last step of *Why*, and *Compare* in its row. */
interface Seen {
  /** What arrives, as the library and the tools of models name it. */
  readonly state: string;
  readonly banner: { readonly tone: string; readonly isDescribed: boolean };
  readonly row: { readonly tone: string; readonly word: string };
  readonly why: string;
}

describe('What a model receives', function () {
  this.timeout(60_000);
  let folder: string;
  let root: LoadedRoot;
  let source: ContentSource;

  before(async () => {
    folder = await copyOfRealRoot();
    await writeFile(path.join(folder, 'config', 'llmservices.json'), JSON.stringify({ services: SERVICES }));
    // 12,000 tokens: more than GPT-4 has, not more than the others.
    const artifacts = path.join(folder, 'data', 'runtime', 'artifacts');
    await writeFile(path.join(artifacts, '901.txt'), 'word '.repeat(12_000));
    const meta = {
      id: '901',
      type: 'text/plain',
      extension: 'txt',
      messageId: 'm',
      createdAt: '2026-11-30T10:00:00.000Z',
      name: 'long.txt',
    };
    await writeFile(path.join(artifacts, '901.meta'), JSON.stringify(meta));
    root = await openRoot(new NodeFileSystem(), await namedRoot(new NodeFileSystem(), folder));
    const { store, models: services, router } = root;
    source = {
      models: { services, router, contentAdapter: new ContentAdapter(), compute },
      getMetadata: (reference: ArtifactReference) => store.getMetadata(reference),
      read: (metadata: ArtifactMetadata) => store.readArtifact(metadata, metadata.location ?? ''),
      readHead: async () => new Uint8Array(0),
      metadataFile: async () => undefined,
    } as unknown as ContentSource;
  });

  const parsed = (id: string): ArtifactReference => {
    const reference = parseReference(`artifact:${id}`);
    assert.ok(reference.ok);
    return reference.value;
  };

  /** As the extension routes, measures and puts it in words. */
  async function seenFor(routes: Routes, serviceId: string, row: ComparedRow, measures: Measures): Promise<Seen> {
    const service = root.models.getServiceById(serviceId);
    assert.ok(service);
    const routed = await routes.route(serviceId);
    const { measurements } = measures;
    const { arrival } = await receiveRouted(routed, service, { services: root.models, measurements });
    const items = routed.attachments.length > 1 ? routed.attachments.map(({ outcome }) => ({ outcome })) : null;
    const words = verdictText({
      verdict: routed.verdict,
      arrival: { state: arrival.state, reason: arrival.cause?.sentence.text ?? null },
      content: items ? { kind: 'attachments', items } : { kind: 'facts' },
      models: [],
      selected: serviceId,
    } as unknown as PreviewState);
    const [badge, manner] = [receivedBadge(row), mannerText(row)];
    return {
      state: arrival.state,
      banner: { tone: words.tone, isDescribed: /description|described|note|Nothing/i.test(words.to) },
      row: { tone: badge.tone, word: manner === '' ? badge.text : `${badge.text}, ${manner}` },
      why: SEEN_STATES[arrival.state],
    };
  }

  /** The word of the command line. */
  async function told(serviceId: string, ...args: string[]): Promise<string | undefined> {
    const { stdout, stderr } = await cli(['route', ...args, '--service', serviceId, '--root', folder]);
    assert.equal(stderr, '');
    return /^Receives +(.*)$/m.exec(stdout)?.[1];
  }

  /** What the command line says as JSON. */
  async function toldAsJson(serviceId: string, ...args: string[]): Promise<Answer> {
    const { stdout } = await cli(['route', ...args, '--service', serviceId, '--root', folder, '--json']);
    const { tokens, price, context, wire, attachments = [] } = JSON.parse(stdout) as RouteJson;
    const limits = [wire, ...attachments].flatMap((each) => each.limits ?? []);
    return { state: wire.arrival, api: wire.api, limits: codesOf(limits), tokens, price, context };
  }

  /** What the library gives for the content alone, without a data root. */
  async function received(
    service: (typeof SERVICES)[number],
    ids: readonly string[],
    as: 'tool' | 'attachment',
  ): Promise<ContentsReceived> {
    const contents = await Promise.all(
      ids.map(async (id) => {
        const artifact = await root.store.getArtifact(`artifact:${id}`);
        assert.ok(artifact);
        return { content: artifact.content, name: String(artifact.meta.filename), mimeType: artifact.mimeType };
      }),
    );
    return receiveContents(contents, service, { as, compute, language: 'en' });
  }

  const WHY = { good: ['passed'], warning: ['warning', 'stopped'], bad: ['stopped', 'skipped'] };

  /** Holds the places that show words to one verdict. */
  function assertOne(what: string, { banner, row, why }: Seen, word: string | undefined): void {
    assert.equal(word, row.word, `${what}: the command line and Compare`);
    assert.equal(banner.tone, row.tone, `${what}: the banner and Compare`);
    assert.ok(WHY[row.tone as keyof typeof WHY].includes(why), `${what}: Why says ${why} where Compare is ${row.tone}`);
    if (row.word === 'Description') assert.ok(banner.isDescribed, `${what}: the banner names what stands in its place`);
    if (row.tone === 'good') assert.ok(!banner.isDescribed, `${what}: the banner names the content`);
  }

  /** Holds the places that show figures and codes to one verdict. */
  async function assertFigures(what: string, { service, form, args, id, mcp }: Asked, expected: string): Promise<void> {
    const given = await received(service, form === 'several' ? args : [id], form === 'read' ? 'tool' : 'attachment');
    const { state, api, limits, contents, message } = given;
    assert.equal(state, expected, `${what}: the library`);
    const answer = await toldAsJson(service.id, ...args);
    // A description, and the answer of a tool with a text, name what the library is not told: the reference, and who made it.
    const isText = form === 'read' && typeof message.content === 'string';
    const isWhole = !isText && contents.every(({ state: each }) => each !== 'described' && each !== 'failed');
    const expectedAnswer = { state, api, limits: codesOf(limits), ...pick(isWhole ? given : answer) };
    assert.deepEqual(answer, expectedAnswer, `${what}: the command line as JSON, and the library`);
    if (form !== 'read') return;
    const { structuredContent } = await mcp.call('preview_artifact', { ref: id, model: service.id });
    const { verdict, ...said } = structuredContent as unknown as Omit<Answer, 'limits'> & { verdict: string };
    const saidOf = (cost: Cost): Cost | false => isWhole && pick(cost);
    assert.deepEqual([verdict, said.api, saidOf(said)], [state, api, saidOf(given)], `${what}: the MCP server, and so the tool of VS Code`);
  }

  for (const [kind, id] of Object.entries(KINDS)) {
    if (isQuick && !ONE_OF_EACH_WAY.has(kind)) continue;
    it(`[L-17] [L-18] is the same in the banner, in Compare, in Why, on the command line, from the MCP server and the library: ${kind}, read or attached, alone or beside another`, async () => {
      const loaded = await loadArtifact(source, parsed(id));
      const mcp = await connect(['--root', folder]);
      const forms: Record<string, { routes: Routes; args: string[] }> = {
        read: { routes: new ArtifactRoutes(source.models, loaded), args: [id] },
        attached: {
          routes: new AttachmentRoutes(source.models, await attachmentsOf(source, [parsed(id)])),
          args: [id, '--as', 'attachment'],
        },
        several: {
          routes: new AttachmentRoutes(source.models, await attachmentsOf(source, [parsed(id), parsed('9')])),
          args: [id, '9'],
        },
      };
      for (const [form, { routes, args }] of Object.entries(forms)) {
        const measures = { measurements: new Measurements(compute), measureText };
        const compared = { services: root.models, models: [], routes, selected: null, measures };
        const { services: rows } = await compare(compared, new AbortController().signal);
        for (const service of SERVICES) {
          const what = `${kind}, ${form}, ${service.id}`;
          const row = rows.find(({ serviceId }) => serviceId === service.id);
          assert.ok(row);
          const seen = await seenFor(routes, service.id, row, measures);
          assertOne(what, seen, await told(service.id, ...args));
          await assertFigures(what, { service, form, args, id, mcp }, seen.state);
        }
      }
    });
  }
});
