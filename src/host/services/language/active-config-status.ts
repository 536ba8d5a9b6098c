import * as vscode from 'vscode';
import { differencesFromInForce } from '../../../core/models/services-file.ts';
import type { ValidatedServices } from '../../../core/models/validate.ts';
import { FileSystems } from '../../roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../../roots/open-root.ts';
import { plainText } from '../../screen/plain-text.ts';
import { isServicesFile, SERVICES_SELECTOR } from '../services-document.ts';
import { rootsInForce } from '../services-usage.ts';
import { activeConfigOf, readValidated, shadowedConfig } from './active-config.ts';
import { lastName, openDocumentOf } from '../../screen/documents.ts';

/** What the status item says of a configuration. */
export interface ActiveConfigWords {
  readonly text: string;
  readonly detail: string;
  readonly severity: vscode.LanguageStatusSeverity;
  /** Opens the other file, or leads to what is wrong. */
  readonly command?: vscode.Command;
}

/** The language status item: by what agents and previews go while the configuration in the active editor is looked at. */
export class ActiveConfigStatus implements vscode.Disposable {
  readonly #item = vscode.languages.createLanguageStatusItem('agentArtifacts.services.inForce', SERVICES_SELECTOR);
  readonly #files = new FileSystems();
  readonly #roots: DataRoots;
  readonly #disposable: vscode.Disposable;
  #newest = 0;

  constructor(roots: DataRoots) {
    this.#roots = roots;
    this.#item.name = vscode.l10n.t('Model services in use');
    this.#disposable = vscode.Disposable.from(
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => void this.update()),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => {
        if (isServicesFile(uri)) void this.update();
      }),
    );
  }

  /** Looks again at the file of the active editor. */
  async update(): Promise<void> {
    const newest = ++this.#newest;
    const uri = vscode.window.activeTextEditor?.document.uri;
    if (!uri || !isServicesFile(uri)) return;
    const words = await activeConfigInWords(uri, this.#files, this.#roots);
    if (newest !== this.#newest) return;
    this.#item.text = plainText(words.text);
    this.#item.detail = plainText(words.detail);
    this.#item.severity = words.severity;
    this.#item.command = words.command;
  }

  dispose(): void {
    this.#newest++;
    this.#disposable.dispose();
  }
}

/** By what agents and previews go, in words: this file, another one, or what was read of this one before it was broken. */
export async function activeConfigInWords(uri: vscode.Uri, files: FileSystems, roots: DataRoots): Promise<ActiveConfigWords> {
  const { l10n, LanguageStatusSeverity: Severity } = vscode;
  const active = await activeConfigOf(uri);
  const other = active.inForce ? await shadowedConfig(uri) : active.instead;
  const [own, others] = await Promise.all([readValidated(uri, files), other && readValidated(other, files)]);
  const [idle, inForce] = active.inForce ? [others, own] : [own, others];
  const differences = idle && inForce ? differencesFromInForce(idle, inForce).length : 0;
  const differ = other && differences > 0 ? l10n.t('Services that differ from {0}: {1}', lastName(other), differences) : '';
  const open = other && { command: openCommand(other, l10n.t('Open {0}', lastName(other))) };
  if (!active.inForce) return { ...idleInWords(other, differ), ...open };
  const [root] = rootsInForce(roots, uri);
  const isDirty = openDocumentOf(uri)?.isDirty ?? false;
  if (own && !own.usable)
    return { ...brokenInWords(root, isDirty), command: openCommand(uri, l10n.t('Go to Problem'), positionOf(uri, own)) };
  const count = isDirty && root ? root.services.getServices().length : (own?.services.length ?? 0);
  const unsaved = isDirty ? l10n.t('Changes apply once they are saved.') : '';
  const detail = [l10n.t('Agents and previews use this file.'), unsaved, differ].filter(Boolean).join(' ');
  return { text: l10n.t('Model services in use: {0}', count), detail, severity: differ ? Severity.Warning : Severity.Information, ...open };
}

/** The words for a file that is not in force. @param differ in what it differs from the one that is, as a sentence */
function idleInWords(instead: vscode.Uri | undefined, differ: string): Omit<ActiveConfigWords, 'command'> {
  const { l10n, LanguageStatusSeverity: Severity } = vscode;
  const why = instead
    ? l10n.t('Agents and previews use {0} instead.', lastName(instead))
    : l10n.t('Only llmservices.local.json and llmservices.json are read.');
  return { text: l10n.t('Not in use'), detail: [why, differ].filter(Boolean).join(' '), severity: Severity.Warning };
}

/** The words for a text that cannot be used: what stays in use. */
function brokenInWords(root: OpenRoot | undefined, isDirty: boolean): Omit<ActiveConfigWords, 'command'> {
  const { l10n, LanguageStatusSeverity: Severity } = vscode;
  if (root && root.services.getServices().length > 0) {
    if (isDirty && !root.services.state.usingLastGood) {
      return {
        text: l10n.t('Saved version in use'),
        detail: l10n.t('Agents and previews use the saved file.'),
        severity: Severity.Warning,
      };
    }
    return {
      text: l10n.t('Using the last valid configuration'),
      detail: l10n.t('Agents and previews use the last valid version.'),
      severity: Severity.Error,
    };
  }
  return { text: l10n.t('No model services in use'), detail: l10n.t('The file has errors.'), severity: Severity.Error };
}

function openCommand(uri: vscode.Uri, title: string, at?: vscode.Position): vscode.Command {
  return { command: 'vscode.open', title, arguments: [uri, ...(at ? [{ selection: new vscode.Range(at, at) }] : [])] };
}

/** The position of the first problem, where the text is open. */
function positionOf(uri: vscode.Uri, { problems }: ValidatedServices): vscode.Position | undefined {
  const offset = problems.find(({ severity, range }) => severity === 'error' && range !== undefined)?.range?.offset;
  return offset === undefined ? undefined : openDocumentOf(uri)?.positionAt(offset);
}
