import { type ConversationFinding, firstReason, outcomeOf } from '../core/conversation/conversation-finding.ts';
import { safeName } from '../core/routing/safe-name.ts';
import type { ConversationFormat, ConversationMessage, ConversationPart, ConversationWeight } from '../core/conversation/conversation.ts';
import {
  conversationSentence,
  findingOfWords,
  readableParams,
  serverWords,
  shrinkFigures,
  shrinkRefusalSentence,
} from '../core/conversation/finding-words.ts';
import { formatFacts } from '../core/conversation/formats.ts';
import { REPAIR_KINDS, type RepairKind } from '../core/conversation/repair-kinds.ts';
import { plannedSides, type Repair, type ShrinkRepair } from '../core/conversation/repairs.ts';
import { newerVersion } from '../core/conversation/program-version.ts';
import { addressKey, type PartAddress } from '../core/conversation/replay.ts';
import type { ShrinkOutcome } from '../core/conversation/settled-edits.ts';
import { isSlimmed } from '../core/conversation/slim-shapes.ts';
import { formatSize } from '../core/content/size.ts';
import { formatSentence } from '../core/io/errors.ts';
import { API_NAMES } from '../core/wire/verdict.ts';
import type { Invocation } from './command.ts';
import { type CheckedConversation, type OpenConversation, STANDARD_INPUT } from './conversation-file.ts';
import { figures } from './cost.ts';
import { MadeList } from './json-pieces.ts';
import { printFacts, showTime } from './table.ts';
import { shellPath, shellWord, type Terminal } from './terminal.ts';

export const NAMES: Readonly<Record<ConversationFormat, string>> = {
  runtime: 'conversation of an agent',
  'claude-code': 'Claude Code',
  codex: 'Codex',
  'openai-chat': 'OpenAI Chat Completions request',
  'openai-responses': 'OpenAI Responses request',
  anthropic: 'Anthropic Messages request',
  gemini: 'Gemini request',
  'bedrock-converse': 'Amazon Bedrock Converse request, cannot be repaired: repairing it has not been tested',
  'bedrock-invoke': 'Amazon Bedrock InvokeModel request, cannot be repaired: repairing it has not been tested',
  ollama: 'Ollama request, cannot be repaired: repairing it has not been tested',
  cline: 'Cline, Roo Code or Kilo Code',
  'cline-session': 'Cline, cannot be repaired: repairing its sessions has not been tested',
  'copilot-cli': 'Copilot CLI, cannot be repaired: the session refers to files by their hashes',
  'gemini-cli': 'Gemini CLI, cannot be repaired: the session keeps each message in several places',
  'qwen-code': 'Qwen Code',
  pi: 'pi',
  opencode: 'opencode or Kilo, cannot be repaired: the session is kept in the program’s database',
  'otel-genai': 'OpenTelemetry GenAI',
  'vscode-chat': 'VS Code Chat, as its view shows it',
};

export interface RepairOutcome {
  /** As they were planned. */
  readonly repairs: readonly Repair[];
  /** What became of the images among them that were to be made smaller. */
  readonly outcomes: readonly ShrinkOutcome[];
  /** Undefined when nothing was changed. */
  readonly backup: string | undefined;
  /** Where the content of described parts is now. */
  readonly saved: readonly { readonly address: PartAddress; readonly path: string }[];
}

/** What a server said, the parts it is about, and what is wrong with them; none where it is about the request as a whole. */
export interface ServerWords {
  readonly words: string;
  readonly parts: readonly PartAddress[];
  /** What of the request as a whole they are about. */
  readonly whole: 'bytes' | 'tokens' | 'calls' | undefined;
  readonly checked: CheckedConversation;
  /** What else the request fails by. */
  readonly elsewhere: readonly ConversationFinding[];
}

export interface Reported {
  /** That could be made. */
  readonly repairs: readonly Repair[];
  readonly done?: RepairOutcome | undefined;
  readonly said?: ServerWords | undefined;
}

