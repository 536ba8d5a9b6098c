import { isCertain } from '../core/models/catalogue/propose-capabilities.ts';
import type { CatalogueService, ModelRefusal } from '../core/wire/catalogue-service.ts';
import { resolveModel } from '../core/wire/resolve-model.ts';
import type { ServicesAndModels } from '../core/wire/services-and-models.ts';
import { API_NAMES } from '../core/wire/verdict.ts';
import { Refusal } from './refusal.ts';
import { safeLine, shellWord } from './terminal.ts';

/** Longer names are cut in sentences, in characters. */
const LONGEST_SHOWN = 100;

/** A model of the catalogue by the name that was typed. @throws Refusal with the codes of {@link ModelRefusal} */
export async function catalogueModel(models: ServicesAndModels, name: string): Promise<CatalogueService> {
  const found = await models.add(name);
  if (!('code' in found)) return found;
  const isService = models.getServices().some(({ id }) => id === name);
  const instead = `"${shownName(name)}" is a service of llmservices.json: use --service ${shellWord(name)}.`;
  throw new Refusal(found.code, isService ? instead : sentenceOf(found, shownName(name)));
}

/** That the catalogue does not have a model, and what its family is; undefined for one that it has. */
export function familyWords({ inference: { match, entry } }: CatalogueService): string | undefined {
  return isCertain(match) ? undefined : `not listed; its family is ${entry}`;
}

/** A name as sentences have it: on one line and cut, whatever it is. */
export function shownName(name: string): string {
  return safeLine(name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name);
}

function sentenceOf(refusal: ModelRefusal, name: string): string {
  if (name.includes(',')) return `"${name}" is not the name of a model. Give each of several models a --model of its own.`;
  if (refusal.code === 'model_name_invalid') return `"${name}" is not the name of a model.`;
  const { nearest, retirement, isNoChat = false } = refusal;
  if (isNoChat) return `The model "${name}" takes no messages of a chat: no request is written for it.`;
  if (retirement?.state === 'retired')
    return `The model "${name}" was retired on ${retirement.date}: requests fail. Recommended instead: ${retirement.successor}.`;
  const instead = nearest.length === 0 ? 'To use it, describe it in llmservices.json.' : insteadOf(nearest);
  return `The model "${name}" is not in the catalogue. ${servedBy(name)}${instead}`;
}

/** Who serves a model, as far as its name says; empty where it does not. */
function servedBy(name: string): string {
  const { host, api } = resolveModel(name);
  if (host === null) return '';
  return `By its name, ${host} serves it${api === null ? '' : ` (${API_NAMES[api]})`}, but what it accepts is not known. `;
}

/** The names that may be meant by one that is not known. @param nearest at least one */
export function insteadOf(nearest: readonly string[]): string {
  return `Did you mean ${nearest.join(' or ')}?`;
}
