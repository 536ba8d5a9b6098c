import * as vscode from 'vscode';
import type { Logger } from '../../core/io/logger.ts';
import { useKeptCatalogue } from '../../platform/host-platform.node.ts';

const didChange = new vscode.EventEmitter<void>();
/** Another catalogue of models is in use from now on. */
export const onDidChangeCatalogue = didChange.event;

/** Uses the catalogue that the person keeps, else the bundled one. Nothing is read before it is needed. */
export function followKeptCatalogue(logger: Pick<Logger, 'warn'>): void {
  useKeptCatalogue((sentence) => logger.warn(sentence));
  didChange.fire();
}
