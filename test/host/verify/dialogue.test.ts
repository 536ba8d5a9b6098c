import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { TEXT_ONLY } from '../../../src/core/services/capability.ts';
import { VerifyTarget } from '../../../src/core/verify/target.ts';
import { screenDialogue } from '../../../src/host/verify/dialogue.ts';
import { TEST_KEY } from '../../support/verify.ts';
import { answering } from '../preview/fake-panel.ts';

describe('The question before a verification', () => {
  async function detailFor(baseURL: string): Promise<string> {
    const target = VerifyTarget.of({ id: 'a', model: 'm', baseURL, apiKey: '${OPENAI_API_KEY}' }, TEXT_ONLY, { environment: () => TEST_KEY });
    assert.ok(target instanceof VerifyTarget);
    let detail = '';
    const answer = async (_message: string, options: vscode.MessageOptions): Promise<undefined> => {
      detail = options.detail ?? '';
    };
    await answering('showWarningMessage', answer, async () => assert.equal(await screenDialogue.confirm(target), false));
    return detail;
  }

  it('sets apart that a key would go to somebody else’s host, and in the open; and never says the key', async () => {
    const detail = await detailFor('http://llm.example.com/v1');
    assert.deepEqual(detail.split('\n\n').filter((line) => line.startsWith('⚠ ')), [
      '⚠ The key is one of OpenAI, and this is not an address of OpenAI: whoever runs llm.example.com gets it.',
      '⚠ The address is not https: whoever listens on the way can read the key.',
    ]);
    assert.ok(!detail.includes(TEST_KEY));
  });

  it('warns of nothing where the key goes home', async () => {
    assert.doesNotMatch(await detailFor('https://api.openai.com/v1'), /⚠/);
  });
});

describe('What stands in the way of a verification', () => {
  const saidOf = async (apiKey: string): Promise<string> => {
    const problem = VerifyTarget.of({ id: 'a', model: 'm', baseURL: 'https://api.openai.com/v1', apiKey }, TEXT_ONLY, { environment: () => undefined });
    assert.ok(!(problem instanceof VerifyTarget));
    let said = '';
    const answer = async (message: string): Promise<undefined> => {
      said = message;
    };
    await answering('showErrorMessage', answer, async () => assert.equal(await screenDialogue.reportProblem('A', problem), false));
    return said;
  };

  it('says of a variable that is not set whose environment it is missing in, and what helps', async () => {
    assert.match(await saidOf('${OPENAI_API_KEY}'), /OPENAI_API_KEY.*VS Code/);
    assert.doesNotMatch(await saidOf('schlüssel'), /VS Code/);
  });
});
