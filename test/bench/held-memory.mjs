/**
 * The most memory a process held. As a module loaded before a program (`node --import held-memory.mjs PROGRAM …`) it tells, on
 * file descriptor 3 at the end, the program's memory and time as JSON.
 */
import { readFileSync, writeSync } from 'node:fs';

/**
 * Resident bytes at most. Linux counts in `getrusage` what the process that started this one held (libuv starts with vfork,
 * and the peak outlives exec), so its own high-water mark is read where there is one.
 */
export function mostMemoryHeld() {
  const mark = process.platform === 'linux' ? /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] : undefined;
  return (mark === undefined ? process.resourceUsage().maxRSS : Number(mark)) * 1024;
}

if (process.execArgv.some((argument) => argument.endsWith('held-memory.mjs'))) {
  process.on('exit', () => writeSync(3, JSON.stringify({ ms: performance.now(), rss: mostMemoryHeld() })));
}
