import { encodeBase64 } from './base64.ts';
import { textSlices } from './json-pieces.ts';
import { takeTurns } from './turns.ts';

/** The base64 of a text's UTF-8. Megabytes are encoded a slice at a time; others get their turn meanwhile. */
export async function encodeTextBase64(text: string, giveWay: () => Promise<void> | undefined = takeTurns()): Promise<string> {
  const encoder = new TextEncoder();
  let base64 = '';
  let rest: Uint8Array = new Uint8Array(0);
  for (const slice of textSlices(text)) {
    const bytes = joined(rest, encoder.encode(slice));
    // three bytes are four characters: only the end may be padded
    const whole = bytes.length - (bytes.length % 3);
    base64 += encodeBase64(bytes.subarray(0, whole));
    rest = bytes.slice(whole);
    await giveWay();
  }
  return base64 + encodeBase64(rest);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  if (first.length === 0) return second;
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
