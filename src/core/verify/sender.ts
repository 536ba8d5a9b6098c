/** One request over HTTP. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** What bounds a request. */
export interface SendLimits {
  /** From the first moment until the whole answer is there, in milliseconds. */
  readonly timeoutMs: number;
  /** Bytes of an answer that are read at most. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

/** Why there is no answer, or not all of one. */
export type SendFailure =
  'timeout' | 'connection_refused' | 'host_unknown' | 'tls_failed' | 'connection_broken' | 'not_http' | 'not_reached' | 'cancelled';

/** What came back. */
export type SendReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** In lower case; empty without one. */
      readonly contentType: string;
      /** The beginning of the body, as UTF-8. */
      readonly text: string;
      /** The body goes on behind what was read. */
      readonly isCapped: boolean;
      /** Where a redirect leads; it is never followed. */
      readonly location?: string;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'failure';
      readonly failure: SendFailure;
      /** When the answer had begun. */
      readonly status?: number;
      readonly elapsedMs: number;
    };

/** Sends a POST request. Follows no redirect, sends no cookies, keeps nothing; never rejects. */
export type Sender = (request: OutgoingRequest, limits: SendLimits) => Promise<SendReply>;
