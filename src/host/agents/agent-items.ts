import * as vscode from 'vscode';
import type { AgentModel } from '../../core/agents/agent-model.ts';
import { safeName } from '../../core/routing/description.ts';
import { placeText } from '../roots/file-systems.ts';
import { commandItem } from '../screen/commands.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { problemMessage } from '../screen/sentence-text.ts';
import { agentNodeId, type AgentNode, type AgentTreeNode, type FactNode, type TopNode } from './agent-nodes.ts';
import { agentName, agentProblemMessage, organisationMessage, serviceName, shortId } from './agent-commands.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
const warning = new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));

/** How a node looks. `usedByPreview`: the agent's service is selected for previews of its root. */
export function agentTreeItem(node: AgentTreeNode, usedByPreview: boolean): vscode.TreeItem {
  const item = build(node, usedByPreview);
  item.id = agentNodeId(node);
  return item;
}

function build(node: AgentTreeNode, usedByPreview: boolean): vscode.TreeItem {
  switch (node.kind) {
    case 'root': {
      const item = itemOf(node.root.name, 'root-folder', Expanded);
      item.tooltip = placeText(node.root.folder);
      item.contextValue = 'agentsRoot';
      return item;
    }
    case 'noFile': {
      const item = itemOf(vscode.l10n.t('No org.json'), 'info');
      // Without it a text of a tooltip is all a screen reader says.
      item.accessibilityInformation = { label: vscode.l10n.t('No org.json') };
      item.tooltip = vscode.l10n.t('The runtime creates this file with its first agent.');
      return item;
    }
    case 'noAgents':
      return itemOf(vscode.l10n.t('No agents'), 'info');
    case 'unreadable': {
      const item = itemOf(organisationMessage(node.failure), warning);
      item.command = commandItem('agentArtifacts.internal.openOrganisation', vscode.l10n.t('Open'), { root: node.root });
      return item;
    }
    case 'lastGood': {
      const item = itemOf(vscode.l10n.t('Using the last valid organization'), 'history');
      item.tooltip = vscode.l10n.t('org.json has errors. Using the agents of the last valid version.');
      return item;
    }
    case 'modelUnreadable': {
      const { name, failure, usingLastGood } = node.problem;
      const item = itemOf(
        failure.code === 'metadata_not_json' ? vscode.l10n.t('{0} is not valid.', name) : `${name}: ${failureMessage(failure)}`,
        warning,
      );
      item.tooltip = usingLastGood
        ? vscode.l10n.t('{0} has errors. Using the last valid default model.', name)
        : vscode.l10n.t('{0} has errors, so there is no default model.', name);
      item.command = {
        command: 'vscode.open',
        title: vscode.l10n.t('Open'),
        arguments: [vscode.Uri.joinPath(node.root.uriOf(node.root.layout.configDir), name)],
      };
      return item;
    }
    case 'top':
      return topItem(node);
    case 'agent':
      return agentItem(node, usedByPreview);
    case 'fact':
      return factItem(node);
    case 'problem': {
      const item = itemOf(agentProblemMessage(node.problem), warning);
      item.tooltip = node.problem.code.startsWith('capabilities_')
        ? tooltipOf(agentProblemMessage(node.problem), node.model.entry?.problems.map(problemMessage) ?? [])
        : agentProblemMessage(node.problem);
      item.command = node.model.entry && node.problem.code !== 'role_missing' ? openService(node) : openRole(node);
      return item;
    }
    case 'more': {
      const item = itemOf(vscode.l10n.t('Show {0} more…', node.count.toLocaleString(vscode.env.language)), 'ellipsis');
      item.command = commandItem('agentArtifacts.internal.showMoreAgents', vscode.l10n.t('Show More'), node);
      return item;
    }
  }
}

function topItem({ count, troubled }: TopNode): vscode.TreeItem {
  const item = itemOf('root', 'organization', Expanded);
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  const agents = count === 1 ? vscode.l10n.t('1 agent') : vscode.l10n.t('{0} agents', number(count));
  const problems = troubled === 1 ? vscode.l10n.t('1 problem') : vscode.l10n.t('{0} problems', number(troubled));
  item.description = troubled === 0 ? agents : vscode.l10n.t('{0}, {1}', agents, problems);
  item.tooltip = vscode.l10n.t('The root agent: the runtime itself.');
  item.accessibilityInformation = { label: `root, ${item.description}` };
  return item;
}

