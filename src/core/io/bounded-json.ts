import { fail, ok, type Result } from './errors.ts';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/**
 * Parses untrusted JSON. Its structure is counted first, because a file of nothing but brackets costs the parser seconds and gigabytes.
 *
 * Errors: `too_complex` above {@link MAX_JSON_DEPTH} levels or {@link MAX_JSON_VALUES} values, `metadata_not_json`.
 */
export function parseBoundedJson(text: string): Result<unknown> {
  if (!isWithinLimits(text)) return tooComplex();
  try {
    return ok(JSON.parse(text) as unknown);
  } catch {
    return fail('metadata_not_json');
  }
}

function tooComplex(): Result<never> {
  return fail('too_complex', { depth: MAX_JSON_DEPTH, values: MAX_JSON_VALUES });
}

/** Counts levels and values by brackets and commas outside strings: exact for valid JSON. */
function isWithinLimits(text: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        values++;
        if (++depth > MAX_JSON_DEPTH) return false;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--;
        break;
      case COMMA:
        values++;
    }
    if (values > MAX_JSON_VALUES) return false;
  }
  return true;
}

/** The offset of the quote that ends a string, or the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; ; at++) {
    at = text.indexOf('"', at);
    if (at < 0) return text.length;
    let backslashes = 0;
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return at;
  }
}
