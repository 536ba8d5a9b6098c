import type { OpenRoot } from './open-root.ts';

/** A name for each root that no other has: its own, with as many folders above it as it takes, or its URI. */
export function uniqueNames(roots: readonly OpenRoot[]): ReadonlyMap<OpenRoot, string> {
  return new Map(
    roots.map((root) => [
      root,
      uniqueName(
        root,
        roots.filter((other) => other !== root),
      ),
    ]),
  );
}

function uniqueName(root: OpenRoot, others: readonly OpenRoot[]): string {
  if (others.every(({ name }) => name !== root.name)) return root.name;
  const depth = segments(root).length;
  for (let count = 2; count <= depth; count++) {
    const name = lastOf(root, count);
    if (others.every((other) => lastOf(other, count) !== name)) return name;
  }
  return root.id;
}

function segments({ folder }: OpenRoot): string[] {
  return folder.path.split('/').filter((segment) => segment !== '');
}

function lastOf(root: OpenRoot, count: number): string {
  return segments(root).slice(-count).join('/');
}
