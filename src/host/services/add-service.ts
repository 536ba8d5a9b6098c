import * as vscode from 'vscode';
import { runInTurns } from '../../core/io/steps.ts';
import { TEXT_ONLY } from '../../core/services/capability.ts';
import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';
import { addServices } from '../../core/services/edits.ts';
import { freeName } from '../../core/services/exchange/unique-names.ts';
import { redactService, type LlmServiceConfig } from '../../core/services/schema.ts';
import { validateInSteps } from '../../core/services/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { CapabilityPicker } from './capability-picker.ts';
import { applyToDocument, createEmpty, openIfThere, reportRefusal, revealService } from './document-edit.ts';
import { askInSteps } from './input-steps.ts';
import { modelsInOrder } from './models-in-order.ts';
import { mayWrite } from '../restricted.ts';
import { stateOf } from './services-state.ts';
import { targetOrNew } from './service-target.ts';

/** Asks a person for a new service; undefined when they changed their mind. */
export type ServiceForm = (existing: readonly LlmServiceConfig[]) => Promise<LlmServiceConfig | undefined>;

/** Asks for a new service and writes it at the end of the document, which is made where there is none. */
export async function addService(roots: DataRoots, form: ServiceForm, argument: unknown): Promise<void> {
  if (!mayWrite()) return;
  const uri = await targetOrNew(roots, argument);
  if (uri === undefined) return askForFolder();
  const existing = await openIfThere(uri);
  const text = existing?.getText() ?? '';
  const { usable, services } = await runInTurns(validateInSteps(text));
  if (existing && !usable && text.trim() !== '') return reportRefusal(existing, 'unusable_text');
  const service = await form(services);
  const document = service && ((await openIfThere(uri)) ?? (await createEmpty(uri)));
  if (service === undefined || document === undefined) return;
  const parsed = await stateOf(document);
  const refusal = await applyToDocument(document, (text) => addServices(text, [service], parsed));
  if (refusal) return reportRefusal(document, refusal);
  // a folder with a configuration is a data root: the views shall not wait for a file watcher to say so
  if (existing === undefined) await roots.refresh();
  await revealService(document, { id: service.id });
}

/**
 * The model first, from those that are known or any other: it suggests an id, and what it is known to do is ticked among the
 * capabilities. The key is typed into the file: it belongs on no other screen.
 */
export function stepwiseServiceForm(picker: CapabilityPicker): ServiceForm {
  return async (existing) => {
    const ids = new Set(existing.map(({ id }) => id));
    const last = existing.at(-1);
    const answers = await askInSteps(
      vscode.l10n.t('Add Model Service'),
      [
        { prompt: vscode.l10n.t('Model name that is sent to the API: choose one that is known, or type another'), placeholder: 'gpt-4o', value: '', choices: await modelsInOrder() },
        {
          prompt: vscode.l10n.t('Id: the name by which roles refer to the service'),
          placeholder: 'my-model',
          value: ([model = '']) => freeName(model.slice(model.lastIndexOf('/') + 1), ids),
          validate: (value) => {
            if (value === '') return vscode.l10n.t('Enter an id.');
            return ids.has(value) ? vscode.l10n.t('There is already a service with the id "{0}".', value) : undefined;
          },
        },
        { prompt: vscode.l10n.t('Name: what people read (may be left empty)'), value: '' },
        {
          prompt: vscode.l10n.t('Base URL of the OpenAI-compatible API'),
          placeholder: 'https://api.example.com/v1',
          value: (last && redactService(last).baseURL) ?? '',
          validate: (value) => (value === '' || /^https?:\/\/\S/i.test(value) || value.includes('${') ? undefined : vscode.l10n.t('Enter an address that begins with http:// or https://.')),
        },
      ],
      4,
    );
    if (answers === undefined) return undefined;
    const [model = '', id = '', name = '', baseURL = ''] = answers;
    const { inferCapabilities } = await loadCatalogue();
    const inference = inferCapabilities(model);
    // a guess is told, not ticked
    const proposed = inference === null || inference.match === 'guess' ? TEXT_ONLY : inference.capabilities;
    const capabilities = await picker.pick(name || id, proposed, inference ?? undefined);
    return capabilities && { id, name: name || id, baseURL, model, apiKey: '', capabilityTags: [], capabilities, description: '' };
  };
}

async function askForFolder(): Promise<void> {
  const open = vscode.l10n.t('Open Folder…');
  const answer = await vscode.window.showInformationMessage(vscode.l10n.t('Open the folder first in which the configuration is to lie.'), open);
  if (answer === open) await vscode.commands.executeCommand('vscode.openFolder');
}
