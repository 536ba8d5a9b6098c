import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import type { SessionFacts } from '../../core/conversation/session-facts.ts';
import { keepsDocuments, type Program, PROGRAM_NAMES } from '../../core/conversation/sessions.ts';
import type { Failure } from '../../core/io/errors.ts';
import { MAX_CHECKED_SESSION_BYTES, MAX_SESSIONS } from '../../core/io/limits.ts';
import { safeId, safeName } from '../../core/routing/safe-name.ts';
import { agentName } from '../agents/agent-commands.ts';
import { ageFormatter } from '../screen/relative-age.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { commandItem } from '../screen/commands.ts';
import { escapeMarkdown, timeInWords } from '../screen/plain-text.ts';
import { sessionArtifactItem, sideFileItem, tooltipLine } from './artifact-lines.ts';
import type { SessionVerdict } from './session-checks.ts';
import { type DocumentsNode, LINE_SCHEME, type ListedSession, type ListNote, type SessionNode, uriOfLineNamed } from './session-nodes.ts';

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
const warning = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
const language = vscode.env.language;
const age = ageFormatter(language);
const number = (value: number): string => value.toLocaleString(language);

const ICONS: Readonly<Record<Program, string>> = {
  'claude-code': 'sparkle',
  codex: 'terminal',
  'copilot-cli': 'terminal',
  'gemini-cli': 'terminal',
  'qwen-code': 'terminal',
  pi: 'terminal',
  opencode: 'terminal',
  kilo: 'terminal',
  cline: 'robot',
  'roo-code': 'robot',
  'kilo-code': 'robot',
  antigravity: 'rocket',
  'vscode-chat': 'comment-discussion',
};

type Facts = SessionFacts | { readonly failure: Failure };

/** How a node looks. @param facts of a session, or why it cannot be read @param verdict undefined while it is not checked */
export function itemOf(node: SessionNode, facts?: Facts, verdict?: SessionVerdict | null): vscode.TreeItem {
  const item = node.kind === 'session' ? sessionItem(node, facts ?? {}, verdict) : listItem(node, facts);
  item.id = node.id;
  // Without it a tooltip is all a screen reader says.
  item.accessibilityInformation ??= { label: [item.label, item.description].filter(Boolean).join(', ') };
  return item;
}

function listItem(node: Exclude<SessionNode, ListedSession>, facts: Facts = {}): vscode.TreeItem {
  switch (node.kind) {
    case 'artifact':
      return sessionArtifactItem(node);
    case 'side':
      return sideFileItem(node);
    case 'documents':
      return documentsItem(node, facts);
    case 'root': {
      const item = lineOf(safeName(node.root.name), new vscode.ThemeIcon('root-folder'), Expanded);
      item.description = vscode.l10n.t('agents');
      item.tooltip = vscode.l10n.t('The conversations of the agents with their models, as the runtime stores them');
      return item;
    }
    case 'program': {
      const item = lineOf(PROGRAM_NAMES[node.program], new vscode.ThemeIcon(ICONS[node.program]), Expanded);
      item.contextValue = 'program';
      item.tooltip = keepsDocuments(node.program)
        ? vscode.l10n.t('The documents and pictures that {0} keeps of its conversations, from all folders', PROGRAM_NAMES[node.program])
        : vscode.l10n.t('The sessions of {0} in this folder', PROGRAM_NAMES[node.program]);
      return item;
    }
    case 'others': {
      const item = lineOf(vscode.l10n.t('Other Folders'), new vscode.ThemeIcon('folder'), Collapsed);
      item.description = number(node.files.length);
      return item;
    }
    case 'more': {
      const item = lineOf(vscode.l10n.t('Show {0} more…', number(node.count)), new vscode.ThemeIcon('ellipsis'));
      item.command = commandItem('agentArtifacts.internal.showMoreSessions', vscode.l10n.t('Show More'), node);
      return item;
    }
    case 'offer': {
      const label = node.isFirst ? vscode.l10n.t('Show Sessions of a Program…') : vscode.l10n.t('Show Sessions of Another Program…');
      const item = lineOf(label, new vscode.ThemeIcon('add'));
      item.command = commandItem('agentArtifacts.showConversations', label);
      item.tooltip = vscode.l10n.t('Nothing is read from a program before you agree.');
      return item;
    }
    case 'note': {
      const sentence = noteSentence(node);
      const item = lineOf(sentence, INFORMATION.has(node.note) ? new vscode.ThemeIcon('info') : warning);
      item.tooltip = sentence;
      return item;
    }
  }
}

