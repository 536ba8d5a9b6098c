import * as vscode from 'vscode';
import { formatReference } from '../../core/refs/reference.ts';
import type { PreviewFacts, PreviewMessage, PreviewModel, PreviewState, TypeWarning } from '../../shared/preview-state.ts';
import { kindIcon } from '../artifacts/display-kind.ts';
import { displayFactsLanguage } from '../artifacts/facts-language.ts';
import { typeLabel } from '../artifacts/type-label.ts';
import { failureMessage } from '../references/failure-message.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import { shownMessageJson, shownText } from './message-text.ts';
import type { RoutedArtifact } from './routed-artifact.ts';
import { shownContent } from './shown-content.ts';

/** What the state of a preview is made of. */
export interface PreviewParts {
  readonly root: OpenRoot;
  readonly loaded: LoadedArtifact;
  readonly routed: RoutedArtifact;
  readonly selected: string | null;
  readonly pinned: boolean;
  /** The address under which the webview may load the artifact's file. */
  readonly resource: () => string;
}

/** Everything the webview shows, in words where words are needed. */
export function buildPreviewState({ root, loaded, routed, selected, pinned, resource }: PreviewParts): PreviewState {
  return {
    rootId: root.id,
    reference: formatReference(loaded.reference),
    pinned,
    facts: factsOf(loaded),
    warning: warningOf(loaded),
    problem: loaded.artifact && loaded.metadata?.problem && !loaded.artifact.contentFailure ? failureMessage(loaded.metadata.problem) : null,
    models: root.services.getServices().map((service) => modelOf(root, service)),
    selected,
    content: shownContent(loaded, { resource, reason: () => reasonOf(loaded) }),
    verdict: routed.verdict,
    message: messageOf(routed),
  };
}

/** The name of an artifact as the title of its preview shows it. */
export function artifactName({ metadata, reference }: LoadedArtifact): string {
  if (metadata) return metadata.name;
  return reference.kind === 'workspace' ? reference.relativePath : reference.id;
}

function factsOf(loaded: LoadedArtifact): PreviewFacts {
  const { metadata, artifact, reference } = loaded;
  const mimeType = artifact?.mimeType ?? metadata?.mimeType;
  // The content is known here, so its type counts more than the declared one.
  const seen = metadata && (artifact?.mimeType === undefined ? metadata : { ...metadata, type: artifact.mimeType, mimeType: artifact.mimeType });
  return {
    id: reference.id,
    place: reference.kind === 'workspace' ? `${reference.workspaceId}/${reference.relativePath}` : reference.id,
    name: artifactName(loaded),
    typeName: (seen && typeLabel(seen, displayFactsLanguage().typeNames)) ?? '',
    mimeType: mimeType ?? null,
    size: artifact?.size ?? metadata?.size ?? null,
    createdAt: metadata?.createdAt ?? null,
    agentId: metadata?.agentId ?? null,
    icon: seen ? kindIcon(seen) : 'file',
  };
}

function warningOf({ artifact }: LoadedArtifact): TypeWarning | null {
  const detection = artifact?.detection;
  if (detection?.declaredMimeType === undefined) return null;
  const { declaredMimeType: declared, mimeType: detected } = detection;
  if (detection.isContradiction) return { code: 'type_contradicted', declared, detected };
  return detection.lacksSignature ? { code: 'type_unconfirmed', declared } : null;
}

function modelOf(root: OpenRoot, service: { readonly id: string; readonly name?: unknown; readonly model?: unknown }): PreviewModel {
  const name = typeof service.name === 'string' && service.name !== '' ? service.name : service.id;
  const input = root.services.getCapabilities(service.id)?.input ?? ['text'];
  return { id: service.id, name, model: typeof service.model === 'string' ? service.model : '', input: [...input] };
}

function reasonOf({ metadata, artifact, failure }: LoadedArtifact): string {
  const problem = artifact?.contentFailure ?? metadata?.problem ?? failure;
  if (problem) return failureMessage(problem);
  if (metadata?.state === 'reserved') return failureMessage({ code: 'reserved' });
  return vscode.l10n.t('There is no artifact of this name, or it was deleted.');
}

function messageOf({ message, text }: RoutedArtifact): PreviewMessage | null {
  if (!message) return null;
  const numbers = new Intl.NumberFormat(vscode.env.language);
  const json = shownMessageJson(message, (count) => vscode.l10n.t('({0} characters)', numbers.format(count)));
  const shown = text === null ? null : shownText(text);
  return { json: json.shown, jsonLength: json.length, text: shown?.shown ?? null, textLength: shown?.length ?? 0 };
}