function agentItem(node: AgentNode, usedByPreview: boolean): vscode.TreeItem {
  const { agent, model } = node;
  const problems = model.problems.map(agentProblemMessage);
  const label = agentName(agent);
  const item = itemOf(label, 'account', Collapsed);
  if (usedByPreview) item.iconPath = new vscode.ThemeIcon('open-preview', new vscode.ThemeColor('charts.blue'));
  if (problems.length > 0) item.iconPath = warning;
  const facts = problems.length > 0 ? problems.slice(0, 1) : [serviceName(model), model.capabilities.input.map(safeName).join(', ')];
  item.description = [...facts, shortId(agent)].filter(Boolean).join(' · ');
  item.tooltip = agentTooltip(node, problems, usedByPreview);
  const can = [
    ...(node.serviceId === undefined ? [] : ['service']),
    ...(agent.roleName === undefined ? [] : ['role']),
    ...(agent.workspaceId === null ? [] : ['workspace']),
  ];
  item.contextValue = ['agent', ...can].join(',');
  const state = usedByPreview ? vscode.l10n.t('used by the preview') : '';
  item.accessibilityInformation = { label: [label, item.description, state].filter(Boolean).join(', ') };
  return item;
}

function agentTooltip({ agent, model }: AgentNode, problems: readonly string[], usedByPreview: boolean): vscode.MarkdownString {
  const lines: ReadonlyArray<readonly [name: string, value: string | undefined]> = [
    [vscode.l10n.t('ID'), safeName(agent.id)],
    [vscode.l10n.t('Service'), serviceName(model)],
    [vscode.l10n.t('Model'), safeName(model.service?.model ?? model.defaultModel?.model)],
    [vscode.l10n.t('Input'), model.capabilities.input.map(safeName).join(', ')],
    [vscode.l10n.t('Output'), model.capabilities.output.map(safeName).join(', ')],
    [vscode.l10n.t('Workspace'), safeName(agent.workspaceId)],
  ];
  const known = lines.flatMap(([name, value]) => (value ? [`${name}: ${value}`] : []));
  const preview = usedByPreview ? [vscode.l10n.t('The preview shows what this model would receive.')] : [];
  return tooltipOf(agentName(agent), [...problems, ...known, ...preview]);
}

/** Values come from data and are shown as the text they are. */
function tooltipOf(title: string, lines: readonly string[]): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(title).appendMarkdown('**');
  for (const line of lines) tooltip.appendMarkdown('\n\n').appendText(line);
  return tooltip;
}

function factItem(node: FactNode): vscode.TreeItem {
  const { agent, model, fact } = node;
  switch (fact) {
    case 'role':
      return described(
        itemOf(vscode.l10n.t('Role'), 'person'),
        safeName(agent.roleName ?? agent.roleId) || vscode.l10n.t('none'),
        agent.roleName === undefined ? undefined : openRole(node),
      );
    case 'service':
      return described(itemOf(vscode.l10n.t('Service'), 'chip'), safeName(serviceInWords(model)), model.service && openService(node));
    case 'input':
    case 'output': {
      const item = itemOf(
        fact === 'input' ? vscode.l10n.t('Input') : vscode.l10n.t('Output'),
        fact === 'input' ? 'arrow-right' : 'arrow-left',
      );
      const list = model.capabilities[fact].map(safeName).join(', ');
      return described(
        item,
        model.entry?.origin === 'declared' ? list : vscode.l10n.t('{0} (no capabilities declared)', list),
        model.entry && openService(node),
      );
    }
    case 'workspace': {
      const command = commandItem('agentArtifacts.revealAgentWorkspace', vscode.l10n.t('Reveal'), node);
      return described(
        itemOf(vscode.l10n.t('Workspace'), 'folder-library'),
        safeName(agent.workspaceId) || vscode.l10n.t('none'),
        agent.workspaceId === null ? undefined : command,
      );
    }
  }
}

/** The service that is used, else the one that the role names, else the default model. */
function serviceInWords(model: AgentModel): string {
  const { service, configuredServiceId, defaultModel } = model;
  if (service) return [serviceName(model), safeName(service.model)].filter(Boolean).join(' · ');
  if (configuredServiceId !== null) return configuredServiceId;
  return defaultModel ? vscode.l10n.t('default model {0}', safeName(defaultModel.model)) : vscode.l10n.t('none');
}

function described(item: vscode.TreeItem, description: string, command: vscode.Command | undefined): vscode.TreeItem {
  item.description = description;
  if (command) item.command = command;
  return item;
}

function openService({ root, model }: Pick<AgentNode, 'root' | 'model'>): vscode.Command {
  return commandItem('agentArtifacts.openService', vscode.l10n.t('Open'), { root, index: model.entry?.index });
}

function openRole(node: Pick<AgentNode, 'root' | 'agent'>): vscode.Command {
  return commandItem('agentArtifacts.openAgentRole', vscode.l10n.t('Open'), node);
}

function itemOf(label: string, icon: string | vscode.ThemeIcon, state = None): vscode.TreeItem {
  const item = new vscode.TreeItem(label, state);
  item.iconPath = typeof icon === 'string' ? new vscode.ThemeIcon(icon) : icon;
  return item;
}
