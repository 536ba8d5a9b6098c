/** The environment variables of the host the extension runs on. */
export function environmentVariable(name: string): string | undefined {
  return process.env[name];
}
