import * as vscode from 'vscode';
import type { TextEdit } from '../../core/json/edit.ts';
import { setCapabilityCells } from '../../core/models/capability-cells.ts';
import { setFieldAt } from '../../core/models/edits.ts';
import { fixesOf } from '../../core/models/fixes.ts';
import type { ContentReference } from '../../core/refs/reference.ts';
import { typeCorrection } from '../../core/store/correct-type.ts';
import { apiOfService } from '../../core/wire/service-api.ts';
import { API_NAMES, WIRE_APIS, type WireApi } from '../../core/wire/verdict.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import { notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { editDocument, type EditRefusal, type MadeEdit, reportRefusal } from '../screen/document-edit.ts';
import { editService, type ServiceInText } from '../services/edit-service.ts';
import { notifyEdit, type ReversibleEdit } from '../screen/notify-edit.ts';
import { servicesFileOf } from '../services/service-target.ts';

/** The edit that was made; undefined when none was. */
type Made = Promise<ReversibleEdit | undefined>;

/** Declares one more input of a service in the services file, and shows a notification with Undo. */
export function addCapability(root: OpenRoot, serviceId: string, capability: string): Made {
  const done = vscode.l10n.t('Added {0} to {1}.', vscode.l10n.t('“{0}”', capability), nameOf(root, serviceId));
  return edit(root, serviceId, done, ({ text, entry: { range } }) =>
    setCapabilityCells(text, range, [{ list: 'input', type: capability, isDeclared: true }]),
  );
}

/** Writes an input capability of a service as it was meant, the same way. */
export function correctCapability(root: OpenRoot, serviceId: string, capability: string, meant: string): Made {
  const done = vscode.l10n.t('Changed “{0}” to “{1}” for {2}.', capability, meant, nameOf(root, serviceId));
  return edit(root, serviceId, done, ({ text, root: tree, entry: { problems, range } }) => {
    const [typo, ...more] = problems.filter(
      ({ code, params }) =>
        code === 'capability_misspelt' &&
        params['list'] === 'input' &&
        params['capability'] === capability &&
        params['suggestion'] === meant,
    );
    if (typo && more.length === 0) return fixesOf(text, tree, typo).flatMap((fix) => fix.edits());
    // written several times, or fixed meanwhile: what is meant is what counts
    return setCapabilityCells(text, range, [
      { list: 'input', type: capability, isDeclared: false },
      { list: 'input', type: meant, isDeclared: true },
    ]);
  });
}

/** Asks for the API of a service and declares it, the same way. */
export async function declareApi(root: OpenRoot, serviceId: string): Made {
  const service = root.services.getServiceById(serviceId);
  const assumed = apiOfService(service ?? {}).api;
  const itemOf = (api: WireApi) => ({
    label: API_NAMES[api],
    description: api === assumed ? vscode.l10n.t('currently assumed') : api,
    api,
  });
  const others = WIRE_APIS.filter((api) => api !== assumed && api !== 'mcp');
  const picked = await showPick([assumed, ...others].map(itemOf), {
    title: vscode.l10n.t('Which API does {0} use?', service?.name || serviceId),
    placeHolder: vscode.l10n.t('Will be written to the service’s “api” field'),
    matchOnDescription: true,
  });
  if (!picked) return undefined;
  const done = vscode.l10n.t('{0} now declares the API {1}.', nameOf(root, serviceId), picked.label);
  return edit(root, serviceId, done, ({ text, entry: { range } }) => setFieldAt(text, range, 'api', picked.api));
}

async function edit(root: OpenRoot, serviceId: string, done: string, computeEdits: (service: ServiceInText) => readonly TextEdit[]): Made {
  const document = await vscode.workspace.openTextDocument(servicesFileOf(root));
  const made = await editService(document, serviceId, computeEdits);
  return notifyEdited(document, made, done);
}

async function notifyEdited(document: vscode.TextDocument, made: MadeEdit | EditRefusal, done: string): Made {
  if (typeof made !== 'string') return notifyEdit(made, done);
  await reportRefusal(document, made);
  return undefined;
}

function nameOf(root: OpenRoot, serviceId: string): string {
  return root.services.getServiceById(serviceId)?.name || serviceId;
}

/**
 * Declares another type in the metadata of an artifact: a minimal edit of the file. A file with unsaved changes stays
 * unsaved. Where the metadata do not allow it, the file is shown with a word why.
 *
 * @param file the artifact's metadata file
 */
export async function correctType(reference: ContentReference, file: vscode.Uri, mimeType: string): Made {
  const document = await vscode.workspace.openTextDocument(file);
  const path = reference.kind === 'workspace' ? reference.relativePath : undefined;
  const edits = typeCorrection(document.getText(), mimeType, path);
  if (!edits) {
    await vscode.window.showTextDocument(document, { preview: false });
    notify('warning', vscode.l10n.t('The type of this artifact in the metadata file cannot be corrected here.'));
    return undefined;
  }
  const made = await editDocument(document, () => ({ ok: true, edits }));
  return notifyEdited(document, made, vscode.l10n.t('The type is now declared as {0}.', mimeType));
}
