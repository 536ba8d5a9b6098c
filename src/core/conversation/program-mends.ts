import { isBefore, versionNumbers } from './program-version.ts';
import type { Template } from '../io/errors.ts';
import type { WireApi } from '../wire/verdict.ts';
import type { ConversationFormat, ConversationIndex, ConversationMessage } from './conversation.ts';
import type { ConversationFinding } from './conversation-finding.ts';

/** What programs do with what a server would refuse, before they send it. */
export const MEND_SENTENCES = {
  call_left_out: { text: '{0} itself leaves out the tool call {1}, which has no result.', args: ['program', 'call'] },
  result_left_out: { text: '{0} itself leaves out the result of the tool call {1}, which has no call.', args: ['program', 'call'] },
  result_written: { text: '{0} itself writes a result for the tool call {1}, which has none.', args: ['program', 'call'] },
  result_is_text: {
    text: '{0} keeps the result of the tool call {1} as text, and sends the call and its result that way.',
    args: ['program', 'call'],
  },
  note_for_image: { text: '{0} sends a note instead: what is declared as an image is not one.', args: ['program'] },
  images_removed: { text: '{0} itself removes the images that the server refuses because there are too many.', args: ['program'] },
} as const satisfies Readonly<Record<string, Template>>;

export type Mend = keyof typeof MEND_SENTENCES;

interface ProgramMend {
  readonly code: ConversationFinding['code'];
  readonly mend: Mend;
  /** The first version that is known to do it; of a file that names no version it is not known. Absent where the file itself shows it. */
  readonly since?: readonly number[];
  /** Where it was seen, with the month. */
  readonly source: string;
}

interface Program {
  readonly name: string;
  /** The APIs it sends this to; what another program would make of its session is another matter. */
  readonly apis: readonly WireApi[];
  readonly mends: readonly ProgramMend[];
}

const CLAUDE_PAIRS = 'seen in the requests of Claude Code 2.1.197 (2026-11); anthropics/claude-code #13460';
const CODEX_PAIRS = 'seen in the requests of Codex 0.169.0 (2026-11); openai/codex codex-rs/core/src/context_manager/normalize.rs';
const QWEN_PAIRS = 'seen in the requests of Qwen Code 0.24.4 (2026-11)';

/** What each program mends itself, by its version. */
const PROGRAMS: Readonly<Record<ConversationFormat, Program | null>> = {
  'claude-code': {
    name: 'Claude Code',
    apis: ['anthropic'],
    mends: [
      { code: 'call_without_result', mend: 'call_left_out', since: [2, 1, 154], source: CLAUDE_PAIRS },
      { code: 'result_without_call', mend: 'result_left_out', since: [2, 1, 154], source: CLAUDE_PAIRS },
      { code: 'too_large_among_many', mend: 'images_removed', since: [2, 1, 126], source: 'changelog of Claude Code 2.1.126 (2026-11)' },
    ],
  },
  codex: {
    name: 'Codex',
    apis: ['openai-responses'],
    mends: [
      { code: 'call_without_result', mend: 'result_written', since: [0, 100, 0], source: CODEX_PAIRS },
      { code: 'result_without_call', mend: 'result_left_out', since: [0, 100, 0], source: CODEX_PAIRS },
      { code: 'not_of_its_type', mend: 'note_for_image', since: [0, 169, 0], source: 'seen in the requests of Codex 0.169.0 (2026-11)' },
    ],
  },
  cline: {
    name: 'Cline',
    apis: ['anthropic'],
    mends: [
      {
        code: 'call_without_result',
        mend: 'result_is_text',
        source: 'cline/cline src/core/context/context-management/ContextManager.ts, ensureToolResultsFollowToolUse (2026-11)',
      },
    ],
  },
  'qwen-code': {
    name: 'Qwen Code',
    apis: ['openai-chat', 'openai-compatible'],
    mends: [
      { code: 'call_without_result', mend: 'result_written', since: [0, 24, 4], source: QWEN_PAIRS },
      { code: 'result_without_call', mend: 'result_left_out', since: [0, 24, 4], source: QWEN_PAIRS },
    ],
  },
  runtime: null,
  'openai-chat': null,
  'openai-responses': null,
  anthropic: null,
  gemini: null,
  'bedrock-converse': null,
  'bedrock-invoke': null,
  ollama: null,
  'cline-session': null,
  'copilot-cli': null,
  'gemini-cli': null,
  pi: null,
  opencode: null,
  'otel-genai': null,
  'vscode-chat': null,
};

/** A result that Cline keeps as a text: `[read_file for 'a.cs'] Result:`. */
const RESULT_AS_TEXT = /^\[\w+(?: for [^\n]*)?\] Result:/;

/**
 * The findings for a session as its program sends it: what the program mends itself is no error but something good to know, and no repair
 * touches it.
 *
 * @param ordered the messages that are sent
 */
export function asItsProgramSends(
  findings: readonly ConversationFinding[],
  ordered: readonly ConversationMessage[],
  { format, programVersion }: ConversationIndex,
  api: WireApi,
): ConversationFinding[] {
  const program = format === null ? null : PROGRAMS[format];
  if (!program?.apis.includes(api)) return [...findings];
  const version = versionNumbers(programVersion);
  const places = new Map(ordered.map(({ index }, at) => [index, at]));
  return findings.map((finding) => {
    const mend = finding.severity === 'error' ? program.mends.find(({ code }) => code === finding.code) : undefined;
    if (!mend) return finding;
    const next = ordered[(places.get(finding.address?.message ?? -1) ?? Infinity) + 1];
    const isKnown = mend.since ? version !== undefined && !isBefore(version, mend.since) : hasResultAsText(next);
    if (!isKnown) return finding;
    return {
      ...finding,
      severity: 'info' as const,
      params: { ...finding.params, mend: mend.mend, program: program.name },
      source: mend.source,
    };
  });
}

function hasResultAsText(message: ConversationMessage | undefined): boolean {
  return message?.role === 'user' && message.parts.some((part) => part.kind === 'text' && RESULT_AS_TEXT.test(part.sample));
}
