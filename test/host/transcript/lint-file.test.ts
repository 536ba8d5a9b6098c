import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import type { TranscriptFinding } from '../../../src/core/transcript/finding.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import type { Found } from '../../../src/host/transcript/finding-words.ts';
import { lintFile, type DocumentLint } from '../../../src/host/transcript/lint-file.ts';
import { base64, png } from '../../support/transcripts.ts';
import { closeAllEditors, makeFolder, type Folder } from '../services/services-fixture.ts';

const url = `data:image/png;base64,${base64(png(1200))}`;
const bad = `{"role":"user","content":"hi"}\n{"role":"tool","content":"你好 😀 ${url} end"}\n`;

describe('the command that lints a transcript', () => {
  let folder: Folder;

  beforeEach(async () => {
    folder = await makeFolder();
  });
  afterEach(async () => {
    await closeAllEditors();
    await folder.remove();
  });
  // Problems would stay open, and be drawn anew with every problem of the tests that follow.
  after(() => vscode.commands.executeCommand('workbench.action.closePanel'));

  it('checks a file that is not open, in parts, by command', async () => {
    const uri = await folder.write('large.jsonl', `${'{"role":"user","content":"hello"}\n'.repeat(60_000)}${bad}`);
    const shown: TranscriptFinding[] = [];
    const lint = { show: (_: vscode.Uri, { first }: Found) => shown.push(...first) } as unknown as DocumentLint;
    const checked: string[] = [];
    await lintFile(uri, lint, { fileSystems: new FileSystems(), compute: directCompute }, ({ path: one }) => checked.push(one));
    assert.deepEqual(checked, [uri.path]);
    assert.deepEqual(
      shown.map(({ code, start }) => [code, start.line]),
      [['data_url_in_text', 60_001]],
    );
    const bytes = await readFile(uri.fsPath);
    assert.equal(bytes.subarray(shown[0]?.offset, (shown[0]?.offset ?? 0) + (shown[0]?.length ?? 0)).toString(), url);
  });

  it('says that a document changed while it was checked, not that nothing is in it', async () => {
    const document = await vscode.workspace.openTextDocument(await folder.write('run.jsonl', bad));
    const lint = { checkToEnd: async () => undefined } as unknown as DocumentLint;
    const { window } = vscode;
    const said: string[] = [];
    const { showWarningMessage, showInformationMessage } = window;
    Object.assign(window, {
      showWarningMessage: async (text: string) => void said.push(text),
      showInformationMessage: async (text: string) => void said.push(text),
    });
    try {
      await lintFile(document.uri, lint, { fileSystems: new FileSystems(), compute: directCompute }, () => undefined);
    } finally {
      Object.assign(window, { showWarningMessage, showInformationMessage });
    }
    assert.deepEqual(
      said.map((text) => text.replace(/^.*run/, 'run')),
      ['run.jsonl changed while it was being checked. Check it again.'],
    );
  });

  it('reads a file once where a part costs the whole', async () => {
    const uri = await folder.write('virtual.jsonl', `${'{"role":"user","content":"hello"}\n'.repeat(100_000)}${bad}`);
    const real = new FileSystems().for(uri);
    let reads = 0;
    const fs = new Proxy(real.fs, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (name === 'readFile') reads++;
          return Reflect.apply(value, target, args);
        };
      },
    });
    const counts: number[] = [];
    const lint = { show: (_: vscode.Uri, { count }: Found) => counts.push(count) } as unknown as DocumentLint;
    await lintFile(
      uri,
      lint,
      { fileSystems: { for: () => ({ ...real, fs, readsParts: false }) } as unknown as FileSystems, compute: directCompute },
      () => undefined,
    );
    assert.deepEqual([reads, counts], [1, [1]]);
  });

  it('says why a large file is not checked where files come only as a whole, and reads nothing of it', async () => {
    const uri = vscode.Uri.parse('memfs:/logs/run.jsonl');
    let reads = 0;
    const fs = {
      stat: async () => ({ kind: 'file', size: 33 * 1024 * 1024, mtime: 0 }),
      readFile: async () => (reads++, new Uint8Array(0)),
    };
    const { window } = vscode;
    const { showErrorMessage } = window;
    const said: string[] = [];
    Object.assign(window, { showErrorMessage: async (text: string) => void said.push(text) });
    try {
      const files = { for: () => ({ fs, readsParts: false, locationOf: String, uriOf: vscode.Uri.parse }) } as unknown as FileSystems;
      await lintFile(uri, {} as unknown as DocumentLint, { fileSystems: files, compute: directCompute }, () => undefined);
    } finally {
      Object.assign(window, { showErrorMessage });
    }
    assert.equal(reads, 0);
    assert.match(said.join(), /run\.jsonl: 33\.0 MB is too large .* only reads whole files, .* 32\.0 MB .* local disk/);
  });
});
