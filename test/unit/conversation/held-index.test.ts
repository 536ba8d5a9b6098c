import assert from 'node:assert/strict';
import { examineConversationTask } from '../../../src/core/conversation/examine-task.ts';
import { collectIndex } from '../../../src/core/conversation/index-conversation.ts';
import { indexConversationTask, releaseIndexTask, runOnIndex } from '../../../src/core/conversation/index-task.ts';
import { type Compute, directCompute } from '../../../src/core/io/compute.ts';
import { MAX_HELD_INDEXES } from '../../../src/core/io/limits.ts';

const options = { deadline: 20_000 };
const rest = { receiver: { api: 'anthropic' as const, capabilities: null }, texts: [] };

async function indexAs(key: string) {
  const body = new TextEncoder().encode(JSON.stringify({ messages: [{ role: 'user', content: `hello ${key}` }] }));
  const chunks = (async function* () {
    yield body;
  })();
  return { key, index: await collectIndex(directCompute.stream(indexConversationTask, chunks, { key }, options)) };
}

describe('the index of a conversation, kept where it was made', () => {
  it('is examined by its key, and sent only where it is not known', async () => {
    const conversation = await indexAs('kept');
    const sent: boolean[] = [];
    const compute: Compute = {
      ...directCompute,
      run: (task, input, how) => {
        sent.push((input as { conversation?: { index?: unknown } }).conversation?.index !== undefined);
        return directCompute.run(task, input, how);
      },
    };
    const examine = () => runOnIndex(compute, examineConversationTask, { conversation, ...rest }, options);
    const first = await examine();
    assert.deepEqual([first.messages, sent.splice(0)], [1, [false]]);
    await directCompute.run(releaseIndexTask, { key: 'kept' }, options);
    assert.deepEqual([await examine(), sent.splice(0)], [first, [false, true]], 'as after the loss of a worker');
    assert.deepEqual([await examine(), sent.splice(0)], [first, [false]], 'and kept from then on');
  });

  it('is let go of after the last examination, and when there are newer ones', async () => {
    const isKnown = async (key: string, isLast = false) =>
      (await directCompute.run(examineConversationTask, { conversation: { key, isLast }, ...rest }, options)) !== null;
    await indexAs('last');
    assert.deepEqual([await isKnown('last', true), await isKnown('last')], [true, false]);
    await indexAs('old');
    for (let at = 0; at < MAX_HELD_INDEXES; at++) await indexAs(`new ${at}`);
    assert.deepEqual([await isKnown('old'), await isKnown('new 0')], [false, true]);
  });
});
