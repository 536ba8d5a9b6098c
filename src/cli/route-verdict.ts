import type { Expectation } from './expectation.ts';
import { mediaKind } from '../core/content/media-type.ts';
import { formatSize } from '../core/content/size.ts';
import { type ErrorCode, formatSentence, sentence } from '../core/io/errors.ts';
import type { ContentRouteResult } from '../core/routing/route-result.ts';
import type { DescribeLength } from '../core/routing/shortened-message.ts';
import { type ApiChoice, isOverLimit, type JudgedRequest } from '../core/receive/model-request.ts';
import type { ReadingReceipt, Recipient } from '../core/receive/receive.ts';
import { toolSentence } from '../core/tools/tool-definitions.ts';
import type { Arrival } from '../core/wire/arrival.ts';
import type { LimitFinding } from '../core/wire/limit-finding.ts';
import { type CatalogueService, catalogueSource } from '../core/wire/catalogue-service.ts';
import { mannerWord, type Received, receivedWord, type Say } from '../core/wire/outcome-words.ts';
import { limitSentence, ruleSentence } from '../core/wire/rule-sentence.ts';
import { shortenBody } from '../core/wire/shortened-body.ts';
import { API_NAMES, type WireApi } from '../core/wire/verdict.ts';
import type { Cost } from '../core/wire/cost.ts';
import { costFacts, figures, NO_FIGURES } from './cost.ts';
import { printTable } from './table.ts';
import { familyWords } from './catalogue-model.ts';
import type { Terminal } from './terminal.ts';

/** Whom contents are routed for, as the command line names them. */
export interface NamedRecipient extends Recipient {
  /** Capabilities that the service misspells, by what they should be. */
  readonly misspelt?: ReadonlyMap<string, string>;
}

/** What it is called: the name of a model, or the id of a service. */
export function nameOf({ serviceId, model }: NamedRecipient): string {
  return model?.config.name ?? serviceId ?? 'none (text only)';
}

/** Where it is known what a model takes, for programs: nothing for a service that says so itself. */
export function originJson({ model }: NamedRecipient): object {
  return model ? { from: 'catalogue', provider: model.provider ?? null, source: catalogueSource(model) ?? null } : {};
}

/** What the model receives in the end and why, one fact a line. */
export function routeVerdict(receipt: ReadingReceipt, asked: NamedRecipient): readonly (readonly [string, string | undefined])[] {
  const { route } = receipt;
  const { metadata } = route;
  return [
    ['Artifact', `${metadata.id}${metadata.filename === undefined ? '' : ` (${metadata.filename})`}`],
    ['Type', metadata.mimeType === undefined ? undefined : metadata.mimeType + contradiction(route)],
    ['Size', metadata.size === undefined ? undefined : formatSize(metadata.size)],
    [asked.model ? 'Model' : 'Service', nameOf(asked)],
    ['Catalogue', asked.model && catalogueWords(asked.model)],
    ['Receives', received(verdictOf(receipt))],
    ['Reason', reasonOf(receipt, asked)],
  ];
}

/** Who serves a model of the catalogue, and who says what it accepts: `OpenAI, @langchain/openai 1.6.0`. */
function catalogueWords(model: CatalogueService): string {
  return [model.provider, familyWords(model) ?? catalogueSource(model)].filter((each) => each !== undefined).join(', ');
}

/** What decided an arrival; undefined when the capabilities did. A limit is that of an API, which its sentence does not name. */
function arrivalReason({ arrival: { cause }, request }: Pick<ReadingReceipt, 'arrival' | 'request'>): string | undefined {
  return cause && (cause.by === 'limit' ? `${API_NAMES[request.choice.api]}: ` : '') + formatSentence(cause.sentence);
}

/** Why the model receives that. */
function reasonOf(receipt: ReadingReceipt, asked: NamedRecipient): string {
  return arrivalReason(receipt) ?? because(receipt.route, asked);
}

