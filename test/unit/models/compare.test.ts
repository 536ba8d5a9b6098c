import assert from 'node:assert/strict';
import { differencesFromInForce } from '../../../src/core/models/services-file.ts';
import { validateServices } from '../../../src/core/models/validate.ts';

/** Differences of two lists of services, each as JSON. */
function differences(shared: string, local: string): [string, string | undefined, unknown][] {
  const [a, b] = [shared, local].map((list) => validateServices(`{"services": ${list}}`));
  assert.ok(a && b);
  return differencesFromInForce(a, b).map(({ code, service, params }) => [code, service, params['fields']]);
}

describe('differences between llmservices.json and llmservices.local.json', () => {
  it('are services that the local file lacks or has otherwise, by the names of the fields', () => {
    assert.deepEqual(
      differences(
        '[{"id": "a", "model": "m", "x": {"k": [1]}}, {"id": "b"}]',
        '[{"id": "a", "model": "n", "x": {"k": [2]}, "api": "ollama"}]',
      ),
      [
        ['local_differs', 'a', 'model, x, api'],
        ['local_lacks_service', 'b', undefined],
      ],
    );
  });

  it('are not the key, the order of fields and capabilities, or what holds anyway', () => {
    assert.deepEqual(
      differences(
        '[{"id": "a", "apiKey": "${X}", "model": "m", "x": {"k": 1, "l": 2}, "capabilities": {"input": ["text", "vision"]}}]',
        '[{"model": "m", "id": "a", "apiKey": "k", "x": {"l": 2, "k": 1}, "capabilities": {"input": ["vision", "text"], "output": ["text"]}}, {"id": "more"}]',
      ),
      [],
    );
  });

  it('are told only of usable files, and of services that count', () => {
    assert.deepEqual(differences('7', '[]'), []);
    assert.deepEqual(differences('[{"id": "a"}]', '7'), []);
    assert.deepEqual(differences('[{"id": ""}, 7]', '[]'), []);
  });
});
