import { HOSTS, LOCAL, type Provider, PROVIDERS } from './providers.ts';
import { resolveModel } from './resolve-model.ts';

/** Everybody through whom a model can be reached, each once. */
export interface ProvidersOfModel {
  /** Who names it so. */
  readonly likely: readonly Provider[];
  /** Programs on this machine, where the name does not say who serves the model: open weights, or the owner's. */
  readonly local: readonly Provider[];
  /** All others: what may run on this machine, and hosts. */
  readonly others: readonly Provider[];
}

/** The providers of a model by its name as a request has it: words for hosts are part of it here, which gateways alone take. */
export function providersFor(model: string): ProvidersOfModel {
  const { name, served, host, maker, variant } = resolveModel(model);
  // A tag is Ollama's own; by the bare name of weights other programs on this machine serve them, too.
  if (host === null || (host === 'Ollama' && variant === null)) return { likely: [], local: LOCAL, others: HOSTS };
  // Google's API takes `models/gemini-…`, too.
  const isWhole = served === name || (host === 'Google' && name.startsWith('models/'));
  const gateway = maker !== null && /^[\w.-]+\/[\w.:-]+$/.test(name) ? 'OpenRouter' : undefined;
  // A cloud is at an address for each customer, so that it has none here.
  const likely = PROVIDERS.filter((each) => each.name === (isWhole ? host : gateway));
  return { likely, local: [], others: [...LOCAL, ...HOSTS].filter((each) => !likely.includes(each)) };
}
