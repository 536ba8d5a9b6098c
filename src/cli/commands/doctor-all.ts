import { realpath } from 'node:fs/promises';
import type { ConversationWeight } from '../../core/conversation/conversation.ts';
import { stretchOf } from '../../core/conversation/find-part.ts';
import { factsOfIndex } from '../../core/conversation/session-facts.ts';
import {
  endsWithWords,
  findSessions,
  type FoundSessions,
  HOME_PROGRAMS,
  type Program,
  PROGRAM_NAMES,
  sessionFolders,
} from '../../core/conversation/sessions.ts';
import { formatSize } from '../../core/content/size.ts';
import { CodedError, toFailure } from '../../core/io/errors.ts';
import { MAX_SESSIONS } from '../../core/io/limits.ts';
import { StoredSessions } from '../../platform/sqlite/stored-sessions.ts';
import { type Invocation, UsageError } from '../command.ts';
import { Refusal, refusalOf } from '../refusal.ts';
import { checkFor, type CheckedConversation, openConversation, type OpenConversation, namedReceiver } from '../conversation-file.ts';
import { firstReason } from '../../core/conversation/conversation-finding.ts';
import { checkJson, hasFindings, sentenceOf, shortOutcome, weightJson } from '../conversation-report.ts';
import { printTable, showTime } from '../table.ts';
import { INTERRUPTED, interruptible } from '../terminal.ts';

/** Naming one of these programs is agreeing to its sessions being read. */
type ReadableProgram = (typeof HOME_PROGRAMS)[number];

/** A session, and what came of reading it. */
interface Examined {
  readonly program: Program;
  readonly file: string;
  readonly mtime: number;
  /** Bytes on disk. */
  readonly size: number;
  /** Undefined when it could not be read. */
  readonly result?: { readonly opened: OpenConversation; readonly checked: CheckedConversation };
  readonly refusal?: Refusal;
}

/** `doctor --all`: the sessions of the current folder, of the programs that are named. @returns the exit code */
export async function doctorAll(invocation: Invocation): Promise<number> {
  for (const name of ['fix', 'keep-last']) {
    if (invocation.option(name) !== undefined) throw new UsageError(`--${name} works only on one file.`);
  }
  if (invocation.positionals.length > 0 || invocation.isSet('undo') || invocation.isSet('dry-run'))
    throw new UsageError('--all takes no file and changes none.');
  const programs = programsOf(invocation);
  const order = orderOf(invocation);
  const words = invocation.option('error');
  const stretch = words === undefined ? undefined : stretchOf(words);
  if (words !== undefined && stretch === undefined) throw new UsageError('The text of --error is too short to search for in sessions.');
  return interruptible(async (signal) => {
    const fs = new StoredSessions();
    try {
      const folders = [...new Set([invocation.folder, await realpath(invocation.folder)])];
      const examined: Examined[] = [];
      const found = new Map<Program, FoundSessions>();
      for (const program of programs) {
        const sessions = await findSessions(fs, sessionFolders(program, homeOf(fs, invocation)), folders, signal);
        found.set(program, sessions);
        for (const { location, mtime, size } of sessions.here)
          if (stretch === undefined || (await endsWithWords(fs, location, stretch)))
            examined.push({ program, file: location, mtime, size, ...(await examine(location, invocation, signal)) });
      }
      // A session that was begun and never used.
      const isUsed = ({ refusal, result }: Examined): boolean =>
        result ? result.opened.index.messages.length > 0 : refusal?.code !== 'not_a_conversation';
      const used = examined.filter(isUsed).sort(order);
      const isNowhere = words !== undefined && used.length === 0;
      if (invocation.json) invocation.terminal.json({ folder: invocation.folder, sessions: used.map(sessionJson) });
      else if (isNowhere) invocation.terminal.complain('No session of this folder has that message near its end. [part_unknown]', 'red');
      else print(used, order === heaviestFirst, invocation);
      const isIncomplete = complainAbout(found, invocation);
      if (isNowhere || isIncomplete || used.some(({ result }) => !result)) return 2;
      return used.some((each) => fails(each, invocation.isSet('strict'))) ? 1 : 0;
    } catch (error) {
      if (signal.aborted) return INTERRUPTED;
      throw error;
    } finally {
      fs.close();
    }
  });
}

/** @throws UsageError for one that is not known */
function orderOf(invocation: Invocation): typeof worstFirst {
  const name = invocation.option('sort');
  if (name !== undefined && name !== 'size') throw new UsageError(`Unknown order "${name}". Known: size.`);
  return name === 'size' ? heaviestFirst : worstFirst;
}

function homeOf(fs: StoredSessions, { home, env }: Invocation): Parameters<typeof sessionFolders>[1] {
  return { fs, folder: home, variable: (name) => env[name], databases: fs };
}

/** @throws UsageError without any: which there are, and how to agree */
function programsOf(invocation: Invocation): readonly ReadableProgram[] {
  const names = [...new Set(invocation.every('program'))];
  const isReadable = (name: string): name is ReadableProgram => (HOME_PROGRAMS as readonly string[]).includes(name);
  const unknown = names.find((name) => !isReadable(name));
  if (unknown !== undefined) throw new UsageError(`Unknown program "${unknown}". Known: ${HOME_PROGRAMS.join(', ')}.`);
  if (names.length > 0) return names.filter(isReadable);
  const fs = new StoredSessions();
  const ways = HOME_PROGRAMS.map((program) => {
    const folders = sessionFolders(program, homeOf(fs, invocation)).map(({ folder }) => folder);
    return `  --program ${program.padEnd(12)} ${PROGRAM_NAMES[program]}, in ${folders.join(' and ')}`;
  });
  throw new UsageError('Sessions of other programs are read only when you name the program. Nothing leaves this machine.', ...ways);
}

