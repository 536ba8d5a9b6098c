// Stands in for host-environment.node.ts in the web build.

/** In a web extension host there are no environment variables. */
export function environmentVariable(_name: string): string | undefined {
  return undefined;
}
