import * as vscode from 'vscode';
import { type ContentReference, formatReference } from '../../core/refs/reference.ts';
import { isWireApi, type WireApi } from '../../core/wire/verdict.ts';
import { runCommand } from '../screen/commands.ts';
import { mayWrite } from '../screen/unavailable.ts';
import type { ReversibleEdit } from '../screen/notify-edit.ts';
import { addCapability, correctCapability, correctType, declareApi } from './apply-fix.ts';
import { setDescriptionLanguage } from './description-language.ts';
import type { EditHistory } from './edit-history.ts';
import { type FixAction, writes } from './fixes.ts';
import type { PageRequest } from './page-channel.ts';
import type { PanelContext } from './panel-context.ts';
import type { PreviewResult } from './preview-result.ts';
import type { SubjectForm } from './content-source.ts';
import { bodyCurl, bodyJson } from './wire-copies.ts';

/** What is asked of what a page shows, not of the page. */
type ShownRequest = Exclude<PageRequest, { type: 'setComparing' | 'dropFiles' }>;

/** What a request may use and change. */
export interface RequestContext {
  readonly services: PanelContext;
  readonly edits: EditHistory;
  selectApi(api: WireApi | null): Promise<void>;
  pin(pinned: boolean): void;
  /** Shows the same content as it goes to the model the other way, from now on. */
  setForm(form: SubjectForm): void;
  /** Shows some of several as the attachments of one message. */
  showOnly(references: readonly ContentReference[]): void;
  /** Shows one of several artifacts. */
  showArtifact(reference: ContentReference): void;
}

/**
 * Handles a request of a page about what it shows. Rejects with the file-system codes and those of VS Code.
 * @returns whether it could be done
 */
export async function handleRequest(message: ShownRequest, decided: PreviewResult, context: RequestContext): Promise<boolean> {
  const { services, edits } = context;
  const { subject, state, service, wired } = decided;
  const { source } = subject;
  switch (message.type) {
    case 'selectModel':
      services.selectService(source.models, message.serviceId);
      return true;
    case 'pickModel':
      await services.pickModel(source.models);
      return true;
    case 'chooseComparedModels':
      await runCommand('agentArtifacts.chooseComparedModels');
      return true;
    case 'addModel':
      return addModel(decided, services);
    case 'setPinned':
      context.pin(message.pinned);
      return true;
    case 'setForm':
      context.setForm(message.form);
      return true;
    case 'openFile':
      if (subject.loaded?.metadata) await source.open(subject.loaded.metadata);
      return true;
    case 'editCapabilities':
      edits.add(await services.editCapabilities(source.root, state.selected));
      return true;
    case 'setDescriptionLanguage':
      return setDescriptionLanguage(message.language);
    case 'copyReference':
      return copy(subject.references.map(formatReference).join('\n'));
    case 'copyMessage':
      return copy(fullMessage(decided, message.form));
    case 'selectApi':
      if (message.api !== null && !isWireApi(message.api)) return false;
      await context.selectApi(message.api);
      return true;
    case 'copyWire':
      return copy(wired && (message.form === 'json' ? bodyJson(wired) : bodyCurl(wired, service)));
    case 'applyFix':
      return applyFix(message.index, decided, context);
    case 'openAttachment': {
      const reference = state.content.kind === 'attachments' ? subject.references[message.index] : undefined;
      if (reference) context.showArtifact(reference);
      return reference !== undefined;
    }
  }
}

/** The whole message as it is copied; null when there is none. */
export function fullMessage({ routed: { message }, text }: PreviewResult, form: 'json' | 'text'): string | null {
  if (form === 'text' && text !== null) return text;
  return message ? JSON.stringify(message, null, 2) : null;
}

async function copy(text: string | null): Promise<boolean> {
  if (text !== null) await vscode.env.clipboard.writeText(text);
  return text !== null;
}

/** Adds the model of the catalogue that is shown to the services of the data root. @returns whether it could be done */
async function addModel({ subject: { source }, state }: PreviewResult, services: PanelContext): Promise<boolean> {
  const model = state.selected === null ? undefined : source.models.services.modelOf(state.selected);
  if (!model || !source.root || !state.origin?.canAdd || !mayWrite()) return false;
  await services.addModel(source.root, model);
  return true;
}

/** Applies one of the fixes that are shown. @returns whether it could be done */
async function applyFix(index: number, decided: PreviewResult, context: RequestContext): Promise<boolean> {
  const action = decided.fixes[index]?.action;
  if (!action || action.kind === 'advice' || (writes(action) && !mayWrite())) return false;
  if (action.kind === 'withoutAttachments') context.showOnly(decided.subject.references.filter((_, at) => action.kept.includes(at)));
  else context.edits.add(await makeFix(action, decided, context.services));
  return true;
}

/** Fixes that do something behind the page. */
type FixBehind = Exclude<FixAction, { kind: 'withoutAttachments' | 'advice' }>;

/** @returns the edit that was made; undefined when none was */
async function makeFix(what: FixBehind, { subject }: PreviewResult, services: PanelContext): Promise<ReversibleEdit | undefined> {
  const { source, loaded } = subject;
  const { root, models } = source;
  if (what.kind === 'selectService') services.selectService(models, what.serviceId);
  if (what.kind === 'pickModel') await services.pickModel(models);
  if (what.kind === 'raiseLimit') await vscode.commands.executeCommand('workbench.action.openSettings', 'agentArtifacts.maxContentSize');
  if (!root) return undefined;
  switch (what.kind) {
    case 'correctCapability':
      return correctCapability(root, what.serviceId, what.capability, what.meant);
    case 'addCapability':
      return addCapability(root, what.serviceId, what.capability);
    case 'correctType':
      return loaded?.metadataFile === undefined ? undefined : correctType(loaded.reference, loaded.metadataFile, what.mimeType);
    case 'declareApi':
      return declareApi(root, what.serviceId);
    case 'selectService':
    case 'raiseLimit':
    case 'pickModel':
      return undefined;
    case 'addService':
      await runCommand(root.services.state.source === undefined ? 'agentArtifacts.createServicesFile' : 'agentArtifacts.addService', {
        root,
      });
      return undefined;
  }
}
