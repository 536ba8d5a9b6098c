import assert from 'node:assert/strict';
import { applyEdits } from '../../../../src/core/json/edit.ts';
import {
  editCell,
  findDrawnService,
  identityOf,
  LONGEST_ID,
  type CellChange,
  setCapabilityCells,
  writtenCapabilities,
} from '../../../../src/core/models/capability-cells.ts';
import { validateServices } from '../../../../src/core/models/validate.ts';

const TEXT = '{"services": [{"id": "a"}, {"id": "twin"}, {"id": "twin"}, {"model": "nameless"}, 7]}';
const validated = validateServices(TEXT);
const found = (index: number, id: string | null, isFresh: boolean): number | string => {
  const entry = findDrawnService(validated, { index, id }, isFresh);
  return typeof entry === 'string' ? entry : entry.index;
};

/** The text of one service after a click. */
function clicked(service: string, list: 'input' | 'output', type: string, declared: boolean): string {
  const text = `{"services": [${service}]}`;
  const state = validateServices(text);
  const outcome = editCell(text, state, { index: 0, id: state.entries[0]?.id ?? null }, true, { list, type }, declared);
  assert.ok(outcome.ok);
  return applyEdits(text, outcome.edits).slice(14, -2);
}

describe('the service a cell was drawn for', () => {
  it('is the one at its place while the text is the same', () => {
    assert.deepEqual([found(0, 'a', true), found(2, 'twin', true), found(3, null, true)], [0, 2, 3]);
    assert.equal(found(0, 'b', true), 'service_not_found');
    assert.equal(found(9, 'a', true), 'service_not_found');
  });

  it('is the only one with its id once the text is another', () => {
    assert.equal(found(4, 'a', false), 0);
    assert.equal(found(0, 'gone', false), 'service_not_found');
    assert.equal(found(1, 'twin', false), 'service_ambiguous');
    assert.equal(found(3, null, false), 'service_ambiguous');
  });

  it('cannot be told in a text that is no list of services', () => {
    assert.equal(findDrawnService(validateServices('{"services": ['), { index: 0, id: 'a' }, true), 'unusable_text');
  });

  it('is told by the beginning of an id that is endless', () => {
    const id = 'x'.repeat(5000);
    assert.equal(identityOf({ id })?.length, LONGEST_ID);
    assert.notEqual(
      typeof findDrawnService(validateServices(JSON.stringify({ services: [{ id }] })), { index: 0, id: identityOf({ id }) }, false),
      'string',
    );
  });

  it('that is no object cannot be edited', () => {
    assert.deepEqual(editCell(TEXT, validated, { index: 4, id: null }, true, { list: 'input', type: 'vision' }, true), {
      ok: false,
      reason: 'service_not_object',
    });
  });
});

describe('a click on a cell', () => {
  it('of a service without capabilities writes what it stood for', () => {
    assert.equal(
      clicked('{"id": "a"}', 'output', 'audio', true),
      '{"id": "a", "capabilities": { "input": ["text"], "output": ["text", "audio"] }}',
    );
    assert.equal(clicked('{"id": "a"}', 'input', 'text', false), '{"id": "a", "capabilities": { "input": [], "output": ["text"] }}');
    assert.equal(clicked('{"id": "a"}', 'input', 'text', true), '{"id": "a"}', 'text is what it stands for');
  });

  it('of a list that is missing writes that list only', () => {
    assert.equal(
      clicked('{"id": "a", "capabilities": {"output": []}}', 'input', 'vision', true),
      '{"id": "a", "capabilities": {"output": [], "input": ["text", "vision"]}}',
    );
  });

  it('leaves what else is wrong with the list, and the other list', () => {
    const service = '{"id": "a", "capabilities": {"input": [5, "text", "", "text"], "output": "text"}}';
    assert.equal(clicked(service, 'input', 'vision', true), service.replace('"text"]', '"text", "vision"]'));
    assert.equal(clicked(service, 'input', 'text', false), service.replace(', "text", "", "text"]', ', ""]'));
    assert.equal(clicked(service, 'output', 'audio', true), service.replace('"output": "text"', '"output": ["text", "audio"]'));
  });

  it('puts lists in the place of capabilities that are no object', () => {
    assert.equal(
      clicked('{"id": "a", "capabilities": null}', 'input', 'vision', true),
      '{"id": "a", "capabilities": { "input": ["text", "vision"], "output": ["text"] }}',
    );
  });

  it('keeps the words of one list that stands where two belong', () => {
    const both = '{ "input": ["text", "vision", "smell", "audio"], "output": ["text", "tool_calling"] }';
    assert.equal(
      clicked('{"id": "a", "capabilities": ["vision", "smell", "tool_calling"]}', 'input', 'audio', true),
      `{"id": "a", "capabilities": ${both}}`,
    );
  });

  it('goes by `capabilities` alone: tags and other words for a capability declare nothing', () => {
    const service = '{"id": "a", "capabilityTags": ["vision"], "capabilities": {"input": ["image"], "output": []}}';
    assert.equal(clicked(service, 'input', 'vision', true), service.replace('["image"]', '["image", "vision"]'));
  });
});

