import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** The name of the program. */
export const PROGRAM = 'agent-artifacts';

const COMMON = [
  '--root DIR       the data root (default: the nearest folder upwards that is one)',
  '--config DIR     the folder of llmservices.json (default: as the data root says)',
  '--json           output for programs',
  '--language zh|en the language of descriptions and of refusals (default: yours, by LANG and the like; else en)',
  '--max-size MIB   larger content is described, not shown or sent (default 20)',
  '-h, --help       help of the program or of a command',
  '--version        the version',
];

/** Help of the whole program. */
export function programHelp(): string {
  const lines = [...[...COMMANDS].map(([name, { summary }]) => [name, summary] as const), ['mcp', 'start the MCP server'] as const];
  return `Usage: ${PROGRAM} COMMAND [arguments] [options]

Artifacts of LLM agents: list them, read them, see what a model receives of them.

Commands:
${lines.map(([name, summary]) => `  ${name.padEnd(9)} ${summary}`).join('\n')}

Options of every command:
${indented(COMMON)}

REF is "artifact:31", "31", or "ws:WORKSPACE:PATH" with the path in base64url. "${PROGRAM} COMMAND --help" tells more.
Exit codes: 0 done, 1 not found or invalid, 2 wrong usage; of lint 1 something found, 2 a file cannot be read.
`;
}

/** Help of one command. */
export function commandHelp(name: string, { usage, summary, help }: Command): string {
  const own = help.length === 0 ? '' : `\nOptions:\n${indented(help)}\n`;
  return `Usage: ${usageLine(name, usage)}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.
${own}
Options of every command:
${indented(COMMON)}
`;
}

/** The command with its arguments, on one line. */
export function usageLine(name: string, usage: string): string {
  return [PROGRAM, name, usage, '[options]'].filter((part) => part !== '').join(' ');
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line}`).join('\n');
}
