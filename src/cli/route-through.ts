import { formatSentence } from '../core/io/errors.ts';
import type { SeenProgram, DeliveryWay } from '../core/programs/deliveries.ts';
import { deliverySource, deliveryWords } from '../core/receive/delivery-words.ts';
import { Measurements } from '../core/receive/receive.ts';
import { deliveryThrough, type ProgramDelivery, sendsContent } from '../core/receive/through-program.ts';
import { formatReference } from '../core/refs/reference.ts';
import { API_NAMES, type WireApi } from '../core/wire/verdict.ts';
import type { ModelsOfRoot } from '../platform/open-root.ts';
import { type Invocation, UsageError } from './command.ts';
import { Refusal } from './refusal.ts';
import { openContent } from './contents.ts';
import { costFacts, figures, NO_FIGURES } from './cost.ts';
import type { Expectation } from './expectation.ts';
import { nameOf, type NamedRecipient } from './route-verdict.ts';
import { printFacts, printTable } from './table.ts';
import type { Terminal } from './terminal.ts';

/** What one program sends to one model. */
interface Answer {
  readonly asked: NamedRecipient;
  readonly delivery: ProgramDelivery;
  /** Why it is not sent as expected; absent when it is, and when nothing was expected. */
  readonly missed?: string | undefined;
}

/** `route --through`: what the file tools of programs send of a file, by what they were seen to send. @returns the exit code */
export async function routeThrough(
  root: ModelsOfRoot,
  everybody: readonly NamedRecipient[],
  { named, expected }: { readonly named: WireApi | undefined; readonly expected: Expectation | undefined },
  invocation: Invocation,
): Promise<number> {
  checkOptions(invocation);
  const programs = await programsNamed(invocation.every('through'));
  const [text = ''] = invocation.positionals;
  const { metadata, inspect } = await openContent(text, invocation);
  const artifact = await inspect();
  const way: DeliveryWay = invocation.option('as') === 'attachment' ? 'attached' : 'read';
  const context = { models: root.models, measurements: new Measurements(invocation.compute), api: named };
  const answers: Answer[] = [];
  for (const program of programs) {
    for (const asked of everybody) {
      const delivery = await deliveryThrough(artifact, asked, context, { program, way });
      answers.push({ asked, delivery, missed: expected && missedBy(expected, delivery) });
    }
  }
  const missed = answers.filter((answer) => answer.missed !== undefined);
  print(answers, expected, invocation);
  if (missed.length === 0 || invocation.json) return missed.length === 0 ? 0 : 1;
  const reference = formatReference(metadata.reference);
  throw new Refusal(
    'not_as_expected',
    ...missed.map(({ asked, delivery, missed: reason }) => {
      const to = everybody.length > 1 ? ` for ${nameOf(asked)}` : '';
      return `${reference} does not arrive as ${expected}${to}: ${delivery.program.name} ${reason}`;
    }),
  );
}

/** @throws UsageError */
function checkOptions(invocation: Invocation): void {
  const other = ['wire', 'full', 'sarif'].find((name) => invocation.isSet(name));
  if (other !== undefined) throw new UsageError(`--${other} and --through cannot be combined.`);
  if (invocation.positionals.length > 1) throw new UsageError('--through takes one artifact or file.');
}

/** @throws UsageError for a program that was not watched */
async function programsNamed(names: readonly string[]): Promise<readonly SeenProgram[]> {
  const { SEEN_PROGRAMS, seenProgram } = await import('../core/programs/deliveries.ts');
  if (names.includes('all')) return SEEN_PROGRAMS;
  return names.map((name) => {
    const program = seenProgram(name);
    if (program) return program;
    throw new UsageError(`Unknown program "${name}". Known: ${SEEN_PROGRAMS.map(({ id }) => id).join(', ')}.`);
  });
}

/** Why a file is not sent as expected, as the end of a sentence. */
function missedBy(expected: Expectation, { outcome, parts, because }: ProgramDelivery): string | undefined {
  if (outcome === 'unknown') return `is not known to send it${because ? `: ${formatSentence(because)}` : '.'}`;
  const isMet = parts.some(({ as }) => {
    if (expected === 'file') return as === 'document' || as === 'audio' || as === 'video';
    return expected === 'description' ? as === 'note' : as === expected;
  });
  return isMet ? undefined : `sends ${sentWords({ outcome, parts }).toLowerCase()}.`;
}

function print(answers: readonly Answer[], expected: Expectation | undefined, { terminal, json }: Invocation): void {
  const [first] = answers;
  if (!first) throw new Error('there is always one program and one receiver');
  if (json) {
    const all = answers.map((answer) => answerJson(answer, expected));
    terminal.json(all.length === 1 ? all[0] : { programs: all });
  } else if (answers.length === 1) printFacts(terminal, factsOf(first));
  else printAll(terminal, answers);
}

function answerJson({ asked, delivery, missed }: Answer, expected: Expectation | undefined): object {
  const { program, way, api, seenWith, kind, outcome, parts, because, cost } = delivery;
  const { id, version, seen, tool } = program;
  return {
    program: { id, name: program.name, version, seen, tool },
    service: asked.serviceId,
    model: asked.model?.config.model ?? asked.serviceId,
    way,
    api,
    seenWith: seenWith ?? null,
    kind: kind ?? null,
    outcome,
    parts,
    ...(because && { because: formatSentence(because) }),
    ...cost,
    ...(expected && { expectation: { kind: expected, isMet: missed === undefined, ...(missed !== undefined && { reason: missed }) } }),
  };
}

function factsOf({ asked, delivery }: Answer): Parameters<typeof printFacts>[1] {
  const { program, way, api, seenWith, outcome, because, cost } = delivery;
  return [
    ['Program', `${program.name} ${program.version}, ${way === 'read' ? `its tool ${program.tool}` : 'attached by a person'}`],
    [asked.model ? 'Model' : 'Service', nameOf(asked)],
    ['API', API_NAMES[api]],
    ['Sends', sentWords(delivery)],
    ['Reason', because && formatSentence(because)],
    ['Seen', outcome === 'unknown' ? undefined : `on ${program.seen}${seenWith === undefined ? '' : ` with ${seenWith}`}`],
    ...(sendsContent(delivery) ? costFacts(cost, 'arrives') : []),
  ];
}

function printAll(terminal: Terminal, answers: readonly Answer[]): void {
  printTable(
    terminal,
    [
      { heading: 'PROGRAM' },
      { heading: 'MODEL' },
      { heading: 'API' },
      { heading: 'SENDS' },
      { heading: 'TOKENS', align: 'right' },
      { heading: 'PRICE', align: 'right' },
      { heading: 'DETAIL' },
    ],
    answers.map(({ asked, delivery }) => {
      const { program, api, cost } = delivery;
      const { tokens, dollars } = sendsContent(delivery) ? figures(cost) : NO_FIGURES;
      return [
        `${program.name} ${program.version}`,
        nameOf(asked),
        API_NAMES[api],
        sentWords(delivery),
        tokens,
        dollars,
        formatSentence(deliverySource(delivery)),
      ];
    }),
  );
}

/** What is sent, in words. */
function sentWords(delivery: Pick<ProgramDelivery, 'outcome' | 'parts'>): string {
  const words = deliveryWords(delivery)
    .map((part) => part.map(formatSentence).join(', '))
    .join(' and ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
