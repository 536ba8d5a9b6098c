import { ownReceiver, atApiOfBody, serviceReceiver } from '../core/conversation/examine-task.ts';
import path from 'node:path';
import { checkConversation, type ConversationCheck, type Receiver } from '../core/conversation/check-conversation.ts';
import type { ConversationFormat, ConversationIndex } from '../core/conversation/conversation.ts';
import { collectIndex } from '../core/conversation/index-conversation.ts';
import { indexConversationTask } from '../core/conversation/index-task.ts';
import type { ByteRange } from '../core/conversation/outline.ts';
import { collectSlim, planSlimTask, type SlimPlan } from '../core/conversation/slim-plan.ts';
import { isSlimmed, type SlimmedFormat } from '../core/conversation/slim-shapes.ts';
import { textFindings, type TextFinding } from '../core/conversation/text-findings.ts';
import { formatSize } from '../core/content/size.ts';
import { countBytes } from '../core/io/compute.ts';
import { CodedError } from '../core/io/errors.ts';
import { LINT_DEADLINE_MS } from '../core/io/limits.ts';
import type { LlmServiceConfig } from '../core/models/schema.ts';
import type { TranscriptFinding } from '../core/transcript/finding.ts';
import { lintTask } from '../core/transcript/lint-task.ts';
import type { ServicesAndModels } from '../core/wire/services-and-models.ts';
import { type Cost, totalCost, ratesOf } from '../core/wire/cost.ts';
import { codedAs } from '../platform/entry-error.ts';
import type { FileVersion } from '../platform/repair-file.ts';
import { isSessionPlace, partsOfInput, type SessionInput } from '../platform/session-input.ts';
import { catalogueModel } from './catalogue-model.ts';
import type { Invocation } from './command.ts';
import { Refusal } from './refusal.ts';
import { withKeptInput } from './kept-input.ts';
import { openSession } from './open-session.ts';
import { Progress } from './terminal.ts';

/** A conversation that was read. */
export interface OpenConversation {
  /** As it was named on the command line. */
  readonly file: string;
  /** Its path. */
  readonly location: string;
  readonly index: ConversationIndex;
  readonly texts: readonly TextFinding[];
  /** As it was when it was read. */
  readonly version: FileVersion;
}

/** Bytes at the beginning of a file that show whether it is a conversation. */
const FIRST_BYTES = 1024 * 1024;

/** The name by which a command reads standard input. */
export const STANDARD_INPUT = '-';

/** Runs work on a file that may be standard input. */
export function withInput<T>(
  file: string,
  { terminal, folder }: Invocation,
  signal: AbortSignal,
  work: (location: string) => Promise<T>,
): Promise<T> {
  return file === STANDARD_INPUT ? withKeptInput(terminal.streams.stdin, signal, work) : work(path.resolve(folder, file));
}

/**
 * Reads a conversation in two passes: its messages, and binary content in its texts. @throws Refusal, CodedError
 *
 * @param location its path; default: that of its name
 */
export async function openConversation(
  file: string,
  { compute, terminal, folder }: Invocation,
  signal: AbortSignal,
  location = path.resolve(folder, file),
): Promise<OpenConversation> {
  const progress = new Progress(terminal);
  const options = { deadline: LINT_DEADLINE_MS, signal };
  try {
    const input = await openSession(file, location);
    const opened = await codedAs(file, async () => {
      try {
        const { size, version } = input;
        const onProgress = (bytes: number): void => progress.tell(`${file}: ${formatSize(bytes)} of ${formatSize(size)} …`);
        const chunks = (): AsyncIterable<Uint8Array> => countBytes(partsOfInput(input), onProgress);
        const index = await collectIndex(compute.stream(indexConversationTask, chunks(), {}, options));
        if (index.format === null) return (await isDamaged(index, input)) ? damaged(file) : notAConversation(file);
        const found: TranscriptFinding[] = [];
        for await (const finding of compute.stream(lintTask, chunks(), {}, options)) found.push(finding);
        return { file, location, index, texts: textFindings(index, found), version };
      } finally {
        await input.close();
      }
    });
    if (opened instanceof Refusal) throw opened;
    return opened;
  } finally {
    progress.done();
  }
}

