import path from 'node:path';
import { checkWithWords, placeNamed } from '../../core/conversation/find-part.ts';
import { limitsNamed } from '../../core/conversation/named-limits.ts';
import { planRepairs, type RepairOptions } from '../../core/conversation/plan-repairs.ts';
import { REPAIR_KINDS, type RepairKind } from '../../core/conversation/repair-kinds.ts';
import { describedParts, type Repair } from '../../core/conversation/repairs.ts';
import { addressKey } from '../../core/conversation/replay.ts';
import { type ConversationRequest, requestOf } from '../../core/conversation/wire-body.ts';
import { settledEdits, type ShrinkOutcome } from '../../core/conversation/settled-edits.ts';
import { lostMessages, mainReason, unlikeCounts } from '../../core/conversation/switch-task.ts';
import { CodedError } from '../../core/io/errors.ts';
import { MAX_HELD_BYTES } from '../../core/io/limits.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import { codedError, isSystemError, WRITE_CODES } from '../../platform/entry-error.ts';
import { repairFile } from '../../platform/repair-file.ts';
import { SavedMedia } from '../../platform/saved-media.ts';
import { undoLast } from '../../platform/slim-file.ts';
import { type Invocation, UsageError, wantsSarif } from '../command.ts';
import { Refusal, refusalIn, toRefusal } from '../refusal.ts';
import {
  type NamedReceiver,
  checkFor,
  type CheckedConversation,
  openConversation,
  readWhole,
  type OpenConversation,
  namedReceiver,
  STANDARD_INPUT,
  withInput,
  withSession,
} from '../conversation-file.ts';
import {
  checkJson,
  count,
  type RepairOutcome,
  messageJson,
  nothingToRepair,
  partWords,
  printSummary,
  repairHint,
  repairsInWords,
  report,
  type ServerWords,
  sentenceOf,
  shortOutcome,
  summaryJson,
  hasFindings,
  keepLastHint,
} from '../conversation-report.ts';
import { figures } from '../cost.ts';
import { givenFiles, type WantedFiles } from '../given-files.ts';
import { MadeList } from '../json-pieces.ts';
import { reportFiles } from '../received-files.ts';
import { doctorRule, sarifLevel, SarifRun } from '../sarif.ts';
import { printRequest, reportRequests } from '../session-requests-report.ts';
import { slimSession } from '../slim-session.ts';
import { printTable, showTime } from '../table.ts';
import { INTERRUPTED, interruptible, Progress, type Terminal } from '../terminal.ts';
import { doctorAll } from './doctor-all.ts';

/** `conversation`: the messages of a file, and whether the next request goes through. */
export function conversation(invocation: Invocation): Promise<number> {
  if (invocation.isSet('files')) return receivedFiles(invocation);
  if (invocation.isSet('requests') || invocation.option('request') !== undefined) return answeredRequests(invocation);
  return withConversation(invocation, async (opened, asked) => {
    const checked = await checkFor(opened, asked);
    const { terminal, json } = invocation;
    if (invocation.isSet('wire')) {
      const { body, bytes } = await nextRequest(opened, asked);
      if (bytes) terminal.bytes(bytes);
      else terminal.json(body);
      return 0;
    }
    if (json) {
      const messages = new MadeList(opened.index.messages, (message) => messageJson(message, opened));
      await terminal.longJson({ ...summaryJson(opened, checked), messages });
      return 0;
    }
    printSummary(invocation, opened, checked);
    terminal.print('');
    const findings = new Map<number, number>();
    for (const { address, severity } of checked.findings) {
      if (address && severity !== 'info') findings.set(address.message, (findings.get(address.message) ?? 0) + 1);
    }
    printTable(
      terminal,
      [
        { heading: '#', align: 'right' },
        { heading: 'ROLE' },
        { heading: 'TIME' },
        { heading: 'CONTENT' },
        { heading: 'TOKENS', align: 'right' },
        { heading: 'FINDINGS', align: 'right' },
        { heading: 'NOT SENT' },
      ],
      opened.index.messages.map((message) => [
        String(message.index + 1),
        message.role,
        message.time === undefined ? '' : showTime(new Date(message.time).toISOString()),
        message.parts.map(partWords).join(' · ').slice(0, 100),
        message.parts.some(({ kind }) => kind === 'media' || kind === 'link')
          ? ''
          : String(message.parts.reduce((sum, part) => sum + ('tokens' in part ? part.tokens : 0), 0)),
        String(findings.get(message.index) ?? ''),
        opened.index.notSent.get(message.index)?.replace('_', ' ') ?? '',
      ]),
    );
    return 0;
  });
}

