import { safeJson, safeLine, safeLines } from './safe-text.ts';

/** How a whole line may stand out. */
export type Style = 'bold' | 'red' | 'yellow' | 'dim';

/** Codes of SGR (ECMA-48 §8.3.117). */
const SGR: Readonly<Record<Style, number>> = { bold: 1, red: 31, yellow: 33, dim: 2 };

/** A stream that may be a terminal. */
export type Output = NodeJS.WritableStream & { readonly isTTY?: boolean };

/** Standard output and error. Text is made safe for a terminal here, so that no command can forget it. */
export class Terminal {
  readonly #stdout: Output;
  readonly #stderr: Output;
  readonly #noColour: boolean;

  constructor(stdout: Output, stderr: Output, env: NodeJS.ProcessEnv) {
    this.#stdout = stdout;
    this.#stderr = stderr;
    // https://no-color.org: present and not empty
    this.#noColour = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  }

  /** Somebody reads standard output on a terminal. */
  get isInteractive(): boolean {
    return this.#stdout.isTTY === true;
  }

  /** Somebody may watch progress. */
  get showsProgress(): boolean {
    return this.#stderr.isTTY === true;
  }

  /** One line on standard output. */
  print(line: string, style?: Style): void {
    this.#stdout.write(`${this.#styled(safeLine(line), this.#stdout, style)}\n`);
  }

  /** Lines on standard output, written at once: where there are thousands, each by itself takes longer than finding it. */
  printAll(lines: readonly string[]): void {
    if (lines.length > 0) this.#stdout.write(`${lines.map(safeLine).join('\n')}\n`);
  }

  json(value: unknown): void {
    this.#stdout.write(`${safeJson(value)}\n`);
  }

  /** A text as it is, for programs; on a terminal made safe and ended by a line feed. */
  text(text: string): void {
    if (!this.isInteractive) this.#stdout.write(text);
    else this.#stdout.write(safeLines(text.replaceAll('\r\n', '\n')) + (text.endsWith('\n') ? '' : '\n'));
  }

  /** A text of our own, such as help. */
  raw(text: string): void {
    this.#stdout.write(text);
  }

  /** Lines on standard error: refusals and hints. */
  complain(message: string, style?: Style): void {
    this.#stderr.write(`${this.#styled(safeLines(message), this.#stderr, style)}\n`);
  }

  /** Replaces the line of progress; an empty one takes it away. */
  progress(line: string): void {
    this.#stderr.write(`\r\u001b[2K${safeLine(line)}`);
  }

  #styled(text: string, stream: Output, style: Style | undefined): string {
    if (style === undefined || stream.isTTY !== true || this.#noColour) return text;
    return `\u001b[${SGR[style]}m${text}\u001b[0m`;
  }
}
