import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainText } from '../../../src/host/screen/plain-text.ts';

describe('Text that VS Code shows as the text it is', () => {
  it('[E-2] takes out what begins a link, and stays readable', () => {
    assert.equal(
      plainText('Exported [x](command:workbench.action.terminal.new "y").'),
      'Exported [x] (command:workbench.action.terminal.new "y").',
    );
    assert.equal(plainText('[a](https://evil.example) [b](file:///etc/passwd)'), '[a] (https://evil.example) [b] (file:///etc/passwd)');
    assert.equal(plainText('chart [1] (final).png'), 'chart [1] (final).png');
  });

  it('[E-2] takes out what begins an icon', () => {
    assert.equal(plainText('$(trash) x \\$(trash)'), '$ (trash) x \\$ (trash)');
  });

  it('[E-2] leaves one line, without controls and what cannot be seen', () => {
    assert.equal(plainText('a\nb\r\nc\u2028d\u202ee\u0000f'), 'a b c d e f');
    assert.equal(plainText('a\u200bb\u2060c\ufeffd\u00ade\u{e0041}f'), 'abcdef');
  });

  it('[E-2] lets no link or icon arise from what is taken out, whatever the text', () => {
    const part = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '$',
      '$(',
      '](',
      'command:x',
      ' "y"',
      '\u200b',
      '\u{e0001}',
      '\u202e',
      '\n',
      '\\',
      'a',
      ' ',
      '\ud800',
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 12 }).map((parts) => parts.join('')),
        (text) => {
          const plain = plainText(text);
          assert.ok(!plain.includes('](') && !plain.includes('$('), JSON.stringify(plain));
          assert.equal(plainText(plain), plain);
        },
      ),
    );
  });
});
