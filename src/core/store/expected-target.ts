import { checkArgument, optionsOf } from '../io/arguments.ts';
import { CodedError } from '../io/errors.ts';
import type { FileStat } from '../io/file-system.ts';
import type { WorkspaceReference } from '../refs/reference.ts';

/** What a write meets, as it was looked at before. */
export interface ExpectedTarget {
  /** Where the file really lies, links resolved: names below the workspace, with `/` between them. */
  readonly realPath: string;
  /** The file that is replaced; undefined when a new one is made. */
  readonly existing: Pick<FileStat, 'size' | 'mtime'> | undefined;
}

/** {@link ExpectedTarget}, with the reference as the file system spells it. */
export interface LookedAtTarget extends ExpectedTarget {
  readonly reference: WorkspaceReference;
  readonly existing: FileStat | undefined;
}

/** @throws CodedError `target_changed` when a write would meet something else than was looked at */
export function requireExpected({ realPath, existing }: ExpectedTarget, expected: ExpectedTarget | undefined): void {
  if (!expected) return;
  const before = expected.existing;
  const isSame = before === undefined ? existing === undefined : existing?.size === before.size && existing.mtime === before.mtime;
  if (!isSame || realPath !== expected.realPath) throw new CodedError('target_changed');
}

/** A target as a caller says it; undefined when none is expected. @throws CodedError `arguments_invalid` */
export function expectedTarget(value: unknown): ExpectedTarget | undefined {
  if (value === undefined) return undefined;
  const { realPath, existing } = optionsOf(value as Partial<Record<string, unknown>>, ['realPath', 'existing']);
  checkArgument(typeof realPath === 'string', 'expected');
  if (existing === undefined) return { realPath, existing };
  const { size, mtime } = optionsOf(existing as Partial<Record<string, unknown>>, ['size', 'mtime']);
  checkArgument(typeof size === 'number' && typeof mtime === 'number', 'expected');
  return { realPath, existing: { size, mtime } };
}
