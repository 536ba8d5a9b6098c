import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import type { Surroundings } from '../../src/platform/surroundings.ts';
import { type RunningServer, serverHere } from './mcp-server.ts';

/** An answer of the server. */
export interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** A server, spoken to line by line, by hand. */
export class McpConnection {
  readonly #stdin: Writable;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #ended: Promise<number | null>;
  #nextId = 1;
  /** Lines of standard output that are no JSON-RPC messages; there must be none. */
  readonly strayLines: string[] = [];
  stderr = '';

  constructor({ stdin, stdout, stderr, ended }: RunningServer) {
    this.#stdin = stdin;
    stderr.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
    this.#ended = ended;
    createInterface({ input: stdout }).on('line', (line) => this.#take(line));
  }

  #take(line: string): void {
    try {
      const answer = JSON.parse(line) as Answer;
      this.#waiting.get(answer.id)?.(answer);
    } catch {
      this.strayLines.push(line);
    }
  }

  /** Sends a line as it is. */
  write(line: string): void {
    this.#stdin.write(`${line}\n`);
  }

  notify(method: string, params: object = {}): void {
    this.write(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Sends a request and waits for its answer. */
  request(method: string, params: object = {}): Promise<Answer> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, resolve);
      void this.#ended.then((code) => reject(new Error(`the server ended (${code}) before it answered ${method}: ${this.stderr}`)));
      this.write(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });
  }

  /** The handshake of the revisions up to 2025-11-25. */
  async initialize(protocolVersion = '2025-06-18'): Promise<Record<string, unknown>> {
    const { result } = await this.request('initialize', {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: 'a test', version: '1' },
    });
    this.notify('notifications/initialized');
    return result ?? {};
  }

  /** Calls a tool. */
  async call(name: string, args: object = {}): Promise<ToolAnswer> {
    const { result, error } = await this.request('tools/call', { name, arguments: args });
    if (error) throw new Error(`${name}: ${error.message}`);
    return result as unknown as ToolAnswer;
  }

  /** Closes standard input, as a client does that is done. @returns the exit code */
  async close(): Promise<number | null> {
    this.#stdin.end();
    return this.#ended;
  }
}

/** The result of a tool call. */
export interface ToolAnswer {
  readonly isError?: boolean;
  readonly content: readonly {
    type: string;
    text?: string;
    data?: string;
    mimeType?: string;
    uri?: string;
    title?: string;
    resource?: { uri: string; mimeType: string; blob: string };
  }[];
  readonly structuredContent: Record<string, unknown>;
  readonly _meta?: { readonly 'agent-artifacts/route'?: { readonly contentType: string; readonly routing: string } };
}

const open: McpConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

/** A connection to a server in this process with the handshake done, closed after the test. */
export async function connect(
  args: readonly string[],
  { revision, ...options }: Partial<Surroundings> & { revision?: string } = {},
): Promise<McpConnection> {
  const connection = new McpConnection(serverHere(args, options));
  open.push(connection);
  await connection.initialize(revision);
  return connection;
}