/** The same beside that of other models, where nothing else says how it arrives changed. */
export function detailOf(receipt: ReadingReceipt, asked: NamedRecipient): string {
  const { route, verdict, arrival } = receipt;
  const isChanged = arrival.cause === undefined && route.reason.rule === 'capability_present' && verdict.outcome !== 'sent';
  return isChanged ? formatSentence(ruleSentence(verdict)) : reasonOf(receipt, asked);
}

/** English, as everything the command line says. */
const say: Say = (text, ...args) => formatSentence(sentence(text, ...args));

/** What the model receives in the end and how it comes to it, in the words of the screen. */
export function received(verdict: Received): string {
  return [receivedWord(verdict, say), mannerWord(verdict, say)].filter((word) => word !== '').join(', ');
}

/** The verdict of one content. */
export function verdictOf({ route, arrival, verdict, request }: ReadingReceipt): Received {
  return { arrival: arrival.state, route: route.routing, wire: verdict.outcome, isOverLimit: isOverLimit(request.limits) };
}

/** The decision behind a route, as the end of a sentence. */
function because({ reason }: ContentRouteResult, asked: NamedRecipient): string {
  const name = nameOf(asked);
  switch (reason.rule) {
    case 'text':
      return 'every model can read text';
    case 'capability_present':
      return asked.model
        ? `the catalogue says that ${name} takes "${reason.capability ?? ''}"`
        : `${name} declares "${reason.capability ?? ''}"`;
    case 'capability_missing':
      return notTaken(asked, reason.acceptedCapabilities);
    case 'service_unknown':
      return notTaken(asked, reason.acceptedCapabilities);
    case 'too_large':
      return `the content is larger than ${formatSize(Number(reason.failure?.params?.['limit'] ?? 0))}`;
    case 'content_failed':
      return `the content cannot be read: ${unreadable(reason.failure?.code)}`;
  }
}

/** Why a model is not sent a content, as the end of a sentence. @param accepted the capabilities of which one would do */
export function notTaken(asked: NamedRecipient, accepted: readonly string[]): string {
  const words = accepted.map((name) => `"${name}"`).join(' or ');
  if (asked.serviceId === null) return `it needs ${words}, and no model is named (--model, --service)`;
  const name = nameOf(asked);
  if (!asked.model) return `${name} does not declare ${words}${misspelling(asked, accepted)}`;
  return isDenied(asked.model, accepted)
    ? `the catalogue says that ${name} does not take ${words}`
    : `the catalogue does not know whether ${name} takes ${words}`;
}

function misspelling({ misspelt }: NamedRecipient, accepted: readonly string[]): string {
  const meant = accepted.find((capability) => misspelt?.has(capability));
  return meant === undefined ? '' : ` (its "${misspelt?.get(meant) ?? ''}" is no capability: did you mean "${meant}"?)`;
}

/** Why a content cannot be read, as the end of a sentence. */
export function unreadable(code: ErrorCode = 'io_failed'): string {
  const words = toolSentence(code, 'en');
  return `${words.charAt(0).toLowerCase()}${words.slice(1).replace(/\.$/, '')}`;
}

/** Whether the catalogue says no to each of these inputs; what it does not know is no such word. */
function isDenied({ inference }: CatalogueService, capabilities: readonly string[]): boolean {
  const isNo = (capability: string): boolean =>
    inference.findings.some(({ list, type, known }) => list === 'input' && type === capability && known === 'no');
  return capabilities.every(isNo);
}

function contradiction({ metadata }: ContentRouteResult): string {
  const { declaredMimeType: declared, detectedMimeType: detected, mimeType } = metadata;
  if (declared === undefined) return '';
  return declared === mimeType ? ` (content looks like ${detected ?? ''})` : ` (declared ${declared})`;
}

/** Why an artifact does not arrive as expected; undefined when it does. */
export function unmet(expected: Expectation, receipt: ReadingReceipt, asked: NamedRecipient): string | undefined {
  const { route } = receipt;
  const routed = routedAs(route);
  if (!routed.includes(expected)) return `it is sent as ${routed[0] ?? 'nothing'}, because ${because(route, asked)}`;
  const { state, cause } = receipt.arrival;
  return state === 'refused' || state === 'dropped' || cause?.by === 'guess' ? arrivalReason(receipt) : undefined;
}

