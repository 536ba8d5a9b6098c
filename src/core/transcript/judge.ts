import { detectSignature, quickSignature, type Signature } from '../content/signature.ts';
import { decodeText } from '../content/text-encoding.ts';
import type { Base64Candidate, BytesCandidate, Candidate } from './candidate-list.ts';
import { base64Evidence, type Base64Evidence, decodeGroups, isMixed } from './decode-finding.ts';
import type { TranscriptCode, TranscriptFinding, TranscriptForm } from './finding.ts';

/** Minimum characters for unknown bytes to count as content: cloud tokens and API cursors are shorter. */
const SHORTEST_UNKNOWN = 1024;

/** The beginning of a data URL (RFC 2397), slashes escaped or not, directly before its base64. */
const DATA_URL = /data:([\w.+\-\\/]*)((?:;[\w.+\-\\/=%*!'$&^]*)*?);base64,$/i;
/** Checked first because it is cheap. */
const URL_END = /;base64,$/i;
/** `\"url\": \"` before it: JSON within a string; the number of backslashes is its depth. */
const NESTED_KEY = /(\\{1,63}")([\w-]{1,40})\1\s*:\s*\1$/;
/** `'url': '` before it: Python's notation within a string. */
const PYTHON_KEY = /'([\w-]{1,40})'\s*:\s*'$/;
/** `\"data\":` before a list within a string. */
const NESTED_LIST_KEY = /(\\{1,63}")[\w-]{1,40}\1\s*:\s*$/;
/** Keys of media content in the APIs' parts. */
const MEDIA_KEYS: ReadonlySet<string> = new Set([
  'url',
  'image_url',
  'video_url',
  'audio_url',
  'file_data',
  'data',
  'image',
  'blob',
  'bytes',
  'b64_json',
  'base64',
]);

/**
 * Classifies a candidate; undefined when it is legitimate. Common media are classified synchronously, because awaiting each of many
 * findings would dominate the time.
 */
export function judgeCandidate(candidate: Candidate): TranscriptFinding | undefined | Promise<TranscriptFinding | undefined> {
  if (candidate.form !== 'base64') {
    const known = quickSignature(candidate.head);
    return known ? judgeBytes(candidate, known) : detectSignature(candidate.head).then((signature) => judgeBytes(candidate, signature));
  }
  const evidence = base64Evidence(candidate.source);
  const bytes = decodeGroups(evidence);
  if (bytes.length === 0) return undefined;
  const known = quickSignature(bytes);
  return known
    ? judgeBase64(candidate, evidence, bytes, known)
    : detectSignature(bytes).then((signature) => judgeBase64(candidate, evidence, bytes, signature));
}

function judgeBase64(
  candidate: Base64Candidate,
  evidence: Base64Evidence,
  bytes: Uint8Array,
  signature: Signature | undefined,
): TranscriptFinding | undefined {
  const { before, count, padding } = candidate;
  const url = URL_END.test(before) ? DATA_URL.exec(before) : null;
  const isMedia = signature?.isStrong === true && !evidence.mixesAlphabets;
  if (!url && !isMedia && !isUnknownContent(candidate, evidence, bytes)) return undefined;
  const head = url ? url[0] : '';
  const beforeAll = url ? before.slice(0, -head.length) : before;
  const declared = url?.[1]?.replaceAll('\\', '').toLowerCase();
  const code = nestedKeyIn(beforeAll, candidate) ? 'media_as_json_text' : url ? 'data_url_in_text' : 'base64_in_text';
  const types = {
    mimeType: signature?.mimeType ?? (isText(bytes) ? 'text/plain' : undefined),
    declaredMimeType: declared === '' ? undefined : declared,
  };
  return findingOf(candidate, {
    code,
    ...types,
    headLength: head.length,
    size: Math.floor((count * 3) / 4),
    characters: head.replaceAll('\\', '').length + count + padding,
    quote: '',
  });
}

/** Whether characters that may be base64 are, of a text or of bytes of an unknown kind, and not of a key or a token. */
function isUnknownContent({ before, count, padding }: Base64Candidate, evidence: Base64Evidence, bytes: Uint8Array): boolean {
  const isWhole = padding === 0 ? count % 4 !== 1 : (count + padding) % 4 === 0;
  if (evidence.isHex || evidence.mixesAlphabets || !isWhole || !isMixed(evidence) || isCredential(before, bytes)) return false;
  return count >= SHORTEST_UNKNOWN || isText(bytes);
}

/** Numbers and literals only count with a signature. */
function judgeBytes(candidate: BytesCandidate, signature: Signature | undefined): TranscriptFinding | undefined {
  if (!signature?.isStrong || signature.kind === 'text') return undefined;
  const isList = candidate.form === 'byte_list';
  const code: TranscriptCode = isList ? 'byte_list_in_text' : 'bytes_literal_in_text';
  const quote = !isList ? '' : candidate.isInString ? (NESTED_LIST_KEY.exec(candidate.before)?.[1] ?? '') : '"';
  return findingOf(candidate, {
    code,
    mimeType: signature.mimeType,
    declaredMimeType: undefined,
    headLength: 0,
    size: candidate.count,
    characters: candidate.length,
    quote,
  });
}

function nestedKeyIn(before: string, { isInString }: Candidate): boolean {
  const key = before.endsWith('"')
    ? NESTED_KEY.exec(before)?.[2]
    : isInString && before.endsWith("'")
      ? PYTHON_KEY.exec(before)?.[1]
      : undefined;
  return key !== undefined && MEDIA_KEYS.has(key);
}

/** The classification of a candidate; `headLength` characters of a data URL before it belong to it. */
type Verdict = Pick<TranscriptFinding, 'code' | 'mimeType' | 'declaredMimeType' | 'size' | 'characters' | 'quote'> & {
  readonly headLength: number;
};

function findingOf(
  { form, offset, length, start, end, path, isWhole }: Candidate,
  { code, mimeType, declaredMimeType, headLength, size, characters, quote }: Verdict,
): TranscriptFinding {
  return {
    code,
    form,
    offset: offset - headLength,
    length: length + headLength,
    start: { line: start.line, column: start.column - headLength },
    end,
    path,
    mimeType,
    declaredMimeType,
    size,
    characters,
    tokens: estimatePasteCost(form, characters),
    quote,
    isWhole,
  };
}

function isText(bytes: Uint8Array): boolean {
  return decodeText(bytes, { isHead: true, strict: true }) !== undefined;
}

/** Text before a run that makes it a later part of a JWT, JWS or JWE: base64url and a dot (RFC 7519 §3). */
const TOKEN_PART = /[\w-]\.$/;
/** The header of a JWT names its algorithm (RFC 7515 §4.1.1). */
const TOKEN_HEADER = /^\s*\{[^]*"alg"\s*:/;
/** The line before the base64 of PEM (RFC 7468), OpenPGP (RFC 9580 §6) or an SSH key. */
const ARMOUR = /-----(?:BEGIN [A-Z0-9 ]+-----)?(?:\\+[rn]|[\r\n])*$|-----BEGIN [^]{0,120}$/;
const SSH_KEY = /(?:ssh-|ecdsa-|sk-)[\w@.-]+\s$/;

/** Whether base64 is a key, certificate or token, which is legitimate anywhere. */
function isCredential(before: string, bytes: Uint8Array): boolean {
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

/** Decodes as Latin-1. */
function latin1(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/**
 * Characters a token of OpenAI's o200k_base holds, on average, in media written as text. Base64: research of this project,
 * 1.45; lists (`137,80,78`, two tokens a number) and Python literals: measured on PNG files with gpt-tokenizer 4.
 */
const CHARACTERS_PER_TOKEN: Readonly<Record<TranscriptForm, number>> = { base64: 1.45, byte_list: 1.5, bytes_literal: 1.8 };

/** Estimated tokens of media pasted as text; base64 is never tokenised. */
function estimatePasteCost(form: TranscriptForm, characters: number): number {
  return Math.round(characters / CHARACTERS_PER_TOKEN[form]);
}