/** Notes of what is as it should be. */
const INFORMATION: ReadonlySet<ListNote['note']> = new Set(['none', 'noDocuments', 'cut', 'noArtifacts', 'besideCut']);

/** What a note says. */
export function noteSentence({ note, count = 0 }: ListNote): string {
  if (typeof note === 'object') return failureMessage(note.failure);
  switch (note) {
    case 'none':
      return vscode.l10n.t('No sessions in this folder');
    case 'noDocuments':
      return vscode.l10n.t('No documents or pictures');
    case 'links':
      return vscode.l10n.t('Links that lead outside the program’s folder, not followed: {0}', number(count));
    case 'unreadable':
      return vscode.l10n.t('Files and folders that cannot be read: {0}', number(count));
    case 'noArtifacts':
      return vscode.l10n.t('Nothing that this conversation attached, read or wrote is in its file.');
    case 'unread':
      return vscode.l10n.t('Calls whose arguments are too long to be read, and that may have written more: {0}', number(count));
    case 'cut':
      return vscode.l10n.t('Only {0} sessions are listed', number(MAX_SESSIONS));
    case 'besideCut':
      return vscode.l10n.t('Not all files beside the conversation are listed');
  }
}

/** Characters of a title: more do not fit into a side bar. */
const TITLE_LENGTH = 80;

function sessionItem(node: ListedSession, facts: Facts, verdict: SessionVerdict | null | undefined): vscode.TreeItem {
  const { file, program, uri } = node;
  const failure = 'failure' in facts ? facts.failure : undefined;
  const known: SessionFacts = failure ? {} : (facts as SessionFacts);
  const label = nameOf(node, known);
  const item = lineOf(label, failure ? warning : new vscode.ThemeIcon(program === undefined ? 'account' : ICONS[program]), Collapsed);
  const turns = verdict?.turns ?? known.turns;
  const model = safeName(modelOf(node, known));
  const folder = node.isElsewhere ? lastPart(safeName(known.folder)) : '';
  const parts = failure
    ? [failureMessage(failure)]
    : [
        age(new Date(file.mtime).toISOString(), Date.now()),
        folder,
        model,
        turns === undefined ? '' : turnsInWords(turns),
        ...figures(verdict),
      ];
  item.description = parts.filter(Boolean).join(' · ');
  item.tooltip = tooltipOf(node, known, label, verdict);
  item.resourceUri = uriOfLineNamed(file.location);
  item.contextValue = 'session';
  item.command = commandItem('agentArtifacts.openConversation', vscode.l10n.t('Open as Conversation'), uri);
  item.accessibilityInformation = { label: [label, item.description, findingsInWords(verdict)].filter(Boolean).join(', ') };
  return item;
}

/** The documents of a conversation, by the heading of one. */
function documentsItem({ file, files, program }: DocumentsNode, facts: Facts): vscode.TreeItem {
  const id = files.fs.basename(file.location);
  const title = 'title' in facts ? inOneLine(facts.title) : '';
  const item = lineOf(shortened(title || id), new vscode.ThemeIcon(ICONS[program]), Collapsed);
  item.description = age(new Date(file.mtime).toISOString(), Date.now()) ?? '';
  const lines = [
    `**${escapeMarkdown(title || id)}**`,
    ...tooltipLine(vscode.l10n.t('Program'), PROGRAM_NAMES[program]),
    ...tooltipLine(vscode.l10n.t('Path'), safeId(file.location)),
    ...tooltipLine(vscode.l10n.t('Folder changed'), timeInWords(file.mtime, language)),
    escapeMarkdown(vscode.l10n.t('The messages of {0} are not read. Only its documents and pictures are listed.', PROGRAM_NAMES[program])),
  ];
  item.tooltip = new vscode.MarkdownString(lines.join('  \n'));
  item.contextValue = 'documents';
  return item;
}

function inOneLine(words: string | undefined): string {
  return safeName(words?.replaceAll(/\s+/g, ' '));
}