/** `--files`: only the messages are read for it, once. */
function receivedFiles(invocation: Invocation): Promise<number> {
  refuseAny(['wire', 'model', 'requests', 'request'], invocation, 'without --files');
  return withFile(invocation, (file, location, signal) =>
    withSession({ file, location }, invocation, signal, async ({ index }) => {
      await reportFiles(invocation, file, index);
      return 0;
    }),
  );
}

/** `--requests` and `--request`: only the messages are read for them, once. */
function answeredRequests(invocation: Invocation): Promise<number> {
  refuseAny(['wire', 'model'], invocation, 'on the next request');
  const which = invocation.option('request');
  if (which !== undefined && invocation.isSet('requests'))
    throw new UsageError('--requests lists them, --request prints one: give only one of the two.');
  if (which !== undefined && which !== 'last' && !/^[1-9]\d*$/.test(which))
    throw new UsageError('--request takes a number from 1, or "last".');
  return withFile(invocation, (file, location, signal) =>
    withSession({ file, location }, invocation, signal, async (session) => {
      if (which === undefined) await reportRequests(invocation, { file, ...session }, signal);
      else await printRequest(invocation, { file, ...session }, which, signal);
      return 0;
    }),
  );
}

/** `doctor`: why the next request fails, and repairs. */
export async function doctor(invocation: Invocation): Promise<number> {
  const sarif = wantsSarif(invocation, [...ABOUT_ONE_FILE, 'all'])
    ? new SarifRun('doctor', invocation.terminal, invocation.folder)
    : undefined;
  if (invocation.isSet('all')) return doctorAll(invocation);
  if (invocation.every('program').length > 0) throw new UsageError('--program works only with --all.');
  if (invocation.option('sort') !== undefined) throw new UsageError('--sort works only with --all.');
  if (invocation.positionals.length === 0) throw new UsageError('Name a file, or use --all.');
  const given = await givenFiles(invocation.positionals, SESSIONS, invocation);
  if (sarif || given.hasFolders || given.files.length > 1) return examineAll(given, invocation, sarif);
  const writes = ['fix', 'slim', 'undo'].find((name) => invocation.isSet(name) || invocation.option(name) !== undefined);
  if (writes !== undefined && !invocation.isSet('dry-run') && invocation.positionals.includes(STANDARD_INPUT))
    throw new UsageError(`--${writes} needs a file: standard input is only read.`);
  if (invocation.isSet('undo')) {
    refuseAny([...NOT_WITH_SLIM, 'slim', 'dry-run'], invocation, 'without --undo');
    return undo(invocation);
  }
  if (!invocation.isSet('slim')) return withConversation(invocation, examine);
  refuseAny(NOT_WITH_SLIM, invocation, 'without --slim');
  return withFile(invocation, (file, location, signal) => slimSession({ file, location }, invocation, signal));
}

