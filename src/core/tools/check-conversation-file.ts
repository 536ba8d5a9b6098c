import { formatSentence, CodedError } from '../io/errors.ts';
import { countBytes, type Compute } from '../io/compute.ts';
import type { FileSystem, Location } from '../io/file-system.ts';
import { LINT_DEADLINE_MS } from '../io/limits.ts';
import type { ConversationCheck } from '../conversation/check-conversation.ts';
import type { ConversationIndex } from '../conversation/conversation.ts';
import { examineConversationTask, ownReceiver, serviceReceiver } from '../conversation/examine-task.ts';
import { conversationSentence, readableParams } from '../conversation/finding-words.ts';
import { collectIndex } from '../conversation/index-conversation.ts';
import { indexConversationTask, runOnIndex } from '../conversation/index-task.ts';
import { addressKey } from '../conversation/replay.ts';
import type { RepairKind } from '../conversation/repair-kinds.ts';
import { textFindings } from '../conversation/text-findings.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { lintTask } from '../transcript/lint-task.ts';
import type { TranscriptFinding } from '../transcript/finding.ts';
import { type Cost, totalCost, ratesOf } from '../wire/cost.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import type { WireApi } from '../wire/verdict.ts';

/** Whether the next request of a conversation goes through, and what speaks against it. Numbers of messages and parts count from 1. */
export interface CheckedConversationFile extends Cost {
  readonly path: string;
  readonly format: NonNullable<ConversationIndex['format']>;
  /** Null when it is not known. */
  readonly model: string | null;
  readonly api: WireApi;
  readonly goesThrough: boolean;
  readonly messages: number;
  readonly media: number;
  /** How many of the tokens the server counted itself; absent where the file has no such count for this model. */
  readonly counted?: number;
  /** What the tokens are without. */
  readonly lacks?: NonNullable<ConversationCheck['lacks']>;
  /** The worst first, at most {@link MOST_FINDINGS}. */
  readonly findings: readonly {
    readonly code: string;
    readonly severity: string;
    readonly message: number | null;
    readonly part: number | null;
    readonly because: string;
    readonly source: string;
    /** How the command line would repair it; absent where it cannot. */
    readonly repair?: RepairKind;
  }[];
  /** Findings that are not listed. */
  readonly more: number;
}

/** Findings that a model can read at once. */
const MOST_FINDINGS = 50;
const PART_BYTES = 1024 * 1024;

/** Where a conversation is read, and what is known of models. */
export interface ConversationPlace {
  readonly fs: FileSystem;
  /** Nothing outside this folder is read. */
  readonly folder: Location;
  readonly models: ServicesAndModels;
  readonly compute: Compute;
}

export interface CheckOptions {
  /** A service, or a model of the catalogue as one; default: the model of the conversation. */
  readonly service?: LlmServiceConfig | undefined;
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Receives how many bytes of how many were read; each file is read twice. */
  readonly onProgress?: ((done: number, total?: number) => void) | undefined;
}

/**
 * Checks a file below the folder. Rejects with `path_has_nul`, `outside_root` for a path or link that leads out, `not_a_file`,
 * `not_a_conversation`, and the file-system codes.
 *
 * @param path relative to the folder, or absolute
 */
export async function checkConversationFile(
  path: string,
  place: ConversationPlace,
  options: CheckOptions,
): Promise<CheckedConversationFile> {
  const { fs, models, compute } = place;
  const file = await realFile(path, place);
  const { kind, size } = await fs.stat(file, { noFollow: true });
  if (kind !== 'file') throw new CodedError('not_a_file', { name: path });
  let passes = 0;
  const chunks = (): AsyncIterable<Uint8Array> => {
    const before = size * passes++;
    return countBytes(partsOf(fs, file, size, options.signal), (bytes) => options.onProgress?.(before + bytes, size * 2));
  };
  const limits = { deadline: LINT_DEADLINE_MS };
  const index = await collectIndex(compute.stream(indexConversationTask, chunks(), {}, limits));
  const { format } = index;
  if (format === null) throw new CodedError('not_a_conversation', { name: path });
  const found: TranscriptFinding[] = [];
  for await (const finding of compute.stream(lintTask, chunks(), {}, limits)) found.push(finding);
  const { receiver, service } = options.service
    ? { receiver: await serviceReceiver(options.service, models), service: options.service }
    : await ownReceiver(index, models);
  const input = { conversation: { index }, receiver, texts: textFindings(index, found) };
  const examination = await runOnIndex(compute, examineConversationTask, input, limits);
  const { findings, repairs, goesThrough, estimates, counted, lacks, messages, media } = examination;
  const repairOf = new Map(repairs.map(({ address, kind: repair }) => [addressKey(address), repair]));
  return {
    path,
    format,
    model: service?.name ?? service?.id ?? index.model ?? null,
    api: receiver.api,
    goesThrough,
    messages,
    media,
    ...totalCost(estimates, await ratesOf(service, receiver.api)),
    ...(counted !== null && { counted }),
    ...(lacks !== null && { lacks }),
    findings: findings.slice(0, MOST_FINDINGS).map((finding) => {
      const { code, severity, address, source } = finding;
      const repair = severity === 'info' ? undefined : repairOf.get(addressKey(address));
      return {
        code,
        severity,
        message: address ? address.message + 1 : null,
        part: address ? address.part + 1 : null,
        because: formatSentence(conversationSentence({ ...finding, params: readableParams(finding) })),
        source,
        ...(repair !== undefined && { repair }),
      };
    }),
    more: Math.max(0, findings.length - MOST_FINDINGS),
  };
}

/** The real place of a file that is below the folder by its names, and with all links resolved. */
async function realFile(path: string, { fs, folder }: ConversationPlace): Promise<Location> {
  if (path.includes('\0')) throw new CodedError('path_has_nul');
  const asked = fs.resolve(folder, path);
  const names: string[] = [];
  for (let at = asked; at !== folder; at = fs.parent(at)) {
    if (!fs.contains(folder, at) || fs.parent(at) === at) throw new CodedError('outside_root');
    names.unshift(fs.basename(at));
  }
  return fs.resolveInside(folder, names);
}

async function* partsOf(fs: FileSystem, file: Location, size: number, signal: CheckOptions['signal']): AsyncGenerator<Uint8Array> {
  for (let offset = 0; offset < size;) {
    // a cancelled call gets no answer, so that it does not matter what the rest would have said
    if (signal?.aborted) throw new CodedError('deadline_passed');
    const bytes = await fs.readFile(file, { offset, length: Math.min(PART_BYTES, size - offset), noFollow: true });
    if (bytes.length === 0) return;
    yield bytes;
    offset += bytes.length;
  }
}
