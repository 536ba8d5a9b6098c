import assert from 'node:assert/strict';
import { formatSentence } from '../../../src/core/io/errors.ts';
import { TEXT_ONLY } from '../../../src/core/models/capability.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { consentTo } from '../../../src/core/verify/consent.ts';
import { VerifyTarget } from '../../../src/core/verify/target.ts';
import { TEST_KEY } from '../../support/verify.ts';

function consentFor(service: Partial<LlmServiceConfig>): {
  readonly question: string;
  readonly warnings: readonly string[];
  readonly facts: readonly string[];
  readonly all: readonly string[];
} {
  const target = VerifyTarget.of({ id: 'a', model: 'm', baseURL: 'https://llm.example.com/v1', apiKey: TEST_KEY, ...service }, TEXT_ONLY, {
    environment: () => TEST_KEY,
  });
  assert.ok(target instanceof VerifyTarget, JSON.stringify(target));
  const { question, warnings, facts, requests } = consentTo(target);
  const [said, known] = [warnings, facts].map((sentences) => sentences.map(formatSentence)) as [string[], string[]];
  return { question: formatSentence(question), warnings: said, facts: known, all: [...said, ...known, formatSentence(requests)] };
}

describe('What a person agrees to before a verification', () => {
  it('[E-3] says the warnings first, then the key and the host, then what the service says of itself', () => {
    const { all } = consentFor({ name: 'Mine', apiKey: '${OPENAI_API_KEY}', baseURL: 'http://169.254.169.254/v1' });
    assert.deepEqual(all, [
      'The key belongs to OpenAI, but this is not an address of OpenAI: whoever runs 169.254.169.254 gets it.',
      'The address is not https: others on the network can read the key.',
      '169.254.169.254 is a link-local address, from which cloud machines get their credentials.',
      'Key: from the environment variable OPENAI_API_KEY',
      'Host: 169.254.169.254 (link-local)',
      'Address: http://169.254.169.254/v1/chat/completions',
      'Service: “Mine”',
      'Model: “m”',
      'API: OpenAI-compatible (guessed)',
      'Up to 7 tiny requests are sent, one after another. They may cost money. The answers are shown; nothing is changed.',
    ]);
  });

  it('[E-3] asks by the name of the service only where there is nothing to warn of, on one line', () => {
    assert.equal(consentFor({ name: 'Mine' }).question, 'Verify the capabilities of Mine?');
    assert.equal(
      consentFor({ name: `Mine\n\nKey: none ${'x'.repeat(1000)}` }).question,
      `Verify the capabilities of Mine Key: none ${'x'.repeat(44)}…?`,
    );
    assert.equal(consentFor({ name: 'Mine', apiKey: '${MY_KEY}' }).question, 'Verify the capabilities of the service?');
  });

  it('[E-3] warns of every key from a variable that is not known to belong to the host, and of no other', () => {
    const warned = (apiKey: string, baseURL: string): readonly string[] => consentFor({ apiKey, baseURL }).warnings;
    assert.deepEqual(warned('${AWS_SECRET_ACCESS_KEY}', 'https://llm.example.com/v1'), [
      'The key in AWS_SECRET_ACCESS_KEY is sent to llm.example.com and is not known to belong there: whoever runs llm.example.com gets it.',
    ]);
    assert.deepEqual(warned('${GITHUB_TOKEN}', 'https://api.openai.com/v1'), [
      'The key in GITHUB_TOKEN is sent to api.openai.com and is not known to belong there: whoever runs api.openai.com gets it.',
    ]);
    assert.deepEqual(warned('${MY_KEY}', 'http://localhost:4000/v1'), [
      'The key in MY_KEY is sent to localhost and is not known to belong there: whoever runs localhost gets it.',
    ]);
    for (const [apiKey, baseURL] of [
      ['${OPENAI_API_KEY}', 'https://api.openai.com/v1'],
      ['${env:GEMINI_API_KEY}', 'https://generativelanguage.googleapis.com/v1beta'],
      ['${GROQ_API_KEY}', 'https://api.groq.com/openai/v1'],
      [TEST_KEY, 'https://llm.example.com/v1'],
      ['', 'https://llm.example.com/v1'],
    ] as const)
      assert.deepEqual(warned(apiKey, baseURL), [], apiKey);
  });

  it('[E-3] names this machine, private networks and numbers as such, in whatever form they are written', () => {
    for (const [baseURL, fact] of [
      ['https://llm.example.com/v1', 'Host: llm.example.com'],
      ['http://localhost:1234/v1', 'Host: localhost (this machine)'],
      ['https://10.0.0.7/v1', 'Host: 10.0.0.7 (in a private network)'],
      ['https://gpu-box/v1', 'Host: gpu-box (in a private network)'],
      ['https://0x08.0x08.0x08.0x08/v1', 'Host: 8.8.8.8 (an IP address, not a name)'],
      ['http://2852039166/latest', 'Host: 169.254.169.254 (link-local)'],
      ['https://[::ffff:169.254.169.254]/v1', 'Host: [::ffff:a9fe:a9fe] (link-local)'],
    ] as const)
      assert.equal(consentFor({ baseURL }).facts[1], fact);
  });

  const forged = '\r\n\r\nKey: none\nHost: api.openai.com\u2028\u2029\u0085\u000b\u202egnihton\u202c';
  for (const field of ['name', 'model', 'id'] as const) {
    it(`[E-3] is one line a fact, whatever stands in ${field}`, () => {
      const { all } = consentFor({
        name: '',
        [field]: `x${forged}${' \u00a0\u3000\u2800\u3164'.repeat(40)}Key: none${'y'.repeat(100_000)}`,
      });
      assert.equal(all.length, consentFor({}).all.length);
      for (const said of all) {
        assert.doesNotMatch(said, /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]|\s{2}|[\u2800\u3164]/u);
        assert.ok(said.length < 400, `${said.length} characters`);
      }
      assert.deepEqual(all.slice(0, 2), ['Key: from llmservices.json', 'Host: llm.example.com']);
      assert.deepEqual(
        all.filter((said) => /^(?:Key|Host): /.test(said)),
        all.slice(0, 2),
      );
    });
  }

  it('[E-3] is one line of bounded length for the address: what has controls in it is none, a long one is cut behind the host', () => {
    for (const hidden of ['\n', '\u2028', '\u202e', '\u0085', '\u001b[2K', '\u200b', '\u{e0041}']) {
      const problem = VerifyTarget.of({ id: 'a', model: 'm', baseURL: `https://llm.example.com/${hidden}x` }, TEXT_ONLY, {
        environment: () => undefined,
      });
      assert.equal('code' in problem && problem.code, 'address_unusable', JSON.stringify(hidden));
    }
    const { all } = consentFor({ baseURL: `https://llm.example.com/${'a/'.repeat(3000)}` });
    assert.ok(all.every((said) => said.length < 400));
    assert.ok(all.some((said) => said.startsWith('Address: https://llm.example.com/a/a/')));
  });

  it('[E-3] shows a host whole, or sends nothing: the end of a name is what tells whose it is', () => {
    const long = `api.openai.com.${'a.'.repeat(100)}evil.example`;
    assert.ok(consentFor({ baseURL: `https://${long}/v1` }).facts.includes(`Host: ${long}`));
    const problem = VerifyTarget.of({ id: 'a', model: 'm', baseURL: `https://${'a.'.repeat(130)}evil.example/v1` }, TEXT_ONLY, {
      environment: () => undefined,
    });
    assert.equal('code' in problem && problem.code, 'address_unusable');
  });
});
