import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { version } from '../../package.json';
import type { ConversationFinding } from '../core/conversation/conversation-finding.ts';
import { CONVERSATION_SENTENCES } from '../core/conversation/finding-words.ts';
import type { RepairKind } from '../core/conversation/repair-kinds.ts';
import { PROBLEM_CODES, PROBLEM_SENTENCES, type ProblemCode, problem } from '../core/models/problems.ts';
import { FINDING_SENTENCES, type TranscriptCode } from '../core/transcript/finding.ts';
import { LIMIT_SENTENCES } from '../core/wire/rule-sentence.ts';
import type { Terminal } from './terminal.ts';

/** How bad a finding is, as SARIF calls it. */
export type SarifLevel = 'error' | 'warning' | 'note';

/** What a finding is an instance of. */
interface SarifRule {
  /** Stable: what people filter by. */
  readonly id: string;
  /** The level of most of its findings. */
  readonly level: SarifLevel;
  /** One sentence; what differs from finding to finding is in capitals. */
  readonly summary: string;
  /** What can be done. */
  readonly help: string;
}

/** Where a finding is; lines and columns from 1, columns in UTF-16 code units. */
export interface SarifPlace {
  /** As it was named on the command line, relative to the working folder; `-` is standard input. */
  readonly file: string;
  readonly start?: { readonly line: number; readonly column?: number };
  readonly end?: { readonly line: number; readonly column: number };
}

export interface SarifFinding {
  readonly rule: SarifRule;
  readonly level?: SarifLevel;
  readonly message: string;
  readonly place: SarifPlace;
  /** Other places it is about. */
  readonly related?: readonly SarifPlace[];
  /** For programs. */
  readonly properties?: Readonly<Record<string, string | number>>;
}

/** GitHub takes so many results of one run. @see https://docs.github.com/en/code-security/reference/code-scanning/sarif-files (2026-11) */
export const MOST_RESULTS = 25_000;

/** A person reads so many in the log of a build; the file has all. */
const MOST_TOLD = 50;

/** SARIF has severities of its own: what it calls a note is information elsewhere. */
const LEVELS: Readonly<Record<'error' | 'warning' | 'information' | 'info', SarifLevel>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  info: 'note',
};

/** @param severity as problems of services and findings of conversations have it */
export function sarifLevel(severity: keyof typeof LEVELS): SarifLevel {
  return LEVELS[severity];
}

/**
 * What one command found, as a log of the Static Analysis Results Interchange Format 2.1.0.
 *
 * @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html
 */
export class SarifRun {
  readonly #command: string;
  readonly #terminal: Terminal;
  readonly #folder: string;
  readonly #rules = new Map<string, { readonly index: number; readonly rule: object }>();
  readonly #results: object[] = [];
  readonly #notifications: object[] = [];
  #count = 0;

  /** @param folder file names are relative to it */
  constructor(command: string, terminal: Terminal, folder: string) {
    this.#command = command;
    this.#terminal = terminal;
    this.#folder = folder;
  }

