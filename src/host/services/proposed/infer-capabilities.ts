import * as vscode from 'vscode';
import { applyEdits } from '../../../core/json/edit.ts';
import { detectLayout } from '../../../core/json/layout.ts';
import { nodeAt } from '../../../core/json/node.ts';
import { setCapabilityCells } from '../../../core/models/capability-cells.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import {
  type CapabilityChange,
  type Proposal as CapabilityProposal,
  proposeCapabilities,
} from '../../../core/models/catalogue/propose-capabilities.ts';
import { parseConfigText } from '../../../core/models/parse.ts';
import { validateParsed } from '../../../core/models/validate.ts';
import type { DataRoots } from '../../roots/open-root.ts';
import { notify } from '../../screen/notify.ts';
import { showPick } from '../../screen/quick-pick.ts';
import { mayWrite } from '../../screen/unavailable.ts';
import { reportRefusal } from '../../screen/document-edit.ts';
import { isServiceArgument, isServiceInFile, targetFile } from '../service-target.ts';
import { stateOf } from '../services-state.ts';
import { changeWords, type ProposedChange, type ProposalLabel, type ProposedText, sourcesInShort, sourceWords } from './proposal.ts';
import type { Proposals } from './proposals.ts';
import { lastName } from '../../screen/documents.ts';

/** A service and what the catalogue makes of it. */
interface Inferred {
  readonly id: string;
  readonly name: string;
  readonly proposal: CapabilityProposal;
}

/** A service for which there is something to change. */
export type Changeable = Inferred & { readonly proposal: Extract<CapabilityProposal, { readonly kind: 'changes' }> };

/** Asks for which services the changes are to be shown; undefined when the person changed their mind. */
export type ServiceChoice = (changeable: readonly Changeable[]) => Promise<readonly Changeable[] | undefined>;

/**
 * Shows what the catalogue would change in the capabilities of one service, or of all in a file, beside the file; nothing
 * is written before a person says so there.
 *
 * @param argument a service, a file, or nothing: the file in front, or that of the data root
 */
export async function proposeInferred(
  roots: DataRoots,
  proposals: Pick<Proposals, 'show'>,
  choose: ServiceChoice,
  argument: unknown,
): Promise<void> {
  if (!mayWrite()) return;
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const { validated } = await stateOf(document);
  if (!validated.usable) return reportRefusal(document, 'unusable_text');
  const wanted = isServiceArgument(argument) || isServiceInFile(argument) ? (argument.serviceId ?? undefined) : undefined;
  const entries =
    wanted === undefined ? validated.entries : validated.entries.filter(({ id, config }) => id === wanted && config !== undefined);
  if (wanted !== undefined && entries.length === 0) return reportRefusal(document, 'service_not_found');
  const catalogue = await loadCatalogue();
  const inferred = entries.map((entry): Inferred => ({
    id: entry.id ?? '',
    name: entry.name || entry.id || vscode.l10n.t('Service number {0}', entry.index + 1),
    proposal: proposeCapabilities(entry, catalogue),
  }));
  const changeable = inferred.filter((each): each is Changeable => each.proposal.kind === 'changes');
  if (changeable.length === 0) {
    return notify('information', nothingToChange(inferred));
  }
  const chosen = changeable.length === 1 ? changeable : await choose(changeable);
  if (chosen === undefined || chosen.length === 0) return;
  const services = chosen.map(({ id, proposal: { model, changes } }): ChosenService => ({ id, model, changes }));
  const fileName = lastName(uri);
  await proposals.show(
    inferredProposal(uri, vscode.l10n.t('{0}: Inferred Capabilities', fileName), services, new Set(unknownModels(inferred))),
  );
}

