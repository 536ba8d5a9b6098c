/** What is done with lines of the Conversations view that are artifacts: a chunk of its own, loaded with the first command. */

import * as vscode from 'vscode';
import type { Exportable } from '../files/export-files.ts';
import { shownAs } from '../gallery/look.ts';
import type { Previewer } from '../preview/preview-target.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import { lastName } from '../screen/documents.ts';
import type { Dragged } from '../screen/dragged-rows.ts';
import {
  compareArtifactWithWorkspace,
  compareVersions,
  contentOf,
  goToArtifactMessage,
  lineReference,
  lineTime,
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
  | 'goToLineMessage';

export interface LineDependencies {
  readonly preview: Pick<Previewer, 'showFiles'>;
  readonly fileSystems: FileSystems;
}

/** The lines that a command was called on. @param selected all that are selected with the one; none when it is called on one */
export function artifactLinesIn(argument: unknown, selected: unknown): ArtifactLine[] {
  return (Array.isArray(selected) ? (selected as readonly unknown[]) : [argument]).filter(isArtifactLine);
}

/** Also those of other views are called artifacts. */
function isArtifactLine(argument: unknown): argument is ArtifactLine {
  if (typeof argument !== 'object' || argument === null || !('kind' in argument)) return false;
  return argument.kind === 'side' || (argument.kind === 'artifact' && 'listed' in argument);
}

/** Compares two. Pictures, in which VS Code finds no differences that a person sees, are side by side in the preview. */
export async function compareLines(lines: readonly ArtifactLine[], { preview }: Pick<LineDependencies, 'preview'>): Promise<unknown> {
  const [one, other] = lines;
  if (lines.length !== 2 || !one?.uri || !other?.uri) return undefined;
  const arePictures = lines.every((line) => shownAs(contentOf(line)) === 'image');
  if (arePictures) return preview.showFiles([one.uri, other.uri], { tab: 'rendered' });
  return vscode.commands.executeCommand('vscode.diff', one.uri, other.uri, `${nameOfLine(one)} ↔ ${nameOfLine(other)}`);
}

/** Copies what names them, a line each. */
export async function copyLineReferences(lines: readonly ArtifactLine[]): Promise<void> {
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.map(lineReference).join('\n'));
}

/** Copies what is known for certain to where a person says. */
export async function exportLines(lines: readonly ArtifactLine[], { fileSystems }: Pick<LineDependencies, 'fileSystems'>): Promise<void> {
  const { exportFiles } = await import('../files/export-files.ts');
  await exportFiles(lines.flatMap(exportableOf), fileSystems);
}

function exportableOf(line: ArtifactLine): Exportable[] {
  const { uri } = line;
  if (!uri) return [];
  const filename = line.kind === 'side' ? line.name : lastName(uri);
  const dot = filename.lastIndexOf('.');
  return [
    {
      filename,
      name: nameOfLine(line),
      shortName: dot > 0 ? `artifact${filename.slice(dot)}` : 'artifact',
      reference: lineReference(line),
      mimeType: contentOf(line).mimeType,
      createdAt: lineTime(line),
      read: async () =>
        line.kind === 'side'
          ? line.conversation.files.fs.readFile(line.file.location, { noFollow: true })
          : vscode.workspace.fs.readFile(uri),
    },
  ];
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