/** `switch`: what other models would make of the conversation. */
export function switchModel(invocation: Invocation): Promise<number> {
  const names = invocation.every('to');
  if (names.length === 0) throw new UsageError('Name a model with --to.');
  return withConversation(invocation, async (opened) => {
    const { terminal, json } = invocation;
    const answers: (CheckedConversation | Refusal)[] = [];
    for (const name of names) {
      const asked = await namedReceiver(opened.index, name, invocation).catch(refusalIn);
      answers.push(asked instanceof Refusal ? asked : await checkFor(opened, asked));
    }
    const checks = answers.flatMap((answer) => (answer instanceof Refusal ? [] : [answer]));
    const [first] = answers;
    if (first instanceof Refusal && answers.length === 1) throw first;
    if (json) {
      const models = answers.map((answer, at) =>
        answer instanceof Refusal ? { model: names[at], error: answer.code, message: answer.message } : checkJson(answer),
      );
      await terminal.longJson({ file: opened.file, models });
    } else {
      if (checks.length > 0) printSwitches(terminal, checks);
      for (const [at, answer] of answers.entries()) printHint(terminal, opened, answer, names[at]);
    }
    if (checks.length < answers.length) return 2;
    return checks.every(({ goesThrough }) => goesThrough) ? 0 : 1;
  });
}

/** How the conversation is repaired for a model, or why nothing is known of it. */
function printHint(
  terminal: Terminal,
  { file, index, texts }: OpenConversation,
  answer: CheckedConversation | Refusal,
  model: string | undefined,
): void {
  if (answer instanceof Refusal) {
    terminal.complain(`${answer.message} [${answer.code}]`, 'red');
    return;
  }
  const repairs = answer.goesThrough ? [] : planRepairs(index, answer, texts, { api: answer.asked.api });
  if (repairs.length > 0 && file !== STANDARD_INPUT) terminal.print(repairHint(repairs, { file, model }));
}

function printSwitches(terminal: Terminal, checks: readonly CheckedConversation[]): void {
  const lacks = unlikeCounts(checks);
  const columns = [
    { heading: 'MODEL' },
    { heading: 'API' },
    { heading: 'NEXT REQUEST' },
    { heading: 'LOSES', align: 'right' as const },
    { heading: 'TOKENS', align: 'right' as const },
    { heading: 'PRICE', align: 'right' as const },
    { heading: 'CONTEXT', align: 'right' as const },
    { heading: 'WHY' },
  ];
  const rows = checks.map((check, at) => {
    const { tokens, dollars, share } = figures(check.cost);
    const reason = mainReason(check.findings);
    const lost = lostMessages(check.findings).length;
    return [
      check.asked.name ?? '',
      API_NAMES[check.asked.api],
      shortOutcome(check.findings),
      lost === 0 ? '' : String(lost),
      `${tokens}${lacks[at] ? ' *' : ''}`,
      dollars,
      share,
      reason ? sentenceOf(reason) : '',
    ];
  });
  printTable(terminal, columns, rows);
  const lacking = lacks.find(Boolean);
  if (lacking)
    terminal.print(
      `* estimated without the ${lacking === 'tools' ? 'tools' : 'system prompt and tools'}, which are not in the file; the other figures include them, as the server counted them.`,
    );
}

async function nextRequest({ file, location, index, version }: OpenConversation, receiver: NamedReceiver): Promise<ConversationRequest> {
  if (version.size > MAX_HELD_BYTES) throw new CodedError('too_large', { name: file, limit: MAX_HELD_BYTES });
  return requestOf(index, await readWhole(file, location, index.size), receiver);
}

/** Options of `doctor` that say something of one file. */
const ABOUT_ONE_FILE = ['error', 'fix', 'keep-last', 'save-media', 'slim', 'dry-run', 'undo'];

/** Options of `doctor` that are about the next request, which does not matter to how large a session is. */
const NOT_WITH_SLIM = ['model', 'error', 'fix', 'keep-last', 'save-media', 'strict'];

/** Options of `doctor` that say how to repair. */
const ABOUT_FIX = ['keep-last', 'save-media'];

/** @param use what the options work on or with @throws UsageError where one of them is given for something else */
function refuseAny(options: readonly string[], invocation: Invocation, use: string): void {
  const given = options.find((name) => invocation.isSet(name) || invocation.option(name) !== undefined);
  if (given !== undefined) throw new UsageError(`--${given} works only ${use}.`);
}

