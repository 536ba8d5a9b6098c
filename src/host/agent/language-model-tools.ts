import * as vscode from 'vscode';
import { safeName } from '../../core/routing/safe-name.ts';
import type { ToolName } from '../../core/tools/tool-definitions.ts';
import { escapeMarkdown } from '../artifacts/escape-markdown.ts';
import { restrictedSentence } from '../restricted.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { ToolInput } from './tool-calls.ts';

/** The tools as the manifest names them. */
const TOOL_NAMES: Readonly<Record<string, ToolName>> = {
  agent_artifacts_get_artifact: 'get_artifact',
  agent_artifacts_list_artifacts: 'list_artifacts',
  agent_artifacts_find_capable_agents: 'find_capable_agents',
  agent_artifacts_write_file: 'write_file',
};

/** Registers the tools that chat and agents in VS Code may call. */
export function registerLanguageModelTools(roots: DataRoots): vscode.Disposable {
  const tools = Object.entries(TOOL_NAMES).map(([name, tool]) => vscode.lm.registerTool<ToolInput>(name, new ArtifactTool(roots, tool)));
  return vscode.Disposable.from(...tools);
}

/** One tool of the core, called by a model in VS Code. */
class ArtifactTool implements vscode.LanguageModelTool<ToolInput> {
  readonly #roots: DataRoots;
  readonly #name: ToolName;

  constructor(roots: DataRoots, name: ToolName) {
    this.#roots = roots;
    this.#name = name;
  }

  async invoke({ input }: vscode.LanguageModelToolInvocationOptions<ToolInput>, token: vscode.CancellationToken): Promise<vscode.LanguageModelToolResult> {
    const { callTool } = await import('./tool-calls.ts');
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return new vscode.LanguageModelToolResult(await callTool(this.#roots, this.#name, input));
  }

  async prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<ToolInput>): Promise<vscode.PreparedToolInvocation> {
    switch (this.#name) {
      case 'get_artifact':
        return { invocationMessage: vscode.l10n.t('Reading artifact {0}', shown(input.ref)) };
      case 'list_artifacts':
        return { invocationMessage: vscode.l10n.t('Listing artifacts') };
      case 'find_capable_agents':
        return { invocationMessage: vscode.l10n.t('Looking for agents with the capability {0}', shown(input['capability'])) };
      case 'write_file':
        return this.#prepareWrite(input);
    }
  }

  /** A file is written only after a person saw what and where. */
  async #prepareWrite(input: ToolInput): Promise<vscode.PreparedToolInvocation> {
    // The tool is hidden then, but another extension may name it; nobody is asked about what would be refused.
    if (!vscode.workspace.isTrusted) throw new Error(restrictedSentence());
    const { writeTarget } = await import('./tool-calls.ts');
    const target = await writeTarget(this.#roots, input);
    if ('error' in target) throw new Error(target.message);
    const content = typeof input['content'] === 'string' ? input['content'] : '';
    const message = new vscode.MarkdownString(
      vscode.l10n.t(
        'Write {0} characters of {1} to {2} in workspace {3} of {4}? A file that is there is replaced.',
        content.length.toLocaleString(vscode.env.language),
        shown(input['mimeType']),
        shown(target.path),
        shown(target.workspaceId),
        shown(target.root),
      ),
    );
    return {
      invocationMessage: vscode.l10n.t('Writing {0}', shown(target.path)),
      confirmationMessages: { title: vscode.l10n.t('Write a file into an agent’s workspace'), message },
    };
  }
}

/** Characters of a value that are shown; of a longer one the beginning and, for paths, the end. */
const MOST_SHOWN = 200;
const TAIL_SHOWN = 80;

/** A value from a model in bold, from which no markup, line or change of direction escapes. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : '';
  const short = text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - TAIL_SHOWN)}…${text.slice(-TAIL_SHOWN)}` : text;
  return `**${escapeMarkdown(safeName(short)) || '–'}**`;
}
