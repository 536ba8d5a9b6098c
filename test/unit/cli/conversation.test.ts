import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { encodeImage } from '../../../src/core/content/image-codecs.ts';
import { cli } from '../../support/command-line.ts';
import { image, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { png, webp } from '../../support/media-bytes.ts';
import { picture } from '../../support/pictures.ts';
import { copyOfRealRoot } from '../../support/root-copy.ts';
import { codexThrice } from '../../support/stored-thrice.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { base64, noise } from '../../support/transcripts.ts';

const turns: Turn[] = [
  { user: [text('Look.')] },
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces: [image(webp(20, 20), 'image/png')] },
  { assistant: 'A picture.' },
  { user: [text('And \u001b[31mthis?'), image(png(30, 30))] },
];

describe('agent-artifacts doctor', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = await temporaryFolder({
      'session.jsonl': WRITERS['claude-code'](turns),
      'note.json': '{"a":1}',
      'good.json': WRITERS.anthropic([turns[0]!]),
      'waiting.jsonl': WRITERS.codex(turns.slice(0, 2))
        .split('\n')
        .filter((line) => !line.includes('output_text'))
        .join('\n'),
      'cut.jsonl': `${WRITERS['claude-code']([turns[0]!])}{"type":"user","uu`,
    });
    file = path.join(folder, 'session.jsonl');
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(file, before, before);
  });

  it('names message, rule, source and the server’s words, changes nothing and ends with 1', async () => {
    const before = await fsp.readFile(file);
    const { code, stdout } = await cli(['doctor', file]);
    assert.equal(code, 1);
    assert.match(stdout, /^Next request +fails at message 3: Declared as image\/png, but the bytes are image\/webp/m);
    assert.match(stdout, /^Message 3, part 1 \(line 4\): error type_differs_from_bytes$/m);
    assert.match(
      stdout,
      /^ {2}The server would say: messages\.2\.content\.0\.content\.0\.image\.source\.base64: The image was specified using/m,
    );
    assert.match(stdout, /^ {2}Based on: https:/m);
    assert.deepEqual(await fsp.readFile(file), before);
    assert.deepEqual((await fsp.readdir(folder)).sort(), ['cut.jsonl', 'good.json', 'note.json', 'session.jsonl', 'waiting.jsonl']);
  });

  it('prints twenty of what is wrong in many places, and how many more there are, which its JSON has', async () => {
    const content = Array.from({ length: 33 }, () => ({ type: 'text', text: '' }));
    const body = path.join(folder, 'empty.json');
    await fsp.writeFile(body, JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 9, messages: [{ role: 'user', content }] }));
    const { stdout } = await cli(['doctor', body]);
    assert.equal(stdout.match(/^Message 1, part \d+ .*: error part_rejected$/gm)?.length, 20);
    assert.match(stdout, /^And 13 more part_rejected; --json lists all\.$/m);
    const { findings } = JSON.parse((await cli(['doctor', body, '--json'])).stdout) as { findings: { code: string }[] };
    assert.equal(findings.filter(({ code }) => code === 'part_rejected').length, 33);
  });

  it('[28] says what its figure of tokens is without', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'How warm is it?' }] }];
    const input = [{ role: 'user', content: 'How warm is it?' }];
    for (const [body, said] of [
      [{ contents }, ''],
      [{ contents, cachedContent: 'cachedContents/1' }, ', without earlier messages and cached content, which the server keeps'],
      [{ model: 'gpt-5.4', input, truncation: 'auto' }, '; the server may shorten them'],
    ] as const) {
      await fsp.writeFile(file, JSON.stringify(body));
      const { stdout } = await cli(['doctor', file]);
      assert.equal(/^Tokens +≈ [\d–]+(.*)$/m.exec(stdout)?.[1], said, stdout);
    }
  });

  it('repairs, ends with 0, and puts the file back byte for byte', async () => {
    const before = await fsp.readFile(file, 'utf8');
    const dry = await cli(['doctor', file, '--fix', 'all', '--dry-run', '--json']);
    assert.deepEqual(
      (JSON.parse(dry.stdout) as { repairs: { kind: string }[] }).repairs.map(({ kind }) => kind),
      ['correct_type'],
    );
    const fixed = await cli(['doctor', file, '--fix', 'all']);
    assert.deepEqual([fixed.code, fixed.stderr], [0, '']);
    assert.match(fixed.stdout, /Repaired 1 part: correct_type 1\. Backup: /);
    const lines = before.split('\n');
    assert.equal(
      await fsp.readFile(file, 'utf8'),
      [...lines.slice(0, 3), lines[3]?.replaceAll('image/png', 'image/webp'), ...lines.slice(4)].join('\n'),
    );
    const undone = await cli(['doctor', file, '--undo']);
    assert.equal(undone.code, 0);
    assert.equal(await fsp.readFile(file, 'utf8'), before);
    assert.equal((await cli(['doctor', file, '--undo'])).code, 2);
  });

  it('makes images smaller, says from what to what, and describes those it cannot', async () => {
    const large = [image(await picture('image/png', 9000, 90)), image(png(9000, 9))];
    await fsp.writeFile(file, WRITERS['claude-code']([...turns.slice(0, 2), { result: 'call_1', pieces: large }]));
    const old = new Date(Date.now() - 60_000);
    await fsp.utimes(file, old, old);
    const before = await fsp.readFile(file);
    const plan = await cli(['doctor', file]);
    assert.match(plan.stdout, /^ {2}Repair: make the image smaller$/m);
    assert.match(plan.stdout, /^Message 3, part 1: PNG 9000 × 90, [\d.]+ KB → 8000 × 80$/m);
    const dry = JSON.parse((await cli(['doctor', file, '--fix', 'shrink', '--dry-run', '--json'])).stdout) as {
      repairs: { from: { size: number } }[];
    };
    const [first] = dry.repairs;
    assert.deepEqual(first, {
      kind: 'shrink',
      address: { message: 3, part: 1 },
      from: { type: 'image/png', width: 9000, height: 90, size: first?.from.size },
      limits: { side: 8000, base64: 5 * 1024 * 1024 },
      to: { width: 8000, height: 80 },
    });
    assert.deepEqual(await fsp.readFile(file), before);
    const fixed = await cli(['doctor', file, '--fix', 'all']);
    assert.deepEqual([fixed.code, fixed.stderr], [0, '']);
    assert.match(fixed.stdout, /^Repaired 2 parts: shrink 1, describe 1\. Backup: /m);
    assert.match(fixed.stdout, /^Message 3, part 1: PNG 9000 × 90 → 8000 × 80, [\d.]+ KB → [\d.]+ KB$/m);
    assert.match(fixed.stdout, /^Message 3, part 2: not made smaller, its bytes cannot be decoded; described$/m);
    assert.equal((await cli(['doctor', file, '--undo'])).code, 0);
    assert.deepEqual(await fsp.readFile(file), before);
  });

  it('says that a picture of few colours has more bytes once it is smaller', async () => {
    const [width, height] = [9000, 40];
    const pixels = new Uint8Array(width * height * 4).fill(255);
    const dots = randomBytes(width * height);
    for (let at = 0; at < width * height; at++) if ((dots[at] ?? 0) > 127) pixels.fill(0, at * 4, at * 4 + 3);
    const dotted = await encodeImage({ width, height, data: pixels }, { type: 'image/png', quality: 100 });
    await fsp.writeFile(file, WRITERS['claude-code']([...turns.slice(0, 2), { result: 'call_1', pieces: [image(dotted)] }]));
    const old = new Date(Date.now() - 60_000);
    await fsp.utimes(file, old, old);
    const fixed = await cli(['doctor', file, '--fix', 'all']);
    assert.match(fixed.stdout, /^Message 3, part 1: PNG 9000 × 40 → 8000 × 36, .* → .*; more bytes than before: /m);
  });

  it('changes nothing when the only repair that is wanted cannot be made', async () => {
    await fsp.writeFile(file, WRITERS.anthropic([{ user: [image(png(9000, 9))] }]));
    const old = new Date(Date.now() - 60_000);
    await fsp.utimes(file, old, old);
    const { code, stdout } = await cli(['doctor', file, '--fix', 'shrink']);
    assert.equal(code, 1);
    assert.match(stdout, /^Nothing was changed\.$/m);
    assert.deepEqual((await fsp.readdir(folder)).sort(), ['cut.jsonl', 'good.json', 'note.json', 'session.jsonl', 'waiting.jsonl']);
    const json = JSON.parse((await cli(['doctor', file, '--fix', 'shrink', '--json'])).stdout) as {
      repairs: { kind: string; refusal: string }[];
      backup: null;
    };
    assert.equal(json.backup, null);
    assert.deepEqual(
      json.repairs.map(({ kind, refusal }) => [kind, refusal]),
      [['none', 'unreadable']],
    );
  });

  it('saves what it describes beside it, replaces no file, and names it in the description', async () => {
    const pictures = [png(9000, 9), png(9001, 9)];
    await fsp.writeFile(
      file,
      WRITERS['claude-code']([...turns.slice(0, 2), { result: 'call_1', pieces: pictures.map((each) => image(each)) }]),
    );
    const before = await fsp.readFile(file);
    const saved = path.join(folder, 'pictures');
    await fsp.mkdir(saved);
    await fsp.writeFile(path.join(saved, 'message-3-part-1.PNG'), 'mine');
    const age = async (): Promise<void> => fsp.utimes(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    await age();
    const fixed = await cli(['doctor', file, '--fix', 'all', '--save-media', saved]);
    assert.deepEqual([fixed.code, fixed.stderr], [0, '']);
    assert.match(fixed.stdout, /^Message 3, part 1: saved as .*message-3-part-1-2\.png$/m);
    const names = ['message-3-part-1-2.png', 'message-3-part-2.png'];
    assert.deepEqual((await fsp.readdir(saved)).sort(), ['message-3-part-1.PNG', ...names].sort());
    for (const [at, name] of names.entries()) assert.deepEqual(await fsp.readFile(path.join(saved, name)), Buffer.from(pictures[at] ?? []));
    assert.equal(await fsp.readFile(path.join(saved, 'message-3-part-1.PNG'), 'utf8'), 'mine');
    const after = await fsp.readFile(file, 'utf8');
    for (const name of names) assert.ok(after.includes(`saved as ${JSON.stringify(path.join(saved, name)).slice(1, -1)}]`), name);

    await cli(['doctor', file, '--undo']);
    await age();
    const refused = await cli(['doctor', file, '--fix', 'all', '--save-media', path.join(file, 'no-folder')]);
    assert.equal(refused.code, 2);
    assert.deepEqual(await fsp.readFile(file), before, 'repaired, and what it describes is saved nowhere');
    assert.equal((await cli(['doctor', file, '--save-media', saved])).code, 2);
  });

  it('does not repair a file that is in use', async () => {
    await fsp.appendFile(file, '\n');
    const { code, stderr } = await cli(['doctor', file, '--fix', 'all']);
    assert.equal(code, 2);
    assert.match(stderr, /\[busy\]/);
  });

  it('ends with 2 for what is no conversation or not there', async () => {
    assert.deepEqual([(await cli(['doctor', path.join(folder, 'note.json')])).code, (await cli(['doctor', 'gone.jsonl'])).code], [2, 2]);
  });

  it('ends with 0 when the next request goes through', async () => {
    const { code, stdout } = await cli(['doctor', path.join(folder, 'good.json')]);
    assert.equal(code, 0);
    assert.match(stdout, /^Next request +goes through, as far as documented rules tell$/m);
  });

  it('says of its model that the end is announced, and counts it as no finding', async () => {
    await fsp.writeFile(path.join(folder, 'old.json'), JSON.stringify({ model: 'gpt-4o', input: 'Hello' }));
    const { code, stdout } = await cli(['doctor', path.join(folder, 'old.json'), '--strict']);
    assert.equal(code, 0);
    assert.match(stdout, /^Model’s end +announced for 2027-01-14; recommended instead: gpt-6-luna$/m);
    assert.doesNotMatch(stdout, /^Findings/m);
  });

  it('says which parts no rule is known for, as the verdict is not about them', async () => {
    const file_data = `data:image/png;base64,${base64(png(8, 8))}`;
    const content = [
      { type: 'input_file', filename: 'a.png', file_data },
      { type: 'input_text', text: 'Look.' },
      { type: 'input_file', filename: 'b.png', file_data },
    ];
    await fsp.writeFile(path.join(folder, 'unknown.json'), JSON.stringify({ model: 'gpt-5.2', input: [{ role: 'user', content }] }));
    const { code, stdout } = await cli(['doctor', path.join(folder, 'unknown.json')]);
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^Not checked +parameters and definitions of tools; message 1, part 1: no rule is known for "input_file \(image\/png\)" \(and 1 more part\)$/m,
    );
    const good = await cli(['doctor', path.join(folder, 'good.json')]);
    assert.match(good.stdout, /^Not checked +parameters and definitions of tools$/m);
    assert.doesNotMatch((await cli(['doctor', path.join(folder, 'cut.jsonl')])).stdout, /Not checked/, 'a session has none');
  });

  it('says which part nothing tells the tokens of', async () => {
    const content = [
      { type: 'text', text: 'Look.' },
      { type: 'image_url', image_url: { url: 'https://a.example/a.png' } },
    ];
    await fsp.writeFile(path.join(folder, 'link.json'), JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content }] }));
    const { stdout } = await cli(['doctor', path.join(folder, 'link.json')]);
    assert.match(stdout, /^Tokens +unknown: nothing tells how many message 1, part 2 has$/m);
    const asJson = await cli(['doctor', path.join(folder, 'link.json'), '--json']);
    assert.deepEqual(JSON.parse(asJson.stdout).uncounted, { message: 1, part: 2 });
  });

  it('says of a recorded body with placeholders that it is not known whether it goes through', async () => {
    const body = {
      model: 'gpt-5.2',
      input: [
        { role: 'user', content: '<LONG_TEXT>' },
        { role: 'user', content: '<LONG_TEXT>' },
      ],
    };
    await fsp.writeFile(path.join(folder, 'masked.json'), JSON.stringify(body));
    const { code, stdout } = await cli(['doctor', path.join(folder, 'masked.json')]);
    assert.equal(code, 1);
    const sentence = 'A recorder put <LONG_TEXT> in the place of this text. What is sent is not known.';
    assert.match(stdout, new RegExp(`^Next request +unknown: ${sentence} \\(and 1 more text\\)$`, 'm'));
    assert.match(stdout, /^Tokens +unknown: nothing tells how many message 1, part 1 has$/m);
    const switched = await cli(['switch', path.join(folder, 'masked.json'), '--to', 'claude-sonnet-5']);
    assert.equal(switched.code, 1);
    assert.match(switched.stdout, new RegExp(`claude-sonnet-5 .* unknown .*${sentence}`));
  });

  it('says of a file whose last line is cut off that the verdict is about the rest', async () => {
    const { code, stdout } = await cli(['doctor', path.join(folder, 'cut.jsonl')]);
    assert.equal(code, 0);
    assert.match(stdout, /^Unreadable +1 line, from line 3$/m);
    assert.match(stdout, /^Next request +goes through without the 1 unreadable line, as far as documented rules tell$/m);
  });

  it('shows the part that a server’s words are about', async () => {
    const words = '400 messages.2.content.0.content.0.image.source.base64.data: The image was specified using the image/png media type';
    const { code, stdout } = await cli(['doctor', file, '--error', words]);
    assert.equal(code, 1);
    assert.match(stdout, /^Part +message 3, part 1 \(line 4\)$/m);
    assert.match(stdout, /^Content +\[image\/webp 20 × 20, /m);
    assert.match(stdout, /error type_differs_from_bytes/);
    const answer = 'The image was specified using the image/png media type, but the image appears to be a image/webp image';
    assert.match((await cli(['doctor', file, '--error', answer])).stdout, /^ {2}The server says: .*The image was specified using/m);
    const unknown = await cli(['doctor', file, '--error', 'Something went wrong']);
    assert.equal(unknown.code, 1, 'nothing less is known than without it');
    assert.match(unknown.stderr, /^The text names no part of the next request: .*\[part_unknown\]/);
    assert.match(unknown.stdout, /error type_differs_from_bytes/);
    assert.equal((await cli(['doctor', file, '--error', 'Something went wrong', '--fix', 'all'])).code, 2);
    const healthy = path.join(folder, 'healthy.json');
    await fsp.writeFile(healthy, JSON.stringify({ model: 'o3', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] }));
    const named = await cli(['doctor', healthy, '--error', "Unsupported parameter: 'max_tokens' is not supported with this model."]);
    assert.match(named.stdout, /^Next request +failed, by the words of the server; documented rules do not tell why$/m);
    assert.match(named.stderr, /^The text is about the parameter max_tokens\. Parameters of a request are not checked\. \[part_unknown\]/);
    assert.match((await cli(['doctor', healthy])).stdout, /^Next request +goes through, as far as documented rules tell$/m);
    const beyond = await cli(['doctor', file, '--error', 'messages.300.content.0: bad']);
    assert.equal(beyond.code, 1);
    assert.match(
      beyond.stderr,
      /^The next request has no messages\.300\.content\.0: .*session\.jsonl has \d+ messages\. .*\[part_unknown\]/,
    );
    const waiting = await cli(['doctor', path.join(folder, 'waiting.jsonl'), '--error', 'No tool output found for function call call_1.']);
    assert.equal(waiting.code, 1, 'the message counts as a finding');
    assert.match(waiting.stdout, /^Part +message 2, part 1 \(line 6\)$/m);
    assert.match(waiting.stdout, /^No known problem was found in it\.$/m);
  });

  it('finds all parts of a message or of a result that a server names, and says where else the request fails', async () => {
    const result = { result: 'call_1', pieces: [text('A picture:'), image(png(9000, 9))] };
    await fsp.writeFile(file, WRITERS['claude-code']([...turns.slice(0, 2), result]));
    for (const words of [
      'messages.2: something is wrong',
      '`tool_use` ids were found without `tool_result` blocks immediately after: call_1',
    ]) {
      const whole = await cli(['doctor', file, '--error', words]);
      assert.equal(whole.code, 1, words);
      assert.match(whole.stdout, /^Parts +message 3, parts 1 and 2 \(line 4\)$/m);
      assert.match(whole.stdout, /^Message 3, part 2 \(line 4\): error too_many_pixels$/m);
      assert.doesNotMatch(whole.stdout, /No known problem|Elsewhere/);
      assert.match(
        (await cli(['doctor', file, '--error', words, '--fix', 'all', '--dry-run'])).stdout,
        /^Dry run \((?:shrink|describe) 1\): nothing was changed\.$/m,
      );
    }
    const words = 'messages.0: something is wrong';
    const sound = await cli(['doctor', file, '--error', words]);
    assert.equal(sound.code, 1, 'the message counts as a finding');
    assert.match(sound.stdout, /^No known problem was found in it\.$/m);
    assert.match(sound.stdout, /^Elsewhere the request fails: message 3, part 2: /m);
    assert.ok(sound.stdout.includes(`agent-artifacts doctor ${file} --fix all`), sound.stdout);
    const json = JSON.parse((await cli(['doctor', file, '--error', words, '--json'])).stdout) as { elsewhere: { address: object }[] };
    assert.deepEqual(
      json.elsewhere.map(({ address }) => address),
      [{ message: 3, part: 2 }],
    );
    const fixed = await cli(['doctor', file, '--error', words, '--fix', 'all']);
    assert.equal(fixed.code, 1);
    assert.match(fixed.stdout, /^Nothing to repair in what the error refers to: nothing is known to be wrong\.$/m);
    assert.ok(fixed.stdout.includes(`agent-artifacts doctor ${file} --fix all`), fixed.stdout);
  });

  it('knows the limit of many images, of the request and of its tokens by the words of a server that name no place', async () => {
    const body = path.join(folder, 'many.json');
    const write = (large: number): Promise<void> =>
      fsp.writeFile(
        body,
        WRITERS.anthropic([
          { user: [text('Look.'), ...Array.from({ length: 19 }, () => image(png(3, 3)))] },
          { assistant: 'And?' },
          { user: Array.from({ length: 2 }, () => image(png(large, 5))) },
        ]),
      );
    const doctor = (words: string, ...others: string[]): ReturnType<typeof cli> => cli(['doctor', body, '--error', words, ...others]);
    const many = 'API Error: 400 At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels';
    await write(2500);
    const found = await doctor(many);
    assert.deepEqual([found.code, found.stderr], [1, '']);
    assert.match(found.stdout, /^Parts +message 3, parts 1 and 2 \(line 1\)$/m);
    assert.match(found.stdout, /error too_large_among_many$/m);
    assert.match(found.stdout, /^To repair \(shrink 2\): /m);
    await write(4);
    const none = await doctor(many);
    assert.equal(none.code, 1);
    assert.match(none.stderr, /^The text names a limit, but nothing in the next request is above it\./);
    for (const words of ['413 Request exceeds the maximum size', 'Request too large (max 32MB). Try with a smaller file.']) {
      const whole = await doctor(words);
      assert.deepEqual([whole.code, whole.stderr], [1, ''], words);
      assert.match(
        whole.stdout,
        /^The error is about the size of the whole request\. The next request has [\d.]+ KB, which is above no known limit\.$/m,
      );
    }
    const small = await doctor('Request too large (max 1KB)', '--fix', 'all', '--dry-run');
    assert.match(small.stdout, /^Request: error request_too_large$/m);
    assert.match(small.stdout, /^Dry run \(describe \d+\): nothing was changed\.$/m);
    const calls = await doctor('API Error: 400 due to tool use concurrency issues.');
    assert.match(calls.stdout, /^The error is about tool use\. In the next request, calls and results match\.$/m);
    await fsp.writeFile(body, WRITERS.anthropic([...turns.slice(0, 2), { user: [text('Go on.')] }]));
    const alone = await doctor('API Error: 400 due to tool use concurrency issues.');
    assert.match(alone.stdout, /^Message 2, part \d .*: error call_without_result$/m);
    await write(2500);
    const unknown = await doctor('Something went wrong', '--fix', 'all');
    assert.equal(unknown.code, 2);
    assert.match(unknown.stderr, /To repair \(shrink 2\): agent-artifacts doctor \S+ --fix all/);
  });

  it('names the way out where one of several parts is meant, or the request is too long', async () => {
    const body = path.join(folder, 'two.json');
    const pictures = [{ user: [text('Look.'), image(png(3, 3)), image(png(4, 4))] }, { assistant: 'Yes?' }, { user: [text('Go on.')] }];
    await fsp.writeFile(body, WRITERS.anthropic(pictures));
    const command = `(describe 2): agent-artifacts doctor ${body} --fix describe --keep-last 1`;
    for (const words of ['400 Could not process image', 'prompt is too long: 208310 tokens > 200000 maximum', 'Prompt is too long'])
      for (const fix of [[], ['--fix', 'all'], ['--fix', 'describe']]) {
        const { code, stdout, stderr } = await cli(['doctor', body, '--error', words, ...fix]);
        assert.deepEqual([code, stderr], [1, ''], words);
        assert.ok(stdout.includes(command), stdout);
      }
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(body, before, before);
    assert.match((await cli(['doctor', body, '--fix', 'describe', '--keep-last', '1'])).stdout, /^Repaired 2 parts: describe 2\./m);
    await fsp.writeFile(body, WRITERS.anthropic([{ user: [text('Look.')] }]));
    const long = await cli(['doctor', body, '--error', 'prompt is too long: 208310 tokens > 200000 maximum']);
    assert.match(long.stdout, /^No repair shortens texts: compact the session in its program, or begin a new one\.$/m);
  });

  it('repairs an image that only a warning or a server finds too large, and says when there is nothing to repair', async () => {
    const large = Buffer.concat([png(3000, 20), Buffer.alloc(4 * 1024 * 1024)]);
    await fsp.writeFile(file, WRITERS['claude-code']([...turns.slice(0, 2), { result: 'call_1', pieces: [image(large)] }]));
    const plain = await cli(['doctor', file]);
    assert.equal(plain.code, 0);
    assert.match(plain.stdout, /^To stay below the limits of warnings too \(shrink 1\): .* --fix shrink$/m);
    assert.doesNotMatch(plain.stdout, /^To repair/m);
    for (const options of [[], ['--dry-run']]) {
      const all = await cli(['doctor', file, '--fix', 'all', ...options]);
      assert.match(all.stdout, /^Nothing to repair this way; with --fix: shrink 1\.$/m);
    }
    const dry = await cli(['doctor', file, '--fix', 'shrink', '--dry-run']);
    assert.match(dry.stdout, /, at most 5\.0 MB of base64$/m);
    const base64 = Math.ceil(large.length / 3) * 4;
    const words = `messages.2.content.0.tool_result.content.0.image.source.base64: image exceeds 5 MB maximum: ${base64} bytes > 5242880 bytes`;
    for (const said of [words, words.slice(words.indexOf('image exceeds'))]) {
      const refused = await cli(['doctor', file, '--error', said]);
      assert.equal(refused.code, 1);
      assert.match(refused.stdout, /^Part +message 3, part 1 /m);
      assert.match(refused.stdout, /^ {2}The server refused this part: "image exceeds 5 MB maximum: \d+ bytes > 5242880 bytes"\.$/m);
      assert.ok(refused.stdout.includes(`doctor ${file} --error '${said}' --fix all`), refused.stdout);
    }
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(file, before, before);
    // its bytes are no real picture
    const fixed = await cli(['doctor', file, '--error', words, '--fix', 'all']);
    assert.deepEqual([fixed.code, fixed.stderr], [0, '']);
    assert.match(fixed.stdout, /^Repaired 1 part: describe 1\./m);
    assert.match((await cli(['doctor', file, '--fix', 'all'])).stdout, /^Nothing to repair: nothing is known to be wrong\.$/m);
  });

  it('says which of the two it replaces: a call without a result, or a result without a call', async () => {
    const body = path.join(folder, 'halves.json');
    const call = { type: 'tool_use', id: 'toolu_1', name: 'look', input: {} };
    const result = { type: 'tool_result', tool_use_id: 'toolu_2', content: 'seen' };
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [call] },
      { role: 'user', content: 'Go on.' },
      { role: 'assistant', content: 'I go on.' },
      { role: 'user', content: [result] },
    ];
    await fsp.writeFile(body, JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 100, messages }));
    const { stdout } = await cli(['doctor', body]);
    assert.match(stdout, /call_without_result\n(?: {2}.*\n)*? {2}Repair: replace the call, which has no result, with a text note$/m);
    assert.match(
      stdout,
      /result_without_call\n(?: {2}.*\n)*? {2}Repair: replace the result, which has no call of its own, with a text note$/m,
    );
  });

  it('says that a dry run changed nothing', async () => {
    const before = await fsp.readFile(file);
    const { stdout } = await cli(['doctor', file, '--fix', 'all', '--dry-run']);
    assert.match(stdout, /^Dry run \(.+\): nothing was changed\.$/m);
    assert.deepEqual(await fsp.readFile(file), before);
    assert.doesNotMatch((await cli(['doctor', file])).stdout, /Dry run/);
  });

  it('makes no folder for media when none is described', async () => {
    const body = path.join(folder, 'pasted.json');
    const messages = [{ role: 'user', content: `See ${randomBytes(9000).toString('base64')}` }];
    await fsp.writeFile(body, JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages }));
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(body, before, before);
    const { stdout } = await cli(['doctor', body, '--fix', 'all', '--save-media', path.join(folder, 'none')]);
    assert.match(stdout, /^Repaired 1 part: describe 1\./m);
    assert.ok(!(await fsp.readdir(folder)).includes('none'));
  });

  it('refuses repairs it does not know', async () => {
    const { code, stderr } = await cli(['doctor', file, '--fix', 'magic']);
    assert.equal(code, 2);
    assert.match(stderr, /Unknown repair "magic"\./);
  });
});

