import {
  Client,
  type ClientOptions,
  type JSONRPCMessage,
  ReadBuffer,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import { type RunningServer, serverHere } from './mcp-server.ts';

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

/** The streams of a server in this process, as the SDK's `StdioClientTransport` has those of a process. */
class StreamTransport implements Transport {
  onclose: NonNullable<Transport['onclose']> | undefined;
  onerror: NonNullable<Transport['onerror']> | undefined;
  onmessage: NonNullable<Transport['onmessage']> | undefined;
  readonly #server: RunningServer;
  readonly #buffer = new ReadBuffer();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  start(): Promise<void> {
    this.#server.stdout.on('data', (chunk: Buffer) => {
      this.#buffer.append(chunk);
      for (let message; (message = this.#buffer.readMessage());) this.onmessage?.(message);
    });
    this.#server.ended.then(
      () => this.onclose?.(),
      (error: unknown) => this.onerror?.(error as Error),
    );
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    this.#server.stdin.write(serializeMessage(message));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.#server.stdin.end();
    await this.#server.ended;
  }
}

/** The SDK's client, connected to a server in this process and closed after the test. @param prepare registers handlers before it connects */
export async function sdkClient(
  args: readonly string[],
  { era = 'up to 2025-11-25', ...options }: ClientOptions & { readonly era?: Era } = {},
  prepare: (client: Client) => void = () => undefined,
): Promise<Client> {
  const client = new Client({ name: 'a test', version: '1' }, { ...options, versionNegotiation: ERAS[era] });
  prepare(client);
  await client.connect(new StreamTransport(serverHere(args)));
  open.push(client);
  return client;
}
