import { parseArgs, type ParseArgsConfig } from 'node:util';
import type { DescriptionLanguage } from '../core/content/type-names.ts';
import { MAX_SIZE_USAGE, parseMaxSize } from '../platform/open-root.ts';

/** What the server was started with. */
export interface McpArguments {
  readonly root?: string | undefined;
  readonly config?: string | undefined;
  readonly service?: string | undefined;
  readonly agent?: string | undefined;
  readonly allowWrite: boolean;
  readonly language: DescriptionLanguage;
  readonly maxContentBytes?: number | undefined;
}

/** What a command line asks for; `message` says what is wrong with it. */
export type ParsedArguments =
  | { readonly ask: 'serve'; readonly options: McpArguments }
  | { readonly ask: 'help' | 'version' }
  | { readonly ask: 'usage'; readonly message: string };

const OPTIONS = {
  root: { type: 'string' },
  config: { type: 'string' },
  service: { type: 'string' },
  agent: { type: 'string' },
  'read-only': { type: 'boolean', default: false },
  'allow-write': { type: 'boolean', default: false },
  language: { type: 'string' },
  'max-size': { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
  version: { type: 'boolean', default: false },
} as const satisfies ParseArgsConfig['options'];

/** Help of the server, as it is started by this name. */
export function mcpHelp(program: string): string {
  return `Usage: ${program} [options]

Serves the artifacts of a data root to an MCP client, over standard input and output.

  --root DIR        the data root (default: the current folder, if it is one)
  --config DIR      the folder of llmservices.json (default: as the data root says)
  --service ID      the model service whose capabilities apply (default: that of --agent, else text only)
  --agent ID        the agent on whose behalf tools are called: its service and its workspace
  --read-only       offer no tool that writes (this is the default)
  --allow-write     offer write_file
  --language zh|en  the language of descriptions (default: that of the system; else en)
  --max-size MIB    larger content is described, not sent (default 20)
  -h, --help        this text
  --version         the version
`;
}

/** Reads the command line of the server. Never throws. @param displayed the language where the command line names none */
export function parseMcpArguments(args: readonly string[], displayed: DescriptionLanguage): ParsedArguments {
  let values;
  try {
    values = parseArgs({ args: [...args], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return { ask: 'usage', message: (error as Error).message };
  }
  if (values.help) return { ask: 'help' };
  if (values.version) return { ask: 'version' };
  const { root, config, service, agent, language = displayed } = values;
  if (language !== 'zh' && language !== 'en') return { ask: 'usage', message: '--language is zh or en.' };
  if (values['read-only'] && values['allow-write']) return { ask: 'usage', message: '--read-only and --allow-write exclude each other.' };
  const maxSize = values['max-size'];
  const maxContentBytes = maxSize === undefined ? undefined : parseMaxSize(maxSize);
  if (maxSize !== undefined && maxContentBytes === undefined) return { ask: 'usage', message: MAX_SIZE_USAGE };
  const empty = Object.entries({ root, config, service, agent }).find(([, value]) => value === '');
  if (empty) return { ask: 'usage', message: `--${empty[0]} is empty.` };
  return { ask: 'serve', options: { root, config, service, agent, language, maxContentBytes, allowWrite: values['allow-write'] } };
}
