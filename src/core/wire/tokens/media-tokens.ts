import type { MediaFacts } from '../../content/media-facts.ts';
import { mediaKind } from '../../content/media-type.ts';
import type { WireApi } from '../api.ts';
import type { TokenEstimate } from '../token-estimate.ts';
import { pdfTokens } from './document-tokens.ts';
import { imageTokens } from './image-tokens.ts';
import { modelFamily } from './model-family.ts';
import { audioTokens, videoTokens } from './time-tokens.ts';

/**
 * Tokens a medium costs when it is sent as itself. Null when the model, the formula or the fact it needs (sides, pages,
 * seconds) is not known; text is counted by `estimateTextTokens`.
 */
export function estimateMediaTokens(facts: MediaFacts, { api, model }: { api: WireApi; model?: string | undefined }): TokenEstimate | null {
  const family = modelFamily(api, model);
  if (!family) return null;
  const { width, height, pages, duration, mimeType } = facts;
  switch (mediaKind(mimeType)) {
    case 'image':
      // Gemini from 3 on counts every image alike; all others go by its size.
      if (family.image.formula === 'gemini_flat') return imageTokens(width ?? 0, height ?? 0, family);
      return width === undefined || height === undefined ? null : imageTokens(width, height, family);
    case 'audio':
      return duration === undefined ? null : audioTokens(duration, family);
    case 'video':
      return duration === undefined ? null : videoTokens(duration, family);
    case 'document':
      return mimeType === 'application/pdf' && pages !== undefined ? pdfTokens(pages, family) : null;
    case 'text':
    case 'other':
      return null;
  }
}
