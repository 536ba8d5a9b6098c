import assert from 'node:assert/strict';
import { chmod, lstat, readdir, readFile, readlink, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { itWhenThorough } from '../../support/effort.ts';
import { cli } from '../../support/command-line.ts';
import { builtCli } from '../../support/programs.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const fixture = (name: string): string => path.join(import.meta.dirname, '../../fixtures/exchange', name);

describe('The command line and the configurations of other programs', function () {
  this.timeout(120_000);

  it('prints what it imports as an llmservices.json that is valid, and tells beside it what was left behind', async () => {
    const { code, stdout, stderr } = await cli(['import', fixture('litellm.yaml')]);
    assert.equal(code, 0, stderr);
    const file = path.join(await temporaryFolder({ 'llmservices.json': stdout }), 'llmservices.json');
    const checked = await cli(['validate', file, '--json']);
    assert.deepEqual([checked.code, (JSON.parse(checked.stdout) as { problems: unknown[] }).problems], [0, []]);
    assert.match(stderr, /^model_list\[1\]\.litellm_params\.api_key: .*\[literal_key\]$/m);
    assert.match(stderr, /^model_list\[0\]\.litellm_params\.rpm: .*\[field_without_place\] \(and 1 more like it\)$/m);
    assert.match(stderr, /^4 model services from LiteLLM\.$/m);
    assert.doesNotMatch(stdout + stderr, /SECRET/);
  });

  it('gives programs everything as JSON', async () => {
    const { stdout, stderr } = await cli(['import', fixture('continue.yaml'), '--only', 'Comp', '--json']);
    const { format, services, notCarried } = JSON.parse(stdout) as {
      format: string;
      services: { id: string }[];
      notCarried: { code: string }[];
    };
    assert.deepEqual([format, services.map(({ id }) => id), stderr], ['continue', ['Compatible'], '']);
    assert.ok(notCarried.some(({ code }) => code === 'block_reference'));
  });

  const commented =
    '{\r\n\t// mine\r\n\t"services": [\r\n\t\t{ "id": "claude", "apiKey": "kept", "odd":   1 }, // mine too\r\n\t],\r\n}\r\n';

  it('adds to a file by edits: comments, layout, permissions and links stay, and so do services that are there', async () => {
    const folder = await temporaryFolder({ 'real/llmservices.json': commented });
    const [real, link] = [path.join(folder, 'real/llmservices.json'), path.join(folder, 'llmservices.json')];
    await chmod(real, 0o600);
    await symlink(real, link);
    const { code, stdout, stderr } = await cli(['import', fixture('litellm.yaml'), '--into', link]);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '');
    assert.match(stderr, /^claude: already exists and is not changed\. \[id_present\]$/m);
    assert.match(stderr, /3 added to /);
    const after = await readFile(real, 'utf8');
    const item = commented.indexOf('{ "id"');
    const end = commented.indexOf(' // mine too');
    assert.ok(after.startsWith(commented.slice(0, end)), after);
    assert.equal(commented.slice(item, item + 6), '{ "id"');
    assert.ok(after.endsWith('\r\n\t],\r\n}\r\n') && after.includes(' // mine too\r\n\t\t{'), after);
    assert.doesNotMatch(after, /[^\r]\n/);
    assert.ok((await lstat(link)).isSymbolicLink());
    assert.equal(await readlink(link), real);
    assert.equal((await stat(real)).mode & 0o777, 0o600);
    const { stdout: listed } = await cli(['validate', real, '--json']);
    assert.deepEqual((JSON.parse(listed) as { problems: unknown[] }).problems, []);
  });

  it('writes nothing when everything is there already', async () => {
    const folder = await temporaryFolder({ 'llmservices.json': commented });
    const file = path.join(folder, 'llmservices.json');
    await cli(['import', fixture('litellm.yaml'), '--into', file]);
    const [text, { mtimeMs }] = [await readFile(file, 'utf8'), await stat(file)];
    const { code, stdout } = await cli(['import', fixture('litellm.yaml'), '--into', file, '--json']);
    const { added, present } = JSON.parse(stdout) as { added: string[]; present: string[] };
    assert.deepEqual([code, added, present], [0, [], ['gpt-4o', 'gpt-4o-2', 'llava-hf', 'claude']]);
    assert.deepEqual([await readFile(file, 'utf8'), (await stat(file)).mtimeMs], [text, mtimeMs]);
  });

  it('makes the file, and its folder, when there is none, and fills a blank one', async () => {
    const folder = await temporaryFolder({ 'blank.json': '\n' });
    for (const name of ['new.json', 'blank.json', 'new/folder/llmservices.json']) {
      const { code } = await cli(['import', fixture('opencode-2.json'), '--into', path.join(folder, name)]);
      assert.equal(code, 0);
      assert.deepEqual(
        (JSON.parse(await readFile(path.join(folder, name), 'utf8')) as { services: { id: string }[] }).services.map(({ id }) => id),
        ['omni'],
      );
    }
  });

  itWhenThorough('[L-2] loses no service when many imports write one file at once, and says truly what each added', async () => {
    const file = path.join(await temporaryFolder({}), 'llmservices.json');
    const names = Array.from({ length: 8 }, (_, at) => `model-${at}`);
    const source = await temporaryFolder(
      Object.fromEntries(
        names.map((name) => [`${name}.yaml`, `model_list:\n  - model_name: ${name}\n    litellm_params:\n      model: openai/gpt-4o\n`]),
      ),
    );
    const ended = await Promise.all(names.map((name) => builtCli(['import', path.join(source, `${name}.yaml`), '--into', file, '--json'])));
    assert.deepEqual(
      ended.map(({ code, stdout }) => [code, (JSON.parse(stdout) as { added: string[] }).added]),
      names.map((name) => [0, [name]]),
    );
    const { services } = JSON.parse(await readFile(file, 'utf8')) as { services: { id: string }[] };
    assert.deepEqual(services.map(({ id }) => id).sort(), names);
    assert.deepEqual(await readdir(path.dirname(file)), ['llmservices.json']);
  });

  it('[L-2] waits for a program that has emptied the file to write it anew, or has written half of it', async () => {
    for (const half of ['', commented.slice(0, 30)]) {
      const file = path.join(await temporaryFolder({ 'llmservices.json': half }), 'llmservices.json');
      const importing = cli(['import', fixture('litellm.yaml'), '--into', file]);
      // As an editor does it, into the file that it has open.
      setTimeout(() => void writeFile(file, commented), 300);
      assert.equal((await importing).code, 0);
      const after = await readFile(file, 'utf8');
      assert.ok(after.includes('// mine too') && after.includes('gpt-4o'), after);
    }
  });

  it('[L-2] sweeps the hidden copies, with keys in them, that killed imports left beside the file', async () => {
    const [old, young] = ['.agent-artifacts-00000000000000aa.tmp', '.agent-artifacts-00000000000000bb.tmp'];
    const folder = await temporaryFolder({ 'llmservices.json': commented, [old]: 'half', [young]: 'half' });
    const before = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(path.join(folder, old), before, before);
    const { code, stderr } = await cli(['import', fixture('litellm.yaml'), '--into', path.join(folder, 'llmservices.json')]);
    assert.equal(code, 0, stderr);
    assert.deepEqual((await readdir(folder)).sort(), [young, 'llmservices.json']);
  });

  it('refuses what it cannot read or edit, with a code, and leaves the file as it is', async () => {
    const folder = await temporaryFolder({
      'broken.json': '{"services": [',
      'list.json': '[]',
      'none.json': '{"a": 1}',
      'bytes.yaml': new Uint8Array([0xff, 0xfe, 0x00]),
    });
    const at = (name: string): string => path.join(folder, name);
    const cases: readonly (readonly [args: string[], code: string])[] = [
      [['import', at('missing.json')], 'not_found'],
      [['import', at('none.json')], 'unknown_format'],
      [['import', at('broken.json')], 'unreadable'],
      [['import', at('bytes.yaml')], 'not_utf8'],
      [['import', folder], 'file_unreadable'],
      [['import', fixture('litellm.yaml'), '--into', at('broken.json')], 'services_unusable'],
      [['import', fixture('litellm.yaml'), '--into', at('list.json')], 'services_unusable'],
      [['import', fixture('litellm.yaml'), '--into', folder], 'file_unreadable'],
      [['export', at('broken.json'), '--format', 'vscode'], 'services_unusable'],
      [['export', at('missing.json'), '--format', 'vscode'], 'not_found'],
      [['infer', 'acme-lavalamp'], 'model_unknown'],
    ];
    await Promise.all(
      cases.map(async ([args, wanted]) => {
        const { code, stdout } = await cli([...args, '--json']);
        assert.deepEqual([code, (JSON.parse(stdout) as { error: string }).error], [1, wanted], args.join(' '));
      }),
    );
    assert.equal(await readFile(at('broken.json'), 'utf8'), '{"services": [');
    assert.equal(await readFile(at('list.json'), 'utf8'), '[]');
  });

  it('names the models that may be meant by one that is not known', async () => {
    const { code, stderr } = await cli(['infer', 'gpt5.2']);
    assert.equal(code, 1);
    assert.match(stderr, /^agent-artifacts: Nothing is known about the model "gpt5\.2"\. Did you mean gpt-5\.2\b.*\? \[model_unknown\]$/m);
  });

  it('exports the services in force, or those of a file, and no key', async () => {
    const root = await copyOfRealRoot();
    const { code, stdout, stderr } = await cli(['export', '--format', 'opencode', '--root', root]);
    assert.equal(code, 0, stderr);
    const { provider } = JSON.parse(stdout) as { provider: Record<string, { models: object }> };
    assert.ok(
      Object.values(provider).some(({ models }) => 'vision-model' in models),
      stdout,
    );
    const file = path.join(await temporaryFolder(), 'llmservices.json');
    await writeFile(file, '{"services": [{"id": "a", "model": "m", "apiKey": "sk-SECRET", "x\\nforged: ": 1}]}');
    const exported = await cli(['export', file, '--format', 'litellm']);
    assert.match(exported.stdout, /^ {2}- model_name: a\n {4}litellm_params:\n {6}model: openai\/m\n/m);
    assert.match(exported.stderr, /^services\[0\]\.apiKey: .*\[literal_key\]$/m);
    assert.doesNotMatch(exported.stderr, /^forged/m);
    assert.doesNotMatch(exported.stdout + exported.stderr, /SECRET/);
  });

  it('exports a service for the API that its address tells', async () => {
    const file = path.join(await temporaryFolder(), 'llmservices.json');
    await writeFile(
      file,
      '{"services": [{"id": "c", "model": "claude-sonnet-4", "baseURL": "https://api.anthropic.com"}, {"id": "l", "model": "llava", "baseURL": "http://localhost:11434/v1"}]}',
    );
    const { stdout } = await cli(['export', file, '--format', 'litellm']);
    assert.match(stdout, /model: anthropic\/claude-sonnet-4$/m);
    assert.match(stdout, /model: openai\/llava$/m);
  });

  it('says what a model takes at most and costs, with the tiers of its price', async () => {
    const { stdout } = await cli(['infer', 'gemini-2.5-pro']);
    assert.match(stdout, /^Context +1,048,576 tokens \(\S+ [\d.]+, \d{4}-\d\d-\d\d(, \d+ days old)?\)$/m);
    assert.match(stdout, /^Price +input \$1\.25 \(\$2\.50 above 200,000 tokens\), .* per million tokens \(Google, gemini-2\.5-pro: /m);
    const { price } = JSON.parse((await cli(['infer', 'gpt-5.2', '--json'])).stdout) as { price: { rates: { input: { base: number } } } };
    assert.equal(typeof price.rates.input.base, 'number');
    assert.match((await cli(['infer', 'phi-3-mini-4k-instruct', '--provider', 'microsoft'])).stdout, /^Price +unknown$/m);
  });

  it('infers from the words by which every other command finds the model, and says which it is', async () => {
    for (const [typed, model] of Object.entries({
      'opus 4.5': 'claude-opus-4-5',
      'Claude Sonnet 4.5': 'claude-sonnet-4-5',
      'gpt 5.2': 'gpt-5.2',
    })) {
      const { code, stdout, stderr } = await cli(['infer', typed]);
      assert.deepEqual([code, stderr], [0, ''], typed);
      assert.match(stdout, new RegExp(`^Model +${model.replaceAll('.', '\\.')}$`, 'm'));
      assert.match(stdout, /^Price +input \$/m);
    }
  });

  it('says who made and who serves the model, and what its maker says of its end', async () => {
    const { stdout } = await cli(['infer', 'gpt-5']);
    assert.match(stdout, /^Maker +OpenAI$/m);
    assert.match(stdout, /^Served by +OpenAI \(OpenAI Responses\)$/m);
    assert.match(stdout, /^State +deprecated: its end was announced for 2026-12-11; recommended instead: gpt-6\.1-sol \(https:/m);
    const own = JSON.parse((await cli(['infer', 'claude-3-7-sonnet', '--json'])).stdout) as Record<string, unknown>;
    assert.deepEqual([own['maker'], own['host'], own['api']], ['Anthropic', 'Anthropic', 'anthropic']);
    assert.match(JSON.stringify(own['retirement']), /"state":"retired","date":"2026-02-19"/);
    const hosted = JSON.parse((await cli(['infer', 'bedrock/us.anthropic.claude-opus-4-5-20251101-v1:0', '--json'])).stdout) as Record<
      string,
      unknown
    >;
    assert.deepEqual([hosted['host'], hosted['retirement']], ['Amazon Bedrock', null]);
  });

  it('infers from a name, with the source of each thing', async () => {
    const { code, stdout } = await cli(['infer', 'openrouter/openai/gpt-4o:free']);
    assert.equal(code, 0);
    assert.match(stdout, /^Match +alias: .*\(gpt-4o\)$/m);
    assert.match(stdout, /^Input +text, vision, file$/m);
    assert.match(stdout, /^input +vision +yes +alias gpt-4o, @langchain\/openai 1\.6\.0$/m);
    assert.match(stdout, /^input +audio +no +/m);
    const json = JSON.parse((await cli(['infer', 'phi-3-mini-4k-instruct', '--provider', 'microsoft', '--json'])).stdout) as {
      match: string;
    };
    assert.equal(json.match, 'exact');
  });
});
