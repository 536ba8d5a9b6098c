import { mediaFactsWithin } from '../../core/content/media-facts-task.ts';
import type { MediaFacts } from '../../core/content/media-facts.ts';
import { mediaKind } from '../../core/content/media-type.ts';
import { decodeText } from '../../core/content/text-encoding.ts';
import { encodeBase64 } from '../../core/io/base64.ts';
import type { Compute } from '../../core/io/compute.ts';
import { type Failure, toFailure } from '../../core/io/errors.ts';
import type { ContentReference } from '../../core/refs/reference.ts';
import type { Artifact, ContentMetadata } from '../../core/store/artifact.ts';
import { documentFormat } from '../../shared/document-format.ts';
import { highlightLanguage } from '../../shared/highlight-language.ts';
import type { PreviewContent } from '../../shared/preview-protocol.ts';
import type { ContentSource, MetadataFile } from './content-source.ts';
import { firstCharacters } from './message-text.ts';

/** A content as one preview holds it: read once, routed as often as the model changes. */
export interface LoadedArtifact {
  readonly reference: ContentReference;
  /** Null when there is nothing of that name. */
  readonly metadata: ContentMetadata | null;
  /** Null when there is no content to read. Its base64 is made at most once. */
  readonly artifact: Artifact | null;
  /** The beginning of a content that is too large to be read as a whole: characters of a text, else bytes. */
  readonly head?: string | Uint8Array;
  /** What a binary content says of itself. */
  readonly media?: MediaFacts;
  /** Where its type is declared, when the bytes contradict that and it can be corrected. */
  readonly metadataFile?: MetadataFile['uri'];
  /** Why it could not be looked at. */
  readonly failure?: Failure;
}

/** How much of a text too large to be read is read for the screen, in bytes. */
const TEXT_HEAD_BYTES = 1024 * 1024;
/** The same of anything else: enough for the headers of most formats. */
const BINARY_HEAD_BYTES = 64 * 1024;

/** Reads metadata and content. Never rejects: what went wrong is in the result. */
export async function loadArtifact(source: ContentSource, reference: ContentReference): Promise<LoadedArtifact> {
  try {
    return await loadDescribed(source, reference, await source.getMetadata(reference));
  } catch (error) {
    return { reference, metadata: null, artifact: null, failure: toFailure(error) };
  }
}

/** The same for a content whose metadata was just read. Never rejects. */
export async function loadDescribed(
  source: ContentSource,
  reference: ContentReference,
  metadata: ContentMetadata | null,
): Promise<LoadedArtifact> {
  const read = metadata && (await source.read(metadata));
  if (!metadata || !read) return { reference, metadata, artifact: null };
  const artifact = withBase64(read);
  const head = artifact.contentFailure?.code === 'too_large' && !metadata.isEnvelope ? await headOf(source, metadata, artifact) : undefined;
  const media = await mediaOf(source.models.compute, artifact, head);
  const metadataFile = artifact.detection?.isContradiction
    ? await correctableFile(source, metadata, artifact.detection.mimeType)
    : undefined;
  return {
    reference,
    metadata,
    artifact,
    ...(head !== undefined && { head }),
    ...(media && { media }),
    ...(metadataFile !== undefined && { metadataFile }),
  };
}

/** The file in which the type can be corrected: one that is there, small enough to be read, and mentions the artifact. */
async function correctableFile(
  source: ContentSource,
  metadata: ContentMetadata,
  mimeType: string,
): Promise<MetadataFile['uri'] | undefined> {
  const { reference } = metadata;
  const [file, { typeCorrection }] = await Promise.all([source.metadataFile(metadata), import('../../core/store/correct-type.ts')]);
  const path = reference.kind === 'workspace' ? reference.relativePath : undefined;
  return file && typeCorrection(new TextDecoder().decode(file.bytes), mimeType, path) ? file.uri : undefined;
}

/** Many services take the same bytes: they are encoded once, and only when one does. */
function withBase64(artifact: Artifact): Artifact {
  const { content } = artifact;
  if (!artifact.isBinary || typeof content === 'string') return artifact;
  let text: string | undefined;
  return { ...artifact, base64: () => (text ??= encodeBase64(content)) };
}

