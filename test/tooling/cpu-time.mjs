/** The processor time of programs and of everything they start, from /proc: on Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second for programs, on every architecture that Node runs on. */
const TICKS_PER_SECOND = 100;

/**
 * @typedef {object} Usage
 * @property {number} parent the process it belongs to
 * @property {string} begin tells it from a later process of the same number
 * @property {number} own its ticks, user and system
 * @property {number} reaped the ticks of the children whose end it has awaited, and of theirs
 *
 * @typedef {Map<number, Usage>} Processes by number
 */

/** All processes of the system. @returns {Processes} none where there is no /proc */
export function readProcesses() {
  /** @type {Processes} */
  const found = new Map();
  let names = /** @type {string[]} */ ([]);
  try {
    names = readdirSync('/proc');
  } catch {
    return found; // another system
  }
  for (const name of names) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The second field is the program's name in brackets, which may have spaces and brackets itself.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const number = (/** @type {number} */ at) => Number(fields[at]);
      found.set(Number(name), {
        parent: number(1),
        begin: fields[19] ?? '',
        own: number(11) + number(12),
        reaped: number(13) + number(14),
      });
    } catch {
      // It has ended meanwhile.
    }
  }
  return found;
}

/**
 * The processor time of one process and its descendants, looked at from time to time. A process that ends is counted by the one that
 * awaited it; one whose parent has ended first is counted by nobody, so what it had used when it was last seen is kept.
 */
export class CpuTime {
  #root;
  /** @type {Processes} */
  #seen = new Map();
  #lost = 0;

  /** @param {number} root the number of a process */
  constructor(root) {
    this.#root = root;
  }

  /** @param {Processes} all every process of the system, as it is now */
  look(all) {
    const now = this.#membersIn(all);
    /** What has ended, by the nearest ancestor that is still there. @type {Map<number, number>} */
    const ended = new Map();
    for (const [id, usage] of this.#seen) {
      if (now.has(id)) continue;
      let heir = usage.parent;
      for (let above = this.#seen.get(heir); above && !now.has(heir); above = this.#seen.get(heir)) heir = above.parent;
      ended.set(heir, (ended.get(heir) ?? 0) + usage.own + usage.reaped);
    }
    for (const [heir, ticks] of ended) {
      const inherited = (now.get(heir)?.reaped ?? 0) - (this.#seen.get(heir)?.reaped ?? 0);
      this.#lost += Math.max(0, ticks - inherited);
    }
    this.#seen = now;
  }

  /** Seconds so far; undefined where the system does not say. @returns {number | undefined} */
  get seconds() {
    const ticks = [...this.#seen.values()].reduce((sum, { own, reaped }) => sum + own + reaped, this.#lost);
    return ticks === 0 ? undefined : ticks / TICKS_PER_SECOND;
  }

  /** @param {Processes} all @returns {Processes} the root, what it started, and what was seen before and has another parent now */
  #membersIn(all) {
    /** @type {Map<number, number[]>} */
    const children = new Map();
    for (const [id, { parent }] of all) children.set(parent, [...(children.get(parent) ?? []), id]);
    const stillThere = [...this.#seen].filter(([id, { begin }]) => all.get(id)?.begin === begin).map(([id]) => id);
    /** @type {Processes} */
    const found = new Map();
    const ahead = [this.#root, ...stillThere];
    for (let id = ahead.pop(); id !== undefined; id = ahead.pop()) {
      const usage = all.get(id);
      if (!usage || found.has(id)) continue;
      found.set(id, usage);
      ahead.push(...(children.get(id) ?? []));
    }
    return found;
  }
}
