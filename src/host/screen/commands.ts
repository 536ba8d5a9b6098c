import * as vscode from 'vscode';
import type { Agent } from '../../core/agents/agents.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { TranscriptFinding } from '../../core/transcript/finding.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { OrderCommand } from './artifact-orders.ts';
import type { ReversibleEdit } from './notify-edit.ts';
import { notify, notifyError } from './notify.ts';

/** A service of an open root, as tree items and other features pass it to commands. */
export interface ServiceArgument {
  readonly root: OpenRoot;
  readonly serviceId?: string | null;
  /** Position in the file, for a service without a usable id. */
  readonly index?: number | undefined;
  /** A place in the file, such as that of a problem. */
  readonly offset?: number | undefined;
}

/** A service of a file, in force or not, as CodeLenses pass it to commands. */
export interface ServiceInFile {
  readonly uri: vscode.Uri;
  readonly serviceId: string;
}

/** An agent of an open root, as tree items pass it to commands. */
export interface AgentArgument {
  readonly root: OpenRoot;
  readonly agent: Agent;
}

/** An artifact of an open root, as tree items pass it to commands. */
interface ArtifactArgument {
  readonly root: OpenRoot;
  readonly reference: ArtifactReference;
}

/** The range of a list of artifacts that goes on, as its last line passes it. */
export interface RangeArgument {
  readonly root: OpenRoot;
  /** Index of the range. */
  readonly range: number;
}

/** A finding in a document, and the version of the document it was made in. */
export interface SaveArguments {
  readonly uri: vscode.Uri;
  readonly version: number;
  readonly finding: TranscriptFinding;
}

type ServicesTarget = ServiceArgument | ServiceInFile | vscode.Uri;

/** The commands of the extension: what our own code passes to each, and what it gets back. */
interface Commands extends Record<OrderCommand, () => void> {
  'agentArtifacts.addBucket'(): void;
  'agentArtifacts.addDataRoot'(): void;
  'agentArtifacts.addService'(target?: ServicesTarget): void;
  'agentArtifacts.applyProposal'(proposed?: vscode.Uri): void;
  'agentArtifacts.learnMore'(page?: unknown): void;
  'agentArtifacts.applyRepair'(changes?: unknown): void;
  'agentArtifacts.artifacts.focus'(): void;
  'agentArtifacts.changeFilter'(): void;
  'agentArtifacts.changedSince'(): void;
  'agentArtifacts.findInArtifacts'(): void;
  'agentArtifacts.chooseComparedModels'(): void;
  'agentArtifacts.clearFilter'(): void;
  'agentArtifacts.clearPreviewedFiles'(): void;
  'agentArtifacts.copyAgentId'(agent: AgentArgument): void;
  'agentArtifacts.copyMessage'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.copyPath'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.copyReference'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.createSample'(): void;
  'agentArtifacts.createServicesFile'(target?: ServiceArgument): void;
  'agentArtifacts.discardProposal'(proposed?: vscode.Uri): void;
  'agentArtifacts.discardRepair'(changes?: unknown): void;
  'agentArtifacts.editCapabilities'(target?: ServicesTarget): ReversibleEdit | undefined;
  'agentArtifacts.exportServices'(target?: ServicesTarget): void;
  'agentArtifacts.filterArtifacts'(): void;
  'agentArtifacts.getStarted'(): void;
  'agentArtifacts.goToArtifact'(): void;
  'agentArtifacts.importServices'(target?: ServicesTarget): void;
  'agentArtifacts.inferCapabilities'(target?: ServicesTarget): void;
  'agentArtifacts.internal.enter'(): void;
  'agentArtifacts.internal.moveKey'(uri: vscode.Uri, offset: number, version: number): void;
  'agentArtifacts.internal.openOrganisation'(target: { readonly root: OpenRoot }): void;
  'agentArtifacts.internal.openReference'(reference: string, from?: string, rootId?: string): void;
  'agentArtifacts.internal.previewAgain'(file: vscode.Uri): void;
  'agentArtifacts.internal.previewWith'(service: ServiceInFile): void;
  'agentArtifacts.internal.saveFromTranscript'(save: SaveArguments): void;
  'agentArtifacts.internal.showArtifact'(artifact: ArtifactArgument): void;
  'agentArtifacts.internal.showMoreAgents'(more: { readonly list: string }): void;
  'agentArtifacts.internal.showMoreSessions'(more: { readonly list: string }): void;
  'agentArtifacts.internal.showOlder'(more: RangeArgument): void;
  'agentArtifacts.lintTranscript'(uri?: vscode.Uri): void;
  'agentArtifacts.matrixCopyId'(row?: unknown): void;
  'agentArtifacts.matrixPreview'(row?: unknown): void;
  'agentArtifacts.matrixReveal'(row?: unknown): void;
  'agentArtifacts.openAgentConversation'(agent: AgentArgument): void;
  'agentArtifacts.openAgentRole'(agent: AgentArgument): void;
  'agentArtifacts.openArtifact'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.openArtifactToSide'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.compareWithPreviousVersion'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.compareSelected'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.exportArtifacts'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.compareWithSelected'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.selectForCompare'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.findErrorPart'(file?: unknown): void;
  'agentArtifacts.openConversation'(file?: unknown, message?: unknown): void;
  'agentArtifacts.openConversationGallery'(conversation?: unknown): void;
  'agentArtifacts.openGallery'(target?: unknown): void;
  'agentArtifacts.openMatrix'(target?: ServicesTarget): void;
  'agentArtifacts.openMatrixText'(): void;
  'agentArtifacts.openMatrixToSide'(target?: ServicesTarget): void;
  'agentArtifacts.openPreview'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.openPreviewToSide'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.openService'(service: ServiceArgument): void;
  'agentArtifacts.pinPreview'(): void;
  'agentArtifacts.previewAsAgent'(agent: AgentArgument): void;
  'agentArtifacts.previewChosenFile'(): void;
  'agentArtifacts.previewFile'(file?: unknown, selected?: unknown): void;
  'agentArtifacts.redoPreviewEdit'(): void;
  'agentArtifacts.refreshAgents'(): void;
  'agentArtifacts.refreshArtifacts'(): void;
  'agentArtifacts.refreshConversations'(): void;
  'agentArtifacts.refreshServices'(): void;
  'agentArtifacts.removePreviewedFile'(file?: unknown): void;
  'agentArtifacts.removeSample'(): void;
  'agentArtifacts.revealAgentWorkspace'(agent: AgentArgument): void;
  'agentArtifacts.revealInExplorer'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.revealInOS'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.selectModel'(target?: unknown): void;
  'agentArtifacts.showConversations'(program?: unknown): void;
  'agentArtifacts.showNotCarried'(note?: unknown): void;
  'agentArtifacts.showSessionArtifacts'(conversation?: unknown): void;
  'agentArtifacts.compareSessionArtifactVersions'(artifact?: unknown): void;
  'agentArtifacts.compareSelectedSessionArtifacts'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.compareSessionArtifactWithWorkspace'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.copySessionArtifactReference'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.exportSessionArtifacts'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.previewSessionArtifacts'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.goToSessionArtifact'(artifact?: unknown, selected?: unknown): void;
  'agentArtifacts.stopCheckingConversations'(): void;
  'agentArtifacts.stopShowingConversations'(program?: unknown): void;
  'agentArtifacts.undoPreviewEdit'(): void;
  'agentArtifacts.undoRepair'(file?: unknown): void;
  'agentArtifacts.unpinPreview'(): void;
  'agentArtifacts.updateModelCatalogue'(): void;
  'agentArtifacts.useServiceForPreview'(service: ServiceArgument): void;
  'agentArtifacts.validateServices'(target?: ServicesTarget): void;
  'agentArtifacts.verifyCapabilities'(target?: ServicesTarget): void;
  'agentArtifacts.whoCanRead'(artifact?: unknown): void;
  'agentArtifacts.whoUsed'(artifact?: unknown): void;
}

