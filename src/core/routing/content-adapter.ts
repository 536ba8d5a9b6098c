import { type DescriptionLanguage, languageOf } from '../content/media-type.ts';
import { formatSize } from '../content/size.ts';
import { loggerOf, optionsOf } from '../io/arguments.ts';
import { type Failure, toFailure } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';
import { fileReference, formatId, pathOfFileId } from '../refs/reference.ts';
import { ATTACHMENT_CAPABILITY, type AttachmentInfo, type AttachmentType, readAttachment } from './message.ts';

/** An attachment as text and as fields (specification 2, AdaptedContent). */
export interface AdaptedContent {
  readonly text: string;
  readonly structuredInfo: AttachmentFacts;
}

/** The used part of the agent registry. */
export interface CapableAgents {
  getAgentsByCapability(type: string, direction?: 'input' | 'output' | 'both'): readonly string[];
}

export interface ContentAdapterOptions {
  /** From specification 2; unused, because the agent registry asks the services. */
  readonly serviceRegistry?: unknown;
  /** Without it no agents are suggested. */
  readonly agentRegistry?: CapableAgents;
  /** Default: Chinese, as in the specification. */
  readonly language?: DescriptionLanguage;
  readonly logger?: Logger;
}

const SCHEME = 'artifact:';

/** Describes attachments that a model doesn't accept, and suggests agents that do. */
export class ContentAdapter {
  readonly #agents: CapableAgents | undefined;
  readonly #logger: Logger;
  /** See {@link ContentAdapterOptions}. May be changed at any time. */
  language: DescriptionLanguage;

  constructor(options: ContentAdapterOptions = {}) {
    const { agentRegistry, language, logger } = optionsOf(options, ['agentRegistry', 'language', 'logger']);
    this.#agents = agentRegistry;
    this.#logger = loggerOf(logger);
    this.language = languageOf(language);
  }

  /**
   * Describes an attachment as text and as fields. Never throws: an invalid attachment is described as an unknown file.
   *
   * @param failure why the content isn't sent although the model accepts it; true when it could not be read
   */
  adaptToText(attachment: AttachmentInfo, failure?: Failure | boolean): AdaptedContent {
    const { type = 'file', artifactRef = '', filename, size, mimeType } = readAttachment(attachment);
    const suggestedAgents = this.findCapableAgents(ATTACHMENT_CAPABILITY[type]);
    const structuredInfo: AttachmentFacts = {
      contentType: type,
      artifactRef: artifactRef.startsWith(SCHEME) ? artifactRef : formatId(artifactRef),
      ...(filename !== undefined && { filename }),
      ...(size !== undefined && { size }),
      ...(mimeType !== undefined && { mimeType }),
      ...(suggestedAgents.length > 0 && { suggestedAgents }),
      ...reasonOf(failure),
    };
    return { text: formatAdaptedText(structuredInfo, this.language), structuredInfo };
  }

  /** Describes several; empty for a value that is not an array. */
  adaptMultiple(attachments: readonly AttachmentInfo[]): AdaptedContent[] {
    return Array.isArray(attachments)
      ? Array.from(attachments as readonly AttachmentInfo[], (attachment) => this.adaptToText(attachment))
      : [];
  }

  /** Ids of the agents whose model accepts an input; empty if unknown. */
  findCapableAgents(capabilityType: string): readonly string[] {
    try {
      const found: unknown = this.#agents?.getAgentsByCapability(capabilityType, 'input');
      return Array.isArray(found) ? found.filter((id) => typeof id === 'string') : [];
    } catch (error) {
      this.#logger.warn(`capable agents cannot be found: ${toFailure(error).code}`);
      return [];
    }
  }
}

function reasonOf(failure: Failure | boolean | undefined): Pick<AttachmentFacts, 'isUnreadable' | 'limit' | 'actualType'> {
  if (!failure) return {};
  const { code, params } = optionsOf(typeof failure === 'object' ? failure : undefined, ['code', 'params']);
  const { limit, found } = optionsOf(params, ['limit', 'found']);
  if (code === 'too_large' && typeof limit === 'number') return { limit };
  if (code === 'type_mismatch' && typeof found === 'string') return { actualType: found };
  return { isUnreadable: true };
}