/** What is looked for below a folder. */
const SESSIONS: WantedFiles = { kind: 'sessions', endings: '.jsonl, .json', pattern: /\.jsonl?$/i };

/**
 * Several files, one after the other, or as SARIF. What is below a folder and no conversation is passed over.
 * @returns the worst of their exit codes
 */
async function examineAll(
  { files, unread }: Awaited<ReturnType<typeof givenFiles>>,
  invocation: Invocation,
  sarif: SarifRun | undefined,
): Promise<number> {
  const { terminal } = invocation;
  refuseAny(ABOUT_ONE_FILE, invocation, 'on one file');
  let [worst, told] = [0, 0];
  const skipped: string[] = [];
  const work: Examination = async (opened, ...others) => {
    if (sarif) return tell(sarif, opened, others[0], invocation);
    if (told++ > 0 && !invocation.json) terminal.print('');
    return examine(opened, ...others);
  };
  const passOver = (refusal: Refusal, file: string): number => {
    if (refusal.code === 'damaged') return unreadable(refusal, file, invocation, sarif);
    skipped.push(file);
    return 0;
  };
  if (invocation.json) terminal.openList('files');
  try {
    for (const { name, refusal } of unread) worst = Math.max(worst, unreadable(refusal, name, invocation, sarif));
    for (const { name, isFound } of files) {
      const code = await withConversation({ ...invocation, positionals: [name] }, work, sarif, isFound ? passOver : undefined);
      if (code === INTERRUPTED) return code;
      worst = Math.max(worst, code);
    }
  } finally {
    if (invocation.json) terminal.closeList();
  }
  sarif?.print();
  if (skipped.length > 0) terminal.complain(skippedSentence(skipped));
  return worst;
}

/** Names of files that were skipped, of which a person is told. */
const MOST_SKIPPED = 3;

function skippedSentence(skipped: readonly string[]): string {
  const more = skipped.length - MOST_SKIPPED;
  const names = skipped.slice(0, MOST_SKIPPED).join(', ');
  return `Skipped, not a conversation: ${names}${more > 0 ? ` and ${count(more, 'other file')}` : ''}.`;
}

async function tell(sarif: SarifRun, opened: OpenConversation, asked: NamedReceiver, invocation: Invocation): Promise<number> {
  const checked = await checkFor(opened, asked);
  const { file, index } = opened;
  for (const finding of checked.findings) {
    const { code, severity, address, source, pointer } = finding;
    const line = address ? (index.messages[address.message]?.line ?? 0) + 1 : 1;
    const part = address ? `Message ${address.message + 1}, part ${address.part + 1}: ` : '';
    sarif.add({
      rule: doctorRule(code),
      level: sarifLevel(severity),
      message: `${part}${sentenceOf(finding)}`,
      place: { file, start: { line } },
      properties: { source, ...(pointer !== undefined && { pointer }) },
    });
  }
  return exitCode(checked, invocation);
}

/** What is done with a conversation that was read. @returns the exit code */
type Examination = (opened: OpenConversation, asked: NamedReceiver, invocation: Invocation, signal: AbortSignal) => Promise<number>;

/** What is wrong with the conversation in a file, as `doctor` says it. @param otherwise what is done with a file that is no conversation */
export function diagnose(invocation: Invocation, otherwise: () => Promise<number>): Promise<number> {
  return withConversation(invocation, examine, undefined, otherwise);
}

/** What is done with a file that is no conversation, or none any more. @returns the exit code */
type OtherFile = (refusal: Refusal, file: string) => number | Promise<number>;

function withConversation(invocation: Invocation, work: Examination, sarif?: SarifRun, otherwise?: OtherFile): Promise<number> {
  const examined = async (file: string, location: string, signal: AbortSignal): Promise<number> => {
    const opened = await openConversation(file, invocation, signal, location);
    return work(opened, await namedReceiver(opened.index, invocation.option('model'), invocation), invocation, signal);
  };
  return withFile(invocation, examined, sarif, otherwise);
}