/** So many records of another kind at the beginning of a file are no accident: sessions have a few before their first message. */
const MANY_RECORDS = 100;

/**
 * Whether the beginning of a file shows that it is no conversation: it is no JSON, or many lines of JSON of which none is known. A file that
 * begins in one long value may still be one. @throws CodedError of the file system
 */
export async function beginsAsOther(file: string, { compute, folder }: Pick<Invocation, 'compute' | 'folder'>): Promise<boolean> {
  const location = path.resolve(folder, file);
  if (!(await isSessionPlace(location))) return false;
  const input = await openSession(file, location);
  try {
    const { size } = input;
    const chunks = partsOfInput(input, Math.min(size, FIRST_BYTES));
    const { format, broken, others } = await collectIndex(
      compute.stream(indexConversationTask, chunks, {}, { deadline: LINT_DEADLINE_MS }),
    );
    if (format !== null || size <= FIRST_BYTES) return false;
    const [first] = new TextDecoder().decode(await input.read({ start: 0, end: FIRST_BYTES })).trimStart();
    return (first !== '{' && first !== '[') || broken.length + others > MANY_RECORDS;
  } finally {
    await input.close();
  }
}

/** The index of a session, and its file, which is open as long as the work takes. */
export interface IndexedSession {
  readonly index: ConversationIndex;
  /** Reads its bytes. @throws CodedError of the file system */
  readonly read: (range: ByteRange) => Promise<Uint8Array>;
}

/** Reads a session's messages, in one pass, and works with it. @throws Refusal, CodedError */
export async function withSession<T>(
  { file, location }: Pick<OpenConversation, 'file' | 'location'>,
  { compute, terminal }: Pick<Invocation, 'compute' | 'terminal'>,
  signal: AbortSignal,
  work: (session: IndexedSession) => Promise<T>,
): Promise<T> {
  const progress = new Progress(terminal);
  const input = await openSession(file, location);
  try {
    const { size } = input;
    const chunks = countBytes(partsOfInput(input), (bytes) => progress.tell(`${file}: ${formatSize(bytes)} of ${formatSize(size)} …`));
    const options = { deadline: LINT_DEADLINE_MS, signal };
    const index = await codedAs(file, () => collectIndex(compute.stream(indexConversationTask, chunks, {}, options)));
    if (index.format === null) throw notAConversation(file);
    return await work({ index, read: (range) => codedAs(file, () => input.read(range)) });
  } finally {
    progress.done();
    await input.close();
  }
}

/** What slimming a session would change, and the session as it was read. */
export interface PlannedSlim {
  readonly format: SlimmedFormat;
  readonly plan: SlimPlan;
  readonly version: FileVersion;
}

/** Bytes of a session that show which program wrote it: what comes before the first message is seldom longer. */
const BEGINNING = 4 * 1024 * 1024;

/** Finds the media that can be taken out of a session. @throws Refusal, CodedError */
export async function planSlimming(
  { file, location }: Pick<OpenConversation, 'file' | 'location'>,
  { compute, terminal }: Pick<Invocation, 'compute' | 'terminal'>,
  signal: AbortSignal,
): Promise<PlannedSlim> {
  const progress = new Progress(terminal);
  const options = { deadline: LINT_DEADLINE_MS, signal };
  const input = await openSession(file, location);
  try {
    const { size, version } = input;
    const formatIn = async (length: number): Promise<ConversationFormat | null> =>
      (await collectIndex(compute.stream(indexConversationTask, partsOfInput(input, Math.min(length, size)), {}, options))).format;
    const format = (await formatIn(BEGINNING)) ?? (size > BEGINNING ? await formatIn(size) : null);
    if (format === null) throw notAConversation(file);
    if (!isSlimmed(format)) {
      const why = 'only sessions of Claude Code and Codex can be slimmed, because slimming has not been tested with other programs';
      throw new Refusal('not_slimmed', `${file}: ${why}.`);
    }
    const chunks = countBytes(partsOfInput(input), (bytes) => progress.tell(`${file}: ${formatSize(bytes)} of ${formatSize(size)} …`));
    const plan = await codedAs(file, () => collectSlim(compute.stream(planSlimTask, chunks, { format }, options)));
    return { format, plan, version };
  } finally {
    progress.done();
    await input.close();
  }
}