/** The fields of a description (specification 2, structuredInfo). */
export interface AttachmentFacts {
  readonly contentType: AttachmentType;
  /** `artifact:{id}`, or `file:{path}` for a file that is no artifact */
  readonly artifactRef: string;
  readonly filename?: string;
  /** Bytes. */
  readonly size?: number;
  readonly mimeType?: string;
  /** Ids of agents that could take it. */
  readonly suggestedAgents?: readonly string[];
  /** The model accepts it, but the content could not be read. */
  readonly isUnreadable?: boolean;
  /** The model accepts it, but it exceeds this size in bytes. */
  readonly limit?: number;
  /** The model accepts it, but the content is of this media type, of another kind than declared. */
  readonly actualType?: string;
}

interface Wording {
  readonly title: string;
  readonly types: Readonly<Record<AttachmentType, string>>;
  readonly abilities: Readonly<Record<AttachmentType, string>>;
  readonly labels: {
    readonly type: string;
    readonly name: string;
    readonly id: string;
    readonly path: string;
    readonly size: string;
    readonly mime: string;
    readonly limit: string;
    readonly actual: string;
    readonly agents: string;
  };
  readonly bytes: (bytes: number) => string;
  readonly unsupported: string;
  readonly unreadable: string;
  readonly tooLarge: string;
  readonly mismatched: string;
  readonly forward: (type: string, ability: string) => string;
  readonly separator: string;
}

/** The format of specification 2 in both languages. Includes the size in bytes so that it can be parsed exactly. */
const WORDING: Readonly<Record<DescriptionLanguage, Wording>> = {
  zh: {
    title: '【收到附件】',
    types: { image: '图片', audio: '音频', file: '文件' },
    abilities: { image: '视觉理解', audio: '音频理解', file: '文件阅读' },
    labels: {
      type: '类型',
      name: '文件名',
      id: '工件ID',
      path: '路径',
      size: '文件大小',
      mime: 'MIME类型',
      limit: '大小上限',
      actual: '实际类型',
      agents: '建议转发给',
    },
    bytes: (bytes) => `${bytes} 字节`,
    unsupported: '当前模型不支持直接处理此类型内容。',
    unreadable: '附件读取失败，内容未包含在消息中。',
    tooLarge: '附件超过大小上限，内容未包含在消息中。',
    mismatched: '附件内容与声明的类型不符，未包含在消息中。',
    forward: (type, ability) => `如需处理此${type}，可以使用 send_message 工具将其转发给具备${ability}能力的智能体。`,
    separator: ': ',
  },
  en: {
    title: '[Attachment received]',
    types: { image: 'image', audio: 'audio', file: 'file' },
    abilities: { image: 'vision', audio: 'audio', file: 'file reading' },
    labels: {
      type: 'Type',
      name: 'File name',
      id: 'Artifact ID',
      path: 'Path',
      size: 'File size',
      mime: 'MIME type',
      limit: 'Size limit',
      actual: 'Actual type',
      agents: 'Suggested agents',
    },
    bytes: (bytes) => `${bytes} bytes`,
    unsupported: 'The current model cannot take this kind of content directly.',
    unreadable: 'The attachment could not be read; its content is not part of the message.',
    tooLarge: 'The attachment exceeds the size limit; its content is not part of the message.',
    mismatched: 'The content of the attachment is not of the declared type; it is not part of the message.',
    forward: (type, ability) =>
      `To have this ${type} handled, forward it with the send_message tool to an agent with the ${ability} capability.`,
    separator: ': ',
  },
};

/** Formats a description; {@link parseAdaptedText} parses it. */
export function formatAdaptedText(facts: AttachmentFacts, language: DescriptionLanguage): string {
  const words = WORDING[languageOf(language)];
  const { labels } = words;
  const line = (label: string, value: string) => label + words.separator + value;
  const lines = [words.title, line(labels.type, words.types[facts.contentType])];
  if (facts.filename !== undefined) lines.push(line(labels.name, escapeField(facts.filename)));
  const path = pathOfFileId(facts.artifactRef);
  lines.push(path === undefined ? line(labels.id, escapeField(facts.artifactRef)) : line(labels.path, escapeField(path)));
  const sizeLine = (label: string, size: number) => line(label, `${formatSize(size)} (${words.bytes(size)})`);
  if (facts.size !== undefined) lines.push(sizeLine(labels.size, facts.size));
  if (facts.mimeType !== undefined) lines.push(line(labels.mime, escapeField(facts.mimeType)));
  if (facts.limit !== undefined) lines.push(sizeLine(labels.limit, facts.limit));
  if (facts.actualType !== undefined) lines.push(line(labels.actual, escapeField(facts.actualType)));
  lines.push('', ...reasons(facts, words));
  lines.push(words.forward(words.types[facts.contentType], words.abilities[facts.contentType]));
  const agents = facts.suggestedAgents ?? [];
  if (agents.length > 0) lines.push(line(labels.agents, agents.map(escapeItem).join(', ')));
  return lines.join('\n');
}

