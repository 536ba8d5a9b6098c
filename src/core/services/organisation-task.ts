import type { Task } from '../io/compute.ts';

/** `org.json`, parsed in a worker: `packOrganisation`. Errors as of `parseOrganisation`. */
export const organisationTask: Task<{ readonly bytes: Uint8Array }, string[]> = {
  name: 'organisation',
  load: async () => {
    const { packOrganisation, parseOrganisation } = await import('./organisation.ts');
    return ({ bytes }) => packOrganisation(parseOrganisation(bytes));
  },
};
