import * as vscode from 'vscode';
import { capabilityAt } from '../../../core/models/cursor.ts';
import { ACCEPTED_CAPABILITIES } from '../../../core/routing/artifact-content-router.ts';
import { displayType } from '../../artifacts/display-kind.ts';
import { escapeMarkdown } from '../../screen/plain-text.ts';
import { mediaKind } from '../../../core/content/media-type.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { rootsInForce } from '../services-usage.ts';
import { meaningOf } from './completion.ts';
import { type LanguageDependencies, stillWanted } from './dependencies.ts';

/** What the capability under the pointer opens, and how many of the artifacts shown in the tree it concerns. */
export async function provideHover(
  { roots, listed }: LanguageDependencies,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  if (!isServicesFile(document.uri) || !(await stillWanted(token))) return undefined;
  const { root, text } = await stateOf(document);
  const found = root && capabilityAt(root, text, document.offsetAt(position));
  if (!found) return undefined;
  const parts = [meaningOf(found.capability)];
  if (found.list === 'input') {
    for (const each of rootsInForce(roots, document.uri)) {
      // only what a view has listed: a hover reads nothing from the disk
      const artifacts = await listed(each);
      const sentence = artifacts && affected(found.capability, artifacts);
      if (sentence) parts.push(sentence);
    }
  }
  const { offset, length } = found.range;
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  return new vscode.Hover(new vscode.MarkdownString(parts.map(escapeMarkdown).join('\n\n')), range);
}

function affected(capability: string, artifacts: readonly ArtifactMetadata[]): string | undefined {
  const opened = Object.values(ACCEPTED_CAPABILITIES).some((accepted) => accepted.includes(capability));
  if (!opened) return undefined;
  const count = artifacts.filter((artifact) => {
    const type = displayType(artifact);
    return ACCEPTED_CAPABILITIES[type === undefined ? 'other' : mediaKind(type)].includes(capability);
  }).length;
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  return vscode.l10n.t('Applies to {0} of the {1} artifacts in the Artifacts view.', number(count), number(artifacts.length));
}
