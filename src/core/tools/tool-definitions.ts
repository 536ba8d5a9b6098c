import * as z from 'zod/mini';
import type { DescriptionLanguage } from '../content/media-type.ts';
import type { ErrorCode, Failure } from '../io/errors.ts';
import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../io/limits.ts';

/** An agent's tool: name, description for the model, and input schema. */
export interface ToolDefinition {
  readonly name: ToolName;
  /** For models, in English. */
  readonly description: string;
  readonly input: z.ZodMiniType<object>;
  readonly isReadOnly: boolean;
}

export type ToolName = 'get_artifact' | 'list_artifacts' | 'preview_artifact' | 'check_conversation' | 'find_capable_agents' | 'write_file';

export const getArtifactInput = z.strictObject({
  ref: z
    .string()
    .check(
      z.minLength(1),
      z.describe('The artifact reference: "artifact:{id}" or just the ID, for example "artifact:31" or "ws:agent-coder:c3JjL21haW4uanM".'),
    ),
  offset: z.optional(
    z
      .number()
      .check(
        z.int(),
        z.nonnegative(),
        z.describe('For text: number of characters to skip (default 0). Other content is always returned whole.'),
      ),
  ),
  limit: z.optional(
    z
      .number()
      .check(
        z.int(),
        z.minimum(1),
        z.describe('For text: maximum number of characters (default: all). The answer names the offset at which the rest begins.'),
      ),
  ),
});

const LISTED_KINDS = ['image', 'audio', 'video', 'document', 'text', 'other'] as const;
/** A media type, or all of a kind (RFC 9110 §12.5.1 without parameters). */
const MEDIA_RANGE = /^[A-Za-z0-9][\w.+-]*\/(?:\*|[A-Za-z0-9][\w.+-]*)$/;

export const listArtifactsInput = z.strictObject({
  limit: z.optional(
    z
      .number()
      .check(z.int(), z.minimum(1), z.maximum(MAX_LIST_LIMIT), z.describe(`Maximum number of artifacts (default ${DEFAULT_LIST_LIMIT}).`)),
  ),
  after: z.optional(z.string().check(z.describe('Continue after this ID or reference: the "next" of the previous page.'))),
  workspaceId: z.optional(z.string().check(z.minLength(1), z.describe('List the files of this workspace instead of the artifact store.'))),
  kind: z.optional(z.enum(LISTED_KINDS).check(z.describe('Only artifacts of this kind, by their metadata.'))),
  mimeType: z.optional(
    z
      .string()
      .check(z.regex(MEDIA_RANGE), z.describe('Only artifacts of this media type, such as "image/png", or "image/*" for any image.')),
  ),
  name: z.optional(
    z
      .string()
      .check(z.minLength(1), z.maxLength(1000), z.describe('Only artifacts with all these words in their name or path, in any case.')),
  ),
  newerThan: z.optional(
    z.string().check(
      z.refine((text) => !Number.isNaN(Date.parse(text))),
      z.describe('Only artifacts made or changed after this time (ISO 8601), such as "2026-11-01T00:00:00Z".'),
    ),
  ),
});

const modelInput = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.describe('The ID of a model service, or the name of a model, such as "gpt-5.2" or "claude-opus-4-5".'),
  );

export const previewArtifactInput = z.strictObject({
  ref: z.string().check(z.minLength(1), z.describe('The artifact reference, as for get_artifact.')),
  model: z.optional(modelInput),
  through: z.optional(
    z
      .string()
      .check(
        z.minLength(1),
        z.maxLength(100),
        z.describe('A program such as "claude-code" or "copilot-cli": also tells what its own file tool was seen to send for such a file.'),
      ),
  ),
});

export const checkConversationInput = z.strictObject({
  path: z
    .string()
    .check(
      z.minLength(1),
      z.maxLength(4096),
      z.describe('The conversation file (a session of an agent, or a request body), relative to the data root. It must be inside it.'),
    ),
  model: z.optional(modelInput),
});

export const findCapableAgentsInput = z.strictObject({
  capability: z.string().check(z.minLength(1), z.describe('An input capability: "vision", "audio", "video", "file" or a custom one.')),
});

