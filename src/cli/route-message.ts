import type { MediaFacts } from '../core/content/media-facts.ts';
import { mediaFactsWithin } from '../core/content/media-facts-task.ts';
import { GENERIC_BINARY, mediaKind } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { type ErrorCode, formatSentence } from '../core/io/errors.ts';
import type { ModelDoubt } from '../core/models/catalogue/check-catalogue.ts';
import { formatReference, pathOfFileId } from '../core/refs/reference.ts';
import { ACCEPTED_CAPABILITIES } from '../core/routing/artifact-content-router.ts';
import { CapabilityRouter } from '../core/routing/capability-router.ts';
import { ContentAdapter } from '../core/routing/content-adapter.ts';
import { ATTACHMENT_CAPABILITY, attachmentInfo, type AttachmentInfo } from '../core/routing/message.ts';
import type { ContentPart } from '../core/routing/route-result.ts';
import { shortenMessage, type DescribeLength } from '../core/routing/shortened-message.ts';
import type { Artifact, ContentMetadata } from '../core/store/artifact.ts';
import { type Arrival, arrivalOf, wayOfAttachments } from '../core/wire/arrival.ts';
import type { LimitFinding } from '../core/wire/limit-finding.ts';
import { checkLimits, checkRequest, worstFirst } from '../core/wire/limits.ts';
import { OUTCOME_WORDS, type Received } from '../core/wire/outcome-words.ts';
import { limitSentence, ruleSentence } from '../core/wire/rule-sentence.ts';
import { apiOfService, type ServiceApi } from '../core/wire/service-api.ts';
import { Measurements, modelDoubtOf } from '../core/tools/preview-artifact.ts';
import { type Cost, requestCost } from '../core/wire/cost.ts';
import { bodySize, isText, shortenBody, textRead } from '../core/wire/shortened-body.ts';
import { writeRequest } from '../core/wire/to-wire.ts';
import { estimateMediaTokens } from '../core/wire/tokens/media-tokens.ts';
import { textTokens } from '../core/wire/tokens/text-tokens.ts';
import { readMessages, type UserMessage } from '../core/wire/turns.ts';
import { API_NAMES, outcomeOfContent, type WireApi, type WireResult, type WireVerdict } from '../core/wire/verdict.ts';
import type { ModelsOfRoot } from '../platform/open-root.ts';
import type { Invocation } from './command.ts';
import { openContents } from './contents.ts';
import { costFacts } from './cost.ts';
import {
  apiWords,
  type Asked,
  type Expectation,
  limitWords,
  nameOf,
  notTaken,
  originJson,
  printModels,
  isOverLimit,
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
  readonly asked: Asked;
  readonly model: string | undefined;
  readonly api: WireApi;
  /** Absent when the API was named on the command line. */
  readonly inferred?: ServiceApi;
  readonly message: UserMessage;
  readonly result: WireResult;
  readonly attachments: readonly AttachmentAnswer[];
  /** Limits of the request as a whole. */
  readonly limits: readonly LimitFinding[];
  /** What the model receives of all of it. */
  readonly arrival: Arrival;
  readonly cost: Cost;
}

/** Contents that are read once, whatever the number of models. */
export interface MessageContents {
  readonly infos: readonly AttachmentInfo[];
  /** In the same order. */
  readonly metadata: readonly ContentMetadata[];
  read(reference: string): Promise<Artifact | null>;
  facts(info: AttachmentInfo): Promise<MediaFacts>;
}

