import { mediaKind } from '../../core/content/media-type.ts';
import { highlightLanguage } from '../../shared/highlight-language.ts';
import type { PreviewContent } from '../../shared/preview-state.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import { firstCharacters } from './message-text.ts';

/** The part of a text that is shown, in characters: the first megabyte. */
const MAX_SHOWN_TEXT = 1024 * 1024;
/** The part of other bytes that is shown. */
const MAX_SHOWN_BYTES = 4096;

/** What a preview needs from the host's screen. */
export interface ContentWords {
  /** The address under which the webview may load the artifact's file. */
  readonly resource: () => string;
  /** Why there is no content, as a sentence. */
  readonly reason: () => string;
}

/** The content as a person sees it. What a browser draws is named by its address; of other bytes, and of a PDF above the size limit, only the head is sent. */
export function shownContent({ metadata, artifact, head }: LoadedArtifact, words: ContentWords): PreviewContent {
  if (!metadata || !artifact) {
    const state = metadata?.state === 'reserved' ? 'reserved' : metadata?.state === 'broken' ? 'broken' : 'missing';
    return { kind: 'problem', state, reason: words.reason() };
  }
  const isTooLarge = artifact.contentFailure?.code === 'too_large';
  if (artifact.contentFailure && !isTooLarge) return { kind: 'problem', state: 'broken', reason: words.reason() };
  const mimeType = artifact.mimeType;
  const drawn = metadata.isEnvelope || mimeType === undefined ? null : drawnAs(mimeType);
  // Images, sound and films are streamed by the browser; a PDF would be loaded whole into the page.
  if (drawn && !(drawn === 'pdf' && isTooLarge)) return { kind: drawn, uri: words.resource() };
  const language = highlightLanguage(metadata.filename, mimeType);
  if (typeof head === 'string') return { kind: 'text', text: head, length: null, language };
  const content = head ?? artifact.content;
  if (typeof content !== 'string')
    return content.length === 0 ? { kind: 'facts' } : { kind: 'hex', head: hexDigits(content.subarray(0, MAX_SHOWN_BYTES)) };
  if (artifact.isBinary) return { kind: 'facts' };
  return { kind: 'text', text: firstCharacters(content, MAX_SHOWN_TEXT), length: content.length, language };
}

/** SVG is text to a model and an image to a person; in an `<img>` nothing of it can run. */
function drawnAs(mimeType: string): 'image' | 'audio' | 'video' | 'pdf' | null {
  if (mimeType === 'image/svg+xml') return 'image';
  if (mimeType === 'application/pdf') return 'pdf';
  const kind = mediaKind(mimeType);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null;
}

function hexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
