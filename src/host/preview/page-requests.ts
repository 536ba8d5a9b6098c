import * as vscode from 'vscode';
import { type ArtifactReference, formatReference, parseReference } from '../../core/refs/reference.ts';
import { isWireApi, type WireApi } from '../../core/wire/verdict.ts';
import { runCommand } from '../screen/commands.ts';
import { mayWrite } from '../screen/unavailable.ts';
import type { ReversibleEdit } from '../services/notify-edit.ts';
import { addCapability, correctCapability, correctType, declareApi } from './apply-fix.ts';
import { setDescriptionLanguage } from './decided.ts';
import type { EditHistory } from './edit-history.ts';
import { exportFixture } from './export-fixture.ts';
import { type FixAction, writes } from './fixes.ts';
import type { PageRequest } from './page-channel.ts';
import type { PanelServices } from './panel-services.ts';
import type { PreviewResult } from './preview-result.ts';
import { bodyCurl, bodyJson, wireFixture } from './wire-copies.ts';

/** What is asked of what a page shows, not of the page. */
type ShownRequest = Exclude<PageRequest, { type: 'setComparing' }>;

/** What a request may use and change. */
export interface RequestContext {
  readonly services: PanelServices;
  readonly edits: EditHistory;
  selectApi(api: WireApi | null): Promise<void>;
  pin(pinned: boolean): void;
  /** Shows one of several artifacts. */
  showArtifact(reference: ArtifactReference): void;
}

/**
 * Handles a request of a page about what it shows. Rejects with the file-system codes and those of VS Code.
 * @returns whether it could be done
 */
export async function handleRequest(message: ShownRequest, decided: PreviewResult, context: RequestContext): Promise<boolean> {
  const { services, edits } = context;
  const { subject, state, service, wired, routed } = decided;
  const { root } = subject;
  switch (message.type) {
    case 'selectModel':
      services.selectService(root, message.serviceId);
      return true;
    case 'setPinned':
      context.pin(message.pinned);
      return true;
    case 'openFile':
      await services.openFile(root, subject.loaded?.metadata ?? null);
      return true;
    case 'editCapabilities':
      edits.add(await services.editCapabilities(root, state.selected));
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
    case 'exportFixture':
      if (!wired) return false;
      await exportFixture(
        wireFixture(subject, routed, wired, service, service ? (root.services.getCapabilities(service.id)?.input ?? []) : ['text']),
        subject.name,
        root.folder,
      );
      return true;
    case 'applyFix': {
      const fix = decided.fixes[message.index];
      if (!fix || (writes(fix.action) && !mayWrite())) return false;
      edits.add(await applyFix(fix.action, decided, services));
      return true;
    }
    case 'openAttachment': {
      const item = state.content.kind === 'attachments' ? state.content.items[message.index] : undefined;
      const reference = item && parseReference(item.reference);
      if (reference?.ok) context.showArtifact(reference.value);
      return reference?.ok ?? false;
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

/** @returns the edit that was made; undefined when none was */
async function applyFix(what: FixAction, { subject }: PreviewResult, services: PanelServices): Promise<ReversibleEdit | undefined> {
  const { root, loaded } = subject;
  switch (what.kind) {
    case 'correctCapability':
      return correctCapability(root, what.serviceId, what.capability, what.meant);
    case 'addCapability':
      return addCapability(root, what.serviceId, what.capability);
    case 'selectService':
      services.selectService(root, what.serviceId);
      return undefined;
    case 'correctType':
      return loaded?.metadataFile === undefined ? undefined : correctType(root, loaded.reference, loaded.metadataFile, what.mimeType);
    case 'declareApi':
      return declareApi(root, what.serviceId);
    case 'raiseLimit':
      await vscode.commands.executeCommand('workbench.action.openSettings', 'agentArtifacts.maxContentSize');
      return undefined;
    case 'addService':
      await runCommand(root.services.state.source === undefined ? 'agentArtifacts.createServicesFile' : 'agentArtifacts.addService', {
        root,
      });
      return undefined;
  }
}
