import type { Catalogue } from './load-catalogue.ts';
import { isCertain } from './propose-capabilities.ts';
import { writeSource } from './write-source.ts';

/** The first of the input capabilities in use that a model is known not to have, and who knows it; null for none. */
export function modelDoubt(
  model: string | undefined, inUse: readonly string[], { inferCapabilities }: Pick<Catalogue, 'inferCapabilities'>,
): { readonly capability: string; readonly model: string; readonly source: string } | null {
  const inference = model === undefined || inUse.length === 0 ? null : inferCapabilities(model);
  for (const finding of inference?.findings ?? []) {
    const { list, type, known } = finding;
    if (list === 'input' && known === 'no' && inUse.includes(type) && isCertain(finding.source.match)) return { capability: type, model: model ?? '', source: writeSource(finding.source) };
  }
  return null;
}
