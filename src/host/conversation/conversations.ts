import * as vscode from 'vscode';
import { stretchOf } from '../../core/conversation/find-part.ts';
import { endsWithWords, PROGRAM_NAMES } from '../../core/conversation/sessions.ts';
import { mapConcurrently } from '../../core/io/concurrency.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import { sessionDatabases, uriOfSession } from '../roots/stored-sessions.ts';
import { type ConversationDependencies, ConversationDocument } from './conversation-document.ts';
import { safeName } from '../../core/routing/description.ts';
import { lastName, uriOfLine } from '../screen/documents.ts';
import { timeInWords } from '../screen/plain-text.ts';
import { showPick } from '../screen/quick-pick.ts';
import { askForError, ConversationEditor, type EditorDependencies } from './conversation-editor.ts';
import { PartFiles } from './part-files.ts';
import { ShownRepairs, undoConversationRepair } from './repair-conversation.ts';
import type { SessionsTree } from './sessions-tree.ts';
import type { ShownPrograms } from './shown-programs.ts';

/** The type of the editor; also in `customEditors` of package.json, and in its `when` clauses. */
const CONVERSATION_VIEW_TYPE = 'agentArtifacts.conversation';

/** The conversations that are open, and what commands do with them. */
export class Conversations implements vscode.CustomReadonlyEditorProvider<ConversationDocument>, vscode.Disposable {
  readonly #dependencies: ConversationDependencies & EditorDependencies;
  readonly parts: PartFiles;
  readonly #shown = new ShownRepairs();
  readonly #editors = new Set<ConversationEditor>();

  constructor(dependencies: ConversationDependencies & EditorDependencies) {
    this.#dependencies = dependencies;
    this.parts = new PartFiles(dependencies.fileSystems);
  }

  dispose(): void {
    this.parts.dispose();
    this.#shown.dispose();
  }

