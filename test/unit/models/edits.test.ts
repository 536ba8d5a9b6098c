import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModelCapabilities } from '../../../src/core/models/capability.ts';
import { applyEdits, editItems } from '../../../src/core/json/edit.ts';
import { setFieldAt, addService, addServices, type EditOutcome } from '../../../src/core/models/edits.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';
import { validateServices } from '../../../src/core/models/validate.ts';
import { placeOf, setCapabilities, withCapabilities as set } from '../../support/edited-services.ts';

const commented = readFileSync(path.join(import.meta.dirname, '../../fixtures/services/commented.json'), 'utf8');
const TEXT: ModelCapabilities = { input: ['text'], output: ['text'] };

function applied(text: string, outcome: EditOutcome): string {
  assert.ok(outcome.ok);
  return applyEdits(text, outcome.edits);
}

describe('edits of capabilities', () => {
  it('adds one item on a line of its own and keeps every comment', () => {
    const changed = set(commented, 'seer', { input: ['text', 'vision', 'audio', 'file'], output: ['text', 'tool_calling'] });
    assert.equal(changed, commented.replace('"audio"  // ears\n', '"audio",  // ears\n          "file"\n'));
  });

  it('removes one item, its comma and nothing else', () => {
    const changed = set(commented, 'seer', { input: ['text', 'audio'], output: ['text', 'tool_calling'] });
    assert.equal(changed, commented.replace('"vision", // eyes', '// eyes'));
  });

  it('removes a line that is left blank, and the comma before a last item', () => {
    const text = '{"services": [{"id": "a", "capabilities": {"input": [\n  "text",\n  "vision"\n]}}]}';
    assert.equal(set(text, 'a', TEXT), '{"services": [{"id": "a", "capabilities": {"input": [\n  "text"\n]}}]}');
  });

  it('keeps a list on one line, and its spacing', () => {
    const changed = set(commented, 'seer', { input: ['text', 'vision', 'audio'], output: ['text', 'structured_output', 'tool_calling'] });
    assert.equal(changed, commented.replace('["text","tool_calling"]', '["text","tool_calling","structured_output"]'));
  });

  it('makes one edit for each list that differs, and none when nothing does', () => {
    assert.equal(setCapabilities(commented, 'seer', TEXT).length, 2);
    for (const order of [
      ['audio', 'vision', 'text'],
      ['text', 'vision', 'audio'],
    ]) {
      assert.deepEqual(setCapabilities(commented, 'seer', { input: order, output: ['text', 'tool_calling'] }), []);
    }
    assert.deepEqual(setCapabilities(commented, 'plain', TEXT), []);
  });

  it('adds capabilities to a service on several lines in its indentation', () => {
    const changed = set(commented, 'plain', { input: ['text', 'vision'], output: ['text'] });
    assert.equal(
      changed,
      commented.replace(
        '"name": "Plain"\n',
        `"name": "Plain",
      "capabilities": {
        "input": ["text", "vision"],
        "output": ["text"]
      }\n`,
      ),
    );
  });

  it('adds capabilities to a service on one line, after its tags', () => {
    const changed = set(commented, 'inline', { input: ['text', 'vision'], output: ['text'] });
    assert.equal(changed, commented.replace('["x"], ', '["x"], "capabilities": { "input": ["text", "vision"], "output": ["text"] }, '));
  });

  it('adds the missing list only when it differs from text', () => {
    const text = '{"services": [{"id": "a", "capabilities": {"input": ["text"]}}]}';
    assert.equal(set(text, 'a', { input: ['text', 'vision'], output: ['text'] }), text.replace('["text"]', '["text", "vision"]'));
    assert.equal(set(text, 'a', { input: ['text'], output: ['text', 'x'] }), text.replace('["text"]', '["text"], "output": ["text", "x"]'));
  });

  for (const broken of ['7', 'null', '[]', '{}', '{"input": "text"}', '{"input": [5, "", "text"], "output": null}']) {
    it(`fixes the capabilities ${broken}`, () => {
      const text = `{"services": [{"id": "a", "capabilities": ${broken}}]}`;
      const changed = set(text, 'a', { input: ['text', 'vision'], output: ['text', 'x'] });
      const { problems, entries } = validateServices(changed);
      assert.deepEqual(problems, []);
      assert.deepEqual(entries[0]?.capabilities, { input: ['text', 'vision'], output: ['text', 'x'] });
    });
  }

  it('follows tabs and CRLF, and leaves a byte order mark', () => {
    const text = '\ufeff{\r\n\t"services": [\r\n\t\t{\r\n\t\t\t"id": "a"\r\n\t\t}\r\n\t]\r\n}\r\n';
    assert.equal(
      set(text, 'a', { input: ['text', 'vision'], output: ['text'] }),
      text.replace(
        '"a"',
        '"a",\r\n\t\t\t"capabilities": {\r\n\t\t\t\t"input": ["text", "vision"],\r\n\t\t\t\t"output": ["text"]\r\n\t\t\t}',
      ),
    );
  });

  it('come in the order of the text when every item is replaced among comments', () => {
    const text = '[ /* first */ "a", /* second */ "b"]';
    const { root } = parseConfigText(text);
    assert.ok(root);
    const edits = editItems(text, root, { remove: [0, 1], insert: [{ items: ['"c"'] }] }, { eol: '\n', unit: '  ' });
    assert.ok(edits.length > 1);
    assert.deepEqual(
      edits.map(({ offset }) => offset),
      edits.map(({ offset }) => offset).toSorted((a, b) => a - b),
    );
    assert.equal(applyEdits(text, edits).replaceAll(' ', ''), '["c"/*first*//*second*/]');
  });

  it('empties a list without losing its comments', () => {
    const changed = set(commented, 'seer', { input: [], output: [] });
    for (const comment of ['// always', '/* pictures */', '// eyes', '// ears', '// compact on purpose'])
      assert.ok(changed.includes(comment), comment);
    assert.deepEqual(validateServices(changed).entries[0]?.capabilities, { input: [], output: [] });
  });

  it('escapes Custom types', () => {
    const wanted = { input: ['text', 'a"b\\c\n'], output: ['text'] };
    assert.deepEqual(validateServices(set(commented, 'plain', wanted)).entries[2]?.capabilities, wanted);
  });
});

