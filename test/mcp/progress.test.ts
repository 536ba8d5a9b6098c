import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brokenSession } from '../support/broken-session.ts';
import { type Era, ERAS, sdkClient } from '../support/mcp-client.ts';
import { copyOfRealRoot } from '../support/root-copy.ts';

/** Artifacts that a filter has to look at one by one. */
const MANY = 4000;
/** Turns of a session that takes several reads. */
const TURNS = 4000;

interface Progress {
  readonly progress: number;
  readonly total?: number | undefined;
}

/** Progress grows with each report, never past the total. */
function assertGrows(told: readonly Progress[]): void {
  assert.ok(told.length >= 2, `${told.length} reports of progress`);
  told.forEach(({ progress, total = Infinity }, index) => {
    assert.ok(progress > (told[index - 1]?.progress ?? 0), JSON.stringify(told));
    assert.ok(progress <= total, JSON.stringify(told));
  });
}

for (const era of Object.keys(ERAS) as Era[]) {
  describe(`Progress of long calls, told to the SDK's client in the revisions ${era}`, () => {
    let root: string;

    before(async function () {
      this.timeout(120_000);
      root = await copyOfRealRoot();
      const artifacts = path.join(root, 'data/runtime/artifacts');
      for (let id = 100; id < 100 + MANY; id++) {
        const meta = { id: String(id), extension: '.txt', type: 'text/plain', name: `note ${id}`, createdAt: '2026-11-20T08:00:00.000Z' };
        await writeFile(path.join(artifacts, `${id}.meta`), JSON.stringify(meta));
        await writeFile(path.join(artifacts, `${id}.txt`), '');
      }
      await writeFile(path.join(root, 'session.jsonl'), brokenSession({ turns: TURNS }));
    });

    const connected = () => sdkClient(['--root', root, '--language', 'en'], { era });
    /** The one artifact that is named so is the last to be looked at. */
    const search = { name: 'list_artifacts', arguments: { name: 'task plan' } };

    it('a search through all artifacts tells how many were looked at, of how many', async () => {
      const client = await connected();
      const told: Progress[] = [];
      const { structuredContent } = await client.callTool(search, { onprogress: (progress) => told.push(progress) });
      const { items } = structuredContent as { items: { ref: string }[] };
      assert.deepEqual(
        items.map(({ ref }) => ref),
        ['artifact:2'],
      );
      assertGrows(told);
    });

    it('a check of a long conversation tells how far it is', async () => {
      const client = await connected();
      const told: Progress[] = [];
      const call = { name: 'check_conversation', arguments: { path: 'session.jsonl' } };
      const { structuredContent } = await client.callTool(call, { onprogress: (progress) => told.push(progress) });
      assert.equal((structuredContent as { goesThrough: boolean }).goesThrough, false);
      assertGrows(told);
    });

    it('a call that is cancelled ends with its client, and the server answers the next one', async () => {
      const client = await connected();
      const cancel = new AbortController();
      await assert.rejects(client.callTool(search, { onprogress: () => cancel.abort('enough'), signal: cancel.signal }), /enough/);
      const { structuredContent } = await client.callTool({ name: 'list_artifacts', arguments: { limit: 1 } });
      assert.equal((structuredContent as { total: number }).total, 33 + MANY);
    });

    it('nothing is told where nobody asked', async () => {
      const told: unknown[] = [];
      const client = await sdkClient(['--root', root], { era }, (each) => {
        each.setNotificationHandler('notifications/progress', ({ params }) => void told.push(params));
      });
      await client.callTool(search);
      assert.deepEqual(told, []);
    });
  });
}
