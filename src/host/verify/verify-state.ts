import * as vscode from 'vscode';
import type { ModelCapabilities } from '../../core/models/capability.ts';
import { type Probe, PROBES } from '../../core/verify/probe.ts';
import type { VerifyTarget } from '../../core/verify/target.ts';
import { DEFAULT_TIMEOUT_MS, type ProbeResult, suggestChanges, type SuggestedChange } from '../../core/verify/verify-service.ts';
import { API_NAMES } from '../../core/wire/verdict.ts';
import type { VerifyRow, VerifyState } from '../../shared/verify-protocol.ts';
import { escapeMarkdown, markdownLink } from '../screen/plain-text.ts';
import { sentenceText } from '../screen/sentence-text.ts';

/** A verification as far as it has come. */
export interface Verification {
  readonly target: VerifyTarget;
  readonly phase: VerifyState['phase'];
  readonly results: readonly ProbeResult[];
  /** The probe under way. */
  readonly asking: Probe | undefined;
  /** What the file declares now; undefined when the service is no longer in it. */
  readonly declared: ModelCapabilities | undefined;
}

/** The changes that would make what is declared now agree with the results; none while the service is not in the file. */
export function changesOf({ results, declared, phase }: Pick<Verification, 'results' | 'declared' | 'phase'>): SuggestedChange[] {
  if (!declared || phase === 'asking') return [];
  return suggestChanges(results.map((result) => ({ ...result, isDeclared: declared[result.list].includes(result.probe) })));
}

/** What the page shows of a verification. */
export function verifyState(verification: Verification): VerifyState {
  const { target, phase, declared } = verification;
  return {
    id: target.id,
    name: target.name,
    model: target.model,
    api: apiInWords(target),
    address: target.address,
    timeout: DEFAULT_TIMEOUT_MS,
    phase,
    rows: PROBES.map(({ probe, list }): VerifyRow => ({
      capability: probe,
      list,
      isDeclared: declared ? declared[list].includes(probe) : null,
      ...outcomeOf(probe, verification),
    })),
    changes: changesOf(verification),
    notAsked: declared ? notAsked(declared) : [],
  };
}

function outcomeOf(
  probe: Probe,
  { results, asking }: Verification,
): Pick<VerifyRow, 'outcome' | 'because' | 'words' | 'status' | 'elapsed'> {
  const result = results.find((each) => each.probe === probe);
  if (!result) return { outcome: asking === probe ? 'asking' : 'waiting', because: '', words: null, status: null, elapsed: null };
  const { outcome, because, words = null, status = null, elapsedMs = null } = result;
  return { outcome, because: sentenceText(because), words, status, elapsed: elapsedMs };
}

/** Every model produces text, so this is never asked. */
function notAsked(declared: ModelCapabilities): string[] {
  const isAsked = (list: 'input' | 'output', type: string): boolean =>
    type === 'text' || PROBES.some((probe) => probe.list === list && probe.probe === type);
  return (['input', 'output'] as const).flatMap((list) =>
    [...new Set(declared[list])].filter((type) => !isAsked(list, type)).map((type) => `${list}.${type}`),
  );
}

/** The API of a service, and how it is known. */
function apiInWords({ api, certainty }: Pick<VerifyTarget, 'api' | 'certainty'>): string {
  const how = { declared: vscode.l10n.t('declared'), inferred: vscode.l10n.t('inferred'), guessed: vscode.l10n.t('guessed') }[certainty];
  return vscode.l10n.t('{0} ({1})', API_NAMES[api], how);
}

/** An outcome in one or two words. */
function outcomeInWords(outcome: VerifyRow['outcome']): string {
  switch (outcome) {
    case 'waiting':
      return vscode.l10n.t('Waiting');
    case 'asking':
      return vscode.l10n.t('Asking…');
    case 'accepted':
      return vscode.l10n.t('Accepted');
    case 'refused':
      return vscode.l10n.t('Refused');
    case 'unclear':
      return vscode.l10n.t('Unclear');
    case 'not_sent':
      return vscode.l10n.t('Not sent');
  }
}

/** A change as an item of a list. */
export function changeInWords({ kind, type }: SuggestedChange): string {
  return kind === 'add' ? vscode.l10n.t('Add {0}', type) : vscode.l10n.t('Remove {0}', type);
}

/** The results as a Markdown table (GitHub Flavored Markdown), for an issue or a note. */
export function asMarkdown({ name, model, api, address, rows }: VerifyState): string {
  const headings = [
    vscode.l10n.t('Capability'),
    vscode.l10n.t('Declared'),
    vscode.l10n.t('Result'),
    vscode.l10n.t('Answer'),
    vscode.l10n.t('Status'),
    vscode.l10n.t('Time'),
  ];
  const cells = rows.map(({ capability, list, isDeclared, outcome, because, words, status, elapsed }) => [
    `\`${list}.${capability}\``,
    isDeclared === null ? '' : isDeclared ? vscode.l10n.t('yes') : vscode.l10n.t('no'),
    outcomeInWords(outcome),
    [because, words === null ? '' : `“${words}”`]
      .filter((part) => part !== '')
      .map(cellText)
      .join(' '),
    status === null ? '' : String(status),
    elapsed === null ? '' : vscode.l10n.t('{0} ms', elapsed.toLocaleString(vscode.env.language)),
  ]);
  const line = (row: readonly string[]): string => `| ${row.join(' | ')} |`;
  return [
    `**${escapeMarkdown(name)}** · ${escapeMarkdown(model)} · ${api} · ${markdownLink(address)}`,
    '',
    line(headings),
    line(headings.map(() => '---')),
    ...cells.map(line),
    '',
  ].join('\n');
}

/** What a server says must not become a link, an image or a cell of its own; plain words stay readable in the source. */
function cellText(text: string): string {
  return /[|<>[\]`*_\\&~#!]|https?:|www\./.test(text) ? escapeMarkdown(text) : text;
}
