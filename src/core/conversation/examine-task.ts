import type { Task } from '../io/compute.ts';
import { loadCatalogue } from '../models/catalogue/load-catalogue.ts';
import { isCertain } from '../models/catalogue/propose-capabilities.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import { cloudOf } from '../wire/cloud-limits.ts';
import { windowOf } from '../wire/context-window.ts';
import { answeringModel, retirementOfService } from '../wire/retirement-of-service.ts';
import { resolveModel } from '../wire/resolve-model.ts';
import { apiOfService } from '../wire/service-api.ts';
import type { ServicesAndModels } from '../wire/services-and-models.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationCheck, Receiver } from './check-conversation.ts';
import type { ConversationIndex } from './conversation.ts';
import { type FormatFacts, FORMATS } from './formats.ts';
import { heldIndex, type IndexReference } from './index-task.ts';
import type { RepairOptions } from './plan-repairs.ts';
import type { RepairKind } from './repair-kinds.ts';
import type { Repair } from './repairs.ts';
import type { PartAddress } from './replay.ts';
import type { TextFinding } from './text-findings.ts';

/** A conversation, and for whom it is examined. */
export interface ExamineInput {
  readonly conversation: IndexReference;
  readonly receiver: Receiver;
  readonly texts: readonly TextFinding[];
  /** Repairs that are wanted; all by default. */
  readonly kinds?: readonly RepairKind[] | undefined;
  /** Where what is described is saved: what the paths begin with, and the names that are taken, in lower case. */
  readonly savedIn?: { readonly prefix: string; readonly taken: ReadonlySet<string> } | undefined;
  /** What a server said of a request: the part it is about is looked for, and refused. */
  readonly words?: string | undefined;
  /** The conversation was changed since the server said it. */
  readonly isRepaired?: boolean | undefined;
}

/** What a receiver makes of a conversation, without the request itself, and what could be repaired. */
export interface Examination extends Omit<ConversationCheck, 'request' | 'addresses'> {
  readonly repairs: readonly Repair[];
  /** The part that `words` are about; null without words, or when they name none. */
  readonly found: PartAddress | null;
}

/**
 * `checkConversation`, `checkWithWords` and `planRepairs` for a worker: a long conversation takes longer than a window may wait. Null where the
 * index is not known: see `runOnIndex`.
 */
export const examineConversationTask: Task<ExamineInput, Examination | null> = {
  name: 'examine-conversation',
  load: async () => {
    const [{ checkConversation }, { prepareConversation }, { planRepairs }, { mediaFileName }, { checkWithWords }] = await Promise.all([
      import('./check-conversation.ts'),
      import('./prepare-conversation.ts'),
      import('./plan-repairs.ts'),
      import('./repairs.ts'),
      import('./find-part.ts'),
    ]);
    return ({ conversation, receiver, texts, kinds, savedIn, words, isRepaired }) => {
      const held = heldIndex(conversation, prepareConversation);
      if (!held) return null;
      const { index, prepared } = held;
      const documented = checkConversation(index, receiver, texts, prepared);
      const { check, found } =
        words === undefined ? { check: documented, found: null } : checkWithWords(documented, words, index, isRepaired);
      const { request: _request, addresses: _addresses, ...shown } = check;
      const savedAs: RepairOptions['savedAs'] =
        savedIn &&
        ((address, part) => {
          const name = mediaFileName(address, part, savedIn.taken);
          return name === undefined ? undefined : `${savedIn.prefix}${name}`;
        });
      const repairs = planRepairs(index, check, texts, { api: receiver.api, kinds, savedAs });
      return { ...shown, repairs, found };
    };
  },
};

/** Whom a conversation is checked for, and the service that is; null where nothing is known of the model. */
export interface KnownReceiver {
  readonly receiver: Receiver;
  readonly service: LlmServiceConfig | null;
}

/** A service, at the API it speaks. What the catalogue does not know of its model is not denied: unknown is never "no". */
export async function serviceReceiver(
  service: LlmServiceConfig,
  models: Pick<ServicesAndModels, 'getCapabilities' | 'modelOf'>,
): Promise<Receiver> {
  const { id, model } = service;
  const answering = answeringModel(service);
  const window = answering === undefined ? {} : windowOf((await loadCatalogue()).modelLimits(answering));
  const known = models.getCapabilities(id);
  const { api } = apiOfService(service);
  const { match = 'exact', findings = [] } = models.modelOf(id)?.inference ?? {};
  // What the models of a family have in common need not be so of one that the catalogue does not have.
  const unknownInputs = findings.flatMap(({ list, type, known: is }) =>
    list === 'input' &&
    type !== 'tool_result_media' &&
    (is === 'unknown' || (is === 'yes' && !isCertain(match)) || isReadByServer(type, api))
      ? [type]
      : [],
  );
  const capabilities = known && { ...known, input: [...known.input, ...unknownInputs] };
  return { api, model, cloud: cloudOf(service), capabilities, unknownInputs, ...window, retirement: retirementOfService(service) };
}

/** Mistral's server reads documents for its models: docs.mistral.ai/capabilities/document_ai/document_qna (2026-11). For which, it does not say. */
function isReadByServer(type: string, api: WireApi): boolean {
  return api === 'mistral' && type === 'file';
}

/**
 * A receiver of a conversation, at the API that its body is written for where the body need not name its model: a request of Converse has the
 * model in its address, whoever made the model. Another model on Bedrock is asked by Converse as well.
 */
export function atApiOfBody(receiver: Receiver, { format, model }: Pick<ConversationIndex, 'format' | 'model'>): Receiver {
  return format === 'bedrock-converse' && (model === undefined || receiver.cloud === 'bedrock')
    ? { ...receiver, api: FORMATS[format].api }
    : receiver;
}

/**
 * The model a conversation was made with, where the catalogue has it, at the API of its session, or at that of the model where the format is
 * written for it, else at that of the format.
 */
export async function ownReceiver(
  { format, model, api }: Pick<ConversationIndex, 'format' | 'model' | 'api'>,
  models: Pick<ServicesAndModels, 'add' | 'getCapabilities' | 'modelOf'>,
): Promise<KnownReceiver> {
  const ofFormat = FORMATS[format ?? 'openai-chat'];
  const found = model === undefined ? undefined : await models.add(model);
  if (!found || 'code' in found) {
    const named = model === undefined ? null : resolveModel(model).api;
    return { receiver: { api: api ?? apiAmong(ofFormat, named), model, capabilities: null }, service: null };
  }
  const receiver = await serviceReceiver(found.config, models);
  // OpenAI has no maker before the names of its models: with one, a request is for who serves those of several.
  const isForwarded = model?.includes('/') === true && ofFormat.exactFor.some((each) => each === 'openai-compatible');
  const ofModel = isForwarded ? 'openai-compatible' : receiver.api;
  return { receiver: { ...receiver, api: api ?? apiAmong(ofFormat, ofModel) }, service: found.config };
}

/** An API where a format is written for it, else that of the format. */
function apiAmong({ api, exactFor }: FormatFacts, wanted: WireApi | null): WireApi {
  return exactFor.find((each) => each === wanted) ?? api;
}
