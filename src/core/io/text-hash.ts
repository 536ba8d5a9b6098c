/** FNV-1a over UTF-16 code units (RFC 9923, 32 bits) with two offset bases: 16 hexadecimal digits. */
export function textHash(text: string): string {
  return [0x811c9dc5, 0x01000193].map((basis) => fnv1a(text, basis).toString(16).padStart(8, '0')).join('');
}

function fnv1a(text: string, basis: number): number {
  let value = basis;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}
