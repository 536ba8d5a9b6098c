import * as vscode from 'vscode';
import { mediaKind } from '../../../core/content/media-type.ts';
import type { TextRange } from '../../../core/json/node.ts';
import { capabilityAt } from '../../../core/models/cursor.ts';
import { fixSyntax } from '../../../core/models/fix-syntax.ts';
import { type Fix, fixesOf } from '../../../core/models/fixes.ts';
import type { ProblemCode } from '../../../core/models/problems.ts';
import { ACCEPTED_CAPABILITIES } from '../../../core/routing/artifact-content-router.ts';
import type { ArtifactMetadata } from '../../../core/store/artifact.ts';
import { displayType } from '../../screen/display-kind.ts';
import type { DataRoots, OpenRoot } from '../../roots/open-root.ts';
import { commandItem } from '../../screen/commands.ts';
import { escapeMarkdown } from '../../screen/plain-text.ts';
import { isServicesFile } from '../services-document.ts';
import { type ServicesState, stateOf } from '../services-state.ts';
import { rootsInForce } from '../services-usage.ts';
import { activeConfigOf } from './active-config.ts';
import { catalogueFixes, isDisagreement } from './catalogue-hints.ts';
import { meaningOf } from './completion.ts';
import { type LanguageDependencies, isStillWanted } from './dependencies.ts';
import { MOVE_KEY_COMMAND, moveKeyAction } from './move-key.ts';
import { lastName } from '../../screen/documents.ts';

/** What editors offer in `llmservices.json`: the door of the chunk. */
export { CatalogueHints } from './catalogue-hints.ts';
export { provideCompletions } from './completion.ts';
export { FileWatch } from './file-watch.ts';
export { ActiveConfigStatus } from './active-config-status.ts';
export { resolveCompletion } from './model-completion.ts';
export { moveKey } from './move-key.ts';

/** Above each service, also while the text is not JSON, so that lines stay where they are: preview with it, edit its capabilities, verify them, and, in the file in force, how many agents use it. */
export async function provideCodeLenses(
  { roots }: LanguageDependencies,
  document: vscode.TextDocument,
  token: vscode.CancellationToken,
): Promise<vscode.CodeLens[]> {
  if (!isServicesFile(document.uri) || !(await isStillWanted(token))) return [];
  await roots.ready();
  if (token.isCancellationRequested) return [];
  const [root] = rootsInForce(roots, document.uri);
  const users = root && usersOf(root);
  const { found } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  return found.flatMap(({ config, range }) => {
    if (!config) return [];
    const start = document.positionAt(range.offset);
    const lens = (command: vscode.Command): vscode.CodeLens => new vscode.CodeLens(new vscode.Range(start, start), command);
    const file = { uri: document.uri, serviceId: config.id };
    const edit = lens(commandItem('agentArtifacts.editCapabilities', vscode.l10n.t('Edit capabilities'), file));
    const verify = lens(commandItem('agentArtifacts.verifyCapabilities', vscode.l10n.t('Verify…'), file));
    if (!root) return [edit, verify];
    const preview = lens(commandItem('agentArtifacts.internal.previewWith', vscode.l10n.t('Preview with this model'), file));
    return [preview, edit, verify, ...(users ? [lens({ command: '', title: usersInWords(users.get(config.id) ?? 0) })] : [])];
  });
}

/** How many living agents work with each service; undefined where no agents are known. */
function usersOf({ agents }: OpenRoot): ReadonlyMap<string, number> | undefined {
  const living = agents.getAgents();
  if (living.length === 0) return undefined;
  const counts = new Map<string, number>();
  for (const { id } of living) {
    const service = agents.getServiceIdForAgent(id);
    if (service !== null) counts.set(service, (counts.get(service) ?? 0) + 1);
  }
  return counts;
}

function usersInWords(count: number): string {
  if (count === 0) return vscode.l10n.t('No agent uses it');
  return count === 1 ? vscode.l10n.t('1 agent uses it') : vscode.l10n.t('{0} agents use it', count.toLocaleString(vscode.env.language));
}

/** A symbol for each service, left out ones too. */
export async function provideSymbols(document: vscode.TextDocument, token: vscode.CancellationToken): Promise<vscode.DocumentSymbol[]> {
  if (!isServicesFile(document.uri) || !(await isStillWanted(token))) return [];
  const rangeOf = ({ offset, length }: TextRange): vscode.Range =>
    new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  const { found } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  return found.map(({ id, name, index, config, capabilities, range, anchor }) => {
    const label = name || id || vscode.l10n.t('Service number {0}', index + 1);
    const detail = config ? [config.model, capabilities.input.join(', ')].filter(Boolean).join(' · ') : vscode.l10n.t('ignored');
    return new vscode.DocumentSymbol(label, detail, vscode.SymbolKind.Module, rangeOf(range), rangeOf(anchor));
  });
}