/** What a route is; a file by its kind first. */
function routedAs(route: ContentRouteResult): Expectation[] {
  switch (route.routing) {
    case 'text':
      return [route.reason.rule === 'text' ? 'text' : 'description'];
    case 'image_url':
      return ['image'];
    case 'file': {
      const kind = mediaKind(route.file.file.mimeType);
      return kind === 'audio' || kind === 'video' || kind === 'document' ? [kind, 'file'] : ['file'];
    }
  }
}

/** The API and what it makes of the artifact, one fact a line. */
export function wireFacts(receipt: ReadingReceipt, asked: NamedRecipient): readonly (readonly [string, string | undefined])[] {
  const { verdict, request, cost, arrival } = receipt;
  const rule = formatSentence(ruleSentence(verdict));
  return [
    ['API', apiWords(request, asked)],
    // The reason may have said it already.
    ['Request', rule === arrivalReason(receipt) ? undefined : rule],
    ...costFacts(cost, arrival.state),
    ...request.limits.map((finding) => ['Limit', limitWords(finding)] as const),
  ];
}

/** An API with how it was found; that of a model of the catalogue is known. */
export function apiWords({ choice: { api, certainty, because } }: JudgedRequest, { model }: Recipient): string {
  return API_NAMES[api] + (because && !model ? ` (${certainty}: ${formatSentence(because)})` : '');
}

/** A limit with how bad it is. */
export function limitWords(finding: LimitFinding): string {
  return `${finding.severity}: ${formatSentence(limitSentence(finding))}`;
}

/** The same for programs. @param isWhole with the body and the verdict of every part; without `describe` base64 in full length */
export function wireJson(
  { request, verdict, arrival }: ReadingReceipt,
  { isWhole, describe }: { readonly isWhole: boolean; readonly describe: DescribeLength | undefined },
): object {
  const { choice, result, bytes, limits } = request;
  return {
    ...choiceJson(choice),
    outcome: verdict.outcome,
    because: formatSentence(ruleSentence(verdict)),
    arrival: arrival.state,
    size: bytes,
    ...(limits.length > 0 && { limits: limits.map(limitJson) }),
    ...(isWhole && { verdicts: result.verdicts, body: describe ? shortenBody(result, describe).value : result.body }),
  };
}

/** The API of a request and how it is known, for programs. */
export function choiceJson({ api, certainty }: ApiChoice): object {
  return { api, certainty: certainty === 'chosen' ? 'named' : certainty };
}

/** A finding about a limit, for programs. */
export function limitJson(finding: LimitFinding): object {
  const { code, severity, params, source } = finding;
  return { code, severity, params, source, message: formatSentence(limitSentence(finding)) };
}

/** What one of several models receives. */
export interface ModelLine {
  readonly name: string;
  readonly api: WireApi;
  readonly arrival: Arrival;
  readonly receives: string;
  /** Bytes of the request. */
  readonly bytes: number;
  readonly cost: Cost;
  readonly reason: string;
}

/** What several models receive, one a line, in the columns of *Compare* in VS Code. */
export function printModels(terminal: Terminal, lines: readonly ModelLine[]): void {
  printTable(
    terminal,
    [
      { heading: 'MODEL' },
      { heading: 'API' },
      { heading: 'RECEIVES' },
      { heading: 'BYTES', align: 'right' },
      { heading: 'TOKENS', align: 'right' },
      { heading: 'PRICE', align: 'right' },
      { heading: 'CONTEXT', align: 'right' },
      { heading: 'DETAIL' },
    ],
    lines.map(({ name, api, arrival, receives, bytes, cost, reason }) => {
      const { tokens, dollars, share } = arrival.state === 'refused' || arrival.state === 'nothing' ? NO_FIGURES : figures(cost);
      return [name, API_NAMES[api], receives, formatSize(bytes), tokens, dollars, share, reason];
    }),
  );
}
