import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { serverWords } from '../../../src/core/conversation/finding-words.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { byEffort } from '../../support/effort.ts';
import { image, indexOf, repairedFile, requestOf, text, type Turn, WRITERS, type WrittenFormat } from '../../support/conversations.ts';
import { jpeg, png, webp } from '../../support/media-bytes.ts';
import { answer } from '../../support/strict-server.ts';

type Api = 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini';

/** A reason why sessions break, with what the server answers. */
interface Cause {
  readonly name: string;
  readonly turns: readonly Turn[];
  /** The formats that can have it, each with its API. */
  readonly formats: readonly (readonly [WrittenFormat, Api])[];
  /** Of the finding; of a request as it stands, and of one that is written. */
  readonly code: string | readonly string[];
  /** The number of the message in the conversation, without a system prompt; null for the request. */
  readonly message: number | null;
  readonly words: RegExp;
  readonly vision?: false;
}

const ANTHROPIC = [
  ['claude-code', 'anthropic'],
  ['anthropic', 'anthropic'],
  ['cline', 'anthropic'],
  ['otel-genai', 'anthropic'],
] as const;
/** Those that take what is large through the test. */
const FEW_WHEN_QUICK = ANTHROPIC.slice(0, byEffort({ quick: 1, usual: ANTHROPIC.length, soak: ANTHROPIC.length }));
const OPENAI = [
  ['codex', 'openai-responses'],
  ['openai-responses', 'openai-responses'],
  ['openai-chat', 'openai-chat'],
  ['runtime', 'openai-chat'],
  ['otel-genai', 'openai-chat'],
  ['qwen-code', 'openai-chat'],
  ['pi', 'openai-chat'],
] as const;
const GEMINI = [['gemini', 'gemini']] as const;
const ALL = [...ANTHROPIC, ...OPENAI, ...GEMINI];

const hello: Turn = { user: [text('Hello.')] };
const read = (...pieces: ReturnType<typeof image>[]): Turn[] => [
  hello,
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces },
];
const shown = (...pieces: ReturnType<typeof image>[]): Turn[] => [hello, { assistant: 'Yes?' }, { user: [text('See:'), ...pieces] }];
const small = image(png(10, 10));
/** A picture of so many bytes: what comes after its end is ignored. */
const heavy = (bytes: number, width = 10) => image(Buffer.concat([png(width, 10), Buffer.alloc(bytes)]));
const MIB = 1024 * 1024;

const CAUSES: readonly Cause[] = [
  {
    name: 'over 20 images, one above 2,000 px',
    turns: shown(...Array.from({ length: 20 }, (_, at) => image(png(10 + at, 10))), image(png(2400, 100))),
    formats: ANTHROPIC,
    code: 'too_large_among_many',
    message: 2,
    words: /many-image requests: 2000 pixels/,
  },
  {
    name: 'a side above 8,000 px',
    turns: read(image(png(8001, 10))),
    formats: ANTHROPIC,
    code: 'too_many_pixels',
    message: 2,
    words: /8000 pixels/,
  },
  {
    name: 'an image above the size limit',
    turns: read(heavy(8 * MIB)),
    formats: FEW_WHEN_QUICK,
    code: 'part_too_large',
    message: 2,
    words: /image exceeds 10 MB maximum/,
  },
  {
    name: 'a request above 32 MB',
    turns: shown(...Array.from({ length: 6 }, (_, at) => heavy(4.5 * MIB, 10 + at))),
    formats: FEW_WHEN_QUICK,
    code: 'request_too_large',
    message: null,
    words: /request_too_large: Request exceeds the maximum size/,
  },
  {
    name: 'a type that is not the bytes’',
    turns: read(image(webp(20, 20), 'image/png')),
    formats: ANTHROPIC,
    code: 'type_differs_from_bytes',
    message: 2,
    words: /specified using the image\/png media type, but the image appears to be a image\/webp image/,
  },
  {
    name: 'an error page as an image',
    turns: read(image(Buffer.from('<html><body>502 Bad Gateway</body></html>'))),
    formats: ALL,
    code: 'not_of_its_type',
    message: 2,
    words: /Could not process image|does not represent a valid image|Unable to process input image/,
  },
  {
    name: 'an empty image',
    turns: shown({ type: 'image/png', data: '' }),
    formats: [...ANTHROPIC, ...GEMINI],
    code: 'empty',
    message: 2,
    words: /empty|Unable to process/,
  },
  {
    name: 'an empty text',
    turns: [hello, { assistant: 'Yes?' }, { user: [text(''), small] }],
    formats: ANTHROPIC,
    code: 'part_rejected',
    message: 2,
    words: /text content blocks must be non-empty/,
  },
  {
    name: 'a blank text',
    turns: [hello, { assistant: 'Yes?' }, { user: [text(' \n'), small] }],
    formats: ANTHROPIC,
    code: 'part_rejected',
    message: 2,
    words: /non-whitespace text/,
  },
  {
    name: 'more than 600 images',
    turns: shown(...Array.from({ length: 601 }, (_, at) => image(png(1 + at, 10)))),
    formats: FEW_WHEN_QUICK,
    code: 'too_many_images',
    message: null,
    words: /too many images and documents: 601/,
  },
  {
    name: 'base64 that is none',
    turns: shown({ type: 'image/png', data: 'abc$' }),
    formats: ALL,
    code: 'part_rejected',
    message: 2,
    words: /base64|valid URL/i,
  },
  {
    name: 'a type that the API refuses',
    turns: shown(image(jpeg(20, 20), 'image/tiff')),
    formats: ALL,
    code: ['part_rejected', 'request_refused'],
    message: 2,
    words: /image\/jpeg|formats|Unsupported/,
  },
  {
    name: 'a model without vision',
    turns: shown(small),
    formats: [...ANTHROPIC, ...OPENAI],
    code: 'capability_missing',
    message: 2,
    words: /does not support image input/,
    vision: false,
  },
  {
    name: 'a call without its result',
    turns: [hello, { assistant: 'I look.', calls: ['call_1'] }, { user: [text('Go on.')] }],
    formats: ALL,
    code: 'call_without_result',
    message: 1,
    words: /without `tool_result`|must be followed by tool messages|No tool output found|number of function response parts/,
  },
  {
    name: 'a result without its call',
    turns: [hello, { assistant: 'Yes?' }, { result: 'call_1', pieces: [text('done')] }, { assistant: 'Well.' }, { user: [text('Go on.')] }],
    formats: ALL,
    code: 'result_without_call',
    message: 2,
    words: /unexpected `tool_use_id`|must be a response to a preceeding|No tool call found|number of function response parts/,
  },
];

