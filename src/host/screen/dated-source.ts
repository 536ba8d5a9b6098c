import * as vscode from 'vscode';
import { daysOld } from '../../core/models/catalogue/source-age.ts';

/** A source, or its day alone, with its age once that is worth saying: `2026-09-23, 65 days old`. @param date the day of the source; none has no age */
export function withAge(source: string, date: string | undefined): string {
  const days = date === undefined ? undefined : daysOld(date);
  return days === undefined ? source : vscode.l10n.t('{0}, {1} days old', source, days);
}
