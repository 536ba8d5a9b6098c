import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judge } from '../../src/core/verify/judge.ts';
import { readModelAnswer } from '../../src/core/verify/model-answer.ts';
import { PROBES } from '../../src/core/verify/probe.ts';
import { jsonOf } from '../../src/core/verify/server-words.ts';
import { WIRE_APIS } from '../../src/core/wire/api.ts';
import type { SendableApi } from '../../src/core/wire/endpoint.ts';

const api = fc.constantFrom(...WIRE_APIS.filter((each): each is SendableApi => each !== 'mcp'));
const probe = fc.constantFrom(...PROBES.map((each) => each.probe));
/** JSON whose fields have the names the answers of models have, with anything in them. */
const field = fc.constantFrom('choices', 'message', 'content', 'output', 'candidates', 'parts', 'text', 'type', 'error', 'tool_calls', 'finish_reason', 'status', 'detail', 'thought');
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof({ depthSize: 'medium' }, fc.constantFrom('message', 'text', 'length', 'function_call', 'ok', 'no images'), fc.jsonValue(), fc.array(tie('answer'), { maxLength: 3 }), fc.dictionary(field, tie('answer'), { maxKeys: 4 })),
}));
const body = fc.oneof(answer.map((value) => JSON.stringify(value)), fc.string(), fc.json().map((text) => text.slice(0, -1)));

describe('Judging an answer', () => {
  it('never throws; accepted is only an answer of the API, refused only a status from 400 to 499', () => {
    fc.assert(
      fc.property(probe, api, fc.integer({ min: 100, max: 599 }), body, fc.constantFrom('application/json', 'text/html', ''), (asked, spoken, status, text, contentType) => {
        const { outcome } = judge(asked, spoken, { kind: 'answer', status, text, contentType, isCapped: false, elapsedMs: 1 });
        if (outcome === 'refused') assert.ok(status >= 400 && status < 500);
        if (outcome === 'accepted') assert.ok((status === 200 || status === 201) && readModelAnswer(jsonOf(text), spoken));
      }),
      { numRuns: 3000 },
    );
  });
});
