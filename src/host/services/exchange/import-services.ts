import type { Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import { MAX_IMPORT_LENGTH } from '../../../core/io/limits.ts';
import { applyEdits } from '../../../core/json/edit.ts';
import { nodeAt } from '../../../core/json/node.ts';
import type { Inference } from '../../../core/models/catalogue/inference.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import { importServices as readServices } from '../../../core/models/exchange/exchange-services.ts';
import { FORMAT_NAMES, IMPORT_FORMATS, type ImportFormat, type ImportOutcome } from '../../../core/models/exchange/exchange.ts';
import { inferUndeclared, leftBehind } from '../../../core/models/exchange/left-behind.ts';
import {
  type ChosenService,
  isElsewhere,
  type MergedService,
  mergeServices,
  type UpdatedService,
} from '../../../core/models/exchange/merge-services.ts';
import { parseConfigText } from '../../../core/models/parse.ts';
import type { LlmServiceConfig } from '../../../core/models/schema.ts';
import { validateParsed } from '../../../core/models/validate.ts';
import { providerNamed } from '../../../core/wire/providers.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { notify } from '../../screen/notify.ts';
import { mayWrite } from '../../screen/unavailable.ts';
import { openIfThere, reportRefusal } from '../../screen/document-edit.ts';
import { problemMessage } from '../../screen/sentence-text.ts';
import { type ProposedChange, type ProposalLabel, type ProposedText, sourceWords } from '../proposed/proposal.ts';
import type { Proposals } from '../proposed/proposals.ts';
import { askForFolder, targetOrNew } from '../service-target.ts';
import { notCarriedNote, tellNotCarried } from './export-services.ts';
import { lastName } from '../../screen/documents.ts';

type ImportRefusal = Extract<ImportOutcome, { readonly ok: false }>;

/** What a person is asked on the way; undefined answers end it. */
export interface ImportQuestions {
  source(): Promise<vscode.Uri | undefined>;
  format(formats: readonly ImportFormat[]): Promise<ImportFormat | undefined>;
  /** @param known what is known of the models of services that declare nothing, by their ids */
  services(
    services: readonly LlmServiceConfig[],
    taken: ReadonlyMap<string, Node>,
    known: ReadonlyMap<string, Inference>,
  ): Promise<readonly PickedService[] | undefined>;
}

/** Reads services out of another program's configuration and shows what they would add to ours; nothing is written before a person says so there. */
export async function showImport(
  roots: DataRoots,
  proposals: Pick<Proposals, 'show' | 'showNote'>,
  ask: ImportQuestions,
  argument: unknown,
): Promise<void> {
  if (!mayWrite()) return;
  const target = await targetOrNew(roots, argument);
  if (target === undefined) {
    return askForFolder();
  }
  const source = await ask.source();
  if (source === undefined) return;
  const outcome = await readFrom(source, ask);
  if (outcome === undefined) return;
  if (!outcome.ok) {
    return notify('error', failureText(source, outcome));
  }
  const program = FORMAT_NAMES[outcome.format].name;
  if (outcome.services.length === 0) {
    notify('information', vscode.l10n.t('{0} has no model services to import.', lastName(source)));
    return tellNotCarried(proposals, notCarriedNote(program, outcome.notCarried), outcome.notCarried);
  }
  const document = await openIfThere(target);
  const parsed = parseConfigText(document?.getText() ?? '');
  const { usable, entries } = validateParsed(parsed);
  if (document && !usable && document.getText().trim() !== '') return reportRefusal(document, 'unusable_text');
  // the first of each id, which is the one that counts
  const taken = new Map(
    entries.toReversed().flatMap(({ id, index }) => {
      const node = parsed.root && nodeAt(parsed.root, ['services', index]);
      return id !== undefined && node ? [[id, node] as const] : [];
    }),
  );
  const known = inferUndeclared(outcome.services, await loadCatalogue());
  const isLeft = (service: LlmServiceConfig): boolean => {
    const there = taken.get(service.id);
    return there !== undefined && outcome.assumedAddresses.has(service.id) && isElsewhere(there, service);
  };
  const chosen = await ask.services(
    outcome.services.map((service) => (isLeft(service) ? withoutAddress(service) : service)),
    taken,
    known,
  );
  if (chosen === undefined || chosen.length === 0) return;
  const whole = new Map(outcome.services.map((service) => [service.id, service]));
  const merged = chosen.map((each) => {
    const { id } = each.service;
    return {
      ...each,
      service: whole.get(id) ?? each.service,
      says: outcome.says.get(id) ?? [],
      isAddressAssumed: outcome.assumedAddresses.has(id),
      known: each.inference?.capabilities,
    };
  });
  const notCarried = leftBehind(outcome, merged, taken);
  const note = notCarriedNote(program, notCarried);
  await proposals.show({ ...importedProposal(target, vscode.l10n.t('{0}: Services from {1}', lastName(target), program), merged), note });
  tellNotCarried(proposals, note, notCarried);
}

function withoutAddress({ baseURL: _, api: __, ...rest }: LlmServiceConfig): LlmServiceConfig {
  return rest as LlmServiceConfig;
}

/** Undefined when a person was asked what it is and did not say. */
async function readFrom(source: vscode.Uri, ask: ImportQuestions): Promise<ImportOutcome | undefined> {
  if ((await vscode.workspace.fs.stat(source)).size > MAX_IMPORT_LENGTH) return { ok: false, reason: 'too_large' };
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(source));
  const filename = lastName(source);
  const outcome = await readServices(text, { filename, officialAddress: providerNamed });
  if (outcome.ok || outcome.reason !== 'unknown_format') return outcome;
  const format = await ask.format(IMPORT_FORMATS);
  return format && readServices(text, { filename, format, officialAddress: providerNamed });
}

