import assert from 'node:assert/strict';
import { artifactUses } from '../../../src/core/conversation/artifact-uses.ts';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { indexOf } from '../../support/conversations.ts';

/** A conversation of the runtime in which tools are called and answer. */
async function usesIn(calls: readonly (readonly [tool: string, args: object, result: string])[], id: string) {
  const messages = calls.flatMap(([name, args, content], at) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: `c${at}`, type: 'function', function: { name, arguments: JSON.stringify(args) } }],
    },
    { role: 'tool', tool_call_id: `c${at}`, content },
  ]);
  const index = await indexOf(JSON.stringify({ agentId: 'a', messages: [{ role: 'user', content: 'go' }, ...messages] }));
  const reference = parseReference(id);
  assert.ok(reference.ok);
  return artifactUses(index, reference.value).map(({ kind, tool, message }) => [kind, tool, message]);
}

describe('Who made and read an artifact', () => {
  it('a call that names it, by any of its spellings', async () => {
    for (const ref of ['artifact:31', 'artifact:///31', '31', ' 31'])
      assert.deepEqual(await usesIn([['get_artifact', { ref }, 'ok']], '31'), [['call', 'get_artifact', 1]], ref);
  });

  it('an answer that names it, of a tool that was not called with it', async () => {
    const made = ['draw', { prompt: 'a chart' }, '{"artifactRef":"artifact:31"}'] as const;
    const read = ['get_artifact', { ref: 'artifact:31' }, '{"id":"31","ref":"artifact:31"}'] as const;
    assert.deepEqual(await usesIn([made, read], 'artifact:31'), [
      ['result', 'draw', 2],
      ['call', 'get_artifact', 3],
    ]);
  });

  it('files of workspaces by their ids', async () => {
    const id = 'ws:lead:bm90ZXMubWQ';
    assert.deepEqual(await usesIn([['get_artifact', { ref: id }, 'ok']], id), [['call', 'get_artifact', 1]]);
  });

  it('numbers, other artifacts and prose are nobody’s use of it', async () => {
    const calls = [
      ['resize', { width: '31', height: 31 }, 'done'],
      ['get_artifact', { ref: 'artifact:310' }, '31'],
      ['note', { text: 'artifact:31 is the chart' }, 'see artifact:31'],
      ['odd', { ref: '../31', artifactRef: 'artifact:..' }, '"ref"'],
    ] as const;
    assert.deepEqual(await usesIn(calls, '31'), []);
  });
});
