/** Languages the preview can highlight, with their media types and file extensions. */
const LANGUAGES = {
  bash: 'sh bash zsh fish text/x-shellscript application/x-sh',
  c: 'c h',
  cpp: 'cpp cc cxx hpp hh hxx',
  csharp: 'cs text/x-csharp',
  css: 'css text/css',
  diff: 'diff patch text/x-diff',
  dockerfile: 'dockerfile',
  go: 'go text/x-go',
  graphql: 'graphql gql application/graphql',
  ini: 'ini cfg conf properties toml editorconfig application/toml',
  java: 'java',
  javascript: 'js mjs cjs jsx text/javascript application/javascript',
  json: 'json jsonl ndjson json5 webmanifest application/json application/jsonl application/x-ndjson',
  kotlin: 'kt kts text/x-kotlin',
  less: 'less',
  lua: 'lua',
  makefile: 'makefile mk',
  markdown: 'md markdown mdx text/markdown',
  php: 'php text/x-php application/x-httpd-php',
  python: 'py pyi pyw text/x-python application/x-python',
  ruby: 'rb text/x-ruby application/x-ruby',
  rust: 'rs text/x-rust',
  scss: 'scss text/x-scss',
  sql: 'sql application/sql',
  swift: 'swift text/x-swift',
  typescript: 'ts tsx mts cts text/typescript application/typescript',
  xml: 'xml html htm xhtml svg vue svelte rss plist text/html application/xml text/x-vue',
  yaml: 'yaml yml text/yaml application/yaml',
} as const;

export type HighlightLanguage = keyof typeof LANGUAGES;

const BY_WORD = new Map<string, HighlightLanguage>(
  Object.entries(LANGUAGES).flatMap(([language, words]) =>
    words.split(' ').map((word): [string, HighlightLanguage] => [word, language as HighlightLanguage]),
  ),
);

/** Words of people for languages that are neither a name of highlight.js nor an extension. */
const OTHER_WORDS = new Map<string, HighlightLanguage>([
  ['c++', 'cpp'],
  ['c#', 'csharp'],
  ['golang', 'go'],
  ['shell', 'bash'],
  ['console', 'bash'],
  ['python3', 'python'],
  ['ipython', 'python'],
  ['ipython3', 'python'],
  ['toml', 'ini'],
  ['jsonc', 'json'],
]);

/**
 * The language to highlight a text in, or null for plain text. The file name decides before the media
 * type, because agents write far more precise names than types.
 */
export function highlightLanguage(filename: string, mediaType: string | undefined): HighlightLanguage | null {
  const base = filename.slice(Math.max(filename.lastIndexOf('/'), filename.lastIndexOf('\\')) + 1).toLowerCase();
  const byName = BY_WORD.get(base.slice(base.lastIndexOf('.') + 1));
  if (byName) return byName;
  if (!mediaType) return null;
  const byType = BY_WORD.get(mediaType);
  if (byType) return byType;
  if (mediaType.endsWith('+json')) return 'json';
  return mediaType.endsWith('+xml') ? 'xml' : null;
}

/** The language of a code block by the word its author wrote for it: `ts`, `python`, `C++`; null for one that is not known. */
export function writtenLanguage(word: string): HighlightLanguage | null {
  const known = word.toLowerCase();
  if (Object.hasOwn(LANGUAGES, known)) return known as HighlightLanguage;
  return BY_WORD.get(known) ?? OTHER_WORDS.get(known) ?? null;
}
