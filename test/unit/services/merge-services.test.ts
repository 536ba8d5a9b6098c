import assert from 'node:assert/strict';
import { runAtOnce, runInTurns } from '../../../src/core/io/steps.ts';
import { applyEdits } from '../../../src/core/services/edits.ts';
import { mergeServices, type ChosenService, type TakenAction } from '../../../src/core/services/exchange/merge-services.ts';
import type { LlmServiceConfig } from '../../../src/core/services/schema.ts';
import { validateServices } from '../../../src/core/services/validate.ts';

const chosen = (services: readonly LlmServiceConfig[], ifTaken: TakenAction): ChosenService[] => services.map((service) => ({ service, ifTaken }));

function merged(text: string, services: readonly LlmServiceConfig[], ifTaken: TakenAction): string {
  const outcome = runAtOnce(mergeServices(text, chosen(services, ifTaken)));
  assert.ok(outcome.ok);
  return applyEdits(text, outcome.edits);
}

const OURS = `\ufeff{
  "services": [
    { "id": "a", "model": "old", "apiKey": "\${KEY}", "own": 1 }, // first
    {
      "id": "b", // second
      "capabilities": { "input": ["text", "vision", "file"] }
    }
  ]
}
`;

describe('services merged into a configuration', () => {
  it('changes of those that are there only what the import says, and adds the others behind them', () => {
    const services = [
      { id: 'b', model: 'new', capabilities: { output: ['text', 'tool_calling'] } },
      { id: 'c', model: 'third' },
      { id: 'a', model: 'new', baseURL: 'https://x.example/v1', capabilities: { input: ['text', 'audio'] } },
    ];
    assert.equal(
      merged(OURS, services, 'replace'),
      OURS.replace('"model": "old",', '"model": "new", "baseURL": "https://x.example/v1",')
        .replace('"own": 1 }', '"own": 1, "capabilities": { "input": ["text", "audio"], "output": ["text"] } }')
        .replace('"file"] }\n', '"file"], "output": ["text", "tool_calling"] },\n      "model": "new"\n')
        .replace('    }\n  ]', '    },\n    {\n      "id": "c",\n      "model": "third"\n    }\n  ]'),
    );
  });

  it('adds one whose id is taken under the first that is free', () => {
    assert.deepEqual(validateServices(merged(OURS, [{ id: 'a' }, { id: 'a-2' }, { id: 'a' }], 'rename')).services.map(({ id }) => id), ['a', 'b', 'a-2', 'a-2-2', 'a-3']);
  });

  it('is refused by a text that is no configuration, and makes one of a blank one', () => {
    assert.deepEqual(runAtOnce(mergeServices('{ "services": [', [])), { ok: false, reason: 'unusable_text' });
    assert.deepEqual(validateServices(merged(' ', [{ id: 'a' }], 'replace')).services, [{ id: 'a' }]);
  });

  it('tells where a key goes that stays beside another address', () => {
    const text = JSON.stringify({
      services: [
        { id: 'same', apiKey: '${KEY}', baseURL: 'https://api.example.com/v1' },
        { id: 'moved', apiKey: '${KEY}', baseURL: 'https://api.example.com/v1' },
        { id: 'none', apiKey: ' ', baseURL: 'https://api.example.com/v1' },
        { id: 'first', apiKey: '${KEY}' },
      ],
    });
    const [same, moved, none, first] = ['https://API.example.com/v2', 'https://u:p@evil.example:8443/v1', 'https://evil.example/v1', 'https://evil.example'];
    const services = [{ id: 'first', baseURL: first, name: 'F' }, { id: 'same', baseURL: same, name: 'longer' }, { id: 'moved', baseURL: moved }, { id: 'none', baseURL: none }];
    const outcome = runAtOnce(mergeServices(text, chosen(services, 'replace')));
    assert.ok(outcome.ok);
    const after = applyEdits(text, outcome.edits);
    assert.deepEqual(outcome.movedKeys, [
      { offset: after.indexOf('{"id":"moved"'), host: 'evil.example:8443' },
      { offset: after.indexOf('{"id":"first"'), host: 'evil.example' },
    ]);
  });

  // with the whole text looked at for each service this takes minutes
  it('brings thousands up to date, each by its own text, and can be given up between any two', async function () {
    this.timeout(60_000);
    const services = Array.from({ length: 1000 }, (_, index) => ({ id: `s${index}`, name: `Service ${index}`, model: 'old', description: 'of some length, as they are. '.repeat(6) }));
    const text = JSON.stringify({ services }, undefined, 2);
    const after = services.map((service) => ({ ...service, model: 'new', baseURL: 'https://x.example/v1' }));
    const wanted = chosen(after, 'replace');
    const outcome = runAtOnce(mergeServices(text, wanted));
    assert.ok(outcome.ok);
    assert.deepEqual(validateServices(applyEdits(text, outcome.edits)).services, after);
    assert.equal(await runInTurns(mergeServices(text, wanted), () => false), undefined);
  });
});
