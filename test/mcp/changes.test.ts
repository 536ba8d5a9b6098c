import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { artifactUri } from '../../src/core/refs/reference.ts';
import { type Era, ERAS, sdkClient } from '../support/mcp-client.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';

/** What a client was told, in order; `until` waits for something. */
class News {
  readonly told: string[] = [];
  #waiting: (() => void)[] = [];

  add(what: string): void {
    this.told.push(what);
    for (const wake of this.#waiting.splice(0)) wake();
  }

  async until(what: string): Promise<void> {
    while (!this.told.includes(what)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const LIST = 'the list';
const MAIN = artifactUri('ws:agent-coder-7f3a:c3JjL21haW4uanM');

for (const era of Object.keys(ERAS) as Era[]) {
  describe(`Changes in the store, told to the SDK's client in the revisions ${era}`, () => {
    let [root, artifacts]: string[] = [];
    let news: News;

    beforeEach(async () => {
      root = await copyOfRealRoot();
      artifacts = path.join(root, 'data/runtime/artifacts');
      news = new News();
    });

    const connected = (): Promise<Client> =>
      sdkClient(['--root', root ?? ''], { era }, (client) => {
        client.setNotificationHandler('notifications/resources/list_changed', () => news.add(LIST));
        client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => news.add(uri));
      });

    /** Asks to be told of the list and of some resources. @returns ends that of the resources */
    async function subscribe(client: Client, ...uris: string[]): Promise<() => Promise<unknown>> {
      if (era === 'since 2026-07-28') {
        await client.listen({ resourcesListChanged: true });
        const { close } = await client.listen({ resourceSubscriptions: uris });
        return close;
      }
      for (const uri of uris) await client.subscribeResource({ uri });
      return () => Promise.all(uris.map((uri) => client.unsubscribeResource({ uri })));
    }

    it('an artifact that is written is told, and then listed and read', async () => {
      const client = await connected();
      await subscribe(client, artifactUri('8'));
      await writeFile(path.join(artifacts ?? '', '4711.md'), '# New\n');
      await news.until(LIST);
      const { resources } = await client.listResources();
      assert.equal(resources[0]?.uri, 'artifact:///4711');
      assert.deepEqual((await client.readResource({ uri: 'artifact:///4711' })).contents[0], {
        uri: 'artifact:///4711',
        mimeType: 'text/markdown',
        text: '# New\n',
      });
    });

    it('one that is deleted is told', async () => {
      const client = await connected();
      await subscribe(client, artifactUri('8'));
      await rm(path.join(artifacts ?? '', '8.png'));
      await news.until(LIST);
      await news.until('artifact:///8');
    });

    it('a subscribed one that changes is told, another is not, and none after unsubscribing', async () => {
      const client = await connected();
      const unsubscribe = await subscribe(client, 'artifact:///1');
      await writeFile(path.join(artifacts ?? '', '2.json'), 'changed');
      await writeFile(path.join(artifacts ?? '', '1.md'), 'changed');
      await news.until('artifact:///1');
      await unsubscribe();
      news.told.length = 0;
      await subscribe(client, 'artifact:///3');
      for (const name of ['1.md', '3.txt']) await writeFile(path.join(artifacts ?? '', name), '"again"');
      await news.until('artifact:///3');
      assert.ok(!news.told.some((told) => told === 'artifact:///1' || told === 'artifact:///2'), news.told.join());
    });

    it('a file of a workspace that changes, under each spelling it was subscribed by', async () => {
      const client = await connected();
      const spellings = [`${MAIN}%3D`, ...(era === 'since 2026-07-28' ? [MAIN.replaceAll('%3A', ':'), MAIN] : [])];
      await subscribe(client, ...spellings);
      await writeFile(path.join(root ?? '', 'data/runtime/workspaces/agent-coder-7f3a/src/main.js'), 'changed();\n');
      for (const uri of spellings) await news.until(uri);
    });

    it('a sidecar and an atomic replacement count as changes', async () => {
      const client = await connected();
      await subscribe(client, 'artifact:///1', 'artifact:///2');
      await writeFile(path.join(artifacts ?? '', '2.meta'), '{"id":"2","extension":".txt","type":"text/plain","name":"Renamed"}');
      await news.until('artifact:///2');
      await writeFile(path.join(root ?? '', 'next'), 'replaced');
      await rename(path.join(root ?? '', 'next'), path.join(artifacts ?? '', '1.md'));
      await news.until('artifact:///1');
    });
  });
}

describe("Changes in workspaces and in a store that comes, told to the SDK's client", () => {
  let root: string;
  let news: News;
  const connected = (folder: string): Promise<Client> =>
    sdkClient(['--root', folder], {}, (client) => {
      client.setNotificationHandler('notifications/resources/list_changed', () => news.add(LIST));
      client.setNotificationHandler('notifications/resources/updated', ({ params: { uri } }) => news.add(uri));
    });

  beforeEach(async () => {
    root = await copyOfRealRoot();
    news = new News();
  });

  it('a file in folders that are new', async () => {
    const client = await connected(root);
    const relative = 'deep/er/file.txt';
    const uri = artifactUri(`ws:agent-coder-7f3a:${Buffer.from(relative).toString('base64url')}`);
    await client.subscribeResource({ uri });
    const file = path.join(root, 'data/runtime/workspaces/agent-coder-7f3a', relative);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'new');
    await news.until(uri);
    await news.until(LIST);
    news.told.length = 0;
    await writeFile(file, 'changed');
    await news.until(uri);
  });

  it('the first artifact of a store whose folder is not there yet, and of one that was deleted', async () => {
    const artifacts = path.join(root, 'data/runtime/artifacts');
    await rm(path.join(root, 'data/runtime'), { recursive: true });
    const client = await connected(root);
    await client.subscribeResource({ uri: 'artifact:///1' });
    for (let round = 0; round < 2; round++) {
      news.told.length = 0;
      await mkdir(artifacts, { recursive: true });
      await writeFile(path.join(artifacts, '1.md'), '# First\n');
      await news.until(LIST);
      assert.equal((await client.readResource({ uri: 'artifact:///1' })).contents.length, 1);
      news.told.length = 0;
      await rm(artifacts, { recursive: true });
      await news.until(LIST);
    }
  });

  it('subscribing to what is no artifact is refused', async () => {
    const client = await connected(root);
    await assert.rejects(client.subscribeResource({ uri: 'file:///etc/passwd' }), { code: -32602 });
  });
});
