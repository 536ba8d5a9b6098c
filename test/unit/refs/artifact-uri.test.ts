import assert from 'node:assert/strict';
import { artifactUri, parseArtifactUri, parseReference } from '../../../src/core/refs/reference.ts';

describe('the URI of an artifact', () => {
  it('names it, with what a URI cannot hold percent-encoded', () => {
    assert.equal(artifactUri('8'), 'artifact:///8');
    assert.equal(artifactUri('ws:agent:c3JjL21haW4uanM'), 'artifact:///ws%3Aagent%3Ac3JjL21haW4uanM');
    for (const id of ['8', 'ws:agent:c3JjL21haW4uanM', 'ü 1']) {
      const parsed = parseArtifactUri(artifactUri(id));
      assert.ok(parsed.ok, id);
      assert.equal(parsed.value.id, id);
    }
  });

  it('is taken wherever a reference is', () => {
    for (const [uri, id] of [
      ['artifact:///14', '14'],
      [' artifact:///ws%3Amain%3AYS5tZA ', 'ws:main:YS5tZA'],
      ['artifact:///artifact%3A14', '14'],
    ] as const)
      assert.deepEqual(parseReference(uri), parseReference(id), uri);
    for (const uri of ['artifact:///', 'artifact:///artifact%3A%2F%2F%2F14', 'artifact:////etc/passwd'])
      assert.equal(parseReference(uri).ok, false, uri);
  });

  it('is there for an id that is no Unicode too, as the name of a file can be', () => {
    assert.equal(artifactUri('a\ud800'), 'artifact:///a%EF%BF%BD');
  });

  it('is no other URI, and nothing that is badly encoded', () => {
    for (const uri of ['artifact:8', 'file:///8', 'artifact:///%ff', 'artifact:///a%2Fb'])
      assert.equal(parseArtifactUri(uri).ok, false, uri);
  });
});