/** Why a file cannot be examined although it can be read. */
const NO_CONVERSATION: ReadonlySet<string> = new Set(['not_a_conversation', 'damaged']);

/** Runs work on the file that is named, and says why it cannot be read. @returns the exit code */
async function withFile(
  invocation: Invocation,
  work: (file: string, location: string, signal: AbortSignal) => Promise<number>,
  sarif?: SarifRun,
  otherwise?: OtherFile,
): Promise<number> {
  const [file = ''] = invocation.positionals;
  return interruptible(async (signal) => {
    try {
      return await withInput(file, invocation, signal, (location) => work(file, location, signal));
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      if (error instanceof UsageError) throw error;
      if (otherwise && error instanceof Refusal && NO_CONVERSATION.has(error.code)) return otherwise(error, file);
      return unreadable(error, file, invocation, sarif);
    }
  });
}

function unreadable(error: unknown, file: string, { terminal, language, json }: Invocation, sarif?: SarifRun): number {
  const isOfFile = error instanceof CodedError || isSystemError(error);
  const refusal = toRefusal(isOfFile ? new CodedError(codedError(file, error, WRITE_CODES).code, { name: file }) : error, language);
  if (!refusal) throw error;
  if (sarif) sarif.fail(refusal.code, refusal.message, file);
  else if (json) terminal.json({ file, error: refusal.code, message: refusal.message });
  else
    for (const [line, text] of refusal.lines.entries())
      terminal.complain(line < refusal.lines.length - 1 ? text : `${text} [${refusal.code}]`, 'red');
  return 2;
}

async function examine(opened: OpenConversation, asked: NamedReceiver, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const words = invocation.option('error');
  const checked = await checkFor(opened, asked);
  const kinds = kindsOf(invocation.option('fix'));
  const said = heard(opened, checked, words, {
    told: kinds === undefined ? invocation.terminal : undefined,
    model: invocation.option('model'),
  });
  const keepLast = numberOf(invocation.option('keep-last'));
  if (kinds === undefined) refuseAny(ABOUT_FIX, invocation, 'with --fix');
  const folder = invocation.option('save-media');
  const media = folder === undefined ? undefined : await SavedMedia.in(folder, path.resolve(invocation.folder, folder));
  const plan = (options: Pick<RepairOptions, 'kinds' | 'keepLast' | 'withOptional'>): Repair[] =>
    planRepairs(opened.index, said?.checked ?? checked, said ? [] : opened.texts, {
      api: asked.api,
      savedAs: media && ((address, part) => media.pathFor(address, part)),
      ...options,
    });
  const isNamed = kinds !== REPAIR_KINDS;
  const repairs = plan({ kinds, keepLast, withOptional: isNamed });
  if (kinds === undefined || invocation.isSet('dry-run') || repairs.length === 0) {
    await report(invocation, opened, said?.checked ?? checked, { repairs, said });
    if (!invocation.json) printUnrepaired({ opened, checked, repairs, said }, kinds && plan({ withOptional: true }), invocation);
    // The message of a server is a finding, whatever is known of the part.
    return words === undefined ? exitCode(checked, invocation) : 1;
  }
  return repaired({ opened, checked, repairs, media, words }, invocation, signal);
}

/** What is to be repaired. */
interface Planned {
  readonly opened: OpenConversation;
  readonly checked: CheckedConversation;
  readonly repairs: readonly Repair[];
  readonly media: SavedMedia | undefined;
  /** Of a server, as they were given. */
  readonly words: string | undefined;
}

/** Repairs the file and reports what became of it. @returns the exit code */
async function repaired({ opened, checked, repairs, media, words }: Planned, invocation: Invocation, signal: AbortSignal): Promise<number> {
  const done = await repair(opened, repairs, media, invocation, signal);
  const after = done.backup === undefined ? opened : await openConversation(opened.file, invocation, signal);
  const documented = after === opened ? checked : await checkFor(after, checked.asked);
  const now = words === undefined ? documented : checkWithWords(documented, words, after.index, true).check;
  await report(invocation, after, now, { repairs: [], done });
  return exitCode(now, invocation);
}

