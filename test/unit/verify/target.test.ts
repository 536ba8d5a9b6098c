import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { TEXT_ONLY } from '../../../src/core/models/capability.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { variableIn, VerifyTarget } from '../../../src/core/verify/target.ts';
import { PROVIDERS } from '../../../src/core/wire/providers.ts';

/** Nobody's: made for this test. */
const KEY = 'sk-q7Zt2LmX9vBc4RkW8sYd1NfH';
const VARIABLES: Readonly<Record<string, string>> = {
  MY_KEY: `  ${KEY}\n`,
  OPENAI_API_KEY: KEY,
  ANTHROPIC_API_KEY: KEY,
  BASE: 'https://llm.example.com/v1',
  HOST: 'https://internal.example',
  EMPTY: '',
};
/** Every variable of a provider is set. */
const environment = (name: string): string | undefined =>
  Object.hasOwn(VARIABLES, name) ? VARIABLES[name] : /_API_KEY$|^HF_TOKEN$|^(?:constructor|__proto__)$/.test(name) ? KEY : undefined;
const BASE = { id: 'a', model: 'm', baseURL: 'https://llm.example.com/v1' } as const;

function targetOf(service: Partial<LlmServiceConfig>, variable?: string): VerifyTarget {
  const target = VerifyTarget.of({ ...BASE, ...service }, TEXT_ONLY, { environment, variable });
  assert.ok(target instanceof VerifyTarget, JSON.stringify(target));
  return target;
}

function problemOf(service: Partial<LlmServiceConfig>, variable?: string): string {
  const problem = VerifyTarget.of({ ...BASE, ...service }, TEXT_ONLY, { environment, variable });
  assert.ok(!(problem instanceof VerifyTarget));
  return formatSentence(problem.because);
}

const without = (field: 'baseURL' | 'model'): Partial<LlmServiceConfig> => ({ [field]: undefined }) as unknown as Partial<LlmServiceConfig>;

