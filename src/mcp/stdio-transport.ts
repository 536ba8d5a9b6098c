import type { Readable, Writable } from 'node:stream';
import {
  parseJSONRPCMessage,
  ProtocolErrorCode,
  serializeMessage,
  type JSONRPCMessage,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/server';

/**
 * MCP over standard input and output: one JSON-RPC message a line. Unlike the transport of the SDK it answers every request
 * that is no MCP request with an error, and so what is no message at all: a client would wait for ever for an answer that
 * never comes.
 */
export class StdioTransport implements Transport {
  onmessage: NonNullable<Transport['onmessage']> | undefined;
  onerror: NonNullable<Transport['onerror']> | undefined;
  onclose: NonNullable<Transport['onclose']> | undefined;
  readonly #input: Readable;
  readonly #output: Writable;
  #isClosed = false;
  readonly #take = (line: Buffer): void => this.#read(line.toString('utf8').trim());
  readonly #ended = (): void => void this.close();
  readonly #failed = (error: Error): void => {
    this.onerror?.(error);
    // who no longer reads answers is gone
    void this.close();
  };

  /** @param input of whole lines, each as one buffer */
  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#take).on('end', this.#ended).on('close', this.#ended).on('error', this.#failed);
    this.#output.on('error', this.#failed);
    return Promise.resolve();
  }

  /** Resolves once the output takes more. */
  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(serializeMessage(message));
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    // the output keeps its listener: what is written late must not end the process
    this.#input.off('data', this.#take).off('end', this.#ended).off('close', this.#ended).pause();
    this.onclose?.();
    return Promise.resolve();
  }

  #read(line: string): void {
    if (line === '') return;
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return this.#refuse(null, ProtocolErrorCode.ParseError, 'A line is not JSON.');
    }
    const read = readMessage(value);
    if ('message' in read) this.onmessage?.(read.message);
    else this.#refuse(read.id, read.code, read.reason);
  }

  /** @param id of the request; null where nothing tells it, undefined where no answer is due */
  #refuse(id: RequestId | null | undefined, code: number, message: string): void {
    this.onerror?.(new Error(`a message was refused: ${message}`));
    if (id === undefined) return;
    this.#write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`).catch((error: unknown) =>
      this.onerror?.(error as Error),
    );
  }

  #write(line: string): Promise<void> {
    if (this.#isClosed) return Promise.reject(new Error('the connection is closed'));
    return new Promise((resolve, reject) => {
      this.#output.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }
}

interface Refusal {
  readonly id: RequestId | null | undefined;
  readonly code: number;
  readonly reason: string;
}

/** The message a JSON value is, or why it is none. */
function readMessage(value: unknown): { readonly message: JSONRPCMessage } | Refusal {
  // batches are none of MCP since 2025-06-18
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { id: null, code: ProtocolErrorCode.InvalidRequest, reason: 'A message is one JSON object.' };
  const { id, params, method } = value as Record<string, unknown>;
  const isResponse = method === undefined && ('result' in value || 'error' in value);
  const known = !isResponse && (typeof id === 'string' || Number.isInteger(id)) ? (id as RequestId) : undefined;
  // JSON-RPC allows parameters by position, MCP does not
  if (params !== undefined && (typeof params !== 'object' || params === null || Array.isArray(params))) {
    return { id: known, code: ProtocolErrorCode.InvalidParams, reason: '"params" must be an object.' };
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return { id: known, code: ProtocolErrorCode.InvalidRequest, reason: 'This is no JSON-RPC 2.0 message.' };
  }
}
