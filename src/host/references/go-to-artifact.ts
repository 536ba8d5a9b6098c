import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import { type ArtifactReference, formatReference, pathOfReference } from '../../core/refs/reference.ts';
import { referenceAt, referencesIn } from '../../core/refs/references-in-text.ts';
import { safeName } from '../../core/routing/description.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { FolderPlace } from '../../core/store/workspace-walk.ts';
import { artifactFacts, displayFactsLanguage } from '../screen/artifact-facts.ts';
import { conditionsOf } from '../artifacts/artifact-filter.ts';
import { searchStore } from '../artifacts/artifact-search.ts';
import { kindIcon } from '../screen/display-kind.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { plainItem } from '../screen/quick-pick.ts';
import { failureMessage } from '../screen/failure-message.ts';
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

/** So many artifacts are listed by name. */
const MOST_BY_NAME = 20;
/** Names of files in workspaces that are looked at for one question: seconds on a slow disk, and it ends with the next key. */
const MOST_NAMES = 100_000;

/**
 * Asks for an artifact by its reference or its name. While the person types, the lines below say what it names, or why
 * it names nothing.
 *
 * @param starting what is listed before anything is typed
 * @returns undefined when the person turns away
 */
export function askForArtifact(roots: DataRoots, starting: Promise<string | undefined>): Promise<ChosenArtifact | undefined> {
  const pick = vscode.window.createQuickPick<ReferenceItem>();
  pick.title = vscode.l10n.t('Go to Artifact');
  pick.placeholder = vscode.l10n.t('A reference or a name: 24, artifact:24, ws:workspace:…, chart');
  let newest = 0;
  let offered = '';
  /** The text the lines are about. */
  let listed: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function look(typed: string): Promise<void> {
    const text = typed.trim() === '' ? offered : typed;
    const question = ++newest;
    pick.busy = true;
    await roots.ready();
    const feedback = await referenceFeedback(text, roots.roots);
    if (question !== newest) return;
    const items = referenceItems(feedback, roots.roots.length > 1);
    pick.items = items;
    listed = typed;
    if ((feedback.kind === 'invalid' || feedback.kind === 'absent') && !PREFIXED.test(text)) {
      await namedLike(text, roots.roots, {
        isOutdated: () => question !== newest,
        onFound: (found) => {
          if (found.length > 0) showKept(pick, found);
        },
      });
      if (question !== newest) return;
    }
    pick.busy = false;
  }

  return new Promise((resolve) => {
    pick.onDidChangeValue((text) => {
      clearTimeout(timer);
      timer = setTimeout(() => void look(text), TYPING);
    });
    pick.onDidAccept(async () => {
      clearTimeout(timer);
      // Enter right after a paste: what is listed may be of the text before. What is found already is not waited for.
      if (listed !== pick.value || !pick.activeItems[0]?.chosen) await look(pick.value);
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
    void starting.then((text) => {
      offered = text ?? '';
      if (offered !== '' && pick.value === '') void look('');
    });
  });
}

/** More lines, with the focus where it was. */
function showKept(pick: vscode.QuickPick<ReferenceItem>, items: ReferenceItem[]): void {
  const [active] = pick.activeItems;
  const isActive = ({ chosen }: ReferenceItem): boolean =>
    chosen?.root === active?.chosen?.root && chosen?.reference.id === active?.chosen?.reference.id;
  pick.items = items;
  const again = active?.chosen && items.find(isActive);
  if (again) pick.activeItems = [again];
}

/** What a command on an artifact begins with: the selection, the word at the cursor, or what was copied, whatever of these is a reference. */
export async function startingText(): Promise<string | undefined> {
  const { activeTextEditor: editor } = vscode.window;
  const written = editor && referenceAtCursor(editor);
  if (written !== undefined) return written;
  // A browser may ask whether it may be read; nobody waits for that.
  const copied = await vscode.env.clipboard.readText().then(
    (text) => (text.length <= LONGEST_COPY ? text.trim() : ''),
    () => '',
  );
  const [found] = referencesIn(copied);
  return found && found.end - found.start === copied.length ? copied : undefined;
}

/** What nobody means as a name. */
const PREFIXED = /^\s*(?:artifact|ws):/;
/** Characters of a copied text that is looked at. */
const LONGEST_COPY = 10_000;
/** An id without its prefix: a person who asks to go to it means an artifact. */
const BARE_ID = /^(?:\d{1,18}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** The reference that is selected in an editor, or that the cursor is in. */
export function referenceAtCursor({ document, selection }: Pick<vscode.TextEditor, 'document' | 'selection'>): string | undefined {
  const { start, end, active } = selection;
  const line = document.lineAt(active.line).text;
  if (start.line === end.line && start.character < end.character) {
    const selected = line.slice(start.character, Math.min(end.character, start.character + LONGEST_COPY)).trim();
    const [found] = referencesIn(selected);
    if (found) return formatReference(found.reference);
    return BARE_ID.test(selected) ? selected : undefined;
  }
  const found = referenceAt(line, active.character);
  if (found) return formatReference(found.reference);
  const word = document.getWordRangeAtPosition(active, /[\w-]{1,64}/);
  const text = word && document.getText(word);
  return text !== undefined && BARE_ID.test(text) ? text : undefined;
}

/** How artifacts are looked for by name. */
export interface NameSearch {
  /** What is found is not wanted any more: nothing is looked up from then on. */
  readonly isOutdated: () => boolean;
  /** What was found so far, each time more than before. */
  readonly onFound?: (items: ReferenceItem[]) => void;
  /** Names of files in workspaces that are looked at, at most. */
  readonly mostNames?: number;
}

/**
 * Artifacts with all words of a text: those of the stores in which they occur in names or other facts, newest first, and the files of workspaces
 * whose paths have them.
 */
export async function namedLike(text: string, roots: readonly OpenRoot[], search: NameSearch): Promise<ReferenceItem[]> {
  const found = roots.map(() => ({ inStore: [] as ReferenceItem[], inWorkspaces: [] as ReferenceItem[] }));
  const items = (): ReferenceItem[] =>
    [...found.flatMap(({ inStore }) => inStore), ...found.flatMap(({ inWorkspaces }) => inWorkspaces)]
      .slice(0, MOST_BY_NAME)
      .map(plainItem);
  const tell = (): void => {
    if (!search.isOutdated()) search.onFound?.(items());
  };
  await Promise.all(
    roots.map(async (root, index) => {
      const lineOf = (metadata: ArtifactMetadata): ReferenceItem => foundItem({ root, metadata }, roots.length > 1);
      const lines = found[index];
      if (!lines) return;
      const told =
        (part: keyof typeof lines) =>
        (artifacts: readonly ArtifactMetadata[], more: readonly ReferenceItem[] = []) => {
          lines[part] = [...artifacts.map(lineOf), ...more];
          tell();
        };
      await Promise.all([searchByName(text, root, search, told('inStore')), walkByName(text, root, search, told('inWorkspaces'))]);
    }),
  );
  return items();
}

/** Tells all that was found so far, and lines that say what was not looked at. */
type FoundListener = (artifacts: readonly ArtifactMetadata[], more?: readonly ReferenceItem[]) => void;

async function searchByName(text: string, root: OpenRoot, { isOutdated }: NameSearch, tell: FoundListener): Promise<void> {
  const { store, searched: memory } = root;
  const conditions = conditionsOf({ text, kinds: new Set() });
  const signal = {
    get aborted() {
      return isOutdated();
    },
  };
  const search = {
    isStopped: false,
    run: <T>(task: (running: { signal: typeof signal; report: () => void }) => Promise<T>) => task({ signal, report: () => undefined }),
  };
  try {
    const page = await searchStore(
      { store, conditions, search, memory },
      { limit: MOST_BY_NAME, isOutdated, onFound: (items) => tell(items) },
    );
    tell(page.items);
  } catch (error) {
    tell([], [reason(safeName(root.name), failureMessage(toFailure(error)))]);
  }
}

/** Looks only at those files in workspaces whose paths have the words. */
async function walkByName(
  text: string,
  root: OpenRoot,
  { isOutdated, mostNames = MOST_NAMES }: NameSearch,
  tell: FoundListener,
): Promise<void> {
  // the store has said all of them
  if (root.store.hasOnlyFolders) return;
  const conditions = conditionsOf({ text, kinds: new Set() });
  const found: ArtifactMetadata[] = [];
  let names = 0;
  try {
    for await (const { name, look } of filesOf(root)) {
      if (isOutdated() || found.length >= MOST_BY_NAME) return;
      if (++names > mostNames) {
        const most = mostNames.toLocaleString(vscode.env.language);
        return tell(found, [reason(safeName(root.name), vscode.l10n.t('Only the first {0} files in the workspaces were searched.', most))]);
      }
      const entry = conditions.matchesName(name) ? await look() : undefined;
      if (entry?.kind !== 'file') continue;
      found.push(entry.artifact);
      tell(found);
    }
  } catch (error) {
    tell(found, [reason(safeName(root.name), failureMessage(toFailure(error)))]);
  }
}

/** A file in a workspace; its name begins with that of the workspace. */
interface NamedFile extends Pick<FolderPlace, 'look'> {
  readonly name: string;
}

/** The files of all workspaces, as far as they can be read: one that cannot says so where it is opened. */
async function* filesOf({ workspaces }: OpenRoot): AsyncGenerator<NamedFile, void> {
  for (const { workspaceId, state } of await workspaces.listWorkspaces()) {
    if (state !== 'present') continue;
    try {
      for await (const walked of workspaces.walk(workspaceId)) {
        if ('look' in walked) yield { name: `${workspaceId}/${walked.path}`, look: walked.look };
      }
    } catch {
      // what comes of the others is found
    }
  }
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
      if (reference.kind !== 'workspace') return [reason(vscode.l10n.t('No artifact {0}', shownReference(reference)), why)];
      return [
        reason(
          vscode.l10n.t('No file {0}', safeName(reference.relativePath)),
          why ?? vscode.l10n.t('in the workspace {0}', safeName(reference.workspaceId)),
        ),
      ];
    }
    case 'found':
      return [
        ...feedback.matches.map((match) => foundItem(match, hasSeveralRoots)),
        ...feedback.failures.map(({ root, failure }) => reason(safeName(root.name), failureMessage(failure))),
      ];
  }
}

function foundItem({ root, metadata }: ReferenceMatch<OpenRoot>, hasSeveralRoots: boolean): ReferenceItem {
  const { reference } = metadata;
  const icon = metadata.state === 'present' ? kindIcon(metadata) : metadata.state === 'reserved' ? 'clockface' : 'warning';
  const place = pathOfReference(reference)?.replaceAll('/', ' › ');
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

/** A reference that leads to nothing, as far as people know it. */
function shownReference(reference: ArtifactReference): string {
  return safeName(pathOfReference(reference) ?? reference.id);
}

function reason(label: string, detail: string | undefined): ReferenceItem {
  return { label, iconPath: new vscode.ThemeIcon('info'), alwaysShow: true, ...(detail !== undefined && { detail }) };
}