export const writeFileInput = z.strictObject({
  path: z.string().check(z.minLength(1), z.describe('The path of the file, relative to the workspace, with "/" between names.')),
  content: z.string().check(z.describe('The text of the file, or its bytes as base64 if encoding is "base64".')),
  mimeType: z.string().check(z.minLength(1), z.describe('The media type of the content, such as "text/markdown" or "image/png".')),
  encoding: z.optional(z.enum(['utf-8', 'base64']).check(z.describe('Encoding of "content" (default "utf-8").'))),
  workspaceId: z.optional(
    z.string().check(z.minLength(1), z.describe('The workspace to write to. Default: the workspace of the calling agent.')),
  ),
});

/** All tools in display order. */
export const TOOLS: Readonly<Record<ToolName, ToolDefinition>> = {
  get_artifact: {
    name: 'get_artifact',
    description:
      'Read an artifact by its reference. Text is returned as text; an image, document, audio or video is returned in a form the current model accepts, or as a short description if it accepts none.',
    input: getArtifactInput,
    isReadOnly: true,
  },
  list_artifacts: {
    name: 'list_artifacts',
    description:
      'List artifacts, newest first, in pages: reference, name, type, size and time of each. Filter by kind, media type, name and time. With workspaceId, list the files of that workspace.',
    input: listArtifactsInput,
    isReadOnly: true,
  },
  preview_artifact: {
    name: 'preview_artifact',
    description:
      'See what a model would receive for an artifact before it is sent: the field, the verdict and why, tokens and price. Returns no content. Default: the current model.',
    input: previewArtifactInput,
    isReadOnly: true,
  },
  check_conversation: {
    name: 'check_conversation',
    description:
      'Check whether the next request of a conversation file goes through: what the API or the model refuses or loses, where, and how it is repaired. Default: the model of the conversation.',
    input: checkConversationInput,
    isReadOnly: true,
  },
  find_capable_agents: {
    name: 'find_capable_agents',
    description: 'Find agents whose model accepts a kind of content, to forward an artifact that the current model cannot read.',
    input: findCapableAgentsInput,
    isReadOnly: true,
  },
  write_file: {
    name: 'write_file',
    description: 'Write a file into a workspace. Returns the artifact reference of the file, which can be passed to other agents.',
    input: writeFileInput,
    isReadOnly: false,
  },
};

/** Error codes of tools, besides those of the core. */
export type ToolErrorCode =
  | ErrorCode
  | 'unknown_tool'
  | 'agent_unknown'
  | 'service_unknown'
  | 'model_unknown'
  | 'after_unknown'
  | 'program_unknown'
  | 'write_not_allowed'
  | 'write_declined'
  | 'root_unknown'
  | 'root_ambiguous'
  | 'root_changed';

/** A failed tool call: a code for programs, a sentence for the model. */
export interface ToolError {
  readonly error: ToolErrorCode;
  readonly message: string;
}

