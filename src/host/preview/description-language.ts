import * as vscode from 'vscode';
import type { DescriptionLanguage } from '../../core/content/media-type.ts';
import { editorLanguage, fixedLanguage } from '../roots/settings.ts';
import { mayWrite } from '../screen/unavailable.ts';

const NAME = 'descriptionLanguage';

/** Whether the setting fixes the language of descriptions; else it is that of the display. */
export function isLanguageFixed(): boolean {
  return fixedLanguage(configuration().get(NAME)) !== undefined;
}

/**
 * Makes descriptions be in a language, by the settings of the workspace where those fix one, else by those of the user. A
 * value that says no more than what holds without it is taken away.
 *
 * @returns false where that is not allowed
 */
export async function setDescriptionLanguage(language: DescriptionLanguage): Promise<boolean> {
  const { workspaceValue, globalValue } = configuration().inspect<unknown>(NAME) ?? {};
  const isOfWorkspace = workspaceValue !== undefined;
  if (isOfWorkspace && !mayWrite()) return false;
  const without = (isOfWorkspace ? fixedLanguage(globalValue) : undefined) ?? editorLanguage();
  const target = isOfWorkspace ? vscode.ConfigurationTarget.Workspace : vscode.ConfigurationTarget.Global;
  await configuration().update(NAME, without === language ? undefined : language, target);
  return true;
}

function configuration(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('agentArtifacts');
}
