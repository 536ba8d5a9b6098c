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
  /** Present when the bytes contradict the metadata: what was declared, and what the bytes are by their signature. `mimeType` says which of them is taken. */
  readonly declaredMimeType?: string;
  readonly detectedMimeType?: string;
  /** Present when only a part of the text was asked for. */
  readonly part?: PartOfText;
}

/** Which part of a text was asked for, in UTF-16 code units. */
export interface PartOfText {
  readonly offset: number;
  readonly length: number;
  /** Of the whole text. */
  readonly total: number;
  /** Where the rest begins; absent at the end. */
  readonly next?: number;
}

/**
 * Why a content went where it went:
 * `text` – text goes to every model; `capability_present`, `capability_missing` – decided by an input
 * capability; `service_unknown` – no such service, so text only; `too_large`; `content_failed`.
 */
export type RouteRule = 'text' | 'capability_present' | 'capability_missing' | 'service_unknown' | 'too_large' | 'content_failed';

/** The decision behind a route. */
export interface RouteReason {
  readonly rule: RouteRule;
  /** The input capabilities any of which opens the door for this content; empty for text. */
  readonly acceptedCapabilities: readonly string[];
  /** The one of them the service has. */
  readonly capability?: string;
  /** For `too_large` and `content_failed`. */
  readonly failure?: Failure;
  /** The metadata promises a format with a signature, and the bytes have none. */
  readonly lacksSignature: boolean;
}

interface RouteCommon {
  readonly contentType: 'text' | 'image' | 'binary';
  readonly metadata: RouteMetadata;
  readonly reason: RouteReason;
}

/** Where an artifact's content goes, and in what form (specification 1, ContentRouteResult). */
export type ContentRouteResult = RouteCommon &
  (
    | { readonly routing: 'text'; readonly content: string }
    | { readonly routing: 'image_url'; readonly imageUrl: ImageUrlPart }
    | { readonly routing: 'file'; readonly file: FilePart }
  );

/** An image as a part of a message's content. */
export interface ImageUrlPart {
  readonly type: 'image_url';
  readonly image_url: {
    /** `data:{mimeType};base64,{data}` */
    readonly url: string;
  };
}

/** A file as a part of a message's content. */
export interface FilePart {
  readonly type: 'file';
  readonly file: {
    readonly filename: string;
    readonly mimeType: string;
    /** base64 with padding. */
    readonly data: string;
  };
}

/** Text as a part of a message's content. */
export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

/** A part of the canonical message. */
export type ContentPart = TextPart | ImageUrlPart | FilePart;

/** The part of the service registry that routing asks. */
export interface CapabilitySource {
  hasCapability(serviceId: string, capabilityType: string, direction?: 'input' | 'output' | 'both'): boolean;
  getServiceById(serviceId: string): unknown;
}
