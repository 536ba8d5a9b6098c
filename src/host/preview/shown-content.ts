import { mediaKind } from '../../core/content/media-type.ts';
import type { PreviewContent } from '../../shared/preview-state.ts';
import { highlightLanguage } from '../../shared/highlight-language.ts';
import type { LoadedArtifact } from './loaded-artifact.ts';
import { firstCharacters } from './message-text.ts';

/** The part of a text that is shown, in characters: the first megabyte. */
const MAX_SHOWN_TEXT = 1024 * 1024;

/** What a preview needs from the host's screen. */
export interface ContentWords {
  /** The address under which the webview may load the artifact's file. */
  readonly resource: () => string;
  /** Why there is no content, as a sentence. */
  readonly reason: () => string;
}

/** The content as a person sees it. Bytes are named by their address, never sent. */
export function shownContent({ metadata, artifact, head }: LoadedArtifact, words: ContentWords): PreviewContent {
  if (!metadata || !artifact) {
    const state = metadata?.state === 'reserved' ? 'reserved' : metadata?.state === 'broken' ? 'broken' : 'missing';
    return { kind: 'problem', state, reason: words.reason() };
  }
  const isTooLarge = artifact.contentFailure?.code === 'too_large';
  if (artifact.contentFailure && !isTooLarge) return { kind: 'problem', state: 'broken', reason: words.reason() };
  const mimeType = artifact.mimeType;
  const drawn = metadata.isEnvelope || mimeType === undefined ? null : drawnAs(mimeType);
  if (drawn) return { kind: drawn, uri: words.resource() };
  const language = highlightLanguage(metadata.filename, mimeType);
  if (head !== undefined) return { kind: 'text', text: head, length: null, language };
  if (artifact.isBinary || typeof artifact.content !== 'string') return { kind: 'facts' };
  const text = firstCharacters(artifact.content, MAX_SHOWN_TEXT);
  return { kind: 'text', text, length: artifact.content.length, language };
}

/** SVG is text to a model and an image to a person; in an `<img>` nothing of it can run. */
function drawnAs(mimeType: string): 'image' | 'audio' | 'video' | null {
  if (mimeType === 'image/svg+xml') return 'image';
  const kind = mediaKind(mimeType);
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : null;
}
