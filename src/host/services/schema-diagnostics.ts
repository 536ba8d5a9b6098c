import { findNodeAtOffset, type Node } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { ServiceProblem } from '../../core/services/problems.ts';
import { isServicesFile } from './services-document.ts';

/** Below are what the JSON support says of a schema, above what it says of the syntax, of comments and of schemas it cannot load. */
const FIRST_OTHER_CODE = 0x100;

/**
 * What VS Code's JSON support finds in a document by a JSON schema. The one this extension brings for it has no
 * constraints, but the document may name a strict one itself (`$schema`), or a setting may.
 */
export function schemaDiagnostics(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  if (!isServicesFile(uri)) return [];
  return vscode.languages
    .getDiagnostics(uri)
    .filter(
      ({ source, code }) =>
        (source === undefined || source === 'json' || source === 'jsonc') &&
        (code === undefined || (typeof code === 'number' && code < FIRST_OTHER_CODE)),
    );
}

/** Where they begin, to tell whether they changed. */
export function placesOf(diagnostics: readonly vscode.Diagnostic[]): string {
  return diagnostics.map(({ range: { start } }) => `${start.line}:${start.character}`).join();
}

/**
 * Whether the JSON support says a problem of the form already: it marks the value, or the name before it.
 *
 * @param offsets where what it found begins
 */
export function isSaidAlready({ source, range }: ServiceProblem, root: Node | undefined, offsets: readonly number[]): boolean {
  if (source !== 'schema' || range === undefined || root === undefined) return false;
  const node = findNodeAtOffset(root, range.offset);
  const member = node?.parent?.type === 'property' ? node.parent : undefined;
  const start = member?.offset ?? range.offset;
  const value = member?.children?.[1];
  const end = Math.max(range.offset + range.length, value === undefined ? 0 : value.offset + 1);
  return offsets.some((offset) => offset >= start && offset < end);
}
