import { type Expectation, EXPECTATIONS, isExpectation } from '../expectation.ts';
import { shortenMessage, shortenRoute } from '../../core/routing/shortened-message.ts';
import { formatArtifactToolResponse } from '../../core/routing/tool-message.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { suggestApi } from '../../core/models/spelling.ts';
import type { ContentMetadata } from '../../core/store/artifact.ts';
import { isWireApi, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import { Measurements, type ReadingReceipt, receiveReading } from '../../core/receive/receive.ts';
import { EXAMPLE_CALL_ID } from '../../core/wire/turns.ts';
import { type ModelsOfRoot, requireAgent, requireService } from '../../platform/open-root.ts';
import { type Invocation, UsageError, wantsSarif } from '../command.ts';
import { Refusal, refusalIn } from '../refusal.ts';
import { catalogueModel } from '../catalogue-model.ts';
import { isPath, openContent, rootOf } from '../contents.ts';
import type { MessageAnswer } from '../route-message.ts';
import {
  type NamedRecipient,
  detailOf,
  nameOf,
  originJson,
  printModels,
  received,
  routeVerdict,
  unmet,
  verdictOf,
  wireFacts,
  wireJson,
} from '../route-verdict.ts';
import { EXPECT_RULE, type SarifPlace, SarifRun } from '../sarif.ts';
import { printFacts } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** More files than a person attaches, and about as many as their bytes have room for in memory. */
const MOST_ATTACHMENTS = 50;

/** `route`: what the model of a service receives when an agent reads an artifact, and whether that is what is expected. */
export async function route(invocation: Invocation): Promise<number> {
  checkReceivers(invocation);
  const count = invocation.positionals.length;
  if (count > MOST_ATTACHMENTS) throw new UsageError(`At most ${MOST_ATTACHMENTS} files make one message; there are ${count}.`);
  const asked = { named: apiOf(invocation), expected: expectationOf(invocation) };
  const isSarif = wantsSarif(invocation, ['wire', 'full']);
  if (isSarif && asked.expected === undefined) throw new UsageError('--sarif works only with --expect.');
  const isMessage = isAttached(invocation);
  const areFiles = !(await Promise.all(invocation.positionals.map((each) => isPath(each, invocation)))).includes(false);
  // The services of agents are those of a data root.
  const root =
    areFiles && invocation.option('agent') === undefined ? await invocation.models() : await rootOf(invocation.positionals, invocation);
  const { everybody, unknown } = await receiversOf(root, areFiles, invocation);
  const answered = answerAll(root, everybody, { ...asked, unknown }, isMessage, invocation);
  if (unknown.length === 0) return answered;
  const missed = await answered.then(
    () => [],
    (error: unknown) => [refusalIn(error)],
  );
  for (const { message, code } of [...missed, ...unknown.map(({ refusal }) => refusal)])
    invocation.terminal.complain(`${message} [${code}]`, 'red');
  return 2;
}

async function answerAll(
  root: ModelsOfRoot,
  everybody: readonly NamedRecipient[],
  question: RouteQuestion,
  isMessage: boolean,
  invocation: Invocation,
): Promise<number> {
  if (invocation.every('through').length > 0) {
    const { routeThrough } = await import('../route-through.ts');
    return routeThrough(root, everybody, question, invocation);
  }
  return isMessage ? routeMessage(root, everybody, question, invocation) : routeReading(root, everybody, question, invocation);
}

/** What is asked of each model. */
interface RouteQuestion {
  readonly named: WireApi | undefined;
  readonly expected: Expectation | undefined;
  readonly unknown: Receivers['unknown'];
}

/** One, as what a tool answers. @returns the exit code */
async function routeReading(
  root: ModelsOfRoot,
  everybody: readonly NamedRecipient[],
  { named, expected, unknown }: RouteQuestion,
  invocation: Invocation,
): Promise<number> {
  const { terminal, folder } = invocation;
  const [text = ''] = invocation.positionals;
  const { metadata, inspect } = await openContent(text, invocation);
  const artifact = await inspect();
  const reference = formatReference(metadata.reference);
  const context = { models: root.models, router: root.router, measurements: new Measurements(invocation.compute), api: named };
  const answers: Answer[] = [];
  for (const asked of everybody) {
    const receipt = await receiveReading(artifact, reference, asked, context);
    const reason = expected && unmet(expected, receipt, asked);
    answers.push({ asked, receipt, ...(expected && { expectation: { kind: expected, isMet: reason === undefined, reason } }) });
  }
  const isSarif = invocation.isSet('sarif');
  if (!isSarif) printAnswers(answers, unknown, invocation);
  const missed = answers.filter(({ expectation }) => expectation?.isMet === false);
  // As JSON it is said already.
  if (invocation.json) return missed.length === 0 ? 0 : 1;
  const place = { file: await fileOf(text, metadata, invocation) };
  return conclude(
    missed.map(({ asked, expectation }) => {
      const to = answers.length > 1 ? ` for ${nameOf(asked)}` : '';
      return { sentence: `${reference} does not arrive as ${expected}${to}: ${expectation?.reason}`, places: [place] };
    }),
    { terminal, folder, isSarif },
  );
}

function printAnswers(answers: readonly Answer[], unknown: Receivers['unknown'], invocation: Invocation): void {
  const { terminal } = invocation;
  const [first] = answers;
  if (!first) throw new Error('there is always one receiver');
  if (invocation.json) {
    const options = { isWhole: invocation.isSet('wire'), describe: invocation.isSet('full') ? undefined : describeLength };
    terminal.json(
      listJson(
        answers.map((answer) => answerJson(answer, options)),
        unknown,
      ),
    );
  } else if (answers.length > 1) {
    printComparison(terminal, answers);
  } else if (invocation.isSet('wire')) {
    terminal.json(first.receipt.request.result.body);
  } else {
    const { asked, receipt } = first;
    printRoute(terminal, receipt.route, [...routeVerdict(receipt, asked), ...wireFacts(receipt, asked)]);
  }
}

/** What is said of one model, or of several in the order in which they were asked. */
function listJson(answers: readonly object[], unknown: Receivers['unknown']): unknown {
  const models = [...answers];
  for (const { name, at, refusal } of unknown) models.splice(at, 0, { model: name, error: refusal.code, message: refusal.message });
  return models.length === 1 ? models[0] : { models };
}

/** A model that does not receive what it should, and the files it is about. */
interface Missed {
  readonly sentence: string;
  readonly places: readonly SarifPlace[];
}

/** Says what does not arrive as expected. @returns the exit code @throws Refusal unless it is said as SARIF */
function conclude(
  missed: readonly Missed[],
  { terminal, folder, isSarif }: Pick<Invocation, 'terminal' | 'folder'> & { readonly isSarif: boolean },
): number {
  if (isSarif) {
    const sarif = new SarifRun('route', terminal, folder);
    for (const { sentence, places } of missed) {
      const [place, ...related] = places;
      if (place) sarif.add({ rule: EXPECT_RULE, message: sentence, place, related });
    }
    sarif.print();
    return missed.length === 0 ? 0 : 1;
  }
  if (missed.length === 0) return 0;
  throw new Refusal('not_as_expected', ...missed.map(({ sentence }) => sentence));
}

/** The file that an argument names: itself, or that of the artifact. */
async function fileOf(text: string, { location }: Pick<ContentMetadata, 'location'>, invocation: Invocation): Promise<string> {
  return (await isPath(text, invocation)) ? text : (location ?? text);
}

/** Several, or one that is asked for as such, as the attachments of one message. @returns the exit code */
async function routeMessage(
  root: ModelsOfRoot,
  everybody: readonly NamedRecipient[],
  { named, expected, unknown }: RouteQuestion,
  invocation: Invocation,
): Promise<number> {
  const { terminal, folder, json } = invocation;
  const { answerMessage, culpritsOf, messageAnswerJson, messageContents, printMessage, printMessages, unmetOf } =
    await import('../route-message.ts');
  const contents = await messageContents(invocation);
  const answers: MessageAnswer[] = [];
  for (const asked of everybody) answers.push(await answerMessage(contents, asked, root, { named, invocation }));
  const missed = answers.flatMap((answer) => {
    const reason = expected && unmetOf(expected, answer);
    return reason === undefined ? [] : [{ answer, reason }];
  });
  const [first] = answers;
  if (!first) throw new Error('there is always one receiver');
  if (json) {
    const options = { isWhole: invocation.isSet('wire'), describe: invocation.isSet('full') ? undefined : describeLength };
    const all = answers.map((answer) => {
      const reason = missed.find((each) => each.answer === answer)?.reason;
      const expectation = expected && { kind: expected, isMet: reason === undefined, ...(reason !== undefined && { reason }) };
      return { ...messageAnswerJson(answer, options), ...(expectation && { expectation }) };
    });
    terminal.json(listJson(all, unknown));
    return missed.length === 0 ? 0 : 1;
  }
  const isSarif = invocation.isSet('sarif');
  if (isSarif) {
    // Said below.
  } else if (answers.length > 1) printMessages(terminal, answers);
  else if (invocation.isSet('wire')) terminal.json(first.receipt.request.result.body);
  else printMessage(terminal, first);
  const files = await Promise.all(invocation.positionals.map((text, index) => fileOf(text, contents.metadata[index] ?? {}, invocation)));
  return conclude(
    missed.map(({ answer, reason }) => {
      const to = answers.length > 1 ? ` for ${nameOf(answer.asked)}` : '';
      const places = culpritsOf(expected ?? 'file', answer).map((index) => ({ file: files[index] ?? '' }));
      return { sentence: `The attachments do not arrive as ${expected}${to}: ${reason}`, places };
    }),
    { terminal, folder, isSarif },
  );
}

/** What one model receives. */
interface Answer {
  readonly asked: NamedRecipient;
  readonly receipt: ReadingReceipt;
  readonly expectation?: { readonly kind: Expectation; readonly isMet: boolean; readonly reason: string | undefined };
}

function answerJson({ asked, receipt, expectation }: Answer, { isWhole, describe }: Parameters<typeof wireJson>[1]): object {
  const { route, service, cost } = receipt;
  const message = formatArtifactToolResponse(route, EXAMPLE_CALL_ID);
  return {
    service: asked.serviceId,
    model: service?.model ?? null,
    ...originJson(asked),
    result: describe ? shortenRoute(route, describe) : route,
    message: describe ? shortenMessage(message, describe).value : message,
    ...cost,
    wire: wireJson(receipt, { isWhole, describe }),
    ...(expectation && { expectation }),
  };
}

function printComparison(terminal: Terminal, answers: readonly Answer[]): void {
  printModels(
    terminal,
    answers.map(({ asked, receipt }) => ({
      name: nameOf(asked),
      api: receipt.request.choice.api,
      arrival: receipt.arrival,
      receives: received(verdictOf(receipt)),
      bytes: receipt.request.bytes,
      cost: receipt.cost,
      reason: detailOf(receipt, asked),
    })),
  );
}

function printRoute(terminal: Terminal, result: ReadingReceipt['route'], facts: Parameters<typeof printFacts>[1]): void {
  printFacts(terminal, facts);
  if (result.routing !== 'text' || result.reason.rule === 'text') return;
  terminal.print('');
  for (const line of result.content.split('\n')) terminal.print(line);
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

/** Options that ask one receiver, whether it is named or not. */
const ASK_ONE = ['service', 'api', 'wire'];

/** The models that the preview compares. */
async function newestModels(): Promise<readonly string[]> {
  const { flagshipModels } = await import('../../core/wire/flagship-models.ts');
  const { loadCatalogue, loadPrices } = await import('../../core/models/catalogue/load-catalogue.ts');
  return flagshipModels(await loadCatalogue(), await loadPrices());
}

/**
 * Who is asked: the models and the service that were named; else the newest models about files, and about artifacts an agent without a service,
 * which gets text only.
 */
async function receiversOf(from: ModelsOfRoot, areFiles: boolean, invocation: Invocation): Promise<Receivers> {
  const [service, agent] = [invocation.option('service'), invocation.option('agent')];
  if (agent !== undefined) {
    const root = await invocation.root();
    requireAgent(root, agent);
    const serviceId = root.agents.getServiceIdForAgent(agent);
    return { everybody: [{ serviceId, model: undefined, misspelt: misspeltOf(root, serviceId) }], unknown: [] };
  }
  if (service !== undefined) requireService(from, service);
  const models: NamedRecipient[] = [];
  const named = invocation.every('model');
  const isOpen =
    areFiles && named.length === 0 && ASK_ONE.every((name) => !invocation.isSet(name) && invocation.option(name) === undefined);
  const unknown: Receivers['unknown'][number][] = [];
  for (const [at, name] of (isOpen ? await newestModels() : named).entries()) {
    const model = await catalogueModel(from.models, name).catch(refusalIn);
    if (model instanceof Refusal) unknown.push({ name, at, refusal: model });
    else models.push({ serviceId: model.config.id, model });
  }
  const [first] = unknown;
  // A run for code scanning is about all that was asked, or fails.
  const isAllOrNone = invocation.isSet('sarif') || invocation.every('through').length > 0;
  if (first && (isAllOrNone || (models.length === 0 && service === undefined)))
    throw new Refusal(first.refusal.code, ...unknown.flatMap(({ refusal }) => refusal.lines));
  if (service === undefined && models.length > 0) return { everybody: models, unknown };
  const serviceId = service ?? null;
  return { everybody: [...models, { serviceId, model: undefined, misspelt: misspeltOf(from, serviceId) }], unknown };
}

/** Who is asked, and the names among several that nobody knows: they are told of beside the answers for the others. */
interface Receivers {
  readonly everybody: readonly NamedRecipient[];
  readonly unknown: readonly { readonly name: string; readonly at: number; readonly refusal: Refusal }[];
}

/** Capabilities that a service misspells, by what they should be. */
function misspeltOf({ services }: Pick<ModelsOfRoot, 'services'>, serviceId: string | null): ReadonlyMap<string, string> {
  const entry = services.state.entries.find(({ id, config }) => id === serviceId && config !== undefined);
  const problems = entry?.problems.filter(({ code }) => code === 'capability_misspelt') ?? [];
  return new Map(problems.map(({ params }) => [String(params['suggestion']), String(params['capability'])]));
}
