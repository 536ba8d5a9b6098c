import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import type { Failure } from '../../core/io/errors.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import { failureMessage } from '../references/failure-message.ts';
import { typeLabel } from './type-label.ts';
import { displayFactsLanguage } from './facts-language.ts';
import { escapeMarkdown } from './escape-markdown.ts';

/** Everything known of an artifact, for the hover. Values come from data and are shown as the text they are. */
export function artifactTooltip(metadata: ArtifactMetadata, path: string | undefined): vscode.MarkdownString {
  const { l10n } = vscode;
  const language = displayFactsLanguage();
  const type = typeLabel(metadata, language.typeNames);
  const rows: ReadonlyArray<readonly [label: string, value: string | undefined]> = [
    [l10n.t('Id'), metadata.reference.kind === 'regular' ? metadata.id : undefined],
    [l10n.t('Reference'), formatReference(metadata.reference)],
    [
      l10n.t('Type'),
      type !== undefined && metadata.mimeType !== undefined && type !== metadata.mimeType
        ? `${type} (${metadata.mimeType})`
        : (type ?? metadata.mimeType),
    ],
    [l10n.t('Size'), metadata.size === undefined ? undefined : sizeInWords(metadata.size)],
    [l10n.t('Created'), timeInWords(metadata.createdAt)],
    [l10n.t('Modified'), metadata.updatedAt === metadata.createdAt ? undefined : timeInWords(metadata.updatedAt)],
    [l10n.t('Agent'), metadata.agentId],
    [l10n.t('Message'), metadata.messageId],
    [l10n.t('Last change'), lastChange(metadata)],
    [l10n.t('Path'), path],
  ];
  const lines = rows
    .filter(([, value]) => value !== undefined)
    .map(([label, value]) => `**${escapeMarkdown(label)}:** ${escapeMarkdown(safeName(value as string))}`);
  const state = stateLine(metadata);
  return new vscode.MarkdownString(
    [`**${escapeMarkdown(safeName(metadata.name))}**`, ...(state === undefined ? [] : [state]), lines.join('  \n')].join('\n\n'),
    true,
  );
}

/** What something that cannot be shown is, and why. */
export function problemTooltip(label: string, failure: Failure): vscode.MarkdownString {
  return new vscode.MarkdownString(`**${escapeMarkdown(safeName(label))}**\n\n$(warning) ${escapeMarkdown(failureMessage(failure))}`, true);
}

function stateLine({ state, problem }: ArtifactMetadata): string | undefined {
  if (problem) return `$(warning) ${escapeMarkdown(failureMessage(problem))}`;
  if (state === 'reserved') return `$(clockface) ${escapeMarkdown(failureMessage({ code: 'reserved' }))}`;
  if (state === 'missing') return `$(warning) ${escapeMarkdown(vscode.l10n.t('The metadata speaks of this file, but it is not there.'))}`;
  return undefined;
}

function sizeInWords(bytes: number): string {
  if (bytes < 1024) return formatSize(bytes);
  return vscode.l10n.t('{0} ({1} bytes)', formatSize(bytes), bytes.toLocaleString(vscode.env.language));
}

function timeInWords(time: string | undefined): string | undefined {
  return time === undefined ? undefined : new Date(time).toLocaleString(vscode.env.language, { dateStyle: 'medium', timeStyle: 'medium' });
}

function lastChange({ modifiedBy }: ArtifactMetadata): string | undefined {
  const last = modifiedBy.at(-1);
  const facts = [last?.agentId, last?.action, timeInWords(last?.timestamp)].filter((fact) => fact !== undefined);
  return facts.length > 0 ? facts.join(' · ') : undefined;
}
