import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ENGLISH, MCP } from './programs.ts';

/** An answer of the server. */
export interface Answer {
  readonly id: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The built server, spoken to line by line, by hand. Ended when the test is done. */
export class McpConnection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  readonly #ended: Promise<number | null>;
  #nextId = 1;
  /** Lines of standard output that are no JSON-RPC messages; there must be none. */
  readonly strayLines: string[] = [];
  stderr = '';

  constructor(args: readonly string[], options: { cwd?: string; env?: NodeJS.ProcessEnv } = {}) {
    this.#child = spawn(process.execPath, [MCP, ...args], {
      cwd: options.cwd,
      env: { ...process.env, ...ENGLISH, ...options.env },
      stdio: 'pipe',
    });
    this.#child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.stderr += chunk));
    this.#ended = new Promise((resolve) => this.#child.on('close', resolve));
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#take(line));
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
    this.#child.stdin.write(`${line}\n`);
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
    this.#child.stdin.end();
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
}

const open: McpConnection[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((connection) => connection.close()));
});

/** A connection with the handshake done, closed after the test. */
export async function connect(
  args: readonly string[],
  { revision, ...options }: { env?: NodeJS.ProcessEnv; revision?: string } = {},
): Promise<McpConnection> {
  const connection = new McpConnection(args, options);
  open.push(connection);
  await connection.initialize(revision);
  return connection;
}
