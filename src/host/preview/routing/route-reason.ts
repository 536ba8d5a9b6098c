import * as vscode from 'vscode';
import { formatSize } from '../../../core/content/size.ts';
import type { Routed } from './routed.ts';

/** Why a content is routed as it is, as a sentence. */
export function routeReason({ verdict, attachments }: Routed): string {
  const needed = quoted(verdict.capabilities);
  switch (verdict.outcome) {
    case 'text':
      return vscode.l10n.t('Text goes to every model as text.');
    case 'image_url':
    case 'file':
      return vscode.l10n.t('“{0}” is declared, so the content itself is sent.', verdict.granted ?? '');
    case 'description':
      if (verdict.rule === 'too_large')
        return vscode.l10n.t(
          'The content is larger than the limit of {0}, so a description is sent instead.',
          formatSize(verdict.limit ?? 0),
        );
      if (verdict.rule === 'service_unknown')
        return vscode.l10n.t('Without a service nothing but text is certain, so a description is sent instead.');
      return vscode.l10n.t('{0} is not declared, so a description is sent instead.', needed);
    case 'failed':
      return vscode.l10n.t('The content cannot be read, so a note that says so is sent instead.');
    case 'not_found':
      return vscode.l10n.t('There is no content to send.');
    case 'message': {
      const included = attachments.filter(({ outcome }) => outcome === 'included').length;
      if (included === attachments.length) return vscode.l10n.t('All {0} attachments are sent themselves.', included);
      return vscode.l10n.t('{0} of {1} attachments are sent themselves, a description of the others.', included, attachments.length);
    }
  }
}

/** The same where it does not come to that: something behind the capabilities stops it. */
export function intendedReason(routed: Routed): string {
  const { outcome, granted } = routed.verdict;
  return outcome === 'image_url' || outcome === 'file'
    ? vscode.l10n.t('“{0}” is declared.', granted ?? '')
    : outcome === 'message' || outcome === 'text'
      ? ''
      : routeReason(routed);
}

/** `“audio” or “file”` */
export function quoted(words: readonly string[]): string {
  const marked = words.map((word) => vscode.l10n.t('“{0}”', word));
  return marked.length < 2 ? marked.join('') : vscode.l10n.t('{0} or {1}', marked.slice(0, -1).join(', '), marked.at(-1) ?? '');
}
