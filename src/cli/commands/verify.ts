import { formatSentence } from '../../core/io/sentence.ts';
import { requestCount, verifyService, type ProbeResult } from '../../core/verify/verify-service.ts';
import { suggestChanges, type SuggestedChange } from '../../core/verify/suggest-changes.ts';
import { VerifyTarget } from '../../core/verify/target.ts';
import { API_NAMES } from '../../core/wire/api.ts';
import { environmentVariable } from '../../platform/host-environment.node.ts';
import { httpSender } from '../../platform/http-sender.ts';
import { requireService } from '../../platform/open-root.ts';
import type { Command, Invocation } from '../command.ts';
import { canAsk, confirm } from '../confirm.ts';
import { interruptible, INTERRUPTED } from '../interruption.ts';
import { Progress } from '../progress.ts';
import { Refusal, UsageError } from '../refusal.ts';
import { printTable } from '../table.ts';

/** `verify`: asks the live service what it can do. Sends nothing before somebody has agreed. */
export const verify: Command = {
  usage: 'SERVICE [--yes] [--key-env NAME] [--allow-host HOST]',
  summary: 'ask a live service what it can do, with one tiny request a capability',
  help: [
    '--yes            send without asking; it may cost money',
    '--key-env NAME   the environment variable with the key; default: apiKey of the service, or the variable it names as ${NAME}',
    '--allow-host H   with --yes: the host that may get a key from a variable of another provider, such as OPENAI_API_KEY',
    '--timeout SEC    seconds to wait for each answer (default 60)',
    'accepted: the server took it, and the answer shows that the model saw it or did it; unclear: nothing can be told,',
    '  for example because it was taken and the answer does not show it.',
    'Ctrl+C ends it, and prints what is known so far.',
    'Exit code 1: text does not work, or a declared capability is refused.',
  ],
  options: { yes: { type: 'boolean' }, 'key-env': { type: 'string' }, 'allow-host': { type: 'string' }, timeout: { type: 'string' } },
  positionals: { least: 1, most: 1 },
  async run(invocation) {
    const { terminal, json, option } = invocation;
    const timeoutMs = timeoutOf(option('timeout'));
    const target = await targetOf(invocation);
    if (!(await isAgreed(target, invocation))) return 1;
    const progress = new Progress(terminal);
    const { results, isInterrupted } = await interruptible(async (signal) => ({
      results: await verifyService(target, { send: httpSender(), signal, ...(timeoutMs !== undefined && { timeoutMs }), onSend: (probe) => progress.tell(`${probe} …`) }),
      isInterrupted: signal.aborted,
    }));
    progress.done();
    const changes = suggestChanges(results);
    if (json) {
      const { id, model, api, certainty, address } = target;
      terminal.json({ service: id, model, api, certainty, address, results: results.map(forPrograms), changes });
    } else {
      printTable(terminal, [{ heading: 'CAPABILITY' }, { heading: 'DECLARED' }, { heading: 'RESULT' }, { heading: 'STATUS', align: 'right' }, { heading: 'TIME', align: 'right' }, { heading: 'WHY' }], results.map(row));
      for (const change of changes) terminal.print(changeInWords(change), 'yellow');
    }
    const fails = ({ probe, isDeclared, outcome }: ProbeResult): boolean => (probe === 'text' ? outcome !== 'accepted' : isDeclared && outcome === 'refused');
    return isInterrupted ? INTERRUPTED : results.some(fails) ? 1 : 0;
  },
};

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) throw new UsageError('--timeout is a number of seconds above 0, at most 3600.');
  return seconds * 1000;
}

async function targetOf({ positionals, option, root: open }: Invocation): Promise<VerifyTarget> {
  const [serviceId = ''] = positionals;
  const root = await open();
  requireService(root, serviceId);
  const service = root.services.getServiceById(serviceId);
  const declared = root.services.getCapabilities(serviceId);
  if (!service || !declared) throw new Refusal('service_unknown', `There is no model service "${serviceId}".`);
  const target = VerifyTarget.of(service, declared, { environment: environmentVariable, variable: option('key-env') });
  if (!(target instanceof VerifyTarget)) throw new Refusal(target.code, `${serviceId}: ${formatSentence(target.because)}`);
  return target;
}

/** The facts go to standard error: standard output is the table's. */
async function isAgreed(target: VerifyTarget, { terminal, isSet, option }: Invocation): Promise<boolean> {
  const dialogue = { input: process.stdin, output: process.stderr };
  const { address, model, api, certainty, official, key, isOpen, keyOwner, host } = target;
  const keys = { file: 'from the configuration', variable: `from the environment variable ${key.variable}`, none: 'none' };
  if (!isSet('yes') && !canAsk(dialogue)) throw new UsageError(`This sends up to ${requestCount(target)} requests to ${address}; say --yes to do so.`);
  if (isSet('yes') && keyOwner !== undefined && option('allow-host')?.toLowerCase() !== host) {
    throw new UsageError(`The key of ${keyOwner} in ${key.variable} would go to ${host}, which is not ${keyOwner}'s; say --allow-host ${host} if it may.`);
  }
  terminal.complain(`${official === undefined ? 'Address' : `Official address of ${official}`}: ${address}\nModel: ${model}; API: ${API_NAMES[api]} (${certainty}); key: ${keys[key.from]}`);
  if (keyOwner !== undefined) terminal.complain(`The key is one of ${keyOwner}, and this is not an address of ${keyOwner}: whoever runs ${host} gets it.`, 'yellow');
  if (isOpen) terminal.complain('The address is not https: the key travels in the open.', 'yellow');
  return isSet('yes') || confirm(`Send up to ${requestCount(target)} requests? They may cost money.`, dialogue);
}

function forPrograms({ probe, list, isDeclared, outcome, reason, because, words, status, elapsedMs }: ProbeResult) {
  return { capability: probe, list, isDeclared, outcome, reason, message: formatSentence(because), words, status, elapsedMs };
}

const OUTCOMES: Readonly<Record<ProbeResult['outcome'], string>> = { accepted: 'accepted', refused: 'refused', unclear: 'unclear', not_sent: 'not sent' };

function row({ probe, list, isDeclared, outcome, because, words, status, elapsedMs }: ProbeResult): string[] {
  const why = words === undefined ? formatSentence(because) : `${formatSentence(because)} "${words}"`;
  return [`${list}.${probe}`, isDeclared ? 'yes' : 'no', OUTCOMES[outcome], status === undefined ? '' : String(status), elapsedMs === undefined ? '' : `${elapsedMs} ms`, why];
}

function changeInWords({ kind, list, type }: SuggestedChange): string {
  return kind === 'add' ? `${list}.${type} is accepted and not declared.` : `${list}.${type} is declared and refused.`;
}
