import { formatSentence } from '../../core/io/errors.ts';
import { CapabilityRouter } from '../../core/routing/capability-router.ts';
import { ContentAdapter } from '../../core/routing/content-adapter.ts';
import { ATTACHMENT_CAPABILITY, attachmentInfo } from '../../core/routing/message.ts';
import { shortenMessage, shortenRoute } from '../../core/routing/shortened-message.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import { formatArtifactToolResponse } from '../../core/routing/tool-message.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { suggestApi } from '../../core/models/spelling.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { formatSize } from '../../core/content/size.ts';
import { bodySize } from '../../core/wire/shortened-body.ts';
import { API_NAMES, isWireApi, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import { sourceOf } from '../../core/wire/catalogue-service.ts';
import { ruleSentence } from '../../core/wire/rule-sentence.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { toWire } from '../../core/wire/to-wire.ts';
import { EXAMPLE_CALL_ID, type UserMessage } from '../../core/wire/turns.ts';
import { type ModelsOfRoot, requireAgent, requireService } from '../../platform/open-root.ts';
import { type Command, type Invocation, Refusal, UsageError } from '../command.ts';
import { catalogueModel } from '../catalogue-model.ts';
import { isPath, openContent } from '../contents.ts';
import {
  type Asked,
  type Expectation,
  EXPECTATIONS,
  figures,
  isExpectation,
  nameOf,
  reasonOf,
  received,
  type RoutedWire,
  routeVerdict,
  unmet,
  wireFacts,
  wireJson,
  wireOf,
} from '../route-verdict.ts';
import { printFacts, printTable } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** `route`: what the model of a service receives when an agent reads an artifact, and whether that is what is expected. */
export const route: Command = {
  usage: 'REF... --model NAME | --service ID | --agent ID [--api API] [--expect KIND] [--wire] [--full]',
  summary: 'show what a model receives when an agent reads an artifact or a file, and why',
  help: [
    '--model NAME     a model of the catalogue that comes with the program, such as gpt-5.2 or claude-opus-4-5;',
    '                 give several to compare them',
    '--service ID     the model service (default: none, text only)',
    '--agent ID       use the service of this agent',
    `--api API        the API of the request (default: that of the service), one of`,
    `                 ${WIRE_APIS.join(', ')}`,
    '--expect KIND    exit with 1 and the reason unless the model gets the artifact as KIND, one of',
    `                 ${EXPECTATIONS.join(', ')} (file: any kind of file)`,
    '                 Without --expect the exit code is 0 whatever the model gets',
    '--as KIND        tool: as the answer of a tool that reads it (default); attachment: as part of a message.',
    '                 Several are always the attachments of one message',
    '--wire           print the request body as it is sent',
    '--full           with --json: do not shorten base64',
  ],
  options: {
    model: { type: 'string', multiple: true },
    service: { type: 'string' },
    agent: { type: 'string' },
    api: { type: 'string' },
    as: { type: 'string' },
    expect: { type: 'string' },
    wire: { type: 'boolean' },
    full: { type: 'boolean' },
  },
  positionals: { least: 1, most: 50 },
  async run(invocation) {
    const { terminal } = invocation;
    checkReceivers(invocation);
    const [named, expected] = [apiOf(invocation), expectationOf(invocation)];
    const { positionals } = invocation;
    const [text = ''] = positionals;
    const isMessage = isAttached(invocation);
    if (isMessage && expected) throw new UsageError('--expect is about one artifact or file that a tool reads.');
    // The services of agents are those of a data root.
    const needsRoot = invocation.option('agent') !== undefined || (await Promise.all(positionals.map(isPath))).includes(false);
    const root = needsRoot ? await invocation.root() : await invocation.models();
    const everybody = await receiversOf(root, invocation);
    if (isMessage) {
      const [asked, ...others] = everybody;
      if (others.length > 0) throw new UsageError('A message is shown for one model at a time.');
      return routeMessage(root, asked?.serviceId ?? null, named, invocation);
    }
    const { metadata, inspect } = await openContent(text, invocation);
    const artifact = await inspect();
    const reference = formatReference(metadata.reference);
    const answers: Answer[] = [];
    for (const asked of everybody) {
      const result = await root.router.routeContent(artifact, asked.serviceId);
      const wire = await wireOf(result, artifact, reference, { root, compute: invocation.compute, serviceId: asked.serviceId, named });
      const service = asked.serviceId === null ? null : root.models.getServiceById(asked.serviceId);
      const reason = expected && unmet(expected, result, asked, wire);
      answers.push({
        asked,
        service,
        result,
        wire,
        ...(expected && { expectation: { kind: expected, isMet: reason === undefined, reason } }),
      });
    }
    const [first] = answers;
    if (!first) throw new Error('there is always one receiver');
    if (invocation.json) {
      const options = { isWhole: invocation.isSet('wire'), describe: invocation.isSet('full') ? undefined : describeLength };
      terminal.json(answers.length === 1 ? answerJson(first, options) : { models: answers.map((answer) => answerJson(answer, options)) });
    } else if (answers.length > 1) {
      printComparison(terminal, answers);
    } else if (invocation.isSet('wire')) {
      terminal.json(first.wire.result.body);
    } else {
      printRoute(terminal, first.result, [...routeVerdict(first.result, first.asked, first.wire), ...wireFacts(first.wire)]);
    }
    const missed = answers.filter(({ expectation }) => expectation?.isMet === false);
    if (missed.length === 0) return 0;
    // As JSON it is said already.
    if (invocation.json) return 1;
    const sentences = missed.map(({ asked, expectation }) => {
      const to = answers.length > 1 ? ` for ${nameOf(asked)}` : '';
      return `${reference} does not arrive as ${expected}${to}: ${expectation?.reason}`;
    });
    throw new Refusal('not_as_expected', sentences.join('\n'));
  },
};

/** What one model receives. */
interface Answer {
  readonly asked: Asked;
  readonly service: LlmServiceConfig | null;
  readonly result: ContentRouteResult;
  readonly wire: RoutedWire;
  readonly expectation?: { readonly kind: Expectation; readonly isMet: boolean; readonly reason: string | undefined };
}

function answerJson({ asked, service, result, wire, expectation }: Answer, { isWhole, describe }: Parameters<typeof wireJson>[1]): object {
  const message = formatArtifactToolResponse(result, EXAMPLE_CALL_ID);
  return {
    service: asked.serviceId,
    model: service?.model ?? null,
    ...(asked.model && { from: 'catalogue', provider: asked.model.provider ?? null, source: sourceOf(asked.model) ?? null }),
    result: describe ? shortenRoute(result, describe) : result,
    message: describe ? shortenMessage(message, describe).value : message,
    ...wire.cost,
    wire: wireJson(wire, { isWhole, describe }),
    ...(expectation && { expectation }),
  };
}

function printComparison(terminal: Terminal, answers: readonly Answer[]): void {
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
    answers.map(({ asked, result, wire }) => {
      const { tokens, dollars, share } = figures(wire.cost);
      return [
        nameOf(asked),
        API_NAMES[wire.api],
        received(result, wire.arrival),
        formatSize(bodySize(wire.result)),
        tokens,
        dollars,
        share,
        reasonOf(result, asked, wire),
      ];
    }),
  );
}

