import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessTable } from '../core/io/file-system.ts';
import { every, pause } from './uri-file-system.ts';

/** The number of a process, the time it started where that is known, and where both count. */
const NAME = /^(?<pid>[1-9]\d{0,9})(?::(?<start>\d+))? (?<machine>.+)$/s;
/** States of a process that has ended and that nobody asked after yet, as `/proc/PID/stat` names them. */
const ENDED = new Set(['Z', 'X', 'x']);

/**
 * The processes of this machine. A process is named by its number, the time it started, for numbers are given again, and by
 * where both count: on Linux the start of the machine and the namespaces (containers have their own), elsewhere the host name.
 */
export class NodeProcesses implements ProcessTable {
  readonly pause = pause;
  readonly every = every;
  /** Asked for by the first that writes: nothing is read before. */
  #machineName: string | undefined;
  #selfName: string | undefined;

  get self(): string {
    return (this.#selfName ??= [process.pid, statusOf('self')?.start].filter((part) => part !== undefined).join(':') + ` ${this.#machine}`);
  }

  isGone(name: string): boolean {
    const { pid, start, machine } = NAME.exec(name)?.groups ?? {};
    if (pid === undefined || machine !== this.#machine) return false;
    try {
      process.kill(Number(pid), 0);
    } catch (error) {
      // EPERM: it is there, and belongs to someone else.
      if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
    }
    const status = statusOf(pid);
    if (status === undefined) return false;
    return ENDED.has(status.state) || (start !== undefined && status.start !== start);
  }

  get #machine(): string {
    this.#machineName ??= machineName();
    return this.#machineName;
  }
}

/** What Linux tells of a process: its state, and when it started, in ticks since the machine did. Undefined where it tells nothing. */
function statusOf(pid: string): { readonly state: string; readonly start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may hold anything, blanks and parentheses too.
    const [state, ...fields] = text
      .slice(text.lastIndexOf(')') + 2)
      .trim()
      .split(' ');
    const start = fields[18];
    return state !== undefined && start !== undefined ? { state, start } : undefined;
  } catch {
    return undefined;
  }
}

function machineName(): string {
  try {
    return [readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim(), namespace('pid'), ...timeNamespace()].join(' ');
  } catch {
    return hostname();
  }
}

function namespace(kind: string): string {
  return readlinkSync(`/proc/self/ns/${kind}`);
}

/** Times are told by it; older systems have none. */
function timeNamespace(): string[] {
  try {
    return [namespace('time')];
  } catch {
    return [];
  }
}