  openCustomDocument(uri: vscode.Uri): ConversationDocument {
    const document = new ConversationDocument(uri, this.#dependencies);
    void document.reload();
    return document;
  }

  resolveCustomEditor(document: ConversationDocument, panel: vscode.WebviewPanel): void {
    const editor = new ConversationEditor(document, panel, { ...this.#dependencies, parts: this.parts, shown: this.#shown });
    this.#editors.add(editor);
    panel.onDidDispose(() => {
      this.#editors.delete(editor);
      editor.dispose();
    });
  }

  /**
   * @param argument the file's URI; without one the file in front, or a person chooses; null for what a person chooses, whatever is in front
   * @param message the number of a message to go to
   */
  async open(argument: unknown, message: unknown): Promise<void> {
    const inFront = argument === null ? undefined : fileInFront();
    const file = argument instanceof vscode.Uri ? argument : (inFront ?? (await chooseFile()));
    const uri = file && (await chooseInDatabase(file, this.#dependencies.fileSystems));
    if (!uri) return;
    await vscode.commands.executeCommand('vscode.openWith', uri, CONVERSATION_VIEW_TYPE);
    if (typeof message === 'number') this.#editorOf(uri)?.goToMessage(message);
  }

  /**
   * Asks for what a server said, and shows the part that it is about.
   *
   * @param argument the file's URI; without one the conversation in front, or a person chooses among those of the view
   */
  async findErrorPart(argument: unknown, loadView: () => Promise<SessionsView>): Promise<void> {
    const given = argument instanceof vscode.Uri ? argument : conversationInFront();
    const words = await askForError();
    if (!words) return;
    const uri = given ?? (await chooseSession(await loadView(), words, this.#dependencies.fileSystems));
    if (!uri) return;
    await this.open(uri, undefined);
    this.#editorOf(uri)?.findError(words);
  }

  /**
   * Shows what a conversation attached, read and wrote, as far as it is in its file.
   *
   * @param argument the file's URI, or its line in the view; without one the conversation in front, or a person chooses
   */
  async showArtifacts(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : (uriOfLine(argument) ?? conversationInFront() ?? (await chooseFile()));
    if (!uri) return;
    await this.open(uri, undefined);
    const editor = this.#editorOf(uri);
    if (!editor || !(await isRead(editor.document))) return;
    const { chooseArtifact } = await import('./choose-artifact.ts');
    const { document } = editor;
    const files = this.#dependencies.fileSystems.for(uri);
    await chooseArtifact({ document, parts: this.parts, goTo: (message) => void this.open(uri, message), files });
  }

  #editorOf(uri: vscode.Uri): ConversationEditor | undefined {
    return [...this.#editors].findLast(({ document }) => document.uri.toString() === uri.toString());
  }

  /** Makes the repairs that a comparison shows. @param argument its changed text */
  applyRepair(argument: unknown): Promise<void> {
    return this.#shown.apply(argument);
  }

  /** Drops the repairs that a comparison shows, and closes it. @param argument as in {@link applyRepair} */
  discardRepair(argument: unknown): Promise<void> {
    return this.#shown.discard(argument);
  }

  /** Undoes the last repair of a file. @param argument as in {@link open} */
  async undo(argument: unknown): Promise<void> {
    const uri = argument instanceof vscode.Uri ? argument : (fileInFront() ?? (await chooseFile()));
    if (!uri) return;
    await undoConversationRepair(this.#editorOf(uri)?.document ?? { uri, reload: async () => undefined });
  }
}

/** Waits until a conversation is read. @returns false where it cannot be; its editor says why */
async function isRead(document: ConversationDocument): Promise<boolean> {
  while (!document.examined && document.problem === null)
    await new Promise<void>((resolve) => {
      const waiting = document.onDidChange(() => {
        waiting.dispose();
        resolve();
      });
    });
  return document.examined !== undefined;
}

function fileInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

async function chooseFile(): Promise<vscode.Uri | undefined> {
  const filters = { [vscode.l10n.t('Conversations')]: ['jsonl', 'json', 'db'] };
  return (await vscode.window.showOpenDialog({ canSelectMany: false, filters, openLabel: vscode.l10n.t('Open as Conversation') }))?.[0];
}

/** The session of a database that a person chooses; of any other file that file. Rejects with a `CodedError`. */
async function chooseInDatabase(uri: vscode.Uri, files: FileSystems): Promise<vscode.Uri | undefined> {
  if (uri.scheme !== 'file' || !uri.path.endsWith('.db')) return uri;
  const sessions = await sessionDatabases(files).sessionsOf(files.for(uri).locationOf(uri));
  const items = sessions.map((session) => ({
    label: safeName(session.facts?.title) || uriOfSession(session).path,
    description: [timeInWords(session.mtime, vscode.env.language), safeName(session.folder)].join(' · '),
    uri: uriOfSession(session),
  }));
  const [only] = items;
  if (only && items.length === 1) return only.uri;
  return (await showPick(items, { title: vscode.l10n.t('Open Which Session of {0}?', lastName(uri)), matchOnDescription: true }))?.uri;
}

/** The conversations of the view, and the programs whose conversations it shows. */
interface SessionsView {
  readonly tree: Pick<SessionsTree, 'recent'>;
  readonly programs: Pick<ShownPrograms, 'installed' | 'shown' | 'show'>;
}

/** Those of the sessions that keep what a server said. */
async function sessionsWith<T extends { readonly uri: vscode.Uri }>(
  words: string,
  sessions: readonly T[],
  files: FileSystems,
): Promise<T[]> {
  const stretch = stretchOf(words);
  if (stretch === undefined) return [];
  const found = await mapConcurrently(sessions, 8, async (session) => {
    const { fs, locationOf } = files.for(session.uri);
    return (await endsWithWords(fs, locationOf(session.uri), stretch)) ? [session] : [];
  });
  return found.flat();
}

function conversationInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputCustom && input.viewType === CONVERSATION_VIEW_TYPE ? input.uri : undefined;
}

/** A line of {@link chooseSession}. @returns the conversation; `again` once there are more of them */
type SessionChoice = vscode.QuickPickItem & { choose(): Promise<vscode.Uri | 'again' | undefined> };

/**
 * The one conversation that has the server's words. Otherwise asks which one fails: the newest ones, of these first those that have the
 * words, any file, or those of a program that is installed and not shown yet.
 */
export async function chooseSession({ tree, programs }: SessionsView, words: string, files: FileSystems): Promise<vscode.Uri | undefined> {
  for (;;) {
    const recent = await tree.recent();
    const having = await sessionsWith(words, recent, files);
    const [only] = having;
    if (only && having.length === 1) return only.uri;
    const sessions = [...having, ...recent.filter((session) => !having.includes(session))].map((session): SessionChoice => ({
      label: session.label,
      description: having.includes(session) ? vscode.l10n.t('has this message · {0}', session.description) : session.description,
      choose: async () => session.uri,
    }));
    const file = { label: vscode.l10n.t('Choose a File…'), iconPath: new vscode.ThemeIcon('folder-opened'), choose: chooseFile };
    const more = (await programs.installed()).map((program): SessionChoice => ({
      label: vscode.l10n.t('Show Sessions of {0}…', PROGRAM_NAMES[program]),
      iconPath: new vscode.ThemeIcon('add'),
      choose: async () => {
        await programs.show(program);
        return programs.shown.includes(program) ? 'again' : undefined;
      },
    }));
    const title = vscode.l10n.t('Which Conversation Fails?');
    const choice = await (await showPick<SessionChoice>([...sessions, file, ...more], { title, matchOnDescription: true }))?.choose();
    if (choice !== 'again') return choice;
  }
}