export async function report(
  invocation: Invocation,
  opened: OpenConversation,
  checked: CheckedConversation,
  { repairs, done, said }: Reported,
): Promise<void> {
  const { terminal, json } = invocation;
  const part = said?.parts[0];
  if (json) {
    await terminal.longJson({
      ...summaryJson(opened, checked),
      repairs: new MadeList(done?.repairs ?? repairs, (repair) => repairJson(repair, done)),
      ...(done && { backup: done.backup ?? null, saved: done.saved.map((each) => ({ ...each, address: addressJson(each.address) })) }),
      ...(said && part && { part: addressJson(part), parts: said.parts.map(addressJson) }),
      ...(said && { elsewhere: said.elsewhere.map((finding) => findingJson(finding, checked)) }),
    });
    return;
  }
  if (said && part) printParts(invocation, opened, said.parts);
  else printSummary(invocation, opened, checked, !said && !done && invocation.option('error') !== undefined);
  if (done) printDone(invocation, opened, done);
  const planned = new Map(repairs.map((repair) => [addressKey(repair.address), repair.kind]));
  printFindings(invocation, opened, checked, { planned, said });
  if (done) return;
  if (said) printRest(terminal, said);
  if (opened.file === STANDARD_INPUT) return;
  if (repairs.length > 0) printPossible(invocation, opened.file, repairs, said);
  if (!said) printSlimHint(terminal, opened, checked);
}

/** How a session that has the same media again and again is made smaller. */
function printSlimHint(terminal: Terminal, { file, index }: OpenConversation, { findings }: CheckedConversation): void {
  if (!isSlimmed(index.format) || !findings.some(({ code }) => code === 'media_stored_repeatedly')) return;
  terminal.print('');
  const { bytes } = index.weight.media;
  terminal.print(`To take the media out of the file (${formatSize(bytes)}): ${doctorCommand({ file, model: undefined })} --slim --dry-run`);
}

/** What can be repaired, and by which commands. */
function printPossible(
  { terminal, option, isSet }: Invocation,
  file: string,
  repairs: readonly Repair[],
  said: ServerWords | undefined,
): void {
  terminal.print('');
  for (const repair of repairs) if (repair.kind === 'shrink') terminal.print(plannedWords(repair));
  const asked = { file, model: option('model'), words: said?.words };
  const optional = repairs.filter(isOptional);
  const others = repairs.filter((each) => !isOptional(each));
  if (others.length > 0 && !isSet('dry-run')) terminal.print(repairHint(others, asked));
  if (optional.length > 0)
    terminal.print(`To stay below the limits of warnings too (${repairsInWords(optional)}): ${doctorCommand(asked)} --fix shrink`);
}

/** That what was found is sound, and what else the request fails by. */
function printRest(terminal: Terminal, { parts, whole, checked, elsewhere }: ServerWords): void {
  const [first] = elsewhere;
  const isSound = checked.findings.length === 0;
  if (!first && !isSound) return;
  terminal.print('');
  if (isSound && parts.length > 0) terminal.print(`No known problem was found in ${parts.length === 1 ? 'it' : 'them'}.`);
  else if (isSound && whole) terminal.print(wholeWords(whole, checked));
  if (!first) return;
  const place = first.address ? `message ${first.address.message + 1}, part ${first.address.part + 1}: ` : '';
  const more = elsewhere.length > 1 ? ` (and ${count(elsewhere.length - 1, 'more error')})` : '';
  terminal.print(`Elsewhere the request fails: ${place}${sentenceOf(first)}${more}`);
}

/** That nothing is known to be wrong with what an error says of the request as a whole. */
function wholeWords(whole: NonNullable<ServerWords['whole']>, { size, cost }: CheckedConversation): string {
  switch (whole) {
    case 'bytes':
      return `The error is about the size of the whole request. The next request has ${formatSize(size)}, which is above no known limit.`;
    case 'tokens':
      return `The error is about the tokens of the whole request. The next request has ${figures(cost).tokens}, which is above no known limit.`;
    case 'calls':
      return 'The error is about tool use. In the next request, calls and results match.';
  }
}

function isOptional(repair: Repair): boolean {
  return repair.kind === 'shrink' && repair.isOptional === true;
}

/** Why `--fix` did nothing. @param possible repairs of all kinds @param isOfWords only what a server's words are about was to be repaired */
export function nothingToRepair(
  { findings }: Pick<CheckedConversation, 'findings'>,
  possible: readonly Repair[],
  { isOfWords, format }: { readonly isOfWords: boolean; readonly format: ConversationFormat | null },
): string {
  if (possible.length > 0) return `Nothing to repair this way; with --fix: ${repairsInWords(possible)}.`;
  const where = isOfWords ? ' in what the error refers to' : '';
  const isWell = findings.every(({ severity }) => severity === 'info');
  // Tried with opencode 1.18.34: its "import" leaves what is there as it is.
  if (!isWell && format === 'opencode')
    return 'Nothing is repaired: sessions of opencode and Kilo are read only, and their programs have no command that changes one.';
  return `Nothing to repair${where}: ${isWell ? 'nothing is known to be wrong' : 'no finding has a repair'}.`;
}

