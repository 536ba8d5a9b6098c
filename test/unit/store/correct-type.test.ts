import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyEdits } from '../../../src/core/json/edit.ts';
import { typeCorrection } from '../../../src/core/store/correct-type.ts';
import { runs } from '../../support/effort.ts';

const corrected = (text: string, path?: string): string | null => {
  const edits = typeCorrection(text, 'image/png', path);
  return edits && applyEdits(text, edits);
};

describe('correcting a declared type', () => {
  it('changes the value alone; every other character stays', () => {
    const text = '{\r\n\t"id" : "26",\r\n\t"type":"text/plain" ,\r\n\t"name": "lies.txt"\r\n}';
    assert.equal(corrected(text), text.replace('text/plain', 'image/png'));
  });

  it('changes both fields when both name a media type, and leaves a custom word', () => {
    assert.equal(corrected('{"type": "text/plain", "mimeType": "text/x-y"}'), '{"type": "image/png", "mimeType": "image/png"}');
    assert.equal(corrected('{"type": "chart", "mimeType": "text/plain"}'), '{"type": "chart", "mimeType": "image/png"}');
  });

  it('adds the field when no field names a media type, and replaces one that is none', () => {
    assert.equal(corrected('{"id": "1", "type": "chart"}'), '{"id": "1", "type": "chart", "mimeType": "image/png"}');
    assert.equal(corrected('{\n  "id": "1"\n}\n'), '{\n  "id": "1",\n  "mimeType": "image/png"\n}\n');
    assert.equal(corrected('{"mimeType": 7}'), '{"mimeType": "image/png"}');
  });

  it('changes one file of a workspace, however its path is written', () => {
    const text = '{"files": {"a/b.txt": {"mimeType": "text/plain"}, "c\\\\d.txt": {"type": "text/plain"}}}';
    assert.equal(corrected(text, 'a/b.txt'), text.replace('"mimeType": "text/plain"', '"mimeType": "image/png"'));
    assert.equal(corrected(text, 'c/d.txt'), text.replace('"type": "text/plain"', '"type": "image/png"'));
  });

  it('has nothing to correct in what does not mention the file, is no object or no JSON', () => {
    for (const [text, path] of [
      ['{"files": {}}', 'a'],
      ['{}', 'a'],
      ['{"files": {"a": "x"}}', 'a'],
      ['[]'],
      ['"x"'],
      ['{"type": "text/plain"'],
      ['{"type": "text/plain", // c\n}'],
      [''],
    ] as const) {
      assert.equal(corrected(text, path), null, text);
    }
  });

  it('of any sidecar, changes nothing but what it declares', () => {
    const others = fc.dictionary(
      fc.string().filter((name) => !['type', 'mimeType', '__proto__'].includes(name)),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(
        others,
        fc.option(fc.constantFrom('text/plain', 'chart', 'image/jpg')),
        fc.option(fc.constantFrom('text/plain', '')),
        fc.constantFrom(undefined, 2, '\t'),
        (rest, type, mimeType, indent) => {
          const sidecar = { ...rest, ...(type !== null && { type }), ...(mimeType !== null && { mimeType }) };
          const result = corrected(JSON.stringify(sidecar, null, indent));
          const expected = {
            ...sidecar,
            ...(type !== null && type.includes('/') && { type: 'image/png' }),
            ...((mimeType !== null || type === null || !type.includes('/')) && { mimeType: 'image/png' }),
          };
          // An empty mimeType beside a type that counts is no declaration.
          if (mimeType === '' && type?.includes('/')) expected.mimeType = '';
          assert.deepEqual(JSON.parse(result ?? 'null'), JSON.parse(JSON.stringify(expected)));
        },
      ),
      { numRuns: runs(1000) },
    );
  });
});
