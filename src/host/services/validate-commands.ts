import * as vscode from 'vscode';
import type { DataRoots } from '../roots/open-root.ts';
import { errorSentence } from '../screen/error-sentence.ts';
import { notify, showProgress } from '../screen/notify.ts';
import type { ProblemCounts, ServicesDiagnostics } from './diagnostics.ts';
import { offerTemplate, servicesFileOf, targetFile } from './service-target.ts';

/**
 * Checks configurations and says what came of it; with problems in one of all, they are shown.
 * @param argument which configuration; undefined: that of every root
 */
export async function validateModelServices(roots: DataRoots, diagnostics: ServicesDiagnostics, argument?: unknown): Promise<void> {
  if (argument !== undefined) {
    const uri = await targetFile(roots, argument);
    if (uri) report(await checkAll([uri], diagnostics));
    return;
  }
  await roots.ready();
  const files = roots.roots.filter(({ services }) => services.state.source !== undefined).map(servicesFileOf);
  if (files.length === 0) {
    return offerTemplate();
  }
  const progress = { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Validating model services') };
  const result = await showProgress(progress, () => checkAll(files, diagnostics));
  if (result.errors + result.warnings > 0) await vscode.commands.executeCommand('workbench.actions.view.problems');
  report(result);
}

interface Outcome extends ProblemCounts {
  readonly files: readonly vscode.Uri[];
  /** One sentence for each file that could not be read. */
  readonly unreadable: readonly string[];
}

async function checkAll(files: readonly vscode.Uri[], diagnostics: ServicesDiagnostics): Promise<Outcome> {
  const unreadable: string[] = [];
  const total = { errors: 0, warnings: 0, information: 0, fromSchema: 0 };
  for (const uri of files) {
    try {
      const counts = await diagnostics.checkFile(uri);
      total.errors += counts.errors;
      total.warnings += counts.warnings;
      total.information += counts.information;
      total.fromSchema += counts.fromSchema;
    } catch (error) {
      unreadable.push(`${vscode.workspace.asRelativePath(uri)}: ${errorSentence(error)}`);
    }
  }
  return { files, unreadable, ...total };
}

function report({ files, unreadable, errors, warnings, information, fromSchema }: Outcome): void {
  if (unreadable.length > 0) {
    return notify('error', unreadable.join('\n'));
  }
  const [first] = files;
  const what = first && files.length === 1 ? vscode.workspace.asRelativePath(first) : vscode.l10n.t('{0} files', files.length);
  if (errors + warnings + information === 0) {
    return notify('information', vscode.l10n.t('{0}: no problems found.', what));
  }
  const show = { title: vscode.l10n.t('Show Problems'), run: () => vscode.commands.executeCommand('workbench.actions.view.problems') };
  const counts = vscode.l10n.t('{0}: errors: {1}, warnings: {2}, hints: {3}.', what, errors, warnings, information);
  const message = fromSchema === 0 ? counts : vscode.l10n.t('{0} Violations of the JSON schema: {1}.', counts, fromSchema);
  notify(errors > 0 ? 'error' : warnings > 0 ? 'warning' : 'information', message, show);
}
