import type { Expectation } from './expectation.ts';
import type { MediaFacts } from '../core/content/media-facts.ts';
import { GENERIC_BINARY, mediaKind } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { type ErrorCode, formatSentence } from '../core/io/errors.ts';
import type { JudgedAttachment } from '../core/receive/judged-contents.ts';
import { isOverLimit } from '../core/receive/model-request.ts';
import { Measurements, type MessageReceipt, receiveAttachments } from '../core/receive/receive.ts';
import { formatReference, pathOfFileId } from '../core/refs/reference.ts';
import { CapabilityRouter } from '../core/routing/capability-router.ts';
import { ContentAdapter } from '../core/routing/content-adapter.ts';
import { ATTACHMENT_CAPABILITY, attachmentInfo, type AttachmentInfo } from '../core/routing/message.ts';
import type { ContentPart } from '../core/routing/route-result.ts';
import { shortenMessage, type DescribeLength } from '../core/routing/shortened-message.ts';
import type { Artifact, ContentMetadata } from '../core/store/artifact.ts';
import type { Arrival } from '../core/wire/arrival.ts';
import type { LimitFinding } from '../core/wire/limit-finding.ts';
import { OUTCOME_WORDS, type Received } from '../core/wire/outcome-words.ts';
import { limitSentence, ruleSentence } from '../core/wire/rule-sentence.ts';
import { shortenBody } from '../core/wire/shortened-body.ts';
import { API_NAMES, outcomeOfContent, type WireApi, type WireVerdict } from '../core/wire/verdict.ts';
import type { ModelsOfRoot } from '../platform/open-root.ts';
import type { Invocation } from './command.ts';
import { openContents } from './contents.ts';
import { costFacts } from './cost.ts';
import {
  apiWords,
  choiceJson,
  limitJson,
  limitWords,
  nameOf,
  type NamedRecipient,
  notTaken,
  originJson,
  printModels,
  received,
  unreadable,
} from './route-verdict.ts';
import { printFacts, printTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** What becomes of one attachment. */
interface AttachmentAnswer {
  readonly info: AttachmentInfo;
  /** By the capabilities of the model. */
  readonly outcome: 'included' | 'described' | 'failed';
  /** Why it could not be read. */
  readonly failure?: ErrorCode;
  /** The kind of part it is; absent where it is described. */
  readonly as?: Expectation;
  /** The field it goes into: a text that is attached is a file too. Absent where it is described. */
  readonly field?: ContentPart['type'];
  /** What the API makes of its part. */
  readonly verdict?: WireVerdict;
  readonly arrival: Arrival;
  /** What the limits say of it, be it together with others. */
  readonly limits: readonly LimitFinding[];
}

/** What one model receives of a message. */
export interface MessageAnswer {
  readonly asked: NamedRecipient;
  readonly receipt: MessageReceipt;
  readonly attachments: readonly AttachmentAnswer[];
}

/** Contents that are read once, whatever the number of models. */
export interface MessageContents {
  readonly infos: readonly AttachmentInfo[];
  /** In the same order. */
  readonly metadata: readonly ContentMetadata[];
  read(reference: string): Promise<Artifact | null>;
  facts(info: AttachmentInfo | undefined): Promise<MediaFacts>;
  readonly measurements: Measurements;
}

/** Finds the contents of a message. @throws Refusal */
export async function messageContents(invocation: Invocation): Promise<MessageContents> {
  const contents = await openContents(invocation.positionals, invocation);
  const byReference = new Map(contents.map((content) => [formatReference(content.metadata.reference), content]));
  const measurements = new Measurements(invocation.compute);
  const read = remembering(async (reference: string) => (await byReference.get(reference)?.read()) ?? null);
  return {
    metadata: contents.map(({ metadata }) => metadata),
    infos: contents.map(({ metadata }) => attachmentInfo(metadata.reference, metadata)),
    read,
    measurements,
    facts: remembering(async (info: AttachmentInfo | undefined) => {
      const { artifactRef = '', mimeType = GENERIC_BINARY, size = 0 } = info ?? {};
      const artifact = await read(artifactRef);
      const type = artifact?.mimeType ?? mimeType;
      if (!artifact || typeof artifact.content === 'string') return { mimeType: type, size: artifact?.size ?? size };
      return measurements.facts(artifact.content, type);
    }),
  };
}

/** Works out each answer once. */
function remembering<Question, Answer>(work: (question: Question) => Promise<Answer>): (question: Question) => Promise<Answer> {
  const known = new Map<Question, Promise<Answer>>();
  return (question) => {
    const answer = known.get(question) ?? work(question);
    known.set(question, answer);
    return answer;
  };
}

/** Routes several contents, or one, as the attachments of one message. */
export async function answerMessage(
  contents: MessageContents,
  asked: NamedRecipient,
  { models, router }: ModelsOfRoot,
  { named, invocation }: { readonly named: WireApi | undefined; readonly invocation: Invocation },
): Promise<MessageAnswer> {
  const { infos, measurements } = contents;
  const routing = await new CapabilityRouter({
    serviceRegistry: models,
    contentAdapter: new ContentAdapter({ language: invocation.language }),
    artifactStore: { getArtifact: (reference) => contents.read(reference) },
    maxContentBytes: router.maxContentBytes,
  }).routeContent({ attachments: [...infos] }, asked.serviceId);
  const attached = { infos, factsOf: (index: number) => contents.facts(infos[index]) };
  const receipt = await receiveAttachments(routing, attached, asked, { models, measurements, api: named });
  const attachments = infos.map((info, index): AttachmentAnswer => {
    const { part: at = -1, outcome, failure, verdict, limits, arrival } = receipt.attachments[index] ?? NOT_ROUTED;
    const part = receipt.message.content[at];
    return {
      info,
      outcome,
      ...(failure && { failure: failure.code }),
      ...(typeof part === 'object' && { as: kindOf(part), field: part.type }),
      ...(verdict && { verdict }),
      limits,
      arrival,
    };
  });
  return { asked, receipt, attachments };
}

const NOT_ROUTED: JudgedAttachment = { outcome: 'described', capability: '', limits: [], arrival: { state: 'described' } };

function kindOf(part: ContentPart): Expectation {
  if (part.type !== 'file') return part.type === 'text' ? 'text' : 'image';
  const kind = mediaKind(part.file.mimeType);
  return kind === 'other' || kind === 'image' ? 'file' : kind;
}

/** Why not every attachment arrives as expected; undefined when all do. */
export function unmetOf(expected: Expectation, answer: MessageAnswer): string | undefined {
  if (isRefused(answer)) return `the request is rejected: ${refusalOf(answer)}`;
  const wrong = answer.attachments.find(({ as = 'description' }) => as !== expected && !(expected === 'file' && isFile(as)));
  if (wrong) return `${nameIn(wrong.info)} is sent as ${wrong.as ?? 'description'}${wrong.as ? '' : `: ${reasonOf(wrong, answer)}`}`;
  const lost = answer.attachments.find(({ verdict }) => verdict?.outcome === 'dropped');
  if (lost) return `${nameIn(lost.info)}: ${reasonOf(lost, answer)}`;
  const { cause } = answer.receipt.arrival;
  return cause?.by === 'guess' ? formatSentence(cause.sentence) : undefined;
}

/** The numbers of the attachments by which {@link unmetOf} comes about; all of them when it is their sum. */
export function culpritsOf(expected: Expectation, answer: MessageAnswer): readonly number[] {
  const { attachments } = answer;
  const isTo = isRefused(answer)
    ? ({ verdict, limits }: AttachmentAnswer) => verdict?.outcome === 'rejected' || limits.some(({ severity }) => severity === 'error')
    : ({ as = 'description', verdict }: AttachmentAnswer) =>
        (as !== expected && !(expected === 'file' && isFile(as))) || verdict?.outcome === 'dropped';
  const found = attachments.flatMap((each, index) => (isTo(each) ? [index] : []));
  return found.length > 0 ? found : attachments.map((_, index) => index);
}

function isFile(as: Expectation): boolean {
  return as === 'file' || as === 'document' || as === 'audio' || as === 'video';
}

function isRefused({ receipt }: MessageAnswer): boolean {
  return receipt.arrival.state === 'refused';
}

/** An artifact by its reference, a file by its path. */
function nameIn({ artifactRef }: AttachmentInfo): string {
  return pathOfFileId(artifactRef) ?? artifactRef;
}

/** Names and causes beyond this many are not printed: a person solves one after the other. */
const MOST_TOLD = 4;

/** Everything for which the API refuses the request, with the attachments it is about. */
function refusalOf({ attachments, receipt }: MessageAnswer): string {
  const { choice, limits, result } = receipt.request;
  if (choice.retirement?.state === 'retired' && receipt.arrival.cause) return formatSentence(receipt.arrival.cause.sentence);
  const names = new Map<string, Set<string>>();
  const add = (sentence: string, of: readonly string[]): void => {
    names.set(sentence, new Set([...(names.get(sentence) ?? []), ...of]));
  };
  const isError = ({ severity }: LimitFinding): boolean => severity === 'error';
  for (const each of attachments) {
    if (each.verdict?.outcome === 'rejected') add(formatSentence(ruleSentence(each.verdict)), [nameIn(each.info)]);
    for (const finding of each.limits.filter(isError)) add(formatSentence(limitSentence(finding)), [nameIn(each.info)]);
  }
  for (const verdict of result.verdicts.filter(({ outcome }) => outcome === 'rejected')) add(formatSentence(ruleSentence(verdict)), []);
  for (const finding of limits.filter(isError)) add(formatSentence(limitSentence(finding)), []);
  const causes = [...names].map(([sentence, of]) => `${of.size === 0 ? API_NAMES[choice.api] : atMost([...of], ', ')}: ${sentence}`);
  return atMost(causes, ' ');
}

function atMost(words: readonly string[], gap: string): string {
  const more = words.length - MOST_TOLD;
  return [...words.slice(0, MOST_TOLD), ...(more > 0 ? [`and ${more} more`] : [])].join(gap);
}

/** Everything of an answer for programs. */
export function messageAnswerJson(
  answer: MessageAnswer,
  { isWhole, describe }: { readonly isWhole: boolean; readonly describe: DescribeLength | undefined },
): object {
  const { asked, receipt, attachments } = answer;
  const { message, request, arrival, cost } = receipt;
  const shared = request.limits.filter(({ scope }) => scope === 'request');
  return {
    service: asked.serviceId,
    model: request.model ?? null,
    ...originJson(asked),
    attachments: attachments.map((each) => ({
      ...each.info,
      capability: ATTACHMENT_CAPABILITY[each.info.type],
      outcome: each.outcome,
      ...(each.failure !== undefined && { failure: each.failure }),
      arrival: isRefused(answer) ? 'refused' : each.arrival.state,
      ...(each.verdict && { wire: each.verdict.outcome, because: formatSentence(ruleSentence(each.verdict)) }),
      ...(reasonOf(each, answer) !== '' && { reason: reasonOf(each, answer) }),
      ...(each.limits.length > 0 && { limits: each.limits.map(limitJson) }),
    })),
    message: describe ? shortenMessage(message, describe).value : message,
    ...cost,
    wire: {
      ...choiceJson(request.choice),
      arrival: arrival.state,
      ...(isRefused(answer) && { because: refusalOf(answer) }),
      size: request.bytes,
      ...(shared.length > 0 && { limits: shared.map(limitJson) }),
      verdicts: request.result.verdicts,
      ...(isWhole && { body: describe ? shortenBody(request.result, describe).value : request.result.body }),
    },
  };
}

/** What one model receives, one attachment a line. */
export function printMessage(terminal: Terminal, answer: MessageAnswer): void {
  const { asked, receipt, attachments } = answer;
  const { request, arrival, cost } = receipt;
  printTable(
    terminal,
    [{ heading: 'ATTACHMENT' }, { heading: 'TYPE' }, { heading: 'SIZE', align: 'right' }, { heading: 'RECEIVES' }, { heading: 'DETAIL' }],
    attachments.map((each) => [
      nameIn(each.info),
      each.info.mimeType ?? '',
      each.info.size === undefined ? '' : formatSize(each.info.size),
      receivedOf(each, answer),
      reasonOf(each, answer),
    ]),
  );
  terminal.print('');
  const shared = request.limits.filter((finding) => !attachments.some((each) => each.limits.includes(finding)));
  const own = attachments.flatMap((each) => each.limits.map((finding) => `${nameIn(each.info)}: ${limitWords(finding)}`));
  printFacts(terminal, [
    [asked.model ? 'Model' : 'Service', nameOf(asked)],
    ['API', apiWords(request, asked)],
    ['Receives', received(verdictOf(answer))],
    ['Request', isRefused(answer) ? refusalOf(answer) : undefined],
    ['Bytes', formatSize(request.bytes)],
    ...costFacts(cost, arrival.state),
    ...[...shared.map(limitWords), ...new Set(own)].map((words) => ['Limit', words] as const),
  ]);
}

/** What several models receive, one a line. */
export function printMessages(terminal: Terminal, answers: readonly MessageAnswer[]): void {
  printModels(
    terminal,
    answers.map((answer) => {
      const { asked, receipt } = answer;
      const { request, arrival, cost } = receipt;
      return {
        name: nameOf(asked),
        api: request.choice.api,
        arrival,
        receives: received(verdictOf(answer)),
        bytes: request.bytes,
        cost,
        reason: isRefused(answer) ? refusalOf(answer) : detailOf(answer),
      };
    }),
  );
}

/** The verdict of a message: of one attachment alone that of what it is. */
function verdictOf({ receipt: { arrival, request }, attachments }: MessageAnswer): Received {
  const [first, ...others] = attachments;
  const { length: sent } = attachments.filter(isSent);
  return {
    arrival: arrival.state,
    route: first?.field ?? 'text',
    wire: outcomeOfContent(request.result.verdicts),
    isOverLimit: isOverLimit(request.limits),
    ...(others.length > 0 && { files: { sent, all: attachments.length } }),
  };
}

/** Whether an attachment is in the request. */
function isSent({ verdict }: AttachmentAnswer): boolean {
  return verdict !== undefined && verdict.outcome !== 'dropped';
}

/** How many attachments are sent, and why the first of the others is not, or not as it is. */
function detailOf(answer: MessageAnswer): string {
  const { attachments } = answer;
  const sent = attachments.filter(isSent).length;
  const count = attachments.length;
  const words =
    sent < count
      ? `${sent} of ${count} attachments ${sent === 1 ? 'is' : 'are'} sent`
      : count === 1
        ? 'The attachment is sent'
        : 'All attachments are sent';
  const other = attachments.find(({ verdict, arrival }) => !verdict || arrival.state !== 'arrives');
  return other ? `${words}; ${nameIn(other.info)}: ${reasonOf(other, answer)}` : `${words}.`;
}

/** What the model receives of one attachment. */
function receivedOf(each: AttachmentAnswer, answer: MessageAnswer): string {
  if (isUnreceived(each, answer)) return OUTCOME_WORDS.unreceived;
  const { arrival, field: route = 'text', verdict, limits } = each;
  return received({ arrival: arrival.state, route, wire: verdict?.outcome ?? null, isOverLimit: isOverLimit(limits) });
}

/** Whether it is in a request that is rejected for something else. */
function isUnreceived({ arrival }: AttachmentAnswer, answer: MessageAnswer): boolean {
  return isRefused(answer) && arrival.state !== 'refused';
}

/** Why the model gets that; of a refused request, what is refused about this attachment. */
function reasonOf(each: AttachmentAnswer, answer: MessageAnswer): string {
  const { info, outcome, failure, verdict, arrival } = each;
  if (isUnreceived(each, answer)) return '';
  if (outcome === 'failed') return `it cannot be read: ${unreadable(failure)}`;
  if (outcome === 'described') return notTaken(answer.asked, [ATTACHMENT_CAPABILITY[info.type]]);
  if (arrival.cause) return formatSentence(arrival.cause.sentence);
  return verdict && verdict.outcome !== 'sent' ? formatSentence(ruleSentence(verdict)) : '';
}
