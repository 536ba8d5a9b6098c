import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { rename, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isObject } from '../../../src/core/io/arguments.ts';
import { cli } from '../../support/command-line.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');
const input = ['text', 'vision', 'file'];
const SERVICES = {
  services: [
    { id: 'eyes', model: 'gpt-5.2', baseURL: 'https://api.openai.com/v1', apiKey: '', capabilities: { input } },
    { id: 'gate', model: 'mine', baseURL: 'https://gate.example/v1', apiKey: '', capabilities: { input } },
  ],
};

describe('The command line, given paths of files', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({
      'a.png': PNG,
      'b.md': '# Hi',
      'large.png': Buffer.concat([PNG, Buffer.alloc(4_000_000)]),
      'c.pdf': '%PDF-1.4\n',
      '31': 'a file',
      'sub/': '',
      'llmservices.json': SERVICES,
    });
  });
  const config = () => ['--config', path.join(folder, 'llmservices.json')];
  const at = (name: string) => `${folder}/${name}`;

  it('are named as they were typed in what is said of them', async () => {
    const spoken = async (...args: string[]): Promise<string> => {
      const { stdout, stderr } = await cli(args, { folder });
      return stdout + stderr;
    };
    const gone = 'The file or folder does not exist. [not_found]';
    assert.equal(await spoken('route', './nope.md'), `agent-artifacts: ./nope.md: ${gone}\n`);
    assert.equal(await spoken('show', './nope.md'), `agent-artifacts: ./nope.md: ${gone}\n`);
    for (const command of ['import', 'validate'])
      assert.equal(await spoken(command, './nope.yaml'), 'agent-artifacts: File ./nope.yaml not found. [not_found]\n');
    assert.match(await spoken('validate', './b.md'), /^\.\/b\.md:1:\d+: error: /);
    assert.match(await spoken('import', 'sub/../b.md'), /^agent-artifacts: sub\/\.\.\/b\.md: /);
    assert.match(await spoken('export', './b.md', '--format', 'litellm'), /services in \.\/b\.md cannot be used/);
  });

  it('needs no data root: without a named model the newest ones are compared', async () => {
    const { code, stdout } = await cli(['route', at('a.png'), '--json']);
    assert.equal(code, 0);
    const { models } = JSON.parse(stdout) as { models: { service: string; wire: { arrival: string } }[] };
    assert.ok(models.length >= 3, stdout);
    for (const { service, wire } of models) assert.match(`${service} ${wire.arrival}`, /^catalogue:\S+ arrives$/);
    assert.equal((await cli(['route', at('a.png'), '--expect', 'image'])).code, 0);
  });

  it('with an API and no model is what an agent without a service gets: text', async () => {
    const { code, stdout } = await cli(['route', at('a.png'), '--api', 'gemini', '--json']);
    assert.equal(code, 0);
    const { service, result } = JSON.parse(stdout) as { service: null; result: { routing: string; content: string } };
    assert.deepEqual([service, result.routing], [null, 'text']);
    assert.match(result.content, /\(file:a\.png\)/);
  });

  it('refuses a model that its maker has retired, with the day, the successor and the page, but not at a cloud', async () => {
    const says = /claude-3-7-sonnet-20250219 was retired on 2026-02-19: requests fail\. Recommended instead: claude-sonnet-4-6 \(https:/;
    const asked = ['--model', 'claude-3-7-sonnet-20250219'];
    const one = await cli(['route', at('a.png'), ...asked, '--expect', 'image']);
    assert.equal(one.code, 1);
    assert.match(one.stderr, says);
    assert.match(one.stdout, /^Receives +Refused$/m);
    const text = await cli(['route', at('b.md'), ...asked, '--as', 'attachment', '--expect', 'text']);
    assert.equal(text.code, 1);
    assert.match(text.stderr, says);
    const { stdout } = await cli(['route', at('a.png'), ...asked, '--json']);
    assert.equal((JSON.parse(stdout) as { wire: { arrival: string } }).wire.arrival, 'refused');
    const cloud = await cli(['route', at('a.png'), '--model', 'anthropic.claude-3-7-sonnet-20250219-v1:0', '--expect', 'image']);
    assert.equal(cloud.code, 0, cloud.stderr);
  });

  it('never says that a picture arrives at a model of which the family alone is known, but that a text does', async () => {
    const asked = ['--model', 'claude-opus-9'];
    for (const as of [[], ['--as', 'attachment']]) {
      const { code, stdout, stderr } = await cli(['route', at('a.png'), ...asked, ...as, '--expect', 'image']);
      assert.equal(code, 1);
      assert.match(stdout, /^Receives +Image, doubtful$/m);
      assert.match(stderr, /claude-opus-9 is not in the catalogue: what it accepts is inferred from its family, Claude 3 and later/);
    }
    const { code, stdout } = await cli(['route', at('b.md'), ...asked, '--expect', 'text']);
    assert.equal(code, 0);
    assert.match(stdout, /^Catalogue +Anthropic, not listed; its family is Claude 3 and later$/m);
    const unknown = await cli(['route', at('a.png'), '--model', 'azure/my-deployment']);
    assert.match(
      unknown.stderr,
      /is not in the catalogue\. By its name, Azure OpenAI serves it \(OpenAI Chat Completions\), but what it accepts is not known\. /,
    );
    const drawing = await cli(['route', at('a.png'), '--model', 'gpt-image-2']);
    assert.match((await cli(['route', at('a.png'), '--model', 'mistral-ocr-latest'])).stderr, /takes no messages of a chat/);
    assert.match(drawing.stderr, /The model "gpt-image-2" takes no messages of a chat: no request is written for it\./);
    const retired = await cli(['route', at('b.md'), '--model', 'computer-use-preview']);
    assert.match(
      retired.stderr,
      /The model "computer-use-preview" was retired on 2026-07-23: requests fail\. Recommended instead: gpt-5\.6-terra\./,
    );
  });

  it('says of a model whose end is only announced that it arrives, with a note', async () => {
    const { code, stdout } = await cli(['route', at('a.png'), '--model', 'gpt-4o', '--expect', 'image']);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Limit +info: gpt-4o is deprecated: its end was announced for 2027-01-14, and gpt-6-luna is recommended instead\. /m,
    );
  });

  it('says of a model whose requests go to another what that one takes, and its price', async () => {
    const { code, stdout } = await cli(['route', at('b.md'), '--model', 'deepseek-v4-flash']);
    assert.equal(code, 0);
    assert.match(stdout, /^Price .*\(Deepseek, deepseek-flash at this hour: /m);
    assert.match(stdout, /^Limit +info: Requests for deepseek-v4-flash go to deepseek-flash since 2026-09-10, /m);
    const picture = await cli(['route', at('a.png'), '--model', 'deepseek-v4-flash', '--expect', 'image']);
    assert.match(picture.stdout, /^Receives +Image, in a user message$/m);
    assert.equal(picture.code, 0);
  });

  it('never says that a picture arrives where the API is guessed: in words, as JSON, and by its exit code', async () => {
    for (const asked of [
      [...config(), '--service', 'gate'],
      ['--model', 'meta-llama/Llama-4-Scout-17B-16E-Instruct'],
    ])
      for (const as of [[], ['--as', 'attachment']]) {
        const one = await cli(['route', at('a.png'), ...asked, ...as, '--expect', 'image']);
        assert.equal(one.code, 1, asked.join(' '));
        assert.match(one.stderr, /assuming OpenAI-compatible/);
        assert.match(one.stdout, /doubtful/);
        const { stdout } = await cli(['route', at('a.png'), ...asked, ...as, '--json']);
        assert.match(stdout, /"arrival": ?"doubtful"/);
      }
    assert.equal((await cli(['route', at('a.png'), '--model', 'us.amazon.nova-lite-v1:0', '--expect', 'image'])).code, 0, 'by Converse');
    assert.equal((await cli(['route', at('b.md'), ...config(), '--service', 'gate', '--expect', 'text'])).code, 0);
    const named = ['--service', 'gate', '--api', 'openai-compatible', '--expect', 'image'];
    assert.equal((await cli(['route', at('a.png'), ...config(), ...named])).code, 0);
  });

  it('refuses a picture above 5 MB of base64 for Claude on Bedrock and Vertex AI, which its maker takes', async () => {
    for (const model of ['bedrock/us.anthropic.claude-opus-4-7', 'vertex_ai/claude-opus-4-5', 'claude-opus-4-5@20251101']) {
      const { code, stdout, stderr } = await cli(['route', at('large.png'), '--model', model, '--expect', 'image']);
      assert.equal(code, 1, model);
      assert.match(stdout + stderr, /The size as base64 is 5\.1 MB; the limit is 5\.0 MB\./, model);
    }
    assert.equal((await cli(['route', at('large.png'), '--model', 'claude-opus-4-7', '--expect', 'image'])).code, 0);
  });

  it('tells of a picture in an ordinary project what three models receive, its tokens and dollars, as JSON', async () => {
    const picture = path.resolve(import.meta.dirname, '../../fixtures/project/docs/diagram.png');
    const models = ['gpt-5.2', 'claude-opus-4-5', 'gemini-3.1-pro-preview'].flatMap((name) => ['--model', name]);
    const { code, stdout } = await cli(['route', picture, ...models, '--json']);
    assert.equal(code, 0);
    interface Received {
      readonly model: string;
      readonly tokens: { readonly high: number };
      readonly price: { readonly high: number };
      readonly context: { readonly window: number };
      readonly wire: { readonly arrival: string };
    }
    const { models: received } = JSON.parse(stdout) as { models: Received[] };
    assert.deepEqual(
      received.map(({ model, wire, tokens, context }) => [model, wire.arrival, tokens.high, context.window]),
      [
        ['gpt-5.2', 'arrives', 3303, 272_000],
        ['claude-opus-4-5', 'arrives', 1536, 200_000],
        ['gemini-3.1-pro-preview', 'arrives', 1120, 1_048_576],
      ],
    );
    for (const { model, price } of received) assert.ok(price.high > 0.001 && price.high < 0.01, `${model}: ${price.high}`);
  });

  it('has the same fields in the JSON of every model, null where nothing is known', async () => {
    const models = ['--model', 'gpt-5.2', '--model', 'grok-4.6'];
    const jsonOf = async (...args: string[]): Promise<unknown> => JSON.parse((await cli(['route', ...args, '--json'])).stdout);
    const shared = ['service', 'model', 'from', 'provider', 'source', 'message', 'tokens', 'price', 'context', 'wire'];
    const fieldsOf = (value: object, ...own: string[]): void => assert.deepEqual(Object.keys(value).sort(), [...shared, ...own].sort());
    const one = await jsonOf(at('a.png'), ...models.slice(0, 2));
    const two = await jsonOf(at('a.png'), ...models);
    const message = await jsonOf(at('a.png'), at('b.md'), ...models);
    assert.ok(isObject(one) && isObject(two) && isObject(message));
    fieldsOf(one, 'result');
    for (const { price, tokens, ...each } of two['models'] as Record<string, unknown>[]) {
      fieldsOf({ price, tokens, ...each }, 'result');
      const keys = (value: unknown): string[] | null => (isObject(value) ? Object.keys(value) : null);
      const isKnown = each['model'] === 'gpt-5.2';
      assert.deepEqual(
        [keys(price), keys(tokens)],
        isKnown
          ? [
              ['low', 'high', 'source'],
              ['low', 'high'],
            ]
          : [null, null],
        String(each['model']),
      );
    }
    for (const each of message['models'] as object[]) fieldsOf(each, 'attachments');
  });

  it('takes the services of a configuration', async () => {
    const { code, stderr } = await cli(['route', at('a.png'), ...config(), '--service', 'eyes', '--expect', 'image']);
    assert.equal(code, 0, stderr);
  });

  it('several are the attachments of one message, and so is one that is asked for as such', async () => {
    const { stdout } = await cli(['route', at('a.png'), at('b.md'), at('c.pdf'), ...config(), '--service', 'eyes', '--json']);
    const { attachments } = JSON.parse(stdout) as { attachments: { artifactRef: string; outcome: string }[] };
    assert.deepEqual(
      attachments.map(({ artifactRef, outcome }) => [artifactRef, outcome]),
      [
        ['file:a.png', 'included'],
        ['file:b.md', 'included'],
        ['file:c.pdf', 'included'],
      ],
    );
    const one = await cli(['route', at('a.png'), '--as', 'attachment', '--json']);
    const { models } = JSON.parse(one.stdout) as { models: { attachments: { outcome: string }[] }[] };
    assert.deepEqual([...new Set(models.flatMap(({ attachments }) => attachments.map(({ outcome }) => outcome)))], ['included']);
    assert.equal((await cli(['route', at('a.png'), at('b.md'), '--as', 'tool'])).code, 2);
  });

  it('prints the path of a file on one line of a terminal, whatever its name holds', async function () {
    if (process.platform === 'win32') this.skip();
    const folder = await temporaryFolder({ 'x\nagent-artifacts: all good.md': '# Hi' });
    const args = ['ids', 'x\nagent-artifacts: all good.md', '--file'];
    assert.match((await cli(args, { folder, isTTY: true })).stdout, /^[^\n]*x\\x0aagent-artifacts: all good\.md\n$/);
    assert.match((await cli(args, { folder })).stdout, /x\nagent-artifacts: all good\.md\n$/);
  });

  it('shows and locates files, and refuses what is none', async () => {
    assert.equal((await cli(['show', at('b.md')])).stdout.trim(), '# Hi');
    assert.equal((await cli(['show', at('31')])).stdout.trim(), 'a file');
    assert.equal((await cli(['ids', at('b.md'), '--file'])).stdout.trim(), at('b.md'));
    const [sub, gone] = await Promise.all(['sub', 'gone.png'].map((name) => cli(['route', at(name), '--json'])));
    assert.match(sub?.stdout ?? '', /"error": "not_a_file"/);
    assert.match(gone?.stdout ?? '', /"error": "not_found"/);
  });

  it('refuses a socket, at once', async function () {
    if (process.platform === 'win32') this.skip();
    const server = createServer();
    await once(server.listen(at('agent.sock')), 'listening');
    try {
      for (const names of [['agent.sock'], ['agent.sock', 'b.md']])
        assert.match((await cli(['route', ...names.map(at), '--json'])).stdout, /"error": "not_a_file"/);
    } finally {
      server.close();
    }
  });

  it('decides five gigabytes without reading them', async () => {
    await writeFile(at('film.part'), Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'));
    await truncate(at('film.part'), 5 * 1024 ** 3);
    await rename(at('film.part'), at('film.mp4'));
    assert.match((await cli(['route', at('film.mp4'), '--json'])).stdout, /"rule": "too_large"/);
  });
});
