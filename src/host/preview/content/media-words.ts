import * as vscode from 'vscode';
import type { MediaFacts } from '../../../core/content/media-facts.ts';

/** What a medium says of itself, as short words in the display language: `1300 × 900 pixels`, `12 pages`, `0:42`. */
export function mediaWords({ width, height, frames, pages, duration, isEncrypted, isTruncated, unread }: MediaFacts): string[] {
  const words: string[] = [];
  const number = (value: number): string => value.toLocaleString(vscode.env.language);
  // Sizes of pictures are written without separators everywhere.
  if (width !== undefined && height !== undefined) words.push(vscode.l10n.t('{0} × {1} pixels', width, height));
  if (frames !== undefined && frames > 1) words.push(vscode.l10n.t('{0} frames', number(frames)));
  if (pages !== undefined) words.push(pages === 1 ? vscode.l10n.t('1 page') : vscode.l10n.t('{0} pages', number(pages)));
  if (duration !== undefined) words.push(clockTime(duration));
  if (isEncrypted) words.push(vscode.l10n.t('encrypted'));
  if (isTruncated) words.push(vscode.l10n.t('incomplete'));
  if (unread) words.push(vscode.l10n.t('properties not read in time'));
  return words;
}

/** @param seconds rounded to whole ones: `0:42`, `1:02:03`. What is there lasts a second at least. */
export function clockTime(seconds: number): string {
  const whole = Math.max(seconds > 0 ? 1 : 0, Math.round(seconds));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}
