/** Where the formulas are written; read in November 2026. */
export const TOKEN_SOURCES = {
  claudeImages: 'https://platform.claude.com/docs/en/build-with-claude/vision (2026-11)',
  claudePdf: 'https://platform.claude.com/docs/en/build-with-claude/pdf-support (2026-11)',
  openaiImages: 'https://developers.openai.com/api/docs/guides/images-vision#calculating-costs (2026-11)',
  openaiImagesBefore:
    'https://developers.openai.com/api/docs/guides/images-vision#calculating-costs (edition of 2026-07; that of 2026-11 does not list this model)',
  openaiPdf: 'https://developers.openai.com/api/docs/guides/file-inputs (2026-11)',
  openaiAudio: 'https://developers.openai.com/api/docs/guides/realtime-costs (2026-11)',
  geminiTokens: 'https://ai.google.dev/gemini-api/docs/tokens (2026-11)',
  geminiResolution: 'https://ai.google.dev/gemini-api/docs/media-resolution#token-counts (2026-11)',
  geminiDocuments: 'https://ai.google.dev/gemini-api/docs/document-processing (2026-11)',
  tokenizer: 'https://www.npmjs.com/package/gpt-tokenizer',
  /** Measured: a PNG of 112,780 bytes is 150,376 characters of base64 and 101,239 tokens of o200k_base. */
  base64: 'https://www.npmjs.com/package/gpt-tokenizer (o200k_base over base64: about 1.45 characters a token)',
} as const;
