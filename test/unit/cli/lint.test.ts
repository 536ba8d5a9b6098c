import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, png } from '../../support/transcripts.ts';

const url = `data:image/png;base64,${base64(png(3000))}`;
const bad = `{"role":"user","content":"hi"}\n{"role":"tool","content":"look: ${url}"}\n`;
const good = `{"role":"user","content":[{"type":"image_url","image_url":{"url":"${url}"}}]}\n`;

describe('agent-artifacts lint', function () {
  this.timeout(120_000);
  let folder: string;
  const file = (name: string) => path.join(folder, name);

  before(async () => {
    folder = await temporaryFolder({ 'bad.jsonl': bad, 'good.jsonl': good, 'empty.log': '' });
  });

  it('prints place, code, type, size, tokens and path of each finding, and ends with 1', async () => {
    const { code, stdout, stderr } = await cli(['lint', file('good.jsonl'), file('bad.jsonl')]);
    assert.equal(code, 1);
    const tokens = Math.round(url.length / 1.45).toLocaleString('en');
    assert.equal(stdout, `${file('bad.jsonl')}:2:33  data_url_in_text  PNG image, 2.9 KB, ≈ ${tokens} tokens  content\n`);
    assert.equal(stderr, `2 files, 1 finding, ≈ ${tokens} tokens.\n`);
  });

  it('ends with 0 when media is where it belongs', async () => {
    const { code, stdout, stderr } = await cli(['lint', file('good.jsonl'), file('empty.log')]);
    assert.deepEqual([code, stdout, stderr], [0, '', '2 files, 0 findings.\n']);
  });

  it('gives programs everything as JSON, lines and columns from 1', async () => {
    const { code, stdout } = await cli(['lint', '--json', file('bad.jsonl')]);
    assert.equal(code, 1);
    const { files, findings, tokens } = JSON.parse(stdout) as {
      files: { file: string; findings: Record<string, unknown>[] }[];
      findings: number;
      tokens: number;
    };
    assert.deepEqual([findings, tokens, files.length], [1, Math.round(url.length / 1.45), 1]);
    const { offset, length, ...found } = files[0]?.findings[0] ?? {};
    assert.equal(bad.slice(Number(offset), Number(offset) + Number(length)), url);
    assert.deepEqual(found, {
      code: 'data_url_in_text',
      form: 'base64',
      mimeType: 'image/png',
      declaredMimeType: 'image/png',
      size: 3000,
      characters: url.length,
      tokens,
      path: 'content',
      start: { line: 2, column: 33 },
      end: { line: 2, column: 33 + url.length },
    });
  });

  it('prints one JSON for several files, those that cannot be read included, while it reads', async () => {
    // more than is read at once lies between the two
    await writeFile(file('two.jsonl'), `${bad}${'{"role":"user","content":"hi"}\n'.repeat(100_000)}${bad}`);
    const { code, stdout, parts } = await cli(['lint', '--json', file('two.jsonl'), file('none.jsonl'), file('good.jsonl')]);
    assert.equal(code, 2);
    const { files, findings } = JSON.parse(stdout) as {
      files: { findings: unknown[]; error?: { code: string } }[];
      findings: number;
    };
    assert.deepEqual(
      files.map((one) => [one.findings.length, one.error?.code]),
      [
        [2, undefined],
        [0, 'not_found'],
        [0, undefined],
      ],
    );
    assert.equal(findings, 2);
    assert.equal(parts.filter((part) => part.includes('data_url_in_text')).length, 2);
  });

  it('ends with 2 for what cannot be read, and still reads the rest', async function () {
    if (process.platform === 'win32') this.skip();
    const server = createServer().listen(file('server.sock'));
    await once(server, 'listening');
    const { code, stdout, stderr } = await cli(['lint', file('none.jsonl'), file('server.sock'), file('bad.jsonl')]);
    assert.equal(code, 2);
    assert.match(stdout, /bad\.jsonl:2:33 /);
    assert.match(stderr, /none\.jsonl: .*\[not_found\]\n/);
    assert.match(stderr, /\[not_a_file\]\n/);
    assert.match(stderr, /3 files, 1 finding, .*, 2 unreadable\.\n$/);
    assert.equal((await cli(['lint'])).code, 2);
    server.close();
  });

  it('reads standard input for "-"', async () => {
    const { code, stdout } = await cli(['lint', '-'], { input: bad });
    assert.equal(code, 1);
    assert.match(stdout, /^-:2:33 {2}data_url_in_text/);
  });

  it('reads UTF-16, as PowerShell writes logs', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bad, 'utf16le')]);
    await writeFile(file('utf16.log'), utf16);
    const { stdout } = await cli(['lint', file('utf16.log')]);
    assert.match(stdout, /utf16\.log:2:33 {2}data_url_in_text {2}PNG image/);
  });

  it('writes names that could command a terminal out', async () => {
    const { code, stdout, stderr } = await cli(['lint', 'no\u001b[31m']);
    assert.equal(code, 2);
    assert.doesNotMatch(stdout + stderr, /\u001b/);
  });
});
