import { type DescriptionLanguage, friendlyTypeName, languageOf } from '../content/media-type.ts';
import { formatSize } from '../content/size.ts';
import type { ErrorCode, Failure } from '../io/errors.ts';
import { formatId } from '../refs/reference.ts';
import { safeId, safeName } from './safe-name.ts';

export { descriptionLanguageFor, safeId, safeName } from './safe-name.ts';

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
      content_elsewhere: '内容存放在别处，这里只有其地址',
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
      content_elsewhere: 'the content is stored elsewhere; only its address is here',
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
