import type { MediaFacts } from '../core/content/media-facts.ts';
import { mediaFactsWithin } from '../core/content/media-facts-task.ts';
import { GENERIC_BINARY, mediaKind } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { type ErrorCode, formatSentence } from '../core/io/errors.ts';
import { formatReference } from '../core/refs/reference.ts';
import { CapabilityRouter } from '../core/routing/capability-router.ts';
import { ContentAdapter } from '../core/routing/content-adapter.ts';
import { ATTACHMENT_CAPABILITY, attachmentInfo, type AttachmentInfo } from '../core/routing/message.ts';
import { shortenMessage, type DescribeLength } from '../core/routing/shortened-message.ts';
import type { Artifact } from '../core/store/artifact.ts';
import { type Arrival, arrivalOf } from '../core/wire/arrival.ts';
import type { LimitFinding } from '../core/wire/limit-finding.ts';
import { checkLimits, checkRequest } from '../core/wire/limits.ts';
import { limitSentence, ruleSentence } from '../core/wire/rule-sentence.ts';
import { apiOfService, type ServiceApi } from '../core/wire/service-api.ts';
import { bodySize, shortenBody, textRead } from '../core/wire/shortened-body.ts';
import { toWire } from '../core/wire/to-wire.ts';
import { estimateMediaTokens } from '../core/wire/tokens/media-tokens.ts';
import { countTextTokensIn, textTokens } from '../core/wire/tokens/text-tokens.ts';
import type { UserMessage } from '../core/wire/turns.ts';
import { API_NAMES, type WireApi, type WireResult, type WireVerdict } from '../core/wire/verdict.ts';
import type { ModelsOfRoot } from '../platform/open-root.ts';
import type { Invocation } from './command.ts';
import { type Content, openContent } from './contents.ts';
import {
  apiWords,
  type Asked,
  type Cost,
  costFacts,
  costOf,
  type Expectation,
  figures,
  limitWords,
  nameOf,
  NO_FIGURES,
  outcomeWord,
  tokensUnknown,
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
  /** What the API makes of its part. */
  readonly verdict?: WireVerdict;
  readonly arrival: Arrival;
  /** Limits that are about it alone. */
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
  /** The API answers with an error. */
  readonly isRefused: boolean;
  /** Nothing is known of a refused request. */
  readonly cost: Cost;
}

/** Contents that are read once, whatever the number of models. */
export interface MessageContents {
  readonly infos: readonly AttachmentInfo[];
  read(reference: string): Promise<Artifact | null>;
  facts(info: AttachmentInfo): Promise<MediaFacts>;
}

/** Finds the contents of a message. @throws Refusal */
export async function messageContents(invocation: Invocation): Promise<MessageContents> {
  const contents = await Promise.all(invocation.positionals.map((text) => openContent(text, invocation)));
  const byReference = new Map(contents.map((content): [string, Content] => [formatReference(content.metadata.reference), content]));
  const known = new Map<string, Promise<Artifact | null>>();
  const read = (reference: string): Promise<Artifact | null> => {
    const reading = known.get(reference) ?? byReference.get(reference)?.read() ?? Promise.resolve(null);
    known.set(reference, reading);
    return reading;
  };
  return {
    infos: contents.map(({ metadata }) => attachmentInfo(metadata.reference, metadata)),
    read,
    facts: async ({ artifactRef, mimeType = GENERIC_BINARY, size = 0 }) => {
      const artifact = await read(artifactRef);
      const type = artifact?.mimeType ?? mimeType;
      if (!artifact || typeof artifact.content === 'string') return { mimeType: type, size: artifact?.size ?? size };
      const lacksSignature = artifact.detection?.lacksSignature;
      return mediaFactsWithin(invocation.compute, artifact.content, { mimeType: type, lacksSignature });
    },
  };
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
  const result = toWire([message], api, { model });
  const includes = (info: AttachmentInfo): boolean =>
    !unsupportedAttachments.includes(info) && !failures.some(({ attachment }) => attachment === info);
  const included = infos.filter(includes);
  const facts = new Map<AttachmentInfo, MediaFacts>();
  for (const info of included) facts.set(info, await contents.facts(info));
  // The parts of attachments come last, in their order.
  const texts = (typeof processedContent === 'string' ? 1 : processedContent.length) - included.length;
  const sent = [...facts].filter(([, { mimeType }]) => mediaKind(mimeType) !== 'text');
  const limits = checkRequest(
    result,
    sent.map(([, each]) => each),
    api,
  );
  const attachments = infos.map((info): AttachmentAnswer => {
    const failure = failures.find(({ attachment }) => attachment === info)?.failure.code;
    if (failure !== undefined) return { info, outcome: 'failed', failure, limits: [], arrival: { state: 'failed' } };
    const own = facts.get(info);
    if (!own) return { info, outcome: 'described', limits: [], arrival: { state: 'described' } };
    const verdict = result.verdicts.find(({ part }) => part === texts + included.indexOf(info));
    const ownLimits = verdict?.outcome === 'dropped' ? [] : checkLimits(own, api, { model });
    const verdicts = verdict ? [verdict] : [];
    const arrival = arrivalOf({ route: 'content', verdicts, limits: ownLimits, size: own.size, doubt: null });
    return { info, outcome: 'included', as: kindOf(own), ...(verdict && { verdict }), limits: ownLimits, arrival };
  });
  const isRefused =
    limits.some(({ severity }) => severity === 'error') ||
    result.verdicts.some(({ outcome }) => outcome === 'rejected') ||
    attachments.some(({ arrival }) => arrival.state === 'refused');
  const cost = isRefused ? NO_COST : await costOfMessage();
  return { asked, model, api, ...(inferred && { inferred }), message, result, attachments, limits, isRefused, cost };

  async function costOfMessage(): Promise<Cost> {
    const media = sent.map(([, each]) => estimateMediaTokens(each, { api, model }));
    const known = media.filter((estimate) => estimate !== null);
    if (known.length < media.length) return NO_COST;
    const read = textRead(result, result.verdicts, message) ?? '';
    const text = read === '' ? [] : [textTokens(await countTextTokensIn(invocation.compute, read), { api, model })];
    return costOf([...known, ...text], service, api);
  }
}

