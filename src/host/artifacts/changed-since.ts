import * as vscode from 'vscode';
import { timeInWords } from '../screen/plain-text.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A day, or a day and a time, of the clock on the wall. */
const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T]+(\d{1,2}):(\d{2}))?$/;

/** A time that a person chose. */
export interface ChosenTime {
  /** Milliseconds since the epoch; undefined for any time. */
  readonly since: number | undefined;
}

type TimeItem = vscode.QuickPickItem & ChosenTime;

/**
 * The time a text means, in the time zone of this machine: `YYYY-MM-DD` or `YYYY-MM-DD HH:MM`.
 * @returns milliseconds since the epoch; undefined when it is no such text, or a time that does not exist
 */
export function typedTime(text: string): number | undefined {
  const [year, month, day, hour = 0, minute = 0] = (TYPED.exec(text.trim()) ?? []).slice(1).map((digits) => Number(digits ?? 0));
  if (year === undefined || month === undefined || day === undefined || hour > 23 || minute > 59) return undefined;
  const time = new Date(year, month - 1, day, hour, minute);
  const isThatDay = time.getFullYear() === year && time.getMonth() === month - 1 && time.getDate() === day;
  return isThatDay ? time.getTime() : undefined;
}

/**
 * Asks since when artifacts must have changed: one of the usual times, or a typed one.
 *
 * @param current the time in force
 * @param now milliseconds since the epoch
 * @returns undefined when the person leaves it as it was
 */
export function pickTime(current: number | undefined, now = Date.now()): Promise<ChosenTime | undefined> {
  const pick = vscode.window.createQuickPick<TimeItem>();
  pick.title = vscode.l10n.t('Artifacts Changed Since');
  pick.placeholder = vscode.l10n.t('Choose a time, or type one: YYYY-MM-DD or YYYY-MM-DD HH:MM');
  const usual = usualTimes(current, now);
  pick.items = usual;
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => {
      const since = typedTime(value);
      const typed = since === undefined ? [] : [{ label: timeInWords(since, vscode.env.language), alwaysShow: true, since }];
      pick.items = [...typed, ...usual];
    });
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      // Enter on a text that means nothing leaves it there to be corrected.
      if (!chosen) return;
      resolve({ since: chosen.since });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function usualTimes(current: number | undefined, now: number): readonly TimeItem[] {
  const { l10n } = vscode;
  const times: readonly (readonly [label: string, since: number])[] = [
    [l10n.t('Last Hour'), now - HOUR],
    [l10n.t('Today'), new Date(now).setHours(0, 0, 0, 0)],
    [l10n.t('Last 24 Hours'), now - DAY],
    [l10n.t('Last 7 Days'), now - 7 * DAY],
    [l10n.t('From Now On'), now],
  ];
  const items = times.map(([label, since]) => ({ label, description: timeInWords(since, vscode.env.language), since }));
  return current === undefined ? items : [...items, { label: l10n.t('Any Time'), since: undefined }];
}
