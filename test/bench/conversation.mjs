/** How fast a large session is indexed, checked and repaired, and in how much memory: in a process of its own, with the worker. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, copyFileSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeSync } from 'node:fs';
import path from 'node:path';

const MB = 1_000_000;
const PICTURES = 2000;

/** Writes a session of Claude Code with pictures of 250 KB each, twice on their lines. @param {string} file */
function makeSession(file) {
  const png = readFileSync(path.resolve(import.meta.dirname, '../fixtures/project/docs/diagram.png')).subarray(0, 60);
  const fd = openSync(file, 'w');
  const noise = Buffer.alloc(187_500, randomBytes(4096));
  for (let at = 0; at < PICTURES; at++) {
    noise.writeUInt32BE(at, 1000);
    const data = Buffer.concat([png, noise]).toString('base64');
    const common = { sessionId: 's', isSidechain: false, cwd: '/project', timestamp: '2026-11-01T10:00:00.000Z' };
    const call = { type: 'tool_use', id: `call_${at}`, name: 'Read', input: { path: 'a.png' } };
    const image = { type: 'image', source: { type: 'base64', media_type: at === 7 ? 'image/jpeg' : 'image/png', data } };
    const lines = [
      {
        ...common,
        type: 'assistant',
        uuid: `a${at}`,
        parentUuid: at === 0 ? null : `u${at - 1}`,
        message: { id: `m${at}`, role: 'assistant', model: 'claude-opus-4-5', content: [call] },
      },
      {
        ...common,
        type: 'user',
        uuid: `u${at}`,
        parentUuid: `a${at}`,
        toolUseResult: { type: 'image', file: { base64: data, type: 'image/png' } },
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: [image] }] },
      },
    ];
    writeSync(fd, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  }
  closeSync(fd);
}

/**
 * @param {string} temporary a folder
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export function measureConversation(temporary, report) {
  const file = path.join(temporary, 'session.jsonl');
  makeSession(file);
  try {
    const { size } = statSync(file);
    const child = path.join(import.meta.dirname, 'index-session.mjs');
    const { stdout, stderr, status } = spawnSync(process.execPath, ['--expose-gc', child, file], { encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    const { first, index, check, peak } = JSON.parse(stdout);
    const what = `A session of ${(size / MB).toFixed(0)} MB with ${PICTURES.toLocaleString('en')} pictures`;
    report(`${what}: first messages`, '< 1 s', `${first.toFixed(0)} ms`, first < 1000);
    report(`${what}: the whole index`, '≥ 200 MB/s', `${(size / MB / (index / 1000)).toFixed(0)} MB/s`, size / MB / (index / 1000) >= 200);
    report(`${what}: memory above idle, with the worker`, '< 200 MB', `${(peak / MB).toFixed(0)} MB`, peak < 200 * MB);
    report(`${what}: verdict for another model`, '< 50 ms', `${check.toFixed(0)} ms`, check < 50);
    measureRepair(file, what, report);
  } finally {
    rmSync(file);
  }
  measureShrinking(report);
}

/** @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report */
function measureShrinking(report) {
  const child = path.join(import.meta.dirname, 'shrink-image.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [child], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { time, peak, longest, from, to } = JSON.parse(stdout);
  const what = `A PNG of ${from.width} × ${from.height} made ${to.width} × ${to.height}, with the start of its worker`;
  report(what, '< 3 s', `${time.toFixed(0)} ms`, time < 3000);
  report(
    `${what}: memory above idle; longest block`,
    '< 300 MB; 50 ms',
    `${(peak / MB).toFixed(0)} MB; ${longest.toFixed(0)} ms`,
    peak < 300 * MB && longest < 50,
  );
}

/** @param {string} file @param {string} what @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report */
function measureRepair(file, what, report) {
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
  const copy = `${file}.copy`;
  const copied = timed(() => copyFileSync(file, copy));
  rmSync(copy);
  const child = path.join(import.meta.dirname, 'index-session.mjs');
  const { stdout, stderr, status } = spawnSync(process.execPath, [child, file, 'repair'], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  const { repair, backup } = JSON.parse(stdout);
  rmSync(backup);
  report(
    `${what}: repair of one picture, with its backup : a copy of the file`,
    '< 2 ×',
    `${(repair / copied).toFixed(2)} × (${repair.toFixed(0)} ms : ${copied.toFixed(0)} ms)`,
    repair / copied < 2,
  );
}

/** @param {() => void} work @returns {number} milliseconds */
function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}
