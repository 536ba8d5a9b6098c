import { serviceReceiver } from '../../core/conversation/examine-task.ts';
import type * as vscode from 'vscode';
import { type SwitchAnswer, switchModelsTask } from '../../core/conversation/switch-task.ts';
import type { Compute } from '../../core/io/compute.ts';
import { runOnIndex } from '../../core/conversation/index-task.ts';
import { LINT_DEADLINE_MS } from '../../core/io/limits.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import type { SwitchRow } from '../../shared/conversation-protocol.ts';
import { comparedModels } from '../preview/compared-models.ts';
import { tokenRangeOf } from '../preview/token-state.ts';
import type { PreviewService } from '../services/preview-service.ts';
import { askedOf, type AskedModel, type ConversationDocument, receiverOf } from './conversation-document.ts';
import { conversationFindingText } from './conversation-lines.ts';

/** Where the models that a conversation may go on with come from. */
interface ModelChoices {
  readonly previewService: Pick<PreviewService, 'recentModels'>;
  /** What is remembered of choices. */
  readonly memory: vscode.Memento;
  readonly compute: Compute;
}

/** What every model that a person compares makes of a conversation; none while it is not read. */
export async function switchRows(document: ConversationDocument, choices: ModelChoices): Promise<SwitchRow[]> {
  const read = document.examined?.read;
  if (!read) return [];
  const candidates = await candidatesOf(document, choices);
  const receivers = [...candidates.values()].map(receiverOf);
  const input = { conversation: read, texts: read.texts, receivers };
  const answers = await runOnIndex(choices.compute, switchModelsTask, input, { deadline: LINT_DEADLINE_MS });
  const chosen = document.examined?.asked.service?.id;
  const own = (await ownModel(document))?.service?.id;
  return [...candidates].flatMap(([serviceId, asked], at) => {
    const answer = answers[at];
    return answer ? [{ ...rowOf(asked, answer), serviceId, isChosen: serviceId === chosen, isOwn: serviceId === own }] : [];
  });
}

/** The model in force, that of the conversation, the services of the configuration, models that were used of late, and those of every comparison: each once, by id. */
async function candidatesOf(document: ConversationDocument, choices: ModelChoices) {
  const { services } = document.models;
  const ids = [
    ...services.getServices().map(({ id }) => id),
    ...choices.previewService.recentModels(),
    ...(await comparedModels(choices.memory)),
  ];
  await services.ensure(ids);
  const known = [await ownModel(document), document.examined?.asked];
  const candidates = new Map(known.flatMap((asked) => (asked?.service ? [[asked.service.id, asked] as const] : [])));
  for (const id of ids) {
    const service = services.getServiceById(id);
    if (service && !services.isForgotten(id) && !candidates.has(id))
      candidates.set(id, await askedOf(service, await serviceReceiver(service, services)));
  }
  return candidates;
}

/** The model the conversation goes on with when nobody chooses another. */
async function ownModel(document: ConversationDocument): Promise<AskedModel | undefined> {
  const { examined, chosen } = document;
  return chosen === undefined ? examined?.asked : document.own();
}

function rowOf({ name, api, rates }: AskedModel, answer: SwitchAnswer): Omit<SwitchRow, 'serviceId' | 'isChosen' | 'isOwn'> {
  const { outcome, reason, lost, estimates, lacks, repairs } = answer;
  return {
    name: name ?? '',
    api: API_NAMES[api],
    outcome,
    message: reason?.address?.message ?? null,
    sentence: reason && conversationFindingText(reason),
    lost: [...lost],
    repairs,
    tokens: estimates && tokenRangeOf(estimates, rates),
    lacks,
  };
}
