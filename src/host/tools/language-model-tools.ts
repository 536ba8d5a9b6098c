import * as vscode from 'vscode';
import type { ToolName } from '../../core/tools/tool-definitions.ts';
import { inBold } from '../screen/plain-text.ts';
import { restrictedSentence } from '../screen/unavailable.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { AskedWrites, ToolInput } from './tool-calls.ts';

/** The tools as the manifest names them. */
const TOOL_NAMES: Readonly<Record<string, ToolName>> = {
  agent_artifacts_get_artifact: 'get_artifact',
  agent_artifacts_list_artifacts: 'list_artifacts',
  agent_artifacts_preview_artifact: 'preview_artifact',
  agent_artifacts_check_conversation: 'check_conversation',
  agent_artifacts_find_capable_agents: 'find_capable_agents',
  agent_artifacts_write_file: 'write_file',
};

/** Registers the tools that chat and agents in VS Code may call. */
export function registerLanguageModelTools(roots: DataRoots): vscode.Disposable {
  const writes: AskedWrites = new Map();
  const tools = Object.entries(TOOL_NAMES).map(([name, tool]) =>
    vscode.lm.registerTool<ToolInput>(name, new ArtifactTool(roots, writes, tool)),
  );
  return vscode.Disposable.from(...tools);
}

/** One tool of the core, called by a model in VS Code. */
class ArtifactTool implements vscode.LanguageModelTool<ToolInput> {
  readonly #roots: DataRoots;
  readonly #writes: AskedWrites;
  readonly #name: ToolName;

  constructor(roots: DataRoots, writes: AskedWrites, name: ToolName) {
    this.#roots = roots;
    this.#writes = writes;
    this.#name = name;
  }

  async invoke(
    { input }: vscode.LanguageModelToolInvocationOptions<ToolInput>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const { callTool } = await import('./tool-calls.ts');
    if (token.isCancellationRequested) throw new vscode.CancellationError();
    return new vscode.LanguageModelToolResult(await callTool(this.#roots, this.#writes, this.#name, input));
  }

  async prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<ToolInput>): Promise<vscode.PreparedToolInvocation> {
    switch (this.#name) {
      case 'get_artifact':
        return { invocationMessage: inMarkdown(vscode.l10n.t('Reading artifact {0}', inBold(input.ref))) };
      case 'list_artifacts':
        return { invocationMessage: vscode.l10n.t('Listing artifacts') };
      case 'preview_artifact':
        return { invocationMessage: inMarkdown(vscode.l10n.t('Previewing artifact {0}', inBold(input.ref))) };
      case 'check_conversation':
        return { invocationMessage: inMarkdown(vscode.l10n.t('Checking the conversation {0}', inBold(input['path']))) };
      case 'find_capable_agents':
        return { invocationMessage: inMarkdown(vscode.l10n.t('Looking for agents with the capability {0}', inBold(input['capability']))) };
      case 'write_file':
        return this.#prepareWrite(input);
    }
  }

  /** A file is written only after a person saw what and where. */
  async #prepareWrite(input: ToolInput): Promise<vscode.PreparedToolInvocation> {
    // The tool is hidden then, but another extension may call it; a call that would be refused needs no confirmation.
    if (!vscode.workspace.isTrusted) throw new Error(restrictedSentence());
    const [{ writeTarget }, { writeQuestion }] = await Promise.all([import('./tool-calls.ts'), import('./write-question.ts')]);
    const target = await writeTarget(this.#roots, this.#writes, input);
    if ('error' in target) throw new Error(target.message);
    return {
      invocationMessage: inMarkdown(vscode.l10n.t('Writing {0}', inBold(target.reference.relativePath))),
      confirmationMessages: writeQuestion(target),
    };
  }
}

/** A sentence whose values are escaped already. */
function inMarkdown(sentence: string): vscode.MarkdownString {
  return new vscode.MarkdownString(sentence);
}
