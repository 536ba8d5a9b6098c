import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { scanDocument, terminalLinks } from '../../../src/host/references/reference-links.ts';
import { textDocument } from '../../support/text-document.ts';

const MAIN = 'ws:agent-coder-7f3a:c3JjL21haW4uanM';

describe('the links of a large document', () => {
  const range = (start: number, end: number) => new vscode.Range(start, 0, end, 80);

  it('are those around what is visible, and what is visible later is looked at then', () => {
    const lines = 'INFO step done, wrote artifact:31 and artifact:32 and artifact:33\n'.repeat(40_000);
    const document = textDocument(lines, 'run.log');
    const at = (first: number, last: number) => {
      const { links, covered } = scanDocument(document, [range(first, last)]);
      const numbers = links.map((link) => link.range.start.line);
      return {
        first: Math.min(...numbers),
        last: Math.max(...numbers),
        covered: covered?.every((part) => part.contains(range(first, last))),
      };
    };
    assert.deepEqual(at(0, 40), { first: 0, last: 240, covered: true });
    assert.deepEqual(at(20_000, 20_040), { first: 19_800, last: 20_240, covered: true });
    assert.deepEqual(scanDocument(document, []).links, []);
  });

  it('are found in one line of megabytes where it is visible', () => {
    const content = `${'x'.repeat(3_000_000)} artifact:31 ${'y'.repeat(3_000_000)} artifact:32`;
    const document = textDocument(content, 'run.log');
    const { links } = scanDocument(document, [new vscode.Range(0, 2_999_000, 0, 3_001_000)]);
    assert.deepEqual(
      links.map((link) => document.getText(link.range)),
      ['artifact:31'],
    );
  });

  it('are 100,000 of them no more than what is around the visible part', () => {
    const document = textDocument('artifact:31\n'.repeat(100_000), 'run.log');
    assert.equal(scanDocument(document, [range(0, 50)]).links.length, 251);
    const small = textDocument('artifact:31\n'.repeat(1000), 'run.log');
    assert.equal(scanDocument(small, []).links.length, 1000);
  });

  it('[L-6] are in many visible places as many as those around one of them', () => {
    const document = textDocument('artifact:31\n'.repeat(100_000), 'run.log');
    const visible = [0, 1000, 2000, 3000].map((line) => new vscode.Range(line, 0, line + 50, 0));
    const { links } = scanDocument(document, visible);
    assert.equal(links.length, 251 + 3 * 375);
    for (const range of visible)
      assert.equal(links.filter((link) => link.range.start.line >= range.start.line && link.range.start.line <= range.end.line).length, 51);
  });

  it('[L-6] are those around what is visible also where many places only look like references', () => {
    const content = `artifact:31\n${'=adk:%:%:%:%\n'.repeat(2_500)}artifact:32`;
    const document = textDocument(content, 'run.log');
    assert.deepEqual(scanDocument(document, []).links, []);
    const { links } = scanDocument(document, [new vscode.Range(0, 0, 50, 0)]);
    assert.deepEqual(
      links.map((link) => document.getText(link.range)),
      ['artifact:31'],
    );
  });
});

describe('references in terminals', () => {
  it('are links that know the folder of the shell', () => {
    const terminal = { creationOptions: { cwd: '/w/project' } } as unknown as vscode.Terminal;
    const links = terminalLinks({ line: `✔ saved artifact:31 and ${MAIN}, 12`, terminal });
    assert.deepEqual(
      links.map(({ startIndex, length, reference, folder }) => [startIndex, length, reference, folder?.path]),
      [
        [8, 11, 'artifact:31', '/w/project/terminal'],
        [24, MAIN.length, `artifact:${MAIN}`, '/w/project/terminal'],
      ],
    );
    assert.deepEqual(terminalLinks({ line: 'added 31 packages in 12s', terminal }), []);
  });
});
