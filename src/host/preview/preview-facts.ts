import * as vscode from 'vscode';
import type { MediaFacts } from '../../core/content/media-facts.ts';
import { type ContentReference, pathOfReference } from '../../core/refs/reference.ts';
import type { PreviewFacts, TypeWarning } from '../../shared/preview-protocol.ts';
import { displayFactsLanguage } from '../screen/artifact-facts.ts';
import { kindIcon, typeLabel } from '../screen/display-kind.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';

/** The name of an artifact as the title of its preview shows it. */
export function artifactName({ metadata, reference }: Pick<LoadedArtifact, 'metadata' | 'reference'>): string {
  if (metadata) return metadata.name;
  return plainPlace(reference);
}

/** Where a person looks for it in its workspace, its project or the store. */
function plainPlace(reference: ContentReference): string {
  switch (reference.kind) {
    case 'regular':
      return reference.id;
    case 'workspace':
      return reference.relativePath;
    case 'adk':
    case 'file':
      return reference.path;
  }
}

/** The type of an artifact in words and as an icon; the content is known here, so its type counts more than the declared one. */
export function typeOfLoaded({ metadata, artifact }: Pick<LoadedArtifact, 'metadata' | 'artifact'>): { typeName: string; icon: string } {
  const seen =
    metadata && (artifact?.mimeType === undefined ? metadata : { ...metadata, type: artifact.mimeType, mimeType: artifact.mimeType });
  return { typeName: (seen && typeLabel(seen, displayFactsLanguage().typeNames)) ?? '', icon: seen ? kindIcon(seen) : 'file' };
}

/** What is known of an artifact without looking at what it shows. */
export function previewFacts(loaded: LoadedArtifact): PreviewFacts {
  const { metadata, artifact, reference, media } = loaded;
  const mimeType = artifact?.mimeType ?? metadata?.mimeType;
  const declared = artifact?.detection?.declaredMimeType;
  return {
    id: reference.id,
    place: (reference.kind === 'file' ? undefined : pathOfReference(reference)) ?? plainPlace(reference),
    name: artifactName(loaded),
    ...typeOfLoaded(loaded),
    mimeType: mimeType ?? null,
    size: artifact?.size ?? metadata?.size ?? null,
    createdAt: metadata?.createdAt ?? null,
    agentId: metadata?.agentId ?? null,
    messageId: metadata?.messageId ?? null,
    declaredMimeType: declared !== undefined && declared !== mimeType ? declared : null,
    media: media ? mediaWords(media) : [],
  };
}

/** Whether the declared type needs a second look. */
export function typeWarning({
  artifact,
  metadata,
  metadataFile,
}: Pick<LoadedArtifact, 'artifact' | 'metadata' | 'metadataFile'>): TypeWarning | null {
  if (artifact?.isBinary && !artifact.contentFailure && artifact.size === 0) return { code: 'empty' };
  const detection = artifact?.detection;
  if (detection?.declaredMimeType === undefined) return null;
  const { declaredMimeType: declared, mimeType: detected } = detection;
  if (detection.isContradiction && detection.source === 'default') return { code: 'not_utf8', declared };
  if (detection.isContradiction)
    return { code: 'type_contradicted', declared, detected, by: isDeclaredByName(metadata, metadataFile) ? 'name' : 'metadata' };
  if (detection.isMislabelled) return { code: 'type_unconfirmed', declared, looksLike: detection.detectedMimeType ?? null };
  return detection.lacksSignature ? { code: 'type_unconfirmed', declared, looksLike: null } : null;
}

/** Whether nothing but the name of the file says of which type it is: `mimeType` may be made from it. */
function isDeclaredByName(metadata: LoadedArtifact['metadata'], metadataFile: LoadedArtifact['metadataFile']): boolean {
  return metadata?.type === undefined && (metadataFile === undefined || metadata?.reference.kind === 'workspace');
}

/** Why there is nothing to show, as a sentence. */
export function absenceReason({ reference, metadata, artifact, failure }: LoadedArtifact): string {
  const problem = artifact?.contentFailure ?? metadata?.problem ?? failure;
  if (problem) return failureMessage(problem);
  if (metadata?.state === 'reserved') return failureMessage({ code: 'reserved' });
  if (reference.kind === 'file') return failureMessage({ code: 'not_found' });
  return vscode.l10n.t('There is no artifact with this name, or it was deleted.');
}

/** What is wrong with an artifact although its content can be read, as a sentence. */
export function sideProblem({ metadata, artifact }: LoadedArtifact): string | null {
  return artifact && metadata?.problem && !artifact.contentFailure ? failureMessage(metadata.problem) : null;
}

/** What a medium says of itself, as short words in the display language: `1300 × 900 pixels`, `12 pages`, `0:42`. */
export function mediaWords({ width, height, frames, pages, duration, isEncrypted, isTruncated, unread }: MediaFacts): string[] {
  const words: string[] = [];
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  // Sizes of pictures are written without separators everywhere.
  if (width !== undefined && height !== undefined) words.push(vscode.l10n.t('{0} × {1} pixels', width, height));
  if (frames !== undefined && frames > 1) words.push(vscode.l10n.t('{0} frames', number(frames)));
  if (pages !== undefined) words.push(pages === 1 ? vscode.l10n.t('1 page') : vscode.l10n.t('{0} pages', number(pages)));
  if (duration !== undefined) words.push(clockTime(duration));
  if (isEncrypted) words.push(vscode.l10n.t('encrypted'));
  if (isTruncated) words.push(vscode.l10n.t('incomplete'));
  if (unread) words.push(vscode.l10n.t('reading the properties timed out'));
  return words;
}

/** @param seconds rounded to whole ones: `0:42`, `1:02:03`. What is there lasts a second at least. */
function clockTime(seconds: number): string {
  const whole = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
