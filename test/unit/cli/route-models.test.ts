import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';

/** Artifacts of the real data root. */
const PNG = '8';
const WAV = '18';

interface Answer {
  readonly service: string;
  readonly model: string;
  readonly from: string;
  readonly provider: string;
  readonly source: string;
  readonly wire: { readonly api: string; readonly arrival: string };
}

describe('The command line, asking for models of the catalogue', function () {
  this.timeout(120_000);
  let root: string;

  before(async () => {
    root = await copyOfRealRoot();
  });

  const route = (...args: string[]) => cli(['route', ...args, '--root', root]);

  it('shows what one receives that no file names, and who says so', async () => {
    const { code, stdout } = await route(PNG, '--model', 'openai/gpt-5.2');
    assert.equal(code, 0);
    assert.match(stdout, /^Model +gpt-5\.2$/m);
    assert.match(stdout, /^Catalogue +OpenAI, @langchain\/openai \d+\.\d+\.\d+$/m);
    assert.match(stdout, /^Receives +Image$/m);
    assert.match(stdout, /^Reason +the catalogue says that gpt-5\.2 takes "vision"$/m);
    assert.match(stdout, /^API +OpenAI Responses$/m);
    const { stdout: chat } = await route(PNG, '--model', 'openai/gpt-5.2', '--api', 'openai-chat');
    assert.match(chat, /^Receives +Image, in a user message$/m);
  });

  it('says it as JSON', async () => {
    const { code, stdout } = await route(PNG, '--model', 'claude-opus-4-5', '--json');
    assert.equal(code, 0);
    const { service, model, from, provider, source, wire } = JSON.parse(stdout) as Answer;
    assert.deepEqual(
      [service, model, from, provider, wire.api, wire.arrival],
      ['catalogue:claude-opus-4-5', 'claude-opus-4-5', 'catalogue', 'Anthropic', 'anthropic', 'arrives'],
    );
    assert.match(source, /^@langchain\/anthropic /);
  });

  it('shows them as the services they would be, without a data root', async () => {
    const { code, stdout } = await cli([
      'services',
      '--model',
      'gpt-5.2',
      '--model',
      'openai/gpt-5.3-codex-spark',
      '--model',
      'claude-mythos-5',
    ]);
    assert.equal(code, 0);
    const [gpt = '', spark = '', mythos = ''] = stdout.split('\n\n');
    assert.match(gpt, /^Model +gpt-5\.2\nProvider +OpenAI\nAPI +OpenAI Responses\nAddress +https:\/\/api\.openai\.com\/v1\n/);
    assert.match(gpt, /^Input +text, vision, file$/m);
    assert.match(
      gpt,
      /^Context +400,000 tokens \(@langchain\/openai \S+, \d{4}-\d\d-\d\d(, \d+ days old)?\)\nMost input +272,000 tokens \(.*\)\nMost output +128,000 tokens/m,
    );
    assert.match(gpt, /^Price +input \$1\.75, .*@pydantic\/genai-prices \S+, \d{4}-\d\d-\d\d(, \d+ days old)?\)$/m);
    assert.match(spark, /^Input +text$/m);
    assert.match(spark, /^Price +input \$1\.75, .*@earendil-works\/pi-ai \S+, \d{4}-\d\d-\d\d(, \d+ days old)?\)$/m);
    assert.match(mythos, /^Price +unknown$/m);
  });

  it('shows them so as JSON, and refuses what is no model', async () => {
    const { stdout } = await cli(['services', '--model', 'gemini-3.1-pro-preview', '--json']);
    const { services } = JSON.parse(stdout) as {
      services: Record<string, { date?: string; input?: string[]; context?: { tokens: number } }>[];
    };
    assert.equal(services.length, 1);
    const [only] = services;
    assert.deepEqual([only?.['model'], only?.['api'], only?.['from']], ['gemini-3.1-pro-preview', 'gemini', 'catalogue']);
    assert.deepEqual(only?.['capabilities']?.input, ['text', 'vision', 'audio', 'video', 'file']);
    assert.equal(only['limits']?.context?.tokens, 1_048_576);
    assert.match(only['source']?.date ?? '', /^\d{4}-\d\d-\d\d$/);
    const unknown = await cli(['services', '--model', 'gqt-5.2', '--json']);
    assert.equal(unknown.code, 1);
    assert.match(unknown.stdout + unknown.stderr, /model_unknown/);
    assert.match((await cli(['services', '--model', '<b>\nx'])).stderr, /^agent-artifacts: "<b>\\x0ax" is not the name of a model\./);
  });

  it('compares several, also with a service, one a line', async () => {
    const models = ['gpt-5.2', 'claude-opus-4-5', 'gemini-3.1-pro-preview'].flatMap((name) => ['--model', name]);
    const { code, stdout } = await route(WAV, ...models, '--service', 'text-model');
    assert.equal(code, 0);
    const lines = stdout.trimEnd().split('\n');
    assert.equal(lines.length, 5);
    assert.match(lines[1] ?? '', /^gpt-5\.2 .*the catalogue says that gpt-5\.2 does not take "audio" or "file"|^gpt-5\.2 /);
    assert.match(lines[3] ?? '', /^gemini-3.1-pro-preview +Gemini generateContent +File, in a user message /);
    assert.match(lines[4] ?? '', /^text-model .*text-model does not declare "audio" or "file"$/);
    const json = await route(WAV, ...models, '--json');
    const { models: answers } = JSON.parse(json.stdout) as { models: Answer[] };
    assert.deepEqual(
      answers.map(({ model }) => model),
      ['gpt-5.2', 'claude-opus-4-5', 'gemini-3.1-pro-preview'],
    );
  });

  it('tells tokens, price and share of the context of each', async () => {
    const { stdout } = await route('31', '--model', 'gpt-5.2', '--model', 'claude-opus-4-5');
    const [head = '', gpt = '', claude = ''] = stdout.trimEnd().split('\n');
    assert.match(head, /TOKENS +PRICE +CONTEXT/);
    for (const line of [gpt, claude]) assert.match(line, /≈ [\d,]+ +≈ \$0\.\d+ +(≈ \d+(\.\d)?|< 0\.1)%/);
  });

  it('expects the same of each', async () => {
    const both = ['--model', 'gpt-5.2', '--model', 'grok-4'];
    const { code, stderr } = await route(PNG, ...both, '--expect', 'image');
    assert.equal(code, 1);
    assert.match(
      stderr,
      /does not arrive as image for grok-4: it is sent as description, because the catalogue says that grok-4 does not take "vision"/,
    );
    assert.doesNotMatch(stderr, /for gpt-5\.2/);
  });

  it('refuses a name that is not in the catalogue with the nearest ones, and what is no name', async () => {
    const unknown = await route(PNG, '--model', 'clade-opus-4-5');
    assert.equal(unknown.code, 1);
    assert.match(unknown.stderr, /"clade-opus-4-5" is not in the catalogue\. Did you mean claude-opus-4-5 or .*\? \[model_unknown\]/);
    const hostile = await route(PNG, '--model', `<b>${'a'.repeat(10_000)}`, '--json');
    assert.equal(hostile.code, 1);
    const { error, message } = JSON.parse(hostile.stdout) as { error: string; message: string };
    assert.equal(error, 'model_name_invalid');
    assert.ok(message.length < 200);
  });

  it('[30] answers for the others where one of several is not in the catalogue, with exit code 2', async () => {
    const some = ['--model', 'gpt-5.2', '--model', 'clade-opus-4-5', '--model', 'gpt-4.1'];
    const { code, stdout, stderr } = await route(PNG, ...some);
    assert.deepEqual([code, stdout.trimEnd().split('\n').length], [2, 3]);
    assert.match(stderr, /^The model "clade-opus-4-5" is not in the catalogue\. Did you mean .*\? \[model_unknown\]$/m);
    const json = await route(PNG, ...some, '--json');
    const { models } = JSON.parse(json.stdout) as { models: { model: string; error?: string }[] };
    assert.deepEqual(
      [json.code, ...models.map(({ model, error }) => [model, error])],
      [2, ['gpt-5.2', undefined], ['clade-opus-4-5', 'model_unknown'], ['gpt-4.1', undefined]],
    );
    const expected = await route(PNG, '--model', 'grok-4', '--model', 'clade-opus-4-5', '--expect', 'image');
    assert.equal(expected.code, 2);
    assert.match(expected.stderr, /does not arrive as image[^]*\[not_as_expected\]\n.*"clade-opus-4-5"/);
    assert.equal((await route(PNG, ...some, '--expect', 'image', '--sarif')).code, 2);
    const none = await route(PNG, '--model', 'clade-1', '--model', 'clade-2');
    assert.deepEqual([none.code, none.stdout], [1, '']);
    assert.match(none.stderr, /"clade-1"[^]*"clade-2"/);
  });

  it('takes no body of several, and no model beside an agent', async () => {
    assert.equal((await route(PNG, '--model', 'gpt-5.2', '--model', 'grok-4', '--wire')).code, 2);
    assert.equal((await route(PNG, '--model', 'gpt-5.2', '--agent', 'a')).code, 2);
    assert.equal((await route(PNG, '--model', '')).code, 2);
  });

  it('needs no llmservices.json', async () => {
    const bare = path.join(root, 'bare');
    await mkdir(path.join(bare, 'artifacts'), { recursive: true });
    await writeFile(path.join(bare, 'artifacts/1'), 'hello');
    const { code, stdout } = await cli(['route', '1', '--model', 'gpt-5.2', '--root', bare]);
    assert.equal(code, 0, stdout);
    assert.match(stdout, /^Receives +Text$/m);
  });
});
