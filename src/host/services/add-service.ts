import * as vscode from 'vscode';
import { TEXT_ONLY } from '../../core/services/capability.ts';
import { addService as addServiceEdits } from '../../core/services/edits.ts';
import { redactService, type LlmServiceConfig } from '../../core/services/schema.ts';
import { validateServices } from '../../core/services/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { CapabilityPicker } from './capability-picker.ts';
import { applyToDocument, reportRefusal, revealService } from './document-edit.ts';
import { askInSteps } from './input-steps.ts';
import { targetFile } from './service-target.ts';

/** Asks a person for a new service; undefined when they changed their mind. */
export type ServiceForm = (existing: readonly LlmServiceConfig[]) => Promise<LlmServiceConfig | undefined>;

/** Asks for a new service and writes it at the end of the document. */
export async function addService(roots: DataRoots, form: ServiceForm, argument: unknown): Promise<void> {
  const uri = await targetFile(roots, argument);
  if (uri === undefined) return;
  const document = await vscode.workspace.openTextDocument(uri);
  const { usable, services } = validateServices(document.getText());
  if (!usable && document.getText().trim() !== '') return reportRefusal(document, 'unusable_text');
  const service = await form(services);
  if (service === undefined) return;
  const refusal = await applyToDocument(document, (text) => addServiceEdits(text, service));
  if (refusal) return reportRefusal(document, refusal);
  await revealService(document, { id: service.id });
}

/** Id, name, address and model in input boxes, then the capabilities. The key is typed into the file: it belongs on no other screen. */
export function stepwiseServiceForm(picker: CapabilityPicker): ServiceForm {
  return async (existing) => {
    const ids = new Set(existing.map(({ id }) => id));
    const last = existing.at(-1);
    const answers = await askInSteps(
      vscode.l10n.t('Add Model Service'),
      [
        {
          prompt: vscode.l10n.t('Id: the name by which roles refer to the service'),
          placeholder: 'my-model',
          value: '',
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
        { prompt: vscode.l10n.t('Model name that is sent to the API'), placeholder: 'gpt-4o', value: '' },
      ],
      4,
    );
    if (answers === undefined) return undefined;
    const [id = '', name = '', baseURL = '', model = ''] = answers;
    const capabilities = await picker.pick(name || id, TEXT_ONLY);
    return capabilities && { id, name: name || id, baseURL, model, apiKey: '', capabilityTags: [], capabilities, description: '' };
  };
}