describe('several cells of a service', () => {
  const SERVICE =
    '{ "id": "a", /* mine */ "capabilities": { "own": 7, "input": [5, "text", "visoin"] /* eyes? */, "output": "text, audio" } , "tail": 1 }';
  const changed = (service: string, ...changes: readonly CellChange[]): string => {
    const text = `\ufeff{"services": [{"id": "x"},\n ${service} ] }`;
    const at = text.indexOf(service);
    const edits = setCapabilityCells(text, { offset: at, length: service.length }, changes);
    return applyEdits(text, edits).slice(at, -' ] }'.length);
  };

  it('leave byte for byte what they do not touch: other fields, and what is invalid in `capabilities`', () => {
    assert.equal(
      changed(SERVICE, { list: 'input', type: 'vision', isDeclared: true }),
      SERVICE.replace('"visoin"]', '"visoin", "vision"]'),
    );
    assert.equal(
      changed(SERVICE, { list: 'input', type: 'visoin', isDeclared: false }, { list: 'input', type: 'vision', isDeclared: true }),
      SERVICE.replace('"visoin"]', '"vision"]'),
    );
  });

  it('on both sides are an edit each; where `capabilities` is missing one for both', () => {
    const both = [
      { list: 'output', type: 'tool_calling', isDeclared: true },
      { list: 'input', type: 'vision', isDeclared: true },
    ] as const;
    assert.equal(
      changed('{ "capabilities": { "input": ["text"] } }', ...both),
      '{ "capabilities": { "input": ["text", "vision"], "output": ["text", "tool_calling"] } }',
    );
    assert.equal(
      changed('{ "capabilities": {} }', ...both),
      '{ "capabilities": {"output": ["text", "tool_calling"], "input": ["text", "vision"]} }',
    );
    assert.equal(
      changed('{ "id": "a" }', ...both),
      '{ "id": "a", "capabilities": { "input": ["text", "vision"], "output": ["text", "tool_calling"] } }',
    );
    assert.equal(changed('7', ...both), '7');
  });
});

describe('what a service declares, for the matrix', () => {
  const written = (service: string): unknown => {
    const text = `{"services": [${service}]}`;
    const [entry] = validateServices(text).entries;
    return entry && writtenCapabilities(text, entry);
  };

  it('is each word once; of invalid capabilities the words that are there', () => {
    assert.deepEqual(written('{"id": "a", "capabilities": {"input": ["text", "text", "x"], "output": []}}'), {
      input: ['text', 'x'],
      output: [],
    });
    assert.deepEqual(written('{"id": "a", "capabilities": {"input": [5, "vision", " "], "output": "audio"}}'), {
      input: ['vision'],
      output: ['audio'],
    });
    assert.deepEqual(written('{"id": "a", "capabilities": {}}'), { input: ['text'], output: ['text'] });
    assert.deepEqual(written('{"id": "a"}'), { input: ['text'], output: ['text'] });
  });
});
