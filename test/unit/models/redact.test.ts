import assert from 'node:assert/strict';
import { redactService, redactUrl } from '../../../src/core/models/api-key.ts';

describe('redacting a service', () => {
  it('keeps known fields and drops the key and everything unknown', () => {
    const service = {
      id: 'a',
      name: 'A',
      api: 'anthropic' as const,
      model: 'm',
      apiKey: 'sk-1',
      maxTokens: 5,
      capabilityTags: ['x'],
      headers: { Authorization: 'Bearer sk-2' },
    };
    assert.deepEqual(redactService(service), { id: 'a', name: 'A', api: 'anthropic', model: 'm', capabilityTags: ['x'], maxTokens: 5 });
  });

  it('drops credentials and the query from the address', () => {
    assert.equal(
      redactService({ id: 'a', baseURL: 'https://user:sk-1@api.example.com/v1?key=sk-2#sk-3' }).baseURL,
      'https://api.example.com/v1',
    );
    assert.equal(redactService({ id: 'a', baseURL: 'http://127.0.0.1:1234/v1' }).baseURL, 'http://127.0.0.1:1234/v1');
  });

  it('drops credentials from an address that has no scheme, or is written carelessly', () => {
    const shown = (baseURL: string) => redactService({ id: 'a', baseURL }).baseURL;
    assert.equal(shown('user:sk-1@api.example.com/v1'), 'api.example.com/v1');
    assert.equal(shown('sk-1@api.example.com'), 'api.example.com');
    for (const begin of ['//', 'http:/', ' https://', 'https:\\\\'])
      assert.equal(shown(`${begin}user:sk-1@api.example.com/v1`), `${begin}api.example.com/v1`);
    for (const plain of ['api.example.com/v1/@scope', 'https://api.example.com/@scope/v1', '${BASE_URL}'])
      assert.equal(shown(plain), plain);
  });

  it('[E-3] takes a key out of the path, wherever gateways have it, and leaves host and path of every other', () => {
    const [known, unknown] = ['sk-q7Zt2LmX9vBc4RkW8sYd1NfH', '9f86d081884c7d659a2feaa0c55ad015'];
    for (const [path, shown] of [
      [`gateway/${known}/v1`, 'gateway/•••/v1'],
      [`${unknown}/openai/v1`, '•••/openai/v1'],
      [`bot7:${unknown}/v1`, '•••/v1'],
      [`v1/key=${known}`, 'v1/•••'],
      [encodeURIComponent(`key=${known}`), '•••'],
      [`v1/${known}?key=${known}#${known}`, 'v1/•••'],
      [`a\\${known}\\v1`, 'a\\•••\\v1'],
      ['openai/deployments/my-very-own-and-long-deployment', 'openai/deployments/my-very-own-and-long-deployment'],
      ['v1//accounts/team-42/', 'v1//accounts/team-42/'],
      ['a%zz/v1', 'a%zz/v1'],
    ] as const) {
      for (const host of [
        'https://llm.example.com',
        'llm.example.com',
        '//llm.example.com:8443',
        '${BASE}',
        'https://a-resource-of-mine-0a1b2c3d4e5f6789.openai.azure.com',
      ]) {
        assert.equal(redactUrl(`${host}/${path}`), `${host}/${shown}`);
      }
      assert.equal(redactUrl(`https://user:${known}@llm.example.com/${path}`), `https://llm.example.com/${shown}`);
    }
    assert.equal(redactUrl(`https://llm.example.com/${known}/v1`, 'REDACTED'), 'https://llm.example.com/REDACTED/v1');
  });
});
