import assert from 'node:assert/strict';
import * as fsp from 'node:fs/promises';
import path from 'node:path';
import { imageSize } from 'image-size';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { REPAIR_KINDS, type RepairKind } from '../../../src/core/conversation/repair-kinds.ts';
import type { Repair } from '../../../src/core/conversation/repairs.ts';
import { settledEdits } from '../../../src/core/conversation/settled-edits.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { CodedError } from '../../../src/core/io/errors.ts';
import { canUndo, fileVersion, repairFile, undoRepair } from '../../../src/platform/repair-file.ts';
import { image, indexOf, repairedFile, requestOf, text, type Turn, WRITERS } from '../../support/conversations.ts';
import { byEffort } from '../../support/effort.ts';
import { gif, png } from '../../support/media-bytes.ts';
import { picture } from '../../support/pictures.ts';
import { answer } from '../../support/strict-server.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const read = (...pieces: ReturnType<typeof image>[]): Turn[] => [
  { user: [text('Hello.')] },
  { assistant: 'I look.', calls: ['call_1'] },
  { result: 'call_1', pieces },
];

/** More than 20 images in one request must be of 2,000 px at most. */
const among = (...pieces: ReturnType<typeof image>[]): Turn[] => [
  ...read(...pieces),
  { assistant: 'More?' },
  { user: Array.from({ length: 21 }, (_, at) => image(png(10 + at, 10))) },
];

async function planned(file: string, kinds: readonly RepairKind[] = REPAIR_KINDS): Promise<Repair[]> {
  const index = await indexOf(file);
  const check = checkConversation(index, { api: 'anthropic', capabilities: null });
  return planRepairs(index, check, [], { api: 'anthropic', kinds });
}

/** The sides and types of the images in a file, the program's own copies included. */
function imagesIn(file: string, over = 300): string[] {
  return [...file.matchAll(/"(?:data|base64)":"([A-Za-z0-9+/=]*)"/g)].flatMap(([, base64 = '']) => {
    const { width, height, type } = imageSize(Buffer.from(base64, 'base64'));
    return width > over ? `${type} ${width} × ${height}` : [];
  });
}

