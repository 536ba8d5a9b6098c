import type * as vscode from 'vscode';
import type { ServiceProblem } from '../../core/models/problems.ts';
import { checkUsage } from '../../core/agents/validate-usage.ts';
import type { ValidatedServices } from '../../core/models/validate.ts';
import type { DataRoots, OpenRoot } from '../roots/open-root.ts';
import { servicesFileOf } from './service-target.ts';

/** The data roots in which a file is the configuration in force. Those that are known: nothing is looked for. */
export function rootsInForce({ roots }: DataRoots, uri: vscode.Uri): readonly OpenRoot[] {
  const key = uri.toString();
  return roots.filter((root) => root.services.state.source !== undefined && servicesFileOf(root).toString() === key);
}

/** What the roles of the roots make of a configuration; nothing of a file that is not in force. */
export function usageProblems(roots: DataRoots, uri: vscode.Uri, validated: ValidatedServices): readonly ServiceProblem[] {
  return rootsInForce(roots, uri).flatMap(({ agents }) => checkUsage(validated, agents.serviceUse));
}
