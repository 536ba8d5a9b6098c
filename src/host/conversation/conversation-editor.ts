import * as vscode from 'vscode';
import { isSlimmed } from '../../core/conversation/slim-shapes.ts';
import { REPEATED_WORTH_TELLING } from '../../core/conversation/weight.ts';
import { OWN_SOURCES } from '../../core/conversation/conversation-finding.ts';
import { findingOfWords } from '../../core/conversation/finding-words.ts';
import { newerVersion } from '../../core/conversation/program-version.ts';
import { firstReason, outcomeOf } from '../../core/conversation/conversation-finding.ts';
import { encodeBase64 } from '../../core/io/base64.ts';
import type { Compute } from '../../core/io/compute.ts';
import type { Logger } from '../../core/io/logger.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import {
  type ConversationFilter,
  type ConversationHostMessage,
  type ConversationPageMessage,
  type ConversationState,
  parseConversationPageMessage,
} from '../../shared/conversation-protocol.ts';
import { chooseComparedModels, onDidChooseComparedModels } from '../preview/compared-models.ts';
import { pickModel } from '../preview/model-quick-pick.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import { runCommand } from '../screen/commands.ts';
import { notify, notifyError } from '../screen/notify.ts';
import { assetsFolder, freshNonce, pageAssets } from '../screen/page-assets.ts';
import { pageHtml } from '../screen/page-html.ts';
import { showInput } from '../screen/quick-pick.ts';
import type { PreviewService } from '../services/preview-service.ts';
import type { ConversationDocument } from './conversation-document.ts';
import { countFindings, conversationFindingText, formatName, isExact } from './conversation-lines.ts';
import { requestBars, requestRows, requestsInWords } from './conversation-requests.ts';
import { knownMessages } from './part-files.ts';
import { slimConversation } from './slim-conversation.ts';
import { repairConversation, repairRefusal, type RepairScreens, runningSentence, undoConversationRepair } from './repair-conversation.ts';
import { lastName } from '../screen/documents.ts';

/** What a conversation is shown with. */
export interface EditorDependencies {
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  readonly previewService: Pick<PreviewService, 'recentModels'>;
  /** What is remembered of choices. */
  readonly memory: vscode.Memento;
  readonly compute: Compute;
  readonly fileSystems: FileSystems;
}

/** Most parts of a message that are shown in one preview. */
const MOST_PREVIEWED = 20;

/** Most units that a page is given at once: several screens. */
const MOST_UNITS = 1000;

/** Most lines that a search tells. */
const MOST_FOUND = 20_000;

/** One page of a conversation on the screen. */
export class ConversationEditor implements vscode.Disposable {
  readonly document: ConversationDocument;
  readonly #panel: vscode.WebviewPanel;
  readonly #dependencies: EditorDependencies & RepairScreens;
  readonly #disposables: vscode.Disposable[];
  #isReady = false;
  /** A message to go to once it can be shown. */
  #wanted: number | undefined;
  /** Words of a server to look for once it is read. */
  #wantedWords: string | undefined;
  #isDisposed = false;
  #searching = new AbortController();

