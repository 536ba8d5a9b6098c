import { modelNameIn } from '../models/catalogue/model-id.ts';
import { type Retirement, retirementOf } from '../models/catalogue/retired-models.ts';
import { resolveModel } from './resolve-model.ts';

/**
 * That the maker serves the model of a service no more; undefined where that is not known. A model of the catalogue is at the host that its
 * name tells; where a service of a person leads to is not known so well.
 */
export function retirementOfService({ id }: { readonly id?: string }): Retirement | undefined {
  const name = id === undefined ? undefined : modelNameIn(id);
  if (name === undefined) return undefined;
  const { host, model } = resolveModel(name);
  return retirementOf(host ?? undefined, model);
}
