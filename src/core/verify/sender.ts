/** One request over HTTP. */
export interface OutgoingRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

export interface SendLimits {
  /** For the whole request, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum bytes read of an answer. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal;
}

export type SendFailure =
  | 'timeout'
  | 'connection_refused'
  | 'host_unknown'
  | 'tls_failed'
  | 'connection_broken'
  | 'not_http'
  | 'not_reached'
  | 'cancelled';

export type SendReply =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** In lower case; empty if absent. */
      readonly contentType: string;
      /** The beginning of the body, as UTF-8. */
      readonly text: string;
      /** The body continues beyond what was read. */
      readonly isCapped: boolean;
      /** Target of a redirect, which is never followed. */
      readonly location?: string;
      readonly elapsedMs: number;
    }
  | {
      readonly kind: 'failure';
      readonly failure: SendFailure;
      /** If the answer had begun. */
      readonly status?: number;
      readonly elapsedMs: number;
    };

/** Sends a POST request. Follows no redirect, sends no cookies, keeps nothing; never rejects. */
export type Sender = (request: OutgoingRequest, limits: SendLimits) => Promise<SendReply>;