describe('Where requests go', () => {
  for (const [service, url] of [
    [{}, 'https://llm.example.com/v1/chat/completions'],
    [{ baseURL: 'https://llm.example.com/v1/' }, 'https://llm.example.com/v1/chat/completions'],
    [{ baseURL: 'https://llm.example.com/v1/chat/completions' }, 'https://llm.example.com/v1/chat/completions'],
    [
      { baseURL: 'https://llm.example.com/v1?api-version=2026-01-01#x' },
      'https://llm.example.com/v1/chat/completions?api-version=2026-01-01',
    ],
    [{ api: 'openai-responses' }, 'https://llm.example.com/v1/responses'],
    [{ api: 'anthropic', baseURL: 'https://llm.example.com' }, 'https://llm.example.com/v1/messages'],
    [{ api: 'gemini', model: 'models/gemini-3-pro' }, 'https://llm.example.com/v1/models/gemini-3-pro:generateContent'],
    [{ api: 'gemini', model: '../../evil?x#y' }, 'https://llm.example.com/v1/models/..%2F..%2Fevil%3Fx%23y:generateContent'],
    [{ baseURL: 'http://127.0.0.1:11434' }, 'http://127.0.0.1:11434/api/chat'],
    [{ baseURL: '${BASE}' }, 'https://llm.example.com/v1/chat/completions'],
    [{ baseURL: 'http://0xA9FEA9FE:8080/v1' }, 'http://169.254.169.254:8080/v1/chat/completions'],
    [{ baseURL: '${HOST}:8443/v1' }, 'https://internal.example:8443/v1/chat/completions'],
    [{ baseURL: '${env:BASE}/x' }, 'https://llm.example.com/v1/x/chat/completions'],
  ] as const satisfies readonly (readonly [Partial<LlmServiceConfig>, string])[]) {
    it(`${JSON.stringify(service)}: ${url}`, () => assert.equal(targetOf(service).requestFor({}).url, url));
  }

  it('without an address: to the official one of a declared API that has one, which is said; else nowhere', () => {
    for (const [api, url, provider] of [
      ['openai-chat', 'https://api.openai.com/v1/chat/completions', 'OpenAI'],
      ['openai-responses', 'https://api.openai.com/v1/responses', 'OpenAI'],
      ['anthropic', 'https://api.anthropic.com/v1/messages', 'Anthropic'],
      ['gemini', 'https://generativelanguage.googleapis.com/v1beta/models/m:generateContent', 'Gemini API'],
    ] as const) {
      for (const baseURL of [undefined, '', '  ']) {
        const target = targetOf({ api, baseURL } as unknown as Partial<LlmServiceConfig>);
        assert.deepEqual([target.requestFor({}).url, target.address, target.official], [url, url, provider]);
      }
    }
    assert.equal(targetOf({}).official, undefined);
    for (const api of [undefined, 'openai-compatible', 'ollama'] as const) {
      assert.equal(problemOf({ ...without('baseURL'), ...(api && { api }) }), 'The service has no address (baseURL).');
    }
  });

  for (const [service, problem] of [
    [{ baseURL: 'https://user:pass@llm.example.com/v1' }, 'a user name or a password'],
    [{ baseURL: 'llm.example.com/v1' }, 'not a valid address for requests'],
    [{ baseURL: 'file:///etc/passwd' }, 'not a valid address for requests'],
    [{ baseURL: 'https://llm.example.com\\@evil.example.com/' }, 'not a valid address for requests'],
    [{ baseURL: 'https:\\\\evil.example.com/' }, 'not a valid address for requests'],
    [{ baseURL: 'https://evil.example.com/${MY_KEY}' }, 'not a valid address for requests'],
    [{ baseURL: 'https://${MY_KEY}.evil.example.com/' }, 'not a valid address for requests'],
    [{ baseURL: '${MY_KEY}' }, 'not a valid address for requests'],
    [{ baseURL: '${HOST}.evil.example/v1' }, 'not a valid address for requests'],
    [{ baseURL: '${HOST}.evil.example/@x' }, 'not a valid address for requests'],
    [{ baseURL: '${HOST}:pw@evil.example/v1' }, 'a user name or a password'],
    [{ baseURL: '${EMPTY}/v1' }, 'The environment variable EMPTY is not set.'],
    [{ baseURL: '${NOT_THERE}/v1' }, 'The environment variable NOT_THERE is not set.'],
    [{ baseURL: 'https://gateway.example.com/•••/v1' }, 'not a valid address for requests'],
    [{ baseURL: 'https://256.1.1.1/v1' }, 'not a valid address for requests'],
    [{ baseURL: `https://llm.example.com/${'a/'.repeat(4000)}` }, 'not a valid address for requests'],
    [{ model: ' ' }, 'The service has no model.'],
    [without('model'), 'The service has no model.'],
    [{ api: 'mcp' }, 'The service is an MCP server, not a model.'],
  ] as const satisfies readonly (readonly [Partial<LlmServiceConfig>, string])[]) {
    it(`nowhere for ${JSON.stringify(service)}`, () => assert.ok(problemOf(service).includes(problem), problemOf(service)));
  }

  it('what is shown has no query, and says that there is one', () => {
    assert.equal(targetOf({ baseURL: `https://llm.example.com/v1?key=${KEY}` }).address, 'https://llm.example.com/v1/chat/completions?…');
  });

  it('what is shown has no key of the path, and neither has what a server echoes', () => {
    const unknown = '9f86d081884c7d659a2feaa0c55ad015';
    for (const [path, shown] of [
      [`gateway/${KEY}/v1`, 'gateway/•••/v1'],
      [`${unknown}/openai/v1`, '•••/openai/v1'],
      [`bot7:${unknown}/v1`, '•••/v1'],
      [`key=${KEY}/v1`, '•••/v1'],
      [encodeURIComponent(`key=${KEY}`), '•••'],
      ['openai/deployments/my-very-own-and-long-deployment', 'openai/deployments/my-very-own-and-long-deployment'],
      ['v1/accounts/team-42', 'v1/accounts/team-42'],
    ] as const) {
      const target = targetOf({ baseURL: `https://llm.example.com/${path}` });
      assert.equal(target.address, `https://llm.example.com/${shown}/chat/completions`);
      assert.equal(target.requestFor({}).url, `https://llm.example.com/${path}/chat/completions`);
      for (const secret of [KEY, unknown])
        if (path.includes(secret)) assert.ok(!target.shown(`No route /${path}/`)?.includes(secret.slice(3, 12)));
    }
  });

  it('is called open when a key would travel without encryption to another machine', () => {
    const isOpen = (baseURL: string, apiKey = KEY): boolean => targetOf({ baseURL, apiKey }).isOpen;
    assert.deepEqual(
      ['http://10.0.0.7:8000/v1', 'http://127.0.0.1.evil.example.com/v1', 'http://llm.example.com'].map((url) => isOpen(url)),
      [true, true, true],
    );
    assert.deepEqual(
      ['https://10.0.0.7/v1', 'http://127.0.0.1:1/v1', 'http://localhost:1', 'http://[::1]:1/v1'].map((url) => isOpen(url)),
      [false, false, false, false],
    );
    assert.equal(isOpen('http://10.0.0.7:8000/v1', ''), false);
  });
});

