import type { Signature } from '../content/signature.ts';
import { decodeText } from '../content/text-encoding.ts';
import { decodeBase64 } from '../io/base64.ts';
import { base64Evidence, decodeGroups } from './base64-evidence.ts';
import type { Candidate } from './candidate.ts';
import { isCredential, latin1 } from './credentials.ts';
import type { TranscriptCode, TranscriptFinding } from './finding.ts';
import { estimatePasteCost } from './paste-cost.ts';
import { signatureOf } from './quick-signature.ts';

/** Bytes that nobody knows are believed to be content from here on: tokens of clouds and cursors of APIs are shorter. In characters. */
const SHORTEST_UNKNOWN = 1024;

/** The head of a data URL (RFC 2397), slashes escaped or not, right before its base64. */
const DATA_URL = /data:([\w.+\-\\/]*)((?:;[\w.+\-\\/=%*!'$&^]*)*?);base64,$/i;
/** `\"url\": \"` before it: JSON within a string. How deep, the backslashes tell. */
const NESTED_KEY = /(\\+")([\w-]{1,40})\1\s*:\s*\1$/;
/** `'url': '` before it: Python's notation within a string. */
const PYTHON_KEY = /'([\w-]{1,40})'\s*:\s*'$/;
/** `\"data\":` before a list within a string. */
const NESTED_LIST_KEY = /(\\+")[\w-]{1,40}\1\s*:\s*$/;
/** Keys under which the APIs' media parts keep their content. */
const MEDIA_KEYS: ReadonlySet<string> = new Set(['url', 'image_url', 'video_url', 'audio_url', 'file_data', 'data', 'image', 'blob', 'bytes', 'b64_json', 'base64']);

/** What a candidate really is; undefined for what is no mistake. */
export async function judge(candidate: Candidate): Promise<TranscriptFinding | undefined> {
  return candidate.form === 'base64' ? judgeBase64(candidate) : judgeBytes(candidate);
}

async function judgeBase64(candidate: Candidate): Promise<TranscriptFinding | undefined> {
  const { before, count, padding } = candidate;
  const url = DATA_URL.exec(before);
  const evidence = base64Evidence(latin1(candidate.head));
  const bytes = decodeGroups(evidence.characters, decodeBase64);
  if (bytes.length === 0) return undefined;
  const looksLikeIt = evidence.isMixed && !evidence.isHex && !evidence.mixesAlphabets && (padding === 0 ? count % 4 !== 1 : (count + padding) % 4 === 0);
  const signature = await signatureOf(bytes);
  const isMedia = signature?.isStrong === true && !evidence.mixesAlphabets;
  if (!url) {
    if (!isMedia && (!looksLikeIt || isCredential(before, bytes))) return undefined;
    if (!isMedia && count < SHORTEST_UNKNOWN && !isText(bytes)) return undefined;
  }
  const mimeType = signature?.mimeType ?? (isText(bytes) ? 'text/plain' : undefined);
  const head = url ? url[0] : '';
  const beforeAll = url ? before.slice(0, -head.length) : before;
  const declared = url?.[1]?.replaceAll('\\', '').toLowerCase();
  return {
    ...placeOf(candidate, head.length),
    code: nestedKeyIn(beforeAll, candidate) ? 'media_as_json_text' : url ? 'data_url_in_text' : 'base64_in_text',
    mimeType,
    declaredMimeType: declared === '' ? undefined : declared,
    size: Math.floor((count * 3) / 4),
    ...costOf(candidate, head.replaceAll('\\', '').length + count + padding),
    quote: '',
    isWhole: true,
  };
}

/** Numbers and literals are told from other data by a signature alone. */
async function judgeBytes(candidate: Candidate): Promise<TranscriptFinding | undefined> {
  const signature: Signature | undefined = await signatureOf(candidate.head);
  if (!signature?.isStrong || signature.kind === 'text') return undefined;
  const isList = candidate.form === 'byte_list';
  const code: TranscriptCode = isList ? 'byte_list_in_text' : 'bytes_literal_in_text';
  const quote = !isList ? '' : candidate.isInString ? (NESTED_LIST_KEY.exec(candidate.before)?.[1] ?? '') : '"';
  return { ...placeOf(candidate, 0), code, mimeType: signature.mimeType, declaredMimeType: undefined, size: candidate.count, ...costOf(candidate, candidate.length), quote, isWhole: candidate.isWhole };
}

function nestedKeyIn(before: string, { isInString }: Candidate): boolean {
  const key = NESTED_KEY.exec(before)?.[2] ?? (isInString ? PYTHON_KEY.exec(before)?.[1] : undefined);
  return key !== undefined && MEDIA_KEYS.has(key);
}

function placeOf({ form, offset, length, start, end, path }: Candidate, headLength: number): Pick<TranscriptFinding, 'form' | 'offset' | 'length' | 'start' | 'end' | 'path'> {
  return { form, offset: offset - headLength, length: length + headLength, start: { ...start, column: start.column - headLength }, end, path };
}

function costOf({ form }: Candidate, characters: number): Pick<TranscriptFinding, 'characters' | 'tokens'> {
  return { characters, tokens: estimatePasteCost(form, characters) };
}

function isText(bytes: Uint8Array): boolean {
  return decodeText(bytes, { isHead: true, strict: true }) !== undefined;
}
