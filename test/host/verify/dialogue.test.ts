import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { TEXT_ONLY } from '../../../src/core/models/capability.ts';
import type { LlmServiceConfig } from '../../../src/core/models/schema.ts';
import { VerifyTarget } from '../../../src/core/verify/target.ts';
import { screenDialogue } from '../../../src/host/verify/dialogue.ts';
import { TEST_KEY } from '../../support/verify.ts';
import { answering } from '../preview/fake-panel.ts';

describe('The question before a verification', () => {
  /** The message and the detail below it. */
  async function questionFor(service: Omit<LlmServiceConfig, 'id'>): Promise<readonly [string, string]> {
    const target = VerifyTarget.of({ id: 'a', model: 'm', ...service }, TEXT_ONLY, { environment: () => TEST_KEY });
    assert.ok(target instanceof VerifyTarget);
    let asked = ['', ''] as readonly [string, string];
    const answer = async (message: string, options: vscode.MessageOptions): Promise<undefined> => {
      asked = [message, options.detail ?? ''];
    };
    await answering('showWarningMessage', answer, async () => assert.equal(await screenDialogue.confirm(target), false));
    return asked;
  }

  const detailFor = async (baseURL: string, apiKey = '${OPENAI_API_KEY}'): Promise<string> => (await questionFor({ baseURL, apiKey }))[1];

  it('sets apart that a key would go to somebody else’s host, and in the open; and never says the key', async () => {
    const detail = await detailFor('http://llm.example.com/v1');
    assert.deepEqual(
      detail.split('\n\n').filter((line) => line.startsWith('⚠ ')),
      [
        '⚠ The key belongs to OpenAI, but this is not an address of OpenAI: whoever runs llm.example.com gets it.',
        '⚠ The address is not https: others on the network can read the key.',
      ],
    );
    assert.ok(!detail.includes(TEST_KEY));
  });

  it('[E-3] warns of a key from any variable that is not known to belong to the host, before everything else', async () => {
    const detail = await detailFor('https://llm.example.com/v1', '${AWS_SECRET_ACCESS_KEY}');
    assert.match(
      detail,
      /^⚠ The key in AWS_SECRET_ACCESS_KEY is sent to llm\.example\.com and is not known to belong there: whoever runs llm\.example\.com gets it\.\n\nKey: from the environment variable AWS_SECRET_ACCESS_KEY\nHost: llm\.example\.com\n/,
    );
  });

  it('[E-3] is not forged by what stands in the service', async () => {
    const [message, detail] = await questionFor({
      name: 'Mine\n\nKey: none',
      model: 'm\r\n\r\n⚠ x\u2028Host: api.openai.com',
      baseURL: 'https://llm.example.com/v1',
      apiKey: '${MY_KEY}',
    });
    assert.equal(message, 'Verify the capabilities of the service?');
    assert.deepEqual(
      detail.split(/[\r\n\u2028]+/).filter((line) => /^(?:⚠|Key|Host|Service|Model)/.test(line)),
      [
        '⚠ The key in MY_KEY is sent to llm.example.com and is not known to belong there: whoever runs llm.example.com gets it.',
        'Key: from the environment variable MY_KEY',
        'Host: llm.example.com',
        'Service: “Mine Key: none”',
        'Model: “m ⚠ x Host: api.openai.com”',
      ],
    );
  });

  it('warns of nothing where the key goes home', async () => {
    assert.doesNotMatch(await detailFor('https://api.openai.com/v1'), /⚠/);
  });
});

describe('What stands in the way of a verification', () => {
  const saidOf = async (apiKey: string): Promise<string> => {
    const problem = VerifyTarget.of({ id: 'a', model: 'm', baseURL: 'https://api.openai.com/v1', apiKey }, TEXT_ONLY, {
      environment: () => undefined,
    });
    assert.ok(!(problem instanceof VerifyTarget));
    let said = '';
    const answer = async (message: string): Promise<undefined> => {
      said = message;
    };
    await answering('showErrorMessage', answer, async () =>
      screenDialogue.reportProblem('A', problem, async () => assert.fail('nobody asked for the file')),
    );
    return said;
  };

  it('says of a variable that is not set whose environment it is missing in, and what helps', async () => {
    assert.match(await saidOf('${OPENAI_API_KEY}'), /OPENAI_API_KEY.*VS Code/);
    assert.doesNotMatch(await saidOf('schlüssel'), /VS Code/);
  });
});
