import { Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ENGLISH, MCP } from './programs.ts';

/** The generations of the protocol, as the SDK's client is told to speak them. */
export const ERAS = {
  'up to 2025-11-25': { mode: 'legacy' },
  'since 2026-07-28': { mode: { pin: '2026-07-28' } },
} as const;
export type Era = keyof typeof ERAS;

const open: Client[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()));
});

/** The SDK's client, connected to the built server and closed after the test. @param prepare registers handlers before it connects */
export async function sdkClient(
  args: readonly string[],
  { era = 'up to 2025-11-25', ...options }: ClientOptions & { readonly era?: Era } = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, { ...options, versionNegotiation: ERAS[era] });
  prepare(client);
  const env = Object.fromEntries(
    Object.entries({ ...process.env, ...ENGLISH }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [MCP, ...args], env }));
  open.push(client);
  return client;
}
