import * as vscode from 'vscode';
import { commandItem } from '../screen/commands.ts';
import type { ServiceProblem } from '../../core/models/problems.ts';
import { redactService } from '../../core/models/api-key.ts';
import { problemMessage } from '../screen/sentence-text.ts';
import { nodeId, worstProblemSeverity, type ServiceItemNode, type ServiceNode } from './service-nodes.ts';
import { servicesFileOf } from './service-target.ts';
import { lastName } from '../screen/documents.ts';

const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;

/** How a node looks. `usedByPreview`: the service is selected for previews of its root. */
export function toTreeItem(node: ServiceNode, usedByPreview: boolean): vscode.TreeItem {
  const item = build(node, usedByPreview);
  item.id = nodeId(node);
  return item;
}

function build(node: ServiceNode, usedByPreview: boolean): vscode.TreeItem {
  switch (node.kind) {
    case 'root': {
      const item = new vscode.TreeItem(node.root.name, Expanded);
      const { source } = node.root.services.state;
      item.iconPath = new vscode.ThemeIcon('root-folder');
      if (source !== undefined) item.description = lastName(servicesFileOf(node.root));
      item.tooltip = node.root.folder.fsPath;
      item.contextValue = 'servicesRoot';
      return item;
    }
    case 'noFile': {
      const item = new vscode.TreeItem(vscode.l10n.t('No llmservices.json'), None);
      item.iconPath = new vscode.ThemeIcon('info');
      item.description = vscode.l10n.t('create from template');
      item.command = commandItem('agentArtifacts.createServicesFile', vscode.l10n.t('Create from Template'), { root: node.root });
      return item;
    }
    case 'noServices': {
      const item = new vscode.TreeItem(vscode.l10n.t('No services yet'), None);
      item.iconPath = new vscode.ThemeIcon('info');
      item.description = vscode.l10n.t('add one');
      item.command = commandItem('agentArtifacts.addService', vscode.l10n.t('Add Service…'), { root: node.root });
      return item;
    }
    case 'lastGood': {
      const item = new vscode.TreeItem(vscode.l10n.t('Using the last valid configuration'), None);
      item.iconPath = new vscode.ThemeIcon('history');
      if (node.root.services.state.source === undefined) {
        item.tooltip = vscode.l10n.t('The file was deleted. Its last valid services are used until it is back or the view is refreshed.');
        return item;
      }
      item.tooltip = vscode.l10n.t('{0} has errors. Using the services of the last valid version.', lastName(servicesFileOf(node.root)));
      item.command = openCommand(node);
      return item;
    }
    case 'problem':
      return problemItem(node, node.problem);
    case 'moreProblems': {
      const item = new vscode.TreeItem(vscode.l10n.t('More problems: {0}', node.problems.length), Collapsed);
      item.iconPath = severityIcon(
        SEVERITIES.find((severity) => node.problems.some((problem) => problem.severity === severity)) ?? 'information',
      );
      return item;
    }
    case 'service':
      return serviceItem(node, usedByPreview);
    case 'capabilities': {
      const { entry, list } = node;
      const item = new vscode.TreeItem(list === 'input' ? vscode.l10n.t('Input') : vscode.l10n.t('Output'), None);
      item.description = entry.capabilities[list].join(', ');
      item.iconPath = new vscode.ThemeIcon(list === 'input' ? 'arrow-right' : 'arrow-left');
      if (entry.origin !== 'declared') item.tooltip = vscode.l10n.t('No valid capabilities declared: text only.');
      item.command = openCommand(node, entry.index);
      return item;
    }
    case 'address': {
      const url = node.entry.config && redactService(node.entry.config).baseURL;
      const item = new vscode.TreeItem(vscode.l10n.t('Base URL'), None);
      item.description = url ?? '';
      item.iconPath = new vscode.ThemeIcon('link');
      item.command = openCommand(node, node.entry.index);
      return item;
    }
  }
}

function serviceItem(node: ServiceItemNode, usedByPreview: boolean): vscode.TreeItem {
  const { entry } = node;
  const { config, capabilities } = entry;
  const label = entry.name || entry.id || vscode.l10n.t('Service number {0}', entry.index + 1);
  const item = new vscode.TreeItem(label, Collapsed);
  const inputs = capabilities.input.join(', ');
  item.description = config ? [config.model, inputs].filter(Boolean).join(' · ') : vscode.l10n.t('ignored');
  item.iconPath = serviceIcon(node, usedByPreview);
  item.contextValue = config ? (usedByPreview ? 'service.preview' : 'service') : 'service.leftOut';
  item.tooltip = serviceTooltip(node, label, usedByPreview);
  item.command = openCommand(node, entry.index);
  const state = usedByPreview ? vscode.l10n.t('used by the preview') : '';
  item.accessibilityInformation = { label: [label, item.description, state].filter(Boolean).join(', ') };
  return item;
}

function serviceIcon({ entry }: ServiceItemNode, usedByPreview: boolean): vscode.ThemeIcon {
  const worst = worstProblemSeverity(entry);
  if (worst !== undefined) return severityIcon(worst);
  return usedByPreview ? new vscode.ThemeIcon('open-preview', new vscode.ThemeColor('charts.blue')) : new vscode.ThemeIcon('chip');
}

function serviceTooltip({ entry }: ServiceItemNode, label: string, usedByPreview: boolean): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendMarkdown('**').appendText(label).appendMarkdown('**');
  const line = (name: string, value: string | undefined): void => {
    if (value) tooltip.appendMarkdown('\n\n').appendText(`${name}: ${value}`);
  };
  if (entry.config) {
    const { id, model, baseURL, description } = redactService(entry.config);
    if (description) tooltip.appendMarkdown('\n\n').appendText(description);
    line(vscode.l10n.t('ID'), id);
    line(vscode.l10n.t('Model'), model);
    line(vscode.l10n.t('Base URL'), baseURL);
    line(vscode.l10n.t('Input'), entry.capabilities.input.join(', '));
    line(vscode.l10n.t('Output'), entry.capabilities.output.join(', '));
  }
  for (const problem of entry.problems) tooltip.appendMarkdown('\n\n').appendText(problemMessage(problem));
  if (usedByPreview) tooltip.appendMarkdown('\n\n').appendText(vscode.l10n.t('The preview shows what this model would receive.'));
  return tooltip;
}

function problemItem(node: ServiceNode, problem: ServiceProblem): vscode.TreeItem {
  const message = problemMessage(problem);
  const item = new vscode.TreeItem(message, None);
  item.iconPath = severityIcon(problem.severity);
  const { line } = problem.params;
  if (line !== undefined) item.description = vscode.l10n.t('line {0}', line);
  item.tooltip = line === undefined ? message : `${message} (${item.description})`;
  item.command = openCommand(node, problem.index, problem.range?.offset);
  return item;
}

/** The worst first. */
const SEVERITIES = ['error', 'warning', 'information'] as const;

function severityIcon(severity: ServiceProblem['severity']): vscode.ThemeIcon {
  switch (severity) {
    case 'error':
      return new vscode.ThemeIcon('error', new vscode.ThemeColor('list.errorForeground'));
    case 'warning':
      return new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'));
    case 'information':
      return new vscode.ThemeIcon('info');
  }
}

function openCommand({ root }: ServiceNode, index?: number, offset?: number): vscode.Command {
  return commandItem('agentArtifacts.openService', vscode.l10n.t('Open'), { root, index, offset });
}
