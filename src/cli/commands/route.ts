import { shortenMessage, shortenRoute } from '../../core/routing/shortened-message.ts';
import { formatArtifactToolResponse } from '../../core/routing/tool-message.ts';
import { requireAgent, requireService, type OpenRoot } from '../../platform/open-root.ts';
import { contentPlace, findArtifact } from '../artifact.ts';
import type { Command, Invocation } from '../command.ts';
import { UsageError } from '../refusal.ts';
import { routeVerdict } from '../route-verdict.ts';
import { printFacts } from '../table.ts';

/** The id of a tool call nobody made. */
const TOOL_CALL_ID = 'call_route';

/** `route`: what the model of a service receives when an agent reads an artifact. */
export const route: Command = {
  usage: 'REF --service ID | --agent ID [--full]',
  summary: 'tell what a model receives of an artifact, and why',
  help: [
    '--service ID     the model service; without one: text only',
    '--agent ID       the service of this agent',
    '--full           with --json: base64 in full length',
  ],
  options: { service: { type: 'string' }, agent: { type: 'string' }, full: { type: 'boolean' } },
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const { terminal } = invocation;
    if (invocation.option('service') !== undefined && invocation.option('agent') !== undefined) throw new UsageError('--service and --agent exclude each other.');
    const root = await invocation.root();
    const serviceId = serviceOf(root, invocation);
    const metadata = await findArtifact(root, invocation.positionals[0] ?? '', invocation);
    const artifact = await root.store.readArtifact(metadata, contentPlace(metadata, invocation));
    const result = await root.router.routeContent(artifact, serviceId);
    if (invocation.json) {
      const message = formatArtifactToolResponse(result, TOOL_CALL_ID);
      const isFull = invocation.isSet('full');
      terminal.json({
        service: serviceId,
        result: isFull ? result : shortenRoute(result, describeLength),
        message: isFull ? message : shortenMessage(message, describeLength).value,
      });
      return 0;
    }
    printFacts(terminal, routeVerdict(result, serviceId));
    if (result.routing !== 'text' || result.reason.rule === 'text') return 0;
    terminal.print('');
    for (const line of result.content.split('\n')) terminal.print(line);
    return 0;
  },
};

function describeLength(characters: number): string {
  return `(${characters} characters of base64)`;
}

function serviceOf(root: OpenRoot, invocation: Invocation): string | null {
  const [service, agent] = [invocation.option('service'), invocation.option('agent')];
  if (agent !== undefined) {
    requireAgent(root, agent);
    return root.agents.getServiceIdForAgent(agent);
  }
  if (service !== undefined) requireService(root, service);
  return service ?? null;
}
