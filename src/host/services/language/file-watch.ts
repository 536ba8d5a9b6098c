import * as vscode from 'vscode';
import { findApiKeys } from '../../../core/services/api-key.ts';
import { problem, type ServiceProblem } from '../../../core/services/problems.ts';
import { problemMessage } from '../problem-message.ts';
import { stateOf } from '../services-state.ts';
import { gitApi, trackingOf, type Tracking } from './git-tracking.ts';

const SEVERITIES = { error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning, information: vscode.DiagnosticSeverity.Information };

/** What the surroundings of an open configuration say about it: keys in a file that git tracks. */
export class FileWatch implements vscode.Disposable {
  readonly #collection = vscode.languages.createDiagnosticCollection('agentArtifacts.services.surroundings');
  readonly #tracking: (uri: vscode.Uri) => Promise<Tracking>;
  readonly #disposable: vscode.Disposable;

  /** @param recheck asks for another check of every open configuration: git knows more now */
  constructor(recheck: () => void, tracking: (uri: vscode.Uri) => Promise<Tracking> = (uri) => trackingOf(uri)) {
    this.#tracking = tracking;
    const git = gitApi();
    this.#disposable = vscode.Disposable.from(this.#collection, ...(git ? [git.onDidChangeState(recheck), git.onDidOpenRepository(recheck)] : []));
  }

  /** Checks a document; what it said of an earlier version goes. */
  async check(document: vscode.TextDocument): Promise<void> {
    const { version } = document;
    const problems = await this.#keysInGit(document);
    if (document.isClosed || document.version !== version) return;
    this.#collection.set(document.uri, problems.map((each) => toDiagnostic(document, each)));
  }

  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  dispose(): void {
    this.#disposable.dispose();
  }

  async #keysInGit(document: vscode.TextDocument): Promise<ServiceProblem[]> {
    const { root } = stateOf(document);
    const keys = root ? findApiKeys(root) : [];
    if (keys.length === 0) return [];
    const tracking = await this.#tracking(document.uri);
    if (tracking === 'no') return [];
    const code = tracking === 'tracked' ? 'api_key_tracked' : 'api_key_maybe_tracked';
    return keys.map(({ index, node: { offset, length } }) => problem(code, { index, path: ['services', index, 'apiKey'], range: { offset, length } }));
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