  /** Notes a finding, and says it on standard error: standard output is for a program. */
  add({ rule, level = rule.level, message, place, related = [], properties }: SarifFinding): void {
    this.#count++;
    if (this.#count > MOST_RESULTS) return;
    if (this.#count <= MOST_TOLD) {
      const { line = 1, column = 1 } = place.start ?? {};
      this.#terminal.complain(`${place.file}:${line}:${column}: ${level}: ${message.replaceAll('\n', ' ')} [${rule.id}]`);
    }
    const known = this.#rules.get(rule.id) ?? { index: this.#rules.size, rule: ruleJson(rule) };
    this.#rules.set(rule.id, known);
    this.#results.push({
      ruleId: rule.id,
      ruleIndex: known.index,
      level,
      message: { text: plain(message) },
      locations: [this.#location(place)],
      ...(related.length > 0 && { relatedLocations: related.map((each) => this.#location(each)) }),
      ...(properties && { properties }),
    });
  }

  /** Notes that something could not be checked. @param file what it is about */
  fail(code: string, message: string, file?: string): void {
    this.#terminal.complain(`${message} [${code}]`, 'red');
    this.#notifications.push({
      level: 'error',
      descriptor: { id: code },
      message: { text: plain(message) },
      ...(file !== undefined && { locations: [this.#location({ file })] }),
    });
  }

  /** Writes the log to standard output. */
  print(): void {
    const isComplete = this.#notifications.length === 0;
    if (this.#count > MOST_TOLD) this.#terminal.complain(`… ${this.#count - MOST_TOLD} more.`);
    if (this.#count > MOST_RESULTS)
      this.#notifications.push({
        level: 'warning',
        descriptor: { id: 'too_many_results' },
        message: { text: `There are ${this.#count} findings; the first ${MOST_RESULTS} are listed.` },
      });
    this.#terminal.json({
      $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
      version: '2.1.0',
      runs: [
        {
          tool: {
            driver: {
              name: 'Agent Artifacts',
              version,
              semanticVersion: version,
              rules: [...this.#rules.values()].map(({ rule }) => rule),
            },
          },
          // Several uploads of one commit are told apart by it.
          automationDetails: { id: `agent-artifacts/${this.#command}/` },
          columnKind: 'utf16CodeUnits',
          invocations: [
            { executionSuccessful: isComplete, ...(this.#notifications.length > 0 && { toolExecutionNotifications: this.#notifications }) },
          ],
          results: this.#results,
        },
      ],
    });
  }

  #location({ file, start, end }: SarifPlace): object {
    return {
      physicalLocation: {
        artifactLocation: this.#address(file),
        region: {
          startLine: start?.line ?? 1,
          ...(start?.column !== undefined && { startColumn: start.column }),
          ...(end && { endLine: end.line, endColumn: end.column }),
        },
      },
    };
  }

  /** A URI relative to the folder; what lies outside has none, and standard input no URI at all. */
  #address(file: string): object {
    if (file === '-') return { description: { text: 'standard input' } };
    const location = path.resolve(this.#folder, file);
    const relative = path.relative(this.#folder, location);
    const isInside = relative !== '' && !path.isAbsolute(relative) && relative.split(path.sep)[0] !== '..';
    if (!isInside) return { uri: pathToFileURL(location.toWellFormed()).href };
    return { uri: relative.toWellFormed().split(path.sep).map(encodeURIComponent).join('/'), uriBaseId: '%SRCROOT%' };
  }
}

/** Texts of messages may have links and placeholders (§3.11.5, §3.11.6): names from files must not become any. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('](', '] (')
    .replace(/\{(\d+)\}/g, '{{$1}}');
}

function ruleJson({ id, level, summary, help }: SarifRule): object {
  return { id, shortDescription: { text: summary }, help: { text: help }, defaultConfiguration: { level } };
}

/** A sentence with the names of its parameters in their places. */
function inGeneral({ text, args = [] }: { readonly text: string; readonly args?: readonly string[] }): string {
  return text.replace(/\{(\d+)\}/g, (_, number: string) => (args[Number(number)] ?? 'X').toUpperCase());
}

/** The rule of a finding of `lint`. */
export function lintRule(code: TranscriptCode): SarifRule {
  const [kind = code] = FINDING_SENTENCES[code].split(':');
  return {
    id: code,
    level: 'warning',
    summary: `${kind}.`,
    help: 'A model reads binary content in a text as tokens and sees nothing of it. Send it as a part of its own (image_url, file), or save it as an artifact and name its reference in the text. In VS Code, a quick fix does the latter.',
  };
}

/** Who finds a problem of services, as a help. */
const PROBLEM_HELP: Readonly<Record<ReturnType<typeof problem>['source'], string>> = {
  text: 'llmservices.json must be JSON in UTF-8. While it is not, the last valid services stay in use. In VS Code, quick fixes repair what has one meaning.',
  schema:
    'The JSON schema agent-artifacts/schemas/llmservices.schema.json describes the form of llmservices.json; what differs from it is ignored as the message says. In VS Code, the same is found while typing, with quick fixes.',
  rules: 'The form is valid, but it means something else than it looks like. In VS Code, quick fixes change it.',
};

/** The rule of a problem of `validate`. */
export function validateRule(code: ProblemCode): SarifRule {
  const { severity, source } = problem(code);
  const summary = code === 'syntax_error' ? 'Not valid JSON.' : inGeneral(PROBLEM_SENTENCES[code]);
  return { id: code, level: sarifLevel(severity), summary, help: PROBLEM_HELP[source] };
}

/** Every rule of `validate`. */
export const VALIDATE_RULES: readonly SarifRule[] = PROBLEM_CODES.map(validateRule);

/** Which repair of `doctor` solves what a request fails by; others are described. Undefined: no part of the file is to blame. */
const REPAIRS: Partial<Readonly<Record<ConversationFinding['code'], RepairKind | undefined>>> = {
  too_many_pixels: 'shrink',
  too_many_patches: 'shrink',
  part_too_large: 'shrink',
  too_large_among_many: 'shrink',
  type_differs_from_bytes: 'correct_type',
  call_without_result: 'replace_orphan',
  result_without_call: 'replace_orphan',
  call_id_reused: 'rename_call',
  result_not_first: 'results_first',
  nothing_to_send: undefined,
  model_retired: undefined,
  model_deprecated: undefined,
  model_forwarded: undefined,
  request_refused: undefined,
  not_judged: undefined,
  content_masked: undefined,
  part_suspected: undefined,
  capability_unknown: undefined,
  context_exceeded: undefined,
  raw_bytes_as_text: undefined,
  dropped_by_program: undefined,
};

/** What no request fails by. */
const NOTES: ReadonlySet<ConversationFinding['code']> = new Set(['not_judged', 'media_stored_repeatedly']);

const WARNINGS: ReadonlySet<ConversationFinding['code']> = new Set([
  'base64_in_text',
  'content_masked',
  'stored_twice',
  'part_left_out',
  'part_suspected',
  'capability_unknown',
  'raw_bytes_as_text',
  'dropped_by_program',
]);

/** The rule of a finding of `doctor`. */
export function doctorRule(code: ConversationFinding['code']): SarifRule {
  return {
    id: code,
    level: NOTES.has(code) ? 'note' : WARNINGS.has(code) ? 'warning' : 'error',
    summary: doctorSummary(code),
    help: doctorHelp(code),
  };
}

function doctorHelp(code: ConversationFinding['code']): string {
  if (code === 'media_stored_repeatedly') {
    return 'The program keeps copies of images and files, in messages and beside them. No request fails by it, but the file grows, and takes longer to be read. "agent-artifacts conversation FILE --json" names the largest of them.';
  }
  const about = 'What the next request of this conversation fails by, loses or wastes; the documented rule is named with each finding.';
  if (code.startsWith('model_')) return `${about} "agent-artifacts switch FILE --to MODEL" says whether another model can go on with it.`;
  const repair = code in REPAIRS ? REPAIRS[code] : 'describe';
  if (repair === undefined)
    return `${about} No repair of a part solves it: begin a new conversation, or shorten this one in the program that made it.`;
  return `${about} "agent-artifacts doctor FILE --fix ${repair}" repairs it and keeps a backup; "--dry-run" shows how, "--undo" takes it back.`;
}

function doctorSummary(code: ConversationFinding['code']): string {
  if (code === 'part_rejected') return 'The API rejects a part of the request.';
  if (code === 'part_left_out') return 'A part of the conversation is left out of the request.';
  return inGeneral(code in CONVERSATION_SENTENCES ? CONVERSATION_SENTENCES[code as 'stored_twice'] : LIMIT_SENTENCES[code as 'empty']);
}

/** The rule of `route --expect`. */
export const EXPECT_RULE: SarifRule = {
  id: 'not_as_expected',
  level: 'error',
  summary: 'The model does not receive the file as expected.',
  help: 'What a model receives depends on its capabilities, on what its API takes, and on limits; the message says which of them decided. "agent-artifacts route FILE --model NAME" shows the decision, and several models side by side. Another format, a smaller file, a declared capability in llmservices.json or another model solve it.',
};
