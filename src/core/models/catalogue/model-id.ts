/** What the ids of services begin with that stand for a model of the catalogue. */
const ID_PREFIX = 'catalogue:';
const REPEATED_PREFIX = /^(?:catalogue:)+/;

/** The id of the service that stands for a model: `catalogue:gpt-5.2`. */
export function idOfModel(name: string): string {
  return ID_PREFIX + name;
}

/** The name of the model in such an id; undefined for any other id. */
export function modelNameIn(serviceId: string): string | undefined {
  return serviceId.startsWith(ID_PREFIX) ? serviceId.replace(REPEATED_PREFIX, '') : undefined;
}

/** The id of a model that is not taken by a service: with as many prefixes as it takes. */
export function freeId(id: string, isTaken: (id: string) => boolean): string {
  let free = id;
  while (isTaken(free)) free = idOfModel(free);
  return free;
}
