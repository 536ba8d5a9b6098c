import { type FileHandle, open, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type DescriptionLanguage, friendlyTypeName } from '../../core/content/media-type.ts';
import { detectSignature } from '../../core/content/signature.ts';
import { formatSize } from '../../core/content/size.ts';
import { countBytes } from '../../core/io/compute.ts';
import { CodedError, formatSentence, toFailure } from '../../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { findingSentence, formatPath, type TranscriptFinding } from '../../core/transcript/finding.ts';
import { lintTask } from '../../core/transcript/lint-task.ts';
import { coded } from '../../platform/entry-error.ts';
import { type Invocation, wantsSarif } from '../command.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { givenFiles, type WantedFiles } from '../given-files.ts';
import { lintRule, SarifRun } from '../sarif.ts';
import { INTERRUPTED, interruptible, Progress, safeJson, type Terminal } from '../terminal.ts';

/** Findings that are printed in one go; more would outlive the young memory of the process. */
const WRITTEN_AT_ONCE = 64;

/** What is looked for below a folder. A rotated log has its number or its date behind: `app.log.1`, `app.log-20261128`. */
const TRANSCRIPTS: WantedFiles = {
  kind: 'transcripts or logs',
  endings: '.json, .jsonl, .ndjson, .log, .log.1, .log.DATE, .txt',
  pattern: /\.(?:json|jsonl|ndjson|txt|log(?:[.-]\d[\d.:T_-]*)?)$/i,
};

/** Formats of packed files, by their signatures: in their bytes no base64 is found, whatever the text inside has. */
const PACKED: ReadonlySet<string> = new Set([
  'application/gzip',
  'application/zip',
  'application/zstd',
  'application/x-bzip2',
  'application/x-xz',
  'application/x-lz4',
  'application/x-compress',
  'application/x-7z-compressed',
  'application/x-rar-compressed',
]);

/** What one file came to. */
interface LintedFile {
  /** How many findings, and their tokens: the findings themselves are printed one by one and not kept, because there may be 200,000. */
  readonly count: number;
  readonly tokens: number;
  /** It could not be read, or not to its end. */
  readonly isUnreadable: boolean;
}

/** `lint`: every place with binary content in a text, printed as compilers do. */
export async function lint(invocation: Invocation): Promise<number> {
  return interruptible(async (signal) => {
    try {
      const files: LintedFile[] = [];
      const sarif = wantsSarif(invocation) ? new SarifRun('lint', invocation.terminal, invocation.folder) : undefined;
      const json = invocation.json ? new LintJson(invocation.terminal) : undefined;
      const given = await givenFiles(invocation.positionals, TRANSCRIPTS, invocation);
      for (const { name, refusal } of given.unread) {
        json?.beginFile(name);
        fail(name, refusal, invocation, { json, sarif });
      }
      for (const { name } of given.files) files.push(await lintFile(name, invocation, { json, sarif }, signal));
      sarif?.print();
      return report(files, given.unread.length, invocation, json);
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      throw error;
    }
  });
}

/** Where findings go, when it is not lines for a person. */
interface LintOutput {
  readonly json: LintJson | undefined;
  readonly sarif: SarifRun | undefined;
}

async function lintFile(name: string, invocation: Invocation, { json, sarif }: LintOutput, signal: AbortSignal): Promise<LintedFile> {
  const { terminal, language, compute } = invocation;
  let count = 0;
  let tokens = 0;
  json?.beginFile(name);
  const progress = new Progress(terminal);
  const lines: string[] = [];
  let printed = 0;
  const flush = () => {
    printed = count;
    progress.done();
    json?.flush();
    terminal.printAll(lines.splice(0));
  };
  try {
    const { chunks, size } = await openTranscript(name, invocation);
    const onProgress = (bytes: number) => {
      if (count > printed) flush();
      progress.tell(`${name}: ${formatSize(bytes)}${size === undefined ? '' : ` of ${formatSize(size)}`}, ${found(count)} …`);
    };
    for await (const finding of compute.stream(
      lintTask,
      countBytes(unpacked(name, chunks), onProgress),
      {},
      { deadline: LINT_DEADLINE_MS, signal },
    )) {
      count++;
      tokens += finding.tokens;
      if (sarif) sarif.add(forSarif(name, finding));
      else if (json) json.finding(forPrograms(finding));
      else lines.push(line(name, finding, language));
      if (count - printed >= WRITTEN_AT_ONCE) flush();
    }
    flush();
    json?.endFile();
    return { count, tokens, isUnreadable: false };
  } catch (error) {
    flush();
    if (signal.aborted) throw error;
    fail(name, error instanceof Refusal ? error : refusalOf(toFailure(error), language, name), invocation, { json, sarif });
    return { count, tokens, isUnreadable: true };
  }
}

/** Says why a file, or a folder, was not read, or not to its end. */
function fail(name: string, { code, message }: Refusal, { terminal }: Invocation, { json, sarif }: LintOutput): void {
  if (sarif) sarif.fail(code, message, name);
  else if (json) json.endFile({ code, message });
  else terminal.complain(`${message} [${code}]`, 'red');
}

