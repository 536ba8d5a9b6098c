import * as vscode from 'vscode';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { failureMessage } from '../references/failure-message.ts';
import { displayLanguage } from '../roots/settings.ts';
import type { FactsLanguage } from './artifact-facts.ts';
import { ageFormatter } from './relative-age.ts';

/** Facts in the display language. */
export function displayFactsLanguage(): FactsLanguage {
  const { language } = vscode.env;
  return { typeNames: displayLanguage(), age: ageFormatter(language), state: stateInWords };
}

/** What keeps an artifact from being read, in a few words or the sentence of its reason. */
export function stateInWords({ state, problem }: ArtifactMetadata): string | undefined {
  switch (state) {
    case 'present':
      return undefined;
    case 'reserved':
      return vscode.l10n.t('reserved');
    case 'missing':
      return problem ? failureMessage(problem) : vscode.l10n.t('missing');
    case 'broken':
      return problem ? failureMessage(problem) : vscode.l10n.t('broken');
  }
}
