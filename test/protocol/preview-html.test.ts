import assert from 'node:assert/strict';
import { previewHtml } from '../../src/host/screen/page-html.ts';

const assets = {
  script: 'https://w/preview.js',
  style: 'https://w/preview.css',
  codicons: 'https://w/codicon.css',
  cspSource: "'self' https://*.w",
  language: 'en',
  title: 'Title',
};

describe('page of the preview', () => {
  const page = previewHtml(assets, 'n0nce');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';

  it('allows nothing by default and nothing inline', () => {
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe-|\*;|data:|http:/);
  });

  it('fetches from its own source only, and workers are made by the page itself', () => {
    const directives = new Map(
      policy
        .split('; ')
        .map((directive): [string, string] => [directive.split(' ', 1)[0] ?? '', directive.slice(directive.indexOf(' ') + 1)]),
    );
    assert.equal(directives.get('connect-src'), assets.cspSource);
    assert.equal(directives.get('worker-src'), 'blob:');
    assert.deepEqual([...directives.keys()].sort(), [
      'base-uri',
      'connect-src',
      'default-src',
      'font-src',
      'form-action',
      'img-src',
      'media-src',
      'script-src',
      'style-src',
      'worker-src',
    ]);
  });

  it('runs scripts by the nonce only', () => {
    assert.match(policy, /script-src 'nonce-n0nce';/);
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.match(page, /<script type="module" nonce="n0nce" src="https:\/\/w\/preview\.js">/);
  });

  it('has no inline style and no inline handler', () => {
    assert.doesNotMatch(page, /<style|\sstyle=|\son\w+=/);
  });

  it('an address cannot leave its attribute', () => {
    const hostile = previewHtml({ ...assets, script: '"><script>alert(1)</script>' }, 'n');
    assert.doesNotMatch(hostile, /<script>alert/);
  });
});
