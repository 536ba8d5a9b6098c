import { isObject } from '../io/arguments.ts';
import type { ConversationPart } from './conversation.ts';

/**
 * A value of the OpenTelemetry protocol (`AnyValue`) as plain JSON; anything else as it is.
 * Source: open-telemetry/opentelemetry-proto `common.proto`; last verified 2026-11.
 */
export function fromOtlp(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { arrayValue: list, kvlistValue: fields, intValue: integer } = value;
  if (isObject(list)) return itemsOf(list).map(fromOtlp);
  if (isObject(fields))
    return Object.fromEntries(
      itemsOf(fields).flatMap((each) =>
        isObject(each) && typeof each['key'] === 'string' ? [[each['key'], fromOtlp(each['value'])]] : [],
      ),
    );
  // 64 bits are written as text
  if (integer !== undefined) return Number(integer);
  return value['stringValue'] ?? value['boolValue'] ?? value['doubleValue'] ?? value['bytesValue'] ?? null;
}

function itemsOf({ values }: Readonly<Record<string, unknown>>): readonly unknown[] {
  return Array.isArray(values) ? values : [];
}

/** A value as the protocol has it. @param value of texts, lists and objects */
function toOtlp(value: unknown): unknown {
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toOtlp) } };
  if (isObject(value)) return { kvlistValue: { values: Object.entries(value).map(([key, each]) => ({ key, value: toOtlp(each) })) } };
  return { stringValue: String(value) };
}

/** What takes the place of a part, as its file has parts: in JSON text once more escaped. @param value a text stands for a bare one */
export function notated(value: object | string, { notation }: Pick<ConversationPart, 'notation'>): string {
  const json = JSON.stringify(notation === 'otlp' && typeof value !== 'string' ? toOtlp(value) : value);
  return notation === 'text' ? JSON.stringify(json).slice(1, -1) : json;
}
