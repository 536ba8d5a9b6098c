import assert from 'node:assert/strict';
import { previewHtml } from '../../src/host/preview/preview-html.ts';

const assets = { script: 'https://w/preview.js', style: 'https://w/preview.css', codicons: 'https://w/codicon.css', cspSource: "'self' https://*.w", language: 'en' };

describe('page of the preview', () => {
  const page = previewHtml(assets, 'n0nce');
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';

  it('allows nothing by default and nothing inline', () => {
    assert.match(policy, /^default-src 'none'; /);
    assert.doesNotMatch(policy, /unsafe-|\*;|data:|connect-src|http:/);
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