/** What the capability under the pointer opens, and how many of the artifacts shown in the tree it concerns. */
export async function provideHover(
  { roots, listed }: LanguageDependencies,
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  if (!isServicesFile(document.uri) || !(await isStillWanted(token))) return undefined;
  const { root, text } = await stateOf(document);
  const found = root && capabilityAt(root, text, document.offsetAt(position));
  if (!found) return undefined;
  const parts = [meaningOf(found.capability)];
  if (found.list === 'input') {
    for (const each of rootsInForce(roots, document.uri)) {
      // only what a view has listed: a hover reads nothing from the disk
      const artifacts = await listed(each);
      const sentence = artifacts && affected(found.capability, artifacts);
      if (sentence) parts.push(sentence);
    }
  }
  const { offset, length } = found.range;
  const range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  return new vscode.Hover(new vscode.MarkdownString(parts.map(escapeMarkdown).join('\n\n')), range);
}

function affected(capability: string, artifacts: readonly ArtifactMetadata[]): string | undefined {
  const opened = Object.values(ACCEPTED_CAPABILITIES).some((accepted) => accepted.includes(capability));
  if (!opened) return undefined;
  const count = artifacts.filter((artifact) => {
    const type = displayType(artifact);
    return ACCEPTED_CAPABILITIES[type === undefined ? 'other' : mediaKind(type)].includes(capability);
  }).length;
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  return vscode.l10n.t('Applies to {0} of the {1} artifacts in the Artifacts view.', number(count), number(artifacts.length));
}

/** Keys are not looked at without the surroundings of the file: see `FileWatch`. */
const KEY_CODES: ReadonlySet<unknown> = new Set<ProblemCode>(['api_key_tracked', 'api_key_maybe_tracked']);
const SOURCE = 'Agent Artifacts';

/** The quick fixes of our problems under the cursor; in Restricted Mode those that change nothing. */
export async function provideQuickFixes(
  roots: DataRoots,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const actions = await quickFixes(roots, document, range, context, token);
  return vscode.workspace.isTrusted
    ? actions
    : actions.filter(({ edit, command }) => edit === undefined && command?.command !== MOVE_KEY_COMMAND);
}

async function quickFixes(
  roots: DataRoots,
  document: vscode.TextDocument,
  range: vscode.Range,
  context: vscode.CodeActionContext,
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const { diagnostics, only } = context;
  const ours = diagnostics.filter(({ source }) => source === SOURCE);
  if (diagnostics.length === 0 || !isServicesFile(document.uri) || (only && !only.contains(vscode.CodeActionKind.QuickFix))) return [];
  if (!(await isStillWanted(token))) return [];
  const state = await stateOf(document);
  if (!state.root) return syntaxFixes(document, range, diagnostics, token);
  const actions = new Map<string, vscode.CodeAction>();
  for (const diagnostic of ours) {
    const fixes =
      (await moveKeyFixes(document, diagnostic)) ??
      (await surroundingsFixes(roots, document, diagnostic)) ??
      (isDisagreement(diagnostic) ? await catalogueFixes(document, diagnostic) : problemFixes(document, diagnostic, state));
    for (const action of fixes) {
      // the same problem can be reported more than once
      const key = `${document.offsetAt(diagnostic.range.start)} ${action.title}`;
      if (!actions.has(key)) actions.set(key, action);
    }
  }
  // the edits are those of the text as it was
  return token.isCancellationRequested ? [] : [...actions.values()];
}

/** Undefined for a problem that is none of a key. */
async function moveKeyFixes(document: vscode.TextDocument, diagnostic: vscode.Diagnostic): Promise<vscode.CodeAction[] | undefined> {
  if (!KEY_CODES.has(diagnostic.code)) return undefined;
  const action = await moveKeyAction(document, document.offsetAt(diagnostic.range.start));
  if (!action) return [];
  action.diagnostics = [diagnostic];
  return [action];
}

/** The fixes of a problem that the text alone shows. */
function problemFixes(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  { text, root, validated }: ServicesState,
): vscode.CodeAction[] {
  const start = document.offsetAt(diagnostic.range.start);
  const problem = validated.problems.find(({ code, range }) => code === diagnostic.code && range?.offset === start);
  return root && problem ? fixesOf(text, root, problem).map((fix) => toAction(document, diagnostic, fix)) : [];
}

function toAction(document: vscode.TextDocument, diagnostic: vscode.Diagnostic, fix: Fix): vscode.CodeAction {
  const action = new vscode.CodeAction(titleOf(fix), vscode.CodeActionKind.QuickFix);
  action.diagnostics = [diagnostic];
  action.isPreferred = fix.isPreferred;
  action.edit = new vscode.WorkspaceEdit();
  for (const { offset, length, newText } of fix.edits()) {
    action.edit.replace(document.uri, new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)), newText);
  }
  return action;
}

