import assert from 'node:assert/strict';
import { editDocument } from '../../../src/host/screen/document-edit.ts';
import { textDocument } from '../../support/text-document.ts';

describe('an edit of a document', () => {
  it('that its text refuses is not made, and says why', async () => {
    const document = textDocument('{ "services": [[');
    const asked: string[] = [];
    const made = await editDocument(document, (text) => {
      asked.push(text);
      return { ok: false, reason: 'unusable_text' };
    });
    assert.deepEqual([made, asked], ['unusable_text', ['{ "services": [[']]);
  });
});
