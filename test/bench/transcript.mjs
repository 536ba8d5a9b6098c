/** How fast transcripts are linted, and in how much memory: the built command line over a generated file, beside a bare read of it. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync, readSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MB = 1_000_000;
const ROUNDS = 3;
/** What `lint` exits with when it finds something. */
const FOUND = 1;
const commandLine = path.resolve(import.meta.dirname, '../../dist/cli.mjs');
const bareRead = path.join(import.meta.dirname, 'bare-read.mjs');

/**
 * Writes a transcript of agents: prose and code of messages, calls and results, pictures where they belong, and some that stand in a text.
 * @param {string} file @param {number} size in bytes @returns {number} how many stand in a text
 */
function makeTranscript(file, size) {
  const words =
    'the agent reads a file and then it writes src/main.ts with const x = compute(a, b); "quoted" 你好，世界 foo_bar über'.split(' ');
  const prose = (/** @type {number} */ length) => {
    let text = '';
    for (let n = 0; text.length < length; n++) text += `${words[(n * 7 + length) % words.length]}${n % 11 === 0 ? '\n' : ' '}`;
    return text;
  };
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(60_000)]).toString('base64');
  const record = (/** @type {object} */ value) => `${JSON.stringify(value)}\n`;
  const turn = [
    ...Array.from({ length: 12 }, (_, n) =>
      record({
        role: 'assistant',
        content: prose(900 + n * 300),
        tool_calls: [
          {
            id: `call_${n}`,
            type: 'function',
            function: { name: 'read', arguments: JSON.stringify({ path: 'src/main.ts', lines: [1, 20] }) },
          },
        ],
      }),
    ),
    ...Array.from({ length: 12 }, (_, n) =>
      record({ role: 'tool', tool_call_id: `call_${n}`, content: JSON.stringify({ stdout: prose(4000 + n * 900), code: 0 }) }),
    ),
    record({
      role: 'user',
      content: [
        { type: 'text', text: prose(500) },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
      ],
    }),
  ].join('');
  const mistake = record({ role: 'tool', content: `Screenshot: data:image/png;base64,${png}` });
  const block = Buffer.from(turn.repeat(9) + mistake);
  const fd = openSync(file, 'w');
  let mistakes = 0;
  for (let written = 0; written < size; written += block.length, mistakes++) writeSync(fd, block);
  closeSync(fd);
  return mistakes;
}

/**
 * Writes a transcript of small pictures in texts and nothing else: a finding in every 400 bytes.
 * @param {string} file @param {number} size in bytes @returns {number} how many
 */
function makeThickTranscript(file, size) {
  const records = Array.from({ length: 2000 }, () => {
    const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(220)]).toString('base64');
    return `${JSON.stringify({ role: 'tool', content: `data:image/png;base64,${png}` })}\n`;
  });
  const block = Buffer.from(records.join(''));
  const fd = openSync(file, 'w');
  let mistakes = 0;
  for (let written = 0; written < size; written += block.length, mistakes += records.length) writeSync(fd, block);
  closeSync(fd);
  return mistakes;
}

/**
 * Runs a program on the file, in a process of its own.
 * @param {readonly string[]} program its module and arguments @param {string} file @returns {{ms: number, rss: number, findings: number}} from the start of the process to its end
 */
function run(program, file) {
  const memory = pathToFileURL(path.join(import.meta.dirname, 'held-memory.mjs')).href;
  const printed = `${file}.printed`;
  const stdout = openSync(printed, 'w');
  try {
    const { output, status } = spawnSync(process.execPath, ['--import', memory, ...program, file], {
      encoding: 'utf8',
      stdio: ['ignore', stdout, 'pipe', 'pipe'],
    });
    if (status !== 0 && status !== FOUND) throw new Error(output[2] ?? '');
    const findings = /"findings":(\d+),"tokens":\d+\}\n$/.exec(endOf(printed))?.[1];
    return { ...JSON.parse(output[3] ?? ''), findings: Number(findings ?? 0) };
  } finally {
    closeSync(stdout);
    rmSync(printed);
  }
}

/** The last characters of a file. @param {string} file */
function endOf(file) {
  const fd = openSync(file, 'r');
  const end = Buffer.alloc(Math.min(100, statSync(file).size));
  readSync(fd, end, 0, end.length, statSync(file).size - end.length);
  closeSync(fd);
  return end.toString('latin1');
}

/**
 * @param {string} temporary a folder
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export function measureTranscript(temporary, report) {
  if (!existsSync(commandLine)) return report('Linting transcripts', '≥ 150 MB/s', 'not built: npm run build', undefined);
  const file = path.join(temporary, 'transcript.jsonl');
  const usual = measureLint(file, makeTranscript(file, 500 * MB));
  const what = `Linting a transcript of ${Math.round(usual.size / MB)} MB, ${usual.findings} findings`;
  report(what, '≥ 150 MB/s', `${usual.speed.toFixed(0)} MB/s`, usual.speed >= 150);
  report(
    'The same : a bare read of the file',
    '–',
    `${(usual.lint / usual.read).toFixed(1)} × (${(usual.lint / 1000).toFixed(2)} s : ${(usual.read / 1000).toFixed(2)} s)`,
    undefined,
  );
  report(`${what}: most memory the process held`, '< 150 MB', `${(usual.peak / MB).toFixed(0)} MB`, usual.peak < 150 * MB);
  const thick = measureLint(file, makeThickTranscript(file, 100 * MB));
  const thickly = `Linting a transcript of ${Math.round(thick.size / MB)} MB of small pictures, ${thick.findings.toLocaleString('en')} findings`;
  report(thickly, '–', `${thick.speed.toFixed(0)} MB/s, ${Math.round(thick.findings / thick.lint)},000 findings a second`, undefined);
  report(`${thickly}: most memory the process held`, '< 150 MB', `${(thick.peak / MB).toFixed(0)} MB`, thick.peak < 150 * MB);
}

/**
 * Lints a file some times over and removes it. Of the times the best counts: the rest is what else the machine did.
 * @param {string} file @param {number} mistakes to be found in it
 * @returns {{size: number, findings: number, lint: number, read: number, speed: number, peak: number}} bytes, milliseconds, MB/s
 */
function measureLint(file, mistakes) {
  try {
    const { size } = statSync(file);
    const rounds = Array.from({ length: ROUNDS }, () => ({
      lint: run([commandLine, 'lint', '--json'], file),
      read: run([bareRead], file),
    }));
    if (rounds.some(({ lint }) => lint.findings !== mistakes)) throw new Error('The findings are wrong.');
    const lint = Math.min(...rounds.map((round) => round.lint.ms));
    const read = Math.min(...rounds.map((round) => round.read.ms));
    return {
      size,
      findings: mistakes,
      lint,
      read,
      speed: size / MB / (lint / 1000),
      peak: Math.max(...rounds.map((round) => round.lint.rss)),
    };
  } finally {
    rmSync(file);
  }
}

/** Run by itself: `node test/bench/transcript.mjs FOLDER`, with dist/ built before. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  measureTranscript(process.argv[2] ?? '.', (...row) => console.log(row.slice(0, 3).join(' | ')));
}
