import { loadCatalogue } from '../../core/services/catalogue/load-catalogue.ts';

let ordered: readonly string[] | undefined;

/** The models of the catalogue in the order in which they are offered: those under their own names before those under the names of hosts, the newest of its kind first. */
export async function modelsInOrder(): Promise<readonly string[]> {
  const { catalogueModelIds } = await loadCatalogue();
  return (ordered ??= inOrder(catalogueModelIds()));
}

function inOrder(ids: readonly string[]): readonly string[] {
  const { compare } = new Intl.Collator('en', { numeric: true });
  const keyed = ids.map((id) => ({ id, isHosted: Number(/[/@]/.test(id) || /^[a-z-]+\.[a-z]/.test(id)), kind: /^[a-z]*/.exec(id)?.[0] ?? '' }));
  return keyed.sort((a, b) => a.isHosted - b.isHosted || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : compare(b.id, a.id))).map(({ id }) => id);
}
