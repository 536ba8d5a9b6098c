import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import os from 'node:os';
import { PassThrough, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { promisify } from 'node:util';
import { MadeList } from '../../../src/cli/json-pieces.ts';
import { runCli } from '../../../src/cli/run.ts';
import { displayWidth, safeJson, safeLine, shellPath, Terminal } from '../../../src/cli/terminal.ts';
import { printTable } from '../../../src/cli/table.ts';
import { lineColumn } from '../../../src/cli/commands/services.ts';
import { cli } from '../../support/command-line.ts';
import { png } from '../../support/media-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** A terminal whose output is kept. */
function terminal(isTTY: boolean, env: NodeJS.ProcessEnv = {}, columns = 80): { terminal: Terminal; text: () => string } {
  const stream = Object.assign(new PassThrough(), { isTTY, columns });
  return { terminal: new Terminal({ stdin: stream, stdout: stream, stderr: stream }, env), text: () => String(stream.read() ?? '') };
}

describe('Text for a terminal', () => {
  it('writes out what could command it', () => {
    assert.equal(safeLine('a\u001b[31m\r\n\u009b\u202e\u2028\u007f\ud800'), 'a\\x1b[31m\\x0d\\x0a\\u009b\\u202e\\u2028\\x7f\ufffd');
    assert.equal(safeLine('成绩 表.csv 🎉'), '成绩 表.csv 🎉');
    assert.deepEqual(JSON.parse(safeJson({ a: '\u009b\u202e\u001b' })), { a: '\u009b\u202e\u001b' });
    assert.doesNotMatch(safeJson({ a: '\u009b\u202e\u001b' }), /[\u001b\u009b\u202e]/);
  });

  it('[L-8] gives no commands to the runner of a workflow', () => {
    assert.equal(safeLine('::error title=x::y.jsonl: not found'), '\\x3a:error title=x::y.jsonl: not found');
    assert.equal(safeLine(' ::add-mask::a ##[add-mask]b'), ' \\x3a:add-mask::a \\x23#[add-mask]b');
    assert.equal(safeLine('a ##vso[task.setvariable]b ##teamcity[c]'), 'a \\x23#vso[task.setvariable]b \\x23#teamcity[c]');
    assert.equal(safeLine('## Heading [link] ###'), '## Heading [link] ###');
    assert.equal(safeLine('std::vector # [a] ## b'), 'std::vector # [a] ## b');
    const named = { name: '###[add-mask]b', note: '::error::c' };
    assert.deepEqual(JSON.parse(safeJson(named)), named);
    assert.doesNotMatch(safeJson(named), /##\[|^\s*::/m);
  });

  it('names a file in a command so that a shell reads that name, and an option never', async function () {
    if (process.platform === 'win32') this.skip();
    const env = { ...process.env, LC_ALL: 'C.UTF-8' };
    for (const name of ['-rf.json', "it's\na.json", 'bidi\u202e.md', 'next\u0085line', 'back\\slash\n', '##[group] y.md', 'plain.md']) {
      const word = shellPath(name);
      assert.equal(safeLine(word), word);
      const { stdout } = await promisify(execFile)('bash', ['-c', `printf %s ${word}`], { env });
      assert.equal(stdout, name.startsWith('-') ? `./${name}` : name);
    }
    assert.equal(shellPath('-'), '-');
  });

  it('aligns columns by the width on the screen, and leaves empty columns out', () => {
    const { terminal: screen, text } = terminal(false);
    printTable(
      screen,
      [{ heading: 'NAME' }, { heading: 'EMPTY' }, { heading: 'SIZE', align: 'right' }],
      [
        ['成绩', '', '1 B'],
        ['abc', '', '10 KB'],
      ],
    );
    assert.equal(text(), 'NAME   SIZE\n成绩    1 B\nabc   10 KB\n');
    assert.equal(displayWidth('e\u0301🎉成'), 5);
  });

  describe('in a table', () => {
    const columns = [{ heading: 'NAME' }, { heading: 'TOKENS', align: 'right' }, { heading: 'DETAIL' }] as const;
    const rows = [
      ['chart.png', '1,105', 'The image moves to the user message.'],
      ['成绩 表.csv', '7', 'Arrives unchanged.'],
    ];
    const printed = (isTTY: boolean, width: number): string[] => {
      const { terminal: screen, text } = terminal(isTTY, { NO_COLOR: '1' }, width);
      printTable(screen, columns, rows);
      return text().trimEnd().split('\n');
    };

    it('goes on below itself where the terminal is too narrow for the row', () => {
      assert.deepEqual(printed(true, 46), [
        'NAME         TOKENS  DETAIL',
        'chart.png     1,105  The image moves to the',
        '                     user message.',
        '成绩 表.csv       7  Arrives unchanged.',
      ]);
    });

    it('is as wide as it is for a program, and on a terminal with room', () => {
      assert.deepEqual(printed(false, 30), printed(true, 200));
      assert.equal(printed(true, 200).length, 3);
    });

    it('is printed as facts where the words have no room beside each other, and no word is divided', () => {
      assert.deepEqual(printed(true, 24), [
        'NAME    chart.png',
        'TOKENS  1,105',
        'DETAIL  The image moves',
        '        to the user',
        '        message.',
        '',
        'NAME    成绩 表.csv',
        'TOKENS  7',
        'DETAIL  Arrives',
        '        unchanged.',
      ]);
      const { terminal: screen, text } = terminal(true, { NO_COLOR: '1' }, 20);
      printTable(screen, [{ heading: 'REF' }, { heading: 'NAME' }], [['ws:lead:ZG9jcy9wbGFuLm1k', 'plan.md']]);
      assert.equal(text(), 'REF   ws:lead:ZG9jcy9wbGFuLm1k\nNAME  plan.md\n');
    });

    it('has no line wider than 60 columns, of the models and programs that receive a picture', async () => {
      const folder = await temporaryFolder({ 'a.png': png(1300, 900) });
      const asked = ['route', 'a.png', '--model', 'gpt-5.2', '--model', 'claude-opus-4-5'];
      for (const args of [asked, [...asked, '--through', 'all']]) {
        const { stdout } = await cli(args, { folder, isTTY: true, columns: 60, env: { NO_COLOR: '1' } });
        const wide = stdout.split('\n').filter((line) => displayWidth(line) > 60);
        assert.deepEqual(wide, []);
        assert.match(stdout, /claude-opus-4-5/);
      }
    });
  });

  it('has colour only on a terminal, and not where it is unwanted', () => {
    const styled = (isTTY: boolean, env: NodeJS.ProcessEnv) => {
      const { terminal: screen, text } = terminal(isTTY, env);
      screen.print('x', 'red');
      return text();
    };
    assert.equal(styled(true, {}), '\u001b[31mx\u001b[0m\n');
    assert.equal(styled(true, { NO_COLOR: '' }), '\u001b[31mx\u001b[0m\n');
    assert.equal(styled(true, { NO_COLOR: '1' }), 'x\n');
    assert.equal(styled(true, { TERM: 'dumb' }), 'x\n');
    assert.equal(styled(false, {}), 'x\n');
  });

  it('has no colour with --no-color, in what is found and in what is wrong', async () => {
    const missing = ['route', 'missing.png', '--model', 'gpt-5.2'];
    const told = async (args: readonly string[]) => {
      const { terminal: screen, text } = terminal(true);
      await runCli(args, screen, { folder: os.tmpdir(), home: os.tmpdir(), env: {} });
      return text();
    };
    assert.match(await told(missing), /\u001b\[31m/);
    assert.doesNotMatch(await told([...missing, '--no-color']), /\u001b/);
  });

  it('[L-3] writes long JSON piece by piece, no faster than it is read', async () => {
    let made = 0;
    const items = new MadeList(Array.from({ length: 20_000 }), () => ({
      number: made++,
      nothing: undefined,
      text: '\u009b',
      list: [undefined],
    }));
    const value = { empty: [], none: {}, absent: undefined, nested: { items }, day: new Date(0) };
    const pieces: string[] = [];
    let behind = 0;
    const stdout = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write: (piece: string, _encoding, done) => {
        pieces.push(piece);
        behind = Math.max(behind, stdout.writableLength - piece.length);
        setImmediate(done);
      },
    });
    const { terminal: screen } = terminal(false);
    await new Terminal({ ...screen.streams, stdout }, {}).longJson(value);
    stdout.end();
    await finished(stdout);
    made = 0;
    assert.equal(pieces.join(''), `${safeJson(value)}\n`);
    assert.ok(pieces.length > 10 && Math.max(...pieces.map(({ length }) => length)) < 100_000);
    assert.equal(behind, 0, 'nothing is written before what was written has been read');
  });

  it('writes nothing more to a reader that is gone, and waits for none', async () => {
    let pieces = 0;
    const stdout = new Writable({
      highWaterMark: 1,
      autoDestroy: false,
      write(_piece, _encoding, done) {
        pieces++;
        done(Object.assign(new Error('nobody reads'), { code: 'EPIPE' }));
      },
    });
    const screen = new Terminal({ ...terminal(false).terminal.streams, stdout }, {});
    await screen.longJson({ items: new MadeList(Array.from({ length: 20_000 }), () => 'some text') });
    screen.print('more');
    assert.equal(pieces, 1);
  });

  it('makes the text of an artifact safe on a terminal, and leaves it as it is in a pipe', async () => {
    const content = 'one\u001b]52;c;ZXZpbA==\u0007\r\n\ttwo';
    const root = await temporaryFolder({ 'artifacts/1.txt': content, 'workspaces/': '' });
    assert.equal((await cli(['show', '1', '--root', root], { isTTY: true })).stdout, 'one\\x1b]52;c;ZXZpbA==\\x07\n\ttwo\n');
    assert.equal((await cli(['show', '1', '--root', root])).stdout, content);
  });

  it('counts lines and columns from 1, with any line ends and a byte order mark', () => {
    const text = '\ufeffab\r\nc\rd\n';
    assert.deepEqual(
      [1, 2, 5, 7, 9].map((offset) => Object.values(lineColumn(text, offset))),
      [
        [1, 1],
        [1, 2],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
    );
    assert.deepEqual(lineColumn('', 5), { line: 1, column: 1 });
  });
});
