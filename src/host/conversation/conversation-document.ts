import * as vscode from 'vscode';
import type { AgentRegistry } from '../../core/agents/agents.ts';
import type { Receiver } from '../../core/conversation/check-conversation.ts';
import type { ConversationIndex, ConversationMessage } from '../../core/conversation/conversation.ts';
import {
  atApiOfBody,
  type Examination,
  examineConversationTask,
  type ExamineInput,
  ownReceiver,
  serviceReceiver,
} from '../../core/conversation/examine-task.ts';
import { collectFollowed, collectIndex, type IndexItem } from '../../core/conversation/index-conversation.ts';
import { followConversationTask, indexConversationTask, releaseIndexTask, runOnIndex } from '../../core/conversation/index-task.ts';
import { type FileReceipt, fileReceipts } from '../../core/conversation/receipt.ts';
import { comparedIn, type CompareRequests, type RequestDifference } from '../../core/conversation/kept-requests.ts';
import type { ByteRange } from '../../core/conversation/outline.ts';
import { type SessionRequest, sessionRequests } from '../../core/conversation/session-requests.ts';
import { followedFindings, type TextFinding, textFindings } from '../../core/conversation/text-findings.ts';
import { collectSlim, planSlimTask, type SlimPlan } from '../../core/conversation/slim-plan.ts';
import type { SlimmedFormat } from '../../core/conversation/slim-shapes.ts';
import { type Compute, countBytes, type RunOptions, type StreamTask } from '../../core/io/compute.ts';
import { CodedError, type Failure, toFailure } from '../../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import { lintTask } from '../../core/transcript/lint-task.ts';
import { type CostRates, ratesOf } from '../../core/wire/cost.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { localRepairs } from '../../platform/host-platform.node.ts';
import type { FileVersion } from '../../platform/repair-file.ts';
import type { TokenRange } from '../../shared/token-figures.ts';
import { type PreviewModels, type WatchedNames, watchNames } from '../preview/content-source.ts';
import { modelsWithoutRoot, rootForFile } from '../preview/file-source.ts';
import { tokenRangeOf } from '../preview/token-state.ts';
import { partsOf, sizeInParts } from '../roots/file-parts.ts';
import type { FileSystems } from '../roots/file-systems.ts';
import { STORED_SCHEME } from '../roots/stored-scheme.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { errorSentence } from '../screen/error-sentence.ts';
import { onDidChangeCatalogue } from '../services/catalogue-in-use.ts';
import { ConversationLines } from './conversation-lines.ts';
import { lastName } from '../screen/documents.ts';

/** What conversations are read with. */
export interface ConversationDependencies {
  readonly roots: DataRoots;
  readonly fileSystems: FileSystems;
  readonly compute: Compute;
  /** Milliseconds since 1970. Default: the clock's. */
  readonly now?: () => number;
}

/** A conversation that was read. */
export interface ReadConversation {
  readonly index: ConversationIndex;
  /** By which a worker keeps the index. */
  readonly key: string;
  readonly texts: readonly TextFinding[];
  /** The files in it, and what is sent of each. */
  readonly files: readonly FileReceipt[];
  /** What the lint found in all of the file; undefined while it is at it. */
  readonly linted?: readonly TranscriptFinding[];
  /** As it was when it was read; undefined for files that are not on a local disk. */
  readonly version: FileVersion | undefined;
}

/** Whom a conversation is examined for. */
export interface AskedModel extends Receiver {
  /** As a person names it; undefined where neither a person nor the file names one. */
  readonly name: string | undefined;
  readonly service: LlmServiceConfig | null;
  readonly rates: CostRates;
}

/** What a model makes of it. */
interface Examined extends Examination {
  readonly read: ReadConversation;
  readonly asked: AskedModel;
  readonly tokens: TokenRange | null;
  readonly lines: ConversationLines;
  /** Those that were answered; none where the file has no counts of them. */
  readonly requests: readonly SessionRequest[];
}

/** What is listed while the file is read for the first time. */
interface ReadSoFar {
  readonly messages: readonly ConversationMessage[];
  readonly lines: ConversationLines;
}

/** What else is wanted of an examination. */
type Wanted = Pick<ExamineInput, 'kinds' | 'savedIn'>;

