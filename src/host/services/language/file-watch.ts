import * as vscode from 'vscode';
import { differencesFromInForce, SERVICES_FILE_NAMES } from '../../../core/models/services-file.ts';
import { findApiKeys } from '../../../core/models/api-key.ts';
import { problem, type ServiceProblem } from '../../../core/models/problems.ts';
import { FileSystems } from '../../roots/file-systems.ts';
import { problemMessage } from '../../screen/sentence-text.ts';
import { stateOf } from '../services-state.ts';
import { activeConfigOf, readValidated } from './active-config.ts';
import { gitApi, trackingOf, type Tracking } from './git-tracking.ts';
import { lastName } from '../../screen/documents.ts';

const SEVERITIES = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  information: vscode.DiagnosticSeverity.Information,
};

/** Says of the file in the active editor whether it is in force. */
interface StatusItem extends vscode.Disposable {
  update(): Promise<void>;
}

/** What the checks need. */
export interface FileWatchOptions {
  /** Asks for another check of every open configuration: git knows more now. */
  readonly recheck: () => void;
  /** Brought up to date with every check, and disposed of with this. */
  readonly status?: StatusItem;
  readonly tracking?: (uri: vscode.Uri) => Promise<Tracking>;
}

/** What the surroundings of an open configuration say about it: keys in a file that git tracks, and another file in force. */
export class FileWatch implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.services.surroundings');
  readonly #tracking: (uri: vscode.Uri) => Promise<Tracking>;
  readonly #status: StatusItem | undefined;
  readonly #files = new FileSystems();
  readonly #disposable: vscode.Disposable;

  constructor({ recheck, status, tracking = (uri) => trackingOf(uri) }: FileWatchOptions) {
    this.#status = status;
    this.#tracking = tracking;
    const git = gitApi();
    this.#disposable = vscode.Disposable.from(
      this.#collection,
      ...(status ? [status] : []),
      ...(git ? [git.onDidChangeState(recheck), git.onDidOpenRepository(recheck)] : []),
    );
  }

  /** Checks a document; what it said of an earlier version goes. */
  async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const status = this.#status?.update();
    const problems = [...(await this.#keysInGit(document)), ...(await this.#differences(document))];
    await status;
    if (document.isClosed || document.version !== version) return;
    this.#collection.set(
      document.uri,
      problems.map((each) => toDiagnostic(document, each)),
    );
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  /** Only in the file that is not in force: there an edit has no effect. */
  async #differences(document: vscode.TextDocument): Promise<ServiceProblem[]> {
    const active = await activeConfigOf(document.uri);
    const inForce =
      active.inForce || !active.instead || lastName(active.instead) !== SERVICES_FILE_NAMES[0]
        ? undefined
        : await readValidated(active.instead, this.#files);
    return inForce ? differencesFromInForce((await stateOf(document)).validated, inForce) : [];
  }

  async #keysInGit(document: vscode.TextDocument): Promise<ServiceProblem[]> {
    const { root } = await stateOf(document);
    const keys = root ? findApiKeys(root) : [];
    if (keys.length === 0) return [];
    const tracking = await this.#tracking(document.uri);
    if (tracking === 'no') return [];
    const code = tracking === 'tracked' ? 'api_key_tracked' : 'api_key_maybe_tracked';
    return keys.map(({ index, node: { offset, length } }) =>
      problem(code, { index, path: ['services', index, 'apiKey'], range: { offset, length } }),
    );
  }
}

function toDiagnostic(document: vscode.TextDocument, found: ServiceProblem): vscode.Diagnostic {
  const { offset, length } = found.range ?? { offset: 0, length: 0 };
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const diagnostic = new vscode.Diagnostic(range, problemMessage(found), SEVERITIES[found.severity]);
  diagnostic.source = 'Agent Artifacts';
  diagnostic.code = found.code;
  return diagnostic;
}