  constructor(document: ConversationDocument, panel: vscode.WebviewPanel, dependencies: EditorDependencies & RepairScreens) {
    this.document = document;
    this.#panel = panel;
    this.#dependencies = dependencies;
    this.#disposables = [
      document.onDidChange(() => this.#tell()),
      dependencies.parts.add(document),
      onDidChooseComparedModels(() => this.#handleRequest({ type: 'compareModels' }).catch(notifyError)),
      panel.webview.onDidReceiveMessage((data: unknown) => this.#receive(data)),
      // an unsaved text editor of the same file keeps it from being repaired
      vscode.window.tabGroups.onDidChangeTabs(() => this.#tell()),
    ];
    const { webview } = panel;
    webview.options = { enableScripts: true, localResourceRoots: [assetsFolder(dependencies.extensionUri)] };
    webview.html = pageHtml(pageAssets(webview, dependencies.extensionUri, 'conversation', vscode.l10n.t('Conversation')), freshNonce());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#searching.abort();
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #post(message: ConversationHostMessage): void {
    if (this.#isReady && !this.#isDisposed) void this.#panel.webview.postMessage(message);
  }

  /** Shows a message, as soon as it can be. */
  goToMessage(message: number): void {
    this.#wanted = message;
    this.#tell();
  }

  #tell(): void {
    this.#post({ type: 'state', state: conversationState(this.document) });
    const { lines } = this.document.examined ?? {};
    if (!this.#isReady || !lines) return;
    const words = this.#wantedWords;
    this.#wantedWords = undefined;
    if (words !== undefined) this.#findError(words).catch(notifyError);
    if (this.#wanted === undefined) return;
    this.#goTo('all', lines.unitOf('all', this.#wanted));
    this.#wanted = undefined;
  }

  #receive(data: unknown): void {
    const parsed = parseConversationPageMessage(data);
    if (!parsed.ok) return this.#dependencies.logger.warn(`conversation: dropped a malformed message (${parsed.reason})`);
    const { message } = parsed;
    const isLate = 'revision' in message && message.revision !== this.document.revision;
    if (!isLate) this.#handleRequest(message).catch(notifyError);
  }

  async #handleRequest(message: ConversationPageMessage): Promise<void> {
    const { document } = this;
    const { lines } = document;
    switch (message.type) {
      case 'ready':
        this.#isReady = true;
        this.#post({ type: 'init', locale: vscode.env.language, bundle: { ...vscode.l10n.bundle } });
        return this.#tell();
      case 'lines': {
        const { revision, filter, from } = message;
        const to = Math.min(message.to, from + MOST_UNITS);
        return this.#post({ type: 'lines', revision, filter, from, to, lines: lines?.slice(filter, from, to) ?? [] });
      }
      case 'picture': {
        const { revision, message: number, part } = message;
        return this.#post({ type: 'picture', revision, message: number, part, data: await this.#picture(number, part) });
      }
      case 'requests': {
        const { revision, from } = message;
        const to = Math.min(message.to, from + MOST_UNITS);
        return this.#post({ type: 'requests', revision, from, rows: requestRows(document.examined?.requests ?? [], from, to) });
      }
      case 'requestBars': {
        const { revision, most } = message;
        return this.#post({ type: 'requestBars', revision, bars: requestBars(document.examined?.requests ?? [], most) });
      }
      case 'findFinding': {
        const { filter, from, back } = message;
        return this.#goTo(filter, lines?.nextFinding(filter, from, back));
      }
      case 'findMessage':
        return this.#goTo('all', lines?.unitOf('all', message.message));
      case 'search':
        return this.#search(message.words);
      case 'reveal':
        return this.#reveal(message.message);
      case 'pickModel':
        return this.#pickModel();
      case 'repair':
        return repairConversation(document, this.#dependencies);
      case 'slim':
        return slimConversation(document);
      case 'undo':
        return undoConversationRepair(document);
      case 'findError':
        return this.#findError(await askForError());
      case 'openText':
        return void (await vscode.commands.executeCommand('vscode.openWith', document.uri, 'default', vscode.ViewColumn.Beside));
      case 'preview':
        return this.#preview(message.message, message.part);
      case 'compareModels':
        return this.#compareModels();
      case 'chooseComparedModels':
        return chooseComparedModels(this.#dependencies, () => true);
      case 'chooseModel':
        return this.#chooseModel(message.serviceId, message.thenRepair);
      case 'manageTrust':
        return void (await vscode.commands.executeCommand('workbench.trust.manage'));
    }
  }

  #goTo(filter: ConversationFilter, at: number | undefined): void {
    if (at !== undefined) this.#post({ type: 'goTo', revision: this.document.revision, filter, at });
  }

  /** Tells the lines that hold some words, as they are found. */
  async #search(words: string): Promise<void> {
    this.#searching.abort();
    const { signal } = (this.#searching = new AbortController());
    const { document } = this;
    const { revision, examined } = document;
    if (words === '' || !examined) return;
    let left = MOST_FOUND;
    const tell = (units: number[], isDone: boolean): void =>
      this.#post({ type: 'found', revision, words, units, isDone, isCut: left === 0 });
    const { searchConversation } = await import('./search-conversation.ts');
    try {
      for await (const places of searchConversation(document, { ...this.#dependencies, words, signal })) {
        const units = places.flatMap(({ message, part }) => examined.lines.unitOf('all', message, part) ?? []).slice(0, left);
        left -= units.length;
        if (units.length > 0) tell(units, false);
        if (left === 0) break;
      }
      tell([], true);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }

  /** The base64 of a picture, as the file has it now. */
  async #picture(message: number, part: number): Promise<string | null> {
    const found = this.document.lines?.pictureAt(message, part);
    const bytes = found && (await this.#dependencies.parts.read(this.document, found).catch(() => null));
    return bytes ? encodeBase64(bytes) : null;
  }

  /** Shows a part in the preview, or all parts of a message as one. */
  async #preview(message: number, part: number | null): Promise<void> {
    const uris = this.#dependencies.parts.urisOf(this.document, message, part);
    if (uris.length > MOST_PREVIEWED) notify('information', vscode.l10n.t('Only the first {0} parts are shown.', MOST_PREVIEWED));
    const [first, ...others] = uris.slice(0, MOST_PREVIEWED);
    if (first) await runCommand('agentArtifacts.previewFile', first, [first, ...others]);
  }

  async #compareModels(): Promise<void> {
    const { switchRows } = await import('./switch-rows.ts');
    this.#post({ type: 'switches', rows: await switchRows(this.document, this.#dependencies) });
  }

  async #chooseModel(serviceId: string, thenRepair: boolean): Promise<void> {
    const { document } = this;
    await document.choose(serviceId);
    if (thenRepair) await repairConversation(document, this.#dependencies);
  }

  async #pickModel(): Promise<void> {
    const { document } = this;
    const chooser = {
      selectedServiceId: () => document.chosen,
      select: (_: unknown, serviceId: string | undefined) => void document.choose(serviceId),
      recentModels: () => this.#dependencies.previewService.recentModels(),
    };
    await pickModel(document.models, chooser, {
      title: vscode.l10n.t('Select the Model for the Conversation'),
      placeHolder: vscode.l10n.t('The conversation is checked for this model'),
      without: { label: vscode.l10n.t('Model of the conversation'), description: document.examined?.read.index.model ?? '' },
    });
  }

  /** Shows the part that a server's words are about, as soon as the conversation is read. */
  findError(words: string): void {
    this.#wantedWords = words;
    this.#tell();
  }

  async #findError(words: string | undefined): Promise<void> {
    const { document } = this;
    if (!words) return;
    const found = await document.hear(words);
    const { examined } = document;
    if (!examined) return;
    const { findings, lines, asked } = examined;
    const isOfRequest = !found && (findings[0]?.source === OWN_SOURCES.server || findingOfWords(findings, words, asked.api) !== undefined);
    // what is found of the request as a whole stands at the top
    const at = found ? lines.unitOf('all', found.message, found.part) : isOfRequest ? 0 : undefined;
    if (at !== undefined) return this.#goTo('all', at);
    const next = lines.nextFinding('all', -1, false);
    const show = { title: vscode.l10n.t('Show First Finding'), run: () => this.#goTo('all', next) };
    notify('information', vscode.l10n.t('The message does not name any part of this conversation.'), ...(next === undefined ? [] : [show]));
  }

  /** VS Code hands no text above 50 MB to extensions: then the text editor is only opened. */
  async #reveal(number: number): Promise<void> {
    const { document } = this;
    const line = knownMessages(document)[number]?.line ?? 0;
    const selection = new vscode.Range(line, 0, line, 0);
    await vscode.commands.executeCommand('vscode.openWith', document.uri, 'default', { viewColumn: vscode.ViewColumn.Beside, selection });
  }
}

/** Asks for what a server said; undefined when the person changed their mind. */
export function askForError(): Promise<string | undefined> {
  return showInput({
    title: vscode.l10n.t('Find Cause from Error Message'),
    prompt: vscode.l10n.t('Paste the server’s message, such as messages.41.content.31.image.source.base64: …'),
  });
}

function conversationState(document: ConversationDocument): ConversationState {
  const { uri, revision, progress, problem, canUndo, restoresMedia, isRepairing, examined, soFar } = document;
  return {
    revision,
    name: lastName(uri),
    progress,
    problem,
    soFar: soFar && !examined ? { messages: soFar.messages.length, units: soFar.lines.unitsOf('all') } : null,
    read: examined ? readState(examined) : null,
    model: modelState(examined),
    verdict: examined ? verdictState(examined) : null,
    repair: {
      parts: examined?.repairs.length ?? 0,
      refusal: isRepairing ? runningSentence() : repairRefusal(uri),
      canUndo: canUndo && !isRepairing,
      restoresMedia,
      canSlim: examined !== undefined && mayBeSlimmed(examined.read.index),
    },
  };
}

/** Whether the media of a session are worth taking out. */
function mayBeSlimmed({ format, weight }: Examined['read']['index']): boolean {
  return isSlimmed(format) && weight.media.bytes >= REPEATED_WORTH_TELLING;
}

type Examined = NonNullable<ConversationDocument['examined']>;

function readState({ read: { index }, lines, media, requests }: Examined): ConversationState['read'] {
  const { title, format, size, weight, messages, notSent, broken } = index;
  const first = broken[0];
  return {
    title: title ?? null,
    format: formatName(format ?? 'openai-chat'),
    size,
    mediaBytes: weight.media.bytes,
    messages: messages.length,
    notSent: notSent.size,
    media,
    files: lines.files,
    broken: broken.length,
    firstBroken: first ? first.line + 1 : null,
    units: lines.units,
    isCut: lines.isCut,
    newer: newerVersion(index) ?? null,
    requests: requestsInWords(requests),
  };
}

function modelState(examined: Examined | undefined): ConversationState['model'] {
  if (!examined) return { name: null, api: '' };
  const { name, api } = examined.asked;
  return { name: name ?? null, api: API_NAMES[api] };
}

function verdictState({ read: { index }, asked, findings, tokens, lacks, counted, uncounted }: Examined): ConversationState['verdict'] {
  const first = firstReason(findings);
  return {
    outcome: outcomeOf(findings),
    message: first?.address?.message ?? null,
    sentence: first ? conversationFindingText(first) : null,
    findings: countFindings(findings),
    tokens,
    lacks,
    uncounted,
    counted,
    isExact: isExact(index, asked.api),
  };
}
