/** Text before a run that makes it a later part of a JWT, JWS or JWE: base64url and a dot (RFC 7519 §3). */
const TOKEN_PART = /[\w-]\.$/;
/** The header of a JWT names its algorithm (RFC 7515 §4.1.1). */
const TOKEN_HEADER = /^\s*\{[^]*"alg"\s*:/;
/** The line before the base64 of PEM (RFC 7468), OpenPGP (RFC 9580 §6) or an SSH key. */
const ARMOUR = /-----(?:BEGIN [A-Z0-9 ]+-----)?(?:\\+[rn]|[\r\n])*$|-----BEGIN [^]{0,120}$/;
const SSH_KEY = /(?:ssh-|ecdsa-|sk-)[\w@.-]+\s$/;

/** Whether base64 is a key, a certificate or a token: meant to be base64 wherever it stands. */
export function isCredential(before: string, bytes: Uint8Array): boolean {
  if (TOKEN_PART.test(before) || ARMOUR.test(before) || SSH_KEY.test(before)) return true;
  if (isDer(bytes) || isSshBlob(bytes)) return true;
  return bytes[0] === 0x7b && TOKEN_HEADER.test(latin1(bytes.subarray(0, 512)));
}

/** Keys and certificates: an ASN.1 SEQUENCE with a length of two bytes (X.690 §8.1), and in it an INTEGER or a SEQUENCE. */
function isDer(bytes: Uint8Array): boolean {
  return bytes[0] === 0x30 && (bytes[1] === 0x82 || bytes[1] === 0x81) && [0x02, 0x30].includes(bytes[bytes[1] === 0x82 ? 4 : 3] ?? 0);
}

/** RFC 4253 §6.6: the length and name of the key's format. */
function isSshBlob(bytes: Uint8Array): boolean {
  return bytes[0] === 0 && bytes[1] === 0 && bytes[2] === 0 && /^(?:ssh-|ecdsa-|sk-|openssh)/.test(latin1(bytes.subarray(4, 12)));
}

const decoder = new TextDecoder('latin1');

/** One character for each byte. */
function latin1(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}