export type CommandId = keyof Commands;
type Arguments<Id extends CommandId> = Parameters<Commands[Id]>;
/** Keybindings and other extensions pass anything to a public command; only our own code runs an internal one. */
type Received<Id extends CommandId> = Id extends `agentArtifacts.internal.${string}` ? Arguments<Id> : Unknown<Arguments<Id>>;
type Unknown<Tuple extends unknown[]> = { [Index in keyof Tuple]-?: unknown };
type Result<Id extends CommandId> = ReturnType<Commands[Id]> extends void ? unknown : Promise<ReturnType<Commands[Id]>>;

/**
 * Registers a command. A failure is shown in a notification; if the command rejected instead, VS Code would show the
 * message with links in it.
 */
export function onCommand<Id extends CommandId>(command: Id, run: (...args: Received<Id>) => Result<Id>): vscode.Disposable {
  return vscode.commands.registerCommand(command, async (...args: Received<Id>) => {
    try {
      return await run(...args);
    } catch (error) {
      return await notifyError(error);
    }
  });
}

/**
 * What a command of the menu of a tree does with its rows. VS Code gives undefined for a row whose list is being read anew while the command is
 * chosen (seen in 1.139): which one was meant is not known, which is said.
 */
export function onRows(run: (row: unknown, selected?: unknown) => Promise<void>): (row?: unknown, selected?: unknown) => Promise<void> {
  return async (row, selected) => {
    const rows: readonly unknown[] = Array.isArray(selected) ? selected : [row];
    if (rows.includes(undefined)) notify('information', vscode.l10n.t('The list was just being updated. Choose the command again.'));
    else await run(row, selected);
  };
}

/** Runs one of our commands. Never rejects: the command itself shows what went wrong. */
export async function runCommand<Id extends CommandId>(command: Id, ...args: Arguments<Id>): Promise<ReturnType<Commands[Id]> | undefined> {
  return vscode.commands.executeCommand(command, ...args);
}

/** One of our commands for a tree item, a CodeLens or a code action. */
export function commandItem<Id extends CommandId>(command: Id, title: string, ...args: Arguments<Id>): vscode.Command {
  return { command, title, arguments: args };
}
