import * as z from 'zod/mini';
import { checkConversation, type ConversationCheck, type Receiver } from '../../core/conversation/check-conversation.ts';
import type { ConversationIndex } from '../../core/conversation/conversation.ts';
import { collectIndex, indexConversation } from '../../core/conversation/index-conversation.ts';
import { planRepairs } from '../../core/conversation/plan-repairs.ts';
import { REPAIR_KINDS, type RepairKind } from '../../core/conversation/repair-kinds.ts';
import { type FileReceipt, fileReceipts } from '../../core/conversation/receipt.ts';
import type { Repair } from '../../core/conversation/repairs.ts';
import { readSessionArtifact, sessionArtifacts, type SessionArtifacts } from '../../core/conversation/session-artifacts.ts';
import { settledEdits, type ShrinkOutcome } from '../../core/conversation/settled-edits.ts';
import { type TextFinding, textFindings } from '../../core/conversation/text-findings.ts';
import { type ConversationRequest, requestOf } from '../../core/conversation/wire-body.ts';
import { bytesIn, checkArgument } from '../../core/io/arguments.ts';
import { directCompute, inOnePiece } from '../../core/io/compute.ts';
import { CodedError } from '../../core/io/errors.ts';
import { type Catalogue, loadCatalogue } from '../../core/models/catalogue/load-catalogue.ts';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import { lintTranscript } from '../../core/transcript/lint-transcript.ts';
import { WIRE_APIS } from '../../core/wire/verdict.ts';
import { windowOf } from '../../core/wire/context-window.ts';
import { checked, checkedLater, type Parameter } from './arguments.ts';

/** Which repairs are made. */
export interface ConversationRepairOptions {
  /** All by default. */
  readonly kinds?: readonly RepairKind[] | undefined;
  /** Media of all but so many of the last messages of a person are described too. */
  readonly keepLast?: number | undefined;
}

/** A conversation with its repairs made. */
export interface RepairedConversation {
  /** The whole file; bytes outside the repairs are as they were. */
  readonly bytes: Uint8Array;
  readonly repairs: readonly Repair[];
  /** What became of images that were to be made smaller. */
  readonly images: readonly ShrinkOutcome[];
}

const strings = z.array(z.string());
const receiver: Parameter = [
  'receiver',
  z.object({
    api: z.enum(WIRE_APIS),
    model: z.optional(z.string()),
    host: z.optional(z.string()),
    capabilities: z.union([z.null(), z.object({ input: strings, output: strings })]),
    contextWindow: z.optional(z.number().check(z.positive())),
    unknownInputs: z.optional(strings),
    inputLimit: z.optional(z.number().check(z.positive())),
  }),
];
const artifactId: Parameter = ['id', z.string()];
const artifactVersion: Parameter = ['version', z.optional(z.int().check(z.positive()))];
const repairOptions: Parameter = [
  'options',
  z.optional(z.object({ kinds: z.optional(z.array(z.enum(REPAIR_KINDS))), keepLast: z.optional(z.int().check(z.nonnegative())) })),
];

/**
 * A conversation of a program, or a request body, read from its file: what a model makes of it, what the next request is, and repairs.
 * Nothing is written.
 */
export class Conversation {
  readonly #bytes: Uint8Array;
  readonly #texts: readonly TextFinding[];
  readonly #catalogue: Pick<Catalogue, 'modelLimits'>;
  /** Its messages, and where in the file their parts are; no media. */
  readonly index: ConversationIndex;

  private constructor(
    bytes: Uint8Array,
    index: ConversationIndex,
    texts: readonly TextFinding[],
    catalogue: Pick<Catalogue, 'modelLimits'>,
  ) {
    this.#catalogue = catalogue;
    this.#bytes = bytes;
    this.index = index;
    this.#texts = texts;
  }

  /** @param file its bytes, which are kept, not copied @throws CodedError `not_a_conversation` when its format is not known */
  static async read(file: Uint8Array): Promise<Conversation> {
    const bytes = bytesIn(file);
    checkArgument(bytes !== undefined, 'file');
    const index = await collectIndex(indexConversation(inOnePiece(bytes)));
    if (index.format === null) throw new CodedError('not_a_conversation');
    const found: TranscriptFinding[] = [];
    for await (const finding of lintTranscript(inOnePiece(bytes))) found.push(finding);
    return new Conversation(bytes, index, textFindings(index, found), await loadCatalogue());
  }

  /** What a model and its API make of the next request: findings, whether it goes through, tokens, size. */
  check(to: Receiver): ConversationCheck {
    return checked((given: Receiver) => this.#checked(given), receiver)(to);
  }

  /**
   * The next request with all its content, and what becomes of each part. A body for this API and model is given back as it stands, and its
   * bytes with it; anything else is written for them.
   */
  request(to: Receiver): ConversationRequest {
    return checked((given: Receiver) => requestOf(this.index, this.#bytes, given), receiver)(to);
  }

  /** Removes what makes the next request fail, and binary content in texts, by the smallest edits. */
  async repair(to: Receiver, options: ConversationRepairOptions = {}): Promise<RepairedConversation> {
    const make = async (given: Receiver, { kinds, keepLast }: ConversationRepairOptions): Promise<RepairedConversation> => {
      const check = this.#checked(given);
      const repairs = planRepairs(this.index, check, this.#texts, { api: given.api, kinds, keepLast });
      return { repairs, ...(await this.#edited(repairs)) };
    };
    return checkedLater(make, receiver, repairOptions)(to, options);
  }

  /** Its media and the files that its program read, in its order, and what is sent of each. */
  files(): readonly FileReceipt[] {
    return fileReceipts(this.index);
  }

  /** What stands inside of it, and the files that its calls wrote, in its order; nothing of their content. */
  artifacts(): Promise<SessionArtifacts> {
    return sessionArtifacts(this.index, { read: this.#read });
  }

  /**
   * The bytes of one of its artifacts; undefined where they are not known, or there is no such artifact.
   *
   * @param version of a file, from 1; default: the last one whose content is known
   */
  artifactBytes(id: string, version?: number): Promise<Uint8Array | undefined> {
    const find = async (given: string, number?: number): Promise<Uint8Array | undefined> => {
      const found = (await this.artifacts()).items.find((item) => item.id === given);
      return found && readSessionArtifact(this.index, found, { read: this.#read }, number);
    };
    return checkedLater(find, artifactId, artifactVersion)(id, version);
  }

  readonly #read = ({ start, end }: { readonly start: number; readonly end: number }): Promise<Uint8Array> =>
    Promise.resolve(this.#bytes.slice(start, end));

  #checked(given: Receiver): ConversationCheck {
    const { model, contextWindow, inputLimit } = given;
    const isGiven = contextWindow !== undefined || inputLimit !== undefined || model === undefined;
    const known = isGiven ? { contextWindow, inputLimit } : windowOf(this.#catalogue.modelLimits(model));
    return checkConversation(this.index, { ...given, ...known }, this.#texts);
  }

  async #edited(repairs: readonly Repair[]): Promise<Pick<RepairedConversation, 'bytes' | 'images'>> {
    const images: ShrinkOutcome[] = [];
    const pieces: Uint8Array[] = [];
    let at = 0;
    const onShrunk = (image: ShrinkOutcome): void => void images.push(image);
    for await (const { start, end, text } of settledEdits(repairs, { read: this.#read, compute: directCompute, onShrunk })) {
      pieces.push(this.#bytes.subarray(at, start), new TextEncoder().encode(text));
      at = end;
    }
    return { bytes: new Uint8Array(Buffer.concat([...pieces, this.#bytes.subarray(at)])), images };
  }
}