/** Those that are certain enough are ticked; guesses are there to be ticked. */
export const pickServices: ServiceChoice = async (changeable) => {
  const items = changeable.map((service) => {
    const { model, inference, changes } = service.proposal;
    return {
      label: service.name,
      description: `${model} · ${sourceWords(inference)}`,
      detail: changeWords(changes),
      picked: inference.match !== 'guess',
      service,
    };
  });
  const isGuess = ({ service }: (typeof items)[number]): boolean => service.proposal.inference.match === 'guess';
  const guesses = items.filter(isGuess);
  const separator = { label: vscode.l10n.t('Guessed from a word in the name'), kind: vscode.QuickPickItemKind.Separator };
  const picked = await showPick<vscode.QuickPickItem & { readonly service?: Changeable }>(
    [...items.filter((item) => !isGuess(item)), ...(guesses.length > 0 ? [separator, ...guesses] : [])],
    {
      title: vscode.l10n.t('Infer Capabilities'),
      placeHolder: vscode.l10n.t('Which services should be changed? You see the changes first.'),
      canPickMany: true,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  return picked?.flatMap(({ service }) => service ?? []);
};

function nothingToChange(inferred: readonly Inferred[]): string {
  const { l10n } = vscode;
  const count = (kind: CapabilityProposal['kind']): number => inferred.filter(({ proposal }) => proposal.kind === kind).length;
  const [first] = inferred;
  if (first === undefined) return l10n.t('The file has no services yet.');
  const unknown = unknownModels(inferred);
  const [agree, withoutModel, invalid] = [count('agrees'), count('no_model'), count('invalid_capabilities') + count('unusable_service')];
  const agreed = first.proposal.kind === 'agrees' && inferred.length === 1 ? first.proposal.inference : undefined;
  const parts = [
    agreed ? l10n.t('The capabilities declared by {0} match what is known about its model ({1}).', first.name, sourceWords(agreed)) : '',
    !agreed && agree > 0 ? l10n.t('Services that match what is known about their models: {0}.', agree) : '',
    unknown.length > 0 ? l10n.t('Nothing known about: {0}', inShort(unknown)) : '',
    withoutModel > 0 ? l10n.t('Services without a model: {0}.', withoutModel) : '',
    invalid > 0 ? l10n.t('Services with problems to fix first: {0}.', invalid) : '',
  ];
  return [l10n.t('Nothing to change.'), ...parts].filter(Boolean).join(' ');
}

function unknownModels(inferred: readonly Inferred[]): string[] {
  return [...new Set(inferred.flatMap(({ proposal }) => (proposal.kind === 'unknown_model' ? [proposal.model] : [])))];
}

const MOST_NAMED = 5;

function inShort(names: readonly string[]): string {
  const shown = names
    .slice(0, MOST_NAMED)
    .map((name) => (name.length > 60 ? `${name.slice(0, 60)}…` : name))
    .join(', ');
  return names.length > MOST_NAMED ? vscode.l10n.t('{0} and {1} more', shown, names.length - MOST_NAMED) : shown;
}

/** The changes a person has chosen for a service, by what it was when they did. */
interface ChosenService {
  readonly id: string;
  readonly model: string;
  readonly changes: readonly CapabilityChange[];
}

/**
 * The chosen changes as a proposal. A service that has another model by then is left alone: for it nothing was shown.
 *
 * @param unknown models of which nothing is known; shown in their place
 */
function inferredProposal(uri: vscode.Uri, title: string, chosen: readonly ChosenService[], unknown: ReadonlySet<string>): ProposedChange {
  const byId = new Map(chosen.map((service) => [service.id, service]));
  return { uri, title, compute: (text) => compute(text, byId, unknown) };
}

function compute(text: string, chosen: ReadonlyMap<string, ChosenService>, unknown: ReadonlySet<string>): ProposedText {
  const parsed = parseConfigText(text);
  const { entries, usable } = validateParsed(parsed);
  if (!usable || parsed.root === undefined) return { ok: false, reason: 'unusable_text' };
  const wanted = entries.flatMap(({ index, config, origin, range }) => {
    const service = config && chosen.get(config.id);
    return service && service.model === config.model && origin !== 'invalid' ? [{ index, range, changes: service.changes }] : [];
  });
  if (wanted.length === 0) return { ok: false, reason: 'service_not_found' };
  const layout = detectLayout(text);
  const edits = wanted.flatMap(({ range, changes }) => setCapabilityCells(text, range, changes, layout));
  const texts = new Map([
    ...wanted.map(({ index, changes }) => [index, sourcesInShort(changes)] as const),
    ...entries.flatMap(({ index, config }) =>
      config?.model !== undefined && unknown.has(config.model)
        ? [[index, vscode.l10n.t('Nothing known about: {0}', config.model)] as const]
        : [],
    ),
  ]);
  return { ok: true, edits, labels: labelsOf(applyEdits(text, edits), texts) };
}

/** Each behind the first line of its service. */
function labelsOf(text: string, texts: ReadonlyMap<number, string>): ProposalLabel[] {
  const { root } = parseConfigText(text);
  return [...texts].flatMap(([index, label]): ProposalLabel[] => {
    const node = root && nodeAt(root, ['services', index]);
    return node ? [{ offset: node.offset, text: label }] : [];
  });
}
