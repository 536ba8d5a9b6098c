import assert from 'node:assert/strict';
import type { ContentPart } from '../../../src/core/routing/route-result.ts';
import { API_NAMES } from '../../../src/core/wire/verdict.ts';
import type { CanonicalMessage } from '../../../src/core/wire/turns.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { SDK_APIS, sdkBody, type SdkApi } from '../../support/ai-sdk.ts';
import { answer, calls, PARTS, text, user, type PartName } from '../../support/wire.ts';

const PLACES = ['user', 'tool'] as const;
type Place = (typeof PLACES)[number];
const MEDIA = Object.keys(PARTS) as PartName[];
type What = PartName | 'text';
const WHAT: readonly What[] = ['text', ...MEDIA];
const IMAGES: readonly What[] = ['png', 'bmp', 'imageFile'];
const GEMINI: readonly SdkApi[] = ['gemini', 'gemini-2'];
const ANSWER_TEXT = '{"status":"success","content":"hello"}';

interface Case {
  readonly api: SdkApi;
  /** The type of the part, and how our notes call it. */
  readonly mimeType: string;
  readonly filename: string | undefined;
  readonly label: string;
}

interface Difference {
  readonly apis: readonly SdkApi[];
  readonly places: readonly Place[];
  readonly what: readonly What[];
  /** Exactly what differs, as `place: theirs → ours`, nothing as `–`, base64 in short; or that the SDK sends nothing at all. */
  readonly differs: 'the SDK refuses' | ((one: Case) => readonly string[]);
  readonly reason: string;
}

/**
 * Every deliberate difference of our bodies from those of the AI SDK's provider packages. There is no other: each case
 * below must differ by what its rows say, and by nothing else.
 */