/** @throws Refusal `packed` */
async function* unpacked(name: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isBegun = false;
  for await (const chunk of chunks) {
    const type = isBegun ? undefined : (await detectSignature(chunk))?.mimeType;
    if (type !== undefined && PACKED.has(type))
      throw new Refusal('packed', `${name}: A packed file is not read (${type}). Unpack it first.`);
    isBegun = true;
    yield chunk;
  }
}

function line(name: string, finding: TranscriptFinding, language: DescriptionLanguage): string {
  const { start, code, size, tokens, path } = finding;
  const where = path.length === 0 ? '' : `  ${formatPath(path)}`;
  return `${name}:${start.line + 1}:${start.column + 1}  ${code}  ${typeOf(finding, language)}, ${formatSize(size)}, ≈ ${tokens.toLocaleString('en')} tokens${where}`;
}

function typeOf({ mimeType, declaredMimeType }: TranscriptFinding, language: DescriptionLanguage): string {
  const type = mimeType === undefined ? (language === 'zh' ? '未知数据' : 'unknown data') : friendlyTypeName(mimeType, language);
  return declaredMimeType === undefined || declaredMimeType === mimeType ? type : `${type} (declared ${declaredMimeType})`;
}

/** @param folders how many could not be listed */
function report(files: readonly LintedFile[], folders: number, { terminal }: Invocation, json: LintJson | undefined): number {
  const count = files.reduce((sum, file) => sum + file.count, 0);
  const tokens = files.reduce((sum, file) => sum + file.tokens, 0);
  const unreadable = files.filter(({ isUnreadable }) => isUnreadable).length + folders;
  if (json) json.end(count, tokens);
  else
    terminal.complain(
      `${files.length} ${files.length === 1 ? 'file' : 'files'}, ${found(count)}${count === 0 ? '' : `, ≈ ${tokens.toLocaleString('en')} tokens`}${unreadable === 0 ? '' : `, ${unreadable} unreadable`}.`,
    );
  return unreadable > 0 ? 2 : count > 0 ? 1 : 0;
}

/** Lines and columns from 1, as they are printed. */
function forPrograms({
  offset,
  length,
  code,
  mimeType,
  declaredMimeType,
  size,
  characters,
  tokens,
  form,
  path,
  start,
  end,
}: TranscriptFinding): object {
  return {
    offset,
    length,
    code,
    mimeType,
    declaredMimeType,
    size,
    characters,
    tokens,
    form,
    path: formatPath(path),
    start: fromOne(start),
    end: fromOne(end),
  };
}

function forSarif(name: string, finding: TranscriptFinding): Parameters<SarifRun['add']>[0] {
  const { code, start, end, path } = finding;
  return {
    rule: lintRule(code),
    message: formatSentence(findingSentence(finding, typeOf(finding, 'en'), 'en')),
    place: { file: name, start: fromOne(start), end: fromOne(end) },
    ...(path.length > 0 && { properties: { path: formatPath(path) } }),
  };
}

function fromOne({ line: row, column }: TranscriptFinding['start']): TranscriptFinding['start'] {
  return { line: row + 1, column: column + 1 };
}

function found(count: number): string {
  return `${count} ${count === 1 ? 'finding' : 'findings'}`;
}

/**
 * What `lint --json` prints, written while it is found, so that nothing is kept for long:
 * `{ "files": [{ "file", "findings": [finding, …], "error"?: { "code", "message" } }, …], "findings": count, "tokens": sum }`,
 * one line a finding.
 */
class LintJson {
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

  /** @param finding in the form for programs */
  finding(finding: object): void {
    this.#pending += `${this.#findingCount++ === 0 ? '' : ','}\n${safeJson(finding, 0)}`;
  }

  /** Writes the findings since the last time. */
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

/** Bytes read at a time. */
const PART_BYTES = 1024 * 1024;

/** A file to be read once from its beginning to its end. */
interface TranscriptSource {
  /** As it was named on the command line. */
  readonly name: string;
  /** Bytes, when that can be known. */
  readonly size: number | undefined;
  /** Every part is overwritten by the next one. @throws CodedError with a file-system code */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a file, or standard input for `-`. @throws CodedError with a file-system code */
async function openTranscript(name: string, { terminal, folder }: Invocation): Promise<TranscriptSource> {
  if (name === '-') return { name, size: undefined, chunks: terminal.streams.stdin };
  return coded(name, async () => {
    const location = resolve(folder, name);
    // To open a pipe waits for who writes to it; one that the shell has made for this command is open.
    if (!(await stat(location)).isFile() && !GIVEN_BY_SHELL.test(location)) throw new CodedError('not_a_file', { name });
    const file = await open(location);
    const opened = await file.stat();
    if (opened.isFile() || opened.isFIFO()) return { name, size: opened.isFile() ? opened.size : undefined, chunks: partsOf(file, name) };
    await file.close();
    throw new CodedError('not_a_file', { name });
  });
}

/** What `<(…)` becomes in a shell, and standard input by its name. */
const GIVEN_BY_SHELL = /^\/(?:dev\/stdin|(?:dev|proc\/(?:self|\d+))\/fd\/\d+)$/;

async function* partsOf(file: FileHandle, name: string): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(PART_BYTES);
  try {
    for (;;) {
      const { bytesRead } = await coded(name, () => file.read(buffer, 0, PART_BYTES, null));
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await file.close();
  }
}
