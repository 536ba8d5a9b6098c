import assert from 'node:assert/strict';
import { hostKind, type HostKind } from '../../../src/core/wire/key-home.ts';
import { canonicalHost } from '../../../src/core/wire/endpoint.ts';

describe('What a host is', () => {
  const kinds: Readonly<Record<HostKind, readonly string[]>> = {
    this_machine: [
      'localhost',
      'LLM.localhost',
      '127.0.0.1',
      '127.8.9.10',
      '127.1',
      '0x7f000001',
      '2130706433',
      '017700000001',
      '0.0.0.0',
      '0',
      '[::1]',
      '[::]',
      '[0:0:0:0:0:0:0:1]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
    ],
    link_local: [
      '169.254.169.254',
      '169.254.0.1',
      '0xa9fea9fe',
      '2852039166',
      '0251.0376.0251.0376',
      '169.16689662',
      '[fe80::1]',
      '[febf:ffff::1]',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[64:ff9b::a9fe:a9fe]',
      '[2002:a9fe:a9fe::1]',
    ],
    private: [
      '10.0.0.7',
      '10.255.255.255',
      '172.16.0.1',
      '172.31.255.255',
      '192.168.0.1',
      '100.64.0.1',
      '100.127.255.255',
      '0xa000001',
      '[fc00::1]',
      '[fd00:ec2::254]',
      '[fec0::1]',
      '[::ffff:10.0.0.1]',
      'gpu',
      'printer.local',
      'metadata.google.internal',
      'nas.home.arpa',
    ],
    number: [
      '8.8.8.8',
      '0x08080808',
      '134744072',
      '172.15.0.1',
      '172.32.0.1',
      '192.169.0.1',
      '100.63.0.1',
      '100.128.0.1',
      '169.253.0.1',
      '[2606:4700::1111]',
      '[::ffff:8.8.8.8]',
      '[64:ff9b::808:808]',
    ],
    name: [
      'api.openai.com',
      '169.254.169.254.example.com',
      '10.example.com',
      'local.example.com',
      'internal.example',
      'localhost.example.com',
      'a--b.example',
      'xn--80ak6aa92e.com',
    ],
  };

  for (const [kind, hosts] of Object.entries(kinds)) {
    it(`[E-3] ${kind}: ${hosts.join(', ')}`, () => {
      assert.deepEqual(
        hosts.map((host) => `${host} ${hostKind(canonicalHost(host) ?? '-')}`),
        hosts.map((host) => `${host} ${kind}`),
      );
    });
  }

  it('[E-3] of what no URL has there is none', () => {
    for (const host of ['256.256.256.256', '1.2.3.4.5', '[::1', '[g::1]', 'a b', 'a/b', 'a@b', 'a:1', '', `${'a'.repeat(250)}.com`])
      assert.equal(canonicalHost(host), undefined, host);
  });
});