function titleOf({ kind, params }: Fix): string {
  const at = (name: string): string => params[name] ?? '';
  switch (kind) {
    case 'replace':
      return vscode.l10n.t('Change to "{0}"', at('value'));
    case 'replace_and_move':
      return vscode.l10n.t('Change to "{0}" and move to "{1}"', at('value'), at('list'));
    case 'move':
      return vscode.l10n.t('Move "{0}" to "{1}"', at('capability'), at('list'));
    case 'remove':
      return vscode.l10n.t('Remove "{0}"', at('name'));
    case 'remove_entry':
      return vscode.l10n.t('Remove the entry');
    case 'remove_tag':
      return vscode.l10n.t('Remove the tag');
    case 'add':
      return vscode.l10n.t('Add "{0}" to "{1}"', at('capability'), at('list'));
    case 'rename':
      return vscode.l10n.t('Rename to "{0}"', at('name'));
    case 'add_id':
      return vscode.l10n.t('Use the ID "{0}"', at('id'));
    case 'to_list':
      return vscode.l10n.t('Make it a list');
    case 'to_string':
      return vscode.l10n.t('Make it a string');
    case 'to_number':
      return vscode.l10n.t('Make it a number');
    case 'to_object':
      return vscode.l10n.t('Convert to input and output lists');
    case 'begin_with':
      return vscode.l10n.t('Add {0} to the address', at('scheme'));
    case 'add_services':
      return vscode.l10n.t('Add an empty "services" list');
    case 'wrap_services':
      return vscode.l10n.t('Put it into a "services" list');
  }
}

const OTHER_FILE: ReadonlySet<unknown> = new Set<ProblemCode>(['local_differs', 'local_lacks_service']);
const ROLES: ReadonlySet<unknown> = new Set<ProblemCode>(['service_unused', 'role_service_missing']);

/**
 * What can be done about a problem that another file has a part in: to go there, or to see both. Undefined for every
 * other problem.
 */
async function surroundingsFixes(
  roots: DataRoots,
  { uri }: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
): Promise<vscode.CodeAction[] | undefined> {
  const actions = OTHER_FILE.has(diagnostic.code)
    ? await otherFileActions(uri)
    : ROLES.has(diagnostic.code)
      ? rolesActions(roots, uri)
      : undefined;
  for (const action of actions ?? []) action.diagnostics = [diagnostic];
  return actions;
}

async function otherFileActions(uri: vscode.Uri): Promise<vscode.CodeAction[]> {
  const active = await activeConfigOf(uri);
  if (active.inForce || !active.instead) return [];
  const { instead } = active;
  return [
    commandAction({
      command: 'vscode.diff',
      title: vscode.l10n.t('Compare with {0}', lastName(instead)),
      arguments: [uri, instead, `${lastName(uri)} ↔ ${lastName(instead)}`],
    }),
    commandAction({ command: 'vscode.open', title: vscode.l10n.t('Open {0}', lastName(instead)), arguments: [instead] }),
  ];
}

function rolesActions(roots: DataRoots, uri: vscode.Uri): vscode.CodeAction[] {
  return rootsInForce(roots, uri).map((root) =>
    commandAction(commandItem('agentArtifacts.internal.openOrganisation', vscode.l10n.t('Open the roles of {0}', root.name), { root })),
  );
}

function commandAction(command: vscode.Command): vscode.CodeAction {
  const action = new vscode.CodeAction(command.title, vscode.CodeActionKind.QuickFix);
  action.command = command;
  return action;
}

/** Inserts what the JSON parser says is missing, whichever source reported the error. */
async function syntaxFixes(
  document: vscode.TextDocument,
  asked: vscode.Range,
  diagnostics: readonly vscode.Diagnostic[],
  token: vscode.CancellationToken,
): Promise<vscode.CodeAction[]> {
  const { text, validated } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  const actions: vscode.CodeAction[] = [];
  for (const problem of validated.problems) {
    // what is missing is missed at the next token, often a line below the place where it belongs
    const line = document.positionAt(problem.range?.offset ?? 0).line;
    if (line < asked.start.line || line > asked.end.line + MOST_LINES_BELOW) continue;
    const fix = fixSyntax(text, problem);
    if (fix === undefined) continue;
    const { offset, length } = fix.range;
    const place = new vscode.Range(document.positionAt(Math.max(0, offset - 1)), document.positionAt(offset + length));
    if (asked.start.line > place.end.line || asked.end.line < place.start.line) continue;
    const action = new vscode.CodeAction(vscode.l10n.t('Insert "{0}"', fix.missing), vscode.CodeActionKind.QuickFix);
    action.diagnostics = diagnostics.filter(({ range }) => range.intersection(place));
    action.isPreferred = fix.isSound;
    action.edit = new vscode.WorkspaceEdit();
    for (const { offset: at, newText } of fix.edits) action.edit.insert(document.uri, document.positionAt(at), newText);
    actions.push(action);
  }
  return actions;
}

/** Lines of comments and white space that may lie between. */
const MOST_LINES_BELOW = 50;