function printRoute(terminal: Terminal, result: ContentRouteResult, facts: Parameters<typeof printFacts>[1]): void {
  printFacts(terminal, facts);
  if (result.routing !== 'text' || result.reason.rule === 'text') return;
  terminal.print('');
  for (const line of result.content.split('\n')) terminal.print(line);
}

/** Several, or one that is asked for as such, as the attachments of one message. @returns the exit code */
async function routeMessage(
  { models, router }: ModelsOfRoot,
  serviceId: string | null,
  named: WireApi | undefined,
  invocation: Invocation,
): Promise<number> {
  const { terminal, positionals, language } = invocation;
  const contents = await Promise.all(positionals.map((text) => openContent(text, invocation)));
  const attachments = contents.map(({ metadata }) => attachmentInfo(metadata.reference, metadata));
  const capabilityRouter = new CapabilityRouter({
    serviceRegistry: models,
    contentAdapter: new ContentAdapter({ language }),
    artifactStore: {
      getArtifact: async (reference) =>
        (await contents.find(({ metadata }) => formatReference(metadata.reference) === reference)?.read()) ?? null,
    },
    maxContentBytes: router.maxContentBytes,
  });
  const { processedContent, unsupportedAttachments, failures } = await capabilityRouter.routeContent({ attachments }, serviceId);
  const message: UserMessage = { role: 'user', content: processedContent };
  const service = serviceId === null ? null : models.getServiceById(serviceId);
  const api = named ?? apiOfService(service ?? {}).api;
  const { body, verdicts } = toWire([message], api, { model: service?.model });
  const outcomes = attachments.map((attachment) => {
    const failure = failures.find((failed) => failed.attachment === attachment)?.failure;
    const outcome = failure ? 'failed' : unsupportedAttachments.includes(attachment) ? 'described' : 'included';
    return { ...attachment, capability: ATTACHMENT_CAPABILITY[attachment.type], outcome, ...(failure && { failure: failure.code }) };
  });
  const describe = invocation.isSet('full') ? undefined : describeLength;
  if (invocation.json) {
    const wire = { api, verdicts, ...(invocation.isSet('wire') && { body }) };
    terminal.json({
      service: serviceId,
      attachments: outcomes,
      message: describe ? shortenMessage(message, describe).value : message,
      wire,
    });
  } else if (invocation.isSet('wire')) {
    terminal.json(body);
  } else {
    printTable(
      terminal,
      [{ heading: 'ATTACHMENT' }, { heading: 'TYPE' }, { heading: 'NEEDS' }, { heading: 'MODEL GETS' }],
      outcomes.map(({ artifactRef, mimeType = '', capability, outcome, failure }) => [
        artifactRef,
        mimeType,
        capability,
        outcome === 'included' ? 'the content' : outcome === 'described' ? 'a description' : `a description: ${failure ?? ''}`,
      ]),
    );
    for (const verdict of verdicts) terminal.print(`${API_NAMES[api]}: ${verdict.outcome}: ${formatSentence(ruleSentence(verdict))}`);
  }
  return 0;
}

