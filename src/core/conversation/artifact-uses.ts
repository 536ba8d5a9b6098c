import { type ArtifactReference, parseReference } from '../refs/reference.ts';
import type { ConversationIndex, ConversationPart } from './conversation.ts';

/** A place in a conversation where an artifact is spoken of by a tool. */
export interface ArtifactUse {
  /** `call`: a tool was called with it; `result`: a tool that was not called with it answered with it, as one does that made it. */
  readonly kind: 'call' | 'result';
  readonly tool: string;
  readonly message: number;
  readonly part: number;
  /** Milliseconds since 1970; absent where the program keeps no times. */
  readonly time?: number;
}

/** Names whose value is a reference without a scheme, such as `31`. */
const REFERENCE_NAMES: ReadonlySet<string> = new Set(['ref', 'artifactRef', 'artifact_ref', 'artifactId', 'artifact_id']);
/** A member of JSON text with a text, or a text alone. */
const STRINGS = /(?:"((?:[^"\\]|\\.)*)"\s*:\s*)?"((?:[^"\\]|\\.)*)"/g;

/**
 * The tool calls of a conversation that name an artifact, and the results that name one first. Of arguments and results only what the
 * index holds of them is searched: their first characters.
 */
export function artifactUses({ messages }: ConversationIndex, { id }: ArtifactReference): ArtifactUse[] {
  const tools = new Map<string, string>();
  const called = new Set<string>();
  return messages.flatMap(({ parts, index: message, time }) =>
    parts.flatMap((each, part): ArtifactUse[] => {
      if (each.kind === 'call') tools.set(each.callId, each.name);
      if (!names(each, id)) return [];
      const place = { message, part, ...(time !== undefined && { time }) };
      if (each.kind === 'call') {
        called.add(each.callId);
        return [{ kind: 'call', tool: each.name, ...place }];
      }
      const { resultOf } = each;
      if (resultOf === undefined || called.has(resultOf)) return [];
      called.add(resultOf);
      return [{ kind: 'result', tool: tools.get(resultOf) ?? '', ...place }];
    }),
  );
}

function names(part: ConversationPart, id: string): boolean {
  if (part.kind !== 'call' && part.kind !== 'text') return false;
  for (const [, name, value = ''] of part.sample.matchAll(STRINGS)) if (idOf(name, value) === id) return true;
  return false;
}

function idOf(name: string | undefined, value: string): string | undefined {
  const isNamed = name !== undefined && REFERENCE_NAMES.has(name);
  if (!isNamed && !/^(?:artifact:|ws:)/.test(value)) return undefined;
  const parsed = parseReference(value);
  return parsed.ok ? parsed.value.id : undefined;
}
