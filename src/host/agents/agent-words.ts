import * as vscode from 'vscode';
import type { Failure } from '../../core/io/errors.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import type { AgentModel, AgentProblem, AgentProblemCode } from '../../core/services/agent-model.ts';
import type { Agent } from '../../core/services/agents.ts';
import { failureMessage } from '../references/failure-message.ts';

const UUID = /^([0-9a-f]{8})-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What an agent is called: its role, and without one its id. */
export function agentName(agent: Agent): string {
  return safeName(agent.roleName) || safeName(agent.id);
}

/** What tells agents of one role apart; empty when the id is the name. A UUID is known by its first part. */
export function shortId(agent: Agent): string {
  if (!safeName(agent.roleName)) return '';
  return UUID.exec(agent.id)?.[1] ?? safeName(agent.id);
}

/** The name of the agent's service; undefined when nothing but text is certain. */
export function serviceName({ service }: AgentModel): string | undefined {
  return service && (safeName(service.name) || safeName(service.id));
}

/** What is wrong with the model of an agent, as one sentence. */
export function agentProblemMessage({ code, params }: AgentProblem): string {
  return SENTENCES[code]((name) => safeName(params[name]));
}

const SENTENCES: Readonly<Record<AgentProblemCode, (value: (name: string) => string) => string>> = {
  role_missing: (value) => vscode.l10n.t('Its role “{0}” is not in org.json.', value('role')),
  service_missing: (value) => vscode.l10n.t('Text only: the service “{0}” of its role is not configured.', value('service')),
  services_unusable: (value) =>
    vscode.l10n.t('Text only: llmservices.json cannot be used, so nothing is known of the service “{0}”.', value('service')),
  capabilities_invalid: (value) => vscode.l10n.t('Text only: the capabilities of “{0}” are not valid.', value('service')),
  capabilities_doubtful: (value) => vscode.l10n.t('Text only, though the configuration of “{0}” speaks of more.', value('service')),
  default_model_unknown: (value) => vscode.l10n.t('Text only: no service is configured for the default model “{0}”.', value('model')),
  default_model_absent: () => vscode.l10n.t('Text only: its role has no service, and there is no default model.'),
};

/** Why the agents of a root cannot be read. */
export function organisationMessage(failure: Failure): string {
  return failure.code === 'metadata_not_json' ? vscode.l10n.t('org.json is not valid.') : failureMessage(failure);
}
