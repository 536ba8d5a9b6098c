import { CodedError } from '../../core/io/errors.ts';
import { failureMessage } from './failure-message.ts';

/** What went wrong, as a sentence for the screen. */
export function errorSentence(error: unknown): string {
  if (error instanceof CodedError) return failureMessage({ code: error.code, params: error.params });
  return error instanceof Error ? error.message || error.name : String(error);
}
