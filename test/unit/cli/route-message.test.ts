import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { itWhenThorough } from '../../support/effort.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const project = path.resolve(import.meta.dirname, '../../fixtures/project');
const input = ['text', 'visoin'];
const SERVICES = {
  services: [{ id: 'eyes', model: 'gpt-5.2', baseURL: 'https://api.openai.com/v1', apiKey: '', capabilities: { input } }],
};

const LISTENERS = {
  services: [
    { id: 'ears', model: 'claude-opus-4-5', baseURL: 'https://api.anthropic.com', capabilities: { input: ['text', 'vision', 'audio'] } },
    { id: 'deaf', model: 'gpt-5.2', baseURL: 'https://api.openai.com/v1', capabilities: { input: ['text', 'audio', 'file'] } },
  ],
};

/** Silence as a WAV file, 8,000 samples of 8 bits a second. */
function wave(seconds: number): Buffer {
  const samples = 8000 * seconds;
  const header = Buffer.alloc(44);
  header.write('RIFF', 0);
  header.writeUInt32LE(36 + samples, 4);
  header.write('WAVEfmt ', 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(8000, 24);
  header.writeUInt32LE(8000, 28);
  header.writeUInt16LE(1, 32);
  header.writeUInt16LE(8, 34);
  header.write('data', 36);
  header.writeUInt32LE(samples, 40);
  return Buffer.concat([header, Buffer.alloc(samples, 128)]);
}

interface Answer {
  readonly attachments: { artifactRef: string; outcome: string; arrival: string; wire?: string; limits?: { code: string }[] }[];
  readonly tokens: { low: number } | null;
  readonly price: { high: number } | null;
  readonly context: { window: number } | null;
  readonly wire: { arrival: string; because?: string; size: number };
  readonly expectation?: { isMet: boolean };
}

describe('route, with several files as one message', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    const diagram = await readFile(path.join(project, 'docs/diagram.png'));
    // Its base64 is above 10 MB.
    const big = Buffer.concat([diagram, Buffer.alloc(9_000_000, 1)]);
    folder = await temporaryFolder({
      'a.png': diagram,
      'a\nRequest  sent.png': diagram,
      'big.png': big,
      'other.png': big,
      'b.md': '# Hi',
      'empty.png': '',
      'x/n.png': diagram,
      'y/n.png': 'not an image',
      // Its base64 is above 32 MB, but no document's size is limited alone.
      'long.pdf': Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(25_900_000, '\n')]),
      'tone.wav': wave(2),
      'llmservices.json': SERVICES,
      'ears/llmservices.json': LISTENERS,
    });
  });
  const at = (name: string) => `${folder}/${name}`;
  const route = (...args: string[]) => cli(['route', ...args]);

  it('tells tokens, price and share of the context of the whole', async () => {
    const { code, stdout } = await route(at('a.png'), at('b.md'), '--model', 'claude-opus-4-5', '--json');
    const { attachments, tokens, price, context, wire } = JSON.parse(stdout) as Answer;
    assert.deepEqual([code, wire.arrival], [0, 'arrives']);
    assert.deepEqual(
      attachments.map(({ outcome, arrival }) => [outcome, arrival]),
      [
        ['included', 'arrives'],
        ['included', 'arrives'],
      ],
    );
    assert.ok(tokens && tokens.low > 1536 && tokens.low < 1700, `${tokens?.low} tokens`);
    assert.ok(price && price.high > 0 && context?.window === 200_000);
    const one = await route(at('a.png'), '--as', 'attachment', '--model', 'claude-opus-4-5');
    assert.match(one.stdout, /^Tokens +≈ 1,536$/m);
    assert.match(one.stdout, /^Price +≈ \$0\.0077 /m);
  });

  it('names the file by which a request is refused, and has no price for it', async () => {
    const { stdout } = await route(at('a.png'), at('big.png'), '--model', 'claude-opus-4-5');
    assert.match(stdout, /^Request +big\.png: The size as base64 is 11\.6 MB; the limit is 10\.0 MB\.$/m);
    assert.match(stdout, /^Receives +Refused, over a limit$/m);
    assert.match(stdout, /^a\.png .* KB {2}Not received$/m);
    assert.match(stdout, /^big\.png .* Refused, over a limit +The size as base64/m);
    assert.doesNotMatch(stdout, /^(Tokens|Price) /m);
    const json = JSON.parse((await route(at('a.png'), at('big.png'), '--model', 'claude-opus-4-5', '--json')).stdout) as Answer;
    assert.deepEqual([json.wire.arrival, json.tokens, json.price], ['refused', null, null]);
    assert.deepEqual(
      json.attachments.map(({ arrival }) => arrival),
      ['refused', 'refused'],
    );
    assert.ok(json.attachments[1]?.limits?.some(({ code }) => code === 'part_too_large'));
  });

  it('has no figure, and not 0, for a request in which nothing of them is', async () => {
    const files = [at('a.png'), at('b.md'), '--api', 'mcp', '--model', 'gpt-5.2'];
    const json = JSON.parse((await route(...files, '--json')).stdout) as Answer;
    assert.deepEqual([json.wire.arrival, json.tokens, json.price, json.context], ['nothing', null, null, null]);
    const { stdout } = await route(...files, '--model', 'claude-opus-4-5');
    for (const line of stdout.trimEnd().split('\n').slice(1)) assert.match(line, / Nothing +\d+ B +– +– +– +0 of 2/);
  });

  it('compares several models, one a line', async () => {
    const models = ['gpt-5.2', 'claude-opus-4-5', 'grok-4.6'].flatMap((name) => ['--model', name]);
    const { stdout } = await route(at('a.png'), at('big.png'), ...models);
    const [head = '', gpt = '', claude = '', grok = ''] = stdout.trimEnd().split('\n');
    assert.match(head, /^MODEL +API +RECEIVES +BYTES +TOKENS +PRICE +CONTEXT +DETAIL$/);
    assert.match(gpt, /^gpt-5\.2 .* 2 files +[\d.]+ [KM]B .*≈ \$.* All attachments are sent\.$/);
    assert.match(claude, /^claude-opus-4-5 .* Refused, over a limit .* – +– +– +big\.png: /);
    assert.match(grok, /unknown +unknown/);
    const folder = await temporaryFolder({ 'empty.png': '' });
    const one = await route(path.join(folder, 'empty.png'), at('b.md'), '--model', 'gpt-5.2', '--model', 'claude-opus-4-5');
    assert.match(one.stdout, / 1 of 2 attachments is sent; empty\.png: /);
    const { models: answers } = JSON.parse((await route(at('a.png'), at('b.md'), ...models, '--json')).stdout) as { models: Answer[] };
    assert.equal(answers.length, 3);
  });

  it('expects the same of every file', async () => {
    const model = ['--model', 'claude-opus-4-5'];
    assert.equal((await route(at('a.png'), ...model, '--as', 'attachment', '--expect', 'image')).code, 0);
    const mixed = await route(at('a.png'), at('b.md'), ...model, '--expect', 'image');
    assert.deepEqual([mixed.code, /b\.md is sent as text/.test(mixed.stderr)], [1, true], mixed.stderr);
    const refused = await route(at('a.png'), at('big.png'), ...model, '--expect', 'image');
    assert.deepEqual([refused.code, /the request is rejected: big\.png/.test(refused.stderr)], [1, true], refused.stderr);
    const json = await route(at('a.png'), at('b.md'), ...model, '--expect', 'image', '--json');
    assert.deepEqual([json.code, (JSON.parse(json.stdout) as Answer).expectation?.isMet], [1, false]);
  });

  it('says in words why a file cannot be read', async () => {
    const { stdout } = await route(at('empty.png'), at('a.png'), '--model', 'gpt-5.2');
    assert.match(stdout, /^empty\.png .*it cannot be read: the file is empty/m);
    assert.doesNotMatch(stdout, /content_empty/);
  });

  it('names a misspelt capability where it is missed, and strict validation fails by it', async () => {
    const config = at('llmservices.json');
    const { stdout } = await route(at('a.png'), '--config', config, '--service', 'eyes');
    assert.match(stdout, /eyes does not declare "vision" .*\(its "visoin" is no capability: did you mean "vision"\?\)/);
    assert.equal((await cli(['validate', config])).code, 0);
    assert.equal((await cli(['validate', config, '--strict'])).code, 1);
  });

  itWhenThorough('names every file by which a request is refused, and what only together is too large', async () => {
    const refused = await route(at('big.png'), at('a.png'), at('other.png'), '--model', 'claude-opus-4-5');
    assert.match(refused.stdout, /^Request +big\.png, other\.png: The size as base64 is 11\.6 MB/m);
    assert.match(refused.stdout, /^a\.png .* Not received$/m);
    const large = await route(at('a.png'), at('long.pdf'), '--model', 'claude-opus-4-5', '--max-size', '40');
    assert.match(large.stdout, /^Request +long\.pdf: The request is 33\.\d MB or larger; the limit is 32\.0 MB\.$/m);
    const { attachments } = JSON.parse(
      (await route(at('a.png'), at('long.pdf'), '--model', 'claude-opus-4-5', '--max-size', '40', '--json')).stdout,
    ) as Answer;
    assert.deepEqual(
      attachments.map(({ limits = [] }) => limits.some(({ code }) => code === 'request_too_large')),
      [false, true],
    );
  });

  it('tells files of one name apart', async () => {
    const { stdout } = await route(at('x/n.png'), at('y/n.png'), '--model', 'gpt-5.2', '--json');
    const { attachments, message } = JSON.parse(stdout) as Answer & { message: { content: { image_url: { url: string } }[] } };
    assert.deepEqual(
      attachments.map(({ artifactRef }) => artifactRef),
      ['file:x/n.png', 'file:y/n.png'],
    );
    const [one, other] = message.content.map(({ image_url: { url } }) => url);
    assert.notEqual(one, other);
  });

  it('does not bill what is not in the request', async () => {
    const config = ['--config', at('ears/llmservices.json'), '--service', 'ears'];
    const { stdout } = await route(at('tone.wav'), at('a.png'), ...config, '--json');
    const { attachments, tokens, wire } = JSON.parse(stdout) as Answer;
    assert.deepEqual([attachments[0]?.wire, attachments[0]?.arrival, wire.arrival], ['dropped', 'dropped', 'partly']);
    assert.ok(tokens && tokens.low < 1700, `${tokens?.low} tokens`);
    const alone = await route(at('tone.wav'), ...config);
    // the note in its place is what the model reads
    assert.match(alone.stdout, /^Receives +Only a note$/m);
    assert.match(alone.stdout, /^Tokens +≈ \d\d$/m);
  });

  it('doubts what the catalogue denies, of one file as of several', async () => {
    const words = /According to the catalogue, gpt-5\.2 accepts “file”, but not “audio” \(gpt-5\.2, @langchain/;
    const compatible = ['--api', 'openai-compatible'];
    assert.match((await route(at('tone.wav'), '--model', 'gpt-5.2', ...compatible)).stdout, words);
    const config = ['--config', at('ears/llmservices.json'), '--service', 'deaf', ...compatible];
    assert.match((await route(at('tone.wav'), ...config)).stdout, /“audio” is declared in llmservices\.json, but gpt-5\.2 is known not/);
    const several = JSON.parse((await route(at('tone.wav'), at('b.md'), ...config, '--json')).stdout) as Answer;
    assert.deepEqual([several.attachments[0]?.arrival, several.wire.arrival], ['doubtful', 'doubtful']);
  });

  it('counts the text of a file that goes as base64, as much as where it goes as text', async () => {
    const tokensFor = async (model: string): Promise<number | undefined> =>
      (JSON.parse((await route(at('b.md'), '--as', 'attachment', '--model', model, '--json')).stdout) as Answer).tokens?.low;
    const [gemini, claude] = [await tokensFor('gemini-3-pro'), await tokensFor('claude-opus-4-5')];
    assert.ok(gemini !== undefined && claude !== undefined && gemini > 0, `${gemini} and ${claude} tokens`);
    assert.ok(gemini <= claude, 'Claude splits text more finely');
  });

  it('says that tokens and price are not known', async () => {
    const { stdout } = await route(at('a.png'), '--model', 'grok-4.6');
    assert.match(stdout, /^Tokens +unknown\nPrice +unknown$/m);
    assert.match((await route(at('a.png'), '--model', 'grok-4.6', '--as', 'attachment')).stdout, /^Tokens +unknown\nPrice +unknown$/m);
  });

  it('names a misspelt capability in a message too, and keeps names on their line', async () => {
    const { stdout } = await route(at('a.png'), at('b.md'), '--config', at('llmservices.json'), '--service', 'eyes');
    assert.match(stdout, /^a\.png .*eyes does not declare "vision" \(its "visoin" is no capability: did you mean "vision"\?\)$/m);
    const forged = await route(at('a\nRequest  sent.png'), at('a.png'), '--model', 'claude-opus-4-5');
    assert.doesNotMatch(forged.stdout, /^Request +sent\.png/m);
    assert.match(forged.stdout, /^Limit +a\\x0aRequest {2}sent\.png: info/m);
  });

  it('says that each model has its own --model', async () => {
    const { code, stderr } = await route(at('a.png'), '--model', 'gpt-5.2,claude-opus-4-5');
    assert.deepEqual([code, /a --model of its own/.test(stderr)], [1, true], stderr);
  });
});
