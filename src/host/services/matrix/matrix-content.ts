import * as vscode from 'vscode';
import { writtenCapabilities, cellOfProblem, CustomColumns, identityOf } from '../../../core/models/capability-cells.ts';
import type { Catalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import type { ProblemCode, ServiceProblem } from '../../../core/models/problems.ts';
import type { ServiceEntry } from '../../../core/models/validate.ts';
import { isWriteProtected } from '../../../platform/host-platform.node.ts';
import type { MatrixLock, MatrixProblem, MatrixRow, MatrixStatus } from '../../../shared/matrix-protocol.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { problemMessage } from '../../screen/sentence-text.ts';
import { stateOf } from '../services-state.ts';
import { rootsInForce, usageProblems } from '../services-usage.ts';
import type { KnownSources } from './matrix-feed.ts';

/** Most problems of the whole file that are shown. */
const MOST_PROBLEMS = 20;

/** A document as a matrix, in one of its versions. */
export interface ReadMatrix {
  readonly version: number;
  /** Undefined while the text is no list of services. */
  readonly rows: readonly MatrixRow[] | undefined;
  readonly status: (access: FileAccess) => MatrixStatus;
}

/** What a document says, for the matrix. */
export class MatrixContent {
  readonly known: KnownSources;
  readonly #document: vscode.TextDocument;
  readonly #roots: DataRoots;
  #columns = new CustomColumns();
  #fileProblems: readonly ServiceProblem[] = [];

  constructor(document: vscode.TextDocument, roots: DataRoots, known: KnownSources) {
    this.#document = document;
    this.#roots = roots;
    this.known = known;
  }

  /** Problems of the whole file as last sent, in order. */
  get fileProblems(): readonly ServiceProblem[] {
    return this.#fileProblems;
  }

  async read(catalogue: Catalogue | undefined): Promise<ReadMatrix> {
    const { uri } = this.#document;
    const { version, text, validated } = await stateOf(this.#document);
    const usage = usageProblems(this.#roots, uri, validated);
    const isBlank = text.trim() === '';
    const fileProblems = isBlank
      ? []
      : [...validated.problems, ...usage].filter(({ index }) => index === undefined).slice(0, MOST_PROBLEMS);
    const columns = validated.usable ? new CustomColumns() : this.#columns;
    const others = surroundingProblems(uri, (position) => serviceAt(validated.entries, this.#document.offsetAt(position)));
    const sources: RowSources = { text, catalogue, known: this.known, columns, usage: byService(usage), others };
    const rows = validated.usable ? validated.entries.map((entry) => toRow(entry, sources)) : undefined;
    return {
      version,
      rows,
      status: ({ lock, gone }) => {
        this.#columns = columns;
        this.#fileProblems = fileProblems;
        return {
          text: isBlank ? 'blank' : validated.usable ? 'usable' : 'unusable',
          lock,
          gone,
          inForce: rootsInForce(this.#roots, uri).length > 0,
          problems: fileProblems.map((problem) => ({
            severity: problem.severity,
            message: problemMessage(problem),
            line: problem.range ? this.#document.positionAt(problem.range.offset).line + 1 : null,
          })),
          columns: columns.columns.map(({ list, type }) => ({ list, type })),
          hiddenColumns: columns.hidden,
        };
      },
    };
  }
}

/** The service a place of the text is in; services are in the order of the text. */
function serviceAt(entries: readonly ServiceEntry[], offset: number): number | undefined {
  let low = 0;
  let high = entries.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((entries[middle]?.range.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const found = entries[low];
  return found && offset >= found.range.offset && offset <= found.range.offset + found.range.length ? found.index : undefined;
}

function byService(problems: readonly ServiceProblem[]): ReadonlyMap<number, readonly ServiceProblem[]> {
  const found = new Map<number, ServiceProblem[]>();
  for (const problem of problems) {
    if (problem.index === undefined) continue;
    const others = found.get(problem.index);
    if (others) others.push(problem);
    else found.set(problem.index, [problem]);
  }
  return found;
}

/** Longest name that is carried to the screen, in UTF-16 code units. */
const LONGEST_NAME = 200;

/** What rows are made of beside the entries. */
interface RowSources {
  readonly text: string;
  /** Undefined: nothing is known of any model. */
  readonly catalogue: Catalogue | undefined;
  readonly known: KnownSources;
  readonly columns: CustomColumns;
  readonly usage: ReadonlyMap<number, readonly ServiceProblem[]>;
  readonly others: ReadonlyMap<number, readonly OtherProblem[]>;
}

/** The row of one service: only what is shown, without keys, addresses and fields we do not know. */
function toRow(entry: ServiceEntry, { text, catalogue, known, columns, usage, others }: RowSources): MatrixRow {
  const { index, config, origin } = entry;
  const written = writtenCapabilities(text, entry);
  columns.add(written);
  const model = config?.model ?? '';
  const inferred = model === '' ? null : (catalogue?.inferCapabilities(model) ?? null);
  const problems = [...entry.problems, ...(usage.get(index) ?? [])].map((problem) => toProblem(problem, columns));
  return {
    id: identityOf(entry),
    name: shorten(entry.name || entry.id || ''),
    model: shorten(model),
    counts: config !== undefined,
    editable: text[entry.range.offset] === '{',
    origin,
    implied: impliedLists(entry),
    input: written.input.filter((type) => columns.has('input', type)),
    output: written.output.filter((type) => columns.has('output', type)),
    known: inferred
      ? inferred.findings.map((finding) =>
          finding.known === 'unknown' ? 0 : (finding.known === 'yes' ? 1 : -1) * known.numberOf(finding.source),
        )
      : [],
    problems: [...problems, ...(others.get(index) ?? []).map((problem) => ({ ...problem, cell: null }))],
  };
}

/** The lists that are not there, where that means text. */
function impliedLists({ origin, config }: ServiceEntry): MatrixRow['implied'] {
  if (origin === 'invalid') return [];
  return (['input', 'output'] as const).filter((list) => origin === 'default' || (config && config.capabilities?.[list] === undefined));
}

function toProblem(problem: ServiceProblem, columns: CustomColumns): MatrixProblem {
  const cell = cellOfProblem(problem);
  return { severity: problem.severity, message: problemMessage(problem), cell: cell && columns.has(cell.list, cell.type) ? cell : null };
}

function shorten(name: string): string {
  return name.length <= LONGEST_NAME ? name : `${name.slice(0, LONGEST_NAME)}…`;
}

/** What the surroundings of a file say of its services; `FileWatch` looks at them, and says so among the diagnostics. */
const CODES: ReadonlySet<unknown> = new Set<ProblemCode>([
  'api_key_tracked',
  'api_key_maybe_tracked',
  'local_differs',
  'local_lacks_service',
]);

/** A problem of a service that is in the language of the screen already. */
type OtherProblem = Pick<MatrixProblem, 'severity' | 'message'>;

/** Keys in a file that git has, and another file in force: by the place of the service. */
function surroundingProblems(uri: vscode.Uri, indexAt: (position: vscode.Position) => number | undefined): Map<number, OtherProblem[]> {
  const found = new Map<number, OtherProblem[]>();
  for (const { message, range, severity } of surroundingDiagnostics(uri)) {
    const index = indexAt(range.start);
    if (index === undefined) continue;
    const problem: OtherProblem = { severity: severity === vscode.DiagnosticSeverity.Warning ? 'warning' : 'information', message };
    const others = found.get(index);
    if (others) others.push(problem);
    else found.set(index, [problem]);
  }
  return found;
}

/** Two with the same text say the same. */
export function surroundingsKey(uri: vscode.Uri): string {
  return JSON.stringify(surroundingDiagnostics(uri).map(({ message, range }) => [message, range.start]));
}

function surroundingDiagnostics(uri: vscode.Uri): vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ code }) => CODES.has(code));
}

/** The state of a file. */
export interface FileAccess {
  /** Why it must not be changed here; null: it may. */
  readonly lock: MatrixLock | null;
  /** It is not there any more. */
  readonly gone: boolean;
}

/** Looks at a file: whether it is there, and whether it may be written. Reads nothing of it. */
export async function accessOf(uri: vscode.Uri): Promise<FileAccess> {
  const { fs, isTrusted } = vscode.workspace;
  const restricted = isTrusted ? null : 'restricted';
  if (uri.scheme === 'untitled') return { lock: restricted, gone: false };
  if (fs.isWritableFileSystem(uri.scheme) === false) return { lock: restricted ?? 'readonly', gone: false };
  try {
    const { permissions = 0 } = await fs.stat(uri);
    const isProtected =
      (permissions & vscode.FilePermission.Readonly) !== 0 || (uri.scheme === 'file' && (await isWriteProtected(uri.fsPath)));
    return { lock: restricted ?? (isProtected ? 'readonly' : null), gone: false };
  } catch (error) {
    return { lock: restricted, gone: error instanceof vscode.FileSystemError && error.code === 'FileNotFound' };
  }
}
