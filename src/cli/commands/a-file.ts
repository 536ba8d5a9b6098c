import type { Invocation } from '../command.ts';
import { openContent } from '../contents.ts';
import { diagnose } from './conversation.ts';
import { route } from './route.ts';

/**
 * A file in the place of a command: what is wrong with the conversation in it; of any other file, what the newest models receive, those that
 * the preview compares.
 */
export async function aFile(invocation: Invocation): Promise<number> {
  const named = invocation.every('model');
  const received = async (): Promise<number> => route(await forModels(named, invocation));
  const [file = ''] = invocation.positionals;
  // By its first bytes: to learn of a film of gigabytes that it is no conversation would take reading it.
  const { isBinary } = await (await openContent(file, invocation)).inspect();
  if (named.length > 1 || isBinary) return received();
  return diagnose({ ...invocation, option: (name) => (name === 'model' ? named[0] : invocation.option(name)) }, received);
}

async function forModels(named: readonly string[], invocation: Invocation): Promise<Invocation> {
  if (named.length > 0) return invocation;
  const { flagshipModels } = await import('../../core/wire/flagship-models.ts');
  const { loadCatalogue, loadPrices } = await import('../../core/models/catalogue/load-catalogue.ts');
  const models = flagshipModels(await loadCatalogue(), await loadPrices());
  return { ...invocation, every: (name) => (name === 'model' ? models : invocation.every(name)) };
}