describe('agent-artifacts conversation and switch', function () {
  this.timeout(60_000);

  it('lists the messages, without what could forge a line', async () => {
    const folder = await temporaryFolder({ 's.jsonl': WRITERS['claude-code'](turns) });
    const { code, stdout } = await cli(['conversation', path.join(folder, 's.jsonl')]);
    assert.equal(code, 0);
    assert.match(stdout, /^3 +tool +2026-11-01 10:00:00 +\[image\/webp 20 × 20, \d+ B\] +1$/m);
    assert.ok(!stdout.includes('\u001b[31mthis'));
  });

  it('says what the file weighs, as doctor does: of it media, of it copies; as JSON with the places of the largest', async () => {
    const data = base64(Buffer.concat([png(20, 20), noise(600_000)]));
    const folder = await temporaryFolder({ 'codex.jsonl': codexThrice(data), 'none.jsonl': WRITERS.codex([{ user: [text('Hi')] }]) });
    const [file, none] = ['codex.jsonl', 'none.jsonl'].map((name) => path.join(folder, name)) as [string, string];
    for (const command of ['conversation', 'doctor']) {
      const { code, stdout } = await cli([command, file]);
      assert.equal(code, 0, 'copies fail nothing');
      assert.match(stdout, /^Weight +2\.3 MB on disk, 2\.3 MB of it media \(3\), 1\.5 MB of it copies \(2\)$/m);
      assert.match(stdout, /^Largest +image\/png, 3 × 7\d\d\.\d KB, first in message 1$/m);
      const small = (await cli([command, none])).stdout;
      assert.match(small, /^Weight +\d+ B on disk, no media$/m);
      assert.doesNotMatch(small, /^Largest/m);
      const told = JSON.parse((await cli([command, file, '--json'])).stdout) as {
        size: number;
        weight: { size: number; media: object; copies: object; largest: object[]; unseen: number };
        findings: { code: string; severity: string; params: object }[];
      };
      const { size, media, copies, largest, unseen } = told.weight;
      assert.deepEqual(
        [size, media, copies, unseen],
        [told.size, { count: 3, bytes: 3 * data.length }, { count: 2, bytes: 2 * data.length }, 0],
      );
      const start = codexThrice(data).indexOf(data);
      const place = { line: 2, message: 1, start, end: start + data.length };
      assert.deepEqual(largest, [{ kind: 'media', mimeType: 'image/png', ...place, times: 3, bytes: 3 * data.length }]);
      const found = told.findings.find((each) => each.code === 'media_stored_repeatedly');
      assert.deepEqual([found?.severity, found?.params], ['info', { bytes: 2 * data.length, copies: 2, canSlim: 1 }]);
    }
  });

  it('counts findings of the request as a whole, which stand beside no message', async () => {
    const folder = await temporaryFolder({
      'none.json': JSON.stringify({ model: 'claude-opus-4-5', system: 'Be brief.', messages: [] }),
      's.jsonl': WRITERS['claude-code'](turns),
    });
    assert.match((await cli(['conversation', path.join(folder, 'none.json')])).stdout, /^Findings +1, of the request as a whole$/m);
    assert.match((await cli(['conversation', path.join(folder, 's.jsonl')])).stdout, /^Findings +1$/m);
  });

  for (const command of ['conversation', 'doctor', 'switch']) {
    it(`[L-3] prints the JSON of many parts in pieces, whole: ${command}`, async () => {
      const content = Array.from({ length: 3000 }, () => ({ type: 'text', text: '' }));
      const folder = await temporaryFolder({
        'many.json': JSON.stringify({ model: 'claude-opus-4-8', messages: [{ role: 'user', content }] }),
      });
      const to = command === 'switch' ? ['--to', 'claude-opus-4-8'] : [];
      const { stdout, parts } = await cli([command, path.join(folder, 'many.json'), ...to, '--json']);
      assert.ok(stdout.length > 1_000_000 && Math.max(...parts.map(({ length }) => length)) < 100_000);
      const told = JSON.parse(stdout) as { messages?: { parts: unknown[] }[]; findings?: unknown[]; models?: { findings: unknown[] }[] };
      assert.equal(stdout, `${JSON.stringify(told, null, 2)}\n`);
      assert.equal((told.models?.[0] ?? told).findings?.length, 3000);
      if (command === 'conversation') assert.equal(told.messages?.[0]?.parts.length, 3000);
    });
  }

  it('[28] prints a body as it stands, with everything in it that is no message', async () => {
    const { messages } = JSON.parse(WRITERS.anthropic(turns)) as { messages: unknown };
    const body = {
      model: 'claude-opus-4-5',
      max_tokens: 512,
      metadata: { user_id: 'u' },
      tools: [{ name: 't', input_schema: {} }],
      messages,
    };
    // with what a writer of JSON would write otherwise: blanks, an escape, a number, the order of members
    const text = `\ufeff${JSON.stringify(body, null, 3)}`.replace('"max_tokens": 512', '"max_tokens" :5.12e2').replace('"t"', '"\\u0074"');
    const folder = await temporaryFolder({ 'body.json': text });
    const file = path.join(folder, 'body.json');
    assert.equal((await cli(['conversation', file, '--wire'])).stdout, text);
    await fsp.writeFile(file, text.replace('"u"', '"\u202e"'));
    const shown = (await cli(['conversation', file, '--wire'], { isTTY: true })).stdout;
    assert.ok(shown.includes('"\\u202e"') && !shown.includes('\u202e'), 'a terminal is not reordered by it');
    const other = JSON.parse((await cli(['conversation', file, '--wire', '--model', 'gpt-5.2'])).stdout) as Record<string, unknown>;
    assert.deepEqual([other['model'], other['metadata']], ['gpt-5.2', undefined], 'for another API it is written anew');
  });

  it('is written for the service that it is judged for: a server that takes media in the results of tools gets them there', async () => {
    const input = ['text', 'vision'];
    const services = [
      { id: 'plain', baseURL: 'http://127.0.0.1:1234/v1', model: 'm', capabilities: { input } },
      { id: 'tool-media', baseURL: 'http://127.0.0.1:1234/v1', model: 'm', capabilities: { input: [...input, 'tool_result_media'] } },
    ];
    const root = await copyOfRealRoot();
    await fsp.writeFile(path.join(root, 'config/llmservices.json'), JSON.stringify({ services }));
    const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
    const source = { type: 'base64', media_type: 'image/png', data: picture };
    const messages = [
      { role: 'user', content: 'Look.' },
      { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'read', input: {} }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [{ type: 'image', source }] }] },
    ];
    const folder = await temporaryFolder({ 'body.json': JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, messages }) });
    for (const [service, behind] of [
      ['plain', ['user']],
      ['tool-media', []],
    ] as const) {
      const file = path.join(folder, 'body.json');
      const { stdout } = await cli(['conversation', file, '--root', root, '--wire', '--model', service]);
      const { messages: sent } = JSON.parse(stdout) as { messages: { role: string }[] };
      assert.deepEqual(
        sent.map(({ role }) => role),
        ['user', 'assistant', 'tool', ...behind],
      );
      assert.ok(JSON.stringify(sent.at(-1)).includes(picture), stdout);
    }
  });

  it('prints what the runtime’s agents send, message by message; a picture that a tool read follows as its router gives it', async () => {
    const root = await copyOfRealRoot();
    const folder = path.join(root, 'data/runtime/state/conversations');
    const names = await fsp.readdir(folder);
    assert.equal(names.length, 3);
    let routed = 0;
    for (const name of names) {
      const file = path.join(folder, name);
      const { code, stdout, stderr } = await cli(['conversation', file, '--root', root, '--wire']);
      assert.equal(code, 0, stderr);
      const { messages } = JSON.parse(await fsp.readFile(file, 'utf8')) as { messages: RuntimeMessage[] };
      const expected = await Promise.all(messages.map((message) => sentByRuntime(message, messages, root)));
      routed += expected.filter(({ length }) => length === 2).length;
      const body = JSON.parse(stdout) as { model: string; messages: unknown[] };
      assert.deepEqual(body.messages, expected.flat(), name);
    }
    assert.equal(routed, 1);
  });

  it('asks for the model of the agent whose conversation it is, and finds base64 in the answers of its tools', async () => {
    const root = await copyOfRealRoot();
    const file = path.join(root, 'data/runtime/state/conversations/29174105-e4a5-4280-89d1-6a71f60e48cd.json');
    const before = new Date(Date.now() - 60_000);
    await fsp.utimes(file, before, before);
    const found = await cli(['doctor', file, '--root', root, '--json']);
    const { model, findings, tokens } = JSON.parse(found.stdout) as {
      model: string;
      findings: { code: string; address: { message: number }; params: { type: string; tokens: number } }[];
      tokens: { low: number };
    };
    assert.equal(model, '多模态模型');
    const inTexts = findings.filter(({ code }) => code === 'base64_in_text');
    assert.deepEqual(
      inTexts.map(({ address, params }) => [address.message, params.type]),
      [
        [4, 'image/png'],
        [6, 'application/pdf'],
      ],
    );
    assert.ok(tokens.low > inTexts.reduce((sum, { params }) => sum + params.tokens, 0));
    assert.equal(found.code, 1);
    assert.equal((await cli(['doctor', file, '--root', root, '--fix', 'all'])).code, 0);
    const repaired = JSON.parse(await fsp.readFile(file, 'utf8')) as { messages: { content: string }[] };
    const answer = JSON.parse(repaired.messages[3]?.content ?? '') as Record<string, unknown>;
    assert.match(JSON.stringify(answer), /\[Removed from the conversation: image\/png, 9\.1 KB\]/);
  });

  it('compares what models make of it', async () => {
    const folder = await temporaryFolder({ 's.json': WRITERS['openai-chat']([{ user: [text('See'), image(png(9, 9))] }]) });
    const { code, stdout } = await cli(['switch', path.join(folder, 's.json'), '--to', 'gpt-5.2', '--to', 'deepseek-v4-pro', '--json']);
    assert.equal(code, 1);
    const { models } = JSON.parse(stdout) as { models: { model: string; goesThrough: boolean; findings: { code: string }[] }[] };
    assert.deepEqual(
      models.map(({ goesThrough, findings }) => [goesThrough, findings.map(({ code: each }) => each)]),
      [
        [true, []],
        [false, ['capability_missing']],
      ],
    );
  });

  it('answers for the models that are known beside one that is not, and ends with 2', async () => {
    const folder = await temporaryFolder({ 's.json': WRITERS['openai-chat']([{ user: [text('See'), image(png(9, 9))] }]) });
    const file = path.join(folder, 's.json');
    const mixed = ['switch', file, '--to', 'gpt-5.2', '--to', 'gpt5.2', '--to', 'deepseek-v4-pro'];
    const { code, stdout, stderr } = await cli(mixed);
    assert.equal(code, 2);
    assert.match(stdout, /^gpt-5\.2 .*goes through/m);
    assert.match(stdout, /^deepseek-v4-pro .*fails at message 1/m);
    assert.match(stderr, /^The model "gpt5\.2" is not in the catalogue\. Did you mean .* \[model_unknown\]$/m);
    const { models } = JSON.parse((await cli([...mixed, '--json'])).stdout) as { models: { model: string; error?: string }[] };
    assert.deepEqual(
      models.map(({ model, error }) => [model, error]),
      [
        ['gpt-5.2', undefined],
        ['gpt5.2', 'model_unknown'],
        ['deepseek-v4-pro', undefined],
      ],
    );
    const alone = await cli(['switch', file, '--to', 'gpt5.2']);
    assert.deepEqual([alone.code, alone.stdout], [2, '']);
  });

  it('prints the command that makes it go on with a model, which makes it so', async () => {
    const folder = await temporaryFolder({ 'a session.json': WRITERS['openai-chat']([{ user: [text('See'), image(png(9, 9))] }]) });
    const file = path.join(folder, 'a session.json');
    const old = new Date(Date.now() - 60_000);
    await fsp.utimes(file, old, old);
    const { stdout } = await cli(['switch', file, '--to', 'gpt-5.2', '--to', 'deepseek-v4-pro']);
    const hints = stdout.split('\n').filter((line) => line.startsWith('To repair'));
    assert.deepEqual(hints, [`To repair (describe 1): agent-artifacts doctor '${file}' --model deepseek-v4-pro --fix all`]);
    assert.ok((await cli(['doctor', file, '--model', 'deepseek-v4-pro'])).stdout.includes(hints[0] ?? ''));
    const repaired = await cli(['doctor', file, '--model', 'deepseek-v4-pro', '--fix', 'all']);
    assert.deepEqual([repaired.code, repaired.stderr], [0, '']);
  });
});

