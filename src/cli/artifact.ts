import type { ErrorCode } from '../core/io/errors.ts';
import { parseReference, type ArtifactReference } from '../core/refs/reference.ts';
import type { ArtifactMetadata } from '../core/store/artifact.ts';
import type { OpenRoot } from '../platform/open-root.ts';
import type { Invocation } from './command.ts';
import { Refusal, refusalOf } from './refusal.ts';

/** The reference somebody typed. @throws Refusal with the codes of `parseReference` */
export function referenceOf(text: string, { language }: Pick<Invocation, 'language'>): ArtifactReference {
  const parsed = parseReference(text);
  if (!parsed.ok) throw refusalOf(parsed.error, language, text);
  return parsed.value;
}

/** The metadata of a reference. @throws Refusal `artifact_not_found` */
export async function findArtifact(root: OpenRoot, text: string, invocation: Pick<Invocation, 'language'>): Promise<ArtifactMetadata> {
  const metadata = await root.store.getMetadata(referenceOf(text, invocation));
  if (metadata) return metadata;
  throw new Refusal('artifact_not_found', invocation.language === 'zh' ? `工件不存在：${text}` : `There is no artifact ${text}.`);
}

/** What is wrong with the metadata alone: the content may be sound. */
const METADATA_PROBLEMS: ReadonlySet<ErrorCode> = new Set([
  'sidecar_not_json',
  'sidecar_invalid',
  'sidecar_too_large',
  'extension_invalid',
  'metadata_not_json',
]);

/** Where the content lies. @throws Refusal `reserved`, or why there is none or it cannot be read */
export function contentPlace({ state, location, problem, id }: ArtifactMetadata, { language }: Pick<Invocation, 'language'>): string {
  if (location !== undefined && (!problem || METADATA_PROBLEMS.has(problem.code))) return location;
  throw refusalOf(problem ?? { code: state === 'reserved' ? 'reserved' : 'not_found' }, language, id);
}