function shortened(words: string): string {
  const characters = [...words];
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH - 1).join('')}…` : words;
}

function nameOf({ root, agentId, files, file }: ListedSession, { title }: SessionFacts): string {
  const agent = root?.agents.getAgents().find(({ id }) => id === agentId);
  const words = agent ? agentName(agent) : root ? safeName(agentId) : inOneLine(title);
  return shortened(words || safeName(files.fs.basename(file.location)));
}

/** That of the agent's service, else the one that answered last. */
function modelOf({ root, agentId }: ListedSession, { model }: SessionFacts): string | undefined {
  const service = agentId === undefined ? null : root?.agents.getModelForAgent(agentId)?.service;
  return service?.name || service?.model || model;
}

/** What a check has counted of the next request. */
function figures(verdict: SessionVerdict | null | undefined): string[] {
  if (!verdict) return [];
  const { tokens, pictures } = verdict;
  return [
    ...(tokens === null ? [] : [vscode.l10n.t('≈ {0} tokens', number(tokens))]),
    ...(pictures === 0 ? [] : [pictures === 1 ? vscode.l10n.t('1 media file') : vscode.l10n.t('{0} media files', number(pictures))]),
  ];
}

function turnsInWords(turns: number): string {
  return turns === 1 ? vscode.l10n.t('1 turn') : vscode.l10n.t('{0} turns', number(turns));
}

function findingsInWords(verdict: SessionVerdict | null | undefined): string {
  if (!verdict) return '';
  const { errors, warnings } = verdict;
  if (errors > 0)
    return errors === 1
      ? vscode.l10n.t('The next request fails: 1 error')
      : vscode.l10n.t('The next request fails: {0} errors', number(errors));
  if (warnings > 0) return warnings === 1 ? vscode.l10n.t('1 warning') : vscode.l10n.t('{0} warnings', number(warnings));
  return vscode.l10n.t('The next request goes through');
}

function tooltipOf(
  node: ListedSession,
  facts: SessionFacts,
  label: string,
  verdict: SessionVerdict | null | undefined,
): vscode.MarkdownString {
  const { file, program } = node;
  const lines = [
    `**${escapeMarkdown(label)}**`,
    ...tooltipLine(vscode.l10n.t('Program'), program && PROGRAM_NAMES[program]),
    ...tooltipLine(vscode.l10n.t('Folder'), safeName(facts.folder)),
    ...tooltipLine(vscode.l10n.t('Model'), safeName(modelOf(node, facts))),
    ...tooltipLine(vscode.l10n.t('Changed'), timeInWords(file.mtime, language)),
    ...tooltipLine(vscode.l10n.t('Size'), sizeInWords(file.size, verdict?.mediaBytes ?? 0)),
    ...(verdict
      ? [
          ...tooltipLine(vscode.l10n.t('Tokens'), verdict.tokens === null ? undefined : `≈ ${number(verdict.tokens)}`),
          ...tooltipLine(vscode.l10n.t('Images and files'), number(verdict.pictures)),
          escapeMarkdown(findingsInWords(verdict)),
        ]
      : file.size > MAX_CHECKED_SESSION_BYTES
        ? [escapeMarkdown(vscode.l10n.t('Too large to be checked in the background. Open it to check it.'))]
        : []),
  ];
  return new vscode.MarkdownString(lines.join('  \n'));
}

/** @param media of these bytes; 0 also where it is not known */
function sizeInWords(size: number, media: number): string {
  return media === 0 ? formatSize(size) : vscode.l10n.t('{0}, {1} of it media', formatSize(size), formatSize(media));
}

/** The last name of a path, whichever system wrote it. */
function lastPart(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

function lineOf(label: string, icon: vscode.ThemeIcon, state = None): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.iconPath = icon;
  return item;
}

/** The number of findings, as a badge. @param verdictOf of a location */
export function decorationOf(
  uri: vscode.Uri,
  verdictOf: (location: string) => SessionVerdict | null | undefined,
): vscode.FileDecoration | undefined {
  if (uri.scheme !== LINE_SCHEME) return undefined;
  const verdict = verdictOf(decodeURIComponent(uri.path.slice(1)));
  const count = verdict?.errors || verdict?.warnings || 0;
  if (!verdict || count === 0) return undefined;
  const colour = verdict.errors > 0 ? 'list.errorForeground' : 'list.warningForeground';
  return new vscode.FileDecoration(String(Math.min(count, 99)), findingsInWords(verdict), new vscode.ThemeColor(colour));
}
