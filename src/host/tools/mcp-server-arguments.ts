import type { DescriptionLanguage } from '../../core/content/media-type.ts';

const MEBIBYTE = 1024 * 1024;

/** What VS Code starts an MCP server with. */
export interface McpServerChoice {
  /** Path of the data root, or the address of one in a bucket. */
  readonly root: string;
  readonly language: DescriptionLanguage;
  readonly maxContentBytes: number;
  /** Undefined for text only. */
  readonly service: string | undefined;
}

/** The command line of an MCP server. Name and value are one argument: ids come from files, and one that begins with `-` would be an option by itself. */
export function mcpServerArguments({ root, language, maxContentBytes, service }: McpServerChoice): string[] {
  const args = [`--root=${root}`, `--language=${language}`, `--max-size=${maxContentBytes / MEBIBYTE}`];
  return service === undefined ? args : [...args, `--service=${service}`];
}
