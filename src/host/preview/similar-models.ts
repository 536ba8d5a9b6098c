import type { Catalogue } from '../../core/models/catalogue/load-catalogue.ts';
import { wordFinder } from '../../core/models/spelling.ts';
import { nearestModels } from '../../core/wire/catalogue-service.ts';

/** A model as it is listed; a separator has no name. */
interface ListedModel {
  readonly label: string;
  /** Who serves it, and what it takes. */
  readonly description?: string;
  readonly name?: string;
}

/** So many are added to what VS Code finds itself. */
const MOST_SIMILAR = 20;
/** So many are offered for a word that says nothing of a model. */
const MOST_OFFERED = 5;

/**
 * Finds the models in which every word that was typed begins somewhere: `opus 4.5` finds `claude-opus-4-5`, in the order of the items. Where
 * there is none, the nearest spellings, and for what is near to nothing the models that are offered first.
 */
export function modelFinder<T extends ListedModel>(items: readonly T[], catalogue: Catalogue): (typed: string) => readonly T[] {
  const models = items.filter(({ name }) => name !== undefined);
  const find = wordFinder(models.map(({ label, description = '' }) => `${label} ${description}`));
  return (typed) => {
    if (typed === '') return [];
    const found = find(typed).slice(0, MOST_SIMILAR);
    if (found.length > 0) return found.flatMap((at) => models[at] ?? []);
    const nearest = nearestModels(typed, catalogue);
    const near = models.filter(({ name = '' }) => nearest.includes(name));
    return near.length > 0 ? near : models.slice(0, MOST_OFFERED);
  };
}
