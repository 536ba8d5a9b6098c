/** What a run says while it works: what has ended, line by line, and below it one line that moves for everything that is under way. */
import readline from 'node:readline';

/** How often the lines move on a terminal, and how often a line says how far all are where there is none, in milliseconds. */
const moving = 500;
const saying = 60_000;

export class Progress {
  #terminal = process.stdout.isTTY && !process.env['CI'];
  #begin = Date.now();
  /** @type {Map<string, {begin: number, state: string}>} */
  #running = new Map();
  #drawn = 0;
  #timer = setInterval(() => this.#tick(), process.stdout.isTTY && !process.env['CI'] ? moving : saying);

  /** @param {string} name @param {string} state */
  begin(name, state) {
    this.#running.set(name, { begin: Date.now(), state });
    this.#draw();
  }

  /** @param {string} name @param {string} state what is said of it from now on, such as `14 of 20` */
  update(name, state) {
    const known = this.#running.get(name);
    if (known) known.state = state;
  }

  /** @param {string} name @param {string} line */
  end(name, line) {
    this.#running.delete(name);
    this.say(line);
  }

  /** Says something that stays. @param {string} text */
  say(text) {
    this.#erase();
    console.log(text.trimEnd());
    this.#draw();
  }

  close() {
    clearInterval(this.#timer);
    this.#erase();
  }

  #tick() {
    if (this.#terminal) {
      this.#erase();
      this.#draw();
    } else if (this.#running.size > 0) {
      const states = [...this.#running].map(([name, { state }]) => `${name} ${state}`);
      console.log(`  ${clock(Date.now() - this.#begin)}  ${states.join(' · ')}`);
    }
  }

  #erase() {
    if (this.#drawn === 0) return;
    readline.moveCursor(process.stdout, 0, -this.#drawn);
    readline.cursorTo(process.stdout, 0);
    readline.clearScreenDown(process.stdout);
    this.#drawn = 0;
  }

  #draw() {
    if (!this.#terminal) return;
    if (this.#drawn > 0) this.#erase();
    for (const [name, { begin, state }] of this.#running) {
      const line = `  ${name.padEnd(10)} ${clock(Date.now() - begin).padStart(5)}  ${state}`;
      console.log(line.slice(0, (process.stdout.columns || 80) - 1));
    }
    this.#drawn = this.#running.size;
  }
}

/** Minutes and seconds, such as `12:05`. @param {number} milliseconds */
export function clock(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
