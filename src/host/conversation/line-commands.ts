/** What is done with lines of the Conversations view that are artifacts: a chunk of its own, loaded with the first command. */

import * as vscode from 'vscode';
import { CodedError } from '../../core/io/errors.ts';
import type { Exportable } from '../files/export-files.ts';
import { shownAs } from '../gallery/look.ts';
import type { Previewer } from '../preview/preview-target.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import { lastName } from '../screen/documents.ts';
import { notify } from '../screen/notify.ts';
import type { Dragged } from '../screen/dragged-rows.ts';
import {
  compareArtifactWithWorkspace,
  compareVersions,
  contentOf,
  goToArtifactMessage,
  lineReference,
  lineTime,
  lineVersion,
  nameOfLine,
} from './artifact-lines.ts';
import type { ArtifactLine } from './session-nodes.ts';

/** The functions of this file that are commands. */
export type LineCommand =
  | 'compareLines'
  | 'compareLineVersions'
  | 'compareLineWithWorkspace'
  | 'copyLineReferences'
  | 'exportLines'
  | 'goToLineMessage'
  | 'previewLines';

export interface LineDependencies {
  readonly preview: Pick<Previewer, 'showFiles'>;
  readonly fileSystems: FileSystems;
}

/** The lines that a command was called on. @param selected all that are selected with the one; none when it is called on one */
export function artifactLinesIn(argument: unknown, selected: unknown): ArtifactLine[] {
  return (Array.isArray(selected) ? (selected as readonly unknown[]) : [argument]).filter(isArtifactLine);
}

/** Tells them from lines of other views, which have artifacts of another kind. */
function isArtifactLine(argument: unknown): argument is ArtifactLine {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return false;
  return argument.kind === 'side' || (argument.kind === 'artifact' && 'listed' in argument);
}

/** Keeps the lines whose content is known for certain, and says that the others are left out. */
function knownLines(lines: readonly ArtifactLine[]): (ArtifactLine & { readonly uri: vscode.Uri })[] {
  const known = lines.filter((line): line is ArtifactLine & { readonly uri: vscode.Uri } => line.uri !== undefined);
  if (known.length < lines.length) notify('information', vscode.l10n.t('What the file had then is not known for certain.'));
  return known;
}

/** Previews them, several as one message. */
export async function previewLines(
  lines: readonly ArtifactLine[],
  { preview }: Pick<LineDependencies, 'preview'>,
  options: { readonly toSide?: boolean } = {},
): Promise<void> {
  const uris = knownLines(lines).map(({ uri }) => uri);
  if (uris.length > 0) await preview.showFiles(uris, options);
}

/** Compares two. Pictures, in which VS Code finds no differences that a person sees, are side by side in the preview. */
export async function compareLines(lines: readonly ArtifactLine[], { preview }: Pick<LineDependencies, 'preview'>): Promise<unknown> {
  const [one, other] = lines.length === 2 ? knownLines(inOrder(lines)) : [];
  if (!one || !other) return undefined;
  const arePictures = lines.every((line) => shownAs(contentOf(line)) === 'image');
  if (arePictures) return preview.showFiles([one.uri, other.uri], { tab: 'rendered' });
  return vscode.commands.executeCommand('vscode.diff', one.uri, other.uri, comparedTitle(one, other));
}

/** Two versions of a file with the earlier one first; anything else as it was selected. */
function inOrder(lines: readonly ArtifactLine[]): readonly ArtifactLine[] {
  const [one, other] = lines.map(lineVersion);
  return one !== undefined && other !== undefined && areOfOneFile(lines) && one > other ? lines.toReversed() : lines;
}

function areOfOneFile([one, other]: readonly ArtifactLine[]): boolean {
  if (one?.kind === 'artifact' && other?.kind === 'artifact')
    return one.session.id === other.session.id && one.artifact.id === other.artifact.id;
  if (one?.kind !== 'side' || other?.kind !== 'side') return false;
  return one.conversation.id === other.conversation.id && withoutNumber(one) === withoutNumber(other);
}

/** What all versions of a file beside a conversation have in common. */
function withoutNumber({ file }: Extract<ArtifactLine, { kind: 'side' }>): string {
  return file.path.replace(/\d{1,6}$/, '');
}

function comparedTitle(one: ArtifactLine, other: ArtifactLine): string {
  const versions = [lineVersion(one), lineVersion(other)] as const;
  const [earlier, later] = versions;
  if (earlier !== undefined && later !== undefined && areOfOneFile([one, other]))
    return vscode.l10n.t('{0}: Version {1} ↔ {2}', nameOfLine(one), earlier, later);
  return `${nameOfLine(one)} ↔ ${nameOfLine(other)}`;
}

/** Copies what names them, a line each. */
export async function copyLineReferences(lines: readonly ArtifactLine[]): Promise<void> {
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.map(lineReference).join('\n'));
}

/** Copies what is known for certain to where a person says. */
export async function exportLines(lines: readonly ArtifactLine[], { fileSystems }: Pick<LineDependencies, 'fileSystems'>): Promise<void> {
  const { exportFiles } = await import('../files/export-files.ts');
  await exportFiles(knownLines(lines).map(exportableOf), fileSystems);
}

function exportableOf(line: ArtifactLine & { readonly uri: vscode.Uri }): Exportable {
  const { uri } = line;
  const filename = line.kind === 'side' ? line.name : lastName(uri);
  const dot = filename.lastIndexOf('.');
  return {
    filename,
    name: nameOfLine(line),
    shortName: dot > 0 ? `artifact${filename.slice(dot)}` : 'artifact',
    reference: lineReference(line),
    mimeType: contentOf(line).mimeType,
    createdAt: lineTime(line),
    read: async (limit) => (line.kind === 'side' ? readSideFile(line, limit) : vscode.workspace.fs.readFile(uri)),
  };
}

async function readSideFile({ conversation, file }: Extract<ArtifactLine, { kind: 'side' }>, limit: number): Promise<Uint8Array> {
  const { fs } = conversation.files;
  const { size } = await fs.stat(file.location, { noFollow: true });
  if (size > limit) throw new CodedError('too_large', { limit, size });
  return fs.readFile(file.location, { noFollow: true });
}

/** Compares a version of a file with the one before it. */
export async function compareLineVersions([line]: readonly ArtifactLine[]): Promise<void> {
  if (line) await compareVersions(line);
}

/** Compares what the session has with the file of the workspace. */
export async function compareLineWithWorkspace([line]: readonly ArtifactLine[]): Promise<void> {
  if (line?.kind === 'artifact') await compareArtifactWithWorkspace(line);
}

/** Goes to the message it stands in. */
export async function goToLineMessage([line]: readonly ArtifactLine[]): Promise<void> {
  if (line?.kind === 'artifact') await goToArtifactMessage(line);
}

/** What is dragged with lines of the view. */
export function draggedLines(nodes: readonly unknown[]): Dragged {
  const lines = nodes.filter(isArtifactLine);
  return { files: lines.flatMap(({ uri }) => uri ?? []), references: lines.map(lineReference) };
}
