import { once } from 'node:events';
import type { StandardStreams } from '../platform/surroundings.ts';
import { jsonPieces } from './json-pieces.ts';

/** Styles of a whole line. */
export type Style = 'bold' | 'red' | 'yellow' | 'dim';

/** Codes of SGR (ECMA-48 §8.3.117). */
const SGR: Readonly<Record<Style, number>> = { bold: 1, red: 31, yellow: 33, dim: 2 };

/** Characters of JSON that are written together. */
const WRITTEN_AT_ONCE = 65_536;

/** Standard input, output and error. Text is made safe for a terminal here, so that no command can forget it. */
export class Terminal {
  /** For bytes that are passed on as they are. */
  readonly streams: StandardStreams;
  readonly #stdout: StandardStreams['stdout'];
  readonly #stderr: StandardStreams['stderr'];
  #noColour: boolean;
  /** Whoever read standard output has stopped (`| head`): nothing more is written, and the command ends with its own exit code. */
  #isReaderGone = false;
  /** How many items of the open list were written; undefined where none is open. */
  #listed: number | undefined;

  constructor(streams: StandardStreams, env: NodeJS.ProcessEnv) {
    this.streams = streams;
    this.#stdout = streams.stdout;
    this.#stderr = streams.stderr;
    this.#stdout.on('error', (error: NodeJS.ErrnoException) => {
      if (isOfGoneReader(error)) this.#isReaderGone = true;
    });
    // https://no-color.org: present and not empty
    this.#noColour = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  }

  /** Leaves colours out from now on. */
  leaveColoursOut(): void {
    this.#noColour = true;
  }

  /** Somebody reads standard output on a terminal. */
  get isInteractive(): boolean {
    return this.#stdout.isTTY === true;
  }

  /** Columns of the terminal on which standard output is read; undefined where it is read by a program, or of unknown width. */
  get columns(): number | undefined {
    return this.isInteractive ? this.#stdout.columns || undefined : undefined;
  }

  /** Somebody may watch progress. */
  get showsProgress(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** One line on standard output. */
  print(line: string, style?: Style): void {
    this.#write(`${this.#styled(safeLine(line), this.#stdout, style)}\n`);
  }

  /** Lines on standard output, written at once: where there are thousands, each by itself takes longer than finding it. */
  printAll(lines: readonly string[]): void {
    if (lines.length > 0) this.#write(`${lines.map(safeLine).join('\n')}\n`);
  }

  json(value: unknown): void {
    this.#write(`${this.#beforeJson()}${safeJson(value)}${this.#afterJson()}`);
  }

  /** From here on until it is closed, each JSON is an item of a list: the only member, of this name, of one object. */
  openList(name: string): void {
    this.#write(`{ ${safeJson(name)}: [`);
    this.#listed = 0;
  }

  closeList(): void {
    this.#listed = undefined;
    this.#write('\n] }\n');
  }

  #beforeJson(): string {
    if (this.#listed === undefined) return '';
    return this.#listed++ === 0 ? '\n' : ',\n';
  }

  #afterJson(): string {
    return this.#listed === undefined ? '\n' : '';
  }

  /** The same of a value that may be longer than memory has room for: written piece by piece, no faster than it is read. */
  async longJson(value: object): Promise<void> {
    let waiting = this.#beforeJson();
    for (const piece of jsonPieces(value)) {
      waiting += piece;
      if (waiting.length < WRITTEN_AT_ONCE) continue;
      if (!this.#write(escapedJson(waiting))) await this.#drained();
      waiting = '';
    }
    this.#write(`${escapedJson(waiting)}${this.#afterJson()}`);
  }

  /** A text as it is, for programs; on a terminal made safe and ended by a line feed. */
  text(text: string): void {
    if (!this.isInteractive) this.#write(text);
    else this.#write(safeLines(text.replaceAll('\r\n', '\n')) + (text.endsWith('\n') ? '' : '\n'));
  }

  /** The bytes of a text as they are, for programs; on a terminal as {@link text}. */
  bytes(bytes: Uint8Array): void {
    if (this.isInteractive) this.text(new TextDecoder().decode(bytes));
    else this.#write(bytes);
  }

  /** A text of our own, such as help. */
  raw(text: string): void {
    this.#write(text);
  }

  /** One line on standard error: a refusal or a hint. A line break in it comes from a name, and is written as its escape. */
  complain(message: string, style?: Style): void {
    this.#stderr.write(`${this.#styled(safeLine(message), this.#stderr, style)}\n`);
  }

  /** Replaces the line of progress; an empty one takes it away. */
  progress(line: string): void {
    this.#stderr.write(`\r\u001b[2K${safeLine(line)}`);
  }

  /** @returns whether more may be written at once */
  #write(text: string | Uint8Array): boolean {
    return this.#isReaderGone || this.#stdout.write(text);
  }

  async #drained(): Promise<void> {
    await once(this.#stdout, 'drain').catch((error: unknown) => {
      if (!isOfGoneReader(error)) throw error;
    });
  }

  #styled(text: string, stream: StandardStreams['stdout'], style: Style | undefined): string {
    if (style === undefined || stream.isTTY !== true || this.#noColour) return text;
    return `\u001b[${SGR[style]}m${text}\u001b[0m`;
  }
}

/** Whether a stream failed because nobody reads it any more. */
export function isOfGoneReader(error: unknown): boolean {
  return (error as NodeJS.ErrnoException | null)?.code === 'EPIPE';
}

/**
 * Characters that could command a terminal or reorder what it shows: C0 and C1 controls, the line and
 * paragraph separators, and the bidirectional controls (Unicode UAX #9).
 */
