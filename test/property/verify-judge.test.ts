import assert from 'node:assert/strict';
import fc from 'fast-check';
import { judge } from '../../src/core/verify/judge.ts';
import { readModelAnswer } from '../../src/core/verify/model-answer.ts';
import { PROBES } from '../../src/core/verify/probe.ts';
import { jsonOf } from '../../src/core/verify/server-words.ts';
import { WIRE_APIS } from '../../src/core/wire/verdict.ts';
import type { SendableApi } from '../../src/core/wire/endpoint.ts';
import { runs } from '../support/effort.ts';

const api = fc.constantFrom(...WIRE_APIS.filter((each): each is SendableApi => each !== 'mcp'));
const probe = fc.constantFrom(...PROBES.map((each) => each.probe));
/** JSON whose fields have the names the answers of models have, with anything in them. */
const field = fc.constantFrom(
  'choices',
  'message',
  'content',
  'output',
  'candidates',
  'parts',
  'text',
  'type',
  'error',
  'tool_calls',
  'finish_reason',
  'status',
  'detail',
  'thought',
);
const { answer } = fc.letrec((tie) => ({
  answer: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('message', 'text', 'length', 'function_call', 'ok', 'no images'),
    fc.jsonValue(),
    fc.array(tie('answer'), { maxLength: 3 }),
    fc.dictionary(field, tie('answer'), { maxKeys: 4 }),
  ),
}));
/** Words of servers that mean something else than a refusal. */
const TOLD = [
  'Could not finish the message because max_tokens or model output limit was reached.',
  'API key not valid.',
  'Your credit balance is too low.',
  'Image must be at least 10 pixels',
];
const told = fc.constantFrom(...TOLD).map((message) => JSON.stringify({ error: { message } }));
const body = fc.oneof(
  told,
  answer.map((value) => JSON.stringify(value)),
  fc.string(),
  fc.json().map((text) => text.slice(0, -1)),
);

describe('Judging an answer', () => {
  it('never throws; accepted is only an answer of the API or of a server whose tokens are spent on text, refused only a status from 400 to 499 that names no other cause, and never text', () => {
    fc.assert(
      fc.property(
        probe,
        api,
        fc.integer({ min: 100, max: 599 }),
        body,
        fc.constantFrom('application/json', 'text/html', ''),
        (asked, spoken, status, text, contentType) => {
          const { outcome, reason } = judge(asked, spoken, { kind: 'answer', status, text, contentType, isCapped: false, elapsedMs: 1 });
          if (outcome === 'refused')
            assert.ok(
              asked !== 'text' &&
                status >= 400 &&
                status < 500 &&
                !TOLD.some((words, at) => text.includes(words) && (at < 3 || asked.includes('vision'))),
            );
          if (outcome !== 'accepted') return;
          if (reason === 'taken_but_cut' && status >= 400) assert.ok(asked === 'text' && status < 500 && text.includes(TOLD[0] ?? ''));
          else assert.ok((status === 200 || status === 201) && readModelAnswer(jsonOf(text), spoken));
        },
      ),
      { numRuns: runs(3000) },
    );
  });
});