function reasons(
  { limit, actualType, isUnreadable }: AttachmentFacts,
  { unsupported, unreadable, tooLarge, mismatched }: Wording,
): string[] {
  const found = [
    ...(limit === undefined ? [] : [tooLarge]),
    ...(actualType === undefined ? [] : [mismatched]),
    ...(isUnreadable ? [unreadable] : []),
  ];
  return found.length > 0 ? found : [unsupported];
}

/** Parses a description into its fields; of several the first. Null when the text doesn't begin with one. */
export function parseAdaptedText(text: string): AttachmentFacts | null {
  if (typeof text !== 'string') return null;
  return isTitle(text.split('\n', 1)[0]) ? (parseAdaptedTexts(text)[0] ?? null) : null;
}

/** Parses all descriptions in a text, in order, ignoring other text. */
export function parseAdaptedTexts(text: string): AttachmentFacts[] {
  if (typeof text !== 'string') return [];
  const lines = text.split('\n');
  const starts = lines.flatMap((line, at) => (isTitle(line) ? [at] : []));
  return starts.flatMap((start, at) => parseLines(lines.slice(start, starts[at + 1])) ?? []);
}

function isTitle(line: string | undefined): boolean {
  return Object.values(WORDING).some(({ title }) => title === line);
}

/** @param lines title first */
function parseLines(lines: readonly string[]): AttachmentFacts | null {
  const words = Object.values(WORDING).find(({ title }) => lines[0] === title);
  if (!words) return null;
  const valueOf = (label: string): string | undefined => {
    const found = lines.find((line) => line.startsWith(label + words.separator));
    return found?.slice(label.length + words.separator.length);
  };
  const { labels } = words;
  const typeName = valueOf(labels.type);
  const contentType = (Object.keys(words.types) as AttachmentType[]).find((type) => words.types[type] === typeName);
  const path = valueOf(labels.path);
  const artifactRef = valueOf(labels.id) ?? (path === undefined ? undefined : fileReference(path, '').id);
  if (contentType === undefined || artifactRef === undefined) return null;
  const filename = valueOf(labels.name);
  const sizeIn = (label: string): string | undefined => /\((\d+) \S+\)$/.exec(valueOf(label) ?? '')?.[1];
  const [size, limit, actualType] = [sizeIn(labels.size), sizeIn(labels.limit), valueOf(labels.actual)];
  const mimeType = valueOf(labels.mime);
  const agents = valueOf(labels.agents);
  return {
    contentType,
    artifactRef: unescapeField(artifactRef),
    ...(filename !== undefined && { filename: unescapeField(filename) }),
    ...(size !== undefined && { size: Number(size) }),
    ...(mimeType !== undefined && { mimeType: unescapeField(mimeType) }),
    ...(limit !== undefined && { limit: Number(limit) }),
    ...(actualType !== undefined && { actualType: unescapeField(actualType) }),
    ...(agents !== undefined && { suggestedAgents: agents.split(', ').map(unescapeField) }),
    ...(lines.includes(words.unreadable) && { isUnreadable: true }),
  };
}

/** Characters that could forge a line or its order, lone surrogates, and the escape character itself. */
const UNSAFE = /[\\\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const ESCAPED = /\\(?:\\|u\{([0-9a-f]+)\})/g;

function escapeField(value: string): string {
  return value.replace(UNSAFE, (char) => (char === '\\' ? '\\\\' : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`));
}

/** Also escapes the list separator. */
function escapeItem(value: string): string {
  return escapeField(value).replaceAll(',', '\\u{2c}');
}

function unescapeField(value: string): string {
  return value.replace(ESCAPED, (_match, code: string | undefined) =>
    code === undefined ? '\\' : String.fromCodePoint(Number.parseInt(code, 16)),
  );
}