/** The command that makes the repairs that were listed. */
export function repairHint(repairs: readonly Repair[], asked: AskedOfDoctor): string {
  return `To repair (${repairsInWords(repairs)}): ${doctorCommand(asked)} --fix all`;
}

/** The command that replaces media by descriptions, whatever is known of them. @param parts how many @param isSuspected one of several is meant */
export function keepLastHint(
  asked: AskedOfDoctor,
  { keepLast, parts, isSuspected }: { readonly keepLast: number; readonly parts: number; readonly isSuspected: boolean },
): string {
  const why = isSuspected
    ? 'The message does not say which part it is; with its place (messages.41.content.31) that part is repaired. '
    : '';
  const which = keepLast === 0 ? 'all media' : 'the media before your last message (N for the last N)';
  return `${why}To describe ${which} (describe ${parts}): ${doctorCommand(asked)} --fix describe --keep-last ${keepLast}`;
}

/** What a person named: the model and the server's words may be absent. */
interface AskedOfDoctor {
  readonly file: string;
  readonly model: string | undefined;
  readonly words?: string | undefined;
}

function doctorCommand({ file, model, words }: AskedOfDoctor): string {
  const options = Object.entries({ model, error: words }).flatMap(([name, value]) =>
    value === undefined ? [] : ` --${name} ${shellWord(value)}`,
  );
  return `agent-artifacts doctor ${shellPath(file)}${options.join('')}`;
}

export function repairsInWords(repairs: readonly Repair[]): string {
  return byKind(repairs.map(({ kind }) => kind));
}

/** What was done: an image that could not be made smaller may have been described. */
function printDone({ terminal }: Invocation, { file }: OpenConversation, { repairs, outcomes, backup, saved }: RepairOutcome): void {
  terminal.print('');
  const refused = new Map(outcomes.flatMap((each) => ('refusal' in each ? [[addressKey(each.address), each] as const] : [])));
  const kinds = repairs.flatMap(({ kind, address }) => {
    const refusal = refused.get(addressKey(address));
    return refusal ? (refusal.isDescribed ? ['describe' as const] : []) : [kind];
  });
  if (backup === undefined) terminal.print('Nothing was changed.');
  else {
    terminal.print(`Repaired ${count(kinds.length, 'part')}: ${byKind(kinds)}. Backup: ${backup}`);
    terminal.print(`To undo: agent-artifacts doctor ${shellPath(file)} --undo`);
  }
  for (const outcome of outcomes) terminal.print(outcomeWords(outcome));
  for (const { address, path } of saved) terminal.print(`${placeWords(address)}: saved as ${path}`);
}

function placeWords({ message, part }: PartAddress): string {
  return `Message ${message + 1}, part ${part + 1}`;
}

function plannedWords(repair: ShrinkRepair): string {
  const { address, type, from, limits } = repair;
  const most = limits.base64 === undefined || from.size * 4 <= limits.base64 * 3 ? '' : `, at most ${formatSize(limits.base64)} of base64`;
  return `${placeWords(address)}: ${shrinkFigures({ type, size: from.size, ...sidesOf(from) }, { type, ...plannedSides(repair) })}${most}`;
}

function sidesOf({ width, height }: ShrinkRepair['from']): { width?: number; height?: number } {
  return width === undefined || height === undefined ? {} : { width, height };
}

function outcomeWords(outcome: ShrinkOutcome): string {
  if ('to' in outcome) {
    const { address, from, to } = outcome;
    const more = to.size > from.size ? '; more bytes than before: fewer pixels, but of more colours' : '';
    return `${placeWords(address)}: ${shrinkFigures(from, to)}${more}`;
  }
  const { address, refusal, isDescribed } = outcome;
  return `${placeWords(address)}: not made smaller, ${formatSentence(shrinkRefusalSentence(refusal))}${isDescribed ? '; described' : ''}`;
}