/** Says why nothing could be imported. */
export function failureText(source: vscode.Uri, { reason, problem, place }: ImportRefusal): string {
  const name = lastName(source);
  switch (reason) {
    case 'too_large':
      return vscode.l10n.t('{0} is too large for a configuration.', name);
    case 'unreadable':
      if (problem?.params['line'] !== undefined)
        return vscode.l10n.t('{0} cannot be read, line {1}: {2}', name, problem.params['line'], problemMessage(problem));
      if (problem) return vscode.l10n.t('{0} cannot be read: {1}', name, problemMessage(problem));
      return place
        ? vscode.l10n.t('{0} cannot be read: line {1}, column {2}', name, place.line, place.column)
        : vscode.l10n.t('{0} cannot be read.', name);
    case 'unknown_format':
      return vscode.l10n.t('{0} is not a known configuration.', name);
  }
}

/** A service that a person chose, and what is known of its model where that is to be declared. */
export interface PickedService extends ChosenService {
  readonly inference?: Inference | undefined;
}

/** The same, with what its source says of its capabilities. */
type ImportedService = PickedService & MergedService;

/** Services added to a configuration, and those that are there brought up to date. */
function importedProposal(uri: vscode.Uri, title: string, chosen: readonly ImportedService[]): ProposedChange {
  return { uri, title, compute: (text) => compute(text, chosen) };
}

function compute(text: string, chosen: readonly ImportedService[]): ProposedText {
  const outcome = mergeServices(text, chosen);
  if (!outcome.ok) return outcome;
  const { edits, updated } = outcome;
  const ids = new Set(updated.map(({ id }) => id));
  const added = chosen.filter(({ service }) => !ids.has(service.id));
  const after = parseConfigText(applyEdits(text, edits)).root;
  // added services follow the existing ones, in their order
  const nodes = (after && nodeAt(after, ['services'])?.children)?.slice(-added.length) ?? [];
  const inferred = added.flatMap(({ inference }, at): ProposalLabel[] => {
    const node = nodes[at];
    return inference && node ? [{ offset: node.offset, text: inferredWords(inference) }] : [];
  });
  const inferences = new Map(chosen.map(({ service, inference }) => [service.id, inference]));
  return { ok: true, edits, labels: [...updated.flatMap((each) => labelsOf(each, inferences.get(each.id))), ...inferred] };
}

function labelsOf(
  { offset, keyMovesTo, isElsewhere, isFilledIn }: UpdatedService,
  inference: Inference | undefined,
): readonly ProposalLabel[] {
  if (isElsewhere) return [{ offset, text: vscode.l10n.t('Not changed: different address') }];
  return [
    ...(keyMovesTo === undefined ? [] : [{ offset, text: vscode.l10n.t('The existing key will be sent to {0}', keyMovesTo) }]),
    ...(isFilledIn && inference ? [{ offset, text: inferredWords(inference) }] : []),
  ];
}

function inferredWords(inference: Inference): string {
  return vscode.l10n.t('capabilities inferred ({0})', sourceWords(inference));
}
