import * as vscode from 'vscode';
import { differencesFromInForce } from '../../../core/services/compare.ts';
import { FileSystems } from '../../file-systems.ts';
import { isServicesFile, nameOf } from '../services-document.ts';
import { forceOf, hiddenBy, readValidated } from './in-force.ts';
import { SERVICES_SELECTOR } from './selector.ts';

/** What the status item says of a configuration. */
export interface ForceWords {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
  /** The other file. */
  readonly other?: vscode.Uri;
}

/** The language status item: whether the configuration in the active editor is in force, and how the other one differs. */
export class ForceStatus implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem('agentArtifacts.services.inForce', SERVICES_SELECTOR);
  readonly #files = new FileSystems();
  readonly #disposable: vscode.Disposable;
  #newest = 0;

  constructor() {
    this.#item.name = vscode.l10n.t('Model services in force');
    this.#disposable = vscode.Disposable.from(this.#item, vscode.window.onDidChangeActiveTextEditor(() => void this.update()));
  }

  /** Looks again at the file of the active editor. */
  async update(): Promise<void> {
    const newest = ++this.#newest;
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (!uri || !isServicesFile(uri)) return;
    const words = await forceInWords(uri, this.#files);
    if (newest !== this.#newest) return;
    this.#item.text = words.text;
    this.#item.detail = words.detail;
    this.#item.severity = words.severity;
    this.#item.command = words.other && { command: 'vscode.open', title: vscode.l10n.t('Open {0}', nameOf(words.other)), arguments: [words.other] };
  }

  dispose(): void {
    this.#newest++;
    this.#disposable.dispose();
  }
}

/** Whether a configuration is in force, in words. */
export async function forceInWords(uri: vscode.Uri, files: FileSystems): Promise<ForceWords> {
  const { l10n, LanguageStatusSeverity: Severity } = vscode;
  const force = await forceOf(uri);
  const other = force.inForce ? await hiddenBy(uri) : force.instead;
  const [own, others] = await Promise.all([readValidated(uri, files), other && readValidated(other, files)]);
  const differences = own && others ? (force.inForce ? differencesFromInForce(others, own) : differencesFromInForce(own, others)).length : 0;
  const differ = other && differences > 0 ? l10n.t('Services that differ from {0}: {1}', nameOf(other), differences) : '';
  if (force.inForce) return { text: l10n.t('In force'), detail: differ, severity: differ ? Severity.Warning : Severity.Information, ...(other && { other }) };
  const why = other ? l10n.t('{0} wins as a whole file.', nameOf(other)) : l10n.t('Only llmservices.local.json and llmservices.json are read.');
  return { text: l10n.t('Not in force'), detail: [why, differ].filter(Boolean).join(' '), severity: Severity.Warning, ...(other && { other }) };
}
