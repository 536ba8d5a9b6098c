const TEMPORARY = /^\.agent-artifacts-[0-9a-f]+\.tmp$/;

/** The name under which a file is written before it takes its own: beside it, hidden, and never content. */
export function temporaryName(random: string): string {
  return `.agent-artifacts-${random}.tmp`;
}

/** Whether a name is that of an unfinished write, left by a process that was killed. */
export function isTemporaryName(name: string): boolean {
  return TEMPORARY.test(name);
}
