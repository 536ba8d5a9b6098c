import type * as vscode from 'vscode';
import { runInTurns } from '../../../core/io/steps.ts';
import { TEXT_ONLY } from '../../../core/services/capability.ts';
import { addServices, applyEdits, diff, setCapabilities, setField, type EditOutcome, type TextEdit } from '../../../core/services/edits.ts';
import type { LlmServiceConfig } from '../../../core/services/schema.ts';
import { validateInSteps } from '../../../core/services/validate.ts';
import type { Proposal, ProposedText } from '../proposed/proposal.ts';
import type { ChosenService } from './service-choice.ts';

/** Fields that an import replaces; a key never is. */
const REPLACED = ['name', 'baseURL', 'api', 'model', 'description'] as const;

/** Services added to a configuration, and those that are there brought up to date. */
export function importedProposal(uri: vscode.Uri, title: string, chosen: readonly ChosenService[]): Proposal {
  return { uri, title, compute: (text) => compute(text, chosen) };
}

async function compute(text: string, chosen: readonly ChosenService[]): Promise<ProposedText> {
  const { entries, usable } = await runInTurns(validateInSteps(text));
  if (!usable && text.trim() !== '') return { ok: false, reason: 'unusable_text' };
  const there = new Set(entries.flatMap(({ id }) => id ?? []));
  const ids = new Set(there);
  const added: LlmServiceConfig[] = [];
  const edits: TextEdit[] = [];
  for (const { service, ifTaken } of chosen) {
    if (ifTaken === 'replace' && there.has(service.id)) {
      edits.push(...(await replaceEdits(text, service)));
      continue;
    }
    const id = freeId(service.id, ids);
    ids.add(id);
    added.push({ ...service, id });
  }
  const outcome = addServices(text, added);
  return outcome.ok ? { ok: true, edits: [...edits, ...outcome.edits].sort((a, b) => a.offset - b.offset), labels: [] } : outcome;
}

/** One edit, within the service. Lets others have a turn first: each looks at the whole text. */
async function replaceEdits(text: string, service: LlmServiceConfig): Promise<readonly TextEdit[]> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  const target = { id: service.id };
  let after = text;
  const take = (outcome: EditOutcome): void => {
    if (outcome.ok) after = applyEdits(after, outcome.edits);
  };
  for (const field of REPLACED) {
    const value = service[field];
    if (value !== undefined) take(setField(after, target, field, value));
  }
  const { capabilities } = service;
  if (capabilities !== undefined) take(setCapabilities(after, target, { input: capabilities.input ?? TEXT_ONLY.input, output: capabilities.output ?? TEXT_ONLY.output }));
  return diff(text, after);
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id;
  let number = 2;
  while (taken.has(`${id}-${number}`)) number++;
  return `${id}-${number}`;
}
