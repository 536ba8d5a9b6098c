/** Globals of every JavaScript host (browser, web worker, Node) that TypeScript's ES library lacks. The core uses no others. */
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

/** The URL standard (url.spec.whatwg.org). @throws for an invalid URL */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
}

declare function btoa(binary: string): string;
declare function atob(base64: string): string;
declare const crypto: {
  getRandomValues(array: Uint8Array): Uint8Array;
  readonly subtle: { digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
};

/** The used part of the Streams standard. */
declare class DecompressionStream {
  constructor(format: 'deflate' | 'deflate-raw' | 'gzip');
  readonly readable: { getReader(): { read(): Promise<{ done: boolean; value?: Uint8Array }>; cancel(): Promise<void> } };
  readonly writable: {
    getWriter(): { write(chunk: Uint8Array<ArrayBuffer>): Promise<void>; close(): Promise<void>; abort(): Promise<void> };
  };
}
declare class AbortSignal {
  readonly aborted: boolean;
  throwIfAborted(): void;
}