/** Why the file is as it was. @param possible repairs of all kinds, where some were asked for */
function printUnrepaired(
  { opened, checked, repairs, said }: Pick<Planned, 'opened' | 'checked' | 'repairs'> & { readonly said: ServerWords | undefined },
  possible: readonly Repair[] | undefined,
  { terminal, option }: Invocation,
): void {
  if (repairs.length > 0) {
    if (possible) terminal.print(`Dry run (${repairsInWords(repairs)}): nothing was changed.`);
    return;
  }
  if (possible)
    terminal.print(nothingToRepair(said?.checked ?? checked, possible, { isOfWords: said !== undefined, format: opened.index.format }));
  if (said) for (const hint of elsewhereHint(opened, checked, option('model'))) terminal.print(hint);
  for (const hint of wayOut(opened, said?.checked ?? checked, { whole: said?.whole, model: option('model') })) terminal.print(hint);
}

/** How a request goes on that no repair of one part helps: one of several parts is meant, or all of it is too long. */
function wayOut(
  { file, index }: OpenConversation,
  checked: CheckedConversation,
  { whole, model }: Pick<ServerWords, 'whole'> & { readonly model: string | undefined },
): string[] {
  const isSuspected = checked.findings.some(({ code }) => code === 'part_suspected');
  const isLong = whole === 'tokens' || whole === 'bytes' || checked.findings.some(({ code }) => code === 'context_exceeded');
  if (file === STANDARD_INPUT || (!isSuspected && !isLong)) return [];
  const describedBy = (keepLast: number): number =>
    planRepairs(index, { ...checked, findings: [] }, [], { api: checked.asked.api, kinds: ['describe'], keepLast }).length;
  const keepLast = [1, 0].find((number) => describedBy(number) > 0);
  if (keepLast !== undefined) return [keepLastHint({ file, model }, { keepLast, parts: describedBy(keepLast), isSuspected })];
  return isLong ? ['No repair shortens texts: compact the session in its program, or begin a new one.'] : [];
}

/** How what would be repaired without a server's words is repaired; empty where nothing would be. */
function elsewhereHint({ file, index, texts }: OpenConversation, checked: CheckedConversation, model: string | undefined): string[] {
  const repairs = planRepairs(index, checked, texts, { api: checked.asked.api });
  return repairs.length > 0 && file !== STANDARD_INPUT ? [repairHint(repairs, { file, model })] : [];
}

async function repair(
  { file, location, index, version }: OpenConversation,
  repairs: readonly Repair[],
  media: SavedMedia | undefined,
  { compute, terminal }: Invocation,
  signal: AbortSignal,
): Promise<RepairOutcome> {
  const images = repairs.filter(({ kind }) => kind === 'shrink').length;
  const outcomes: ShrinkOutcome[] = [];
  const progress = new Progress(terminal);
  const tell = (): void => {
    if (images > 0) progress.tell(`${file}: image ${Math.min(outcomes.length + 1, images)} of ${images} is made smaller …`);
  };
  const onShrunk = (outcome: ShrinkOutcome): void => {
    outcomes.push(outcome);
    tell();
  };
  try {
    tell();
    const backup = await repairFile(location, (read) => settledEdits(repairs, { read, compute, signal, onShrunk }), version);
    if (backup === undefined || !media) return { repairs, outcomes, backup, saved: [] };
    const refused = outcomes.filter((outcome) => 'refusal' in outcome);
    const described = describedParts(repairs, refused);
    const paths = await media.saveOrUndo({ file: location, backup, index }, described);
    const saved = described.flatMap((address, at) => (paths[at] === undefined ? [] : { address, path: paths[at] }));
    return { repairs, outcomes, backup, saved };
  } finally {
    progress.done();
  }
}

/**
 * What a server's error is about, and what is wrong with it; undefined where none is given, and, which is said, when it is about nothing in the
 * conversation: then all that is known without it is shown. @throws Refusal instead, where nobody can be told
 */
