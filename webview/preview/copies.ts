import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** What can be copied, each with a button of its own. */
export type Copy = 'reference' | 'message' | 'wire-json' | 'wire-curl';

/** How long a copy button says that it worked, in milliseconds; as VS Code's own. */
const COPIED_MS = 2000;

/** Which copies wait for the host, and which one has just succeeded. */
export class Copies implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #waiting = new Map<number, Copy>();
  #newest = 0;
  #done: Copy | null = null;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** What was copied a moment ago. */
  get done(): Copy | null {
    return this.#done;
  }

  hostDisconnected(): void {
    this.#waiting.clear();
  }

  /** The number under which the host is asked. */
  begin(copy: Copy): number {
    this.#waiting.set(++this.#newest, copy);
    return this.#newest;
  }

  /** The host's answer. */
  finish(request: number, succeeded: boolean): void {
    const copy = this.#waiting.get(request);
    this.#waiting.delete(request);
    if (!copy || !succeeded) return;
    this.#done = copy;
    this.#host.requestUpdate();
    setTimeout(() => {
      if (this.#newest !== request) return;
      this.#done = null;
      this.#host.requestUpdate();
    }, COPIED_MS);
  }
}
