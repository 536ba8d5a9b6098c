import assert from 'node:assert/strict';
import { redactService } from '../../../src/core/services/redact.ts';

describe('redacting a service', () => {
  it('keeps known fields and drops the key and everything unknown', () => {
    const service = { id: 'a', name: 'A', api: 'anthropic' as const, model: 'm', apiKey: 'sk-1', maxTokens: 5, capabilityTags: ['x'], headers: { Authorization: 'Bearer sk-2' } };
    assert.deepEqual(redactService(service), { id: 'a', name: 'A', api: 'anthropic', model: 'm', capabilityTags: ['x'], maxTokens: 5 });
  });

  it('drops credentials and the query from the address', () => {
    assert.equal(redactService({ id: 'a', baseURL: 'https://user:sk-1@api.example.com/v1?key=sk-2#sk-3' }).baseURL, 'https://api.example.com/v1');
    assert.equal(redactService({ id: 'a', baseURL: 'http://127.0.0.1:1234/v1' }).baseURL, 'http://127.0.0.1:1234/v1');
  });

  it('drops credentials from an address that has no scheme, or is written carelessly', () => {
    const shown = (baseURL: string) => redactService({ id: 'a', baseURL }).baseURL;
    assert.equal(shown('user:sk-1@api.example.com/v1'), 'api.example.com/v1');
    assert.equal(shown('sk-1@api.example.com'), 'api.example.com');
    for (const begin of ['//', 'http:/', ' https://', 'https:\\\\']) assert.equal(shown(`${begin}user:sk-1@api.example.com/v1`), `${begin}api.example.com/v1`);
    for (const plain of ['api.example.com/v1/@scope', 'https://api.example.com/@scope/v1', '${BASE_URL}']) assert.equal(shown(plain), plain);
  });
});
