import path from 'node:path';
import { CodedError, type ErrorCode } from '../core/io/errors.ts';
import type { Location } from '../core/io/file-system.ts';
import { own } from '../core/io/own.ts';

/** Errors of an entry point (command line, MCP server). Stable: programs compare these codes. */
export type EntryErrorCode =
  | 'root_unknown'
  | 'root_not_found'
  | 'root_leads_out'
  | 'root_unreadable'
  | 'config_unknown'
  | 'service_unknown'
  | 'services_unusable'
  | 'agent_unknown'
  | 'organisation_unusable'
  | 'session_ambiguous'
  | 'session_unusable'
  | 'catalogue_invalid'
  | 'catalogue_older'
  | 'catalogue_unreachable';

/** An error of an entry point: a code for programs and a sentence for people. Names in the sentence come from the caller. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
  readonly code: EntryErrorCode;

  constructor(code: EntryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOENT: 'not_found',
  ENOTDIR: 'not_found',
  ENAMETOOLONG: 'not_found',
  EEXIST: 'already_exists',
  EISDIR: 'not_a_file',
  EACCES: 'permission_denied',
  EPERM: 'permission_denied',
  EROFS: 'permission_denied',
  ENOSPC: 'no_space',
  EDQUOT: 'no_space',
  // More than the file system, or a limit of the process, allows for one file.
  EFBIG: 'no_space',
  EBUSY: 'busy',
  ELOOP: 'is_symlink',
  // A socket was opened, or a device that does not exist.
  ENXIO: 'not_a_file',
  ENODEV: 'not_a_file',
};

/** For listing or creating folders: ENOTDIR means that the location or one of its ancestors is not a folder. */
export const FOLDER_CODES: Readonly<Record<string, ErrorCode>> = { ...CODES, ENOTDIR: 'not_a_directory', EEXIST: 'not_a_directory' };

/** For creating and writing: a name that is too long differs from a missing file. */
export const WRITE_CODES: Readonly<Record<string, ErrorCode>> = { ...CODES, ENAMETOOLONG: 'name_too_long' };
export const MAKE_CODES: Readonly<Record<string, ErrorCode>> = { ...FOLDER_CODES, ENAMETOOLONG: 'name_too_long' };

/** Runs an operation and converts what it throws to a `CodedError`, which names the last part of the location. */
export async function coded<T>(location: Location, operation: () => Promise<T>, codes = CODES): Promise<T> {
  return codedAs(path.basename(location), operation, codes);
}

/** The same with another name: a path as a person wrote it. */
export async function codedAs<T>(name: string, operation: () => Promise<T>, codes = CODES): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw withCode(name, error, codes);
  }
}

/** An error of the file system that was thrown by Node itself. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && 'errno' in error;
}

/** What was thrown, as a `CodedError` that names the last part of the location. */
export function codedError(location: Location, error: unknown, codes = CODES): CodedError {
  return withCode(path.basename(location), error, codes);
}

function withCode(name: string, error: unknown, codes: typeof CODES): CodedError {
  if (error instanceof CodedError) return error;
  const errno = (error as NodeJS.ErrnoException | null)?.code ?? '';
  return new CodedError(own(codes, errno) ?? 'io_failed', { name }, { cause: error });
}
