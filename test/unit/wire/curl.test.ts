import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { WIRE_APIS, type WireApi } from '../../../src/core/wire/api.ts';
import { curlCommand } from '../../../src/core/wire/curl.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import { answered, file, text, user } from '../../support/wire.ts';

/** The arguments bash passes to curl, with each key's variable set to the word KEY. */
function argumentsOf(command: string): string[] {
  const env = { PATH: process.env['PATH'], ...Object.fromEntries(['OPENAI', 'ANTHROPIC', 'GEMINI'].map((name) => [`${name}_API_KEY`, 'KEY'])), API_KEY: 'KEY' };
  const printed = execFileSync('bash', ['--noprofile', '--norc', '-c', `curl() { printf '%s\\0' "$@"; }\n${command}`], { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  return printed.split('\0').slice(0, -1);
}

describe('The curl command of a request', function () {
  before(function () {
    if (process.platform === 'win32') this.skip();
  });

  it('sends just the body, to the address of the API, with its key as a variable', () => {
    const cases: Record<Exclude<WireApi, 'mcp'>, [string, string | undefined]> = {
      'openai-chat': ['https://api.openai.com/v1/chat/completions', 'Authorization: Bearer KEY'],
      'openai-responses': ['https://api.openai.com/v1/responses', 'Authorization: Bearer KEY'],
      anthropic: ['https://api.anthropic.com/v1/messages', 'x-api-key: KEY'],
      gemini: ['https://generativelanguage.googleapis.com/v1beta/models/m%3A1:generateContent', 'x-goog-api-key: KEY'],
      'gemini-2': ['https://generativelanguage.googleapis.com/v1beta/models/m%3A1:generateContent', 'x-goog-api-key: KEY'],
      'openai-compatible': ['https://api.example.com/v1/chat/completions', 'Authorization: Bearer KEY'],
      ollama: ['http://localhost:11434/api/chat', undefined],
    };
    for (const [api, [address, key]] of Object.entries(cases) as [Exclude<WireApi, 'mcp'>, [string, string | undefined]][]) {
      const result = toWire(answered(text(`it's "quoted" $HOME \`id\` \\ 'ü'\n`)), api, { model: 'm:1' });
      const given = argumentsOf(curlCommand(result, api, { model: 'm:1' }));
      assert.equal(given[0], address);
      if (key !== undefined) assert.ok(given.includes(key), api);
      assert.deepEqual(JSON.parse(given.at(-1) ?? ''), result.body, api);
    }
  });

  it('follows the address of the service, without credentials and query', () => {
    const result = toWire(user(text('x')), 'anthropic');
    const to = (api: WireApi, baseURL: string): string => argumentsOf(curlCommand(result, api, { baseURL }))[0] ?? '';
    assert.equal(to('openai-chat', 'https://user:secret@llm.example.com/v1/?key=secret#secret'), 'https://llm.example.com/v1/chat/completions');
    assert.equal(to('openai-chat', 'https://llm.example.com/v1/chat/completions'), 'https://llm.example.com/v1/chat/completions');
    assert.equal(to('anthropic', 'https://api.anthropic.com'), 'https://api.anthropic.com/v1/messages');
    assert.equal(to('anthropic', 'https://api.anthropic.com/v1/messages'), 'https://api.anthropic.com/v1/messages');
    assert.equal(to('ollama', 'http://localhost:11434/api'), 'http://localhost:11434/api/chat');
  });

  it('runs nothing of an address or a model', () => {
    const result = toWire(user(text('x')), 'gemini');
    for (const evil of [`'; id; '`, '$(id)', '`id`', '\n id']) {
      const given = argumentsOf(curlCommand(result, 'gemini', { baseURL: `https://example.com/${evil}`, model: evil }));
      assert.equal(given.length, 7);
      assert.ok(given[0]?.startsWith('https://example.com/'));
    }
  });

  it('reads a long body from a file, and says so', () => {
    const command = curlCommand(toWire(user(file('a.pdf', 'application/pdf', 'A'.repeat(400_000))), 'anthropic'), 'anthropic');
    assert.match(command, /^# The body \(\d+ bytes\) is read from body\.json/);
    assert.match(command, /--data-binary @body\.json\n$/);
    assert.ok(command.length < 1000);
  });

  it('is none for an MCP tool result', () => {
    assert.ok(WIRE_APIS.includes('mcp'));
    assert.deepEqual(argumentsOf(curlCommand(toWire(answered(text('x')), 'mcp'), 'mcp')), []);
  });
});
