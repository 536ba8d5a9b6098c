/**
 * The orders of the Artifacts view, as they are offered. From here the compiler leads to what is compared and what the list says of
 * itself; the commands are made of the names, and `test/manifest/commands.test.ts` says what of them `package.json` lacks.
 */
export const ARTIFACT_ORDERS = ['newest', 'name', 'size', 'kind'] as const;

/** The order: newest first, by name, largest first, or by kind with the newest first in each. */
export type ArtifactOrder = (typeof ARTIFACT_ORDERS)[number];

/** The commands that choose an order. */
export type OrderCommand<Name extends string = ArtifactOrder> = `agentArtifacts.${'sortBy' | 'sortedBy'}${Capitalize<Name>}`;

/**
 * The two commands that choose an order. The title of the second has a check, and it is offered while the order is in force: an item
 * that an extension adds to a menu has no other.
 */
export function orderCommands<Name extends string>(name: Name): readonly [OrderCommand<Name>, OrderCommand<Name>] {
  const suffix = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}` as Capitalize<Name>;
  return [`agentArtifacts.sortBy${suffix}`, `agentArtifacts.sortedBy${suffix}`];
}
