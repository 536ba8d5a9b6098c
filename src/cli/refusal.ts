import { CodedError, type Failure } from '../core/io/errors.ts';
import { toolSentence, type ToolErrorCode } from '../core/tools/tool-errors.ts';
import type { DescriptionLanguage } from '../core/content/type-names.ts';
import { EntryError } from '../platform/entry-error.ts';

/** A command line that is no command. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What a command refuses: a code for programs, a sentence for people. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** A failure of the core as a refusal. @param subject what it is about, such as a reference */
export function refusalOf({ code }: Failure | { readonly code: ToolErrorCode }, language: DescriptionLanguage, subject?: string): Refusal {
  const sentence = toolSentence(code, language);
  return new Refusal(code, subject === undefined ? sentence : `${subject}: ${sentence}`);
}

/** Whatever was thrown, as a refusal; undefined for a mistake of our own. */
export function toRefusal(error: unknown, language: DescriptionLanguage): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (error instanceof EntryError) return new Refusal(error.code, error.message);
  if (error instanceof CodedError)
    return refusalOf({ code: error.code }, language, typeof error.params['name'] === 'string' ? error.params['name'] : undefined);
  return undefined;
}
