import assert from 'node:assert/strict';
import { checkConversation, type Receiver } from '../../../src/core/conversation/check-conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { type RepairDifference, repairDifference } from '../../../src/core/conversation/repair-difference.ts';
import { textFindings } from '../../../src/core/conversation/text-findings.ts';
import { lintTranscript } from '../../../src/core/transcript/lint-transcript.ts';
import { brokenSession } from '../../support/broken-session.ts';
import { chunksOf, indexOf } from '../../support/conversations.ts';
import { base64, noise } from '../../support/transcripts.ts';

const anthropic: Receiver = { api: 'anthropic', model: 'claude-opus-4-5', capabilities: null };

async function differenceOf(file: string, receiver: Receiver): Promise<RepairDifference & { readonly most: number }> {
  const bytes = Buffer.from(file);
  const index = await indexOf(file);
  const found = [];
  for await (const finding of lintTranscript(chunksOf(bytes, 64 * 1024))) found.push(finding);
  const texts = textFindings(index, found);
  const repairs = planRepairs(index, checkConversation(index, receiver, texts), texts, { api: receiver.api });
  let most = 0;
  const difference = await repairDifference(index, repairs, ({ start, end }) => {
    most = Math.max(most, end - start);
    return Promise.resolve(bytes.subarray(start, end));
  });
  return { ...difference, most };
}

/** Without the lines that name the messages. */
const values = (text: string): unknown[] => text.split(/^\/\/ \d+$/m).flatMap((each) => (each.trim() === '' ? [] : [JSON.parse(each)]));

describe('What repairs change', () => {
  it('is the same messages before and after, with media cut and never read', async () => {
    const { before, after, others, most } = await differenceOf(brokenSession(), anthropic);
    assert.equal(others, 0);
    assert.equal(values(before).length, values(after).length);
    assert.notEqual(before, after);
    assert.match(before, /"data": "iVBORw0KG[^"]{10,80}\.\.\. \(\d/);
    assert.ok(most < 20_000, `${most} bytes were read at once`);
  });

  it('says which sides images get that are made smaller', async () => {
    const { after } = await differenceOf(brokenSession(), anthropic);
    assert.match(after, /"data": "\.\.\. \(\d+ x \d+\)"/);
  });

  it('shows binary content in a text, cut, and the words in its place', async () => {
    const messages = [{ role: 'user', content: `See ${base64(noise(300_000))}` }];
    const { before, after } = await differenceOf(JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages }), anthropic);
    assert.match(before, /"content": "See [A-Za-z0-9+/]{40,90}\.\.\. \(390\.5 KB\)[A-Za-z0-9+/]{40}"/);
    assert.match(after, /"content": "See \[Removed from the conversation: [^\]]*\]"/);
  });

  it('shows a part that goes behind the results with what else is done to it', async () => {
    const use = { type: 'tool_use', id: 'a', name: 'f', input: {} };
    const result = { type: 'tool_result', tool_use_id: 'a', content: 'ok' };
    const messages = [
      { role: 'user', content: 'Look' },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'text', text: '' }, result] },
    ];
    const { before, after } = await differenceOf(JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages }), anthropic);
    assert.deepEqual(values(before), [messages[2]]);
    assert.deepEqual(values(after), [{ role: 'user', content: [result, { type: 'text', text: '(no content)' }] }]);
  });

  it('shows a result that is added behind a message', async () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } };
    const assistant = { role: 'assistant', content: null, tool_calls: [call] };
    const body = { model: 'gpt-5.2', messages: [{ role: 'user', content: 'a' }, assistant, { role: 'user', content: 'b' }] };
    const { before, after } = await differenceOf(JSON.stringify(body), { api: 'openai-chat', model: 'gpt-5.2', capabilities: null });
    assert.deepEqual(values(before), [assistant]);
    assert.match(after, /"role": "tool"/);
  });
});
