import type { DescriptionLanguage } from '../core/content/media-type.ts';
import { CodedError, type ErrorCode, type Failure } from '../core/io/errors.ts';
import { type ArtifactReference, parseReference } from '../core/refs/reference.ts';
import type { ArtifactMetadata, ContentMetadata } from '../core/store/artifact.ts';
import { type ToolErrorCode, toolSentence } from '../core/tools/tool-definitions.ts';
import { codedError, EntryError, isSystemError, WRITE_CODES } from '../platform/entry-error.ts';
import type { LoadedRoot } from '../platform/open-root.ts';
import type { Invocation } from './command.ts';

/** What a command refuses: a code for programs, a sentence for people. Exit code 1. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** What is printed: a line break within one comes from a name. */
  readonly lines: readonly string[];

  constructor(code: string, ...lines: readonly string[]) {
    super(lines.join('\n'));
    this.code = code;
    this.lines = lines;
  }
}

/** A refusal that was thrown, to be told of beside other answers. @throws what is none */
export function refusalIn(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
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
  if (isSystemError(error)) return toRefusal(codedError(error.path ?? '', error, WRITE_CODES), language);
  return undefined;
}

/** The reference as typed. @throws Refusal with the codes of `parseReference` */
export function typedReference(text: string, { language }: Pick<Invocation, 'language'>): ArtifactReference {
  const parsed = parseReference(text);
  if (!parsed.ok) throw refusalOf(parsed.error, language, text);
  return parsed.value;
}

/** The metadata of a reference. @throws Refusal `artifact_not_found` */
export async function findArtifact(
  root: Pick<LoadedRoot, 'store'>,
  text: string,
  invocation: Pick<Invocation, 'language'>,
): Promise<ArtifactMetadata> {
  const metadata = await root.store.getMetadata(typedReference(text, invocation));
  if (metadata) return metadata;
  throw new Refusal('artifact_not_found', invocation.language === 'zh' ? `工件不存在：${text}` : `Artifact ${text} not found.`);
}

/** What is wrong with the metadata alone: the content may be sound. */
const METADATA_PROBLEMS: ReadonlySet<ErrorCode> = new Set([
  'sidecar_not_json',
  'sidecar_invalid',
  'sidecar_too_large',
  'extension_invalid',
  'metadata_not_json',
]);

/**
 * The location of the content. @throws Refusal `reserved`, or why there is none or it cannot be read
 *
 * @param subject what it is about; default: the ID
 */
export function contentPlace(
  { state, location, problem, id }: ContentMetadata,
  { language }: Pick<Invocation, 'language'>,
  subject: string = id,
): string {
  if (location !== undefined && (!problem || METADATA_PROBLEMS.has(problem.code))) return location;
  throw refusalOf(problem ?? { code: state === 'reserved' ? 'reserved' : 'not_found' }, language, subject);
}