interface StreamOptions extends Pick<RunOptions, 'key' | 'newKey'> {
  readonly signal: AbortSignal;
  /** Bytes of the file. */
  readonly size: number;
  /** The progress it begins at. */
  readonly share: number;
  /** The first byte that is read. */
  readonly from?: number | undefined;
}

/** A file may be written to all the time: it is left alone for so many times as long as reading it takes. */
const REST = 2;

/** Bytes of a file that is shown when all of it is read: that takes a moment. */
const READ_AT_ONCE = 4 * 1024 * 1024;

/** Conversations that were read. */
let count = 0;

/** A file as a conversation: read when it is opened and whenever it changes, and examined for a model. */
export class ConversationDocument implements vscode.CustomDocument {
  readonly uri: vscode.Uri;
  readonly #dependencies: ConversationDependencies;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  /** Anything that is shown has changed. */
  readonly onDidChange = this.#onDidChange.event;
  readonly #disposables: vscode.Disposable[];
  #readProblem: string | null = null;
  #examineProblem: string | null = null;
  /** It was written to while it was read. */
  #isStale = false;
  #isDisposed = false;
  #reading = new AbortController();
  #examinations = 0;
  #chosen: string | undefined;
  /** What a server said of the conversation, for the model that was chosen then. */
  #said: { readonly words: string; readonly chosen: string | undefined; readonly isRepaired?: boolean } | undefined;
  #withoutRoot: PreviewModels | undefined;
  /** When the file may be read again, in milliseconds since 1970. */
  #readAfter = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #read: ReadConversation | undefined;
  /** Between requests that the file keeps, which do not change: by their IDs. */
  readonly #differences = new Map<string, RequestDifference | null | undefined>();
  /** Grows with every examination. */
  revision = 0;
  /** Between 0 and 1 while the file is read. */
  progress: number | null = null;
  examined: Examined | undefined;
  /** While it is read for the first time, and nothing is examined. */
  soFar: ReadSoFar | undefined;
  canUndo = false;
  /** What is undone puts media back that were taken out. */
  restoresMedia = false;
  /** It is being changed now: until that is over no other repair is made, and none is undone. */
  isRepairing = false;

