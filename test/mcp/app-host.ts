/** A host of MCP Apps as a page in a browser: the library's own bridge, and the policy and sandbox that the protocol prescribes. */
import { AppBridge, type McpUiHostContext, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge';

declare global {
  /** Reads a resource of the server for the page; the test answers. */
  function readResource(params: unknown): Promise<never>;
  function openApp(given: { result: never; context: McpUiHostContext; reads: boolean }): Promise<void>;
  function changeContext(context: McpUiHostContext): Promise<void>;
}

let bridge: AppBridge | undefined;

globalThis.openApp = async ({ result, context, reads }) => {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  document.body.append(frame);
  if (!frame.contentWindow) throw new Error('no frame');
  const capabilities = { ...(reads && { serverResources: {} }), logging: {} };
  bridge = new AppBridge(null, { name: 'a host', version: '1' }, capabilities, { hostContext: context });
  bridge.onreadresource = (params) => globalThis.readResource(params);
  bridge.onsizechange = ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  };
  const initialized = new Promise<void>((resolve) => {
    if (bridge) bridge.oninitialized = () => resolve();
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  frame.src = '/app';
  await initialized;
  await bridge.sendToolInput({ arguments: {} });
  await bridge.sendToolResult(result);
};
globalThis.changeContext = async (context) => bridge?.setHostContext(context);