describe('Two targets', () => {
  it('are the same when requests go to the same address with the same key, which also a query and a key alone tell', () => {
    const base = { apiKey: KEY, baseURL: 'https://llm.example.com/v1?token=one' };
    const isSame = (service: Partial<LlmServiceConfig>, variable?: string): boolean =>
      targetOf(base).isSameAs(targetOf({ ...base, ...service }, variable));
    assert.equal(isSame({}), true);
    assert.equal(isSame({ name: 'Other', capabilities: { input: ['text'], output: ['text'] } }), true);
    assert.deepEqual(
      [
        isSame({ baseURL: 'https://llm.example.com/v1?token=two' }),
        isSame({ apiKey: `${KEY}2` }),
        isSame({ model: 'n' }),
        isSame({ api: 'ollama' }),
        isSame({}, 'MY_KEY'),
      ],
      [false, false, false, false, false],
    );
  });
});

describe('The key of a request', () => {
  it('comes from the file, or from the variable that stands there or that a person named', () => {
    const bearer = (service: Partial<LlmServiceConfig>, variable?: string): string | undefined =>
      targetOf(service, variable).requestFor({}).headers['Authorization'];
    assert.equal(bearer({ apiKey: KEY }), `Bearer ${KEY}`);
    for (const apiKey of ['${MY_KEY}', '${env:MY_KEY}', ' ${MY_KEY} ']) {
      assert.equal(bearer({ apiKey }), `Bearer ${KEY}`);
      assert.deepEqual(targetOf({ apiKey }).key, { from: 'variable', variable: 'MY_KEY' });
    }
    assert.equal(bearer({ apiKey: 'other' }, 'MY_KEY'), `Bearer ${KEY}`);
    for (const apiKey of [undefined, '', ' ']) assert.equal(bearer({ apiKey } as unknown as Partial<LlmServiceConfig>), undefined);
    assert.deepEqual(targetOf({ apiKey: '' }).key, { from: 'none' });
  });

  it('is refused when the variable is not set, or when it could not be a header', () => {
    assert.equal(problemOf({ apiKey: '${NOT_THERE}' }), 'The environment variable NOT_THERE is not set.');
    assert.equal(problemOf({}, 'EMPTY'), 'The environment variable EMPTY is not set.');
    for (const apiKey of ['a\r\nX-Evil: 1', 'ключ', 'two words', 'sk-${MY_KEY}', 'k'.repeat(8001)])
      assert.equal(problemOf({ apiKey }), 'The key is too long or contains characters that no key has.');
    assert.equal(variableIn('${MY-KEY}'), undefined);
  });

  it('goes where each API wants it', () => {
    const headersOf = (service: Partial<LlmServiceConfig>): Readonly<Record<string, string>> =>
      targetOf({ ...service, apiKey: 'KEY' }).requestFor({}).headers;
    assert.equal(headersOf({ api: 'anthropic' })['x-api-key'], 'KEY');
    assert.equal(headersOf({ api: 'anthropic' })['anthropic-version'], '2023-06-01');
    assert.equal(headersOf({ api: 'gemini' })['x-goog-api-key'], 'KEY');
    assert.equal(headersOf({ baseURL: 'https://x.openai.azure.com/openai/v1' })['api-key'], 'KEY');
    assert.equal(headersOf({ api: 'ollama' })['Authorization'], 'Bearer KEY');
  });

  it('of a provider is offered at the provider’s own address only', () => {
    assert.equal(targetOf({ baseURL: 'https://api.openai.com/v1' }).providerVariable, 'OPENAI_API_KEY');
    assert.equal(targetOf({ api: 'anthropic', baseURL: 'https://api.anthropic.com' }).providerVariable, 'ANTHROPIC_API_KEY');
    assert.equal(targetOf({ api: 'openai-chat' }).providerVariable, undefined);
    assert.equal(targetOf({ baseURL: 'http://api.openai.com/v1' }).providerVariable, undefined);
  });

  it('[E-3] of a provider is told when it would go to somebody else, a program on this machine too', () => {
    const ownerOf = (service: Partial<LlmServiceConfig>, variable?: string): string | undefined =>
      targetOf({ apiKey: '${OPENAI_API_KEY}', ...service }, variable).keyOwner;
    assert.equal(ownerOf({ baseURL: 'https://evil.example/v1' }), 'OpenAI');
    assert.equal(ownerOf({ baseURL: 'https://api.openai.com.evil.example/v1' }), 'OpenAI');
    assert.equal(ownerOf({ baseURL: 'https://api.anthropic.com' }), 'OpenAI');
    assert.equal(ownerOf({ api: 'anthropic', baseURL: 'https://api.openai.com/v1', apiKey: '' }, 'ANTHROPIC_API_KEY'), 'Anthropic');
    assert.deepEqual(
      [ownerOf({ baseURL: 'https://api.openai.com/v1' }), ownerOf({ api: 'openai-responses', baseURL: '' })],
      [undefined, undefined],
    );
    assert.equal(ownerOf({ baseURL: 'http://localhost:4000/v1' }), 'OpenAI');
    assert.deepEqual(
      [ownerOf({ baseURL: 'https://evil.example/v1', apiKey: '${MY_KEY}' }), ownerOf({ baseURL: 'https://evil.example/v1', apiKey: KEY })],
      [undefined, undefined],
    );
    assert.equal(targetOf({ baseURL: 'https://EVIL.example:8443/v1' }).host, 'evil.example');
  });

  it('[E-3] from a variable is known to belong to a host of the provider that names the variable, over https, and to no other', () => {
    const isKnown = (apiKey: string, baseURL: string): boolean => targetOf({ apiKey, baseURL }).isKnownPair;
    for (const { variable, baseURL, name } of PROVIDERS)
      if (variable !== undefined) assert.equal(isKnown(`\${${variable}}`, baseURL), true, name);
    for (const [apiKey, baseURL] of [
      ['${OPENAI_API_KEY}', 'https://eu.api.openai.com/v1'],
      ['${GOOGLE_API_KEY}', 'https://generativelanguage.googleapis.com/v1beta'],
      ['${MOONSHOT_API_KEY}', 'https://api.moonshot.cn/v1'],
      [KEY, 'https://evil.example/v1'],
      ['', 'https://evil.example/v1'],
    ] as const)
      assert.equal(isKnown(apiKey, baseURL), true, `${apiKey} ${baseURL}`);
    for (const [apiKey, baseURL] of [
      ['${MY_KEY}', 'https://evil.example/v1'],
      ['${MY_KEY}', 'http://localhost:4000/v1'],
      ['${MY_KEY}', 'https://api.openai.com/v1'],
      ['${OPENAI_API_KEY}', 'http://api.openai.com/v1'],
      ['${OPENAI_API_KEY}', 'https://api.openai.com.evil.example/v1'],
      ['${OPENAI_API_KEY}', 'https://api-openai.com/v1'],
      ['${MISTRAL_API_KEY}', 'https://api.openai.com/v1'],
      ['${constructor}', 'https://api.openai.com/v1'],
      ['${__proto__}', 'https://api.openai.com/v1'],
    ] as const)
      assert.equal(isKnown(apiKey, baseURL), false, `${apiKey} ${baseURL}`);
    assert.equal(targetOf({ ...without('baseURL'), api: 'openai-chat', apiKey: '${OPENAI_API_KEY}' }).isKnownPair, true);
    assert.equal(targetOf({ ...without('baseURL'), api: 'openai-chat', apiKey: '${MY_KEY}' }).isKnownPair, false);
  });

  it('is in nothing that is printed, copied or posted of a target', () => {
    const target = targetOf({ apiKey: KEY, baseURL: `https://llm.example.com/v1?token=${KEY}2` });
    const everything = [
      JSON.stringify(target),
      inspect(target, { depth: 9, showHidden: true }),
      String(target),
      JSON.stringify({ ...target }),
      JSON.stringify(structuredClone({ ...target })),
    ].join();
    assert.ok(!everything.includes(KEY.slice(3, 12)), everything);
  });
});
