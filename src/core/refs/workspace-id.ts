import { fail, ok, type Result } from '../io/errors.ts';
import { decodeText, encodeText } from './base64url.ts';
import { isPlainName } from './plain-name.ts';
import { normaliseRelativePath } from './relative-path.ts';

/** What tells an id of a workspace file from every other id. */
export const WORKSPACE_PREFIX = 'ws:';

/** The two facts a workspace id carries. */
export interface WorkspaceFile {
  readonly workspaceId: string;
  readonly relativePath: string;
}

/**
 * Encodes a workspace file as its canonical id, and gives the path in its canonical spelling.
 *
 * Errors: `arguments_invalid`, `id_part_empty`, `workspace_id_not_plain_name`, and those of {@link normaliseRelativePath}.
 */
export function encodeWorkspaceId(workspaceId: string, relativePath: string): Result<{ id: string; relativePath: string }> {
  if (typeof workspaceId !== 'string') return fail('arguments_invalid', { name: 'workspaceId' });
  if (typeof relativePath !== 'string') return fail('arguments_invalid', { name: 'relativePath' });
  if (workspaceId === '') return fail('id_part_empty');
  if (!isPlainName(workspaceId)) return fail('workspace_id_not_plain_name');
  const path = normaliseRelativePath(relativePath);
  if (!path.ok) return path;
  return ok({ id: `${WORKSPACE_PREFIX}${workspaceId}:${encodeText(path.value)}`, relativePath: path.value });
}

/**
 * Decodes `ws:{workspaceId}:{base64url}`.
 *
 * Errors: `id_part_empty`, `workspace_id_not_plain_name`, `id_not_base64url`, `id_not_utf8`, and those of
 * {@link normaliseRelativePath}.
 */
export function decodeWorkspaceId(id: string): Result<WorkspaceFile> {
  const colon = id.indexOf(':', WORKSPACE_PREFIX.length);
  const workspaceId = colon < 0 ? id.slice(WORKSPACE_PREFIX.length) : id.slice(WORKSPACE_PREFIX.length, colon);
  const encodedPath = colon < 0 ? '' : id.slice(colon + 1);
  if (workspaceId === '' || encodedPath === '') return fail('id_part_empty');
  if (!isPlainName(workspaceId)) return fail('workspace_id_not_plain_name');
  const decoded = decodeText(encodedPath);
  if (decoded === 'not_base64url') return fail('id_not_base64url');
  if (decoded === 'not_utf8') return fail('id_not_utf8');
  const path = normaliseRelativePath(decoded.text);
  return path.ok ? ok({ workspaceId, relativePath: path.value }) : path;
}