/** Whether what is routed is attached to a message. @throws UsageError */
function isAttached(invocation: Invocation): boolean {
  const as = invocation.option('as');
  if (as !== undefined && as !== 'tool' && as !== 'attachment') throw new UsageError('--as must be tool or attachment.');
  const isSeveral = invocation.positionals.length > 1;
  if (as === 'tool' && isSeveral) throw new UsageError('--as tool takes one artifact or file; several are the attachments of one message.');
  return isSeveral || as === 'attachment';
}

/** @throws UsageError for a name that is no API */
function apiOf(invocation: Invocation): WireApi | undefined {
  const name = invocation.option('api');
  if (name === undefined || isWireApi(name)) return name;
  const suggestion = suggestApi(name);
  throw new UsageError(
    `Unknown API "${name}". ${suggestion === undefined ? `Known: ${WIRE_APIS.join(', ')}.` : `Did you mean "${suggestion}"?`}`,
  );
}

/** @throws UsageError for a word that is no expectation */
function expectationOf(invocation: Invocation): Expectation | undefined {
  const word = invocation.option('expect');
  if (word === undefined || isExpectation(word)) return word;
  throw new UsageError(`--expect must be one of: ${EXPECTATIONS.join(', ')}.`);
}

function describeLength(characters: number): string {
  return `(${characters} characters of base64)`;
}

/** @throws UsageError when the model is ambiguous, or several are named and one body is wanted */
function checkReceivers(invocation: Invocation): void {
  const isNamed = (name: string): boolean => invocation.option(name) !== undefined;
  const models = invocation.every('model');
  if (isNamed('service') && isNamed('agent')) throw new UsageError('--service and --agent cannot be combined.');
  if (models.length > 0 && isNamed('agent')) throw new UsageError('--model and --agent cannot be combined.');
  const isSeveral = models.length + (isNamed('service') ? 1 : 0) > 1;
  if (isSeveral && invocation.isSet('wire') && !invocation.json)
    throw new UsageError('--wire prints one body: name one model, or use --json.');
}

/** Who is asked: the models and the service that were named, else text only. */
async function receiversOf(from: ModelsOfRoot, invocation: Invocation): Promise<readonly Asked[]> {
  const [service, agent] = [invocation.option('service'), invocation.option('agent')];
  if (agent !== undefined) {
    const root = await invocation.root();
    requireAgent(root, agent);
    return [{ serviceId: root.agents.getServiceIdForAgent(agent), model: undefined }];
  }
  if (service !== undefined) requireService(from, service);
  const models: Asked[] = [];
  for (const name of invocation.every('model')) {
    const model = await catalogueModel(from.models, name);
    models.push({ serviceId: model.config.id, model });
  }
  return service !== undefined || models.length === 0 ? [...models, { serviceId: service ?? null, model: undefined }] : models;
}
