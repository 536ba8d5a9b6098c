import type { Compute } from '../../core/io/compute.ts';
import type { LlmServiceConfig } from '../../core/models/schema.ts';
import { composeRequest, type ModelRequest, requestReceiver } from '../../core/receive/model-request.ts';
import { Measurements } from '../../core/receive/receive.ts';
import { bodySize } from '../../core/wire/shortened-body.ts';
import type { WireResult } from '../../core/wire/verdict.ts';
import type { PreviewServices } from './content-source.ts';
import { cutLongTexts, type MeasureText, rememberingMeasure } from './message-text.ts';
import type { PreviewedContents } from './routes.ts';

/** Composes the request to a service, by its own API. @returns null when there is nothing to send */
export function requestTo(service: LlmServiceConfig, { messages }: PreviewedContents, services: PreviewServices): ModelRequest | null {
  return composeRequest(messages, requestReceiver(service, services));
}

/** What is measured of a subject, each text and content once for however many models and programs. */
export interface Measures {
  readonly measurements: Measurements;
  readonly measureText: MeasureText;
}

/** Begins to measure a subject. @param compute counts what takes long */
export function newMeasures(compute: Compute): Measures {
  const measureText = rememberingMeasure();
  return { measurements: new Measurements(compute, (result) => sizeOf(result, measureText)), measureText };
}

/** Characters beyond which a text is measured without making its JSON. */
const LONG_TEXT = 100_000;

function sizeOf(result: WireResult, measureText: MeasureText): number {
  const { value, saved } = cutLongTexts(result.body, LONG_TEXT, measureText, new Set(result.media.map(({ pointer }) => pointer)));
  return bodySize({ ...result, body: value as WireResult['body'] }) + saved.bytes;
}
