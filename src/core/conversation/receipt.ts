import { mediaTypeOfFilename } from '../content/file-name.ts';
import { mediaKind } from '../content/media-type.ts';
import { safeName } from '../routing/safe-name.ts';
import type { CallPartOf, ConversationFormat, ConversationIndex, ConversationMessage, ConversationPart } from './conversation.ts';
import { type ConversationFinding, OWN_SOURCES } from './conversation-finding.ts';
import type { PartAddress } from './replay.ts';

/** The tools by which programs read files, as they were seen (`src/core/programs/deliveries.json`). */
export const READ_TOOLS: Readonly<Partial<Record<ConversationFormat, string>>> = {
  'claude-code': 'Read',
  codex: 'view_image',
  'copilot-cli': 'view',
  'gemini-cli': 'read_file',
  'qwen-code': 'read_file',
  pi: 'read',
  opencode: 'read',
};

/** Whether a model has nothing of a file but as a medium; a drawing in SVG is a text too. */
function isMedium(name: string): boolean {
  const type = mediaTypeOfFilename(name) ?? '';
  return type !== 'image/svg+xml' && ['image', 'audio', 'video'].includes(mediaKind(type));
}

/** The path among the arguments of a call, whatever its program calls it. */
const PATH = /"(?:file_path|filePath|absolute_path|path)":\s*"((?:[^"\\]|\\.)*)"/;

/** What a tool answers that did not find the file: then it is not the program that keeps it back. */
const NOT_READ =
  /no such file|not found|does not exist|not exist|ENOENT|EACCES|permission|denied|outside|cancell?ed|aborted|interrupted|rejected/i;

/**
 * What became of the files that a program read for its model: bytes of a binary file that stand in the request as if they were text, and
 * pictures, sound and films of which nothing but words came.
 *
 * @param ordered the messages that are sent, in their order
 */
export function receiptFindings(
  ordered: readonly ConversationMessage[],
  { format }: Pick<ConversationIndex, 'format'>,
): ConversationFinding[] {
  const raw = ordered.flatMap(({ parts, index: message }) =>
    parts.flatMap((part, at) => {
      const type = part.kind === 'text' ? rawType(part) : undefined;
      if (part.kind !== 'text' || type === undefined) return [];
      return [finding('raw_bytes_as_text', { type, tokens: part.tokens }, { message, part: at })];
    }),
  );
  const tool = format === null ? undefined : READ_TOOLS[format];
  return tool === undefined ? raw : [...raw, ...droppedFiles(ordered, tool)];
}

function finding(
  code: 'raw_bytes_as_text' | 'dropped_by_program',
  params: ConversationFinding['params'],
  address: PartAddress,
): ConversationFinding {
  return { code, severity: 'warning', params, source: OWN_SOURCES.file, address };
}

/** How binary files begin; what is no UTF-8 in them stands as a mark. */
const BEGINNINGS: ReadonlyArray<readonly [beginning: string, type: string]> = [
  ['%PDF-', 'application/pdf'],
  ['PK\u0003\u0004', 'application/zip'],
  ['\uFFFDPNG', 'image/png'],
  ['GIF87a', 'image/gif'],
  ['GIF89a', 'image/gif'],
  ['ID3\u0002', 'audio/mpeg'],
  ['ID3\u0003', 'audio/mpeg'],
  ['ID3\u0004', 'audio/mpeg'],
];

/** The number that a tool puts before a line. */
const LINE_NUMBER = /^\s{0,8}\d{1,8}\s?[:|→\t]\s?/;

/**
 * Of a text so long, so large shares of characters that no text has make it binary: marks for what is no UTF-8, and controls, which a text in
 * another encoding does not have.
 */
const SHORTEST_RAW = 60;
const RAW_SHARE = 0.1;
const CONTROL_SHARE = 0.02;

/** The type of a binary file whose bytes a text is; undefined for a text. */
function rawType({ sample, resultOf }: Extract<ConversationPart, { kind: 'text' }>): string | undefined {
  if (resultOf !== undefined) {
    const content = sample.replace(LINE_NUMBER, '');
    const known = BEGINNINGS.find(([beginning]) => content.startsWith(beginning));
    if (known) return known[1];
  }
  if (sample.length < SHORTEST_RAW) return undefined;
  let [marks, controls] = [0, 0];
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at);
    if (unit === REPLACEMENT) marks++;
    else if (isControl(unit)) controls++;
  }
  const isRaw = controls > CONTROL_SHARE * sample.length && marks + controls > RAW_SHARE * sample.length;
  return isRaw ? 'application/octet-stream' : undefined;
}

const REPLACEMENT = 0xfffd;
const SPACE = 0x20;
/** Blanks, and the escape that terminals are coloured by. */
const CONTROLS_OF_TEXT: ReadonlySet<number> = new Set([8, 9, 10, 11, 12, 13, 27]);

function isControl(unit: number): boolean {
  return unit < SPACE && !CONTROLS_OF_TEXT.has(unit);
}

/** What was read between two answers of the model. */
class Reading {
  readonly #tool: string;
  /** Files of media by the id of the call that reads them. */
  readonly #calls = new Map<string, string>();
  readonly #words = new Map<string, PartAddress>();
  #loose = 0;
  hasResults = false;

  constructor(tool: string) {
    this.#tool = tool;
  }

  take(part: ConversationPart, role: ConversationMessage['role'], address: PartAddress): void {
    if (part.kind === 'call') this.#ask(part);
    else if (part.resultOf !== undefined) this.#answer(part, part.resultOf, address);
    // A medium that stands beside the results may be that of any of them; what a person attached before the calls is none of theirs.
    else if (role !== 'assistant' && this.#calls.size > 0 && isContent(part)) this.#loose++;
  }

  #ask({ name, callId, sample }: CallPartOf): void {
    const file = name === this.#tool ? PATH.exec(sample)?.[1] : undefined;
    if (file !== undefined && isMedium(file)) this.#calls.set(callId, file);
  }

  #answer(part: ConversationPart, call: string, address: PartAddress): void {
    this.hasResults = true;
    if (isContent(part)) this.#calls.delete(call);
    else if (part.kind === 'text' && isNote(part) && this.#calls.has(call)) this.#words.set(call, address);
  }

  dropped(): ConversationFinding[] {
    if (this.#loose > 0) return [];
    return [...this.#words].flatMap(([call, address]) => {
      const file = this.#calls.get(call);
      return file === undefined ? [] : [finding('dropped_by_program', { name: nameOf(file) }, address)];
    });
  }
}

function isContent({ kind }: ConversationPart): boolean {
  return kind === 'media' || kind === 'link' || kind === 'unknown';
}

/** Whether it is words of the program about the file: no failure, no bytes, and not what a repair wrote. */
function isNote(part: Extract<ConversationPart, { kind: 'text' }>): boolean {
  return !NOT_READ.test(part.sample) && rawType(part) === undefined && part.traits?.includes('removed') !== true;
}

/** The last part of a path, of any system, as it is shown. */
function nameOf(path: string): string {
  return safeName(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
}

/** Media that the tool read and of which nothing came: neither in its result nor beside it, until the model answered. */
function droppedFiles(ordered: readonly ConversationMessage[], tool: string): ConversationFinding[] {
  const found: ConversationFinding[] = [];
  let reading = new Reading(tool);
  for (const { role, parts, index: message } of ordered) {
    if (role === 'assistant' && reading.hasResults) {
      found.push(...reading.dropped());
      reading = new Reading(tool);
    }
    for (const [part, content] of parts.entries()) reading.take(content, role, { message, part });
  }
  return [...found, ...reading.dropped()];
}
