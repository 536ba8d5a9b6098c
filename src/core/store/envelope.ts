import { mediaKind, normaliseMediaType } from '../content/media-type.ts';
import { decodeLongText } from '../content/text-encoding.ts';
import { decodeAnyBase64 } from '../io/base64.ts';
import { fail, ok, type Result } from '../io/errors.ts';
import { childrenOf, memberNamed } from '../io/json-scan.ts';
import { runInTurns } from '../io/steps.ts';
import { filenameFrom } from './artifact-filename.ts';
import type { ArtifactMetadata } from './artifact.ts';
import { isRecord, recordIn, stringIn, timeIn } from './json-fields.ts';
import { withoutUndefined } from './sidecar.ts';

/** How much of an envelope is read at its beginning, and at its end, to know what it is; its content may be many megabytes. */
export const ENVELOPE_END_BYTES = 64 * 1024;

/** The facts of an artifact of the oldest layout, whose content lies inside a JSON object. */
export interface Envelope {
  readonly type?: string;
  readonly mimeType?: string;
  readonly name?: string;
  readonly createdAt?: string;
  readonly messageId?: string;
  readonly agentId?: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** What of an envelope its facts are made of; of its content only whether there is one. */
export const FACTS = ['id', 'createdAt', 'type', 'name', 'messageId', 'agentId', 'meta'] as const;

/**
 * The facts of an envelope by its members.
 * @returns undefined when the JSON is not an envelope of this id: then it is an artifact in JSON
 */
export function factsOf(json: unknown, id: string): Envelope | undefined {
  if (!isRecord(json) || json['id'] !== id || !Object.hasOwn(json, 'createdAt') || !Object.hasOwn(json, 'content')) return undefined;
  const meta = recordIn(json, 'meta');
  const type = stringIn(json, 'type');
  return withoutUndefined({
    type,
    mimeType: normaliseMediaType(type) ?? normaliseMediaType(stringIn(meta, 'mimeType')),
    name: stringIn(json, 'name') ?? stringIn(meta, 'name') ?? stringIn(meta, 'filename'),
    createdAt: timeIn(json, 'createdAt'),
    messageId: stringIn(json, 'messageId'),
    agentId: stringIn(json, 'agentId') ?? stringIn(meta, 'createdByAgentId'),
    meta,
  });
}

/** Metadata of an artifact as its envelope has them; what it does not say of the times stays. */
export function withFacts(metadata: ArtifactMetadata, { name, type, mimeType, createdAt, agentId, messageId, meta }: Envelope): ArtifactMetadata {
  return withoutUndefined({
    ...metadata,
    name: name ?? `${metadata.id}.json`,
    filename: filenameFrom(name, metadata.id, { mimeType }),
    type,
    mimeType,
    createdAt: createdAt ?? metadata.createdAt,
    agentId,
    messageId,
    meta,
  });
}

/** An envelope that was read as a whole. */
export interface OpenedEnvelope {
  /** Of all its members, wherever they stand. */
  readonly metadata: ArtifactMetadata;
  /**
   * Of a binary type: the bytes its base64 stands for, however that is written; never the base64 itself, which would be
   * text to a model. Of any other type: a string as it is, or the text in which another JSON value is written.
   */
  readonly content: Result<string | Uint8Array>;
}

/**
 * Opens an envelope.
 *
 * Errors: `envelope_invalid`; of its content `base64_invalid`.
 *
 * @param known the metadata as the ends of the file tell them
 */
export async function openEnvelope(bytes: Uint8Array, known: ArtifactMetadata): Promise<Result<OpenedEnvelope>> {
  const text = (await decodeLongText(bytes))?.text ?? '';
  const json = parsed(text);
  if (!isRecord(json) || !Object.hasOwn(json, 'content')) return fail('envelope_invalid');
  const facts = factsOf(json, known.id);
  const metadata = facts ? withFacts(known, facts) : known;
  return ok({ metadata, content: await contentAs(metadata.mimeType, json['content'], text) });
}

async function contentAs(mimeType: string | undefined, value: unknown, text: string): Promise<Result<string | Uint8Array>> {
  if (mimeType !== undefined && mediaKind(mimeType) !== 'text') {
    const decoded = typeof value === 'string' ? bytesOfBase64(value) : undefined;
    return decoded ? ok(decoded) : fail('base64_invalid');
  }
  return ok(typeof value === 'string' ? value : await writtenContent(text));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The text in which the content is written. */
async function writtenContent(text: string): Promise<string> {
  const content = memberNamed(text, await runInTurns(childrenOf(text, text.indexOf('{'))), 'content');
  return content ? text.slice(content.value, content.end) : '';
}

/** Shorter than any file with a signature; a word may be base64 by chance. */
const SHORTEST_HIDDEN = 64;

/** The bytes of a string that is nothing but base64, for content whose type nobody declared; a signature must confirm them. */
export function hiddenBytes(value: string): Uint8Array | undefined {
  return value.length < SHORTEST_HIDDEN ? undefined : bytesOfBase64(value);
}

function bytesOfBase64(value: string): Uint8Array | undefined {
  try {
    return decodeAnyBase64(value);
  } catch {
    return undefined;
  }
}
