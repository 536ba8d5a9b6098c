import assert from 'node:assert/strict';
import fc from 'fast-check';
import { shownWords } from '../../src/core/verify/server-words.ts';
import { runs } from '../support/effort.ts';

const keyCharacter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.+/=');
const key = fc.string({ unit: keyCharacter, minLength: 8, maxLength: 120 });

describe('What is shown of a server’s words', () => {
  it('has no eight characters of the key in a row, wherever and however often the key or a part of it stands in them', () => {
    const words = fc.array(fc.oneof(fc.string(), fc.record({ from: fc.nat(100), length: fc.nat(130), upper: fc.boolean() })), {
      maxLength: 12,
    });
    fc.assert(
      fc.property(key, words, (secret, parts) => {
        const text = parts
          .map((part) => {
            if (typeof part === 'string') return part;
            const stretch = secret.slice(part.from, part.from + part.length);
            return part.upper ? stretch.toUpperCase() : stretch;
          })
          .join('');
        const shown = (shownWords(text, [secret]) ?? '').toLowerCase();
        for (let at = 0; at + 8 <= secret.length; at += 1) {
          const stretch = secret.slice(at, at + 8).toLowerCase();
          if (shown.includes(stretch)) assert.fail(`${JSON.stringify(stretch)} in ${JSON.stringify(shown)}`);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('[E-6b] has none of it in hexadecimal, backwards or with something between the characters', () => {
    const forms: readonly ((secret: string) => string)[] = [
      (secret) => secret,
      (secret) => Buffer.from(secret).toString('hex'),
      // the last character depends on what follows
      (secret) =>
        Buffer.from(secret)
          .toString('base64')
          .replace(/.={1,2}$/, ''),
      (secret) => [...Buffer.from(secret)].join(' '),
    ];
    const between = fc.constantFrom('', ' ', '-', ', ', '\n', '\u200b', ' . ', '\u00a0');
    const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
    fc.assert(
      fc.property(
        key,
        fc.constantFrom(...forms),
        fc.boolean(),
        fc.boolean(),
        between,
        fc.string(),
        fc.nat(60),
        (secret, form, isReversed, isUpper, separator, around, from) => {
          const whole = form(secret);
          const stretch = [...(isReversed ? [...whole].reverse().join('') : whole)].slice(from).join(separator);
          const shown = letters(shownWords(`${around} ${isUpper ? stretch.toUpperCase() : stretch} ${around}`, [secret]) ?? '');
          const told = letters(stretch);
          // what the words around it have by themselves is no echo
          for (let at = 0; at + 8 <= told.length; at += 1) {
            const part = told.slice(at, at + 8);
            if (shown.includes(part) && !letters(around).includes(part)) assert.fail(`${part} in ${shown}`);
          }
        },
      ),
      { numRuns: runs(2000) },
    );
  });
});
