import assert from 'node:assert/strict';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import type { ConversationFinding } from '../../../src/core/conversation/conversation-finding.ts';
import { CONVERSATION_SENTENCES } from '../../../src/core/conversation/finding-words.ts';
import { FINDING_SENTENCES, type TranscriptCode } from '../../../src/core/transcript/finding.ts';
import { LIMIT_SENTENCES } from '../../../src/core/wire/rule-sentence.ts';
import { doctorRule, EXPECT_RULE, lintRule, MOST_RESULTS, SarifRun, VALIDATE_RULES } from '../../../src/cli/sarif.ts';
import { Terminal } from '../../../src/cli/terminal.ts';
import { cli } from '../../support/command-line.ts';
import { image, text, WRITERS } from '../../support/conversations.ts';
import { png, webp } from '../../support/media-bytes.ts';
import type { Ended } from '../../support/programs.ts';
import { publishedSchema } from '../../support/schemas.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, png as pictureIn } from '../../support/transcripts.ts';

interface Place {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri?: string; readonly uriBaseId?: string };
    readonly region: Readonly<Record<string, number>>;
  };
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: { readonly id: string; readonly help: { readonly text: string } }[] } };
  readonly automationDetails: { readonly id: string };
  readonly invocations: [
    {
      readonly executionSuccessful: boolean;
      readonly toolExecutionNotifications?: { readonly descriptor: { readonly id: string }; readonly locations?: Place[] }[];
    },
  ];
  readonly results: {
    readonly ruleId: string;
    readonly ruleIndex: number;
    readonly level: string;
    readonly message: { readonly text: string };
    readonly locations: [Place];
    readonly relatedLocations?: Place[];
  }[];
}

const isValid = publishedSchema('sarif-2.1.0');

/** The one run of a log, after it was held to the published schema. */
function runOf(log: string): Run {
  const parsed = JSON.parse(log) as { runs: [Run] };
  assert.ok(isValid(parsed), JSON.stringify(isValid.errors?.slice(0, 5), null, 2));
  const [run] = parsed.runs;
  for (const { ruleId, ruleIndex } of run.results) assert.equal(run.tool.driver.rules[ruleIndex]?.id, ruleId);
  return run;
}

/** Where each result is: `uri:line:column`. */
const placesOf = ({ results }: Run): string[] =>
  results.map(({ locations: [{ physicalLocation }] }) => {
    const { artifactLocation, region } = physicalLocation;
    return `${artifactLocation.uri ?? '?'}:${region['startLine']}:${region['startColumn'] ?? 1}`;
  });

const url = `data:image/png;base64,${base64(pictureIn(3000))}`;
const transcript = `{"role":"user","content":"hi"}\n{"role":"tool","content":"look: ${url}"}\n`;
const hostile = 'log 100% #1 [x](y).jsonl';

