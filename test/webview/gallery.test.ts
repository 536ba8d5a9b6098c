import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type GalleryLook, MAX_PICTURE_BYTES } from '../../src/shared/gallery-protocol.ts';
import { type GalleryPage, galleryTile, openGallery } from './gallery-page.ts';
import { resource } from './support.ts';

const artifacts = path.resolve(import.meta.dirname, '../../test/fixtures/agent-society-root/data/runtime/artifacts');
const withLook = (at: number) => galleryTile(at, { hasLook: true });

describe('the page of a gallery', () => {
  let view: GalleryPage;
  let png: Uint8Array;

  before(async () => {
    png = await readFile(path.join(artifacts, '8.png'));
  });
  afterEach(async () => {
    assert.deepEqual(view.problems, []);
    await view.close();
  });

  const option = (name: string) => view.page.getByRole('option', { name, exact: false });
  const active = (): Promise<string> =>
    view.page.evaluate(() => {
      const list = document.querySelector('agent-artifacts-gallery')?.shadowRoot?.querySelector('gallery-grid')?.shadowRoot;
      const id = list?.querySelector('.list')?.getAttribute('aria-activedescendant') ?? '';
      return list?.getElementById(id)?.querySelector('.unseen')?.textContent?.split(',')[0] ?? '';
    });
  const selected = () => view.page.locator('[role=option][aria-selected=true] .name').allInnerTexts();
  const lastRun = () => view.asked.findLast((each) => each.type === 'run');

  it('has only the tiles around the screen in the page, and asks for no others', async () => {
    view = await openGallery(20_000, galleryTile);
    assert.equal(await view.page.getByRole('status').innerText(), '20,000 artifacts');
    await option('chart 0.png').waitFor();
    assert.ok((await view.page.getByRole('option').count()) < 150);
    assert.equal(await view.page.getByRole('option').first().getAttribute('aria-setsize'), '20000');
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('End');
    await option('chart 19999.png').waitFor();
    assert.equal(await active(), 'chart 19999.png');
    assert.ok((await view.page.getByRole('option').count()) < 150);
    const places = view.asked.flatMap((each) => (each.type === 'tiles' ? [each.from] : []));
    assert.ok(places.length <= 4 && places.every((from) => from < 200 || from > 19_700), JSON.stringify(places));
  });

  it('the keys move by column and row, and to the ends', async () => {
    view = await openGallery(50, galleryTile, { viewport: { width: 720, height: 500 } });
    await view.page.getByRole('listbox').focus();
    for (const [key, place] of [
      ['ArrowRight', 1],
      ['ArrowDown', 5],
      ['ArrowDown', 9],
      ['ArrowLeft', 8],
      ['ArrowUp', 4],
      ['PageDown', 12],
      ['End', 49],
      ['PageUp', 41],
      ['Home', 0],
    ] as const) {
      // Four columns of 171 pixels in 692, less the bar to scroll with.
      await view.page.keyboard.press(key);
      assert.equal(await active(), `chart ${place}.png`, key);
    }
  });

  it('Enter and a double click open the preview, with Ctrl to the side; Space and Shift select more', async () => {
    view = await openGallery(12, galleryTile);
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('Enter');
    assert.deepEqual(lastRun(), { type: 'run', action: 'preview', ids: ['0'] });
    await view.page.keyboard.press('Shift+ArrowRight');
    await view.page.keyboard.press('Shift+ArrowRight');
    assert.deepEqual(await selected(), ['chart 0.png', 'chart 1.png', 'chart 2.png']);
    await view.page.keyboard.press('ArrowRight');
    await view.page.keyboard.press(' ');
    await view.page.keyboard.press('Control+Enter');
    assert.deepEqual(lastRun(), { type: 'run', action: 'previewToSide', ids: ['0', '1', '2', '3'] });
    await option('chart 5.png').dblclick();
    assert.deepEqual(lastRun(), { type: 'run', action: 'preview', ids: ['5'] });
    await view.page.keyboard.press('Escape');
    assert.deepEqual(await selected(), []);
  });

  it('what is selected can be compared, exported and copied; only two can be compared', async () => {
    view = await openGallery(12, galleryTile);
    const button = (name: string) => view.page.getByRole('button', { name });
    await option('chart 1.png').click();
    await option('chart 3.png').click({ modifiers: ['ControlOrMeta'] });
    await button('Compare Selected').click();
    assert.deepEqual(lastRun(), { type: 'run', action: 'compare', ids: ['1', '3'] });
    await option('chart 6.png').click({ modifiers: ['Shift'] });
    assert.equal(await view.page.getByRole('status').innerText(), '12 artifacts · 4 selected');
    assert.equal(await view.page.locator('vscode-button[disabled]').innerText(), 'Compare Selected');
    await button('Export…').click();
    assert.deepEqual(lastRun(), { type: 'run', action: 'export', ids: ['3', '4', '5', '6'] });
    await button('Copy Reference').click();
    assert.deepEqual(lastRun(), { type: 'run', action: 'copyReference', ids: ['3', '4', '5', '6'] });
  });

  it('all are selected with Ctrl+A, those that were not on the screen too', async () => {
    view = await openGallery(1000, galleryTile);
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('ControlOrMeta+a');
    await view.page.getByText('1,000 artifacts · 1,000 selected').waitFor();
    await view.page.keyboard.press('Enter');
    const run = lastRun();
    assert.equal(run?.type === 'run' && run.ids.length, 1000);
  });

  it('pictures are made for tiles near the screen only, and of those that left it before their turn none', async () => {
    const looks: string[] = [];
    const shown = (): GalleryLook => ({ kind: 'picture', uri: resource('8.png'), format: 'image' });
    view = await openGallery(2000, withLook, {
      resources: { '8.png': png },
      look: (id) => {
        looks.push(id);
        return Number(id) < 1000 ? undefined : shown();
      },
    });
    await view.page.getByRole('listbox').focus();
    await option('chart 0.png').waitFor();
    await view.page.keyboard.press('End');
    await option('chart 1999.png').locator('img').waitFor();
    // Three at the top are waited for in vain; they are given up, and nobody asks for the others there.
    assert.deepEqual(looks.slice(0, 3), ['0', '1', '2']);
    assert.ok(
      looks.slice(3).every((id) => Number(id) > 1900),
      looks.join(' '),
    );
    const size = await option('chart 1999.png')
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
    assert.ok(size > 0 && size <= 320, String(size));
  });

  it('a picture is made of what was written while nobody had answered for the content before', async () => {
    view = await openGallery(1, withLook, {
      resources: { '8.png': png },
      look: (_id, stamp) => (stamp === '2' ? { kind: 'picture', uri: resource('8.png'), format: 'image' } : undefined),
    });
    await option('chart 0.png').waitFor();
    await view.show({}, (at) => ({ ...withLook(at), stamp: '2' }));
    await option('chart 0.png').locator('img').waitFor();
    assert.deepEqual(
      view.asked.flatMap((message) => (message.type === 'look' ? [message.stamp] : [])),
      ['1', '2'],
    );
  });

  it('a text shows its first lines, and what is broken, hostile or too large a mark with its reason', async () => {
    const huge = new Uint8Array(png);
    // The width and the height that the header of a PNG claims: 100,000 pixels each.
    new DataView(huge.buffer).setUint32(16, 100_000);
    new DataView(huge.buffer).setUint32(20, 100_000);
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>fetch("x")</script><rect width="40" height="20" fill="red"/><image href="http://example.com/a.png"/></svg>';
    const looks: Record<string, GalleryLook> = {
      0: { kind: 'text', text: '# Notes\n<img src=x onerror=alert(1)>' },
      1: { kind: 'picture', uri: resource('huge.png'), format: 'image' },
      2: { kind: 'picture', uri: resource('text.png'), format: 'image' },
      3: { kind: 'picture', uri: resource('long.png'), format: 'image' },
      4: { kind: 'picture', uri: resource('a.svg'), format: 'svg' },
      5: { kind: 'mark', reason: 'The file does not exist.' },
    };
    view = await openGallery(6, withLook, {
      resources: { 'huge.png': huge, 'text.png': 'no image', 'long.png': new Uint8Array(MAX_PICTURE_BYTES + 1), 'a.svg': svg },
      look: (id) => looks[id],
    });
    assert.equal(await option('chart 0.png').locator('pre').innerText(), '# Notes\n<img src=x onerror=alert(1)>');
    const reason = (name: string, words: string) =>
      view.page
        .getByRole('option', { name: `${name}, PNG image, 12 KB, ${words}` })
        .locator('.mark')
        .waitFor();
    await reason('chart 1.png', 'The image has too many pixels to be shown here.');
    await reason('chart 2.png', 'This image cannot be displayed here: it is damaged, too large, or in an unsupported format.');
    await reason('chart 3.png', 'The file is too large to be shown as a picture here.');
    await option('chart 4.png').locator('img').waitFor();
    await reason('chart 5.png', 'The file does not exist.');
  });

  it('a PDF shows its first page and a video its first frame; one that is damaged a mark with its reason', async () => {
    const [pdf, webm] = [await readFile(path.join(artifacts, '15.pdf')), await readFile(path.join(artifacts, '23.webm'))];
    const resources = { 'a.pdf': pdf, 'b.pdf': pdf.subarray(0, 40), 'a.webm': webm, 'b.webm': webm.subarray(0, 40) };
    const names = Object.keys(resources);
    view = await openGallery(4, withLook, {
      resources,
      look: (id) => {
        const name = names[Number(id)] ?? '';
        return { kind: 'picture', uri: resource(name), format: name.endsWith('.pdf') ? 'pdf' : 'video' };
      },
    });
    /** How much of a picture is drawn: the share of its pixels that differ from the one in the corner. */
    const drawn = (name: string) =>
      option(name)
        .locator('img')
        .evaluate((image: HTMLImageElement) => {
          const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
          const context = canvas.getContext('2d');
          context?.drawImage(image, 0, 0);
          const pixels = new Uint32Array(context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? []);
          return {
            longer: Math.max(canvas.width, canvas.height),
            share: pixels.filter((pixel) => pixel !== pixels[0]).length / pixels.length,
          };
        });
    for (const name of ['chart 0.png', 'chart 2.png']) {
      const { longer, share } = await drawn(name);
      assert.equal(longer, 320, name);
      assert.ok(share > 0.005, `${name}: ${share}`);
    }
    const heights = await view.page.locator('.row').evaluateAll((rows) => rows.map((row) => [row.scrollHeight, row.clientHeight]));
    assert.ok(
      heights.every(([all, seen]) => all === seen),
      `a page is higher than wide: ${heights.join('; ')}`,
    );
    const reason = (name: string, words: string) =>
      view.page
        .getByRole('option', { name: `${name}, PNG image, 12 KB, ${words}` })
        .locator('.mark')
        .waitFor();
    await reason('chart 1.png', 'This PDF is damaged and cannot be displayed here.');
    await reason('chart 3.png', 'This video cannot be shown here: it is damaged or in an unsupported format.');
  });

  it('a PDF that is never read is given up, and the next ones have their pictures', async () => {
    const pdf = await readFile(path.join(artifacts, '15.pdf'));
    let isHeld = true;
    view = await openGallery(4, withLook, {
      resources: { 'a.pdf': pdf, '8.png': png },
      look: (id) =>
        isHeld ? undefined : { kind: 'picture', uri: resource(id === '3' ? '8.png' : 'a.pdf'), format: id === '3' ? 'image' : 'pdf' },
    });
    // Once: a page reads the file once, and other tests are lent the same window.
    const silent = { contentType: 'text/javascript', body: 'self.onmessage = () => {};' };
    await view.page.route('**/pdf.worker.js', (route) => route.fulfill(silent), { times: 1 });
    isHeld = false;
    await view.show({}, (at) => ({ ...withLook(at), stamp: '2' }));
    await option('chart 3.png').locator('img').waitFor();
    for (const at of [0, 1, 2])
      await view.page.getByRole('option', { name: `chart ${at}.png, PNG image, 12 KB, Making the picture took too long.` }).waitFor();
  });

  it('a list that goes on grows before its end is seen', async () => {
    view = await openGallery(200, galleryTile, { total: 700 });
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('End');
    // By how many it grows at once depends on whether the page knows its own size already.
    const count = view.page.getByRole('status');
    await count.filter({ hasText: /^[3-6]00\+ artifacts$/ }).waitFor();
    assert.equal(await view.page.getByRole('option', { name: 'chart 699.png' }).count(), 0);
    for (let said = await count.innerText(); said !== '700 artifacts'; said = await count.innerText()) {
      await view.page.keyboard.press('End');
      await count.filter({ hasNotText: said }).waitFor();
    }
    await view.page.keyboard.press('End');
    await option('chart 699.png').waitFor();
  });

  it('what a person has selected stays while others write, and the keyboard with it; another filter begins anew', async () => {
    view = await openGallery(30, galleryTile);
    await option('chart 3.png').click();
    await view.show({ count: 31 }, (at) => galleryTile(at - 1));
    await option('chart -1.png').waitFor();
    assert.deepEqual(await selected(), ['chart 3.png']);
    await view.page.getByRole('listbox').focus();
    await view.page.keyboard.press('ArrowRight');
    assert.equal(await active(), 'chart 4.png');
    await view.show({ count: 2, filter: '“chart”' });
    await view.page.getByText('2 artifacts · “chart”').waitFor();
    assert.deepEqual(await selected(), []);
    await view.show({ count: 0, filter: '“nothing”' });
    await view.page.getByText('No artifacts match the filter.').waitFor();
    await view.show({ count: 0, filter: null, failure: 'The folder cannot be read.' });
    await view.page.getByText('The folder cannot be read.').waitFor();
  });

  it('at 320 pixels two tiles are beside each other, and nothing is cut off', async () => {
    view = await openGallery(9, (at) => galleryTile(at, { name: `${'long name '.repeat(20)}${at}` }), {
      viewport: { width: 320, height: 700 },
    });
    const boxes = await view.page
      .getByRole('option')
      .evaluateAll((all) => all.slice(0, 3).map((each) => each.getBoundingClientRect().toJSON() as DOMRect));
    assert.deepEqual(
      boxes.map(({ top }) => top === boxes[0]?.top),
      [true, true, false],
    );
    assert.ok(boxes.every(({ left, right }) => left >= 0 && right <= 320));
    assert.equal(await view.page.evaluate(() => document.documentElement.scrollWidth), 320);
  });
});
