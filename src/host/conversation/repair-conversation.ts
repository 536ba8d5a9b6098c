import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { shrinkRefusalSentence } from '../../core/conversation/finding-words.ts';
import { REPAIR_KINDS, type RepairKind } from '../../core/conversation/repair-kinds.ts';
import { type ByteEdit, describedParts, type EditRepair, editsOf, type Repair } from '../../core/conversation/repairs.ts';
import { repairDifference } from '../../core/conversation/repair-difference.ts';
import { settledEdits, type ShrinkOutcome } from '../../core/conversation/settled-edits.ts';
import { STORED_SCHEME } from '../roots/stored-scheme.ts';
import { hasLocalFiles, localRepairs, mediaFolder } from '../../platform/host-platform.node.ts';
import type { FileVersion, ReadBytes } from '../../platform/repair-file.ts';
import type { SavedMedia } from '../../platform/saved-media.ts';
import type { Undone } from '../../platform/slim-file.ts';
import { tabUri } from '../preview/file-source.ts';
import { choose, notify, type Question, showProgress, tellGone } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { sentenceText } from '../screen/sentence-text.ts';
import { offerTrust, restrictedSentence } from '../screen/unavailable.ts';
import type { ConversationDocument } from './conversation-document.ts';
import type { PartFiles } from './part-files.ts';
import { comparedOf, lastName, shownBy, tabsOf } from '../screen/documents.ts';

/** Why a file cannot be repaired here; null when it can. */
export function repairRefusal(uri: vscode.Uri): string | null {
  if (!vscode.workspace.isTrusted) return restrictedSentence();
  if (uri.scheme === STORED_SCHEME)
    return vscode.l10n.t('The session is kept in the program’s database, and the program has no command that changes a session.');
  if (uri.scheme !== 'file' || !hasLocalFiles()) return vscode.l10n.t('Only files on a local disk can be repaired.');
  return isDirty(uri) ? vscode.l10n.t('Save or revert the file in its text editor first.') : null;
}

function isDirty(uri: vscode.Uri): boolean {
  const { tabGroups } = vscode.window;
  return tabGroups.all.some(({ tabs }) => tabs.some((tab) => tab.isDirty && tabUri(tab)?.toString() === uri.toString()));
}

/** The comparisons that show repairs: actions in the titles of their editors make or drop these. Also in `when` clauses of package.json. */
const SHOWN_CONTEXT = 'agentArtifacts.shownRepairs';

