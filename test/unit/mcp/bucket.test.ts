import assert from 'node:assert/strict';
import { directCompute } from '../../../src/core/io/compute.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { Session } from '../../../src/mcp/session.ts';
import { namedRoot } from '../../../src/platform/find-root.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { ObjectStoreFileSystem } from '../../../src/platform/object-store/object-store-file-system.ts';
import { openRoot } from '../../../src/platform/open-root.ts';
import { BUCKET, KEYS, madeUpStore, withEnvironment } from '../../support/object-stores.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

describe('The MCP server on a bucket', () => {
  withEnvironment(KEYS);
  const options = { allowWrite: true, confirms: true, logger: silentLogger, compute: directCompute };

  async function sessionOn(configDir?: string) {
    const { endpoint, asked } = await madeUpStore(['fleet/artifacts/1.txt', 'fleet/workspaces/a/b.txt']);
    const fs = new ObjectStoreFileSystem({ optionsOf: () => ({ endpoint }) });
    after(() => fs.disconnect());
    const local = new NodeFileSystem();
    const root = await openRoot(
      fs,
      await namedRoot(fs, `s3://${BUCKET}/fleet`),
      configDir === undefined ? {} : { configDir, configFs: local },
    );
    return { session: new Session(root, options), asked, root };
  }

  it('asks for the configuration once a minute, not before every call', async () => {
    const { session, asked } = await sessionOn();
    await session.call('get_artifact', { ref: 'artifact:1' });
    const ofConfig = () => asked.filter(({ key }) => key.startsWith('fleet/config/')).length;
    const before = ofConfig();
    assert.ok(before > 0);
    const answer = await session.call('get_artifact', { ref: 'artifact:1' });
    assert.equal(JSON.stringify(answer).includes('fleet/artifacts/1.txt'), true, JSON.stringify(answer));
    assert.equal(ofConfig(), before);
  });

  it('reads a configuration on the disk from the disk', async () => {
    const folder = await temporaryFolder();
    const { session, root, asked } = await sessionOn(folder);
    const write = (id: string) =>
      new NodeFileSystem().writeFile(`${folder}/llmservices.json`, new TextEncoder().encode(`{"services": [{"id": "${id}"}]}`), 'replace');
    await write('one');
    await session.call('get_artifact', { ref: 'artifact:1' });
    assert.deepEqual(
      root.services.getServices().map(({ id }) => id),
      ['one'],
    );
    assert.deepEqual(
      asked.filter(({ key }) => key.includes('llmservices')),
      [],
    );
  });

  it('watches nothing, and writes nothing', async () => {
    const { session } = await sessionOn();
    await session.listen();
    const answer = await session.call('write_file', { workspaceId: 'a', path: 'c.txt', content: 'x', mimeType: 'text/plain' });
    assert.ok('error' in answer && answer.error === 'read_only', JSON.stringify(answer));
  });
});
