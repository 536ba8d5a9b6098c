import type { BinaryKind } from '../content/media-type.ts';
import type { Failure } from '../io/errors.ts';

/** Facts about the routed artifact, for the model and for people. */
export interface RouteMetadata {
  readonly id: string;
  readonly type?: string;
  readonly filename?: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  /** ISO 8601. */
  readonly createdAt?: string;
  readonly binaryType?: BinaryKind;
  /** Present when the bytes contradict the metadata: the declared type and the type by signature. `mimeType` is the one used. */
  readonly declaredMimeType?: string;
  readonly detectedMimeType?: string;
  /** Present when only part of the text was requested. */
  readonly part?: PartOfText;
}

/** A part of a text, in UTF-16 code units. */
export interface PartOfText {
  readonly offset: number;
  readonly length: number;
  /** Length of the whole text. */
  readonly total: number;
  /** Offset of the next part; absent at the end. */
  readonly next?: number;
}

/**
 * The rule that decided: `text` – text is sent to every model; `capability_present`, `capability_missing` – an input capability;
 * `service_unknown` – no such service, so text only; `too_large`; `content_failed`.
 */
export type RouteRule = 'text' | 'capability_present' | 'capability_missing' | 'service_unknown' | 'too_large' | 'content_failed';

export interface RouteReason {
  readonly rule: RouteRule;
  /** The input capabilities that would allow the content; empty for text. */
  readonly acceptedCapabilities: readonly string[];
  /** The one the service has. */
  readonly capability?: string;
  /** For `too_large` and `content_failed`. */
  readonly failure?: Failure;
  /** The declared format has a signature, but the bytes don't. */
  readonly lacksSignature: boolean;
}

interface RouteCommon {
  readonly contentType: 'text' | 'image' | 'binary';
  readonly metadata: RouteMetadata;
  readonly reason: RouteReason;
}

/** How an artifact's content is sent (specification 1, ContentRouteResult). */
export type ContentRouteResult = RouteCommon &
  (
    | { readonly routing: 'text'; readonly content: string }
    | { readonly routing: 'image_url'; readonly imageUrl: ImageUrlPart }
    | { readonly routing: 'file'; readonly file: FilePart }
  );

export interface ImageUrlPart {
  readonly type: 'image_url';
  readonly image_url: {
    /** `data:{mimeType};base64,{data}` */
    readonly url: string;
  };
}

export interface FilePart {
  readonly type: 'file';
  readonly file: {
    readonly filename: string;
    readonly mimeType: string;
    /** base64 with padding. */
    readonly data: string;
  };
}

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A content part of the canonical message. */
export type ContentPart = TextPart | ImageUrlPart | FilePart;

/** The used part of the service registry. */
export interface CapabilitySource {
  hasCapability(serviceId: string, capabilityType: string, direction?: 'input' | 'output' | 'both'): boolean;
  getServiceById(serviceId: string): unknown;
}