describe('Why a conversation fails, and its repair', () => {
  for (const cause of CAUSES) {
    for (const [format, api] of cause.formats) {
      it(`${cause.name}: ${format}${format === 'otel-genai' ? ` for ${api}` : ''}`, async () => {
        const file = WRITERS[format](cause.turns);
        const capabilities = cause.vision === false ? { input: ['text'], output: ['text'] } : null;
        const before = await indexOf(file);
        assert.equal(before.format, format);
        const refused = answer(api, requestOf(file, before, api), cause.vision);
        assert.ok(refused.status >= 400, 'the server accepts it');
        assert.match(refused.message, cause.words);

        const check = checkConversation(before, { api, model: undefined, capabilities });
        const finding = check.findings.find(({ code }) => [cause.code].flat().includes(code));
        assert.ok(finding, `${String(cause.code)} is not among ${check.findings.map(({ code }) => code).join(', ')}`);
        assert.equal(finding.severity, 'error');
        assert.notEqual(finding.source, '');
        if (cause.message !== null) {
          const message = before.messages[finding.address?.message ?? -1];
          const expected = before.messages.filter(({ role }) => role !== 'system')[placeIn(format, cause.message, cause.turns)];
          assert.equal(message?.index, expected?.index);
        }
        const words = serverWords(finding, api);
        if (api === 'anthropic' || words !== undefined) assert.match(words ?? '', cause.words);

        const repairs = planRepairs(before, check, [], { api });
        const { text: repaired } = await repairedFile(file, repairs);
        const after = await indexOf(repaired);
        assert.deepEqual(after.broken, []);
        const answered = answer(api, requestOf(repaired, after, api), cause.vision);
        assert.deepEqual(answered, { status: 200, message: '' });
        assert.ok(checkConversation(after, { api, capabilities }).goesThrough);
      });
    }
  }

  it('finds what an image of a chat of VS Code fails by, and changes nothing', async () => {
    for (const cause of CAUSES.filter(({ name }) => /many|side|size limit|bytes’|error page|empty image|none|refuses|vision/.test(name))) {
      const index = await indexOf(WRITERS['vscode-chat'](cause.turns));
      const capabilities = cause.vision === false ? { input: ['text'], output: ['text'] } : null;
      const check = checkConversation(index, { api: 'anthropic', capabilities });
      assert.ok(
        check.findings.some(({ code, severity }) => [cause.code].flat().includes(code) && severity === 'error'),
        cause.name,
      );
      assert.deepEqual(planRepairs(index, check, [], { api: 'anthropic' }), []);
    }
  });

  it('changes both copies of the picture on a line of Claude Code', async () => {
    const file = WRITERS['claude-code'](read(image(webp(20, 20), 'image/png')));
    const index = await indexOf(file);
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    const { text: repaired } = await repairedFile(file, planRepairs(index, check, [], { api: 'anthropic' }));
    assert.equal(repaired, file.replaceAll('image/png', 'image/webp'));
  });

  it('takes out of many images the fewest that let it go through', async () => {
    const file = WRITERS.anthropic(shown(...Array.from({ length: 22 }, (_, at) => image(png(2400 + at, 10)))));
    const index = await indexOf(file);
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    assert.deepEqual(
      planRepairs(index, check, [], { api: 'anthropic', kinds: ['describe'] }).map(({ kind, address }) => [kind, address.part]),
      [
        ['describe', 1],
        ['describe', 2],
      ],
    );
  });

  it('describes the media before the last messages of a person', async () => {
    const file = WRITERS.anthropic([
      { user: [small] },
      { assistant: 'One.' },
      { user: [small, text('x')] },
      { assistant: 'Two.' },
      { user: [text('y')] },
    ]);
    const index = await indexOf(file);
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    const described = (keepLast: number) =>
      planRepairs(index, check, [], { api: 'anthropic', keepLast }).map(({ address }) => address.message);
    assert.deepEqual([0, 1, 2, 3, 4].map(described), [[0, 2], [0, 2], [0], [], []]);
  });
});

/** Responses and Codex have each call as an item of its own. */
function placeIn(format: WrittenFormat, message: number, turns: readonly Turn[]): number {
  if (format !== 'codex' && format !== 'openai-responses') return message;
  const calls = turns.slice(0, message + 1).reduce((sum, turn) => sum + ('calls' in turn ? (turn.calls?.length ?? 0) : 0), 0);
  return message + calls;
}
