import type * as vscode from 'vscode';
import { parseReference, type ArtifactReference } from '../../core/refs/reference.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import type { AskedTab } from '../../shared/preview-protocol.ts';
import type { PreviewRequest } from './content-source.ts';

/** An artifact a command is to act on. */
export interface PreviewTarget {
  readonly root: OpenRoot;
  readonly reference: ArtifactReference;
}

/** Artifacts of a data root that a preview is to show: one, or several as the attachments of one message. */
export interface ArtifactsRequest {
  readonly root: OpenRoot;
  /** At least one. */
  readonly references: readonly [ArtifactReference, ...ArtifactReference[]];
}

/** Shows artifacts and files in the preview. */
export interface Previewer {
  show(root: OpenRoot, reference: ArtifactReference, options?: { preserveFocus?: boolean }): Promise<unknown>;
  /** Several artifacts of a root, as one message. */
  showAll(request: ArtifactsRequest, options?: { preserveFocus?: boolean; tab?: AskedTab }): Promise<unknown>;
  /** Files that need not belong to a data root. */
  showFiles(uris: readonly vscode.Uri[], options?: { tab?: AskedTab; toSide?: boolean }): Promise<unknown>;
}

/**
 * Reads the argument of a command: an item of the tree, which has `root` and `reference`; `{rootId, reference}`;
 * or the text of a reference, looked up in the root that has it, else in the first one.
 *
 * @returns undefined when the argument names no artifact
 */
export async function previewTarget(argument: unknown, roots: DataRoots): Promise<PreviewTarget | undefined> {
  if (argument === undefined || argument === null) return undefined;
  await roots.ready();
  if (typeof argument === 'string') {
    const reference = referenceFrom(argument);
    const root = reference && (await rootThatHas(reference, roots));
    return root && reference && { root, reference };
  }
  if (typeof argument !== 'object') return undefined;
  const fields = argument as { root?: { id?: unknown }; rootId?: unknown; reference?: unknown };
  const rootId = fields.root?.id ?? fields.rootId;
  const root = roots.roots.find(({ id }) => id === rootId);
  const reference = referenceFrom(fields.reference);
  return root && reference && { root, reference };
}

/**
 * Reads both arguments of a command of the tree: the item it was called on and all that are selected, which count
 * when it is one of them.
 *
 * @returns none when no artifact is named
 */
export async function previewTargets(argument: unknown, selected: unknown, roots: DataRoots): Promise<PreviewTarget[]> {
  const items: readonly unknown[] = Array.isArray(selected) && selected.includes(argument) ? selected : [argument];
  const targets = await Promise.all(items.map((item) => previewTarget(item, roots)));
  return targets.filter((target) => target !== undefined);
}

/** Artifacts as one preview shows them; undefined when there are none, or they are of several data roots. */
export function requestFor(targets: readonly PreviewTarget[]): ArtifactsRequest | undefined {
  const [first, ...others] = targets;
  if (!first || others.some(({ root }) => root.id !== first.root.id)) return undefined;
  return { root: first.root, references: [first.reference, ...others.map(({ reference }) => reference)] };
}

/** The artifacts that a preview shows; undefined when it shows files. */
export function artifactsIn(request: PreviewRequest | undefined): ArtifactsRequest | undefined {
  const [first, ...others] = request?.references.filter((reference) => reference.kind !== 'file') ?? [];
  const root = request?.source.root;
  return root && first && { root, references: [first, ...others] };
}

function referenceFrom(value: unknown): ArtifactReference | undefined {
  const text = typeof value === 'object' && value !== null ? (value as { id?: unknown }).id : value;
  const parsed = typeof text === 'string' ? parseReference(text) : undefined;
  return parsed?.ok ? parsed.value : undefined;
}

async function rootThatHas(reference: ArtifactReference, { roots }: DataRoots): Promise<OpenRoot | undefined> {
  for (const root of roots) {
    if (await root.store.getMetadata(reference).catch(() => null)) return root;
  }
  return roots[0];
}
