import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import type { ProcessTable } from '../core/io/file-system.ts';

const SEPARATOR = ' ';

/**
 * The processes of this machine. A process is named by its number and by where that number counts: on Linux
 * the start of the machine and the process namespace (containers have their own), elsewhere the host name.
 */
export class NodeProcesses implements ProcessTable {
  /** Asked for by the first that writes: nothing is read before. */
  #machineName: string | undefined;

  get self(): string {
    return `${process.pid}${SEPARATOR}${this.#machine}`;
  }

  isGone(name: string): boolean {
    const end = name.indexOf(SEPARATOR);
    const pid = Number(name.slice(0, end));
    if (end < 0 || name.slice(end + 1) !== this.#machine || !Number.isSafeInteger(pid) || pid <= 0) return false;
    try {
      process.kill(pid, 0);
      return false;
    } catch (error) {
      // EPERM: it is there, and belongs to someone else.
      return (error as NodeJS.ErrnoException).code === 'ESRCH';
    }
  }

  get #machine(): string {
    this.#machineName ??= machineName();
    return this.#machineName;
  }
}

function machineName(): string {
  try {
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'latin1').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
