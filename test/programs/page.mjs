/** `docs/programs.md`: what each program was seen to send of a file of each kind. */

/** @typedef {{as: string, type?: string, size?: readonly number[], bytes?: number, share?: number, characters?: number, in?: string, times?: number}} Part */
/** @typedef {{api: string, model: string, held: string, way: string, cells: Record<string, readonly Part[]>}} Run */
/** @typedef {{name: string, version: string, seen: string, tool: string, runs: readonly Run[]}} Seen */
/** @typedef {{machine: string, files: Record<string, {bytes: number, size?: readonly number[]}>, programs: Record<string, Seen>}} Data */

const APIS = {
  'openai-chat': 'Chat',
  'openai-responses': 'Responses',
  anthropic: 'Anthropic',
  gemini: 'Gemini 3',
  'gemini-2': 'Gemini 2.5',
};

const KINDS = {
  text: 'text',
  csv: 'CSV',
  svg: 'SVG',
  empty: 'empty file',
  png: 'PNG',
  'large-png': 'PNG',
  jpeg: 'JPEG',
  'jpeg-as-png': 'JPEG named .png',
  gif: 'GIF',
  webp: 'WebP',
  bmp: 'BMP',
  pdf: 'PDF with text',
  'scanned-pdf': 'scanned PDF',
  mp3: 'MP3',
  wav: 'WAV',
  mp4: 'MP4',
  docx: 'DOCX',
  xlsx: 'XLSX',
  'large-text': 'text',
};

/** The page, as Markdown. @param {Data} data */
export function programsPage({ machine, files, programs }) {
  const all = Object.values(programs).filter(({ runs }) => runs.length > 0);
  const tables = [
    { way: 'read', held: 'vision', title: 'Read by its tool, for a model that takes pictures' },
    { way: 'read', held: 'text', title: 'Read by its tool, for a model that takes text alone' },
    { way: 'attached', held: 'vision', title: 'Attached by a person, for a model that takes pictures' },
  ];
  return [
    '# What programs send of a file',
    '',
    'This page shows what was seen in the requests of the real programs. `npm run programs -- --files` runs them against a scripted model on loopback and',
    'writes this page from what it saw; `route --through` answers from the same data. Nothing is taken from a document, or from one program for another: an',
    'empty cell was not seen. Each program, with its settings as they are after installation, read the files one by one with its own tool, or was given one as',
    `an attachment. Your settings and other software may change the result; the machine was ${machine}.`,
    '',
    table(
      ['program', 'version', 'seen on', 'tool', 'APIs and models it was seen with'],
      all.map(({ name, version, seen, tool, runs }) => [name, version, seen, `\`${tool}\``, modelsOf(runs)]),
    ),
    '',
    '**image** is a picture, with its size if it differs from that of the file; **document** is the file itself; **raw bytes** are the bytes of a binary file',
    'decoded as if they were text; **note** is words of the program in place of the content. A percentage means that only so much of the text was sent.',
    '(text) marks a model that takes only text.',
    '*user* means that the content came in a part or message of the user, beside or after the result of the tool. Where APIs differ, each is named.',
    ...tables.flatMap(({ way, held, title }) => {
      const shown = all.filter(({ runs }) => runs.some((run) => run.way === way && run.held === held));
      if (shown.length === 0) return [];
      const rows = Object.entries(files).map(([kind, file]) => [
        `${KINDS[/** @type {keyof typeof KINDS} */ (kind)] ?? kind}, ${sizeWords(file)}`,
        ...shown.map(({ runs }) =>
          cellWords(
            runs.filter((run) => run.way === way && run.held === held),
            kind,
            file,
          ),
        ),
      ]);
      return ['', `## ${title}`, '', table(['file', ...shown.map(({ name, version }) => `${name} ${version}`)], rows)];
    }),
    '',
  ].join('\n');
}

/** @param {readonly string[]} head @param {readonly (readonly string[])[]} rows */
function table(head, rows) {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** @param {readonly Run[]} runs */
function modelsOf(runs) {
  const apis = [...new Set(runs.map(({ api }) => api))];
  return apis
    .map((api) => {
      const models = [
        ...new Set(runs.filter((run) => run.api === api).map(({ model, held }) => `${model}${held === 'text' ? ' (text)' : ''}`)),
      ];
      return `${apiName(api)}: ${models.join(', ')}`;
    })
    .join('; ');
}

/** @param {string} api */
function apiName(api) {
  return APIS[/** @type {keyof typeof APIS} */ (api)] ?? api;
}

/** @param {{bytes: number, size?: readonly number[]}} file */
function sizeWords({ bytes, size }) {
  if (size) return size.join(' × ');
  if (bytes >= 1_000_000) return `${Math.round(bytes / 1_000_000)} MB`;
  return bytes >= 1000 ? `${Math.round(bytes / 1000)} KB` : `${bytes} bytes`;
}

/** What was sent of a kind, once where all APIs agree. @param {readonly Run[]} runs @param {string} kind @param {{size?: readonly number[]}} file */
function cellWords(runs, kind, file) {
  /** @type {Map<string, string[]>} */
  const byWords = new Map();
  for (const { api, cells } of runs) {
    const parts = cells[kind];
    const words = parts ? partsWords(parts, file) : '';
    byWords.set(words, [...(byWords.get(words) ?? []), apiName(api)]);
  }
  if (byWords.size <= 1) return [...byWords.keys()][0] ?? '';
  return [...byWords]
    .filter(([words]) => words !== '')
    .map(([words, apis]) => `${apis.join(', ')}: ${words}`)
    .join('; ');
}

/** @param {readonly Part[]} parts @param {{size?: readonly number[]}} file */
function partsWords(parts, file) {
  if (parts.length === 0) return 'nothing';
  return parts
    .map(({ as, size, share, times, in: place }) =>
      [
        as === 'raw' ? 'raw bytes' : as,
        ...(size && size.join() !== file.size?.join() ? [size.join(' × ')] : []),
        ...(share !== undefined && share < 1 ? [`${Math.round(share * 1000) / 10} %`] : []),
        ...(times === undefined ? [] : [`${times} times`]),
        ...(place === 'user' && as !== 'note' ? ['*user*'] : []),
      ].join(' '),
    )
    .join(' + ');
}
