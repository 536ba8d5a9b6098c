import { findNodeAtOffset, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { LinePositions, type TextRange } from '../../core/json/node.ts';
import { type ProblemSeverity, type ServiceProblem, SYNTAX_CODES } from '../../core/models/problems.ts';
import { readServicesAt } from '../../core/models/services-file.ts';
import { FileSystems } from '../roots/file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { Debounced } from '../../platform/debounced.ts';
import { problemMessage } from '../screen/sentence-text.ts';
import { servicesFileOf } from './service-target.ts';
import { hasJsonSupport, isServicesFile } from './services-document.ts';
import { stateOf } from './services-state.ts';
import { usageProblems } from './services-usage.ts';
import { openDocumentOf } from '../screen/documents.ts';

/** A moment after a keystroke everything is checked. Milliseconds. */
const AFTER_TYPING = { quiet: 10, longest: Number.POSITIVE_INFINITY };

const SEVERITIES: Readonly<Record<ProblemSeverity, vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** How many problems of each kind a file has. */
export interface ProblemCounts {
  readonly errors: number;
  readonly warnings: number;
  readonly information: number;
  /** How many of them the JSON schema refuses too. */
  readonly fromSchema: number;
}

/**
 * Diagnostics of model service configurations: of every open one, of those in force in a data root, open or not, and of
 * those a command has checked, which stay until the file is closed and sound, or gone.
 */
export class ServicesDiagnostics implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.services');
  readonly #pending = new Map<string, Debounced>();
  readonly #checkedByCommand = new Map<string, vscode.Uri>();
  readonly #inForce = new Map<string, vscode.Uri>();
  /** Where the JSON support found something by a schema when an open file was checked last. */
  readonly #placesOfSchema = new Map<string, string>();
  readonly #fileSystems = new FileSystems();
  readonly #roots: DataRoots;
  readonly #disposable: vscode.Disposable;
  #isDisposed = false;

  constructor(roots: DataRoots) {
    this.#roots = roots;
    const { workspace } = vscode;
    this.#disposable = vscode.Disposable.from(
      this.#collection,
      workspace.onDidOpenTextDocument((document) => void this.#check(document)),
      workspace.onDidChangeTextDocument(({ document }) => this.#checkSoon(document)),
      workspace.onDidCloseTextDocument((document) => this.#closed(document)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('json.validate')) this.#checkOpenDocuments();
      }),
      // which file is in force, and what roles name
      roots.onDidChange(() => this.#rootsChanged()),
      roots.onDidChangeServices(() => this.#rootsChanged()),
      // who reports the syntax may have changed
      vscode.extensions.onDidChange(() => this.#checkOpenDocuments()),
      vscode.languages.onDidChangeDiagnostics(({ uris }) => this.#otherDiagnosticsChanged(uris)),
      vscode.window.tabGroups.onDidChangeTabs(({ opened, closed }) => {
        if (opened.length + closed.length > 0) this.#checkOpenDocuments();
      }),
    );
    this.#rootsChanged();
  }

  /** Checks a file, open or not, and keeps its diagnostics after it is closed. Rejects when it is not there. */
  async checkFile(uri: vscode.Uri): Promise<ProblemCounts> {
    const open = openDocumentOf(uri);
    const problems = await (open ? this.#check(open) : this.#checkClosed(uri));
    this.#checkedByCommand.set(uri.toString(), uri);
    const count = (severity: ProblemSeverity): number => problems.filter((problem) => problem.severity === severity).length;
    const fromSchema = problems.filter(({ source }) => source === 'schema').length;
    return { errors: count('error'), warnings: count('warning'), information: count('information'), fromSchema };
  }

  /** Brings the diagnostics of files that are not open up to date with the disk. */
  async recheckClosed(): Promise<void> {
    const files = new Map([...this.#checkedByCommand, ...this.#inForce]);
    await Promise.all([...files.values()].map((uri) => this.#recheck(uri)));
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const pending of this.#pending.values()) pending.dispose();
    this.#disposable.dispose();
  }

  /** Follows the files in force; those that no longer are, are dropped unless another owner wants them checked. */
  #rootsChanged(): void {
    this.#checkOpenDocuments();
    const inForce = this.#roots.roots.filter(({ services }) => services.state.source !== undefined).map(servicesFileOf);
    const before = [...this.#inForce];
    this.#inForce.clear();
    for (const uri of inForce) this.#inForce.set(uri.toString(), uri);
    for (const [key, uri] of before) {
      if (!this.#inForce.has(key) && !this.#checkedByCommand.has(key) && !openDocumentOf(uri)) this.#collection.delete(uri);
    }
    void this.recheckClosed();
  }

  /** What a schema says comes and goes a moment after what we say. */
  #otherDiagnosticsChanged(uris: readonly vscode.Uri[]): void {
    for (const uri of uris) {
      if (placesOf(schemaDiagnostics(uri)) === (this.#placesOfSchema.get(uri.toString()) ?? '')) continue;
      const document = openDocumentOf(uri);
      if (document) void this.#check(document);
    }
  }

  #checkOpenDocuments(): void {
    for (const document of vscode.workspace.textDocuments) void this.#check(document);
  }

  #checkSoon(document: vscode.TextDocument): void {
    if (!isServicesFile(document.uri)) return;
    const key = document.uri.toString();
    const pending = this.#pending.get(key) ?? new Debounced(() => void this.#check(document), AFTER_TYPING);
    this.#pending.set(key, pending);
    pending.call();
  }

  async #check(document: vscode.TextDocument): Promise<readonly ServiceProblem[]> {
    if (document.isClosed || !isServicesFile(document.uri)) return [];
    const { validated, root } = await stateOf(document);
    if (document.isClosed || this.#isDisposed) return [];
    const problems = [...validated.problems, ...usageProblems(this.#roots, document.uri, validated)];
    const said = schemaDiagnostics(document.uri);
    this.#placesOfSchema.set(document.uri.toString(), placesOf(said));
    const offsets = said.map(({ range }) => document.offsetAt(range.start));
    const isOurs = (problem: ServiceProblem): boolean => !SYNTAX_CODES.has(problem.code) && !isSaidAlready(problem, root, offsets);
    const ours = hasJsonSupport(document) ? problems.filter(isOurs) : problems;
    const rangeOf = ({ offset, length }: TextRange): vscode.Range =>
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
    this.#collection.set(
      document.uri,
      ours.map((problem) => toDiagnostic(problem, document.uri, rangeOf)),
    );
    return problems;
  }

  async #checkClosed(uri: vscode.Uri): Promise<readonly ServiceProblem[]> {
    const { fs, locationOf } = this.#fileSystems.for(uri);
    const file = await readServicesAt(fs, locationOf(uri));
    if (!file) throw vscode.FileSystemError.FileNotFound(uri);
    const { text = '' } = file;
    const { validateServices } = await import('../../core/models/validate.ts');
    const validated = validateServices(text);
    if (this.#isDisposed) return [];
    const problems = file.text === undefined ? file.problems : [...validated.problems, ...usageProblems(this.#roots, uri, validated)];
    const lines = new LinePositions(text);
    const rangeOf = ({ offset, length }: TextRange): vscode.Range => new vscode.Range(...lines.at(offset), ...lines.at(offset + length));
    this.#collection.set(
      uri,
      problems.map((problem) => toDiagnostic(problem, uri, rangeOf)),
    );
    return problems;
  }

  async #recheck(uri: vscode.Uri): Promise<void> {
    if (openDocumentOf(uri)) return;
    try {
      await this.#checkClosed(uri);
      // opened meanwhile: what the editor holds counts
      const open = openDocumentOf(uri);
      if (open) await this.#check(open);
    } catch {
      // gone: nothing is known about it any more
      this.#collection.delete(uri);
      this.#checkedByCommand.delete(uri.toString());
    }
  }

  #closed(document: vscode.TextDocument): void {
    const key = document.uri.toString();
    this.#pending.get(key)?.dispose();
    this.#pending.delete(key);
    this.#placesOfSchema.delete(key);
    if (this.#checkedByCommand.has(key) || this.#inForce.has(key)) void this.#recheck(document.uri);
    else this.#collection.delete(document.uri);
  }
}

/** The JSON schema for editors and checks that do without us. */
function schemaFile(): vscode.Uri | undefined {
  const extension = vscode.extensions.getExtension('agent-artifacts.agent-artifacts');
  return extension && vscode.Uri.joinPath(extension.extensionUri, 'dist/schemas/llmservices.schema.json');
}

function toDiagnostic(problem: ServiceProblem, uri: vscode.Uri, rangeOf: (range: TextRange) => vscode.Range): vscode.Diagnostic {
  const range = rangeOf(problem.range ?? { offset: 0, length: 0 });
  const diagnostic = new vscode.Diagnostic(range, problemMessage(problem), SEVERITIES[problem.severity]);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = problem.code;
  const related: vscode.DiagnosticRelatedInformation[] = [];
  if (problem.related)
    related.push(
      new vscode.DiagnosticRelatedInformation(new vscode.Location(uri, rangeOf(problem.related)), vscode.l10n.t('This service is used')),
    );
  const schema = problem.source === 'schema' ? schemaFile() : undefined;
  if (schema)
    related.push(
      new vscode.DiagnosticRelatedInformation(
        new vscode.Location(schema, new vscode.Position(0, 0)),
        vscode.l10n.t('Not allowed by the JSON schema'),
      ),
    );
  if (related.length > 0) diagnostic.relatedInformation = related;
  return diagnostic;
}

/** Below are what the JSON support says of a schema, above what it says of the syntax, of comments and of schemas it cannot load. */
const FIRST_OTHER_CODE = 0x100;

/**
 * What VS Code's JSON support finds in a document by a JSON schema. The one this extension brings for it has no
 * constraints, but the document may name a strict one itself (`$schema`), or a setting may.
 */
function schemaDiagnostics(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  if (!isServicesFile(uri)) return [];
  return vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, code }) =>
        (source === undefined || source === 'json' || source === 'jsonc') &&
        (code === undefined || (typeof code === 'number' && code < FIRST_OTHER_CODE)),
    );
}

/** Their start positions, to detect changes. */
function placesOf(diagnostics: readonly vscode.Diagnostic[]): string {
  return diagnostics.map(({ range: { start } }) => `${start.line}:${start.character}`).join();
}

/**
 * Whether the JSON support says a problem of the form already: it marks the value, or the name before it.
 *
 * @param offsets where what it found begins
 */
function isSaidAlready({ source, range }: ServiceProblem, root: Node | undefined, offsets: readonly number[]): boolean {
  if (source !== 'schema' || range === undefined || root === undefined) return false;
  const node = findNodeAtOffset(root, range.offset);
  const member = node?.parent?.type === 'property' ? node.parent : undefined;
  const start = member?.offset ?? range.offset;
  const value = member?.children?.[1];
  const end = Math.max(range.offset + range.length, value === undefined ? 0 : value.offset + 1);
  return offsets.some((offset) => offset >= start && offset < end);
}