describe('adding a service', () => {
  const service = { id: 'new', name: 'New', capabilities: TEXT };
  const lines = (indent: string, unit: string): string =>
    [
      '{',
      `${unit}"id": "new",`,
      `${unit}"name": "New",`,
      `${unit}"capabilities": {`,
      `${unit}${unit}"input": ["text"],`,
      `${unit}${unit}"output": ["text"]`,
      `${unit}}`,
      '}',
    ].join(`\n${indent}`);

  it('puts it last, in the style of the file', () => {
    const changed = applied(commented, addService(commented, service));
    assert.equal(changed, commented.replace('"Plain"\n    },\n', `"Plain"\n    },\n    ${lines('    ', '  ')},\n`));
  });

  it('fills an empty list, adds a missing one, and writes a blank file', () => {
    for (const text of ['{\n\t"services": []\n}\n', '{\n\t"$schema": "x"\n}\n', '', '\n']) {
      const changed = applied(text, addService(text, service));
      assert.ok(changed.includes(lines(text.includes('\t') ? '\t\t' : '    ', text.includes('\t') ? '\t' : '  ')), changed);
      assert.deepEqual(validateServices(changed).services, [service]);
    }
  });

  it('stays on one line where the file is', () => {
    const text = '{"services":[{"id":"a"},{"id":"b"}]}';
    assert.equal(applied(text, addService(text, { id: 'c' })), '{"services":[{"id":"a"},{"id":"b"},{ "id": "c" }]}');
  });

  it('refuses a text it does not understand', () => {
    for (const text of ['{', '[]', '{"services": 5}']) assert.deepEqual(addService(text, service), { ok: false, reason: 'unusable_text' });
  });
});

