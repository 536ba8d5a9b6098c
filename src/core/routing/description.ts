import { type DescriptionLanguage, friendlyTypeName, languageOf } from '../content/media-type.ts';
import { formatSize } from '../content/size.ts';
import type { ErrorCode, Failure } from '../io/errors.ts';
import { formatId } from '../refs/reference.ts';

/** The fields of a description; never the content. */
export interface DescribedArtifact {
  readonly id?: string;
  readonly filename?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
}

interface Wording {
  readonly unnamed: string;
  readonly unknownId: string;
  readonly cannotRead: string;
  readonly failed: string;
  readonly type: string;
  readonly size: string;
  readonly unsupported: string;
  readonly tooLarge: (limit: string) => string;
  readonly error: string;
  readonly check: string;
  readonly reasons: Partial<Record<ErrorCode, string>> & { readonly io_failed: string };
}

/** The templates of specification 1 in both languages. */
const WORDING: Readonly<Record<DescriptionLanguage, Wording>> = {
  zh: {
    unnamed: '未知文件',
    unknownId: '未知',
    cannotRead: '无法读取',
    failed: '文件处理失败',
    type: '类型: ',
    size: '大小: ',
    unsupported: '当前模型不支持读取此类文件。建议创建具备相应能力的智能体协助处理。',
    tooLarge: (limit) => `文件超过大小上限（${limit}），内容未发送。建议创建具备相应能力的智能体协助处理。`,
    error: '错误: ',
    check: '请检查文件是否损坏',
    reasons: {
      io_failed: '无法读取文件内容',
      not_found: '文件不存在或已被删除',
      permission_denied: '没有读取权限',
      base64_invalid: 'base64 编码无效',
      outside_root: '文件位于数据目录之外',
      envelope_invalid: '工件数据已损坏',
      not_a_file: '不是普通文件',
      content_empty: '文件为空',
    },
  },
  en: {
    unnamed: 'unnamed file',
    unknownId: 'unknown',
    cannotRead: 'Cannot read',
    failed: 'File processing failed',
    type: 'Type: ',
    size: 'Size: ',
    unsupported: 'The current model cannot read this kind of file. Consider creating an agent with the capability to help.',
    tooLarge: (limit) =>
      `The file exceeds the size limit (${limit}); its content was not sent. Consider creating an agent with the capability to help.`,
    error: 'Error: ',
    check: 'Please check whether the file is damaged',
    reasons: {
      io_failed: 'the file content cannot be read',
      not_found: 'the file does not exist or was deleted',
      permission_denied: 'no permission to read the file',
      base64_invalid: 'the base64 encoding is invalid',
      outside_root: 'the file lies outside the data root',
      envelope_invalid: 'the artifact data is damaged',
      not_a_file: 'not a regular file',
      content_empty: 'the file is empty',
    },
  },
};

/** Describes content the model doesn't accept (specification 1, unified template, with size). */
export function describeUnsupported(artifact: DescribedArtifact, language: DescriptionLanguage): string {
  return [...heading(artifact, language), WORDING[languageOf(language)].unsupported].join('\n');
}

/**
 * Describes content over the size limit.
 * @param limit bytes
 */
export function describeTooLarge(artifact: DescribedArtifact, limit: number, language: DescriptionLanguage): string {
  return [...heading(artifact, language), WORDING[languageOf(language)].tooLarge(formatSize(limit))].join('\n');
}

/** Describes content that could not be processed. */
export function describeFailure(artifact: DescribedArtifact, failure: Failure, language: DescriptionLanguage): string {
  const words = WORDING[languageOf(language)];
  const reason = words.reasons[failure.code] ?? words.reasons.io_failed;
  return [`[${words.failed}: ${nameOf(artifact, words)}]`, words.error + reason, words.check].join('\n');
}

function heading(artifact: DescribedArtifact, language: DescriptionLanguage): string[] {
  const words = WORDING[languageOf(language)];
  const id = safeId(artifact.id) || words.unknownId;
  const lines = [`[${words.cannotRead}] ${nameOf(artifact, words)} (${formatId(id)})`];
  lines.push(words.type + friendlyTypeName(artifact.mimeType ?? 'application/octet-stream', language));
  if (artifact.size !== undefined) lines.push(words.size + formatSize(artifact.size));
  return lines;
}

function nameOf(artifact: DescribedArtifact, words: Wording): string {
  return safeName(artifact.filename) || safeName(artifact.id) || words.unnamed;
}

/**
 * Characters that could forge a line or its order: C0 and C1 controls, Unicode line and paragraph separators, and bidirectional controls
 * (Unicode UAX #9).
 */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/**
 * Invisible characters that could hide words in a name or make names look the same: zero-width characters, word joiner, byte order mark,
 * soft hyphen, and tags (E0000–E007F), which spell ASCII invisibly.
 */
const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]+/gu;

const MAX_NAME_LENGTH = 255;

/**
 * Makes an untrusted name safe to show to a model or person: one line, no control or invisible characters, limited length. Empty for a
 * value that is not a string.
 */
export function safeName(name: unknown): string {
  const oneLine = safeId(name);
  const chars = [...oneLine];
  return chars.length > MAX_NAME_LENGTH ? `${chars.slice(0, MAX_NAME_LENGTH - 1).join('')}…` : oneLine;
}

/** The same for an id, without shortening it. */
export function safeId(id: unknown): string {
  return typeof id === 'string' ? id.toWellFormed().replace(INVISIBLE, '').replace(UNSAFE, ' ').trim() : '';
}

/** The description language for a BCP 47 or POSIX locale: Chinese for any `zh`, otherwise English. */
export function descriptionLanguageFor(locale: string): DescriptionLanguage {
  return /^zh(?![a-z])/i.test(locale) ? 'zh' : 'en';
}
