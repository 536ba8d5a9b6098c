import { isRecord } from '../io/own.ts';

/** What a call does to a file. */
export interface FileChange {
  /** As the call names it. */
  readonly path: string;
  readonly kind: 'write' | 'edit' | 'delete';
  /** All that the file has then, where the call itself says so. */
  readonly content?: string;
}

type ToolKind = 'write' | 'edit' | 'command' | 'patch' | 'shell';

/**
 * The tools that write files, by the names that models call them. Seen in Claude Code 2.1.332, Codex 0.169.0, Copilot CLI 1.0.102, Gemini CLI
 * 0.61.0, Qwen Code 0.24.4, pi 1.5.2, opencode 1.18.34 (2026-11); those of Cline 3 and Roo Code as their documents name them.
 */
const TOOLS: ReadonlyMap<string, ToolKind> = new Map<string, ToolKind>([
  ...(['Write', 'write', 'write_file', 'write_to_file', 'create', 'create_file'] as const).map((name) => [name, 'write'] as const),
  ...(['Edit', 'MultiEdit', 'NotebookEdit', 'edit', 'replace', 'replace_in_file', 'apply_diff', 'insert_content'] as const).map(
    (name) => [name, 'edit'] as const,
  ),
  ...(['str_replace_based_edit_tool', 'str_replace_editor'] as const).map((name) => [name, 'command'] as const),
  ['apply_patch', 'patch'],
  ...(['exec_command', 'shell'] as const).map((name) => [name, 'shell'] as const),
]);

/** What programs call the path among the arguments of a tool. */
export const PATHS = ['file_path', 'path', 'filePath', 'absolute_path', 'notebook_path'] as const;
const CONTENTS = ['content', 'file_text'] as const;

/** Characters of a path; longer ones are no paths of any system. */
export const LONGEST_PATH = 4096;

/** Whether a tool of this name may write a file. */
export function mayWriteFiles(tool: string): boolean {
  return TOOLS.has(tool);
}

/** What a call does to files; nothing where it is none that writes, or says something else than its tool takes. @param input its arguments */
export function fileChanges(tool: string, input: unknown): readonly FileChange[] {
  const kind = TOOLS.get(tool);
  if (kind === 'patch') return patchChanges(typeof input === 'string' ? input : textOf(input, ['input', 'patch']));
  if (!isRecord(input)) return [];
  if (kind === 'shell') return shellChanges(input);
  const path = textOf(input, PATHS);
  if (kind === undefined || !isPath(path)) return [];
  if (kind === 'command') return commandChanges(path, input);
  if (kind === 'edit') return [{ path, kind }];
  const content = textOf(input, CONTENTS);
  return content === undefined ? [] : [{ path, kind, content }];
}

function isPath(path: string | undefined): path is string {
  return path !== undefined && path !== '' && path.length <= LONGEST_PATH;
}

function textOf(input: unknown, names: readonly string[]): string | undefined {
  if (!isRecord(input)) return undefined;
  const name = names.find((each) => Object.hasOwn(input, each) && typeof input[each] === 'string');
  return name === undefined ? undefined : (input[name] as string);
}

/** Anthropic's own tool has one name for all that it does. */
function commandChanges(path: string, input: Readonly<Record<string, unknown>>): readonly FileChange[] {
  const content = textOf(input, CONTENTS);
  if (input['command'] === 'create' && content !== undefined) return [{ path, kind: 'write', content }];
  return input['command'] === 'str_replace' || input['command'] === 'insert' ? [{ path, kind: 'edit' }] : [];
}

/** A shell reads a patch only as it stands where the word behind `<<` is quoted. */
const PATCH_COMMAND = /^\s*apply_patch\s*<<-?\s*(?:'\w+'|"\w+")\s*\n/;

/** A patch that a shell is given; what other commands write is not known. */
function shellChanges(input: Readonly<Record<string, unknown>>): readonly FileChange[] {
  const { command, cmd = command } = input;
  const folder = textOf(input, ['workdir', 'cwd']);
  const patch = Array.isArray(cmd) && cmd[0] === 'apply_patch' ? (cmd[1] as unknown) : cmd;
  if (typeof patch !== 'string' || (patch === cmd && !PATCH_COMMAND.test(patch))) return [];
  const changes = patchChanges(patch);
  return folder === undefined ? changes : changes.map((change) => ({ ...change, path: joined(folder, change.path) }));
}

const FILE_LINE = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** The files of a patch as Codex's `apply_patch` takes it: one that is added is there as a whole. */
function patchChanges(patch: string | undefined): readonly FileChange[] {
  const changes: FileChange[] = [];
  let added: { readonly path: string; readonly lines: string[] } | undefined;
  const end = (): void => {
    if (added) changes.push({ path: added.path, kind: 'write', content: added.lines.map((line) => `${line}\n`).join('') });
    added = undefined;
  };
  for (const line of patch?.split('\n') ?? []) {
    if (!line.startsWith('*** ')) {
      if (line.startsWith('+')) added?.lines.push(line.slice(1));
      continue;
    }
    end();
    const [, verb, path = ''] = FILE_LINE.exec(line.trimEnd()) ?? [];
    if (!isPath(path)) continue;
    if (verb === 'Add') added = { path, lines: [] };
    else changes.push({ path, kind: verb === 'Delete' ? 'delete' : 'edit' });
  }
  end();
  return changes;
}

function isAbsolute(path: string): boolean {
  return /^(?:[/\\]|[A-Za-z]:[/\\])/.test(path);
}

function joined(folder: string, path: string): string {
  return isAbsolute(path) ? path : `${folder}/${path}`;
}

/**
 * A path of a session in one form, to tell whether two mean the same file: with slashes, without `.` and `..`, below the folder that the program
 * worked in relative to it. It is a name to be shown, and never a place that is read or written.
 */
export function pathInSession(path: string, folder: string | undefined): string {
  const [whole, base] = [folder === undefined ? path : joined(folder, path), folder ?? ''].map(withoutDots);
  return base !== undefined && base !== '' && whole?.startsWith(`${base}/`) === true ? whole.slice(base.length + 1) : (whole ?? path);
}

function withoutDots(path: string): string {
  const steps: string[] = [];
  const isOfWindows = /^(?:[A-Za-z]:[/\\]|\\\\)/.test(path);
  for (const step of (isOfWindows ? path.replaceAll('\\', '/') : path).split('/')) {
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return `${path.startsWith('/') ? '/' : ''}${steps.join('/')}`;
}