describe('setting a field of a service', () => {
  const set = (text: string, id: string, value = 'anthropic'): string =>
    applyEdits(text, setFieldAt(text, placeOf(text, id), 'api', value));

  it('puts it beside the model, on a line of its own where the others are', () => {
    const text = '{\n  "services": [\n    {\n      "id": "a", // ours\n      "model": "m", // fast\n      "maxTokens": 1\n    }\n  ]\n}\n';
    assert.equal(set(text, 'a'), text.replace('"model": "m", // fast', '"model": "m", // fast\n      "api": "anthropic",'));
  });

  it('puts it last where nothing says where the model is', () => {
    assert.equal(set('{"services": [{ "id": "a" }]}', 'a'), '{"services": [{ "id": "a", "api": "anthropic" }]}');
  });

  it('changes the value of one that is there, and nothing when it is that already', () => {
    const text = '{"services": [{ "id": "a", "api": "wrong" }]}';
    assert.equal(set(text, 'a'), text.replace('wrong', 'anthropic'));
    assert.equal(set(text, 'a', 'wrong'), text);
  });
});

describe('edits that add several services', () => {
  const added = [{ id: 'one' }, { id: 'two', capabilities: { input: ['text', 'vision'], output: ['text'] } }, { id: '__proto__' }];
  const oneByOne = (text: string): string => added.reduce((before, service) => applied(before, addService(before, service)), text);

  for (const [what, text] of [
    ['a blank file', '\n'],
    ['a file with comments', commented],
    ['an object without services', '{\r\n\t"version": 1\r\n}'],
    ['an empty list', '{\n  "services": []\n}'],
    ['a list with a trailing comma', '{\n  "services": [\n    {\n      "id": "a",\n    },\n  ],\n}\n'],
  ] as const) {
    it(`make of ${what} what adding one after the other makes`, () => {
      const outcome = addServices(text, added);
      assert.equal(applied(text, outcome), oneByOne(text));
      assert.ok(outcome.ok && outcome.edits.length === 1);
    });
  }

  it('keep a list on one line', () => {
    assert.equal(
      applied('{"services": [{"id": "a"}]}', addServices('{"services": [{"id": "a"}]}', [{ id: 'b' }, { id: 'c' }])),
      '{"services": [{"id": "a"}, { "id": "b" }, { "id": "c" }]}',
    );
  });

  it('are none for no services, and are refused where there is no place for them', () => {
    for (const text of [commented, '{"services": []}', '{"services": [1,2]}', '{"a": 1}', '{"services": {}}', ''])
      assert.deepEqual(addServices(text, added, parseConfigText(text)), addServices(text, added), text);
    for (const text of [commented, '', '{}']) assert.deepEqual(addServices(text, []), { ok: true, edits: [] });
    for (const text of ['[]', '{"services": 1}', '{', '7']) {
      for (const services of [[], added]) assert.deepEqual(addServices(text, services), { ok: false, reason: 'unusable_text' }, text);
    }
  });
});

describe('making many edits', () => {
  it('makes fifty thousand of them, told from the last to the first', () => {
    const count = 50_000;
    const text = '- '.repeat(count);
    const edits = Array.from({ length: count }, (_, index) => ({ offset: (count - 1 - index) * 2, length: 1, newText: '+' }));
    assert.equal(applyEdits(text, edits), '+ '.repeat(count));
  });

  it('puts what is inserted before what is replaced at the same place', () => {
    assert.equal(
      applyEdits('abc', [
        { offset: 1, length: 1, newText: 'B' },
        { offset: 1, length: 0, newText: '1' },
        { offset: 1, length: 0, newText: '2' },
      ]),
      'a12Bc',
    );
  });
});