function heard(
  opened: OpenConversation,
  documented: CheckedConversation,
  words: string | undefined,
  { told, model }: { readonly told: Terminal | undefined; readonly model: string | undefined },
): ServerWords | undefined {
  const { index } = opened;
  if (words === undefined) return undefined;
  const { check, parts, added, about, whole } = checkWithWords(documented, words, index);
  if (parts.length === 0 && added.length === 0 && about.length === 0 && whole === undefined) {
    const refusal = new Refusal('part_unknown', notFound(opened, words));
    if (!told) throw new Refusal(refusal.code, [refusal.message, ...elsewhereHint(opened, documented, model)].join(' '));
    told.complain(`${refusal.message} [${refusal.code}]`, 'red');
    return undefined;
  }
  const [isNamed, meant] = [new Set([...added, ...about]), new Set(parts.map(addressKey))];
  const findings = check.findings.filter((each) => isNamed.has(each) || (each.address && meant.has(addressKey(each.address))));
  const shown = new Set(findings);
  const elsewhere = check.findings.filter((each) => each.severity === 'error' && !shown.has(each));
  return { words, parts, whole, checked: { ...check, findings }, elsewhere };
}

/** Why the words are about nothing in a conversation. */
function notFound({ file, index }: OpenConversation, words: string): string {
  const place = placeNamed(words);
  if (place !== undefined)
    return `The next request has no ${place}: ${file} has ${index.messages.length} messages. The error may be about another conversation.`;
  if (Object.keys(limitsNamed(words)).length > 0)
    return 'The text names a limit, but nothing in the next request is above it. The error may be about another conversation.';
  const parameter = PARAMETERS.exec(words)?.[0];
  if (parameter !== undefined) return `The text is about the parameter ${parameter}. Parameters of a request are not checked.`;
  return 'The text names no part of the next request: no place such as messages.41.content.31, no ID, no limit, no kind of content in it.';
}

/** Names of parameters, which are told apart from content by nothing but their names. */
const PARAMETERS =
  /\b(?:max_tokens|max_completion_tokens|max_output_tokens|budget_tokens|temperature|top_p|top_k|tool_choice|response_format|reasoning_effort|stop_sequences|parallel_tool_calls|maxOutputTokens|thinkingBudget|thinkingLevel|responseMimeType)\b/;

function exitCode(checked: CheckedConversation, invocation: Invocation): number {
  return Number(hasFindings(checked, invocation.isSet('strict')));
}

async function undo(invocation: Invocation): Promise<number> {
  const [file = ''] = invocation.positionals;
  const { terminal, folder } = invocation;
  try {
    const undone = await undoLast(path.resolve(folder, file));
    if (undone === undefined) throw new Refusal('no_backup', `There is no backup of ${file} from a repair.`);
    const { kind, from, kept } = undone;
    if (invocation.json) terminal.json({ file, restored: from, ...(kept !== undefined && { kept }) });
    else terminal.print(kind === 'repair' ? `Undid the repair of ${file}.` : `Put the media back into ${file}.`);
    if (kept !== undefined && !invocation.json)
      terminal.print(`The slimmed session is ${kept}: what a program that has it open goes on writing ends up there.`);
    return 0;
  } catch (error) {
    return unreadable(error, file, invocation);
  }
}

function kindsOf(fix: string | undefined): readonly RepairKind[] | undefined {
  if (fix === undefined) return undefined;
  if (fix === 'all') return REPAIR_KINDS;
  const kinds = fix.split(',');
  const unknown = kinds.find((kind) => !(REPAIR_KINDS as readonly string[]).includes(kind));
  if (unknown !== undefined) throw new UsageError(`Unknown repair "${unknown}". Use all, or some of ${REPAIR_KINDS.join(', ')}.`);
  return kinds as RepairKind[];
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,6}$/.test(text)) throw new UsageError('--keep-last must be a number.');
  return Number(text);
}
