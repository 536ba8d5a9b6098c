import assert from 'node:assert/strict';
import { PROBES, type Probe } from '../../../src/core/verify/probe.ts';
import type { ProbeResult } from '../../../src/core/verify/verify-service.ts';
import { WIRE_APIS } from '../../../src/core/wire/verdict.ts';
import type { SendableApi } from '../../../src/core/wire/endpoint.ts';
import { capable, json, said, startModelServer, type ModelServer } from '../../support/model-server.ts';
import { outcomeOf, TEST_KEY, verifyAt } from '../../support/verify.ts';

const APIS = WIRE_APIS.filter((api): api is SendableApi => api !== 'mcp');
const summary = (results: readonly ProbeResult[]): string[] => results.map(({ probe, outcome, reason }) => `${probe} ${outcome} ${reason}`);

describe('Verifying a service', () => {
  let server: ModelServer;

  beforeEach(async () => {
    server = await startModelServer(() => undefined);
  });
  afterEach(() => server.close());

  for (const api of APIS) {
    it(`by ${api}: a model that can do everything is accepted in all its API has a place for, with one request each`, async () => {
      server.answer = capable(api);
      const results = await verifyAt(server.url, { api, model: 'm-1' });
      const without: readonly Probe[] = (
        {
          'openai-chat': ['tool_result_media'],
          'openai-responses': ['audio'],
          anthropic: ['audio'],
          gemini: [],
          'gemini-2': ['tool_result_media'],
          'openai-compatible': [],
          mistral: ['tool_result_media'],
          cohere: ['audio', 'file', 'tool_result_media'],
          'bedrock-converse': [],
          'bedrock-invoke': ['audio'],
          ollama: ['audio', 'file'],
        } as const
      )[api];
      const wanted = (probe: Probe): string => {
        if (without.includes(probe)) return `${probe} not_sent no_place`;
        return `${probe} accepted ${probe === 'tool_calling' ? 'called' : probe === 'structured_output' ? 'kept_schema' : 'answered'}`;
      };
      assert.deepEqual(
        summary(results),
        PROBES.map(({ probe }) => wanted(probe)),
      );
      assert.deepEqual(
        server.requests.map(({ method, probe }) => `${method} ${probe}`),
        PROBES.filter(({ probe }) => !without.includes(probe)).map(({ probe }) => `POST ${probe}`),
      );
      const paths = {
        'openai-chat': '/chat/completions',
        'openai-compatible': '/chat/completions',
        'openai-responses': '/responses',
        anthropic: '/v1/messages',
        gemini: '/models/m-1:generateContent',
        'gemini-2': '/models/m-1:generateContent',
        mistral: '/chat/completions',
        cohere: '/chat',
        'bedrock-converse': '/model/m-1/converse',
        'bedrock-invoke': '/model/m-1/invoke',
        ollama: '/api/chat',
      };
      for (const { path, body, headers } of server.requests) {
        assert.equal(path, paths[api]);
        assert.equal(body['model'], /^(?:gemini|bedrock)/.test(api) ? undefined : 'm-1');
        assert.ok(JSON.stringify(headers).includes(TEST_KEY));
        assert.ok(!JSON.stringify(body).includes(TEST_KEY));
      }
    });
  }

  it('a server that takes tools and schemas and passes over them is unclear, not accepted', async () => {
    server.answer = (_request, response) => json(response, 200, said('openai-compatible', 'text'));
    const results = await verifyAt(server.url);
    assert.equal(outcomeOf(results, 'tool_calling'), 'unclear not_called');
    assert.equal(outcomeOf(results, 'structured_output'), 'unclear not_by_schema');
  });

  it('an answer cut off at its limit shows nothing but that text was taken', async () => {
    const cut = { choices: [{ message: { role: 'assistant', content: '' }, finish_reason: 'length' }] };
    server.answer = (_request, response) => json(response, 200, cut);
    const results = await verifyAt(server.url);
    assert.deepEqual(
      ['text', 'vision', 'tool_calling', 'structured_output'].map((probe) => outcomeOf(results, probe as Probe)),
      ['accepted taken_but_cut', 'unclear cut_off', 'unclear cut_off', 'unclear cut_off'],
    );
  });

  it('media in the answer of a tool are those the model takes; without any, or without tools, nothing is sent', async () => {
    const refusing = (...refused: Probe[]): void => {
      server.answer = (request, response) =>
        refused.includes(request.probe)
          ? json(response, 400, { error: 'no' })
          : json(response, 200, said('openai-compatible', request.probe));
    };
    const lastBody = (): string => JSON.stringify(server.requests.at(-1)?.body);
    refusing();
    await verifyAt(server.url);
    assert.ok(lastBody().includes('image/png') && !lastBody().includes('application/pdf'));
    refusing('vision');
    assert.equal(outcomeOf(await verifyAt(server.url), 'tool_result_media'), 'accepted answered');
    assert.ok(lastBody().includes('application/pdf') && !lastBody().includes('image/png'));
    refusing('vision', 'file');
    assert.equal(outcomeOf(await verifyAt(server.url), 'tool_result_media'), 'not_sent no_medium_accepted');
    refusing('tool_calling');
    assert.equal(outcomeOf(await verifyAt(server.url), 'tool_result_media'), 'not_sent tools_refused');
  });

  it('tells of each probe before it is sent and when its result is there, with what is declared', async () => {
    server.answer = capable('openai-compatible');
    const told: string[] = [];
    const results = await verifyAt(
      server.url,
      {},
      {
        declared: { input: ['text', 'vision'], output: ['text', 'tool_calling', 'vision'] },
        onSend: (probe) => told.push(`send ${probe}`),
        onResult: ({ probe }) => told.push(`result ${probe}`),
      },
    );
    assert.deepEqual(
      told,
      PROBES.flatMap(({ probe }) => [`send ${probe}`, `result ${probe}`]),
    );
    assert.deepEqual(
      results.filter(({ isDeclared }) => isDeclared).map(({ probe }) => probe),
      ['text', 'vision', 'tool_calling'],
    );
    for (const { status, elapsedMs } of results) assert.ok(status === 200 && elapsedMs !== undefined && elapsedMs >= 0);
  });

  it('is cancelled at once, in the middle of a request too; what was under way is unclear, as the server has it, and the rest is not sent', async () => {
    const stop = new AbortController();
    server.answer = (request, response) => {
      if (request.probe === 'vision') stop.abort();
      else json(response, 200, said('openai-compatible', request.probe));
    };
    const results = await verifyAt(server.url, {}, { signal: stop.signal });
    assert.deepEqual(summary(results), [
      'text accepted answered',
      'vision unclear given_up',
      ...PROBES.slice(2).map(({ probe }) => `${probe} not_sent cancelled`),
    ]);
    assert.equal(server.requests.length, 2);
  });

  it('cancelled when a request is about to be sent, it does not send it', async () => {
    const stop = new AbortController();
    const results = await verifyAt(server.url, {}, { signal: stop.signal, onSend: () => stop.abort() });
    assert.deepEqual(
      summary(results),
      PROBES.map(({ probe }) => `${probe} not_sent cancelled`),
    );
    assert.equal(server.requests.length, 0);
  });

  it('cancelled before it began, it sends nothing', async () => {
    const results = await verifyAt(server.url, {}, { signal: AbortSignal.abort() });
    assert.deepEqual([results.length, server.requests.length], [7, 0]);
  });
});