/** All of a session, which was read before. @throws CodedError `busy` where it is not as long as it was */
export async function readWhole(file: string, location: string, size: number): Promise<Uint8Array> {
  const input = await openSession(file, location);
  try {
    if (input.size !== size) throw new CodedError('busy', { name: file });
    return await codedAs(file, () => input.read({ start: 0, end: size }));
  } finally {
    await input.close();
  }
}

/** Bytes that show how a file begins, or ends. */
const EDGE_BYTES = 64;

/**
 * Whether there are records, none can be read, and the file begins as JSON or with zeros but does not end as JSON does: it was cut off or
 * overwritten. One that ends so may be of another kind, such as JSON with comments.
 */
async function isDamaged({ broken, others }: ConversationIndex, input: SessionInput): Promise<boolean> {
  if (broken.length === 0 || others > 0) return false;
  const textOf = async (start: number): Promise<string> =>
    new TextDecoder().decode(await input.read({ start, end: Math.min(input.size, start + EDGE_BYTES) }));
  const isBegun = /^\s*[{[\0]/.test(await textOf(0));
  return isBegun && !/[}\]]$/.test((await textOf(Math.max(0, input.size - EDGE_BYTES))).trimEnd());
}

function damaged(file: string): Refusal {
  return new Refusal(
    'damaged',
    `${file} is not a conversation in a known format: none of it is valid JSON, so it may be cut off or damaged.`,
  );
}

function notAConversation(file: string): Refusal {
  return new Refusal('not_a_conversation', `${file} is not a conversation in a known format.`);
}

/** Whom a conversation is checked for. */
export interface NamedReceiver extends Receiver {
  /** As a person names it; undefined when neither the command nor the file names one. */
  readonly name: string | undefined;
  readonly service: LlmServiceConfig | null;
}

/** The model of a name, as its service; without a name the one the conversation was made with, where the catalogue has it. @throws Refusal */
export async function namedReceiver(index: ConversationIndex, name: string | undefined, invocation: Invocation): Promise<NamedReceiver> {
  const { models } = await invocation.models();
  const service = name === undefined ? await serviceOfAgent(index, invocation) : await serviceNamed(name, models);
  const { receiver, service: known } = service
    ? { receiver: atApiOfBody(await serviceReceiver(service, models), index), service }
    : await ownReceiver(index, models);
  return { name: known ? known.name || known.id : index.model, ...receiver, service: known };
}

async function serviceNamed(name: string, models: ServicesAndModels): Promise<LlmServiceConfig> {
  return models.getServices().find(({ id }) => id === name) ?? (await catalogueModel(models, name)).config;
}

/** The service of an agent, where its data root is named or near; null without. */
async function serviceOfAgent({ agentId }: ConversationIndex, invocation: Invocation): Promise<LlmServiceConfig | null> {
  if (agentId === undefined) return null;
  const root = await invocation.root().catch(() => undefined);
  const serviceId = root?.agents.getServiceIdForAgent(agentId);
  return serviceId ? (root?.models.getServiceById(serviceId) ?? null) : null;
}

/** What a model makes of a conversation, and what it costs. */
export interface CheckedConversation extends ConversationCheck {
  readonly asked: NamedReceiver;
  readonly cost: Cost;
}

export async function checkFor({ index, texts }: OpenConversation, asked: NamedReceiver): Promise<CheckedConversation> {
  const check = checkConversation(index, asked, texts);
  return { ...check, asked, cost: totalCost(check.estimates, await ratesOf(asked.service, asked.api)) };
}