const NO_COST: Cost = { tokens: null, price: null, context: null };

function kindOf({ mimeType }: MediaFacts): Expectation {
  const kind = mediaKind(mimeType);
  return kind === 'other' ? 'file' : kind;
}

/** Why not every attachment arrives as expected; undefined when all do. */
export function unmetOf(expected: Expectation, answer: MessageAnswer): string | undefined {
  if (answer.isRefused && expected !== 'description') return `the request is rejected: ${refusalOf(answer)}`;
  const wrong = answer.attachments.find(
    ({ as = 'description' }) => as !== expected && !(expected === 'file' && as !== 'text' && as !== 'description' && as !== 'image'),
  );
  if (wrong) return `${nameIn(wrong.info)} is sent as ${wrong.as ?? 'description'}`;
  const lost = answer.attachments.find(({ verdict }) => verdict?.outcome === 'dropped');
  return lost?.verdict && `${nameIn(lost.info)}: ${formatSentence(ruleSentence(lost.verdict))}`;
}

/** An artifact by its reference, a file by its path. */
function nameIn({ artifactRef }: AttachmentInfo): string {
  return artifactRef.replace(/^file:/, '');
}

/** Why the API refuses the request, naming the attachment where it is one. */
function refusalOf({ attachments, limits, result, api }: MessageAnswer): string {
  const one = attachments.find(({ arrival }) => arrival.state === 'refused');
  if (one?.arrival.cause) return `${nameIn(one.info)}: ${formatSentence(one.arrival.cause.sentence)}`;
  const error = limits.find(({ severity }) => severity === 'error');
  if (error) return `${API_NAMES[api]}: ${formatSentence(limitSentence(error))}${largestOf(attachments)}`;
  const rejected = result.verdicts.find(({ outcome }) => outcome === 'rejected');
  return rejected ? formatSentence(ruleSentence(rejected)) : '';
}

/** Of a limit of the whole request, what adds most to it. */
function largestOf(attachments: readonly AttachmentAnswer[]): string {
  const included = attachments.filter(({ outcome }) => outcome === 'included');
  const largest = included.toSorted((a, b) => (b.info.size ?? 0) - (a.info.size ?? 0))[0]?.info;
  return largest?.size === undefined ? '' : ` The largest is ${nameIn(largest)} (${formatSize(largest.size)}).`;
}