describe('An image that is too large in a conversation', () => {
  const formats = (['claude-code', 'anthropic', 'cline'] as const).slice(0, byEffort({ quick: 1, usual: 3, soak: 3 }));
  for (const format of formats) {
    it(`is made smaller, and the request goes through: ${format}`, async () => {
      const large = [
        image(await picture('image/png', 2400, 40)),
        image(await picture('image/jpeg', 40, 2400), 'image/jpeg'),
        image(await picture('image/webp', 2100, 20), 'image/webp'),
      ];
      const file = WRITERS[format](among(...large));
      assert.match(answer('anthropic', requestOf(file, await indexOf(file), 'anthropic')).message, /many-image requests: 2000 pixels/);
      const repairs = await planned(file);
      assert.deepEqual(
        repairs.map(({ kind }) => kind),
        ['shrink', 'shrink', 'shrink'],
      );
      const { text: after } = await repairedFile(file, repairs);
      const index = await indexOf(after);
      assert.deepEqual(answer('anthropic', requestOf(after, index, 'anthropic')), { status: 200, message: '' });
      assert.deepEqual(imagesIn(after, 1000).sort().at(-1), 'webp 2000 × 19');
      assert.deepEqual(await planned(after), [], 'a second repair has nothing to do');
    });
  }

  it('changes on a line of Claude Code in both copies', async () => {
    const file = WRITERS['claude-code'](among(image(await picture('image/png', 2400, 300))));
    const { text: after, images } = await repairedFile(file, await planned(file));
    assert.deepEqual(imagesIn(after), ['png 2000 × 250', 'png 2000 × 250']);
    assert.equal(images.length, 1, 'it was made smaller twice');
    // nothing else on that line is another
    const without = (line: string): string => line.replaceAll(/"(?:data|base64)":"[^"]*"/g, '');
    assert.deepEqual(after.split('\n').map(without), file.split('\n').map(without));
  });

  it('is not made smaller anew when it comes again right after', async () => {
    const one = image(await picture('image/png', 8100, 10));
    const other = image(await picture('image/png', 8100, 11));
    const file = WRITERS.anthropic(read(one, one, one, other, one));
    let runs = 0;
    const run: typeof directCompute.run = (...parameters) => {
      runs++;
      return directCompute.run(...parameters);
    };
    const bytes = Buffer.from(file);
    const images: string[] = [];
    const range = ({ start, end }: { start: number; end: number }) => Promise.resolve(bytes.subarray(start, end));
    for await (const { text: given } of settledEdits(await planned(file), { read: range, compute: { ...directCompute, run } }))
      images.push(given);
    assert.deepEqual([images.length, new Set(images).size, runs], [5, 2, 3]);
  });

  it('keeps to all its limits at once, and gets the type that its bytes have', async () => {
    const file = WRITERS['claude-code'](among(image(await picture('image/jpeg', 8200, 100), 'image/png')));
    const repairs = await planned(file);
    assert.deepEqual(
      repairs.map((repair) => repair.kind === 'shrink' && [repair.limits.side, repair.type]),
      [[2000, 'image/jpeg']],
    );
    const { text: after } = await repairedFile(file, repairs);
    assert.deepEqual(imagesIn(after), ['jpg 2000 × 24', 'jpg 2000 × 24']);
    assert.equal([...after.matchAll(/"(?:media_type|type)":"image\/jpeg"/g)].length, 2);
    assert.deepEqual(await planned(after), []);
  });

  it('is left alone where only a warning says so, unless somebody wants it: then nothing describes it', async () => {
    const webp = Buffer.concat([png(9, 9), Buffer.alloc(4 * 1024 * 1024)]);
    const file = WRITERS.anthropic(read(image(webp, 'image/webp')));
    const index = await indexOf(file);
    const check = checkConversation(index, { api: 'anthropic', capabilities: null });
    assert.deepEqual(
      check.findings.map(({ code, severity }) => [code, severity]),
      [
        ['type_differs_from_bytes', 'error'],
        ['part_too_large', 'warning'],
      ],
    );
    const kinds = (withOptional: boolean, wanted?: RepairKind[]) =>
      planRepairs(index, check, [], { api: 'anthropic', withOptional, kinds: wanted }).map((repair) => [
        repair.kind,
        repair.kind === 'shrink' && [repair.isOptional, repair.limits.base64, repair.otherwise],
      ]);
    assert.deepEqual(kinds(false), [['correct_type', false]]);
    assert.deepEqual(kinds(true), [['shrink', [true, 5 * 1024 * 1024, undefined]]]);
    assert.deepEqual(kinds(true, ['describe']), []);
  });

  it('is declared as the JPEG that it becomes where nothing else is few enough bytes, in both copies', async () => {
    const tall = image(await picture('image/png', 30, 8100, { isNoise: true }));
    const file = WRITERS['claude-code'](read(tall));
    const [repair] = await planned(file);
    assert.ok(repair?.kind === 'shrink');
    assert.deepEqual(repair.limits, { side: 8000, base64: 5 * 1024 * 1024 });
    const { text: after, images } = await repairedFile(file, [{ ...repair, limits: { side: 1000, base64: 10_000 } }]);
    assert.ok(images[0] && 'to' in images[0]);
    assert.deepEqual([images[0].to.type, images[0].to.height], ['image/jpeg', 1000]);
    assert.equal([...after.matchAll(/"(?:media_type|type)":"image\/jpeg"/g)].length, 2);
    assert.deepEqual(await planned(after), []);
  });

  it('is described where its format cannot be made smaller, or its bytes are broken', async () => {
    const large = [gif(2400, 10, 1), gif(2400, 10, 3), png(2400, 10), png(2400, 10, { frames: 2 }), png(9000, 9000)];
    const file = WRITERS.anthropic(among(...large.map((bytes, at) => image(bytes, at < 2 ? 'image/gif' : 'image/png'))));
    const { text: after, images } = await repairedFile(file, await planned(file));
    assert.deepEqual(await planned(after), []);
    assert.equal([...after.matchAll(/\[Removed from the conversation: image\/(?:gif|png), \d+ × \d+/g)].length, 5);
    assert.deepEqual(
      images.map((each) => 'refusal' in each && [each.refusal, each.isDescribed]),
      [
        ['unreadable', true],
        ['animated', true],
      ].slice(0, images.length),
    );
  });

  it('stays where only making it smaller was wanted, and that fails', async () => {
    const file = WRITERS.anthropic(among(image(png(2400, 10))));
    const { text: after, images } = await repairedFile(file, await planned(file, ['shrink']));
    assert.equal(after, file);
    assert.deepEqual(
      images.map((each) => 'refusal' in each && [each.refusal, each.isDescribed]),
      [['unreadable', false]],
    );
  });

  it('is described for a model that takes no images, and where somebody wants only that', async () => {
    const file = WRITERS.anthropic(read(image(await picture('image/png', 8100, 10))));
    const index = await indexOf(file);
    const check = checkConversation(index, { api: 'anthropic', capabilities: { input: ['text'], output: ['text'] } });
    const kinds = planRepairs(index, check, [], { api: 'anthropic' }).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['describe']);
    assert.deepEqual(
      (await planned(file, ['describe'])).map(({ kind }) => kind),
      ['describe'],
    );
  });

  it('is described when its time is up or its memory is used up, and a person who cancels it is obeyed', async () => {
    const file = WRITERS.anthropic(read(image(await picture('image/png', 8100, 10))));
    const repairs = await planned(file);
    const bytes = Buffer.from(file);
    const settle = async (compute: typeof directCompute, signal?: AbortSignal): Promise<string[]> => {
      const texts: string[] = [];
      const range = ({ start, end }: { start: number; end: number }) => Promise.resolve(bytes.subarray(start, end));
      for await (const edit of settledEdits(repairs, { read: range, compute, signal })) texts.push(edit.text);
      return texts;
    };
    const late = { ...directCompute, run: () => Promise.reject(new CodedError('deadline_passed')) };
    assert.match((await settle(late)).join(), /Removed from the conversation/);
    const abort = new AbortController();
    abort.abort(new Error('cancelled'));
    await assert.rejects(settle(directCompute, abort.signal), /cancelled/);
  });
});