interface RuntimeMessage {
  readonly role: string;
  readonly content:
    | string
    | null
    | readonly { readonly type: string; readonly text?: string; readonly image_url?: { readonly url: string } }[];
  readonly tool_calls?: readonly { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } }[];
  readonly tool_call_id?: string;
  readonly reasoning_content?: string;
}

/**
 * A message of the runtime as Chat Completions takes it: as it is stored, without the model's reasoning, for which the API has no field. A
 * tool may answer with text only: a picture follows in a message of its own, which is what the artifact has on disk.
 */
async function sentByRuntime(message: RuntimeMessage, all: readonly RuntimeMessage[], root: string): Promise<object[]> {
  const { reasoning_content: _, ...stored } = message;
  if (message.role !== 'tool' || typeof message.content === 'string') return [stored];
  const [label, image] = message.content ?? [];
  const call = all.flatMap(({ tool_calls = [] }) => tool_calls).find(({ id }) => id === message.tool_call_id);
  const { ref } = JSON.parse(call?.function.arguments ?? '') as { ref: string };
  const { data } = await fsp.readFile(path.join(root, 'data/runtime/artifacts', `${ref.replace('artifact:', '')}.png`)).then((bytes) => ({
    data: bytes.toString('base64'),
  }));
  assert.equal(image?.image_url?.url, `data:image/png;base64,${data}`);
  return [
    { ...stored, content: `${label?.text ?? ''}\n[image/png follows in the next user message.]` },
    {
      role: 'user',
      content: [{ type: 'text', text: `[image/png from the answer of get_artifact, call ${call?.id ?? ''}:]` }, image],
    },
  ];
}