async function examine(file: string, invocation: Invocation, signal: AbortSignal): Promise<Pick<Examined, 'result' | 'refusal'>> {
  try {
    const opened = await openConversation(file, invocation, signal);
    return {
      result: { opened, checked: await checkFor(opened, await namedReceiver(opened.index, invocation.option('model'), invocation)) },
    };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Refusal) return { refusal: error };
    if (error instanceof CodedError) return { refusal: refusalOf(toFailure(error), invocation.language, file) };
    throw error;
  }
}

function fails({ result }: Examined, isStrict = false): boolean {
  return result !== undefined && hasFindings(result.checked, isStrict);
}

const count = (result: Examined['result'], wanted: 'error' | 'warning'): number =>
  result?.checked.findings.filter(({ severity }) => severity === wanted).length ?? 0;

/** What cannot be read at all, then what fails by the number of reasons; of equal ones the newest. */
function worstFirst(a: Examined, b: Examined): number {
  return (
    Number(a.result !== undefined) - Number(b.result !== undefined) ||
    count(b.result, 'error') - count(a.result, 'error') ||
    Number(fails(b)) - Number(fails(a)) ||
    count(b.result, 'warning') - count(a.result, 'warning') ||
    b.mtime - a.mtime
  );
}

/** Of equal ones the newest. */
function heaviestFirst(a: Examined, b: Examined): number {
  return b.size - a.size || b.mtime - a.mtime;
}

const NONE_HERE = 'No sessions that these programs started in this folder. To check session files that lie here: agent-artifacts doctor .';

/** @param isBySize what each weighs stands before all else */
function print(examined: readonly Examined[], isBySize: boolean, { terminal }: Invocation): void {
  if (examined.length === 0) {
    terminal.print(NONE_HERE);
    return;
  }
  printTable(
    terminal,
    [
      ...(isBySize ? (['SIZE', 'MEDIA', 'COPIES'] as const).map((heading) => ({ heading, align: 'right' as const })) : []),
      { heading: 'NEXT REQUEST' },
      { heading: 'FINDINGS', align: 'right' },
      { heading: 'CHANGED' },
      { heading: 'PROGRAM' },
      { heading: 'MODEL' },
      { heading: 'TITLE' },
      { heading: 'FILE' },
      { heading: 'WHY' },
    ],
    examined.map(({ program, file, mtime, size, result, refusal }) => {
      const findings = result?.checked.findings ?? [];
      const first = firstReason(findings);
      const told = findings.filter(({ severity }) => severity !== 'info').length;
      const { media, copies } = result?.opened.index.weight ?? {};
      return [
        ...(isBySize ? [formatSize(size), sizeIn(media), sizeIn(copies)] : []),
        refusal ? 'unknown' : shortOutcome(findings),
        told === 0 ? '' : String(told),
        showTime(new Date(mtime).toISOString()),
        PROGRAM_NAMES[program],
        result?.checked.asked.name ?? '',
        result ? shortTitle(result.opened) : '',
        file,
        refusal?.message ?? (first ? sentenceOf(first) : ''),
      ];
    }),
  );
}

function sizeIn(share: ConversationWeight['media'] | undefined): string {
  return share === undefined || share.count === 0 ? '' : formatSize(share.bytes);
}

function shortTitle({ index }: OpenConversation): string {
  const words = [...(factsOfIndex(index).title ?? '').replaceAll(/\s+/g, ' ')];
  return words.length > 50 ? `${words.slice(0, 49).join('')}…` : words.join('');
}

function sessionJson({ program, file, mtime, size, result, refusal }: Examined): object {
  const common = { program, file, changed: new Date(mtime).toISOString(), size };
  if (!result) return { ...common, error: refusal?.code, message: refusal?.message };
  const { index } = result.opened;
  const { title, turns } = factsOfIndex(index);
  return { ...common, title, turns, size: index.size, weight: weightJson(index.weight), ...checkJson(result.checked) };
}

/** Says what of the programs' folders was not looked at. @returns whether something could not be read */
function complainAbout(found: ReadonlyMap<Program, FoundSessions>, { terminal, language }: Invocation): boolean {
  let isIncomplete = false;
  for (const [program, { problem, links, unreadable, isCut }] of found) {
    const name = PROGRAM_NAMES[program];
    if (problem) terminal.complain(`${refusalOf(problem, language, name).message} [${problem.code}]`, 'red');
    if (unreadable > 0) terminal.complain(`${name}: files and folders that cannot be read: ${unreadable}`, 'red');
    if (links > 0) terminal.complain(`${name}: links that lead out of its folder and were not followed: ${links}`, 'yellow');
    if (isCut) terminal.complain(`${name}: there are more than ${MAX_SESSIONS} sessions; only that many were looked at.`, 'yellow');
    isIncomplete ||= problem !== undefined || unreadable > 0;
  }
  return isIncomplete;
}
