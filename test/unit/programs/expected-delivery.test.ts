import assert from 'node:assert/strict';
import type { FileKind, SentPart } from '../../../src/core/programs/deliveries.ts';
import { type DeliveredFile, expectedDelivery } from '../../../src/core/programs/expected-delivery.ts';
import { fileKind } from '../../../src/core/programs/file-kind.ts';

/** By what was seen of files of these sizes: a text of 20 KB and of 2 MB, a PNG of 640 × 480 and of 9,000 × 1,000, a JPEG of 1,600 × 1,200. */
describe('What follows for a file from what a program was seen to send', () => {
  const image = (size: readonly number[], more: Partial<SentPart> = {}): SentPart => ({ as: 'image', type: 'image/png', size, ...more });
  const note: SentPart = { as: 'note' };
  const sent = (cells: Partial<Record<FileKind, SentPart[]>>, file: DeliveredFile) => expectedDelivery({ cells }, file);
  const sizeOf = (cells: Partial<Record<FileKind, SentPart[]>>, width: number, height: number, kind: FileKind = 'png') => {
    const [part] = sent(cells, { kind, size: 5000, width, height }) ?? [];
    return part && { size: part.size, ...(part.atLeast && { atLeast: part.atLeast }) };
  };

  it('is asked of no file that programs read in another way than those that were planted', () => {
    const file = { mimeType: 'application/json', isText: true, size: 10 };
    assert.equal(fileKind({ ...file, name: 'a.json' }), 'text');
    assert.equal(fileKind({ ...file, name: 'a.IPYNB' }), undefined);
  });

  it('is nothing where no such file was seen', () => {
    assert.equal(sent({ png: [note] }, { kind: 'mp3', size: 9000 }), undefined);
  });

  it('is an image as it is up to the largest that was sent so, in both sides and in pixels', () => {
    const cells = { png: [image([640, 480])], jpeg: [image([1600, 1200])], 'large-png': [image([2000, 222], { bytes: 9 })] };
    assert.deepEqual(sizeOf(cells, 1500, 1000), { size: [1500, 1000] });
    assert.deepEqual(sizeOf(cells, 3000, 1000), { size: [2000, 667] });
    assert.deepEqual(sizeOf(cells, 8000, 8000), { size: [2000, 2000], atLeast: [1386, 1386] });
  });

  it('heeds a number of pixels where one was seen', () => {
    const cells = { png: [image([640, 480])], jpeg: [image([1269, 952], { bytes: 9 })], 'large-png': [image([1568, 174], { bytes: 9 })] };
    assert.deepEqual(sizeOf(cells, 1600, 1200, 'jpeg'), { size: [1269, 952] });
    assert.deepEqual(sizeOf(cells, 1200, 900), { size: [1200, 900] });
  });

  it('is not known above the largest image that was sent as it is, and between one that was sent and one that was not', () => {
    const whole = { png: [image([640, 480])], 'large-png': [image([9000, 1000])] };
    assert.deepEqual(sizeOf(whole, 3000, 3000), { size: [3000, 3000] });
    assert.equal(sizeOf(whole, 4000, 3000), undefined);
    assert.equal(sizeOf(whole, 9500, 10), undefined);
    assert.equal(sizeOf({ png: [image([640, 480])], 'large-png': [note] }, 4000, 3000), undefined);
    assert.deepEqual(sent({ png: [image([640, 480])], 'large-png': [note] }, { kind: 'png', size: 1, width: 9500, height: 10 }), [note]);
  });

  it('is a text whole up to the longest that was, cut as the shortest that was cut, and not known between it and a note', () => {
    const text: SentPart = { as: 'text', share: 1 };
    const cut = { text: [text], 'large-text': [{ as: 'text', share: 0.02, characters: 51_000 } as const] };
    const extents = [20_000, 100_000, 3_000_000].map((size) => sent(cut, { kind: 'text', size })?.[0]?.extent);
    assert.deepEqual(extents, ['whole', 'unclear', 'cut']);
    assert.equal(sent({ text: [text], 'large-text': [note] }, { kind: 'text', size: 100_000 }), undefined);
    assert.deepEqual(sent({ text: [text], 'large-text': [note] }, { kind: 'csv', size: 3_000_000 }), undefined);
    assert.deepEqual(sent({ text: [text], csv: [text], 'large-text': [note] }, { kind: 'csv', size: 3_000_000 }), [note]);
  });

  it('is raw bytes up to the largest that were, and a note from the smallest that was one', () => {
    const raw: SentPart = { as: 'raw', share: 1 };
    const cells = { mp3: [raw], pdf: [raw], wav: [note], 'scanned-pdf': [note] };
    assert.deepEqual(sent(cells, { kind: 'pdf', size: 9000 }), [{ as: 'raw', extent: 'whole' }]);
    assert.equal(sent(cells, { kind: 'pdf', size: 50_000 }), undefined);
    assert.deepEqual(sent(cells, { kind: 'pdf', size: 500_000 }), [note]);
  });

  it('is not known of a PDF where one with text and a scanned one were sent otherwise', () => {
    const document: SentPart = { as: 'document', type: 'application/pdf' };
    assert.deepEqual(sent({ pdf: [document], 'scanned-pdf': [document] }, { kind: 'pdf', size: 1 }), [document]);
    assert.equal(sent({ pdf: [document], 'scanned-pdf': [note] }, { kind: 'pdf', size: 1 }), undefined);
  });
});
