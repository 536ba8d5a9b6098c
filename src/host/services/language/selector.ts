import type * as vscode from 'vscode';

/** Model service configurations, as files and while they are not saved yet. */
export const SERVICES_SELECTOR: vscode.DocumentSelector = ['json', 'jsonc'].map((language) => ({
  language,
  pattern: '**/llmservices*.json',
}));