const SENTENCES: Readonly<Record<ToolErrorCode, readonly [zh: string, en: string]>> = {
  not_found: ['文件或文件夹不存在', 'The file or folder does not exist.'],
  already_exists: ['文件已存在', 'The file already exists.'],
  not_a_file: ['不是普通文件', 'Not a regular file.'],
  not_a_directory: ['不是文件夹', 'Not a folder.'],
  permission_denied: ['没有访问权限', 'Permission denied.'],
  no_space: ['磁盘空间不足，未写入任何内容', 'No space left on the disk; nothing was written.'],
  is_symlink: ['不允许通过符号链接访问', 'This is a symbolic link; links are not followed.'],
  folder_replaced: [
    '数据根目录中的文件夹在打开后被替换为指向别处，已拒绝访问',
    'A folder of the data root was replaced after it was opened and now points elsewhere; access is denied.',
  ],
  name_too_long: ['文件名或文件夹名过长（最多 255 字节）', 'The name of a file or folder is too long (at most 255 bytes).'],
  busy: ['文件正被其他程序占用，请稍后重试', 'Another program is using the file; try again later.'],
  io_failed: ['读写失败', 'Reading or writing failed.'],
  sqlite_missing: ['读取 SQLite 数据库需要 Node 22.15 或更高版本', 'Databases of SQLite are read with Node 22.15 or later.'],
  database_unknown: [
    '该数据库不是已知的格式，可能由更新版本的程序写入',
    'This is not a database of opencode or Kilo, or its program is newer than what is known here.',
  ],
  database_damaged: ['数据库已损坏', 'The database is damaged.'],
  database_incomplete: [
    '数据库旁有未合并的日志，但缺少其索引；请先用写入它的程序打开一次',
    'The database has a log next to it that only its program can merge. Start the program once, then try again.',
  ],
  bucket_not_found: ['存储桶不存在', 'The bucket does not exist.'],
  wrong_region: ['存储桶在另一个区域', 'The bucket is in another region.'],
  credentials_missing: ['没有访问对象存储的凭据', 'There are no credentials for the object store.'],
  credentials_expired: [
    '访问对象存储的凭据已过期，请更新（例如 aws sso login）',
    'The credentials for the object store have expired; renew them, for example with "aws sso login".',
  ],
  credentials_refused: ['对象存储拒绝了凭据', 'The object store refused the credentials.'],
  clock_skew: ['本机时钟与对象存储相差过大', 'The clock of this machine differs too much from that of the object store.'],
  insecure_endpoint: ['对象存储的地址未加密（须为 https）', 'The address of the object store is not encrypted; it must be https.'],
  store_unreachable: ['无法连接对象存储', 'The object store cannot be reached.'],
  store_busy: ['对象存储繁忙，请稍后重试', 'The object store is busy; try again later.'],
  not_object_store: ['该地址的服务器不是对象存储', 'The server at this address is not an object store.'],
  archived: ['对象已归档，须先恢复', 'The object is archived and must be restored first.'],
  encrypted: ['对象已加密，缺少密钥的使用权限', 'The object is encrypted with a key that may not be used.'],
  object_replaced: ['对象在读取期间被替换', 'The object was replaced while it was read.'],
  stores_unsupported: ['此处无法连接对象存储', 'Object stores cannot be reached from here.'],
  not_trusted: ['受限模式下不打开', 'This is not opened in Restricted Mode.'],
  read_only: ['只读，不能写入', 'This is read-only.'],
  reference_empty: ['引用为空', 'The reference is empty.'],
  id_part_empty: ['引用中的工作区或路径为空', 'The workspace or the path is empty.'],
  id_not_base64url: ['引用中的路径不是有效的 base64url', 'The path in the reference is not base64url.'],
  id_not_utf8: ['引用中的路径不是有效的 UTF-8', 'The path in the reference is not UTF-8.'],
  id_not_plain_name: ['工件 ID 不是合法的文件名', 'The artifact ID is not a plain file name.'],
  workspace_id_not_plain_name: ['工作区 ID 不是合法的文件夹名', 'The workspace ID is not a plain folder name.'],
  adk_id_invalid: [
    'ADK 工件 ID 的格式不正确，应为 adk:应用:用户:会话:名称，各部分均经百分号编码',
    'The ID of an ADK artifact has the form adk:app:user:session:name, each part percent-encoded.',
  ],
  path_absolute: [
    '路径以斜杠或盘符开头，但必须相对于工作区',
    'The path begins with a slash or a drive letter; it must be relative to the workspace.',
  ],
  path_has_nul: ['路径包含空字符', 'The path contains a NUL character.'],
  path_leaves_workspace: ['路径中有一级是 “..”，可能超出工作区', 'A part of the path is "..", which may lead outside the workspace.'],
  path_not_unicode: ['路径不是有效的 Unicode 文本', 'The path is not well-formed Unicode.'],
  path_misleading: [
    '新文件的路径不能含有控制字符或双向文字字符，名称首尾也不能有空白',
    'The path of a new file must not contain control or bidirectional characters, or blanks at either end of a name.',
  ],
  colon_in_name: ['路径中的名称含有冒号，Windows 不允许', 'A name in the path has a colon, which Windows does not allow.'],
  target_changed: [
    '确认写入之后，该位置的文件有了变化，未写入任何内容，请重新调用',
    'The target changed after the write was confirmed; nothing was written. Call again.',
  ],
  changed_since_repair: [
    '修复之后文件或其备份有了变化，因此不撤消修复，备份仍在文件旁边',
    'The file or its backup was written to after the repair, so the repair is not undone. The backup is still beside the file.',
  ],
  outside_root: ['路径指向数据根目录之外', 'The path points outside the data root.'],
  not_content: ['该路径保留给元数据', 'This path is reserved for metadata.'],
  content_elsewhere: ['内容不在此存储中，只记录了其地址', 'The content is not in the store, which only names where it is.'],
  reserved: ['工件尚未生成', 'The artifact is reserved and has no content yet.'],
  too_large: ['文件过大', 'The file is too large.'],
  sidecar_not_json: ['工件元数据不是有效的 JSON', 'The metadata of the artifact is not valid JSON.'],
  sidecar_invalid: ['工件元数据无效', 'The metadata of the artifact is invalid.'],
  sidecar_too_large: ['工件元数据过大', 'The metadata of the artifact is too large.'],
  extension_invalid: ['工件元数据中的扩展名无效', 'The extension in the metadata of the artifact is invalid.'],
  envelope_invalid: ['工件数据已损坏', 'The artifact data is damaged.'],
  not_a_conversation: ['文件不是已知格式的对话', 'The file is not a conversation in a known format.'],
  metadata_not_json: ['工作区元数据不是有效的 JSON，未作改动', 'The metadata of the workspace is not valid JSON; it was not changed.'],
  base64_invalid: ['内容不是有效的 base64', 'The content is not valid base64.'],
  mime_type_missing: ['缺少有效的 MIME 类型', 'A valid MIME type is missing.'],
  too_complex: ['文件嵌套过深或值过多，无法读取', 'The file is nested too deeply or contains too many values.'],
  deadline_passed: ['读取超时，已停止', 'Reading took too long and was stopped.'],
  out_of_memory: ['读取占用内存过多，已停止', 'Reading took too much memory and was stopped.'],
  compute_failed: ['读取意外失败', 'Reading failed unexpectedly.'],
  content_empty: ['文件为空', 'The file is empty.'],
  type_mismatch: ['内容与声明的类型不符', 'The content does not match the declared type.'],
  arguments_invalid: ['参数无效', 'The arguments are invalid.'],
  unknown_tool: ['没有这个工具', 'Unknown tool.'],
  agent_unknown: ['无法确定当前智能体的工作区', 'The workspace of the calling agent is unknown; pass a workspaceId.'],
  service_unknown: ['没有这个模型服务', 'Unknown model service.'],
  model_unknown: ['没有这个模型', 'Neither a model service nor a model of the catalogue has this name.'],
  after_unknown: ['没有这个 ID 的工件，无法从它之后列出', 'No artifact has this ID; the listing cannot continue after it.'],
  program_unknown: ['没有观察过这个程序，观察过的如下', 'Unknown program; the known ones follow.'],
  root_unknown: ['没有这个数据根目录', 'Unknown data root.'],
  root_ambiguous: ['打开了多个数据根目录，请用 root 指明其中一个', 'Several data roots are open; select one with "root".'],
  root_changed: [
    '确认写入之后，打开的数据根目录有了变化，未写入任何内容，请重新调用',
    'The open data roots changed after the write was confirmed; nothing was written. Call again.',
  ],
  write_declined: ['用户未同意替换现有文件，未写入任何内容', 'The user did not agree to replace the existing file; nothing was written.'],
  write_not_allowed: ['当前会话不允许写入', 'Writing is not allowed in this session.'],
};

/** The sentence for a code, for a model. */
export function toolSentence(code: ToolErrorCode, language: DescriptionLanguage): string {
  return SENTENCES[code][language === 'zh' ? 0 : 1];
}

/** A tool's error answer. @param detail what exactly is wrong, such as an argument's name */
export function toolError(error: ToolErrorCode | Failure, language: DescriptionLanguage, detail?: string): ToolError {
  const code = typeof error === 'string' ? error : error.code;
  const sentence = toolSentence(code, language);
  return { error: code, message: detail === undefined ? sentence : `${sentence} (${detail})` };
}
