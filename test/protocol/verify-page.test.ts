import assert from 'node:assert/strict';
import { pageHtml } from '../../src/host/screen/page-html.ts';
import { parseVerifyHostMessage, parseVerifyRequest } from '../../src/shared/verify-protocol.ts';

describe('The page of a verification', () => {
  const assets = {
    script: 'https://w/verify.js',
    style: 'https://w/verify.css',
    codicons: 'https://w/codicon.css',
    cspSource: 'https://w',
    language: 'en',
    title: 'Title',
  };

  it('allows its own script, styles and fonts, and nothing else', () => {
    const policy = /content="(default-src[^"]*)"/.exec(pageHtml(assets, 'n0nce'))?.[1]?.replaceAll('&#39;', "'");
    assert.equal(
      policy,
      "default-src 'none'; script-src 'nonce-n0nce'; style-src https://w; font-src https://w; base-uri 'none'; form-action 'none'",
    );
  });

  it('takes no markup from an address or a language', () => {
    const html = pageHtml({ ...assets, script: '"><script>x()</script>', language: '"><b>', title: '</title><b>' }, '"n');
    assert.doesNotMatch(html, /<script>x|<b>/);
  });
});

describe('Messages of a verification', () => {
  it('from the page are one of six words', () => {
    for (const type of ['ready', 'apply', 'again', 'cancel', 'copyMarkdown', 'openFile'])
      assert.deepEqual(parseVerifyRequest({ type }), { ok: true, message: { type } });
    for (const data of [undefined, null, 'apply', {}, { type: 'write' }, { type: ['apply'] }])
      assert.equal(parseVerifyRequest(data).ok, false);
  });

  it('to the page are whole states', () => {
    assert.equal(parseVerifyHostMessage({ type: 'state', state: { id: 'a' } }).ok, false);
    assert.equal(parseVerifyHostMessage({ type: 'init' }).ok, false);
  });
});