/** The head is only more to look at: one that cannot be read leaves the artifact as it is, too large. */
async function headOf(source: ContentSource, metadata: ContentMetadata, { isBinary }: Artifact): Promise<string | Uint8Array | undefined> {
  try {
    const bytes = await source.readHead(metadata, isBinary ? BINARY_HEAD_BYTES : TEXT_HEAD_BYTES);
    return isBinary ? bytes : decodeText(bytes, { isHead: true })?.text;
  } catch {
    return undefined;
  }
}

async function mediaOf(compute: Compute, artifact: Artifact, head: string | Uint8Array | undefined): Promise<MediaFacts | undefined> {
  const { mimeType, size, isBinary } = artifact;
  const bytes = head ?? (artifact.contentFailure ? undefined : artifact.content);
  if (!isBinary || mimeType === undefined || !(bytes instanceof Uint8Array)) return undefined;
  return mediaFactsWithin(compute, bytes, { mimeType, size });
}

/** The part of a text that is shown, in characters: the first megabyte. */
const MAX_SHOWN_TEXT = 1024 * 1024;
/** The part of other bytes that is shown. */
const MAX_SHOWN_BYTES = 4096;

/** Images, sound and films up to here are drawn: VS Code reads whatever a page names into memory, whole, however little of it is shown. */
const MAX_DRAWN_BYTES = 256 * 1024 * 1024;

/** What a preview needs from the host's screen. */
export interface ContentWords {
  /** The address under which the webview may load the content; empty when there is none. */
  readonly resource: () => string;
  /** Why there is no content, as a sentence. */
  readonly reason: () => string;
}

/** The content as a person sees it. What a browser draws is named by its address; of other bytes, and of what is too large to be drawn, only the head is sent. */
export function shownContent(loaded: LoadedArtifact, words: ContentWords): PreviewContent {
  const source = plainContent(loaded, words);
  const { metadata, artifact } = loaded;
  if (!metadata || !artifact || (source.kind !== 'text' && source.kind !== 'hex')) return source;
  const format = documentFormat({ filename: metadata.filename, mimeType: artifact.mimeType, isBinary: source.kind === 'hex' });
  const uri = metadata.isEnvelope ? '' : words.resource();
  if (format === null || (source.kind === 'hex' && uri === '')) return source;
  return { kind: 'document', format, uri: uri === '' ? null : uri, source };
}

/** The same of what nothing but a browser renders. */
function plainContent({ metadata, artifact, head }: LoadedArtifact, words: ContentWords): PreviewContent {
  if (!metadata || !artifact) {
    const state = metadata && metadata.state !== 'present' ? metadata.state : 'missing';
    return { kind: 'problem', state, reason: words.reason() };
  }
  const isTooLarge = artifact.contentFailure?.code === 'too_large';
  if (artifact.contentFailure && !isTooLarge) return { kind: 'problem', state: 'broken', reason: words.reason() };
  const kind = metadata.isEnvelope ? null : drawnKind(artifact);
  const uri = kind === null ? '' : words.resource();
  if (kind !== null && uri !== '') return { kind, uri };
  const language = highlightLanguage(metadata.filename, artifact.mimeType);
  if (typeof head === 'string') return { kind: 'text', text: head, length: null, language };
  const content = head ?? artifact.content;
  if (typeof content !== 'string')
    return content.length === 0 ? { kind: 'facts' } : { kind: 'hex', head: hexDigits(content.subarray(0, MAX_SHOWN_BYTES)) };
  if (artifact.isBinary) return { kind: 'facts' };
  return { kind: 'text', text: firstCharacters(content, MAX_SHOWN_TEXT), length: content.length, language };
}

/** What a browser draws of an artifact; null where it is too large to be drawn, too. */
function drawnKind({ mimeType, size, contentFailure }: Artifact): DrawnKind | null {
  const kind = mimeType === undefined ? null : drawnAs(mimeType);
  const mayBeDrawn = kind === 'pdf' ? contentFailure?.code !== 'too_large' : (size ?? 0) <= MAX_DRAWN_BYTES;
  return mayBeDrawn ? kind : null;
}

type DrawnKind = 'image' | 'audio' | 'video' | 'pdf';

/** SVG is text to a model and an image to a person; in an `<img>` nothing of it can run. */
function drawnAs(mimeType: string): DrawnKind | null {
  if (mimeType === 'image/svg+xml') return 'image';
  if (mimeType === 'application/pdf') return 'pdf';
  const kind = mediaKind(mimeType);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null;
}

function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
