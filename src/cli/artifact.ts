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

/** Where the content lies. @throws Refusal `reserved`, or why there is none */
export function contentPlace({ state, location, problem, id }: ArtifactMetadata, { language }: Pick<Invocation, 'language'>): string {
  if (location !== undefined) return location;
  throw refusalOf(problem ?? { code: state === 'reserved' ? 'reserved' : 'not_found' }, language, id);
}
