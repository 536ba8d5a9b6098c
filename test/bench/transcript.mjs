/** How fast transcripts are linted, and in how much memory: the built command line over a generated file, beside a bare read of it. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { openSync, closeSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const MB = 1_000_000;
const ROUNDS = 3;

/**
 * Writes a transcript of agents: prose and code of messages, calls and results, pictures where they belong, and some that stand in a text.
 * @param {string} file @param {number} size in bytes @returns {number} how many stand in a text
 */
function makeTranscript(file, size) {
  const words = 'the agent reads a file and then it writes src/main.ts with const x = compute(a, b); "quoted" 你好，世界 foo_bar über'.split(' ');
  const prose = (/** @type {number} */ length) => {
    let text = '';
    for (let n = 0; text.length < length; n++) text += `${words[(n * 7 + length) % words.length]}${n % 11 === 0 ? '\n' : ' '}`;
    return text;
  };
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), randomBytes(60_000)]).toString('base64');
  const record = (/** @type {object} */ value) => `${JSON.stringify(value)}\n`;
  const turn = [
    ...Array.from({ length: 12 }, (_, n) => record({ role: 'assistant', content: prose(900 + n * 300), tool_calls: [{ id: `call_${n}`, type: 'function', function: { name: 'read', arguments: JSON.stringify({ path: 'src/main.ts', lines: [1, 20] }) } }] })),
    ...Array.from({ length: 12 }, (_, n) => record({ role: 'tool', tool_call_id: `call_${n}`, content: JSON.stringify({ stdout: prose(4000 + n * 900), code: 0 }) })),
    record({ role: 'user', content: [{ type: 'text', text: prose(500) }, { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } }] }),
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
 * Runs a way to read the file in a process of its own.
 * @param {'lint' | 'read'} what @param {string} file @returns {{ms: number, rss: number, findings: number}} time of the reading alone
 */
function run(what, file) {
  const { stdout, status, stderr } = spawnSync(process.execPath, [path.join(import.meta.dirname, 'transcript-child.mjs'), what, file], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/**
 * @param {string} temporary a folder
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export function measureTranscript(temporary, report) {
  const file = path.join(temporary, 'transcript.jsonl');
  const mistakes = makeTranscript(file, 500 * MB);
  try {
    const { size } = statSync(file);
    const rounds = Array.from({ length: ROUNDS }, () => ({ lint: run('lint', file), read: run('read', file) }));
    if (rounds.some(({ lint }) => lint.findings !== mistakes)) throw new Error('The findings are wrong.');
    // Of several runs the best: the rest is what else the machine did.
    const lint = Math.min(...rounds.map((round) => round.lint.ms));
    const read = Math.min(...rounds.map((round) => round.read.ms));
    const peak = Math.max(...rounds.map((round) => round.lint.rss));
    const speed = size / MB / (lint / 1000);
    report(`Linting a transcript of ${Math.round(size / MB)} MB, ${mistakes} findings`, '≥ 150 MB/s', `${speed.toFixed(0)} MB/s`, speed >= 150);
    report('The same : a bare read of the file', '–', `${(lint / read).toFixed(1)} × (${(lint / 1000).toFixed(2)} s : ${(read / 1000).toFixed(2)} s)`, undefined);
    report('Most memory the process held', '< 150 MB', `${(peak / MB).toFixed(0)} MB`, peak < 150 * MB);
  } finally {
    rmSync(file);
  }
}

/** Run by itself: `node test/bench/transcript.mjs FOLDER`, with out/bench/lint.mjs made before. */
if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  measureTranscript(process.argv[2] ?? '.', (...row) => console.log(row.slice(0, 3).join(' | ')));
}
