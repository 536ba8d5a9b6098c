import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import type { ErrorCode, ErrorParams, Failure } from '../../core/io/errors.ts';

/** What is wrong, as one sentence for a person, in the language of the screen. */
export function failureMessage({ code, params = {} }: Failure): string {
  return SENTENCES[code](params);
}

/** One sentence for every code; the type makes sure that none is forgotten. */
const SENTENCES: Readonly<Record<ErrorCode, (params: ErrorParams) => string>> = {
  not_found: ({ name }) => (name === undefined ? vscode.l10n.t('The file does not exist.') : vscode.l10n.t('“{0}” does not exist.', name)),
  already_exists: () => vscode.l10n.t('A file with this name already exists.'),
  not_a_file: () => vscode.l10n.t('Not a regular file: it is a folder, a pipe or a device.'),
  not_a_directory: () => vscode.l10n.t('This is not a folder.'),
  permission_denied: () => vscode.l10n.t('Permission denied.'),
  no_space: () => vscode.l10n.t('No space left on the disk.'),
  is_symlink: () => vscode.l10n.t('This is a symbolic link, which is not followed.'),
  folder_replaced: ({ name }) =>
    vscode.l10n.t(
      'The folder “{0}” was replaced after the data root was opened and now points elsewhere, so it is not used. Reload the window to use its new target.',
      name ?? '',
    ),
  name_too_long: () => vscode.l10n.t('The name of a file or folder is too long: at most 255 bytes.'),
  busy: () => vscode.l10n.t('Another program is using the file. Try again later.'),
  io_failed: () => vscode.l10n.t('The file system reported an error.'),
  sqlite_missing: () => vscode.l10n.t('This version of VS Code cannot read SQLite databases. Update VS Code.'),
  database_unknown: () => vscode.l10n.t('This is not a database of opencode or Kilo, or its program is newer than what is known here.'),
  database_damaged: () => vscode.l10n.t('The database is damaged.'),
  database_incomplete: () =>
    vscode.l10n.t('The database has a log next to it that only its program can merge. Start the program once, then try again.'),
  bucket_not_found: ({ name }) => vscode.l10n.t('The bucket “{0}” does not exist.', name ?? ''),
  wrong_region: ({ name, region }) =>
    region === undefined
      ? vscode.l10n.t('The bucket “{0}” is in another region. Set its region in “agentArtifacts.objectStores”.', name ?? '')
      : vscode.l10n.t('The bucket “{0}” is in the region {1}. Set it in “agentArtifacts.objectStores”.', name ?? '', region),
  credentials_missing: ({ profile }) =>
    profile === undefined
      ? vscode.l10n.t('No credentials found. They come from the environment, a profile of the AWS tools, or the role of this machine.')
      : vscode.l10n.t('No credentials found in the profile “{0}” of the AWS tools.', profile),
  credentials_expired: ({ profile }) =>
    profile === undefined
      ? vscode.l10n.t('The credentials have expired. Renew them, for example with “aws sso login”.')
      : vscode.l10n.t(
          'The credentials of the profile “{0}” have expired. Renew them, for example with “aws sso login --profile {0}”.',
          profile,
        ),
  credentials_refused: () => vscode.l10n.t('The object store refused the credentials.'),
  clock_skew: () => vscode.l10n.t('The clock of this machine differs too much from that of the object store.'),
  insecure_endpoint: ({ name }) => vscode.l10n.t('The address “{0}” is not encrypted. Use https.', name ?? ''),
  store_unreachable: () => vscode.l10n.t('The object store cannot be reached.'),
  store_busy: () => vscode.l10n.t('The object store is busy. Try again later.'),
  not_object_store: () => vscode.l10n.t('The server at this address is not an object store.'),
  archived: () => vscode.l10n.t('The object is archived. Restore it first.'),
  encrypted: () => vscode.l10n.t('The object is encrypted with a key that you may not use.'),
  object_replaced: () => vscode.l10n.t('The object was replaced while it was read. Try again.'),
  stores_unsupported: () => vscode.l10n.t('Object stores cannot be opened where VS Code runs in a browser. Use VS Code on a computer.'),
  not_trusted: () => vscode.l10n.t('Object stores are not opened in Restricted Mode.'),
  read_only: () => vscode.l10n.t('Read-only.'),
  reference_empty: () => vscode.l10n.t('There is no ID after “artifact:”.'),
  id_part_empty: () => vscode.l10n.t('The ID is incomplete: a workspace ID has the form ws:workspace:path, with the path in base64url.'),
  id_not_base64url: () => vscode.l10n.t('The path in the ID is not valid base64url.'),
  id_not_utf8: () => vscode.l10n.t('The path in the ID is not UTF-8 text.'),
  id_not_plain_name: () => vscode.l10n.t('The name contains characters not allowed in an ID, such as a slash or a colon.'),
  workspace_id_not_plain_name: () => vscode.l10n.t('The workspace ID is not a plain folder name.'),
  adk_id_invalid: () => vscode.l10n.t('The ID of an ADK artifact has the form adk:app:user:session:name, with each part percent-encoded.'),
  path_absolute: () => vscode.l10n.t('The path begins with a slash or a drive letter; it must be relative to the workspace.'),
  path_has_nul: () => vscode.l10n.t('The path contains a NUL character.'),
  path_leaves_workspace: () => vscode.l10n.t('A part of the path is “..”, which may lead outside the workspace.'),
  path_not_unicode: () => vscode.l10n.t('The path is not valid Unicode.'),
  changed_since_repair: () =>
    vscode.l10n.t(
      'The file or its backup was written to after the repair, so the repair is not undone. The backup is still beside the file.',
    ),
  target_changed: () => vscode.l10n.t('The target changed after the write was confirmed; nothing was written.'),
  path_misleading: () =>
    vscode.l10n.t('The path of a new file must not contain control or bidirectional characters, or blanks at either end of a name.'),
  colon_in_name: () => vscode.l10n.t('A name in the path has a colon, which Windows does not allow.'),
  outside_root: () => vscode.l10n.t('The file is outside the data root and is not read.'),
  not_content: () => vscode.l10n.t('This is a metadata file, not an artifact.'),
  content_elsewhere: ({ uri }) => vscode.l10n.t('The content is not in the store; it is at {0}.', uri ?? ''),
  reserved: () => vscode.l10n.t('The ID is reserved; the content is still being produced.'),
  too_large: ({ limit }) => vscode.l10n.t('The file is larger than the limit of {0}.', formatSize(Number(limit ?? 0))),
  sidecar_not_json: () => vscode.l10n.t('The metadata file is not valid JSON.'),
  sidecar_invalid: () => vscode.l10n.t('The metadata file does not contain a JSON object.'),
  sidecar_too_large: ({ limit }) => vscode.l10n.t('The metadata file is larger than {0} and is not read.', formatSize(Number(limit ?? 0))),
  extension_invalid: () => vscode.l10n.t('The “extension” in the metadata file is not a valid file extension.'),
  envelope_invalid: () => vscode.l10n.t('The artifact file has no readable content.'),
  not_a_conversation: () => vscode.l10n.t('This file is not a conversation in a known format.'),
  metadata_not_json: () => vscode.l10n.t('The metadata of the workspace is not valid JSON.'),
  base64_invalid: () => vscode.l10n.t('The content is not valid base64.'),
  mime_type_missing: () => vscode.l10n.t('The media type is missing.'),
  too_complex: () => vscode.l10n.t('The file is nested too deeply or contains too many values.'),
  deadline_passed: ({ deadline }) => vscode.l10n.t('Reading took longer than {0} s and was stopped.', Number(deadline ?? 0) / 1000),
  out_of_memory: () => vscode.l10n.t('Reading took too much memory and was stopped.'),
  compute_failed: () => vscode.l10n.t('Reading failed unexpectedly.'),
  content_empty: () => vscode.l10n.t('The file is empty.'),
  type_mismatch: ({ found }) => vscode.l10n.t('The content does not match the declared type: {0}.', String(found ?? '')),
  arguments_invalid: ({ name }) => vscode.l10n.t('The argument "{0}" is not valid.', String(name ?? '')),
};