/** Everything of an answer for programs. */
export function messageAnswerJson(
  answer: MessageAnswer,
  { isWhole, describe }: { readonly isWhole: boolean; readonly describe: DescribeLength | undefined },
): object {
  const { asked, model, api, inferred, message, result, attachments, limits, isRefused, cost } = answer;
  const limitsJson = (findings: readonly LimitFinding[]) =>
    findings.map((finding) => ({ ...finding, message: formatSentence(limitSentence(finding)) }));
  return {
    service: asked.serviceId,
    model: model ?? null,
    attachments: attachments.map(({ info, outcome, failure, verdict, arrival, limits: own }) => ({
      ...info,
      capability: ATTACHMENT_CAPABILITY[info.type],
      outcome,
      ...(failure !== undefined && { failure }),
      arrival: isRefused ? 'refused' : arrival.state,
      ...(verdict && { wire: verdict.outcome, because: formatSentence(ruleSentence(verdict)) }),
      ...(own.length > 0 && { limits: limitsJson(own) }),
    })),
    message: describe ? shortenMessage(message, describe).value : message,
    ...cost,
    wire: {
      api,
      certainty: inferred?.certainty ?? 'named',
      arrival: isRefused ? 'refused' : 'arrives',
      ...(isRefused && { because: refusalOf(answer) }),
      size: bodySize(result),
      ...(limits.length > 0 && { limits: limitsJson(limits) }),
      verdicts: result.verdicts,
      ...(isWhole && { body: describe ? shortenBody(result, describe).value : result.body }),
    },
  };
}

/** What one model receives, one attachment a line. */
export function printMessage(terminal: Terminal, answer: MessageAnswer): void {
  const { asked, api, inferred, attachments, limits, isRefused, cost, result } = answer;
  printTable(
    terminal,
    [{ heading: 'ATTACHMENT' }, { heading: 'TYPE' }, { heading: 'SIZE', align: 'right' }, { heading: 'MODEL GETS' }, { heading: 'REASON' }],
    attachments.map((each) => [
      nameIn(each.info),
      each.info.mimeType ?? '',
      each.info.size === undefined ? '' : formatSize(each.info.size),
      isRefused ? 'nothing: the request is rejected' : gets(each),
      reasonOf(each),
    ]),
  );
  terminal.print('');
  const request = isRefused ? `rejected: ${refusalOf(answer)}` : `${formatSize(bodySize(result))}`;
  const own = attachments.flatMap((each) => each.limits.map((finding) => `${nameIn(each.info)}: ${limitWords(finding)}`));
  printFacts(terminal, [
    [asked.model ? 'Model' : 'Service', nameOf(asked)],
    ['API', apiWords({ asked, api, inferred })],
    ['Request', request],
    ...(isRefused ? [] : cost.tokens ? costFacts(cost) : [tokensUnknown]),
    ...[...limits.map(limitWords), ...own].map((words) => ['Limit', words] as const),
  ]);
}

/** What several models receive, one a line. */
export function printMessages(terminal: Terminal, answers: readonly MessageAnswer[]): void {
  printTable(
    terminal,
    [
      { heading: 'MODEL' },
      { heading: 'API' },
      { heading: 'MODEL GETS' },
      { heading: 'REQUEST', align: 'right' },
      { heading: 'TOKENS', align: 'right' },
      { heading: 'PRICE', align: 'right' },
      { heading: 'CONTEXT', align: 'right' },
      { heading: 'REASON' },
    ],
    answers.map((answer) => {
      const { asked, api, isRefused, result, attachments, cost } = answer;
      const { tokens, dollars, share } = isRefused ? NO_FIGURES : figures(cost);
      const arrive = attachments.filter(({ verdict }) => verdict && verdict.outcome !== 'dropped').length;
      const other = attachments.find(({ verdict }) => !verdict || verdict.outcome === 'dropped');
      return [
        nameOf(asked),
        API_NAMES[api],
        isRefused
          ? 'nothing: the request is rejected'
          : arrive === attachments.length
            ? `all ${arrive}`
            : `${arrive} of ${attachments.length}`,
        formatSize(bodySize(result)),
        tokens,
        dollars,
        share,
        isRefused ? refusalOf(answer) : other ? `${nameIn(other.info)}: ${reasonOf(other)}` : '',
      ];
    }),
  );
}

function gets({ outcome, verdict, arrival }: AttachmentAnswer): string {
  if (outcome !== 'included') return 'a description';
  if (verdict?.outcome === 'dropped') return 'a note instead of the content';
  const words = verdict ? `the content (${outcomeWord(verdict.outcome)})` : 'the content';
  return arrival.state === 'doubtful' ? `${words}, doubtful` : words;
}

function reasonOf({ info, outcome, failure, verdict, arrival }: AttachmentAnswer): string {
  if (outcome === 'failed') return `it cannot be read: ${unreadable(failure)}`;
  if (outcome === 'described') return `the model does not take "${ATTACHMENT_CAPABILITY[info.type]}"`;
  if (arrival.cause) return formatSentence(arrival.cause.sentence);
  return verdict && verdict.outcome !== 'sent' ? formatSentence(ruleSentence(verdict)) : '';
}