  constructor(uri: vscode.Uri, dependencies: ConversationDependencies) {
    this.uri = uri;
    this.#dependencies = dependencies;
    const { roots } = dependencies;
    this.#disposables = [
      this.#onDidChange,
      watchNames([watchedPlace(uri)], () => this.#changed()),
      vscode.workspace.onDidGrantWorkspaceTrust(() => this.#tell()),
      roots.onDidChange(() => void this.#examine()),
      roots.onDidChangeServices(() => void this.#examine()),
      roots.onDidChangeAgents(() => void this.#examine()),
      onDidChangeCatalogue(() => void this.#examine()),
    ];
  }

  /** The models one can choose from: those of the nearest data root, or any of the catalogue. */
  get models(): PreviewModels {
    return this.#root?.models ?? (this.#withoutRoot ??= modelsWithoutRoot(this.#dependencies.compute));
  }

  /** Why it could not be read, or not be read again, or not be examined. */
  get problem(): string | null {
    return this.#readProblem ?? this.#examineProblem;
  }

  get compute(): Compute {
    return this.#dependencies.compute;
  }

  /** What is listed of it; undefined before the first message was read. */
  get lines(): ConversationLines | undefined {
    return this.examined?.lines ?? this.soFar?.lines;
  }

  get #root(): OpenRoot | undefined {
    return rootForFile(this.uri, this.#dependencies.roots.roots);
  }

  /** The id of the model a person chose; undefined for the one of the conversation. */
  get chosen(): string | undefined {
    return this.#chosen;
  }

  /** Examines it for another model. @param serviceId undefined for the one of the conversation */
  async choose(serviceId: string | undefined): Promise<void> {
    this.#chosen = serviceId;
    await this.#examine();
  }

  /** The model of the conversation, whether a person chose another one or not; undefined before it is read. */
  async own(): Promise<AskedModel | undefined> {
    return this.#read && askedModel(this.#read.index, { models: this.models, agents: this.#root?.agents });
  }

  /** Changes the file; what is shown says so as long as it takes. */
  async repairing<Result>(work: () => Promise<Result>): Promise<Result> {
    this.isRepairing = true;
    this.#tell();
    try {
      return await work();
    } finally {
      this.isRepairing = false;
      this.#tell();
    }
  }

  /** Reads the file again. Never rejects: what went wrong is in `problem`. */
  async reload(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    const { now = Date.now } = this.#dependencies;
    const begin = now();
    let failure: Failure | undefined;
    try {
      await this.#readAll(signal);
      this.#readProblem = null;
    } catch (error) {
      failure = toFailure(error);
      if (!signal.aborted) this.#readProblem = errorSentence(error);
    }
    if (signal.aborted) return;
    const end = now();
    this.#readAfter = end + (end - begin) * REST;
    this.progress = null;
    // What could not be read to its end is still the beginning of it.
    if (failure === undefined || failure.code === 'not_a_conversation') this.soFar = undefined;
    this.#tell();
    if (this.#isStale) this.#changed();
  }

  /** Examines it with what a server said of it, from now on: the part that is refused is a finding. @returns what the words are about */
  async hear(words: string): Promise<Examination['found']> {
    this.#said = { words, chosen: this.#chosen };
    await this.#examine();
    return this.examined?.found ?? null;
  }

  /** Examines it once more, for repairs of some kinds. */
  async examineFor(wanted: Wanted): Promise<Examination | undefined> {
    return this.examined && this.#run(this.examined.read, this.examined.asked, wanted);
  }

  /** Finds the media that can be taken out of the file. Rejects as `Compute.stream`. */
  slimPlan(format: SlimmedFormat, signal: AbortSignal): Promise<SlimPlan> {
    const { fileSystems, compute } = this.#dependencies;
    const parts = partsOf(this.uri, fileSystems.for(this.uri), () => signal.aborted);
    return collectSlim(compute.stream(planSlimTask, parts, { format }, { deadline: LINT_DEADLINE_MS, signal }));
  }

  dispose(): void {
    this.#isDisposed = true;
    clearTimeout(this.#timer);
    this.#reading.abort();
    this.#keep(undefined);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #tell(): void {
    if (!this.#isDisposed) this.#onDidChange.fire();
  }

  #changed(): void {
    // a file that is written to all the time is read to its end all the same
    this.#isStale = this.progress !== null;
    if (this.#isStale) return;
    const { now = Date.now } = this.#dependencies;
    this.#timer ??= setTimeout(() => void this.reload(), Math.max(0, this.#readAfter - now()));
  }

  async #readAll(signal: AbortSignal): Promise<void> {
    this.progress = 0;
    this.soFar = undefined;
    this.#tell();
    await this.#dependencies.roots.ready();
    await this.#dependencies.fileSystems.load(this.uri);
    const version = await this.#version();
    const size = await sizeInParts(this.uri, this.#dependencies.fileSystems.for(this.uri));
    const key = `document ${++count}`;
    const before = this.#read;
    const followed = before && hasGrown(before.version, version) ? await this.#follow(before, { key, signal, size }) : null;
    if (before && !followed && this.#said) this.#said = { ...this.#said, isRepaired: true };
    const items = this.#stream(indexConversationTask, { key }, { signal, size, share: 0, key });
    const showsFirst = !before && size > READ_AT_ONCE;
    const index = followed ?? (await collectIndex(showsFirst ? this.#showingFirst(items, signal) : items));
    if (index.format === null) throw new CodedError('not_a_conversation');
    const linted = followed && before?.linted;
    const from = linted ? before.index.followFrom : undefined;
    const withKnown = (found: readonly TranscriptFinding[]) => (linted && from ? followedFindings(linted, found, from) : found);
    // What there is to see is shown; binary content in texts is found in a second pass.
    const known = textFindings(index, withKnown([]));
    const files = fileReceipts(index);
    this.#keep({ key, index, texts: known, files, version });
    await this.#examine();
    const found: TranscriptFinding[] = [];
    for await (const finding of this.#stream(lintTask, {}, { signal, size, share: 0.5, from: from?.offset })) found.push(finding);
    const texts = textFindings(index, withKnown(found));
    this.#read = { key, index, texts, files, linted: withKnown(found), version };
    if (texts.length > known.length) await this.#examine();
  }

  /** Shows the first messages, and all that are there whenever they are twice as many: so all of it takes time in proportion to their number. */
  async *#showingFirst(items: AsyncIterable<IndexItem>, signal: AbortSignal): AsyncGenerator<IndexItem> {
    const { readsParts } = this.#dependencies.fileSystems.for(this.uri);
    const messages: ConversationMessage[] = [];
    let shown = 0;
    for await (const item of items) {
      yield item;
      if (signal.aborted) return;
      if (item.kind === 'end') continue;
      for (const message of item.messages) messages.push(message);
      if (messages.length < shown * 2) continue;
      shown = messages.length;
      const listed = [...messages];
      this.soFar = { messages: listed, lines: new ConversationLines({ messages: listed, judged: null, readsParts }) };
      this.revision++;
      this.#tell();
    }
  }

  /** Reads only what a program has appended. Null where the file was written anew. */
  async #follow(
    before: ReadConversation,
    { key, signal, size }: { key: string; signal: AbortSignal; size: number },
  ): Promise<ConversationIndex | null> {
    const from = before.index.followFrom?.offset;
    if (from === undefined) return null;
    const options = { signal, size, share: 0, from, key: before.key, newKey: key };
    return collectFollowed(before.index, this.#stream(followConversationTask, { after: before.key, key }, options));
  }

  /** From now on this is what was read; the worker lets go of what was read before. */
  #keep(read: ReadConversation | undefined): void {
    const key = this.#read?.key;
    this.#read = read;
    if (key === undefined) return;
    const { compute } = this.#dependencies;
    void compute.run(releaseIndexTask, { key }, { deadline: LINT_DEADLINE_MS, key }).catch(() => undefined);
  }

  async #version(): Promise<FileVersion | undefined> {
    const repairs = this.uri.scheme === 'file' ? await localRepairs() : undefined;
    const last = await repairs?.lastChange(this.uri.fsPath);
    this.canUndo = last !== undefined;
    this.restoresMedia = last === 'slim';
    return repairs?.fileVersion(this.uri.fsPath).catch(() => undefined);
  }

  /** Runs a task over the file; that is half of the progress. */
  async *#stream<Input, Item>(
    task: StreamTask<Input, Item>,
    input: Input,
    { signal, size, share, from = 0, ...keys }: StreamOptions,
  ): AsyncGenerator<Item> {
    const { fileSystems, compute } = this.#dependencies;
    const files = fileSystems.for(this.uri);
    const onProgress = (bytes: number): void => {
      const progress = share + (size <= from ? 50 : Math.round((bytes / (size - from)) * 50)) / 100;
      if (signal.aborted || progress === this.progress) return;
      this.progress = progress;
      this.#tell();
    };
    const parts = partsOf(this.uri, files, () => signal.aborted, from);
    const options = { deadline: LINT_DEADLINE_MS, signal, ...keys };
    yield* compute.stream(task, countBytes(parts, onProgress), input, options);
    signal.throwIfAborted();
  }

  /** Examines it; of several examinations the last one counts. Never rejects. */
  async #examine(): Promise<void> {
    const read = this.#read;
    const turn = ++this.#examinations;
    const isLate = (): boolean => turn !== this.#examinations || this.#isDisposed;
    if (!read) return;
    try {
      const asked = await askedModel(read.index, { models: this.models, agents: this.#root?.agents, chosen: this.#chosen });
      const [examination, requests] = await Promise.all([this.#run(read, asked, {}), sessionRequests(read.index, this.#compareKnown)]);
      if (isLate()) return;
      const { findings, estimates } = examination;
      const { readsParts } = this.#dependencies.fileSystems.for(this.uri);
      const { api, model } = asked;
      const { messages, notSent, format } = read.index;
      const lines = new ConversationLines({ messages, judged: { notSent, format, files: read.files, findings, api, model }, readsParts });
      this.examined = { ...examination, read, asked, tokens: estimates && tokenRangeOf(estimates, asked.rates), lines, requests };
      this.soFar = undefined;
      this.revision++;
      this.#examineProblem = null;
      void this.#compareRequests(this.examined, isLate);
    } catch (error) {
      if (isLate()) return;
      this.#examineProblem = errorSentence(error);
    }
    this.#tell();
  }

  /** By what was compared before. */
  readonly #compareKnown: CompareRequests = (pairs) => Promise.resolve(pairs.map((pair) => this.#differences.get(JSON.stringify(pair))));

  /** Finds out which part of its requests differs where they missed the cache, where the file keeps them: each pair is compared once. Never rejects. */
  async #compareRequests(examined: Examined, isLate: () => boolean): Promise<void> {
    const { fs, locationOf, readsParts } = this.#dependencies.fileSystems.for(this.uri);
    const { index } = examined.read;
    const read = ({ start, end }: ByteRange): Promise<Uint8Array> =>
      fs.readFile(locationOf(this.uri), { offset: start, length: end - start });
    const compareNew: CompareRequests = async (pairs) => {
      const fresh = pairs.filter((pair) => !this.#differences.has(JSON.stringify(pair)));
      if (fresh.length === 0 || isLate()) return [];
      const found = await comparedIn({ size: index.size, read }, this.compute)(fresh);
      for (const [at, pair] of fresh.entries()) this.#differences.set(JSON.stringify(pair), found[at]);
      return found;
    };
    if (readsParts) await sessionRequests(index, compareNew).catch(() => undefined);
    const requests = await sessionRequests(index, this.#compareKnown).catch(() => examined.requests);
    const isOther = requests.some(({ miss }, at) => miss?.reason !== examined.requests[at]?.miss?.reason);
    if (isLate() || !isOther) return;
    this.examined = { ...examined, requests };
    this.revision++;
    this.#tell();
  }

  #run(read: ReadConversation, asked: AskedModel, wanted: Wanted): Promise<Examination> {
    const said = this.#said?.chosen === this.#chosen ? this.#said : undefined;
    const heard = { words: said?.words, isRepaired: said?.isRepaired };
    const input = { conversation: read, texts: read.texts, receiver: receiverOf(asked), ...heard, ...wanted };
    return runOnIndex(this.#dependencies.compute, examineConversationTask, input, { deadline: LINT_DEADLINE_MS });
  }
}

/** Where changes of a conversation are seen: of one in a database, in the log beside that. */
function watchedPlace(uri: vscode.Uri): WatchedNames {
  const file = uri.scheme === STORED_SCHEME ? vscode.Uri.joinPath(uri, '..') : uri;
  const name = lastName(file);
  const isOurs = file === uri ? (each: string) => each === name : (each: string) => each === name || each === `${name}-wal`;
  const folder = vscode.Uri.joinPath(file, '..');
  return { folder: file === uri ? folder : folder.with({ scheme: 'file' }), isOurs };
}

/** Whether more was written to a file: it is still the same one, and longer. */
function hasGrown(before: FileVersion | undefined, now: FileVersion | undefined): boolean {
  return before !== undefined && now !== undefined && before.inode === now.inode && now.size > before.size;
}

/**
 * The model a person chose, else that of the agent's role, else the one the conversation was made with, where the catalogue has it.
 *
 * @param asked.agents those of the data root the conversation lies in
 * @param asked.chosen the id of a service
 */
export async function askedModel(index: ConversationIndex, { models: { services }, agents, chosen }: ModelSources): Promise<AskedModel> {
  const { agentId, model } = index;
  const ofAgent = agentId === undefined ? null : (agents?.getServiceIdForAgent(agentId) ?? null);
  const id = chosen ?? ofAgent;
  if (id !== null) {
    await services.ensure([id]);
    const service = services.getServiceById(id);
    if (service) return askedOf(service, atApiOfBody(await serviceReceiver(service, services), index));
  }
  const { receiver, service } = await ownReceiver(index, services);
  return service ? askedOf(service, receiver) : { name: model, ...receiver, service, rates: { price: null, limits: {} } };
}

interface ModelSources {
  readonly models: Pick<PreviewModels, 'services'>;
  readonly agents: Pick<AgentRegistry, 'getServiceIdForAgent'> | undefined;
  readonly chosen?: string | undefined;
}

/** A service that a conversation may go to, with what it costs there. */
export async function askedOf(service: LlmServiceConfig, receiver: Receiver): Promise<AskedModel> {
  return { name: service.name || service.id, ...receiver, service, rates: await ratesOf(service, apiOfService(service).api) };
}

/** What of a model counts in the worker. */
export function receiverOf({ name: _name, service: _service, rates: _rates, ...receiver }: AskedModel): Receiver {
  return receiver;
}
