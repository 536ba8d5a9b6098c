import assert from 'node:assert/strict';
import { friendlyTypeName } from '../../../src/core/content/media-type.ts';
import { readMediaFacts } from '../../../src/core/content/read-media-facts.ts';
import { signatureStrength } from '../../../src/core/content/signature-checks.ts';
import { own } from '../../../src/core/io/own.ts';

/** Words that every object answers to, as a file may declare them for its type. */
const INHERITED = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

describe('[L-7] types named as what every object has', () => {
  for (const name of INHERITED) {
    it(`${name} is a type that no table knows`, async () => {
      assert.equal(own({ known: 1 }, name), undefined);
      assert.equal(friendlyTypeName(name, 'en'), name);
      assert.equal(signatureStrength(name, new Uint8Array(8)), 'strong');
      const facts = await readMediaFacts(new Uint8Array(8), { mimeType: name });
      assert.deepEqual(facts, { ...(await readMediaFacts(new Uint8Array(8), { mimeType: 'unknown' })), mimeType: name });
    });
  }
});