/** A repair; of an image, what it is planned to become, or has become. */
function repairJson(repair: Repair, done: RepairOutcome | undefined): object {
  const { kind, address } = repair;
  if (repair.kind === 'results_first') {
    const { part, behind, also } = repair;
    return { kind, address: addressJson(address), moved: part, behind, ...(also && { also: repairJson(also, done) }) };
  }
  if (repair.kind !== 'shrink') return { kind, address: addressJson(address), edits: repair.edits };
  const { type, from, limits } = repair;
  const key = addressKey(address);
  const outcome = done?.outcomes.find((each) => addressKey(each.address) === key);
  if (!outcome) {
    const planned = { kind, address: addressJson(address), from: { type, ...from }, limits, to: plannedSides(repair) };
    return repair.isOptional ? { ...planned, optional: true } : planned;
  }
  if ('to' in outcome) return { kind, address: addressJson(address), from: outcome.from, limits, to: outcome.to };
  const { refusal, isDescribed } = outcome;
  return { kind: isDescribed ? 'describe' : 'none', address: addressJson(address), from: { type, ...from }, limits, refusal };
}

/** What is named: a part, the parts of a message, or several anywhere. */
function printParts({ terminal }: Invocation, { file, index }: OpenConversation, parts: readonly PartAddress[]): void {
  const [first = { message: 0, part: 0 }] = parts;
  const found = index.messages[first.message];
  const isOfOne = parts.every(({ message }) => message === first.message);
  if (!isOfOne) {
    printFacts(terminal, [['File', file], ...placesOf(parts, index)]);
    return;
  }
  const line = `(line ${(found?.line ?? 0) + 1})`;
  printFacts(terminal, [
    ['File', file],
    parts.length > 1
      ? ['Parts', `message ${first.message + 1}, parts ${numbersInWords(parts.map(({ part }) => part + 1))} ${line}`]
      : ['Part', `message ${first.message + 1}, part ${first.part + 1} ${line}`],
    ['Role', found?.role],
    ['Time', found?.time === undefined ? undefined : showTime(new Date(found.time).toISOString())],
    [
      'Content',
      parts
        .slice(0, MOST_CONTENTS)
        .flatMap(({ part }) => found?.parts[part] ?? [])
        .map(partWords)
        .join(' · '),
    ],
  ]);
}

/** Parts of several messages, a line for each. */
function placesOf(parts: readonly PartAddress[], { messages }: OpenConversation['index']): [string, string][] {
  const lines = parts.slice(0, MOST_ALIKE).map(({ message, part }, at): [string, string] => {
    const content = messages[message]?.parts[part];
    return [at === 0 ? 'Parts' : '', `message ${message + 1}, part ${part + 1}: ${content ? partWords(content) : ''}`];
  });
  return parts.length > MOST_ALIKE ? [...lines, ['', `and ${parts.length - MOST_ALIKE} more`]] : lines;
}

/** Parts of a message whose content is shown in one line. */
const MOST_CONTENTS = 5;