const DIFFERENCES: readonly Difference[] = [
  {
    apis: ['anthropic'],
    places: PLACES,
    what: WHAT,
    differs: () => ['/max_tokens: 64000 → 4096'],
    reason: 'The API wants a limit. The SDK takes the most the model can; ours needs no list of models and is enough for an answer.',
  },
  {
    apis: GEMINI,
    places: PLACES,
    what: WHAT,
    differs: () => ['/generationConfig: {} → –'],
    reason: 'An empty object means nothing.',
  },
  {
    apis: ['openai-responses'],
    places: ['user'],
    what: IMAGES,
    differs: () => ['/input/0/content/1/detail: – → "auto"'],
    reason: 'The types of OpenAI\'s own SDK require `detail`; "auto" is what it is without.',
  },
  {
    apis: ['openai-responses'],
    places: ['tool'],
    what: IMAGES,
    differs: () => ['/input/2/output/1/detail: – → "auto"'],
    reason: 'As in a user message.',
  },
  {
    apis: ['openai-chat'],
    places: ['user'],
    what: ['ogg', 'mp4', 'docx', 'txt', 'zip'],
    differs: 'the SDK refuses',
    reason: 'The SDK throws; a preview has to show what would be refused ("rejected") or left out ("dropped").',
  },
  {
    apis: ['openai-responses'],
    places: ['user'],
    what: ['mp3', 'ogg', 'mp4', 'docx', 'txt', 'zip'],
    differs: 'the SDK refuses',
    reason:
      'As above. The API documents office files and texts as input_file; the SDK passes them on only where its option passThroughUnsupportedFiles says so.',
  },
  {
    apis: ['anthropic'],
    places: ['user'],
    what: ['mp3', 'ogg', 'mp4', 'docx', 'zip'],
    differs: 'the SDK refuses',
    reason: 'As above.',
  },
  {
    apis: ['openai-chat'],
    places: ['tool'],
    what: ['png', 'bmp', 'imageFile', 'pdf', 'mp3', 'docx', 'zip'],
    differs: (one) => [
      `/messages/2/content: ${JSON.stringify(partsAsText(one))} → ${JSON.stringify(`caption\n[${one.label} follows in the next user message.]`)}`,
      `/messages/3: – → {"role":"user","content":[{"type":"text","text":${JSON.stringify(`[${one.label} from the answer of get_artifact, call c1:]`)}},${chatShape(one)}]}`,
    ],
    reason:
      'The SDK puts the base64 into the text of the tool message: the very thing this product is there to prevent. Ours re-homes the medium to the next user message.',
  },
  {
    apis: ['openai-chat'],
    places: ['tool'],
    what: ['ogg', 'mp4'],
    differs: (one) => [`/messages/2/content: ${JSON.stringify(partsAsText(one))} → ${JSON.stringify(`caption\n${leftOut(one)}`)}`],
    reason: 'The same for what Chat Completions has no part for: a note in place of base64 in text.',
  },
  {
    apis: ['openai-chat'],
    places: ['tool'],
    what: ['txt'],
    differs: (one) => [
      `/messages/2/content: ${JSON.stringify(partsAsText(one))} → ${JSON.stringify(`caption\n[${one.label}]\n${'notes: ü\n'.repeat(40)}`)}`,
    ],
    reason: 'A text file is no base64 to a model either: its text stands in the text of the tool message.',
  },
  {
    apis: ['openai-responses'],
    places: ['tool'],
    what: ['mp3', 'ogg', 'mp4'],
    differs: (one) => [
      '/input/2/output/1/type: "input_file" → "input_text"',
      `/input/2/output/1/filename: "${one.filename}" → –`,
      `/input/2/output/1/file_data: "data:${one.mimeType};base64,<base64>" → –`,
      `/input/2/output/1/text: – → ${JSON.stringify(leftOut(one))}`,
    ],
    reason:
      'The API accepts no audio and no video; as input_file the whole request would fail. The SDK itself refuses it in a user message.',
  },
  {
    apis: ['anthropic'],
    places: ['tool'],
    what: ['pdf'],
    differs: () => ['/messages/2/content/0/content/1/title: – → "report.pdf"'],
    reason: 'The SDK names a document in a user message and forgets it in the answer of a tool; the API takes `title` in both.',
  },
  {
    apis: ['anthropic'],
    places: ['tool'],
    what: ['mp3', 'ogg', 'mp4', 'docx', 'zip'],
    differs: (one) => [`/messages/2/content/0/content/1: – → {"type":"text","text":${JSON.stringify(leftOut(one))}}`],
    reason: 'The SDK drops the part without a word; ours tells the model.',
  },
  {
    apis: ['anthropic'],
    places: ['tool'],
    what: ['txt'],
    differs: () => [
      `/messages/2/content/0/content/1: – → ${JSON.stringify({ type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'notes: ü\n'.repeat(40) }, title: 'notes.txt' })}`,
    ],
    reason: 'The SDK drops a text file in the answer of a tool, and sends it as a document in a user message; ours sends it in both.',
  },
  {
    apis: GEMINI,
    places: ['tool'],
    what: ['text'],
    differs: () => [
      '/contents/2/parts/0/functionResponse/response/name: "get_artifact" → –',
      `/contents/2/parts/0/functionResponse/response/content: ${JSON.stringify(ANSWER_TEXT)} → "hello"`,
      '/contents/2/parts/0/functionResponse/response/status: – → "success"',
    ],
    reason: 'The API takes an object; the answer is JSON text of one. The SDK wraps the text, ours gives the object.',
  },
  {
    apis: ['gemini'],
    places: ['tool'],
    what: ['png', 'pdf', 'txt', 'imageFile'],
    differs: () => wrapped('caption'),
    reason: 'Text that is no object stands under "result", without the name, which stands beside it already. The media are the same.',
  },
  {
    apis: ['gemini'],
    places: ['tool'],
    what: ['bmp', 'mp3', 'ogg', 'mp4', 'docx', 'zip'],
    differs: (one) => [
      ...wrapped(`caption\n[${one.label} follows after the answers.]`),
      `/contents/2/parts/0/functionResponse/parts: [{"inlineData":{"mimeType":"${one.mimeType}","data":"<base64>"}}] → –`,
      `/contents/2/parts/1: – → {"inlineData":{"mimeType":"${one.mimeType}","data":"<base64>"}}`,
      `/contents/2/parts/2: – → {"text":${JSON.stringify(`[${one.label} from the answer of get_artifact, call c1:]`)}}`,
    ],
    reason:
      'Inside an answer the API documents png, jpeg, webp, PDF and plain text; audio and video it documents only as parts of a user turn, where ours puts them.',
  },
  {
    apis: ['gemini-2'],
    places: ['tool'],
    what: MEDIA,
    differs: (one) => [
      ...wrapped(`caption\n[${one.label} follows after the answers.]`),
      `/contents/2/parts/2/text: "Tool executed successfully and returned this ${one.mimeType.startsWith('image/') ? 'image' : 'file'} as a response" → ${JSON.stringify(`[${one.label} from the answer of get_artifact, call c1:]`)}`,
    ],
    reason: 'The same parts; our note says which answer the medium belongs to, theirs does not.',
  },
];

function wrapped(result: string): string[] {
  const at = '/contents/2/parts/0/functionResponse/response';
  return [`${at}/name: "get_artifact" → –`, `${at}/content: "caption" → –`, `${at}/result: – → ${JSON.stringify(result)}`];
}

function leftOut({ label, api }: Case): string {
  return `[${label} is left out: ${API_NAMES[api]} cannot carry it here.]`;
}

