import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PI_AI } from '../../../src/core/models/catalogue/pi-ai-package.ts';
import { keptPlace } from '../../../src/platform/chosen-catalogue.ts';
import { BUNDLED_DAY, bundledPackage, NEWER_DAY, smallCatalogue } from '../../support/catalogues.ts';
import { cli } from '../../support/command-line.ts';
import { archiveOf, NEW_MODEL, piAiFiles, scriptedNpm, type ScriptedNpm } from '../../support/scripted-npm.ts';
import { serverHere } from '../../support/mcp-server.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { itWhenThorough } from '../../support/effort.ts';

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAIAQMAAAD+wSzIAAAABlBMVEX///+/v7+jQ3Y5AAAADklEQVQI12P4AIX8EAgALgAD/aNpbtEAAAAASUVORK5CYII=',
  'base64',
);

describe('The command line with a catalogue of models', () => {
  it('says which is in use: the bundled one', async () => {
    const { code, stdout, stderr } = await cli(['catalogue']);
    assert.deepEqual([code, stderr], [0, '']);
    const { package: newest, date } = bundledPackage(PI_AI);
    assert.match(stdout, new RegExp(`^Catalogue {2}bundled\\nDate {7}${BUNDLED_DAY}, \\d+ days? old\\nModels {5}1,\\d{3}\\nSources {4}`));
    assert.equal(stdout.split('\n')[3], `Sources    ${newest}, ${date}`);
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
    const source = `acme-models 2\\.0\\.0, ${NEWER_DAY}(?:, \\d+ days old)?`;
    assert.match(stdout, new RegExp(`Context {6}300,000 tokens \\(${source}\\)`));
    assert.match(stdout, new RegExp(`input \\$2, .* per million tokens \\(Acme, new-1: ${source}\\)`));
    const routed = await cli(['route', 'a.png', '--model', 'new-1', '--catalogue', 'list.json', '--json'], { folder });
    assert.match(routed.stdout, /"type": "image_url"/);
    const told = await cli(['catalogue', '--catalogue', 'list.json'], { folder });
    assert.match(
      told.stdout,
      new RegExp(
        `^Catalogue {2}\\S*list\\.json\\nDate {7}${NEWER_DAY}, .*\\nModels {5}1\\nSources {4}acme-models 2\\.0\\.0, ${NEWER_DAY}\\nBundled {4}${BUNDLED_DAY}\\n$`,
      ),
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
      `agent-artifacts: The catalogue list.json of 2026-01-02 is older than the bundled one of ${BUNDLED_DAY}, which is used instead.\n`,
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

/** Where a person keeps data, and an npm that has a version of the package. */
async function person(npm: ScriptedNpm): Promise<{ home: string; folder: string; env: NodeJS.ProcessEnv }> {
  const home = await temporaryFolder();
  return { home, folder: home, env: { ...npm.env, XDG_DATA_HOME: path.join(home, 'data'), LOCALAPPDATA: path.join(home, 'data') } };
}

describe('Updating the catalogue of models', function () {
  before(function () {
    // A script on the PATH is no program of its own there.
    if (process.platform === 'win32') this.skip();
  });

  it('asks the npm of the person, keeps what it finds, and uses it from then on, until it is taken back', async () => {
    const npm = await scriptedNpm('99.0.0', archiveOf(piAiFiles('99.0.0', NEWER_DAY, { openai: [NEW_MODEL] })));
    const me = await person(npm);
    const { code, stdout, stderr } = await cli(['catalogue', 'update'], me);
    assert.deepEqual([code, stderr], [0, 'Fetching @earendil-works/pi-ai with npm …\n']);
    assert.ok(stdout.startsWith(`Catalogue  @earendil-works/pi-ai 99.0.0\nDate       ${NEWER_DAY} (before: ${BUNDLED_DAY})\n`), stdout);
    assert.match(stdout, /New {8}gpt-99-vega\nKept in {4}.*catalogue\.json\n$/);
    const [view = [], pack = []] = await npm.calls();
    assert.deepEqual(view, ['view', '@earendil-works/pi-ai@latest', 'version', 'dist', '--json', '--loglevel=error']);
    assert.deepEqual(pack.slice(0, 3), ['pack', '@earendil-works/pi-ai@99.0.0', '--ignore-scripts']);
    assert.ok(![...view, ...pack].some((word) => /registry|https?:/.test(word)));
    const model = await cli(['services', '--model', 'gpt-99-vega'], me);
    const source = `@earendil-works/pi-ai 99\\.0\\.0, ${NEWER_DAY}(?:, \\d+ days old)?`;
    assert.match(model.stdout, new RegExp(`input \\$3, .*\\(OpenAI, gpt-99-vega: ${source}\\)`));
    assert.match((await cli(['catalogue'], me)).stdout, new RegExp(`^Catalogue {2}.*catalogue\\.json\\nDate {7}${NEWER_DAY}`));
    const back = await cli(['catalogue', 'reset'], me);
    assert.deepEqual([back.code, back.stdout], [0, `The bundled catalogue of ${BUNDLED_DAY} is used.\n`]);
    assert.match((await cli(['services', '--model', 'gpt-99-vega'], me)).stdout, /^Catalogue +not listed; its family is GPT-5 and later$/m);
    assert.equal((await cli(['catalogue', 'reset'], me)).code, 0);
    assert.equal((await npm.calls()).length, 2);
  });

  it('takes a file, and a package that has one', async () => {
    const manifest = { name: 'package/package.json', content: JSON.stringify({ name: '@acme/models' }) };
    const file = { name: 'package/catalogue.json', content: JSON.stringify(smallCatalogue(BUNDLED_DAY)) };
    const npm = await scriptedNpm('3.0.0', archiveOf([manifest, file]));
    const me = await person(npm);
    const { code, stdout } = await cli(['catalogue', 'update', '--from', '@acme/models', '--json'], me);
    const { from, date, added } = JSON.parse(stdout) as { from: string; date: string; added: string[] };
    assert.deepEqual([code, from, date, added], [0, '@acme/models 3.0.0', BUNDLED_DAY, ['new-1']]);
    await writeFile(path.join(me.folder, 'list.json'), JSON.stringify(smallCatalogue()));
    const again = await cli(['catalogue', 'update', '--from', 'list.json'], me);
    assert.deepEqual([again.code, again.stderr], [0, '']);
    assert.match(again.stdout, new RegExp(`^Catalogue {2}list\\.json\\nDate {7}${NEWER_DAY} \\(before: ${BUNDLED_DAY}\\)`));
    assert.equal((await npm.calls()).length, 2);
  });

  itWhenThorough('keeps what was there when what it finds is older, broken, or not there', async () => {
    const me = await person(await scriptedNpm('0.9.0', archiveOf(piAiFiles('0.9.0', '2026-01-02', { openai: [NEW_MODEL] }))));
    const cases: [NodeJS.ProcessEnv, string[], string, RegExp][] = [
      [me.env, [], 'catalogue_older', /2026-01-02/],
      [(await scriptedNpm('1.0.0')).env, [], 'catalogue_unreachable', /npm view failed: npm error 404 Not Found - no such package/],
      [(await scriptedNpm('1.0.0 --evil', Buffer.from(''))).env, [], 'catalogue_unreachable', /npm knows no version/],
      [(await scriptedNpm('1.0.0', Buffer.from('no'))).env, [], 'catalogue_invalid', /no gzip archive/],
      [
        (await scriptedNpm('1.0.0', archiveOf([{ name: 'package/package.json', content: '{"name":"b"}' }]))).env,
        [],
        'catalogue_invalid',
        /is not @ear/,
      ],
      [
        (await scriptedNpm('1.0.0', archiveOf([{ name: 'package/package.json', content: '{"name":"b"}' }]))).env,
        ['--from', 'b'],
        'catalogue_invalid',
        /neither/,
      ],
      [{ PATH: me.home }, [], 'catalogue_unreachable', /npm is not installed/],
    ];
    for (const name of ['git+ssh://x', 'Upper', '--registry=x', 'a/b', 'a b', '@a/../b', 'github:a/b'])
      cases.push([{ PATH: me.home }, [`--from=${name}`], 'catalogue_unreachable', /is not the name of a package/]);
    for (const [env, args, expected, words] of cases) {
      const { code, stderr } = await cli(['catalogue', 'update', ...args], { ...me, env: { ...me.env, ...env } });
      assert.equal(code, 1, stderr);
      assert.match(stderr, words);
      assert.ok(stderr.includes(`[${expected}]`), stderr);
    }
    assert.match((await cli(['catalogue'], me)).stdout, /^Catalogue {2}bundled/);
    assert.equal((await cli(['catalogue', 'export', '--from', 'x'], me)).code, 2);
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
