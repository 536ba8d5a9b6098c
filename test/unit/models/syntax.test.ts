import assert from 'node:assert/strict';
import { printParseErrorCode } from 'jsonc-parser';
import { applyEdits } from '../../../src/core/json/edit.ts';
import { fixSyntax, type SyntaxFix } from '../../../src/core/models/fix-syntax.ts';
import { parseConfigText } from '../../../src/core/models/parse.ts';
import { SYNTAX_SENTENCES } from '../../../src/core/models/problems.ts';
import { validateServices, validateParsed } from '../../../src/core/models/validate.ts';

function fixOf(text: string): SyntaxFix | undefined {
  const [problem] = validateServices(text).problems;
  assert.equal(problem?.code, 'syntax_error', text);
  return fixSyntax(text, problem);
}

/** What is put in for the first error, and the text with it. */
function fixed(text: string): [string, string] | undefined {
  const fix = fixOf(text);
  return fix && [fix.missing, applyEdits(text, fix.edits)];
}

describe('llmservices.json that is not JSON', () => {
  it('has a sentence for every error of the parser, without the names it has for them', () => {
    for (let code = 1; code <= 16; code++) assert.ok(Object.hasOwn(SYNTAX_SENTENCES, printParseErrorCode(code)), String(code));
    const [problem] = validateServices('{\n  "services": [\n    { "id": "a" }\n    { "id": "b" }\n  ]\n}\n').problems;
    assert.deepEqual([problem?.message, problem?.params], ['Not valid JSON: comma expected.', { error: 'CommaExpected', line: 4 }]);
    assert.deepEqual(
      validateServices('{"a": 01,\r\n\r\n"b" 1}')
        .problems.map(({ params }) => params['line'])
        .at(-1),
      3,
    );
  });

  for (const [what, text, missing, after] of [
    [
      'a comma between services, behind the first',
      '{"services": [{"id": "a"} // one\n\n  {"id": "b"}]}',
      ',',
      '{"services": [{"id": "a"}, // one\n\n  {"id": "b"}]}',
    ],
    ['a comma between members', '{"services": [{"id": "a"\n"model": "m"}]}', ',', '{"services": [{"id": "a",\n"model": "m"}]}'],
    ['a colon', '\ufeff{"services" [{"id": "a"}]}', ':', '\ufeff{"services": [{"id": "a"}]}'],
    [
      'a bracket before another',
      '{"services": [{"id": "a", "capabilities": {"input": ["text"}}]}',
      ']',
      '{"services": [{"id": "a", "capabilities": {"input": ["text"]}}]}',
    ],
    [
      'all brackets at the end, each in its line',
      '{\r\n\t"services": [\r\n\t\t{\r\n\t\t\t"id": "a", "capabilities": {"input": ["text"\r\n',
      ']}}]}',
      '{\r\n\t"services": [\r\n\t\t{\r\n\t\t\t"id": "a", "capabilities": {"input": ["text"]}\r\n\t\t}\r\n\t]\r\n}\r\n',
    ],
  ] as const) {
    it(`is fixed where ${what} is missing`, () => {
      assert.deepEqual(fixed(text), [missing, after]);
      assert.ok(validateServices(after).usable);
    });
  }

  it('has one answer only where the service says nothing wrong with it', () => {
    // closed at the end, its capabilities have the model in them; what is wrong in other services is not about it
    const swallowed = '{"services": [{"id": "a", "capabilities": {"input": ["text"], "model": "m"}]}';
    assert.deepEqual(fixed(swallowed), ['}', swallowed.replace('}]}', '}}]}')]);
    assert.equal(fixOf(swallowed)?.isSound, false);
    for (const text of [
      '{"services": [{"id": "a", "modle": "x"}, {"id": "b"} {"id": "c"}]}',
      '{"services": [{"id": "a", "capabilities": {"input": ["text"}}]}',
      '{"services": [{"id": "a"',
    ])
      assert.equal(fixOf(text)?.isSound, true, text);
    assert.equal(fixOf('{"services": [{"id": "a"} {"id": "b"} {"id": "c"}]}')?.isSound, false);
  });

  it('is left to the person where more than that is wrong', () => {
    for (const text of [
      '{"services": [{"id": "a"}} ]',
      '{"services": [}',
      '{"services": [{"id": }]}',
      '{"a": 1 2}',
      '{services: []}',
      '{"services": [{"id": "a" {"id": "b"}]}',
      '',
    ])
      assert.equal(fixed(text), undefined, text);
  });

  it('still tells its services', () => {
    for (const text of [
      '{"services": [{"id": "a", "name": "A"} {"id": "b" "model": "m"}, {"id": "c',
      '{"services": [{"id": "a", "model": }, {"id": "b"}, {"id": "c"',
    ]) {
      const { partial, root } = parseConfigText(text);
      assert.equal(root, undefined);
      assert.ok(partial);
      const { entries } = validateParsed({ root: partial, problems: [] });
      assert.deepEqual(
        entries.map(({ id }) => id),
        ['a', 'b', 'c'],
        text,
      );
      for (const { range, anchor } of entries)
        assert.ok(
          anchor.offset >= range.offset &&
            anchor.offset + anchor.length <= range.offset + range.length &&
            range.offset + range.length <= text.length,
          text,
        );
    }
  });
});
