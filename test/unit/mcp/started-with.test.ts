import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseMcpArguments } from '../../../src/mcp/run.ts';
import { connect } from '../../support/mcp-connection.ts';
import { cli } from '../../support/command-line.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';

/** Sees images. */
const ARTIST = '055769bd-808a-4e57-b1ba-ef8dd9dde793';

describe('What the programs are started with', function () {
  this.timeout(120_000);

  it('--max-size bounds what is sent to the model, on the command line and over MCP', async () => {
    const root = await copyOfRealRoot();
    const routing = async (...more: string[]) =>
      (
        JSON.parse((await cli(['route', '8', '--service', 'vision-model', '--json', '--root', root, ...more])).stdout) as {
          result: { reason: { rule: string } };
        }
      ).result.reason.rule;
    assert.equal(await routing(), 'capability_present');
    assert.equal(await routing('--max-size', '0.001'), 'too_large');
    const types = async (...more: string[]) =>
      (await (await connect(['--root', root, '--service', 'vision-model', ...more])).call('get_artifact', { ref: '8' })).content.map(
        ({ type }) => type,
      );
    assert.deepEqual(await types('--max-size', '1'), ['text', 'image']);
    assert.deepEqual(await types('--max-size', '0.001'), ['text']);
  });

  it('[E-6b] --max-size is a number of MiB above 0, and not more than can be sent', async () => {
    const parsed = parseMcpArguments(['--max-size', '0.5'], 'en');
    assert.equal(parsed.ask === 'serve' && parsed.options.maxContentBytes, 512 * 1024);
    for (const size of ['', '0', 'x', '=-1', 'Infinity', 'NaN', '1e300', '257']) {
      const option = size.startsWith('=') ? [`--max-size${size}`] : ['--max-size', size];
      const refused = parseMcpArguments(option, 'en');
      assert.match(refused.ask === 'usage' ? refused.message : '', /^--max-size/, size);
      assert.equal((await cli(['list', ...option])).code, 2, size);
    }
  });

  it('--service that left the configuration means text only, though --agent has a service that sees', async () => {
    const root = await copyOfRealRoot();
    const configured = {
      services: ['named', 'vision-model', 'multimodal-model'].map((id) => ({ id, capabilities: { input: ['text', 'vision'] } })),
    };
    const file = path.join(root, 'config/llmservices.json');
    await writeFile(file, JSON.stringify(configured));
    const named = await connect(['--root', root, '--agent', ARTIST, '--service', 'named']);
    const unnamed = await connect(['--root', root, '--agent', ARTIST]);
    const types = async (connection: typeof named) => (await connection.call('get_artifact', { ref: '8' })).content.map(({ type }) => type);
    assert.deepEqual(await types(named), ['text', 'image']);
    await writeFile(file, JSON.stringify({ services: configured.services.slice(1) }));
    assert.deepEqual(await types(unnamed), ['text', 'image']);
    assert.deepEqual(await types(named), ['text']);
  });
});