/** `2 and 3`, `1 to 4`, `1, 3 and 4` */
function numbersInWords(numbers: readonly number[]): string {
  const [first = 0, last = 0] = [numbers[0], numbers.at(-1)];
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${first} to ${last}`;
  return `${numbers.slice(0, -1).join(', ')} and ${last}`;
}

/** Findings of one code that are printed: a person reads no more of what is all the same. */
const MOST_ALIKE = 20;

/** What is known beside the findings: what would be repaired, and what a server said. */
interface AboutFindings {
  readonly planned: ReadonlyMap<number, RepairKind>;
  readonly said: ServerWords | undefined;
}

/** What is wrong, the worst first; of what is wrong in many places, the first of them and how many more there are. */
function printFindings(invocation: Invocation, opened: OpenConversation, checked: CheckedConversation, about: AboutFindings): void {
  const alike = new Map<string, number>();
  for (const finding of checked.findings) {
    if (finding.severity === 'info') continue;
    const number = (alike.get(finding.code) ?? 0) + 1;
    alike.set(finding.code, number);
    if (number <= MOST_ALIKE) printFinding(invocation, opened, checked, finding, about);
  }
  for (const [code, number] of alike) {
    if (number <= MOST_ALIKE) continue;
    invocation.terminal.print('');
    invocation.terminal.print(`And ${number - MOST_ALIKE} more ${code}; --json lists all.`);
  }
}

function printFinding(
  { terminal }: Invocation,
  { index }: OpenConversation,
  { asked }: CheckedConversation,
  finding: ConversationFinding,
  { planned, said }: AboutFindings,
): void {
  const { address, severity, code, source } = finding;
  const message = address ? index.messages[address.message] : undefined;
  const place = message && address ? `Message ${address.message + 1}, part ${address.part + 1} (line ${message.line + 1})` : 'Request';
  terminal.print('');
  terminal.print(`${place}: ${severity} ${code}`, severity === 'error' ? 'red' : 'yellow');
  terminal.print(`  ${sentenceOf(finding)}`);
  const words = serverWords(finding, asked.api);
  const isSaid = said !== undefined && findingOfWords([finding], said.words, asked.api) !== undefined;
  if (words !== undefined) terminal.print(`  The server ${isSaid ? 'says' : 'would say'}: ${words}`);
  const kind = planned.get(addressKey(address));
  if (kind !== undefined) terminal.print(`  Repair: ${repairWords(kind, code)}`);
  terminal.print(`  Based on: ${source}`, 'dim');
}

function repairWords(kind: RepairKind, code: ConversationFinding['code']): string {
  return kind === 'replace_orphan' && code === 'result_without_call'
    ? 'replace the result, which has no call of its own, with a text note'
    : REPAIR_WORDS[kind];
}

const REPAIR_WORDS: Readonly<Record<RepairKind, string>> = {
  correct_type: 'declare the type that the bytes have',
  shrink: 'make the image smaller',
  describe: 'a description in place of the content',
  fill_text: 'a short text in place of the empty one',
  replace_orphan: 'replace the call, which has no result, with a text note',
  rename_call: 'a unique ID for the call and its result',
  results_first: 'move the tool results to the beginning of the message',
};

/** What a file is made of: `28 MB on disk, 26 MB of it media (12), 17 MB of it copies (8)`. */
function weightWords({ size, media, copies, unseen }: ConversationWeight): string {
  const share = (name: string, { count: number, bytes }: ConversationWeight['media']): string =>
    number === 0 ? '' : `, ${formatSize(bytes)} of it ${name} (${number})`;
  const known = `${formatSize(size)} on disk${media.count === 0 ? ', no media' : share('media', media)}${share('copies', copies)}`;
  return unseen === 0 ? known : `${known}; ${formatSize(unseen)} of it not looked through`;
}

/** Smaller parts are not worth a line: in bytes. */
const WORTH_NAMING = 100 * 1024;
/** Parts that are named; JSON has more. */
const MOST_NAMED_PARTS = 3;

/** The largest parts of a file: `image/png, 3 × 1.4 MB, first in message 2; text, 300 KB, in message 9`. Undefined of a small file. */
function largestWords({ largest }: ConversationWeight): string | undefined {
  const named = largest.filter(({ bytes }) => bytes >= WORTH_NAMING).slice(0, MOST_NAMED_PARTS);
  const words = named.map(({ kind, mimeType, times, bytes, message, line }) => {
    const size = formatSize(Math.round(bytes / times));
    const place = message === undefined ? `in line ${line + 1}` : `in message ${message + 1}`;
    return `${safeName(mimeType) || kind}, ${times === 1 ? `${size}, ${place}` : `${times} × ${size}, first ${place}`}`;
  });
  return words.length === 0 ? undefined : words.join('; ');
}

/** The same as JSON. */
export function weightJson({ size, media, copies, largest, unseen }: ConversationWeight): object {
  const parts = largest.map(({ kind, mimeType, line, message, start, end, times, bytes }) => ({
    kind,
    ...(mimeType !== undefined && { mimeType }),
    line: line + 1,
    ...(message !== undefined && { message: message + 1 }),
    start,
    end,
    times,
    bytes,
  }));
  return { size, media, copies, largest: parts, unseen };
}

/** @param isSaidToFail a server's words are given, and are about nothing that is known */
export function printSummary(
  { terminal }: Invocation,
  { file, index }: OpenConversation,
  checked: CheckedConversation,
  isSaidToFail = false,
): void {
  const { asked, findings, cost, size } = checked;
  const { tokens, dollars, share } = figures(cost);
  printFacts(terminal, [
    ['File', `${file} (${NAMES[index.format ?? 'openai-chat']}, ${formatSize(index.size)})`],
    ['Version', versionWords(index)],
    ['Title', index.title],
    ['Messages', `${index.messages.length}${index.notSent.size === 0 ? '' : `, ${index.notSent.size} of them no longer sent`}`],
    ['Media', checked.media === 0 ? undefined : String(checked.media)],
    ['Weight', weightWords(index.weight)],
    ['Largest', largestWords(index.weight)],
    [
      'Unreadable',
      index.broken.length === 0 ? undefined : `${count(index.broken.length, 'line')}, from line ${(index.broken[0]?.line ?? 0) + 1}`,
    ],
    ['Model', `${asked.name ?? 'unknown'} (${API_NAMES[asked.api]})`],
    ['Model’s end', endWords(findings)],
    ['Next request', verdictWords(findings, { broken: index.broken.length, isSaidToFail })],
    ['Findings', countedFindings(findings)],
    ['Not checked', notCheckedWords(index, findings)],
    ['Size', `≈ ${formatSize(size)}`],
    ['Tokens', `${tokens}${notCounted(index, checked)}`],
    ['Price', dollars],
    ['Context', share],
  ]);
}

/**
 * Whether something was found that a script should hear of: a request that fails, or may for all that is known, or is wasted on base64. What is good to know only
 * counts where it is asked for.
 *
 * @param isStrict warnings count too
 */
export function hasFindings({ findings, goesThrough }: CheckedConversation, isStrict: boolean): boolean {
  return !goesThrough || findings.some(({ severity, code }) => code === 'base64_in_text' || (isStrict && severity === 'warning'));
}

/** Said only of a version that may write what was never seen. */
function versionWords(index: OpenConversation['index']): string | undefined {
  const newer = newerVersion(index);
  return newer && `${newer.written}, newer than ${newer.seen}, the last version known here: some of it may be read wrongly`;
}

/** What the figure of tokens is without, or what of it a server has counted. */
function notCounted({ continues, beside }: OpenConversation['index'], { lacks, counted, uncounted }: CheckedConversation): string {
  if (uncounted) return `: nothing tells how many message ${uncounted.message + 1}, part ${uncounted.part + 1} has`;
  if (lacks !== null) return lacks === 'tools' ? ', without the tools' : ', without the system prompt and tools';
  if (counted !== null) return `, ${counted.toLocaleString('en')} of them as the server counted the last answered request`;
  if (continues) return ', without earlier messages and cached content, which the server keeps';
  return beside?.isShortened ? '; the server may shorten them' : '';
}

/** How many there are; those of the request as a whole stand beside no message. */
function countedFindings(findings: readonly ConversationFinding[]): string | undefined {
  const told = findings.filter(({ severity }) => severity !== 'info');
  const whole = told.filter(({ address }) => address === null).length;
  if (told.length === 0) return undefined;
  return `${told.length}${whole === 0 ? '' : `, ${whole === told.length ? '' : `${whole} `}of the request as a whole`}`;
}

/** That the end of the model was announced, good to know long before requests fail, or that another answers since. */
function endWords(findings: readonly ConversationFinding[]): string | undefined {
  const { code, params } = findings.find(({ code: each }) => each === 'model_deprecated' || each === 'model_forwarded') ?? {};
  if (!params) return undefined;
  const { date, successor } = params;
  return code === 'model_forwarded'
    ? `since ${date}, requests go to ${successor}`
    : `announced for ${date}; recommended instead: ${successor}`;
}

/** What the verdict is not about: parameters, and the first part that is sent as it is and that no rule is known for, with how many more there are. */
function notCheckedWords({ format }: OpenConversation['index'], findings: readonly ConversationFinding[]): string | undefined {
  const parameters = formatFacts(format)?.isBody ? 'parameters and definitions of tools' : undefined;
  const [first, ...others] = findings.filter(({ code }) => code === 'not_judged');
  if (!first?.address) return parameters;
  const { message, part } = first.address;
  const more = others.length === 0 ? '' : ` (and ${count(others.length, 'more part')})`;
  return `${parameters === undefined ? '' : `${parameters}; `}message ${message + 1}, part ${part + 1}: no rule is known for "${first.params['shape'] ?? ''}"${more}`;
}

/**
 * @param about.broken the lines that cannot be read: the verdict is about the request without them
 * @param about.isSaidToFail by the words of a server
 */
function verdictWords(
  findings: readonly ConversationFinding[],
  { broken, isSaidToFail }: { readonly broken: number; readonly isSaidToFail: boolean },
): string {
  const outcome = outcomeOf(findings);
  if (outcome !== 'fails' && isSaidToFail) return 'failed, by the words of the server; documented rules do not tell why';
  if (outcome === 'goes_through')
    return `goes through${broken === 0 ? '' : ` without the ${count(broken, 'unreadable line')}`}, as far as documented rules tell`;
  const first = firstReason(findings);
  const others = findings.filter(({ severity, code }) => (outcome === 'fails' ? severity === 'error' : code === first?.code)).length - 1;
  const more = others === 0 ? '' : ` (and ${count(others, outcome === 'fails' ? 'more error' : 'more text')})`;
  return `${shortOutcome(findings)}: ${first ? sentenceOf(first) : ''}${more}`;
}

/** Whether the next request is accepted, and the message that it fails at, in a few words. */
export function shortOutcome(findings: readonly ConversationFinding[]): string {
  const outcome = outcomeOf(findings);
  if (outcome !== 'fails') return outcome === 'unknown' ? 'unknown' : 'goes through';
  const { address } = firstReason(findings) ?? {};
  return address ? `fails at message ${address.message + 1}` : 'fails';
}

export function sentenceOf(finding: ConversationFinding): string {
  return formatSentence(conversationSentence({ ...finding, params: readableParams(finding) }));
}

/** `1 file`, `2 files`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

function byKind(kinds: readonly RepairKind[]): string {
  return REPAIR_KINDS.flatMap((kind) => {
    const number = kinds.filter((each) => each === kind).length;
    return number === 0 ? [] : `${kind} ${number}`;
  }).join(', ');
}

export function partWords(part: ConversationPart): string {
  switch (part.kind) {
    case 'text':
      return part.sample.replaceAll(/\s+/g, ' ').slice(0, 60);
    case 'media': {
      const { mimeType, detectedMimeType, size, width, height } = part.facts;
      return `[${detectedMimeType ?? mimeType}${width === undefined ? '' : ` ${width} × ${height}`}, ${formatSize(size)}]`;
    }
    case 'link':
      return `[${part.url.slice(0, 60)}]`;
    case 'call':
      return `${part.name}(${part.sample.replaceAll(/\s+/g, ' ').slice(0, 60)})`;
    case 'reasoning':
      return '[reasoning]';
    case 'unknown':
      return `[${part.name}]`;
  }
}

export function summaryJson({ file, index }: OpenConversation, checked: CheckedConversation): object {
  const { format, title, folder, size, weight, notSent, broken, others } = index;
  return {
    file,
    format,
    title,
    folder,
    size,
    weight: weightJson(weight),
    messageCount: index.messages.length,
    notSent: notSent.size,
    broken: broken.map(({ line, start, end }) => ({ line: line + 1, start, end })),
    others,
    ...checkJson(checked),
  };
}

export function checkJson({ asked, goesThrough, cost, size, media, findings, lacks, counted, uncounted }: CheckedConversation): object {
  return {
    model: asked.name ?? null,
    api: asked.api,
    goesThrough,
    requestSize: size,
    media,
    ...cost,
    ...(counted !== null && { counted }),
    ...(lacks !== null && { lacks }),
    ...(uncounted && { uncounted: addressJson(uncounted) }),
    findings: new MadeList(findings, (finding) => findingJson(finding, { asked })),
  };
}

function findingJson(finding: ConversationFinding, { asked }: Pick<CheckedConversation, 'asked'>): object {
  const { code, severity, address, pointer, params, source } = finding;
  return {
    code,
    severity,
    ...(address && { address: addressJson(address) }),
    ...(pointer !== undefined && { pointer }),
    params,
    message: sentenceOf(finding),
    server: serverWords(finding, asked.api),
    source,
  };
}

/** Counted from 1, as they are printed. */
export function addressJson({ message, part }: PartAddress): PartAddress {
  return { message: message + 1, part: part + 1 };
}

export function messageJson(message: ConversationMessage, { index }: OpenConversation): object {
  const { index: number, line, role, id, time, model, start, end, parts } = message;
  return {
    number: number + 1,
    line: line + 1,
    role,
    id,
    time: time === undefined ? undefined : new Date(time).toISOString(),
    model,
    start,
    end,
    notSent: index.notSent.get(number),
    parts,
  };
}
