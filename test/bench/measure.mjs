/** Measuring as ratios: absolute times say more of the machine than of the code. */
import { readFileSync } from 'node:fs';

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [below = 0, above = 0] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? above : (below + above) / 2;
}

/** @param {() => unknown} work @returns {Promise<number>} milliseconds */
export async function timed(work) {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/**
 * Times two ways of doing something in interleaved pairs, so that what else the machine does falls on both alike.
 * @param {() => unknown} subject
 * @param {() => unknown} reference
 * @param {number} rounds
 * @returns {Promise<{subject: number, reference: number, ratio: number}>} medians in milliseconds, and of the pairs' ratios
 */
export async function compare(subject, reference, rounds) {
  const warmUp = 2;
  /** @type {number[]} */
  const subjects = [];
  /** @type {number[]} */
  const references = [];
  for (let round = 0; round < rounds + warmUp; round++) {
    const isSubjectFirst = round % 2 === 0;
    const first = await timed(isSubjectFirst ? subject : reference);
    const second = await timed(isSubjectFirst ? reference : subject);
    if (round < warmUp) continue;
    subjects.push(isSubjectFirst ? first : second);
    references.push(isSubjectFirst ? second : first);
  }
  return {
    subject: median(subjects),
    reference: median(references),
    ratio: median(subjects.map((time, at) => time / /** @type {number} */ (references[at]))),
  };
}

/**
 * The part of a time that this process had, in milliseconds; the rest the machine gave to other programs.
 * @param {number} time
 * @param {NodeJS.CpuUsage} used when it began
 */
export function ownTime(time, used) {
  const { user, system } = process.cpuUsage(used);
  return Math.min(time, (user + system) / 1000);
}

/**
 * The longest time that work holds the thread, in milliseconds: between two turns of the event loop, less what the
 * machine gave to other programs meanwhile.
 * @param {() => Promise<unknown>} work
 */
export async function longestBlock(work) {
  let longest = 0;
  let isWorking = true;
  let last = performance.now();
  let used = threadTime();
  const look = () => {
    const [now, usedNow] = [performance.now(), threadTime()];
    longest = Math.max(longest, Math.min(now - last, usedNow - used));
    [last, used] = [now, usedNow];
    if (isWorking) setImmediate(look);
  };
  await new Promise((resolve) => setImmediate(resolve));
  last = performance.now();
  used = threadTime();
  look();
  await work();
  await new Promise((resolve) => setImmediate(resolve));
  isWorking = false;
  return longest;
}

/** Milliseconds that this thread had of the machine; where no system tells that, all threads of the process together. */
function threadTime() {
  if (process.platform === 'linux') return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ', 1)[0]) / 1e6;
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