function partsAsText({ mimeType, filename }: Case): string {
  return JSON.stringify([
    { type: 'text', text: 'caption' },
    { type: 'file', mediaType: mimeType, filename, data: { type: 'data', data: '<base64>' } },
  ]);
}

function chatShape({ mimeType, filename }: Case): string {
  const url = `data:${mimeType};base64,<base64>`;
  if (mimeType.startsWith('image/')) return JSON.stringify({ type: 'image_url', image_url: { url } });
  if (mimeType === 'audio/mpeg') return JSON.stringify({ type: 'input_audio', input_audio: { data: '<base64>', format: 'mp3' } });
  return JSON.stringify({ type: 'file', file: { filename, file_data: url } });
}

function caseOf(api: SdkApi, what: What): Case {
  const part: ContentPart = what === 'text' ? text('') : PARTS[what];
  const filename = part.type === 'file' ? part.file.filename : undefined;
  const mimeType =
    part.type === 'file'
      ? part.file.mimeType
      : part.type === 'image_url'
        ? part.image_url.url.slice(5, part.image_url.url.indexOf(';'))
        : 'text';
  return { api, mimeType, filename, label: filename === undefined ? mimeType : `"${filename}" (${mimeType})` };
}

function messagesOf(place: Place, what: What): CanonicalMessage[] {
  if (place === 'user') return [user(text('Look:'), what === 'text' ? text('hello') : PARTS[what])];
  const result =
    what === 'text' ? { role: 'tool' as const, tool_call_id: 'c1', content: ANSWER_TEXT } : answer('c1', text('caption'), PARTS[what]);
  return [{ role: 'user', content: 'Read artifact:1.' }, calls('c1'), result];
}

function differencesOf(theirs: unknown, ours: unknown, place = ''): string[] {
  if (isObject(theirs) && isObject(ours) && Array.isArray(theirs) === Array.isArray(ours)) {
    return [...new Set([...Object.keys(theirs), ...Object.keys(ours)])].flatMap((name) =>
      differencesOf(theirs[name], ours[name], `${place}/${name}`),
    );
  }
  return JSON.stringify(theirs) === JSON.stringify(ours) ? [] : [`${place}: ${show(theirs)} → ${show(ours)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function show(value: unknown): string {
  return value === undefined ? '–' : JSON.stringify(value).replace(/[A-Za-z0-9+/]{60,}={0,2}/g, '<base64>');
}

/** Without the name of the model, and with the parts of a Gemini turn by kind: a note may stand before or behind. */
function normalised({ model: _, ...body }: Readonly<Record<string, unknown>>): unknown {
  const byKind = (a: object, b: object): number => (Object.keys(a)[0] ?? '').localeCompare(Object.keys(b)[0] ?? '');
  return JSON.parse(JSON.stringify(body), (name, value: unknown) =>
    name === 'parts' && Array.isArray(value) ? (value as object[]).sort(byKind) : value,
  ) as unknown;
}

describe('A body, beside that of the AI SDK', () => {
  for (const api of SDK_APIS) {
    for (const place of PLACES) {
      it(`differs only as listed: ${api}, ${place === 'user' ? 'user message' : 'answer of a tool'}, every kind`, async () => {
        for (const what of WHAT) {
          const messages = messagesOf(place, what);
          const rows = DIFFERENCES.filter(
            ({ apis, places, what: listed }) => apis.includes(api) && places.includes(place) && listed.includes(what),
          );
          const theirs = await sdkBody(api, messages);
          const found =
            typeof theirs === 'string' ? ['the SDK refuses'] : differencesOf(normalised(theirs), normalised(toWire(messages, api).body));
          // What is not sent cannot differ in anything else.
          const expected = rows.some(({ differs }) => differs === 'the SDK refuses')
            ? ['the SDK refuses']
            : rows.flatMap(({ differs }) => (typeof differs === 'function' ? differs(caseOf(api, what)) : []));
          assert.deepEqual(found.sort(), [...expected].sort(), what);
        }
      });
    }
  }

  it('is the same in everything the list does not name', () => {
    const listed = (api: SdkApi, place: Place, what: What): boolean =>
      DIFFERENCES.some(
        (row) => row.what.length < WHAT.length && row.apis.includes(api) && row.places.includes(place) && row.what.includes(what),
      );
    const same = SDK_APIS.map((api) => PLACES.map((place) => WHAT.filter((what) => !listed(api, place, what)).join(' ')));
    assert.deepEqual(same, [
      ['text png bmp pdf mp3 imageFile', 'text'],
      ['text pdf', 'text pdf docx txt zip'],
      ['text png bmp pdf txt imageFile', 'text png bmp imageFile'],
      [WHAT.join(' '), ''],
      [WHAT.join(' '), ''],
    ]);
  });
});