/** Finds the contents of a message. @throws Refusal */
export async function messageContents(invocation: Invocation): Promise<MessageContents> {
  const contents = await openContents(invocation.positionals, invocation);
  const byReference = new Map(contents.map((content) => [formatReference(content.metadata.reference), content]));
  const read = remembering(async (reference: string) => (await byReference.get(reference)?.read()) ?? null);
  return {
    metadata: contents.map(({ metadata }) => metadata),
    infos: contents.map(({ metadata }) => attachmentInfo(metadata.reference, metadata)),
    read,
    facts: remembering(async ({ artifactRef, mimeType = GENERIC_BINARY, size = 0 }: AttachmentInfo) => {
      const artifact = await read(artifactRef);
      const type = artifact?.mimeType ?? mimeType;
      if (!artifact || typeof artifact.content === 'string') return { mimeType: type, size: artifact?.size ?? size };
      const lacksSignature = artifact.detection?.lacksSignature;
      return mediaFactsWithin(invocation.compute, artifact.content, { mimeType: type, lacksSignature });
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

/** An attachment that is sent, with its part. */
interface Sent {
  readonly info: AttachmentInfo;
  readonly facts: MediaFacts;
  readonly part: ContentPart;
  readonly verdict: WireVerdict;
}

/** Routes several contents, or one, as the attachments of one message. */
export async function answerMessage(
  contents: MessageContents,
  asked: Asked,
  { models, router }: ModelsOfRoot,
  { named, invocation }: { readonly named: WireApi | undefined; readonly invocation: Invocation },
): Promise<MessageAnswer> {
  const { infos } = contents;
  const service = asked.serviceId === null ? null : models.getServiceById(asked.serviceId);
  const inferred = named === undefined ? apiOfService(service ?? {}) : undefined;
  const [api, model] = [named ?? inferred?.api ?? 'openai-compatible', service?.model];
  const { processedContent, unsupportedAttachments, failures } = await new CapabilityRouter({
    serviceRegistry: models,
    contentAdapter: new ContentAdapter({ language: invocation.language }),
    artifactStore: { getArtifact: (reference) => contents.read(reference) },
    maxContentBytes: router.maxContentBytes,
  }).routeContent({ attachments: [...infos] }, asked.serviceId);
  const message: UserMessage = { role: 'user', content: processedContent };
  const result = writeRequest(readMessages([message], { isChecked: true }), api, { model });
  const included = infos.filter(
    (info) => !unsupportedAttachments.includes(info) && !failures.some(({ attachment }) => attachment === info),
  );
  const sent: Sent[] = [];
  for (const [index, info] of included.entries()) {
    // The parts of attachments come last, in their order.
    const at = processedContent.length - included.length + index;
    const [part, verdict] = [processedContent[at], result.verdicts.find((each) => each.part === at)];
    if (typeof part === 'object' && verdict) sent.push({ info, part, verdict, facts: await contents.facts(info) });
  }
  // A part that is not in the request has no limit to keep, and costs nothing.
  const arriving = sent.filter(({ verdict, part }) => verdict.outcome !== 'dropped' && part.type !== 'text');
  const facts = arriving.map((each) => each.facts);
  const behind = checkRequest(result, facts, api).map(({ media, ...finding }) => ({
    finding,
    media: media.map((index) => arriving[index]),
  }));
  const limits = behind.map(({ finding }) => finding);
  const doubts = new Map<Sent, ModelDoubt | null>();
  for (const each of arriving.filter(({ verdict }) => !isText(verdict))) {
    const [kind] = ACCEPTED_CAPABILITIES[mediaKind(each.facts.mimeType)];
    doubts.set(each, await modelDoubtOf(asked, model, ATTACHMENT_CAPABILITY[each.info.type], kind));
  }
  const attachments = infos.map((info): AttachmentAnswer => {
    const failure = failures.find(({ attachment }) => attachment === info)?.failure.code;
    if (failure !== undefined) return { info, outcome: 'failed', failure, limits: [], arrival: { state: 'failed' } };
    const own = sent.find((each) => each.info === info);
    if (!own) return { info, outcome: 'described', limits: [], arrival: { state: 'described' } };
    const shared = behind.flatMap(({ finding, media }) => (media.includes(own) ? [finding] : []));
    const found = worstFirst([...shared, ...(arriving.includes(own) ? checkLimits(own.facts, api, { model, verdict: own.verdict }) : [])]);
    const { verdict, part } = own;
    const arrival = arrivalOf({
      route: 'content',
      verdicts: [verdict],
      limits: found,
      size: own.facts.size,
      doubt: doubts.get(own) ?? null,
    });
    return { info, outcome: 'included', as: kindOf(part), field: part.type, verdict, limits: found, arrival };
  });
  const arrival = arrivalOf({
    route: wayOfAttachments(attachments.map(({ outcome }) => outcome)),
    verdicts: result.verdicts,
    limits: worstFirst([...limits, ...attachments.flatMap((each) => each.limits)]),
    size: null,
    doubt: [...doubts.values()].find((doubt) => doubt !== null) ?? null,
  });
  const cost = await requestCost(arrival.state === 'refused' || arrival.state === 'nothing' ? null : await estimates(), service, api);
  return { asked, model, api, ...(inferred && { inferred }), message, result, attachments, limits, arrival, cost };

  async function estimates() {
    const media = arriving.filter(({ verdict }) => !isText(verdict)).map((each) => estimateMediaTokens(each.facts, { api, model }));
    const known = media.filter((estimate) => estimate !== null);
    if (known.length < media.length) return null;
    const read = textRead(result, result.verdicts, message) ?? '';
    const count = read === '' ? undefined : await new Measurements(invocation.compute).text(read);
    return count === undefined ? known : count && [...known, textTokens(count, { api, model })];
  }
}

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
  return lost && `${nameIn(lost.info)}: ${reasonOf(lost, answer)}`;
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

function isRefused({ arrival }: MessageAnswer): boolean {
  return arrival.state === 'refused';
}

/** An artifact by its reference, a file by its path. */
function nameIn({ artifactRef }: AttachmentInfo): string {
  return pathOfFileId(artifactRef) ?? artifactRef;
}

/** Names and causes beyond this many are not printed: a person solves one after the other. */
const MOST_TOLD = 4;

/** Everything for which the API refuses the request, with the attachments it is about. */
function refusalOf({ attachments, limits, result, api }: MessageAnswer): string {
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
  const causes = [...names].map(([sentence, of]) => `${of.size === 0 ? API_NAMES[api] : atMost([...of], ', ')}: ${sentence}`);
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
  const { asked, model, api, inferred, message, result, attachments, limits, arrival, cost } = answer;
  const limitsJson = (findings: readonly LimitFinding[]) =>
    findings.map((finding) => ({ ...finding, message: formatSentence(limitSentence(finding)) }));
  return {
    service: asked.serviceId,
    model: model ?? null,
    ...originJson(asked),
    attachments: attachments.map((each) => ({
      ...each.info,
      capability: ATTACHMENT_CAPABILITY[each.info.type],
      outcome: each.outcome,
      ...(each.failure !== undefined && { failure: each.failure }),
      arrival: isRefused(answer) ? 'refused' : each.arrival.state,
      ...(each.verdict && { wire: each.verdict.outcome, because: formatSentence(ruleSentence(each.verdict)) }),
      ...(reasonOf(each, answer) !== '' && { reason: reasonOf(each, answer) }),
      ...(each.limits.length > 0 && { limits: limitsJson(each.limits) }),
    })),
    message: describe ? shortenMessage(message, describe).value : message,
    ...cost,
    wire: {
      api,
      certainty: inferred?.certainty ?? 'named',
      arrival: arrival.state,
      ...(isRefused(answer) && { because: refusalOf(answer) }),
      size: bodySize(result),
      ...(limits.length > 0 && { limits: limitsJson(limits) }),
      verdicts: result.verdicts,
      ...(isWhole && { body: describe ? shortenBody(result, describe).value : result.body }),
    },
  };
}

/** What one model receives, one attachment a line. */
export function printMessage(terminal: Terminal, answer: MessageAnswer): void {
  const { asked, api, inferred, attachments, limits, arrival, cost, result } = answer;
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
  const shared = limits.filter((finding) => !attachments.some((each) => each.limits.includes(finding)));
  const own = attachments.flatMap((each) => each.limits.map((finding) => `${nameIn(each.info)}: ${limitWords(finding)}`));
  printFacts(terminal, [
    [asked.model ? 'Model' : 'Service', nameOf(asked)],
    ['API', apiWords({ asked, api, inferred })],
    ['Receives', received(verdictOf(answer))],
    ['Request', isRefused(answer) ? refusalOf(answer) : undefined],
    ['Bytes', formatSize(bodySize(result))],
    ...costFacts(cost, arrival.state),
    ...[...shared.map(limitWords), ...new Set(own)].map((words) => ['Limit', words] as const),
  ]);
}

/** What several models receive, one a line. */
export function printMessages(terminal: Terminal, answers: readonly MessageAnswer[]): void {
  printModels(
    terminal,
    answers.map((answer) => {
      const { asked, api, result, arrival, cost } = answer;
      return {
        name: nameOf(asked),
        api,
        arrival,
        receives: received(verdictOf(answer)),
        bytes: bodySize(result),
        cost,
        reason: isRefused(answer) ? refusalOf(answer) : detailOf(answer),
      };
    }),
  );
}

/** The verdict of a message: of one attachment alone that of what it is. */
function verdictOf({ arrival, result, attachments, limits }: MessageAnswer): Received {
  const [first, ...others] = attachments;
  const { length: sent } = attachments.filter(isSent);
  return {
    arrival: arrival.state,
    route: first?.field ?? 'text',
    wire: outcomeOfContent(result.verdicts),
    isOverLimit: isOverLimit([...limits, ...attachments.flatMap((each) => each.limits)]),
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
      ? `${sent} of ${count} attachments are sent`
      : count === 1
        ? 'The attachment is sent'
        : `All ${count} attachments are sent`;
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
