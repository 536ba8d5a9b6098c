import { safeJson } from './safe-text.ts';
import type { Terminal } from './terminal.ts';

/**
 * What `lint --json` prints, written while it is found, so that nothing is kept for long:
 * `{ "files": [{ "file", "findings": [finding, …], "error"?: { "code", "message" } }, …], "findings": count, "tokens": sum }`,
 * one line a finding.
 */
export class LintJson {
  readonly #terminal: Terminal;
  #fileCount = 0;
  #pending = '';
  #findingCount = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#terminal.raw('{"files":[');
  }

  beginFile(name: string): void {
    this.#terminal.raw(`${this.#fileCount++ === 0 ? '' : ','}\n{"file":${safeJson(name)},"findings":[`);
    this.#findingCount = 0;
  }

  /** @param finding as programs are told of it */
  finding(finding: object): void {
    this.#pending += `${this.#findingCount++ === 0 ? '' : ','}\n${safeJson(finding, 0)}`;
  }

  /** Writes the findings told since the last time. */
  flush(): void {
    if (this.#pending !== '') this.#terminal.raw(this.#pending);
    this.#pending = '';
  }

  /** @param error why the file could not be read, or not to its end */
  endFile(error?: { readonly code: string; readonly message: string }): void {
    this.flush();
    this.#terminal.raw(`]${error ? `,"error":${safeJson(error, 0)}` : ''}}`);
  }

  /** @param count of the findings in all files @param tokens of all of them */
  end(count: number, tokens: number): void {
    this.#terminal.raw(`\n],"findings":${count},"tokens":${tokens}}\n`);
  }
}
