/** Larger content is described to a model, not sent: 20 MiB, the inline limit of the strictest common API (Gemini). */
export const DEFAULT_MAX_CONTENT_BYTES = 20 * 1024 * 1024;

const MEBIBYTE = 1024 * 1024;

/**
 * The range of the setting, in MiB. Larger content cannot be sent: its base64, escaped in JSON, would exceed V8's longest string (2^29 - 24
 * characters).
 */
export const MAX_CONTENT_CHOICE = { least: 0.001, most: 256 } as const;

/** The limit in bytes for a setting in MiB: within {@link MAX_CONTENT_CHOICE}; the default for an invalid one. */
export function contentLimitOf(mebibytes: unknown): number {
  if (typeof mebibytes !== 'number' || !(mebibytes > 0)) return DEFAULT_MAX_CONTENT_BYTES;
  return Math.floor(Math.min(MAX_CONTENT_CHOICE.most, Math.max(MAX_CONTENT_CHOICE.least, mebibytes)) * MEBIBYTE);
}

/** Bytes of a text in UTF-8; a lone surrogate counts as U+FFFD (three bytes). */
export function utf8Size(text: string): number {
  let bytes = text.length;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    // Each half of a pair counts for two of its four bytes.
    if (unit >= 0x800) bytes += isHalfOfPair(text, at, unit) ? 1 : 2;
    else if (unit >= 0x80) bytes++;
  }
  return bytes;
}

function isHalfOfPair(text: string, at: number, unit: number): boolean {
  if (unit < 0xd800 || unit > 0xdfff) return false;
  const isFirst = unit < 0xdc00;
  const other = text.charCodeAt(isFirst ? at + 1 : at - 1);
  return isFirst ? other >= 0xdc00 && other <= 0xdfff : other >= 0xd800 && other < 0xdc00;
}

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const STEP = 1024;

/** A size for people: bytes below 1 KB, one decimal above (`1.2 MB`; 1 KB is 1024 bytes). */
export function formatSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  // 1023.95 would be printed as 1024.0, which is 1.0 of the next unit.
  while (unit < UNITS.length - 1 && value >= (unit === 0 ? STEP : STEP - 0.05)) {
    value /= STEP;
    unit++;
  }
  return `${unit === 0 ? value : value.toFixed(1)} ${UNITS[unit]}`;
}

/** Bytes of all together; undefined when any of them is not known. */
export function totalSize(sizes: readonly (number | undefined)[]): number | undefined {
  let bytes = 0;
  for (const size of sizes) {
    if (size === undefined) return undefined;
    bytes += size;
  }
  return bytes;
}
