import assert from 'node:assert/strict';
import { parseSidecar } from '../../../src/core/store/sidecar.ts';
import { utf8 } from '../../support/samples.ts';

function fieldsIn(json: object) {
  const parsed = parseSidecar(utf8(JSON.stringify(json)));
  assert(parsed.ok, JSON.stringify(parsed));
  return parsed.value;
}

describe('A sidecar whose fields say the same thing twice', () => {
  it('names its author by agentId, then createdByAgentId, then the one inside meta', () => {
    const meta = { createdByAgentId: 'inside', agentId: 'never' };
    const author = (json: object) => fieldsIn(json).agentId;
    assert.equal(author({ meta, createdByAgentId: 'by', agentId: 'agent' }), 'agent');
    assert.equal(author({ agentId: 'agent', createdByAgentId: 'by', meta }), 'agent');
    assert.equal(author({ createdByAgentId: 'by', meta }), 'by');
    assert.equal(author({ meta }), 'inside');
    assert.equal(author({ meta: { agentId: 'never' } }), undefined);
    for (const none of ['', null, 7, {}]) assert.equal(author({ agentId: none, createdByAgentId: 'by', meta }), 'by', JSON.stringify(none));
  });

  it('has the fields beside meta before those in it, and keeps all of meta', () => {
    const meta = { name: 'inside', filename: 'inside.txt' };
    const outside = fieldsIn({ name: 'outside', filename: 'outside.txt', meta });
    assert.deepEqual([outside.name, outside.filename, outside.meta], ['outside', 'outside.txt', meta]);
    const inside = fieldsIn({ meta });
    assert.deepEqual([inside.name, inside.filename, inside.meta], ['inside', 'inside.txt', meta]);
  });

  it('has the media type before the type, where it is one', () => {
    const types = (json: object) => [fieldsIn(json).mimeType, fieldsIn(json).type];
    assert.deepEqual(types({ mimeType: 'image/jpg', type: 'text/plain' }), ['image/jpeg', 'text/plain']);
    assert.deepEqual(types({ mimeType: 'picture', type: 'text/plain' }), ['text/plain', 'text/plain']);
    assert.deepEqual(types({ mimeType: 'picture', type: 'chart' }), [undefined, 'chart']);
  });
});