/** Repairs that a person looks at before they are made. Two actions in the title of that editor make or drop them; closing it drops them. */
export class ShownRepairs implements vscode.Disposable {
  readonly #made = new Map<string, () => Promise<void>>();
  readonly #disposable = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
    for (const { input } of closed) {
      const uri = shownBy(input);
      // it may be in another tab too
      if (uri && tabsOf(uri).length === 0) this.#forget(uri);
    }
  });

  dispose(): void {
    this.#disposable.dispose();
  }

  /** @param changed the address of the changed text that is compared @param make makes the repairs */
  add(changed: vscode.Uri, make: () => Promise<void>): void {
    this.#made.set(changed.toString(), make);
    this.#tell();
  }

  /** Makes what is shown. @param argument the changed text; without it, that of the editor in front */
  async apply(argument: unknown): Promise<void> {
    const uri = comparedOf(argument);
    const make = uri && this.#made.get(uri.toString());
    await (make ? make() : tellGone());
  }

  /** Drops what is shown, and closes its editor. @param argument as in {@link apply} */
  async discard(argument: unknown): Promise<void> {
    const uri = comparedOf(argument);
    if (!uri || !this.#made.has(uri.toString())) return tellGone();
    await this.close(uri);
  }

  /** Ends showing, if that has not ended. */
  async close(changed: vscode.Uri): Promise<void> {
    const tabs = tabsOf(changed);
    this.#forget(changed);
    await vscode.window.tabGroups.close(tabs);
  }

  #forget(changed: vscode.Uri): void {
    if (this.#made.delete(changed.toString())) this.#tell();
  }

  #tell(): void {
    void vscode.commands.executeCommand('setContext', SHOWN_CONTEXT, [...this.#made.keys()]);
  }
}

/** What repairs of open conversations are shown by. */
export interface RepairScreens {
  readonly parts: PartFiles;
  readonly shown: ShownRepairs;
}

/** Lets a person choose repairs, shows what they change, makes them and reads the conversation again. */
export async function repairConversation(document: ConversationDocument, screens: RepairScreens): Promise<void> {
  const { uri, examined } = document;
  const { version } = examined?.read ?? {};
  if (!mayRepair(document) || !examined || !version) return;
  const picked = await pickKinds(examined.repairs);
  if (!picked || picked.kinds.length === 0) return;
  const { kinds } = picked;
  const media = picked.isSaved ? await chooseMediaFolder(uri) : undefined;
  if (picked.isSaved && !media) return;
  const { repairs = [] } = (await document.examineFor({ kinds, savedIn: media && { prefix: media.prefix, taken: media.taken } })) ?? {};
  if (repairs.length === 0) return;
  const asked = question(lastName(uri), repairs, version.size);
  const show = vscode.l10n.t('Show Changes');
  const chosen = await choose(asked, show);
  if (chosen === asked.action) return makeRepairs(document, { repairs, version, media });
  if (chosen !== show) return;
  const changed = await showChanges(document, repairs, screens);
  if (!changed) return;
  const make = async (): Promise<void> => {
    if (!mayRepair(document)) return;
    await screens.shown.close(changed);
    await makeRepairs(document, { repairs, version, media });
  };
  screens.shown.add(changed, make);
  notify('information', asked.question, { title: asked.action, run: make });
}

/** Compares the messages before and after, with long strings cut. @returns the address of the latter */
async function showChanges(
  document: ConversationDocument,
  repairs: readonly Repair[],
  { parts: files }: RepairScreens,
): Promise<vscode.Uri | undefined> {
  const { examined, uri } = document;
  if (!examined) return undefined;
  const { before, after, others } = await repairDifference(examined.read.index, repairs, (range) => files.bytes(document, range));
  const name = `${lastName(uri)}.jsonc`;
  const [left, right] = [before, after].map((text) => files.textUri(document, name, text));
  if (!left || !right) return undefined;
  const title = vscode.l10n.t('{0} (Before ↔ After)', lastName(uri));
  await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
  if (others > 0) notify('information', vscode.l10n.t('Other messages that change but are not shown: {0}.', others));
  return right;
}

/** Where what is described is saved; undefined when nobody chose a folder. */
async function chooseMediaFolder(uri: vscode.Uri): Promise<SavedMedia | undefined> {
  const [folder] =
    (await vscode.window.showOpenDialog({
      canSelectFiles: false,
      canSelectFolders: true,
      defaultUri: vscode.Uri.joinPath(uri, '..'),
      title: vscode.l10n.t('Choose a Folder for What Is Replaced by Descriptions'),
      openLabel: vscode.l10n.t('Save Here'),
    })) ?? [];
  return folder && mediaFolder(folder.fsPath);
}

/** What was agreed to. */
interface AgreedRepairs {
  readonly repairs: readonly Repair[];
  /** The file as it was read. */
  readonly version: FileVersion;
  readonly media: SavedMedia | undefined;
}

async function makeRepairs(document: ConversationDocument, agreed: AgreedRepairs): Promise<void> {
  const { uri } = document;
  const name = lastName(uri);
  if (!mayRepair(document)) return;
  const outcome = await document.repairing(() => repairWithProgress(document, agreed));
  if (!outcome) return;
  sayLeft(outcome.images);
  if (!outcome.isChanged) return;
  await document.reload();
  const undo = { title: vscode.l10n.t('Undo Repair'), run: () => undoConversationRepair(document) };
  notify('information', vscode.l10n.t('{0} is repaired. Its backup is in the same folder.', name), undo);
}

/** What was read is what was agreed to: a file in another state is refused. @returns undefined when a person cancelled it */
async function repairWithProgress(
  { uri, compute, examined }: ConversationDocument,
  { repairs, version, media }: AgreedRepairs,
): Promise<{ readonly isChanged: boolean; readonly images: readonly ShrinkOutcome[] } | undefined> {
  const files = await localRepairs();
  const images: ShrinkOutcome[] = [];
  const all = repairs.filter(({ kind }) => kind === 'shrink').length;
  const abort = new AbortController();
  const { signal } = abort;
  const run = async (onImage: () => void): Promise<{ isChanged: boolean; images: readonly ShrinkOutcome[] } | undefined> => {
    const onShrunk = (image: ShrinkOutcome): void => {
      images.push(image);
      onImage();
    };
    try {
      const edits = (read: ReadBytes): AsyncIterable<ByteEdit> => settledEdits(repairs, { read, compute, signal, onShrunk });
      const backup = await files?.repairFile(uri.fsPath, edits, version);
      if (backup !== undefined && media && examined) {
        const described = describedParts(
          repairs,
          images.filter((image) => 'refusal' in image),
        );
        await media.saveOrUndo({ file: uri.fsPath, backup, index: examined.read.index }, described);
      }
      return { isChanged: backup !== undefined, images };
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  };
  if (all === 0) return run(() => undefined);
  const title = vscode.l10n.t('Making images in {0} smaller', lastName(uri));
  return showProgress({ location: vscode.ProgressLocation.Notification, title, cancellable: true }, (progress, token) => {
    token.onCancellationRequested(() => abort.abort());
    return run(() => progress.report({ message: vscode.l10n.t('{0} of {1}', images.length, all), increment: 100 / all }));
  });
}

/** Says which images could not be made smaller. */
function sayLeft(images: readonly ShrinkOutcome[]): void {
  const left = images.flatMap((image) => ('refusal' in image ? image : []));
  const [first] = left;
  if (!first) return;
  const reason = sentenceText(shrinkRefusalSentence(first.refusal));
  const count = left.length;
  const isOne = count === 1;
  if (first.isDescribed)
    notify(
      'information',
      isOne
        ? vscode.l10n.t('1 image was described instead of made smaller: {0}.', reason)
        : vscode.l10n.t('{0} images were described instead of made smaller: {1}.', count, reason),
    );
  else
    notify(
      'warning',
      isOne
        ? vscode.l10n.t('1 image could not be made smaller: {0}.', reason)
        : vscode.l10n.t('{0} images could not be made smaller: {1}.', count, reason),
    );
}

/** Puts a file back as it was before its last repair, or the media back into it, and has it read again. */
export async function undoConversationRepair(document: Repairable & Pick<ConversationDocument, 'reload'>): Promise<void> {
  const { uri } = document;
  if (!mayRepair(document)) return;
  const name = lastName(uri);
  const undone = await (await localRepairs())?.undoLast(uri.fsPath);
  if (undone === undefined) return notify('warning', vscode.l10n.t('There is no backup of {0} from a repair.', name));
  await document.reload();
  notify('information', undoneSentence(name, undone));
}

function undoneSentence(name: string, { kind, kept }: Undone): string {
  if (kind === 'repair') return vscode.l10n.t('Undid the repair of {0}.', name);
  if (kept === undefined) return vscode.l10n.t('Put the media back into {0}.', name);
  return vscode.l10n.t('Put the media back into {0}. The slimmed session is kept as {1}.', name, lastName(vscode.Uri.file(kept)));
}

/** What is said while a repair is being made. */
export function runningSentence(): string {
  return vscode.l10n.t('A repair of this conversation is running.');
}

/** A conversation that may be open. */
type Repairable = Pick<ConversationDocument, 'uri'> & Partial<Pick<ConversationDocument, 'isRepairing'>>;

/** Whether a file may be repaired here and now; else it is said why not. */
export function mayRepair({ uri, isRepairing = false }: Repairable): boolean {
  if (isRepairing) {
    notify('warning', runningSentence());
    return false;
  }
  const refusal = repairRefusal(uri);
  if (refusal === null) return true;
  if (vscode.workspace.isTrusted) notify('warning', refusal);
  else offerTrust(refusal);
  return false;
}

async function pickKinds(
  repairs: readonly Repair[],
): Promise<{ readonly kinds: readonly RepairKind[]; readonly isSaved: boolean } | undefined> {
  const isOffered = (kind: RepairKind): boolean => repairs.some((repair) => repair.kind === kind);
  const items = REPAIR_KINDS.filter(isOffered).flatMap((kind) => {
    const parts = repairs.filter((repair) => repair.kind === kind).length;
    return [{ label: kindWords(kind), description: partsWords(parts), picked: true, repair: kind }];
  });
  const hasMedia = repairs.some(({ kind }) => kind === 'describe' || kind === 'shrink');
  const saving = { label: vscode.l10n.t('Save what is replaced by descriptions to files…'), description: '', picked: false, repair: null };
  const picked = await showPick([...items, ...(hasMedia ? [saving] : [])], {
    title: vscode.l10n.t('Repair the Conversation'),
    placeHolder: vscode.l10n.t('Select the repairs to make'),
    canPickMany: true,
  });
  if (!picked) return undefined;
  const kinds = picked.flatMap(({ repair }) => repair ?? []);
  const isSaved = picked.some(({ repair }) => repair === null);
  // An image that cannot be made smaller after all is described, unless somebody chose that nothing is.
  return { kinds: kinds.includes('shrink') && !isOffered('describe') ? [...kinds, 'describe'] : kinds, isSaved };
}

function question(name: string, repairs: readonly Repair[], size: number): Question {
  const byKind = REPAIR_KINDS.flatMap((kind) => {
    const parts = repairs.filter((repair) => repair.kind === kind).length;
    return parts === 0 ? [] : [vscode.l10n.t('{0}: {1}', kindWords(kind), partsWords(parts))];
  });
  const known = repairs.filter((repair): repair is EditRepair => 'edits' in repair);
  const after = editsOf(known).reduce((sum, { start, end, text }) => sum + new TextEncoder().encode(text).length - (end - start), size);
  const sizes = repairs.some((repair) => repair.kind === 'shrink')
    ? vscode.l10n.t('The file is {0} now. All other bytes stay as they are.', formatSize(size))
    : vscode.l10n.t(
        'The file is {0} now and will be {1} afterwards. All other bytes stay as they are.',
        formatSize(size),
        formatSize(after),
      );
  return {
    question: vscode.l10n.t('Repair {0}?', name),
    paragraphs: [
      byKind,
      sizes,
      vscode.l10n.t('The file as it is now is kept beside it as {0}, and can be put back.', `${name}.backup-…`),
      vscode.l10n.t(
        'Close the program that uses it first: otherwise, whatever it goes on writing ends up in the backup and is missing from the repaired file.',
      ),
    ],
    action: vscode.l10n.t('Repair'),
  };
}

function partsWords(parts: number): string {
  return parts === 1 ? vscode.l10n.t('1 part') : vscode.l10n.t('{0} parts', parts);
}

function kindWords(kind: RepairKind): string {
  switch (kind) {
    case 'correct_type':
      return vscode.l10n.t('Correct the declared type');
    case 'shrink':
      return vscode.l10n.t('Make images smaller, or replace them with a description');
    case 'describe':
      return vscode.l10n.t('Put a description in place of the content');
    case 'fill_text':
      return vscode.l10n.t('Replace empty text with a placeholder');
    case 'replace_orphan':
      return vscode.l10n.t('Put a note in place of a call without a result, or a result without a call');
    case 'rename_call':
      return vscode.l10n.t('Give each tool call a unique ID');
    case 'results_first':
      return vscode.l10n.t('Move tool results to the beginning of their messages');
  }
}
