/** A time of the data for a person, in UTC: `2026-11-21 20:15:48`; what is no time stays as it is. */
export function showTime(text: string | undefined): string {
  const time = Date.parse(text ?? '');
  return Number.isNaN(time) ? (text ?? '') : new Date(time).toISOString().slice(0, 19).replace('T', ' ');
}
