import type { LlmServiceConfig } from '../../core/models/schema.ts';
import {
  composeRequest,
  type JudgedRequest,
  judgeByLimits,
  type ModelRequest,
  requestReceiver,
  type RequestReceiver,
} from '../../core/receive/model-request.ts';
import { bodySize } from '../../core/wire/shortened-body.ts';
import type { WireResult } from '../../core/wire/verdict.ts';
import type { PreviewServices } from './content-source.ts';
import { cutLongTexts, type MeasureText } from './message-text.ts';
import type { PreviewedContents } from './routes.ts';

/** Composes the request to a service, by its own API. @returns null when there is nothing to send */
export function requestTo(service: LlmServiceConfig, { messages }: PreviewedContents, services: PreviewServices): ModelRequest | null {
  return composeRequest(messages, requestReceiver(service, services));
}

/** Composes and judges a request; its long texts are measured without making their JSON. @returns null when there is nothing to send */
export function judgedRequest(
  { messages, media }: Pick<PreviewedContents, 'messages' | 'media'>,
  receiver: RequestReceiver,
  measureText: MeasureText,
): JudgedRequest | null {
  const request = composeRequest(messages, receiver);
  return request && judgeByLimits(request, media, sizeOf(request.result, measureText));
}

/** Characters beyond which a text is measured without making its JSON. */
const LONG_TEXT = 100_000;

function sizeOf(result: WireResult, measureText: MeasureText): number {
  const { value, saved } = cutLongTexts(result.body, LONG_TEXT, measureText, new Set(result.media.map(({ pointer }) => pointer)));
  return bodySize({ ...result, body: value as WireResult['body'] }) + saved.bytes;
}
