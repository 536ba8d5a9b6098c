import type { McpServer, ToolAnnotations } from '@modelcontextprotocol/server';
import { TOOLS, type ToolName } from '../core/tools/tool-definitions.ts';
import { OUTPUT_SCHEMAS } from './output-schemas.ts';
import type { Session } from './session.ts';
import { enforcedOutput, shownInput } from './tool-schemas.ts';
import { toCallToolResult } from './tool-result.ts';

const TITLES: Readonly<Record<ToolName, string>> = {
  get_artifact: 'Get artifact',
  list_artifacts: 'List artifacts',
  find_capable_agents: 'Find capable agents',
  write_file: 'Write file',
};

/** Writing replaces what a file held, and each time adds to its history. Nothing leaves the data root. */
const WRITING: ToolAnnotations = { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false };
const READING: ToolAnnotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** Offers the tools of the core; those that write only where the session allows it. */
export function registerTools(server: McpServer, session: Session): void {
  for (const { name, description, input, isReadOnly } of Object.values(TOOLS)) {
    if (!isReadOnly && !session.allowWrite) continue;
    server.registerTool(
      name,
      {
        title: TITLES[name],
        description,
        inputSchema: shownInput(input),
        ...(name !== 'get_artifact' && { outputSchema: enforcedOutput(OUTPUT_SCHEMAS[name]) }),
        annotations: { title: TITLES[name], ...(isReadOnly ? READING : WRITING) },
      },
      async (args) => toCallToolResult(await session.call(name, args ?? {}), server.server.getNegotiatedProtocolVersion()),
    );
  }
}
