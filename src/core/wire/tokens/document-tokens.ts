import type { TokenEstimate } from '../token-estimate.ts';
import { GEMINI_FLAT_TOKENS } from './gemini-images.ts';
import { imageTokens } from './image-tokens.ts';
import type { ModelFamily } from './model-family.ts';
import { TOKEN_SOURCES } from './sources.ts';

/** Anthropic: "each page typically uses 1,500–3,000 tokens", by how dense it is, the picture of the page with it. */
const CLAUDE_PAGE = { low: 1500, high: 3000 };

/** Gemini up to 2.5: "each document page is equivalent to 258 tokens". */
const GEMINI_OLD_PAGE = 258;

/** A page of letter paper at 150 dots an inch, in pixels: what OpenAI renders a page to is not documented. */
const RENDERED_PAGE = { width: 1275, height: 1650 };

/** Text of a page, which OpenAI sends beside its picture, at most; an empty or scanned one has none. */
const DENSE_PAGE_TEXT = 1500;

/** Tokens of a PDF, by its pages: a range, because they differ and nobody has read them. */
export function pdfTokens(pages: number, family: ModelFamily): TokenEstimate {
  const { low, high, source } = pageOf(family);
  return {
    low: pages * low,
    high: pages * high,
    formula: 'pdf_pages',
    source,
    params: { basis: family.basis, family: family.name, pages, pageLow: low, pageHigh: high },
  };
}

function pageOf(family: ModelFamily): { low: number; high: number; source: string } {
  switch (family.provider) {
    case 'anthropic':
      return { ...CLAUDE_PAGE, source: TOKEN_SOURCES.claudePdf };
    case 'google': {
      const page = family.image.formula === 'gemini_tiles' ? GEMINI_OLD_PAGE : GEMINI_FLAT_TOKENS.medium;
      return {
        low: page,
        high: page,
        source: family.image.formula === 'gemini_tiles' ? TOKEN_SOURCES.geminiDocuments : TOKEN_SOURCES.geminiResolution,
      };
    }
    case 'openai': {
      const picture = imageTokens(RENDERED_PAGE.width, RENDERED_PAGE.height, family).high;
      return { low: picture, high: picture + DENSE_PAGE_TEXT, source: TOKEN_SOURCES.openaiPdf };
    }
  }
}