const UNSAFE = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
/** In JSON the C0 controls are escaped already; line ends and indentation are the layout. */
const UNSAFE_IN_JSON = /[\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g;
/** Characters of East Asian width "wide" (Unicode UAX #11), in ranges wide enough for aligning. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const NO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;

/**
 * What the runners of CI take for a command in any line of a log, and so in a name: GitHub's `::` at its beginning and `##[`, the
 * `##vso[` of Azure Pipelines, the `##teamcity[` of TeamCity.
 */
const RUNNER_COMMAND = /^\s*::|##(?=\w{0,20}\[)/g;
/** The same within JSON, no line of which begins with a colon. */
const RUNNER_COMMAND_IN_JSON = /##(?=\w{0,20}\[)/g;

/** The text on one line, with what is unsafe written out as `\x1b`, `\u202e`. */
export function safeLine(text: string): string {
  return text
    .toWellFormed()
    .replace(UNSAFE, written)
    .replace(RUNNER_COMMAND, (start) => start.replace(/[:#]/, written));
}

/** The same for a text of several lines: line feeds and tabs stay. */
function safeLines(text: string): string {
  return text.toWellFormed().replace(UNSAFE, (char) => (char === '\n' || char === '\t' ? char : written(char)));
}

/**
 * JSON that a program reads the same, a terminal shows as it is, and a runner of CI takes for no command.
 * @param indent spaces a level; 0 is one line
 */
export function safeJson(value: unknown, indent = 2): string {
  return escapedJson(JSON.stringify(value, null, indent));
}

function escapedJson(json: string): string {
  return json.replace(UNSAFE_IN_JSON, (char) => `\\u${hex(char, 4)}`).replace(RUNNER_COMMAND_IN_JSON, '\\u0023#');
}

/** Columns a text takes on a terminal. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const char of text) width += NO_WIDTH.test(char) ? 0 : WIDE.test(char) ? 2 : 1;
  return width;
}

function written(char: string): string {
  const code = char.charCodeAt(0);
  return code < 0x80 ? `\\x${hex(char, 2)}` : `\\u${hex(char, 4)}`;
}

function hex(char: string, digits: number): string {
  return char.charCodeAt(0).toString(16).padStart(digits, '0');
}

/** The streams a person is asked on: standard output is for what was found. */
type Dialogue = Pick<StandardStreams, 'stdin' | 'stderr'>;

/** Whether a person can be asked. */
export function canAsk({ stdin, stderr }: Dialogue): boolean {
  return stdin.isTTY === true && stderr.isTTY === true;
}

/** Asks on a terminal; everything but a yes is a no, the end of the input too. */
export async function confirmOnTerminal(question: string, { stdin, stderr }: Dialogue): Promise<boolean> {
  const { createInterface } = await import('node:readline/promises');
  const dialogue = createInterface({ input: stdin, output: stderr });
  try {
    const ended = new Promise<string>((resolve) => dialogue.once('close', () => resolve('')));
    return /^y(?:es)?$/i.test((await Promise.race([dialogue.question(`${safeLine(question)} [y/N] `), ended])).trim());
  } finally {
    dialogue.close();
  }
}

/** As shells count a process ended by SIGINT. */
export const INTERRUPTED = 130;

/** What asks a process to end: Ctrl+C, `kill`, the end of its terminal. */
const ENDINGS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Does work that the first signal to end ends by its own, so that it leaves nothing behind; a second one ends the process. But for Ctrl+C the
 * process ends by the signal that it was sent, once the work has ended.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  let received: NodeJS.Signals | undefined;
  const onInterrupt = (name: NodeJS.Signals): void => {
    received = name;
    forget();
    interruption.abort();
  };
  const forget = (): void => ENDINGS.forEach((name) => process.off(name, onInterrupt));
  ENDINGS.forEach((name) => process.on(name, onInterrupt));
  try {
    return await work(interruption.signal);
  } finally {
    forget();
    if (received !== undefined && received !== 'SIGINT') process.kill(process.pid, received);
  }
}

/** Work shorter than this is not worth a word, in milliseconds. */
const PATIENCE = 1000;

/** Shows the progress of long work on standard error, on a terminal. */
export class Progress {
  readonly #terminal: Terminal;
  readonly #begin = performance.now();
  #isShown = false;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** @param line replaces the one before */
  tell(line: string): void {
    if (!this.#terminal.showsProgress || performance.now() - this.#begin < PATIENCE) return;
    this.#isShown = true;
    this.#terminal.progress(line);
  }

  done(): void {
    if (this.#isShown) this.#terminal.progress('');
  }
}

/** A word of a command that a person may copy, as a shell takes it: names of files may hold anything. */
export function shellWord(word: string): string {
  if (/^[\w./:@%+=,-]+$/.test(word)) return word;
  // Printed safe, the word would be another one; these quotes take the escapes (bash, zsh, and POSIX.1-2024 §2.2.4 but for \u).
  if (process.platform !== 'win32' && safeLine(word) !== word) return `$'${safeLine(word.replaceAll(/[\\']/g, '\\$&'))}'`;
  // Windows has no way to write a quotation mark that all its shells share; names of files have none there.
  return process.platform === 'win32' ? `"${word.replaceAll('"', "'")}"` : `'${word.replaceAll("'", "'\\''")}'`;
}

/** The same for the name of a file, which is no option, whatever it begins with. */
export function shellPath(file: string): string {
  return shellWord(/^-./.test(file) ? `./${file}` : file);
}