describe('agent-artifacts … --sarif', function () {
  this.timeout(60_000);
  let folder: string;
  const sarif = (...args: string[]): Promise<Ended> => cli([...args, '--sarif'], { folder: path.join(folder, 'project') });

  before(async () => {
    folder = await temporaryFolder({
      'elsewhere.jsonl': transcript,
      'project/logs/a.jsonl': transcript,
      [`project/logs/${hostile}`]: transcript,
      'project/good.jsonl': '{"role":"user","content":"hi"}\n',
      'project/note.json': '{"a":1}',
      'project/config/llmservices.json':
        '{\n  "services": [\n    { "id": "a", "capabilities": { "input": ["visoin"] } },\n    { "id": "a" }\n  ],\n  "[see](https://example.com) {0}": 1\n}\n',
      'project/session.jsonl': WRITERS['claude-code']([
        { user: [text('Look.')] },
        { assistant: 'I look.', calls: ['call_1'] },
        { result: 'call_1', pieces: [image(webp(20, 20), 'image/png')] },
      ]),
      'project/body.json': WRITERS.anthropic([{ user: [text('Look.')] }]),
      'project/notes.md': '# Notes\n',
      'project/picture.png': png(40, 40),
    });
  });

  it('lint: places by relative URIs, lines and columns from 1, and the sentence of each', async () => {
    const { code, stdout, stderr } = await sarif('lint', 'logs/a.jsonl', `logs/${hostile}`, 'good.jsonl', '../elsewhere.jsonl');
    assert.equal(code, 1);
    const run = runOf(stdout);
    const [a, b, outside] = placesOf(run);
    assert.deepEqual([a, b], ['logs/a.jsonl:2:33', 'logs/log%20100%25%20%231%20%5Bx%5D(y).jsonl:2:33']);
    assert.match(outside ?? '', /^file:\/\/\/.*\/elsewhere\.jsonl:2:33$/);
    const [{ level, message, locations }] = run.results as [Run['results'][0]];
    assert.equal(level, 'warning');
    assert.match(message.text, /^Data URL in text: PNG image, 2\.9 KB\. A model reads it as about [\d,]+ tokens\.$/);
    assert.equal(locations[0].physicalLocation.artifactLocation.uriBaseId, '%SRCROOT%');
    assert.equal(locations[0].physicalLocation.region['endColumn'], 33 + url.length);
    assert.deepEqual([run.automationDetails.id, run.invocations[0].executionSuccessful], ['agent-artifacts/lint/', true]);
    assert.match(stderr, /^logs\/a\.jsonl:2:33: warning: Data URL in text/m);
  });

  it('lint: what cannot be read is said in the log, which still ends with 2', async () => {
    const { code, stdout } = await sarif('lint', 'none.jsonl', 'logs/a.jsonl');
    assert.equal(code, 2);
    const { invocations, results } = runOf(stdout);
    assert.equal(results.length, 1);
    assert.equal(invocations[0].executionSuccessful, false);
    const [{ descriptor, locations }] = invocations[0].toolExecutionNotifications as [{ descriptor: { id: string }; locations: Place[] }];
    assert.deepEqual([descriptor.id, locations[0]?.physicalLocation.artifactLocation.uri], ['not_found', 'none.jsonl']);
  });

  it('lint: no findings are a log without results', async () => {
    const { code, stdout } = await sarif('lint', 'good.jsonl');
    assert.equal(code, 0);
    assert.deepEqual(runOf(stdout).results, []);
  });

  it('validate: every problem with its level, and no name from the file becomes a link or a placeholder', async () => {
    const { code, stdout } = await sarif('validate', 'config/llmservices.json');
    assert.equal(code, 1);
    const run = runOf(stdout);
    assert.deepEqual(
      run.results.map(({ ruleId, level }) => `${ruleId} ${level}`).sort(),
      ['capability_misspelt warning', 'id_duplicate error', 'text_input_missing note', 'unknown_property note'].sort(),
    );
    assert.ok(placesOf(run).every((place) => place.startsWith('config/llmservices.json:')));
    const { message } = run.results.find(({ ruleId }) => ruleId === 'unknown_property') as Run['results'][0];
    assert.equal(message.text, 'Unknown property "[see] (https://example.com) {{0}}"; it has no effect.');
  });

  it('validate: a file that is not there is a log that says so', async () => {
    const { code, stdout, stderr } = await sarif('validate', 'none.json');
    assert.equal(code, 2);
    const { invocations, results } = runOf(stdout);
    assert.deepEqual([results, invocations[0].toolExecutionNotifications?.[0]?.descriptor.id], [[], 'not_found']);
    assert.match(stderr, /none\.json not found\. \[not_found\]/);
  });

  it('[L-4] what cannot be checked is exit code 2 for every command: CI may tolerate findings, which are 1', async () => {
    for (const [command = '', ...options] of [['lint'], ['doctor'], ['validate'], ['route', '--model', 'gpt-5.2', '--expect', 'image']])
      assert.equal((await sarif(command, 'none.json', ...options)).code, 2, command);
  });

  it('doctor: several files in one run, findings at their lines, the worst exit code', async () => {
    const { code, stdout } = await sarif('doctor', 'session.jsonl', 'body.json', 'note.json');
    assert.equal(code, 2);
    const run = runOf(stdout);
    // the end of the model was announced
    assert.deepEqual(placesOf(run), ['session.jsonl:4:1', 'session.jsonl:1:1', 'body.json:1:1']);
    assert.deepEqual([run.results[0]?.ruleId, run.results[0]?.level], ['type_differs_from_bytes', 'error']);
    assert.match(run.results[0]?.message.text ?? '', /^Message 3, part 1: Declared as image\/png, but the bytes are image\/webp/);
    assert.equal(run.invocations[0].toolExecutionNotifications?.[0]?.descriptor.id, 'not_a_conversation');
    assert.match(run.tool.driver.rules[0]?.help.text ?? '', /doctor FILE --fix correct_type/);
  });

  it('doctor: several files are told one after the other, and what is about one file is refused for them', async () => {
    const { code, stdout } = await cli(['doctor', 'body.json', 'session.jsonl'], { folder: path.join(folder, 'project') });
    assert.equal(code, 1);
    assert.deepEqual(
      stdout.match(/^File +\S+/gm)?.map((line) => line.split(/ +/)[1]),
      ['body.json', 'session.jsonl'],
    );
    for (const option of ['--undo', '--dry-run'])
      assert.equal((await cli(['doctor', 'body.json', 'session.jsonl', option], { folder: path.join(folder, 'project') })).code, 2, option);
  });

  it('route --expect: a file that does not arrive is one result a model; of a message, at the file to blame', async () => {
    const single = await sarif('route', 'picture.png', '--model', 'gpt-5.2', '--model', 'deepseek-chat', '--expect', 'image');
    assert.equal(single.code, 1);
    const run = runOf(single.stdout);
    assert.deepEqual(placesOf(run), ['picture.png:1:1']);
    assert.deepEqual([run.results[0]?.ruleId, run.results[0]?.level], ['not_as_expected', 'error']);
    assert.match(run.results[0]?.message.text ?? '', /does not arrive as image for .*DeepSeek/i);
    const several = await sarif('route', 'picture.png', 'notes.md', '--model', 'gpt-5.2', '--expect', 'image');
    assert.equal(several.code, 1);
    assert.deepEqual(placesOf(runOf(several.stdout)), ['notes.md:1:1']);
    const met = await sarif('route', 'picture.png', '--model', 'gpt-5.2', '--expect', 'image');
    assert.equal(met.code, 0);
    assert.deepEqual(runOf(met.stdout).results, []);
  });

  it('is refused where it makes no sense', async () => {
    for (const args of [
      ['route', 'picture.png'],
      ['lint', 'good.jsonl', '--json'],
      ['doctor', 'session.jsonl', '--fix', 'all'],
      ['doctor', '--all', '--program', 'codex'],
      ['list'],
    ]) {
      const { code, stdout } = await sarif(...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
    }
  });
});

describe('The SARIF of a run', () => {
  /** What a run writes. */
  async function written(use: (run: SarifRun) => void): Promise<{ readonly run: Run; readonly told: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const run = new SarifRun('lint', new Terminal({ stdin: new PassThrough(), stdout, stderr }, {}), path.resolve('/work/project'));
    use(run);
    run.print();
    return { run: runOf(String(stdout.read())), told: String(stderr.read() ?? '') };
  }

  const finding = (file: string, message = 'No.'): Parameters<SarifRun['add']>[0] => ({ rule: EXPECT_RULE, message, place: { file } });

  it('has a rule with an id, a level, a sentence and a help for everything that can be found', async () => {
    const limits = Object.keys(LIMIT_SENTENCES).filter((code) => !code.includes(':'));
    const codes = [...Object.keys(CONVERSATION_SENTENCES), ...limits, 'part_rejected', 'part_left_out'] as ConversationFinding['code'][];
    const rules = [
      ...(Object.keys(FINDING_SENTENCES) as TranscriptCode[]).map(lintRule),
      ...VALIDATE_RULES,
      ...codes.map(doctorRule),
      EXPECT_RULE,
    ];
    for (const { id, level, summary, help } of rules) {
      assert.match(id, /^[a-z0-9_]+$/);
      assert.match(level, /^(error|warning|note)$/);
      assert.match(summary, /^\S.*\.$/, id);
      assert.doesNotMatch(summary, /[{}]/, id);
      assert.ok(help.length > 40, id);
    }
    await written((run) => {
      for (const rule of rules) run.add({ rule, message: 'No.', place: { file: 'a.json' } });
    });
  });

  it('names standard input and files elsewhere without inventing a path in the folder', async () => {
    const { run } = await written((log) => {
      for (const file of ['-', '/work/project', '/work/other/a.txt', '../project/b.txt', '..c', './-', 'a:b', 'd\ud800e'])
        log.add(finding(file));
    });
    const uris = run.results.map(({ locations: [{ physicalLocation }] }) => physicalLocation.artifactLocation.uri);
    assert.deepEqual(
      uris.map((uri) => uri?.replace(/^file:\/\/\/(?:[A-Z]:\/)?/, 'file:///')),
      [undefined, 'file:///work/project', 'file:///work/other/a.txt', 'b.txt', '..c', '-', 'a%3Ab', 'd%EF%BF%BDe'],
    );
  });

  it('lists as many as code scanning takes, and says how many there are', async () => {
    const { run, told } = await written((log) => {
      for (let at = 0; at <= MOST_RESULTS; at++) log.add(finding('a.json'));
    });
    assert.equal(run.results.length, MOST_RESULTS);
    assert.equal(run.invocations[0].executionSuccessful, true);
    assert.equal(run.invocations[0].toolExecutionNotifications?.[0]?.descriptor.id, 'too_many_results');
    assert.equal(told.trim().split('\n').length, 51);
    assert.match(told, /^… 24951 more\.$/m);
  });
});
