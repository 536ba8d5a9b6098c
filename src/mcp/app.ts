// oxlint-disable-next-line typescript/triple-slash-reference -- the declaration comes along wherever this file is checked
/// <reference path="./embedded-page.d.ts" />
import { inflateRawSync } from 'node:zlib';
import type { CallToolResult, ClientCapabilities, McpServer } from '@modelcontextprotocol/server';
import { getUiCapability, RESOURCE_MIME_TYPE, RESOURCE_URI_META_KEY } from '@modelcontextprotocol/ext-apps/server';
import { COMPARISON_KEY } from '../shared/mcp-app-protocol.ts';
import type { Session } from './session.ts';

/** The page that a host shows beside a previewed artifact. */
const APP_URI = 'ui://agent-artifacts/preview.html';

/**
 * What tells a host, of the newer and the older kind, that the result of a tool has a page. `get_artifact` has none: an agent reads dozens
 * of artifacts in a row, and each would open a frame in the chat.
 */
export const APP_TOOL_META = { ui: { resourceUri: APP_URI }, [RESOURCE_URI_META_KEY]: APP_URI };

/** Offers the page. It loads nothing and connects to nothing, so a host's strictest policy is right for it. */
export function registerApp(server: McpServer): void {
  const mimeType = RESOURCE_MIME_TYPE;
  const ui = { csp: { connectDomains: [], resourceDomains: [], frameDomains: [] }, prefersBorder: true };
  server.registerResource('preview-app', APP_URI, { title: 'Artifact preview', mimeType, _meta: { ui } }, async () => {
    const { default: deflated } = await import('./preview.app');
    const text = inflateRawSync(Buffer.from(deflated, 'base64')).toString('utf8');
    return { contents: [{ uri: APP_URI, mimeType, text, _meta: { ui } }] };
  });
}

/** Whether a client shows such pages. */
export function showsApps(capabilities: ClientCapabilities | undefined): boolean {
  return getUiCapability(capabilities)?.mimeTypes?.includes(RESOURCE_MIME_TYPE) ?? false;
}

/** The answer of `preview_artifact` with what its page shows, which the model is not told. */
export async function withComparison(
  result: CallToolResult,
  session: Session,
  args: unknown,
  signal: AbortSignal,
): Promise<CallToolResult> {
  if (result.isError) return result;
  const compared = await session.compare(args, signal);
  return 'error' in compared ? result : { ...result, _meta: { ...result._meta, [COMPARISON_KEY]: compared } };
}
