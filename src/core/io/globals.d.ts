/**
 * The few globals that every JavaScript host has (browser, web worker, Node) and the ES library of
 * TypeScript does not describe. The core may use these and nothing else from its surroundings.
 */
declare class TextEncoder {
  encode(input?: string): Uint8Array<ArrayBuffer>;
}

declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array, options?: { stream?: boolean }): string;
}

/** As browsers read addresses (url.spec.whatwg.org). @throws for what is none */
declare class URL {
  constructor(url: string);
  readonly hostname: string;
}

declare function btoa(binary: string): string;
declare function atob(base64: string): string;
declare const crypto: { getRandomValues(array: Uint8Array): Uint8Array };

/** Both ends of a stream of the Streams standard, as far as the core uses them. */
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
