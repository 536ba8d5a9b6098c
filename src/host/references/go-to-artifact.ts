import * as vscode from 'vscode';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/description.ts';
import { artifactFacts, displayFactsLanguage } from '../artifacts/artifact-facts.ts';
import { kindIcon } from '../artifacts/display-kind.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { plainItem } from '../screen/quick-pick.ts';
import { failureMessage } from './failure-message.ts';
import { referenceFeedback, type ReferenceFeedback, type ReferenceMatch } from './reference-feedback.ts';

/** An artifact a person has chosen. */
export interface ChosenArtifact {
  readonly root: OpenRoot;
  readonly reference: ArtifactReference;
}

/** A line below the input: an artifact, or why there is none. */
export interface ReferenceItem extends vscode.QuickPickItem {
  readonly chosen?: ChosenArtifact;
}

/** Keys pressed in quick succession are one question; in milliseconds. */
const TYPING = 120;

/**
 * Asks for an artifact by its reference. While the person types, the line below says what it names, or why
 * it names nothing.
 *
 * @returns undefined when the person turns away
 */
export function askForArtifact(roots: DataRoots): Promise<ChosenArtifact | undefined> {
  const pick = vscode.window.createQuickPick<ReferenceItem>();
  pick.title = vscode.l10n.t('Go to Artifact');
  pick.placeholder = vscode.l10n.t('A reference: 24, artifact:24, or ws:workspace:…');
  let newest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(text: string): Promise<void> {
    const question = ++newest;
    pick.busy = true;
    await roots.ready();
    const feedback = await referenceFeedback(text, roots.roots);
    if (question !== newest) return;
    pick.items = referenceItems(feedback, roots.roots.length > 1);
    pick.busy = false;
  }

  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(text), TYPING);
    });
    pick.onDidAccept(async () => {
      clearTimeout(timer);
      // Enter right after a paste: what is listed may be of the text before.
      await look(pick.value);
      const chosen = (pick.activeItems[0] ?? pick.items[0])?.chosen;
      if (!chosen) return;
      resolve(chosen);
      pick.hide();
    });
    pick.onDidHide(() => {
      newest++;
      clearTimeout(timer);
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The lines for what was found. */
export function referenceItems(feedback: ReferenceFeedback<OpenRoot>, hasSeveralRoots: boolean): ReferenceItem[] {
  return itemsOf(feedback, hasSeveralRoots).map(plainItem);
}

function itemsOf(feedback: ReferenceFeedback<OpenRoot>, hasSeveralRoots: boolean): ReferenceItem[] {
  switch (feedback.kind) {
    case 'empty':
      return [];
    case 'invalid':
      return [reason(vscode.l10n.t('Not a reference'), failureMessage(feedback.failure))];
    case 'absent': {
      const { reference, failures } = feedback;
      const why = failures[0] ? failureMessage(failures[0].failure) : undefined;
      if (reference.kind === 'regular') return [reason(vscode.l10n.t('No artifact {0}', safeName(reference.id)), why)];
      return [
        reason(
          vscode.l10n.t('No file {0}', safeName(reference.relativePath)),
          why ?? vscode.l10n.t('in the workspace {0}', safeName(reference.workspaceId)),
        ),
      ];
    }
    case 'found':
      return [
        ...feedback.matches.map((match) => found(match, hasSeveralRoots)),
        ...feedback.failures.map(({ root, failure }) => reason(safeName(root.name), failureMessage(failure))),
      ];
  }
}

function found({ root, metadata }: ReferenceMatch<OpenRoot>, hasSeveralRoots: boolean): ReferenceItem {
  const { reference } = metadata;
  const icon = metadata.state === 'present' ? kindIcon(metadata) : metadata.state === 'reserved' ? 'clockface' : 'warning';
  const place = reference.kind === 'workspace' ? `${reference.workspaceId} › ${reference.relativePath.replaceAll('/', ' › ')}` : undefined;
  const detail = [hasSeveralRoots ? root.name : undefined, place]
    .filter((part) => part !== undefined)
    .map(safeName)
    .join(' — ');
  return {
    label: safeName(metadata.name) || metadata.id,
    iconPath: new vscode.ThemeIcon(icon),
    description: artifactFacts(metadata, Date.now(), displayFactsLanguage()).map(safeName).join(' · '),
    ...(detail !== '' && { detail }),
    alwaysShow: true,
    chosen: { root, reference },
  };
}

function reason(label: string, detail: string | undefined): ReferenceItem {
  return { label, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true, ...(detail !== undefined && { detail }) };
}
