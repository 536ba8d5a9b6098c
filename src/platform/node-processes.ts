import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessTable } from '../core/io/file-system.ts';
import { every, pause } from './uri-file-system.ts';

/** Process id, start time if known, and the machine they are valid on. */
const NAME = /^(?<pid>[1-9]\d{0,9})(?::(?<start>\d+))? (?<machine>.+)$/s;
/** States of an exited process in `/proc/PID/stat` (zombie, dead). */
const ENDED = new Set(['Z', 'X', 'x']);

/**
 * The processes of this machine. A process is identified by its id, its start time (ids are reused), and the machine: on Linux the boot id
 * and namespaces (containers have their own), elsewhere the host name.
 */
export class NodeProcesses implements ProcessTable {
  readonly pause = pause;
  readonly every = every;
  /** Read on first use. */
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
      // EPERM: it exists and belongs to another user.
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

/** State and start time (in clock ticks since boot) of a process on Linux. Undefined when not available. */
function statusOf(pid: string): { readonly state: string; readonly start: string } | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The name in parentheses may contain anything, including blanks and parentheses.
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

/** Start times depend on it; older kernels have none. */
function timeNamespace(): string[] {
  try {
    return [namespace('time')];
  } catch {
    return [];
  }
}
