import assert from 'node:assert/strict';
import type { Artifact } from '../../../src/core/store/artifact.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../../../src/core/routing/route-result.ts';
import { formatArtifactToolResponse, partOfText } from '../../../src/core/routing/tool-message.ts';
import { EXAMPLE_CALL_ID, readingTurn, type CanonicalMessage, readMessages } from '../../../src/core/wire/turns.ts';
import { toWire, writeRequest } from '../../../src/core/wire/to-wire.ts';
import type { WireResult } from '../../../src/core/wire/verdict.ts';
import { toCallToolResult } from '../../../src/mcp/tools.ts';
import { samples } from '../../support/samples.ts';

const TAKES = { all: true, none: false } as const;
const content: Readonly<Record<string, Artifact['content']>> = { 'notes.txt': 'Grüße, "model"\n', 'empty.txt': '', ...samples };

/** Every way an artifact can go. */
async function routes(): Promise<{ what: string; route: ContentRouteResult }[]> {
  const found: { what: string; route: ContentRouteResult }[] = [];
  for (const [takes, hasCapability] of Object.entries(TAKES)) {
    const router = new ArtifactContentRouter({
      serviceRegistry: { hasCapability: () => hasCapability, getServiceById: () => (hasCapability ? {} : null) },
      maxContentBytes: 1_000_000,
    });
    for (const [filename, bytes] of Object.entries(content)) {
      const artifact: Artifact = {
        id: 'ws:agent-1:a b/设计',
        content: bytes,
        isBinary: typeof bytes !== 'string',
        size: bytes.length,
        meta: { filename },
      };
      const states: Record<string, Partial<Artifact>> = {
        whole: {},
        large: { contentFailure: { code: 'too_large', params: { limit: 1_000_000, size: 2_000_000 } } },
        broken: { contentFailure: { code: 'permission_denied' } },
      };
      for (const [state, change] of Object.entries(states))
        found.push({ what: `${filename}, ${state}, ${takes}`, route: await router.routeContent({ ...artifact, ...change }, 'service') });
    }
  }
  return found;
}

type Answer = Parameters<typeof formatArtifactToolResponse>[0];
const messageOf = (reference: string, answer: Answer): CanonicalMessage[] =>
  readingTurn(reference, formatArtifactToolResponse(answer, EXAMPLE_CALL_ID));

/** The result as the preview has it. */
function previewed(reference: string, answer: Answer): WireResult {
  return writeRequest(readMessages(messageOf(reference, answer), { isChecked: true, answer }), 'mcp');
}

describe('What the preview shows of MCP', () => {
  it('is the result of the server, for every route', async () => {
    const all = await routes();
    for (const { what, route } of all) {
      const sent = toCallToolResult(route);
      assert.deepEqual(previewed('artifact:ws:agent-1:a b/设计', route).body, sent, what);
      // The message alone has the same blocks, but for the URI of a file: that is of the id that was asked for.
      const { body } = toWire(messageOf('artifact:ws:agent-1:a b/设计', route), 'mcp');
      if (route.routing !== 'file') assert.deepEqual(body['content'], sent.content, what);
    }
    const rules = new Set(all.map(({ route }) => `${route.routing} ${route.reason.rule}`));
    assert.deepEqual([...rules].sort(), [
      'file capability_present',
      'image_url capability_present',
      'text content_failed',
      'text service_unknown',
      'text text',
      'text too_large',
    ]);
  });

  it('is a text as it is, and what was decided beside it', () => {
    const metadata = { id: '1', filename: 'notes.txt', size: 5 };
    const route: ContentRouteResult = {
      contentType: 'text',
      routing: 'text',
      content: 'hello',
      metadata,
      reason: { rule: 'text', acceptedCapabilities: [], lacksSignature: false },
    };
    assert.deepEqual(previewed('artifact:1', route).body, {
      content: [{ type: 'text', text: 'hello' }],
      _meta: {
        'agent-artifacts/route': { contentType: 'text', routing: 'text', metadata, reason: { rule: 'text', acceptedCapabilities: [] } },
      },
    });
  });

  it('[E-18] has no structured content beside the content of an artifact, and each content once', async () => {
    for (const { what, route } of await routes()) {
      const result = toCallToolResult(route);
      assert.equal(result.structuredContent, undefined, what);
      const data =
        route.routing === 'text'
          ? route.content
          : route.routing === 'file'
            ? route.file.file.data
            : (route.imageUrl.image_url.url.split(',')[1] ?? '');
      if (data.length > 20) assert.equal(JSON.stringify(result).split(JSON.stringify(data).slice(1, -1)).length, 2, what);
    }
  });

  it('[E-18] has an embedded resource in place of an audio block for a client of 2024-11-05, with the same bytes', async () => {
    const songs = (await routes())
      .map(({ route }) => route)
      .filter((route) => toCallToolResult(route).content.some(({ type }) => type === 'audio'));
    assert.ok(songs.length > 0);
    for (const route of songs) {
      const [caption, audio] = toCallToolResult(route).content;
      assert(audio?.type === 'audio');
      assert.deepEqual(toCallToolResult(route, '2024-11-05').content, [
        caption,
        {
          type: 'resource',
          resource: { uri: 'artifact:///ws%3Aagent-1%3Aa%20b%2F%E8%AE%BE%E8%AE%A1', mimeType: audio.mimeType, blob: audio.data },
        },
      ]);
      for (const revision of ['2025-03-26', '2025-06-18', '2025-11-25', '2026-07-28'])
        assert.deepEqual(toCallToolResult(route, revision), toCallToolResult(route));
    }
  });

  it('[E-18] says which part of a text it is, and where the rest begins', () => {
    const whole: ContentRouteResult = {
      contentType: 'text',
      routing: 'text',
      content: '0123456789',
      metadata: { id: '1', size: 10 },
      reason: { rule: 'text', acceptedCapabilities: [], lacksSignature: false },
    };
    const textsOf = (offset?: number, limit?: number) =>
      toCallToolResult(partOfText(whole, { offset, limit })).content.map((block) => block.type === 'text' && block.text);
    assert.deepEqual(textsOf(), ['0123456789']);
    assert.deepEqual(textsOf(0, 4), ['0123', '[characters 0 to 4 of 10: the rest begins at offset 4]']);
    assert.deepEqual(textsOf(4), ['456789', '[characters 4 to 10 of 10: this is the end]']);
  });

  it('is the refusal of an artifact that is not there', () => {
    const refusal = { error: 'artifact_not_found', ref: 'artifact:9', message: 'There is none.' } as const;
    for (const { body } of [previewed('artifact:9', refusal), toWire(messageOf('artifact:9', refusal), 'mcp')]) {
      assert.deepEqual(body, {
        isError: true,
        content: [{ type: 'text', text: 'artifact_not_found: There is none.' }],
        structuredContent: refusal,
      });
    }
  });

  it('leaves the content of a message that somebody changed as it is', () => {
    const message = formatArtifactToolResponse(
      { error: 'artifact_not_found', ref: 'artifact:9', message: 'There is none.' },
      EXAMPLE_CALL_ID,
    );
    const { body } = toWire(readingTurn('artifact:9', Object.assign(message, { content: 'something else' })), 'mcp');
    assert.deepEqual(body, { content: [{ type: 'text', text: 'something else' }] });
  });
});
