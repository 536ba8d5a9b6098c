import { modelNameIn } from '../models/catalogue/model-id.ts';
import type { Retirement } from '../models/catalogue/retirements.ts';
import { officialAddressOf } from '../models/wire-api.ts';
import { providerAt } from './providers.ts';
import { resolveModel } from './resolve-model.ts';

/** What of a service tells who serves which model. */
interface ServedModel {
  readonly id?: string;
  readonly baseURL?: unknown;
  readonly model?: unknown;
  readonly api?: unknown;
}

/**
 * What the host says of the end of the model of a service; undefined where it says nothing, or that is not known. The host of a model of the
 * catalogue is the one that its name tells, of a service of a person the one at its address, or at that of the API it declares where it has none.
 */
export function retirementOfService({ id, baseURL, model, api }: ServedModel): Retirement | undefined {
  const ofCatalogue = id === undefined ? undefined : modelNameIn(id);
  if (ofCatalogue !== undefined) return resolveModel(ofCatalogue).retirement ?? undefined;
  const address = typeof baseURL === 'string' && baseURL.trim() !== '' ? baseURL : officialAddressOf(api);
  const host = address === undefined ? undefined : providerAt(address)?.name;
  return host === undefined || typeof model !== 'string' ? undefined : (resolveModel(model, { host }).retirement ?? undefined);
}

/** The model that answers requests for the model of a service: another where its host forwards them. */
export function answeringModel<Model extends string | undefined>(service: ServedModel & { readonly model?: Model }): Model | string {
  const end = retirementOfService(service);
  return end?.state === 'forwarded' ? end.successor : (service.model as Model);
}
