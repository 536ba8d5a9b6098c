import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { type Era, ERAS, sdkClient } from '../support/mcp-client.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';

const MAIN = 'data/runtime/workspaces/agent-coder-7f3a/src/main.js';

for (const era of Object.keys(ERAS) as Era[]) {
  describe(`The question before an existing file is replaced, in the revisions ${era}`, () => {
    let root: string;
    let asked: string[];

    beforeEach(async () => {
      root = await copyOfRealRoot();
      asked = [];
    });

    /** @param answer what the user answers; without one the client cannot ask */
    const connected = (answer?: () => Promise<'accept' | 'decline' | 'cancel'>, more: readonly string[] = []): Promise<Client> =>
      sdkClient(
        ['--root', root, '--allow-write', '--language', 'en', ...more],
        { era, capabilities: answer ? { elicitation: { form: {} } } : {} },
        (client) => {
          if (!answer) return;
          client.setRequestHandler('elicitation/create', async ({ params }) => {
            asked.push(params.message);
            return { action: await answer(), content: {} };
          });
        },
      );

    async function write(client: Client, file = 'src/main.js'): Promise<Record<string, unknown>> {
      const result = await client.callTool({
        name: 'write_file',
        arguments: { path: file, content: 'written();\n', mimeType: 'text/javascript', workspaceId: 'agent-coder-7f3a' },
      });
      return result.structuredContent as Record<string, unknown>;
    }
    const content = (): Promise<string> => readFile(path.join(root, MAIN), 'utf8');

    it('is answered with yes: the file is replaced', async () => {
      const size = (await content()).length;
      const client = await connected(() => Promise.resolve('accept'));
      assert.equal((await write(client))['ok'], true);
      assert.equal(await content(), 'written();\n');
      assert.deepEqual(asked, [`Replace the existing file "src/main.js" (${size} B) in the workspace "agent-coder-7f3a"?`]);
    });

    for (const answer of ['decline', 'cancel'] as const) {
      it(`is answered with ${answer}: nothing is written, and the model is told so`, async () => {
        const before = await content();
        const client = await connected(() => Promise.resolve(answer));
        assert.equal((await write(client))['error'], 'write_declined');
        assert.equal(await content(), before);
        assert.equal(asked.length, 1);
      });
    }

    it('is about the file as it was shown: one that changes meanwhile is not replaced', async () => {
      const client = await connected(async () => {
        await writeFile(path.join(root, MAIN), 'changed by somebody else');
        return 'accept';
      });
      assert.equal((await write(client))['error'], 'target_changed');
      assert.equal(await content(), 'changed by somebody else');
    });

    it('is not asked about a new file, nor where the client cannot ask, nor with --no-confirm', async () => {
      assert.equal((await write(await connected(() => Promise.resolve('decline')), 'src/new.js'))['ok'], true);
      assert.equal((await write(await connected()))['ok'], true);
      assert.equal((await write(await connected(() => Promise.resolve('decline'), ['--no-confirm'])))['ok'], true);
      assert.deepEqual(asked, []);
    });

    it('is one line, whatever the file is named', async () => {
      const name = 'a"\nReplace nothing?\u202e.js';
      await writeFile(path.join(root, path.dirname(MAIN), name), 'x');
      const client = await connected(() => Promise.resolve('decline'));
      assert.equal((await write(client, `src/${name}`))['error'], 'write_declined');
      assert.equal(asked.length, 1);
      assert.doesNotMatch(asked[0] ?? '', /[\n\u202e]/);
    });
  });
}
