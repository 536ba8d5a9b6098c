import { type Readable, Transform, type TransformCallback, type Writable } from 'node:stream';
import {
  type JSONRPCMessage,
  parseJSONRPCMessage,
  ProtocolErrorCode,
  type RequestId,
  serializeMessage,
  type Transport,
} from '@modelcontextprotocol/server';

/** Receives the method and parameters of each request and notification that arrives. @returns when it may be answered, which never fails; default: now */
type OnMethod = (method: string, params: unknown) => Promise<void> | undefined;

/** Requests that wait for their answers: about 100 KB each. No client of ours asks a tenth of it at once. */
export const MOST_WAITING = 1000;
/**
 * How long what was asked before the input ended is still answered, in milliseconds: less than the two seconds after which the client of the
 * SDK (@modelcontextprotocol/client 2.4.0, `stdio.mjs`) kills a server.
 */
const LAST_ANSWERS_MS = 1500;
/** The code of JSON-RPC 2.0 §5.1 for what a server decides by itself. */
const SERVER_BUSY = -32000;

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
  readonly #onMethod: OnMethod | undefined;
  #isClosed = false;
  /** The input has ended; what was asked before is still answered. */
  #isEnding = false;
  #lastAnswers: ReturnType<typeof setTimeout> | undefined;
  readonly #waiting = new WaitingRequests();
  readonly #take = (line: Buffer): void => this.#read(line.toString('utf8').trim());
  readonly #ended = (): void => {
    if (this.#isEnding) return;
    if (!this.#waiting.areAnswersDue) return void this.close();
    this.#isEnding = true;
    this.#lastAnswers = setTimeout(() => void this.close(), LAST_ANSWERS_MS);
  };
  readonly #failed = (error: Error): void => {
    this.onerror?.(error);
    // who no longer reads answers is gone
    void this.close();
  };

  /** @param input of whole lines, each as one buffer @param onMethod see there */
  constructor(input: Readable, output: Writable, onMethod?: OnMethod) {
    this.#input = input;
    this.#output = output;
    this.#onMethod = onMethod;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#take).on('end', this.#ended).on('close', this.#ended).on('error', this.#failed);
    this.#output.on('error', this.#failed);
    return Promise.resolve();
  }

  /** Resolves once the output takes more. */
  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) && message.id !== undefined) this.#waiting.ends(message.id);
    await this.#write(serializeMessage(message));
    if (this.#isEnding && !this.#waiting.areAnswersDue) await this.close();
  }

  close(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#isClosed = true;
    clearTimeout(this.#lastAnswers);
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
      return this.#refuse(null, ProtocolErrorCode.ParseError, 'The line is not valid JSON.');
    }
    const read = readMessage(value);
    if (!('message' in read)) return this.#refuse(read.id, read.code, read.reason);
    const { message } = read;
    if ('method' in message && 'id' in message) {
      if (this.#waiting.count >= MOST_WAITING)
        return this.#refuse(message.id, SERVER_BUSY, `${MOST_WAITING} requests wait for their answers. Ask again when they are there.`);
      this.#waiting.begins(message.id, message.method);
    } else if ('method' in message && message.method === 'notifications/cancelled') {
      // what is cancelled gets no answer
      this.#waiting.ends(message.params?.['requestId']);
    }
    const ready = 'method' in message ? this.#onMethod?.(message.method, message.params) : undefined;
    if (ready) void ready.then(() => this.onmessage?.(message));
    else this.onmessage?.(message);
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

/** Counts requests by their ids; a client may give several the same. */
class WaitingRequests {
  readonly #ids = new Map<unknown, number>();
  /** Requests to be told of changes, which are answered when nobody listens any more. */
  readonly #listening = new Set<unknown>();
  count = 0;

  /** Whether one waits that is answered by itself. */
  get areAnswersDue(): boolean {
    return this.#ids.size > this.#listening.size;
  }

  begins(id: RequestId, method: string): void {
    if (method === 'subscriptions/listen') this.#listening.add(id);
    this.#ids.set(id, (this.#ids.get(id) ?? 0) + 1);
    this.count++;
  }

  ends(id: unknown): void {
    const number = this.#ids.get(id);
    if (number === undefined) return;
    if (number === 1) {
      this.#ids.delete(id);
      this.#listening.delete(id);
    } else this.#ids.set(id, number - 1);
    this.count--;
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
    return { id: null, code: ProtocolErrorCode.InvalidRequest, reason: 'A message must be a JSON object.' };
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
    return { id: known, code: ProtocolErrorCode.InvalidRequest, reason: 'Not a JSON-RPC 2.0 message.' };
  }
}

/** A message that is above the limit. */
export interface LongMessage {
  /** The id of a JSON-RPC request, to answer it by; null for what gets no answer: a notification, a response, no JSON. */
  readonly requestId: string | number | null;
}

const LINE_FEED = 0x0a;

/**
 * Passes on whole lines, each as one buffer: to join every piece with what came before would cost the square of the length
 * of a message that comes in thousands of them. A line above the limit is not kept; it is told when it ends.
 */
export class MessageLines extends Transform {
  readonly #limit: number;
  readonly #onLong: (message: LongMessage) => void;
  #parts: Buffer[] = [];
  #length = 0;
  #skipped: RequestScanner | undefined;

  /** @param limit bytes of a line @param onLong told each line above it */
  constructor(limit: number, onLong: (message: LongMessage) => void) {
    super({ readableObjectMode: true });
    this.#limit = limit;
    this.#onLong = onLong;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, from);
      this.#take(chunk.subarray(from, end < 0 ? chunk.length : end + 1));
      if (end < 0) return done();
      this.#lineEnds();
      from = end + 1;
    }
  }

  override _flush(done: TransformCallback): void {
    this.#lineEnds();
    done();
  }

  #take(part: Buffer): void {
    this.#length += part.length;
    if (!this.#skipped && this.#length > this.#limit) {
      this.#skipped = new RequestScanner();
      for (const each of this.#parts.splice(0)) this.#skipped.read(each);
    }
    if (this.#skipped) this.#skipped.read(part);
    else if (part.length > 0) this.#parts.push(part);
  }

  #lineEnds(): void {
    if (this.#skipped) this.#onLong({ requestId: this.#skipped.requestId });
    else if (this.#parts.length > 0) this.push(this.#parts.length === 1 ? this.#parts[0] : Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
    this.#skipped = undefined;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** Longest id that is kept, in bytes. */
const MAX_ID_BYTES = 200;

/** Finds `id` and `method` at the top of a JSON object that is read in pieces and not kept. */
class RequestScanner {
  #id: string | number | null = null;
  #hasMethod = false;
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** What is read at the top level since the last comma. */
  #member: number[] = [];

  /** The id of a request; null when it is none. */
  get requestId(): string | number | null {
    return this.#hasMethod ? this.#id : null;
  }

  read(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) this.#readInString(byte);
      else this.#readOutside(byte);
    }
  }

  #readInString(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) this.#isInString = false;
  }

  #readOutside(byte: number): void {
    switch (byte) {
      case 0x7b: // {
      case 0x5b: // [
        this.#depth++;
        return;
      case 0x7d: // }
      case 0x5d: // ]
        if (--this.#depth === 0) this.#memberEnds();
        return;
      case 0x2c: // ,
        if (this.#depth === 1) this.#memberEnds();
        return;
      case QUOTE:
        this.#isInString = true;
    }
    this.#keep(byte);
  }

  #keep(byte: number): void {
    if (this.#depth === 1 && this.#member.length < MAX_ID_BYTES) this.#member.push(byte);
  }

  #memberEnds(): void {
    const member = Buffer.from(this.#member).toString();
    const id = /^\s*"id"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d+)\s*$/.exec(member)?.[1];
    if (id !== undefined) this.#id = parsed(id);
    if (/^\s*"method"\s*:/.test(member)) this.#hasMethod = true;
    this.#member = [];
  }
}

function parsed(id: string): string | number | null {
  try {
    return JSON.parse(id) as string | number;
  } catch {
    return null;
  }
}
