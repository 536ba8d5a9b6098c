import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { TranscriptFinding } from '../../../src/core/transcript/finding.ts';
import { gather } from '../../../src/host/transcript/finding-words.ts';
import { isSuspicious, transcriptsIn } from '../../../src/host/transcript/transcript-documents.ts';
import { documentChunks } from '../../../src/host/transcript/transcript-lint.ts';
import { textDocument } from '../../support/text-document.ts';
import { base64, png } from '../../support/transcripts.ts';

const bad = `{"role":"user","content":"hi"}\n{"role":"tool","content":"你好 😀 data:image/png;base64,${base64(png(1200))} end"}\n`;

describe('the documents that may be transcripts', () => {
  it('[E-22a] are told by their names alone where only a tab is known of them', () => {
    const tab = (address: string): vscode.Tab => ({ input: new vscode.TabInputText(vscode.Uri.parse(address)) }) as vscode.Tab;
    const others = ['file:///large.bin.txt', 'file:///jsonl', 'git:/run.jsonl'].map(tab);
    const transcripts = ['file:///run.jsonl', 'file:///A.LOG', 'memfs:/b.json'];
    assert.deepEqual(transcriptsIn([...others, ...transcripts.map(tab), { input: undefined } as vscode.Tab]).map(String), transcripts);
  });

  it('looks no closer at the JSON files of every day', () => {
    const everyday = readFileSync(path.join(import.meta.dirname, '../../../tsconfig.json'), 'utf8');
    assert.equal(isSuspicious(textDocument(everyday, 'tsconfig.json')), false);
    assert.equal(isSuspicious(textDocument(bad, 'run.jsonl')), true);
    const list = JSON.stringify([...png(100)], null, 1);
    assert.equal(isSuspicious(textDocument(list, 'list.json')), true);
  });

  it('leaves a document of many long lines to the scanner, which makes pauses', () => {
    let read = 0;
    const text = 'word '.repeat(700);
    const document = {
      lineCount: 5000,
      lineAt: () => {
        read++;
        return { text };
      },
    } as unknown as vscode.TextDocument;
    assert.equal(isSuspicious(document), true);
    assert.ok(read * text.length < 210_000, `${read} lines`);
  });

  it('stops reading a document that changes', async () => {
    const document = textDocument(bad.repeat(2000), 'changing.txt');
    const controller = new AbortController();
    const reading = (async () => {
      let pieces = 0;
      for await (const piece of documentChunks(document, controller.signal)) {
        pieces += piece.length > 0 ? 1 : 0;
        controller.abort();
      }
      return pieces;
    })();
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('keeps as many findings as are shown, and counts the others', async () => {
    const finding = { offset: 0 } as TranscriptFinding;
    async function* many(): AsyncGenerator<TranscriptFinding> {
      for (let at = 0; at < 1500; at++) yield { ...finding, offset: 1500 - at };
    }
    const { first, count } = await gather(many());
    assert.deepEqual([first.length, count, first[0]?.offset], [1000, 1500, 501]);
  });
});
