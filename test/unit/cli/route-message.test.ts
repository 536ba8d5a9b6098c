import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/programs.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const project = path.resolve(import.meta.dirname, '../../fixtures/project');
const input = ['text', 'visoin'];
const SERVICES = {
  services: [{ id: 'eyes', model: 'gpt-5.2', baseURL: 'https://api.openai.com/v1', apiKey: '', capabilities: { input } }],
};

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
    folder = await temporaryFolder({ 'a.png': diagram, 'big.png': big, 'b.md': '# Hi', 'empty.png': '', 'llmservices.json': SERVICES });
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
    assert.match(stdout, /^Request +rejected: big\.png: The size as base64 is 11\.6 MB; the limit is 10\.0 MB\.$/m);
    assert.equal(stdout.match(/nothing: the request is rejected/g)?.length, 2);
    assert.doesNotMatch(stdout, /^(Tokens|Price) /m);
    const json = JSON.parse((await route(at('a.png'), at('big.png'), '--model', 'claude-opus-4-5', '--json')).stdout) as Answer;
    assert.deepEqual([json.wire.arrival, json.tokens, json.price], ['refused', null, null]);
    assert.deepEqual(
      json.attachments.map(({ arrival }) => arrival),
      ['refused', 'refused'],
    );
    assert.ok(json.attachments[1]?.limits?.some(({ code }) => code === 'part_too_large'));
  });

  it('compares several models, one a line', async () => {
    const models = ['gpt-5.2', 'claude-opus-4-5', 'grok-4.6'].flatMap((name) => ['--model', name]);
    const { stdout } = await route(at('a.png'), at('big.png'), ...models);
    const [head = '', gpt = '', claude = '', grok = ''] = stdout.trimEnd().split('\n');
    assert.match(head, /^MODEL +API +MODEL GETS +REQUEST +TOKENS +PRICE +CONTEXT +REASON$/);
    assert.match(gpt, /^gpt-5\.2 .* all 2 .*≈ \$/);
    assert.match(claude, /^claude-opus-4-5 .*nothing: the request is rejected .* – +– +– +big\.png: /);
    assert.match(grok, /unknown +price unknown/);
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

  it('says that each model has its own --model', async () => {
    const { code, stderr } = await route(at('a.png'), '--model', 'gpt-5.2,claude-opus-4-5');
    assert.deepEqual([code, /a --model of its own/.test(stderr)], [1, true], stderr);
  });
});
