import assert from 'node:assert/strict';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { cli } from '../../support/command-line.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { plant, temporaryFolder } from '../../support/temporary-folder.ts';

describe('What the command line refuses', function () {
  this.timeout(120_000);

  it('tells wrong usage by exit code 2, on standard error', async () => {
    const cases = [
      ['--nonsense'],
      ['no-such-command'],
      ['list', 'one', 'too-much'],
      ['list', '--limit', '0'],
      ['list', '--limit', '1.5'],
      ['list', '--limit'],
      ['show'],
      ['show', '1', '2'],
      ['ids', 'one', 'two', 'three'],
      ['ids'],
      ['route'],
      ['route', '1', '--service', 'a', '--agent', 'b'],
      ['show', '1', '--language', 'fr'],
      ['list', '--root', ''],
      ['mcp', 'nonsense'],
      ['infer'],
      ['infer', 'a', 'b'],
      ['import'],
      ['import', 'a', '--into', ''],
      ['export'],
      ['export', '--format', 'word'],
      ['export', '--format', 'openrouter'],
    ];
    await Promise.all(
      cases.map(async (args) => {
        const { code, stdout, stderr } = await cli(args);
        assert.equal(code, 2, `${args.join(' ')}: ${stderr}`);
        assert.equal(stdout, '');
        assert.notEqual(stderr, '');
      }),
    );
  });

  it('an unknown option is named, with the one that was probably meant', async () => {
    for (const [args, message] of [
      [['list', '--jsn'], 'Unknown option "--jsn". Did you mean "--json"?'],
      [['route', '8', '--servise', 'x'], 'Unknown option "--servise". Did you mean "--service"?'],
      [['list', '--something-else'], 'Unknown option "--something-else".'],
      [['--exepct', 'image', 'route', '8'], 'Unknown option "--exepct". Did you mean "--expect"?'],
      [['8.md', '--wire'], '--wire is an option of route, conversation.'],
      [['8.md', '--fix', 'all'], '--fix is an option of doctor.'],
      [['list', '-v'], 'Unknown option "-v". Did you mean "--version"?'],
      [['-V'], 'Unknown option "-V". Did you mean "--version"?'],
    ] as const) {
      const { code, stderr } = await cli(args);
      assert.equal(code, 2);
      assert.equal(stderr.split('\n')[0], `agent-artifacts: ${message}`);
    }
  });

  it('an option without its value, or with one that it does not take, is named', async () => {
    for (const [args, message] of [
      [['route', '8', '--model'], '--model needs a value.'],
      [['route', '8', '--model', '--json'], '--model needs a value. Write --model=--json if that is the value.'],
      [['show', '8', '-o'], '-o needs a value.'],
      [['list', '--json=yes'], '--json takes no value.'],
    ] as const) {
      const { code, stderr } = await cli(args);
      assert.deepEqual([code, stderr.split('\n')[0]], [2, `agent-artifacts: ${message}`]);
    }
  });

  it('has help for the program and for every command, and options may come first', async () => {
    const { code, stdout } = await cli(['--help']);
    assert.equal(code, 0);
    await Promise.all(
      ['list', 'show', 'ids', 'route', 'services', 'validate', 'lint', 'infer', 'import', 'export', 'agents', 'sample', 'mcp'].map(
        async (name) => {
          assert.match(stdout, new RegExp(`^ {2}${name} `, 'm'));
          const help = await cli([name, '--help']);
          assert.equal(help.code, 0);
          assert.match(help.stdout, new RegExp(`^Usage: agent-artifacts ${name}`));
        },
      ),
    );
    assert.match((await cli(['--version'])).stdout, /^\d+\.\d+\.\d+\n$/);
    const root = await copyOfRealRoot();
    assert.match((await cli(['--json', '--root', root, 'ids', '--file', '1'])).stdout, /"isEnvelope": false/);
  });

  it('[1-R8.1] tells what is not there or invalid by exit code 1, a code and a sentence; as JSON for programs', async () => {
    const root = await copyOfRealRoot();
    const cases: [string[], string][] = [
      [['show', '4711'], 'artifact_not_found'],
      [['ids', '4711'], 'artifact_not_found'],
      [['show', '33'], 'reserved'],
      [['ids', '33', '--file'], 'reserved'],
      [['show', 'artifact:'], 'reference_empty'],
      [['show', 'artifact:../1'], 'id_not_plain_name'],
      [['show', '../1'], 'not_found'],
      [['show', 'ws:a:!'], 'id_not_base64url'],
      [['ids', 'a', '../b'], 'path_leaves_workspace'],
      [['ids', 'a/b', 'c'], 'workspace_id_not_plain_name'],
      [['ids', 'artifact:'], 'reference_empty'],
      [['route', '8', '--service', 'no-such'], 'service_unknown'],
      [['route', '8', '--agent', 'no-such'], 'agent_unknown'],
      [['list', '--after', 'yesterday'], 'after_unknown'],
      [['list', '--workspace', 'no-such'], 'not_found'],
      [['list', '--workspace', 'agent-coder-7f3a', '--after', '31'], 'not_found'],
      [['validate', path.join(root, 'no-such.json')], 'not_found'],
    ];
    await Promise.all(
      cases.map(async ([args, expected]) => {
        const human = await cli([...args, '--root', root]);
        assert.equal(human.code, 1, args.join(' '));
        assert.equal(human.stdout, '');
        assert.match(human.stderr, new RegExp(`^agent-artifacts: .*[.)] \\[${expected}\\]\\n$`));
        const program = await cli([...args, '--root', root, '--json']);
        assert.equal(program.code, 1);
        assert.equal((JSON.parse(program.stdout) as { error: string }).error, expected);
      }),
    );
    assert.match((await cli(['show', '4711', '--language', 'zh', '--root', root])).stderr, /工件不存在/);
  });

  it('finds the data root from any folder in it, and says when there is none', async () => {
    const root = await copyOfRealRoot();
    for (const folder of ['.', 'config', 'data/runtime/artifacts', 'data/runtime/workspaces/agent-coder-7f3a/src']) {
      const { code, stdout, stderr } = await cli(['services', '--json'], { folder: path.join(root, folder) });
      assert.equal(code, 0, stderr);
      assert.equal((JSON.parse(stdout) as { services: unknown[] }).services.length, 4, folder);
    }
    const { code, stderr } = await cli(['list'], { folder: await temporaryFolder() });
    assert.equal(code, 1);
    assert.match(stderr, /\[root_unknown\]/);
    const missing = await cli(['list', '--root', 'no-such'], { folder: root });
    assert.equal(missing.stderr, 'agent-artifacts: Folder no-such not found. [root_not_found]\n');
  });

  it('needs no data root where the configuration is named, and refuses a file of another name', async () => {
    const root = await copyOfRealRoot();
    const folder = await temporaryFolder({ 'other.json': '{"services": []}' });
    for (const config of ['config', 'config/llmservices.json']) {
      const named = ['--config', path.join(root, config)];
      const { code, stdout, stderr } = await cli(['services', '--json', ...named], { folder });
      assert.deepEqual([code, stderr], [0, '']);
      assert.equal((JSON.parse(stdout) as { services: unknown[] }).services.length, 4, config);
      assert.match((await cli(['validate', ...named], { folder })).stderr, /^4 model services, /m);
    }
    const { code, stderr } = await cli(['services', '--config', 'other.json'], { folder });
    assert.equal(code, 1);
    assert.match(stderr, /--config takes a file named llmservices\.json or llmservices\.local\.json, or its folder, not other\.json\./);
  });

  it('says that a configuration that is named is not there', async () => {
    const folder = await temporaryFolder({ 'note.md': 'Hello' });
    const { code, stderr } = await cli(['route', 'note.md', '--config', 'nosuch', '--service', 'mine'], { folder });
    assert.deepEqual([code, stderr], [1, 'agent-artifacts: --config: nosuch not found. [config_unknown]\n']);
  });

  it('says of a word that is no file what it is taken for, and of an empty argument that it is empty', async () => {
    const folder = await temporaryFolder({ 'note.md': 'Hello' });
    for (const command of ['route', 'show']) {
      const { code, stderr } = await cli([command, 'Makefiel'], { folder });
      assert.deepEqual(
        [code, stderr],
        [1, 'agent-artifacts: Makefiel is neither a file nor the ID of an artifact. [not_found]\n'],
        command,
      );
    }
    const { code, stderr } = await cli(['lint', ''], { folder });
    assert.equal(code, 2);
    assert.match(stderr, /An argument must not be empty\./);
  });

  it('follows an app.json out of its folder only when somebody named the root', async () => {
    const outside = await temporaryFolder({
      'store/1.txt': 'secret',
      'store/1.meta': { id: '1', extension: '.txt', type: 'text/plain', name: 'secret' },
    });
    const root = await temporaryFolder({ 'config/app.json': { artifactsDir: path.join(outside, 'store') } });
    const found = await cli(['show', '1'], { folder: root });
    assert.equal(found.code, 1);
    assert.match(found.stderr, /artifactsDir in app\.json points outside/);
    assert.equal((await cli(['show', '1', '--root', root])).stdout, 'secret');
  });

  it('validate warns of what the catalogue denies and of a real key, which fails it only with --strict', async () => {
    const key = 'sk-ant-api03-Zk4v9Qw2Lr8Tn6Yb1Xc5Md7Hs3Jg0Pf';
    const service = { id: 'a', model: 'gpt-4', apiKey: key, capabilities: { input: ['text', 'vision'], output: ['text'] } };
    const folder = await temporaryFolder({ 'llmservices.json': JSON.stringify({ services: [service] }, null, 1) });
    const { code, stdout } = await cli(['validate', 'llmservices.json'], { folder });
    assert.equal(code, 0);
    assert.match(stdout, /warning: The model gpt-4 is known not to support "vision" .*\[capability_contradicted\]$/m);
    assert.match(stdout, /llmservices\.json:6:\d+: warning: This looks like a real API key, .*\[api_key_maybe_tracked\]$/m);
    assert.ok(!stdout.includes(key));
    assert.equal((await cli(['validate', 'llmservices.json', '--strict'], { folder })).code, 1);
    const { problems } = JSON.parse((await cli(['validate', 'llmservices.json', '--json'], { folder })).stdout) as {
      problems: { code: string }[];
    };
    assert.deepEqual(problems.map((each) => each.code).sort(), ['api_key_maybe_tracked', 'capability_contradicted']);
  });

  it('[E-13a] says which problems of a configuration are against the JSON schema', async () => {
    const folder = await temporaryFolder({ 'form.json': '{"services": [{"id": "a", "maxTokens": 0, "modle": "m"}]}', 'none.json': '{}' });
    const { code, stdout, stderr } = await cli(['validate', 'form.json'], { folder });
    assert.equal(code, 0);
    assert.match(stdout, /\[max_tokens_invalid\] \[schema\]\n/);
    assert.match(stdout, /\[field_misspelt\]\n/);
    assert.match(stderr, /1 model service, 2 problems, 1 of them against the JSON schema\./);
    const json = JSON.parse((await cli(['validate', 'form.json', '--json'], { folder })).stdout) as {
      problems: { code: string; source: string }[];
    };
    assert.deepEqual(
      json.problems.map(({ code, source }) => [code, source]),
      [
        ['max_tokens_invalid', 'schema'],
        ['field_misspelt', 'rules'],
      ],
    );
    const none = await cli(['validate', 'none.json'], { folder });
    assert.match(none.stdout, /\[services_missing\] \[schema\]\n/);
    assert.match(none.stderr, /Not usable: 1 problem, 1 of them against the JSON schema\./);
  });

  it('prints every problem of a configuration with its place', async () => {
    const folder = await temporaryFolder({
      'good.json': '{ "services": [] }',
      'bad.json': '{\n  "services": [\n    { "id": "a" },\r\n    { "id": "a" }\n  ]\n}',
      'torn.json': '{ "services": [',
    });
    const good = await cli(['validate', 'good.json'], { folder });
    assert.equal(good.code, 0);
    assert.equal(good.stdout, '');
    const bad = await cli(['validate', 'bad.json'], { folder });
    assert.equal(bad.code, 1);
    assert.match(bad.stdout, /bad\.json:4:13: error: The ID "a" is already used .* \[id_duplicate\]\n/);
    const json = JSON.parse((await cli(['validate', 'bad.json', '--json'], { folder })).stdout) as {
      usable: boolean;
      problems: { code: string; line: number }[];
    };
    assert.equal(json.usable, true);
    assert.deepEqual(
      json.problems.map(({ code, line }) => [code, line]),
      [['id_duplicate', 4]],
    );
    assert.match((await cli(['validate', 'torn.json'], { folder })).stdout, /torn\.json:1:\d+: error: Not valid JSON/);
    const warned = await temporaryFolder({
      'llmservices.json': { services: [{ id: 'a', capabilities: { input: ['visoin'] } }] },
      'artifacts/': '',
      'workspaces/': '',
    });
    const warning = await cli(['validate'], { folder: warned });
    assert.equal(warning.code, 0, 'a warning is no error');
    assert.match(warning.stdout, /warning: .*vision.*\[capability_misspelt\]/);
    assert.match((await cli(['validate', folder])).stdout, /\[file_unreadable\]/);
  });

  it('says that services or agents cannot be used, instead of showing none', async () => {
    const root = await copyOfRealRoot();
    await writeFile(path.join(root, 'config/llmservices.json'), '[');
    await writeFile(path.join(root, 'data/runtime/state/org.json'), '[');
    assert.match((await cli(['services', '--root', root])).stderr, /\[services_unusable\]/);
    assert.match((await cli(['route', '8', '--service', 'text-model', '--root', root])).stderr, /\[services_unusable\]/);
    assert.match((await cli(['agents', '--root', root])).stderr, /\[organisation_unusable\]/);
  });

  it('survives a root full of hostile names and broken metadata', async () => {
    const root = await temporaryFolder({ 'workspaces/': '' });
    await plant(root, {
      'artifacts/1.txt': 'a',
      'artifacts/1.meta': {
        id: '1',
        extension: '.txt',
        type: 'text/plain',
        name: 'a\u001b]0;owned\u0007\nartifact:2  forged \u202egnp.exe',
        createdAt: 'never',
      },
      'artifacts/2.meta': '{ torn',
      'artifacts/3.meta': { id: '3', extension: '/../../../etc/passwd', type: 'text/plain', name: 'x' },
    });
    const { code, stdout } = await cli(['list', '--root', root]);
    assert.equal(code, 0);
    assert.equal(stdout.trimEnd().split('\n').length, 4, 'one line each, and the heading');
    assert.ok(stdout.includes('a\\x1b]0;owned\\x07\\x0aartifact:2  forged \\u202egnp.exe'));
    assert.doesNotMatch(stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    const json = await cli(['list', '--json', '--root', root]);
    assert.doesNotMatch(json.stdout, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    assert.match((JSON.parse(json.stdout) as { items: { name: string }[] }).items[2]?.name ?? '', /\u202egnp/);
    const show = await cli(['show', '3', '--root', root]);
    assert.equal(show.code, 1);
    assert.ok(!show.stdout.includes('root:'));
    await rename(path.join(root, 'artifacts/1.txt'), path.join(root, 'artifacts/gone'));
    assert.equal((await cli(['show', '1', '--root', root])).code, 1);
    const wild = await cli(['show', '\u001b[2J\u009b31m', '--root', root]);
    assert.doesNotMatch(wild.stderr, /[\u001b\u009b]/);
  });
});
