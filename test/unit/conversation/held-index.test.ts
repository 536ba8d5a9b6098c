import assert from 'node:assert/strict';
import { examineConversationTask } from '../../../src/core/conversation/examine-task.ts';
import { collectFollowed, collectIndex } from '../../../src/core/conversation/index-conversation.ts';
import { followConversationTask, indexConversationTask, releaseIndexTask, runOnIndex } from '../../../src/core/conversation/index-task.ts';
import { followedFindings } from '../../../src/core/conversation/text-findings.ts';
import { type Compute, directCompute } from '../../../src/core/io/compute.ts';
import { MAX_HELD_INDEXES } from '../../../src/core/io/limits.ts';
import { lintTask } from '../../../src/core/transcript/lint-task.ts';
import { chunksOf, indexOf, text, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { base64 } from '../../support/transcripts.ts';

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

  it('is followed where it is kept, reading only what is new, with the findings in its texts', async () => {
    const base64InText = base64(Buffer.concat([png(9, 9), Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * at) % 251))]));
    const lines = WRITERS.codex([{ user: [text('look')] }, { user: [text(base64InText)] }, { user: [text(`again ${base64InText}`)] }])
      .trimEnd()
      .split('\n');
    const [first, whole] = [Buffer.from(`${lines.slice(0, 5).join('\n')}\n`), Buffer.from(`${lines.join('\n')}\n`)];
    const index = await collectIndex(directCompute.stream(indexConversationTask, chunksOf(first, 100), { key: 'before' }, options));
    const from = index.followFrom;
    assert.ok(from);
    assert.equal(first.subarray(from.offset).toString(), `${lines[4]}\n`, 'the last line is there still');
    const follow = (key: string) =>
      directCompute.stream(followConversationTask, chunksOf(whole.subarray(from.offset), 100), { after: 'before', key }, options);
    const followed = await collectFollowed(index, follow('after'));
    assert.deepEqual(followed, await indexOf(whole));
    const examine = (key: string) => directCompute.run(examineConversationTask, { conversation: { key }, ...rest }, options);
    assert.deepEqual([(await examine('before'))?.messages, (await examine('after'))?.messages], [2, 3]);
    assert.equal(await collectFollowed(index, follow('twice')), null, 'a file is read on from one place only');

    const lint = async (bytes: Uint8Array) => {
      const found = [];
      for await (const finding of directCompute.stream(lintTask, chunksOf(bytes, 100), {}, options)) found.push(finding);
      return found;
    };
    const all = await lint(whole);
    assert.equal(all.length, 2);
    assert.deepEqual(followedFindings(await lint(first), await lint(whole.subarray(from.offset)), from), all);
  });
});