describe('A file with images that are made smaller', () => {
  const work = async (): Promise<{ file: string; before: Buffer; repairs: Repair[] }> => {
    const content = WRITERS['claude-code'](among(image(await picture('image/png', 2400, 300)), image(png(2500, 10))));
    const file = path.join(await temporaryFolder({ 'session.jsonl': content }), 'session.jsonl');
    const old = new Date(Date.now() - 60_000);
    await fsp.utimes(file, old, old);
    return { file, before: await fsp.readFile(file), repairs: await planned(content) };
  };

  it('is as the edits say, and byte for byte as it was when that is undone', async () => {
    const { file, before, repairs } = await work();
    const backup = await repairFile(
      file,
      (range) => settledEdits(repairs, { read: range, compute: directCompute }),
      await fileVersion(file),
    );
    assert.ok(backup !== undefined);
    assert.equal(await fsp.readFile(file, 'utf8'), (await repairedFile(before.toString(), repairs)).text);
    assert.ok(await canUndo(file));
    await undoRepair(file);
    assert.deepEqual(await fsp.readFile(file), before);
  });

  it('is not written, and has no backup, when nothing in it can be made smaller or somebody cancels', async () => {
    const { file, before } = await work();
    const version = await fileVersion(file);
    const none = async function* (): AsyncGenerator<never> {};
    assert.equal(await repairFile(file, none, version), undefined);
    const cancelled = async function* (): AsyncGenerator<never> {
      await Promise.reject(new Error('cancelled'));
    };
    await assert.rejects(repairFile(file, cancelled, version), /cancelled/);
    assert.deepEqual(await fsp.readFile(file), before);
    assert.deepEqual(await fileVersion(file), version);
    assert.deepEqual(await fsp.readdir(path.dirname(file)), ['session.jsonl']);
  });
});
