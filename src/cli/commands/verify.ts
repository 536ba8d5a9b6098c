import { formatSentence } from '../../core/io/errors.ts';
import { consentTo } from '../../core/verify/consent.ts';
import { type ProbeResult, requestCount, suggestChanges, type SuggestedChange, verifyService } from '../../core/verify/verify-service.ts';
import { VerifyTarget } from '../../core/verify/target.ts';
import { httpSender } from '../../platform/http-sender.ts';
import { requireService } from '../../platform/open-root.ts';
import { type Invocation, UsageError } from '../command.ts';
import { Refusal } from '../refusal.ts';
import { canAsk, confirmOnTerminal, INTERRUPTED, interruptible, Progress } from '../terminal.ts';
import { printTable } from '../table.ts';

/** `verify`: asks the live service what it can do. Sends nothing without consent. */
export async function verify(invocation: Invocation): Promise<number> {
  const { terminal, json, option } = invocation;
  const timeoutMs = timeoutOf(option('timeout'));
  const target = await targetOf(invocation);
  if (!(await isAgreed(target, invocation))) return 1;
  const progress = new Progress(terminal);
  const { results, isInterrupted } = await interruptible(async (signal) => ({
    results: await verifyService(target, {
      send: httpSender(),
      signal,
      ...(timeoutMs !== undefined && { timeoutMs }),
      onSend: (probe) => progress.tell(`${probe} …`),
    }),
    isInterrupted: signal.aborted,
  }));
  progress.done();
  const changes = suggestChanges(results);
  if (json) {
    const { id, model, api, certainty, address } = target;
    terminal.json({ service: id, model, api, certainty, address, results: results.map(forPrograms), changes });
  } else {
    printTable(
      terminal,
      [
        { heading: 'CAPABILITY' },
        { heading: 'DECLARED' },
        { heading: 'RESULT' },
        { heading: 'STATUS', align: 'right' },
        { heading: 'TIME', align: 'right' },
        { heading: 'DETAILS' },
      ],
      results.map(row),
    );
    for (const change of changes) terminal.print(changeInWords(change), 'yellow');
  }
  const fails = ({ probe, isDeclared, outcome }: ProbeResult): boolean =>
    probe === 'text' ? outcome !== 'accepted' : isDeclared && outcome === 'refused';
  return isInterrupted ? INTERRUPTED : results.some(fails) ? 1 : 0;
}

function timeoutOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600)) throw new UsageError('--timeout must be above 0 and at most 3600 seconds.');
  return seconds * 1000;
}

async function targetOf({ positionals, option, env, root: open }: Invocation): Promise<VerifyTarget> {
  const [serviceId = ''] = positionals;
  const root = await open();
  requireService(root, serviceId);
  const service = root.services.getServiceById(serviceId);
  const declared = root.services.getCapabilities(serviceId);
  if (!service || !declared) throw new Refusal('service_unknown', `Unknown model service "${serviceId}".`);
  const target = VerifyTarget.of(service, declared, { environment: (name) => env[name], variable: option('key-env') });
  if (!(target instanceof VerifyTarget)) throw new Refusal(target.code, `${serviceId}: ${formatSentence(target.because)}`);
  return target;
}

/** What is agreed to goes to standard error: standard output is the table's. */
async function isAgreed(target: VerifyTarget, { terminal, isSet, option }: Invocation): Promise<boolean> {
  if (!isSet('yes') && !canAsk(terminal.streams))
    throw new UsageError(`This sends up to ${requestCount(target)} requests to ${target.address}. Use --yes to agree.`);
  if (isSet('yes') && !target.isKnownPair && !isAllowed(target, option('allow-host'))) throw new UsageError(keyInWords(target));
  const { warnings, facts } = consentTo(target);
  for (const warning of warnings) terminal.complain(formatSentence(warning), 'yellow');
  for (const fact of facts) terminal.complain(formatSentence(fact));
  return isSet('yes') || confirmOnTerminal(`Send up to ${requestCount(target)} requests? They may cost money.`, terminal.streams);
}

/** A configuration may name any variable and any host: without a confirmation a key is sent only to a host named by the person. */
function isAllowed({ host }: VerifyTarget, allowed: string | undefined): boolean {
  const named = allowed?.trim().toLowerCase();
  return named !== undefined && (named === host || `[${named}]` === host);
}

function keyInWords({ key, keyOwner, host }: VerifyTarget): string {
  const [whose, why] =
    keyOwner === undefined
      ? ['The key', 'and is not known to belong there']
      : [`The ${keyOwner} key`, `which is not an address of ${keyOwner}`];
  return `${whose} in ${key.variable} would go to ${host}, ${why}. Use --allow-host ${host} to allow it.`;
}

function forPrograms({ probe, list, isDeclared, outcome, reason, because, words, status, elapsedMs }: ProbeResult) {
  return { capability: probe, list, isDeclared, outcome, reason, message: formatSentence(because), words, status, elapsedMs };
}

const OUTCOMES: Readonly<Record<ProbeResult['outcome'], string>> = {
  accepted: 'accepted',
  refused: 'refused',
  unclear: 'unclear',
  not_sent: 'not sent',
};

function row({ probe, list, isDeclared, outcome, because, words, status, elapsedMs }: ProbeResult): string[] {
  const why = words === undefined ? formatSentence(because) : `${formatSentence(because)} "${words}"`;
  return [
    `${list}.${probe}`,
    isDeclared ? 'yes' : 'no',
    OUTCOMES[outcome],
    status === undefined ? '' : String(status),
    elapsedMs === undefined ? '' : `${elapsedMs} ms`,
    why,
  ];
}

function changeInWords({ kind, list, type }: SuggestedChange): string {
  return kind === 'add' ? `${list}.${type} is accepted, but not declared.` : `${list}.${type} is declared, but refused.`;
}
