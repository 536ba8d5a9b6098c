/** Opens references that stand in a text or came from outside: a chunk of its own, loaded with the first one. */

import * as vscode from 'vscode';
import { formatReference, parseReference, pathOfReference, type ArtifactReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import type { Previewer } from '../preview/preview-target.ts';
import { type DataRoots, type OpenRoot, uniqueNames } from '../roots/open-root.ts';
import { runCommand } from '../screen/commands.ts';
import { choose, notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import { rootKey } from '../files/artifact-uri.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { referenceFeedback, type ReferenceMatch } from './reference-feedback.ts';

/** What opening a reference needs. */
export interface OpeningDependencies {
  readonly roots: DataRoots;
  readonly preview: Pick<Previewer, 'show'>;
}

/**
 * Previews what a reference in a text names. Of several data roots that have it the nearest to the text counts; where two are equally near, a
 * person is asked.
 *
 * @param from where the reference stands
 * @param rootId the data root, where it was chosen already
 */
export async function openReference(
  { roots, preview }: OpeningDependencies,
  text: string,
  from: vscode.Uri | undefined,
  rootId?: string,
): Promise<void> {
  if (await isWithoutRoots(roots)) return;
  const chosen = roots.roots.filter(({ id }) => id === rootId);
  const found = await matchesOf(text, chosen.length > 0 ? chosen : roots.roots);
  if (!found) return;
  const [nearest, second] = nearestFirst(
    found.matches.map(({ root }) => root),
    from,
  );
  const isClear = nearest && (!second || nearness(nearest, from) > nearness(second, from));
  const root = isClear ? nearest : await pickRoot(found.matches);
  if (root) await preview.show(root, found.reference, {});
}

/** What a link from outside VS Code may name: `/artifact/31`. Everything else in its path, and what is behind it, is refused. */
const PATH = /^\/artifact\/([^/]+)$/;

/**
 * Previews what a link from outside VS Code names (`vscode://agent-artifacts.agent-artifacts/artifact/31`), after a question: anybody can write
 * such a link. Nothing but a reference is taken from it.
 */
export async function openFromOutside({ roots, preview }: OpeningDependencies, { path, query, fragment }: vscode.Uri): Promise<void> {
  const text = PATH.exec(path)?.[1];
  const parsed = text === undefined || query !== '' || fragment !== '' ? undefined : parseReference(text);
  if (!parsed?.ok) {
    notify(
      'warning',
      vscode.l10n.t('A link from outside VS Code was not opened: it is not a reference to an artifact, such as {0}.', 'artifact/31'),
    );
    return;
  }
  if (await isWithoutRoots(roots)) return;
  const found = await matchesOf(formatReference(parsed.value), roots.roots);
  if (!found) return;
  const names = uniqueNames(roots.roots);
  const buttons = new Map(found.matches.map(({ root }) => [vscode.l10n.t('Preview from {0}', names.get(root) ?? root.name), root]));
  const question = {
    question: vscode.l10n.t('A link from outside VS Code asks to preview an artifact. Preview it?'),
    paragraphs: found.matches.map(({ root, metadata }) => [
      safeName(metadata.name),
      `${safeName(formatReference(found.reference))} — ${names.get(root) ?? root.name}`,
    ]),
  };
  const [only, ...others] = found.matches;
  if (only && others.length === 0) {
    const action = vscode.l10n.t('Preview');
    if ((await choose({ ...question, action })) === action) await preview.show(only.root, found.reference, {});
    return;
  }
  const [action = '', ...more] = buttons.keys();
  const root = buttons.get((await choose({ ...question, action }, ...more)) ?? '');
  if (root) await preview.show(root, found.reference, {});
}

interface Found {
  readonly reference: ArtifactReference;
  readonly matches: ReadonlyArray<ReferenceMatch<OpenRoot>>;
}

/** The artifacts of a reference; undefined when there is none, which has been said then. */
async function matchesOf(text: string, roots: readonly OpenRoot[]): Promise<Found | undefined> {
  const feedback = await referenceFeedback(text, roots);
  if (feedback.kind === 'found') return feedback;
  if (feedback.kind === 'absent') {
    const why = feedback.failures[0] && failureMessage(feedback.failures[0].failure);
    const goTo = { title: vscode.l10n.t('Go to Artifact…'), run: () => runCommand('agentArtifacts.goToArtifact') };
    notify('information', [absentSentence(feedback.reference), why].filter(Boolean).join(' '), goTo);
  } else if (feedback.kind === 'invalid') notify('warning', failureMessage(feedback.failure));
  return undefined;
}

/** That no open data root has an artifact. */
export function absentSentence(reference: ArtifactReference): string {
  if (reference.kind !== 'workspace')
    return vscode.l10n.t('There is no artifact {0} in the open data roots.', safeName(pathOfReference(reference) ?? reference.id));
  const { relativePath, workspaceId } = reference;
  return vscode.l10n.t('There is no file {0} of the workspace {1} in the open data roots.', safeName(relativePath), safeName(workspaceId));
}

async function pickRoot(matches: Found['matches']): Promise<OpenRoot | undefined> {
  const names = uniqueNames(matches.map(({ root }) => root));
  const items = matches.map(({ root, metadata }) => ({
    label: names.get(root) ?? root.name,
    description: safeName(metadata.name),
    root,
  }));
  const picked = await showPick(items, { placeHolder: vscode.l10n.t('Several data roots have this artifact. Which one?') });
  return picked?.root;
}

/** Data roots, those near to a place first. */
export function nearestFirst(roots: readonly OpenRoot[], from: vscode.Uri | undefined): OpenRoot[] {
  return [...roots].sort((one, other) => nearness(other, from) - nearness(one, from));
}

/** How many folders a data root and a place have in common; a half more where the place is inside it, and all where it is an artifact of it. */
function nearness(root: OpenRoot, from: vscode.Uri | undefined): number {
  const { folder } = root;
  if (from?.scheme === 'artifact') return from.authority === rootKey(root) ? 1 : 0;
  if (!from || folder.scheme !== from.scheme || folder.authority !== from.authority) return 0;
  const [ours, theirs] = [folder.path, from.path].map((path) => path.split('/').filter((name) => name !== '')) as [string[], string[]];
  const differs = ours.findIndex((name, at) => name !== theirs[at]);
  return differs < 0 ? ours.length + 0.5 : differs;
}
