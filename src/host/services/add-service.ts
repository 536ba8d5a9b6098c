import * as vscode from 'vscode';
import { addServices } from '../../core/services/edits.ts';
import { validateServices } from '../../core/services/validate.ts';
import type { DataRoots } from '../roots/open-root.ts';
import { openOrCreate, tellCreated } from './created-file.ts';
import { editDocument, openIfThere, reportRefusal, revealService } from './document-edit.ts';
import { mayWrite } from '../restricted.ts';
import { stateOf } from './services-state.ts';
import type { ServiceForm } from './service-form.ts';
import { askForFolder, targetOrNew } from './service-target.ts';

/** Asks for a new service and writes it at the end of the document, which is made where there is none. */
export async function addService(roots: DataRoots, form: ServiceForm, argument: unknown): Promise<void> {
  if (!mayWrite()) return;
  const uri = await targetOrNew(roots, argument);
  if (uri === undefined) return askForFolder();
  const existing = await openIfThere(uri);
  const text = existing?.getText() ?? '';
  const { usable, services } = validateServices(text);
  if (existing && !usable && text.trim() !== '') return reportRefusal(existing, 'unusable_text');
  const service = await form(services, existing ? undefined : vscode.workspace.asRelativePath(uri));
  const opened = service && (await openOrCreate(uri));
  if (service === undefined || opened === undefined) return;
  const { document, created } = opened;
  const parsed = await stateOf(document);
  const made = await editDocument(document, (text) => addServices(text, [service], parsed));
  if (typeof made === 'string') return reportRefusal(document, made);
  // a folder with a configuration is a data root: the views shall not wait for a file watcher to say so
  if (created) await roots.refresh();
  await revealService(document, { id: service.id });
  if (created) tellCreated(created, made.text, () => roots.refresh());
}
