import { detectSignature, type Signature } from '../content/signature.ts';
import { decodeText } from '../content/text-encoding.ts';
import { base64Evidence, decodeGroups, isMixed, type Base64Evidence } from './base64-evidence.ts';
import type { Base64Candidate, BytesCandidate, Candidate } from './candidate.ts';
import { isCredential } from './credentials.ts';
import type { TranscriptCode, TranscriptFinding } from './finding.ts';
import { estimatePasteCost } from './paste-cost.ts';
import { quickSignature } from './quick-signature.ts';

/** Bytes that nobody knows are believed to be content from here on: tokens of clouds and cursors of APIs are shorter. In characters. */
const SHORTEST_UNKNOWN = 1024;

/** The head of a data URL (RFC 2397), slashes escaped or not, right before its base64. */
const DATA_URL = /data:([\w.+\-\\/]*)((?:;[\w.+\-\\/=%*!'$&^]*)*?);base64,$/i;
/** Told before the whole head is looked for. */
const URL_END = /;base64,$/i;
/** `\"url\": \"` before it: JSON within a string. How deep, the backslashes tell. */
const NESTED_KEY = /(\\+")([\w-]{1,40})\1\s*:\s*\1$/;
/** `'url': '` before it: Python's notation within a string. */
const PYTHON_KEY = /'([\w-]{1,40})'\s*:\s*'$/;
/** `\"data\":` before a list within a string. */
const NESTED_LIST_KEY = /(\\+")[\w-]{1,40}\1\s*:\s*$/;
/** Keys under which the APIs' media parts keep their content. */
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
 * What a candidate really is; undefined for what is no mistake. The usual media are told at once: where findings stand thick,
 * waiting for each would take longer than finding it.
 */
export function judge(candidate: Candidate): TranscriptFinding | undefined | Promise<TranscriptFinding | undefined> {
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
  if (!url && !isMedia) {
    const looksLikeIt =
      !evidence.isHex && !evidence.mixesAlphabets && (padding === 0 ? count % 4 !== 1 : (count + padding) % 4 === 0) && isMixed(evidence);
    if (!looksLikeIt || isCredential(before, bytes)) return undefined;
    if (count < SHORTEST_UNKNOWN && !isText(bytes)) return undefined;
  }
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

/** Numbers and literals are told from other data by a signature alone. */
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

/** What was found out about a candidate; `headLength` characters of a data URL before it belong to it. */
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
