import type { Agent } from '../../core/agents/agents.ts';
import { closestTo, suggestCapability } from '../../core/models/spelling.ts';
import type { LoadedRoot } from '../../platform/open-root.ts';
import type { Invocation } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { printTable } from '../table.ts';

/** `agents`: the living agents of the organisation, with the service and the workspace of each. */
export async function agents({ terminal, json, option, root: open }: Invocation): Promise<number> {
  const root = await open();
  const { source, problem, defaultModelProblem: model } = root.agents.state;
  if (problem) throw new Refusal('organisation_unusable', `The agents in ${source} cannot be used (${problem.code}).`);
  if (model)
    terminal.complain(
      `The default model in ${model.name} cannot be read (${model.failure.code}): agents without a service are treated as text only.`,
    );
  const capability = option('can');
  const wanted = capability === undefined ? undefined : new Set(root.agents.getAgentsByCapability(capability));
  const meant = capability === undefined ? undefined : meantBy(capability, root);
  if (meant !== undefined) terminal.complain(`No service declares "${capability}". Did you mean "${meant}"?`);
  const found = root.agents.getAgents().filter(({ id }) => wanted?.has(id) ?? true);
  if (json) terminal.json(found.map((agent) => ({ ...agent, ...modelOf(root, agent) })));
  else if (found.length === 0) terminal.complain(capability === undefined ? 'No agents.' : `No agent's model declares "${capability}".`);
  else {
    const rows = found.map((agent) => {
      const { serviceId, input } = modelOf(root, agent);
      return [
        agent.id,
        agent.roleName ?? '',
        serviceId ?? '(default model)',
        input.join(', '),
        agent.workspaceId === agent.id ? '' : (agent.workspaceId ?? ''),
      ];
    });
    printTable(
      terminal,
      [{ heading: 'ID' }, { heading: 'ROLE' }, { heading: 'SERVICE' }, { heading: 'INPUT' }, { heading: 'WORKSPACE OF' }],
      rows,
    );
  }
  return 0;
}

/** What was probably meant by a capability that is neither a standard one nor declared by a service. */
function meantBy(capability: string, { services }: LoadedRoot): string | undefined {
  const declared = services.state.entries.flatMap(({ capabilities }) => capabilities.input);
  return declared.includes(capability) ? undefined : (suggestCapability(capability) ?? closestTo(capability, declared));
}

function modelOf({ agents: registry, services }: LoadedRoot, { id }: Agent): { serviceId: string | null; input: readonly string[] } {
  const serviceId = registry.getServiceIdForAgent(id);
  const capabilities = serviceId === null ? null : services.getCapabilities(serviceId);
  return { serviceId, input: capabilities?.input ?? ['text'] };
}
