import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { keptPlace } from '../../../src/platform/chosen-catalogue.ts';
import { smallCatalogue } from '../../support/catalogues.ts';
import { cli } from '../../support/command-line.ts';
import { serverHere } from '../../support/mcp-server.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAABlBMVEX///+/v7+jQ3Y5AAAADklEQVQI12P4AIX8EAgALgAD/aNpbtEAAAAASUVORK5CYII=',
  'base64',
);

describe('The command line with a catalogue of models', () => {
  it('says which is in use: the bundled one', async () => {
    const { code, stdout, stderr } = await cli(['catalogue']);
    assert.deepEqual([code, stderr], [0, '']);
    assert.match(
      stdout,
      /^Catalogue {2}bundled\nDate {7}2026-11-10, \d+ days? old\nModels {5}1,\d{3}\nSources {4}@earendil-works\/pi-ai 1\.5\.2, 2026-11-10\n/,
    );
    const { from, models, sources } = JSON.parse((await cli(['catalogue', '--json'])).stdout) as {
      from: string;
      models: number;
      sources: { package: string }[];
    };
    assert.equal(from, 'bundled');
    assert.ok(models > 1000);
    assert.ok(sources.some((source) => source.package === '@pydantic/genai-prices'));
  });

  it('uses one that is named in place of the bundled one, and names it as the source of figures', async () => {
    const folder = await temporaryFolder({ 'list.json': JSON.stringify(smallCatalogue()), 'a.png': PICTURE });
    const { code, stdout } = await cli(['services', '--model', 'new-1', '--catalogue', 'list.json'], { folder });
    assert.equal(code, 0);
    assert.match(stdout, /Context {6}300,000 tokens \(acme-models 2\.0\.0, 2026-11-20\)/);
    assert.match(stdout, /input \$2, .* per million tokens \(Acme, new-1: acme-models 2\.0\.0, 2026-11-20\)/);
    const routed = await cli(['route', 'a.png', '--model', 'new-1', '--catalogue', 'list.json', '--json'], { folder });
    assert.match(routed.stdout, /"type": "image_url"/);
    const told = await cli(['catalogue', '--catalogue', 'list.json'], { folder });
    assert.match(
      told.stdout,
      /^Catalogue {2}\S*list\.json\nDate {7}2026-11-20, .*\nModels {5}1\nSources {4}acme-models 2\.0\.0, 2026-11-20\nBundled {4}2026-11-10\n$/,
    );
  });

  it('forgets it in the next run', async () => {
    const folder = await temporaryFolder({ 'list.json': JSON.stringify(smallCatalogue()) });
    await cli(['infer', 'new-1', '--catalogue', 'list.json'], { folder });
    const { code, stderr } = await cli(['services', '--model', 'new-1'], { folder });
    assert.deepEqual([code, stderr.includes('[model_unknown]')], [1, true]);
  });

  it('says that one is older than the bundled one, and uses that', async () => {
    const folder = await temporaryFolder({ 'list.json': JSON.stringify(smallCatalogue('2026-01-02')) });
    const { code, stdout, stderr } = await cli(['catalogue', '--catalogue', 'list.json'], { folder });
    assert.equal(code, 0);
    assert.match(stdout, /^Catalogue {2}bundled\n/);
    assert.equal(
      stderr,
      'agent-artifacts: The catalogue list.json of 2026-01-02 is older than the bundled one of 2026-11-10, which is used instead.\n',
    );
  });

  it('refuses one that is broken, and one that is not there', async () => {
    const folder = await temporaryFolder({ 'list.json': '{\n  "format": "other"\n}', 'a.png': PICTURE });
    const broken = await cli(['route', 'a.png', '--model', 'gpt-5.2', '--catalogue', 'list.json'], { folder });
    assert.deepEqual([broken.code, broken.stdout], [1, '']);
    assert.equal(
      broken.stderr,
      'agent-artifacts: list.json:2:13: not a model catalogue: format is not "agent-artifacts-catalogue/1". [catalogue_invalid]\n',
    );
    const json = await cli(['catalogue', '--json', '--catalogue', 'list.json'], { folder });
    assert.equal((JSON.parse(json.stdout) as { error: string }).error, 'catalogue_invalid');
    const absent = await cli(['catalogue', '--catalogue', 'no.json'], { folder });
    assert.deepEqual([absent.code, absent.stderr.includes('[not_found]')], [1, true]);
    assert.equal((await cli(['catalogue', '--catalogue', '', 'export'], { folder })).code, 2);
  });

  it('prints the one in use as a file that can be named', async () => {
    const folder = await temporaryFolder();
    const { stdout } = await cli(['catalogue', 'export']);
    await writeFile(path.join(folder, 'list.json'), stdout);
    const { code, stderr } = await cli(['infer', 'gpt-5.2', '--catalogue', 'list.json'], { folder });
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal((await cli(['catalogue', 'exprot'])).code, 2);
  });

  it('uses the one that is kept for the person, and says why not when it is broken', async () => {
    const home = await temporaryFolder();
    const place = keptPlace({ env: {}, home }, 'linux');
    assert.equal(place, path.posix.join(home, '.local/share/agent-artifacts/catalogue.json'));
    const env = {
      XDG_DATA_HOME: await temporaryFolder({ 'agent-artifacts/catalogue.json': JSON.stringify(smallCatalogue()) }),
      LOCALAPPDATA: home,
    };
    if (process.platform !== 'linux') return;
    assert.equal((await cli(['services', '--model', 'new-1'], { env, home })).code, 0);
    await writeFile(path.join(env.XDG_DATA_HOME, 'agent-artifacts/catalogue.json'), '{');
    const { code, stderr } = await cli(['infer', 'gpt-5.2'], { env, home });
    assert.equal(code, 0);
    assert.match(
      stderr,
      /^agent-artifacts: The updated model catalogue is not used: .*catalogue\.json:1:2: not a model catalogue: it is not JSON/,
    );
  });
});

describe('The MCP server with a catalogue of models', () => {
  it('refuses one that is broken, with its code', async () => {
    const root = await copyOfRealRoot();
    await writeFile(path.join(root, 'list.json'), '[]');
    const server = serverHere(['--root', root, '--catalogue', path.join(root, 'list.json')]);
    assert.equal(await server.ended, 1);
    assert.match(String(server.stderr.read()), /error: catalogue_invalid: .*list\.json:1:1: not a model catalogue/);
  });
});
