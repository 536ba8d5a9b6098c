import { shortenMessage, shortenRoute } from '../../core/routing/shortened-message.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import { formatArtifactToolResponse } from '../../core/routing/tool-message.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { suggestApi } from '../../core/models/spelling.ts';
import { isWireApi, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import { EXAMPLE_CALL_ID } from '../../core/wire/turns.ts';
import { requireAgent, requireService, type OpenRoot } from '../../platform/open-root.ts';
import { type Command, contentPlace, findArtifact, type Invocation, Refusal, UsageError } from '../command.ts';
import { type Expectation, EXPECTATIONS, isExpectation, routeVerdict, unmet, wireFacts, wireJson, wireOf } from '../route-verdict.ts';
import { printFacts } from '../table.ts';
import type { Terminal } from '../terminal.ts';

/** `route`: what the model of a service receives when an agent reads an artifact, and whether that is what is expected. */
export const route: Command = {
  usage: 'REF --service ID | --agent ID [--api API] [--expect KIND] [--wire] [--full]',
  summary: 'show what a model receives when an agent reads an artifact, and why',
  help: [
    '--service ID     the model service (default: none, text only)',
    '--agent ID       use the service of this agent',
    `--api API        the API of the request (default: that of the service), one of`,
    `                 ${WIRE_APIS.join(', ')}`,
    '--expect KIND    exit with 1 and the reason unless the model gets the artifact as KIND, one of',
    `                 ${EXPECTATIONS.join(', ')} (file: any kind of file)`,
    '                 Without --expect the exit code is 0 whatever the model gets',
    '--wire           print the request body as it is sent',
    '--full           with --json: do not shorten base64',
  ],
  options: {
    service: { type: 'string' },
    agent: { type: 'string' },
    api: { type: 'string' },
    expect: { type: 'string' },
    wire: { type: 'boolean' },
    full: { type: 'boolean' },
  },
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const { terminal } = invocation;
    if (invocation.option('service') !== undefined && invocation.option('agent') !== undefined)
      throw new UsageError('--service and --agent cannot be combined.');
    const [named, expected] = [apiOf(invocation), expectationOf(invocation)];
    const root = await invocation.root();
    const serviceId = serviceOf(root, invocation);
    const metadata = await findArtifact(root, invocation.positionals[0] ?? '', invocation);
    const artifact = await root.store.inspect(metadata, contentPlace(metadata, invocation));
    const result = await root.router.routeContent(artifact, serviceId);
    const reference = formatReference(metadata.reference);
    const wire = await wireOf(result, artifact, reference, { root, compute: invocation.compute, serviceId, named });
    const reason = expected && unmet(expected, result, serviceId, wire);
    if (invocation.json) {
      const message = formatArtifactToolResponse(result, EXAMPLE_CALL_ID);
      const describe = invocation.isSet('full') ? undefined : describeLength;
      terminal.json({
        service: serviceId,
        result: describe ? shortenRoute(result, describe) : result,
        message: describe ? shortenMessage(message, describe).value : message,
        wire: wireJson(wire, { isWhole: invocation.isSet('wire'), describe }),
        ...(expected && { expectation: { kind: expected, isMet: reason === undefined, reason } }),
      });
    } else if (invocation.isSet('wire')) {
      terminal.json(wire.result.body);
    } else {
      printRoute(terminal, result, [...routeVerdict(result, serviceId, wire), ...wireFacts(wire)]);
    }
    if (reason === undefined) return 0;
    // As JSON it is said already.
    if (invocation.json) return 1;
    throw new Refusal('not_as_expected', `${reference} does not arrive as ${expected}: ${reason}`);
  },
};

function printRoute(terminal: Terminal, result: ContentRouteResult, facts: Parameters<typeof printFacts>[1]): void {
  printFacts(terminal, facts);
  if (result.routing !== 'text' || result.reason.rule === 'text') return;
  terminal.print('');
  for (const line of result.content.split('\n')) terminal.print(line);
}

/** @throws UsageError for a name that is no API */
function apiOf(invocation: Invocation): WireApi | undefined {
  const name = invocation.option('api');
  if (name === undefined || isWireApi(name)) return name;
  const suggestion = suggestApi(name);
  throw new UsageError(
    `Unknown API "${name}". ${suggestion === undefined ? `Known: ${WIRE_APIS.join(', ')}.` : `Did you mean "${suggestion}"?`}`,
  );
}

/** @throws UsageError for a word that is no expectation */
function expectationOf(invocation: Invocation): Expectation | undefined {
  const word = invocation.option('expect');
  if (word === undefined || isExpectation(word)) return word;
  throw new UsageError(`--expect must be one of: ${EXPECTATIONS.join(', ')}.`);
}

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
