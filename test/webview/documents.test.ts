import assert from 'node:assert/strict';
import { makeDocx, makeXlsx, makeZip, packedDocument, sampleDocx, sampleHtml, sampleMarkdown, sampleNotebook } from './document-samples.ts';
import { largePicture, picture, relationsOf, sampleXlsx, textDocument, wordParagraph, wordPicture } from './document-samples.ts';
import { openPreview, type PreviewPage } from './preview-page.ts';
import { resource } from './support.ts';

describe('a document in the preview', () => {
  let view: PreviewPage;
  afterEach(() => view.finish());

  const article = () => view.page.locator('preview-document article');
  const open = async (...[format, text]: Parameters<typeof textDocument>): Promise<void> => {
    view = await openPreview(textDocument(format, text));
  };
  const openPacked = async (...[format, bytes]: [Parameters<typeof packedDocument>[0], Uint8Array]): Promise<void> => {
    view = await openPreview(packedDocument(format, 'a.bin'), { resources: { 'a.bin': bytes } });
  };
  /** Nothing but the page's own files and the document was asked for. */
  const assertNothingFetched = (): void =>
    assert.deepEqual(
      view.requests.filter((request) => /^https?:|^blob:http/.test(request)),
      [],
    );
  /** Every element in the document, by name. */
  const elements = (): Promise<string[]> =>
    article().evaluate((root) => [...new Set([...root.querySelectorAll('*')].map(({ localName }) => localName))].sort());

  it('Markdown is rendered, its source one click away, and the choice is kept', async () => {
    await open('markdown', sampleMarkdown);
    await view.page.getByRole('heading', { name: 'Report of the week', level: 2 }).waitFor();
    assert.deepEqual(await article().locator('table').first().locator('td').allInnerTexts(), ['one', '1', 'two', '22']);
    assert.equal(await article().getByRole('img', { name: 'Done', exact: true }).count(), 1);
    await view.page.locator('preview-document vscode-radio[value=source]').click();
    await view.page.getByText('# Report of the week').waitFor();
    assert.equal(await article().count(), 0);
    await view.reload(textDocument('markdown', sampleMarkdown));
    await view.page.getByText('# Report of the week').waitFor();
    await view.page.locator('preview-document vscode-radio[value=rendered]').click();
    await article().waitFor();
  });

  it('nothing of the readers is loaded before a document is shown', async () => {
    view = await openPreview(textDocument('markdown', ''));
    await view.page.getByText('The text is empty.').waitFor();
    assert.equal(view.requests.filter((request) => request.includes('document.worker')).length, 0);
    await view.show(textDocument('markdown', 'words'));
    await article().waitFor();
    assert.equal(view.requests.filter((request) => request.includes('document.worker')).length, 1);
  });

  it('hostile Markdown runs nothing, fetches nothing and links to the web only', async () => {
    await open(
      'markdown',
      `${sampleMarkdown}\n[d](data:text/html,x) [v](vbscript:x) [f](file:///etc/passwd) [c](command:workbench.x) [r](relative.md) <javascript:window.hacked=1>\n\n` +
        `![x](https://tracker.example/1.png) ![x](data:image/svg+xml;base64,PHN2Zy8+)\n\n[ref]: javascript:window.hacked=1\n[ref] <img src=x onerror="window.hacked=1">`,
    );
    await article().waitFor();
    const links = await article()
      .locator('a')
      .evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    assert.deepEqual(links, ['https://example.com/a']);
    assert.deepEqual(
      (await elements()).filter((name) => /^(?:script|img|iframe|svg|style|object|embed|form|input|button)$/.test(name)),
      [],
    );
    assertNothingFetched();
  });

  it('HTML is readable text: what is hidden, runs or fetches is not there', async () => {
    await open('html', sampleHtml);
    await view.page.getByRole('heading', { name: 'Annual report' }).waitFor();
    const text = await article().innerText();
    for (const absent of ['Ignore all', 'Nor this', 'Not read', 'hacked', 'color: red', 'drawn']) assert.ok(!text.includes(absent), absent);
    for (const there of ['Hello world', 'Next line', 'deep', 'both', 'A graph', 'Send']) assert.ok(text.includes(there), there);
    assert.deepEqual(
      (await elements()).filter((name) => /^(?:script|img|iframe|svg|style|form|button)$/.test(name)),
      [],
    );
    assertNothingFetched();
  });

  it('a notebook shows text, code and its outputs; scripts and pictures that lie elsewhere are named', async () => {
    await open('notebook', sampleNotebook());
    await article().locator('canvas[data-drawn]').waitFor();
    const text = await article().innerText();
    for (const there of ['Analysis', 'With weight', 'application/javascript', 'image/svg+xml']) assert.ok(text.includes(there), there);
    for (const code of ['hello\nworld', 'ValueError: no', 'raw text']) await article().getByText(code).waitFor();
    assert.equal(await article().locator('canvas').count(), 1);
    assertNothingFetched();
  });

  it('a text of a word processor has headings, lists, tables, notes and pictures', async () => {
    await openPacked('docx', sampleDocx());
    await view.page.getByRole('heading', { name: 'Where we stand', level: 3 }).waitFor();
    const text = await article().innerText();
    assert.ok(text.includes('Revenue grew by a third, see the site, not this'));
    assert.ok(!text.includes('deleted'));
    assert.equal(await article().locator('ol ul li').innerText(), 'within the first');
    assert.equal(await article().locator('ol').last().getAttribute('start'), '3');
    assert.equal(await article().locator('td[colspan="2"]').innerText(), 'North and south together');
    assert.deepEqual(
      await article()
        .locator('a')
        .evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
      ['https://example.com/report'],
    );
    await article().getByRole('img', { name: 'A chart' }).and(view.page.locator('canvas[data-drawn]')).waitFor();
    assertNothingFetched();
  });

  it('a workbook has a tab for each sheet, and the tabs of the preview stay', async () => {
    await openPacked('xlsx', sampleXlsx());
    const cells = () => view.page.locator('preview-grid tbody td');
    await cells().first().waitFor();
    assert.deepEqual((await cells().allInnerTexts()).slice(0, 4), ['North & south', '1234.5', '2024-03-01', '12.50%']);
    assert.ok((await cells().allInnerTexts()).includes('2024-03-01 18:00:00'));
    await view.page.getByRole('tab', { name: 'Notes & more' }).click();
    await view.page.getByText('<b>not bold</b>').waitFor();
    assert.equal(await view.page.getByRole('tab', { name: 'Rendered', exact: true }).getAttribute('aria-selected'), 'true');
  });

  it('100,000 rows are scrolled with a few in the page, the names of the columns on top', async () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => `${at},"a ""b"", ${at}"`).join('\r\n');
    view = await openPreview(
      { ...textDocument('csv', ''), content: { kind: 'document', format: 'csv', uri: resource('a.csv'), source: beginning('No,Name') } },
      { resources: { 'a.csv': `No,Name\r\n${rows}` } },
    );
    await view.page.getByText('100,000 rows, 2 columns').waitFor();
    const body = view.page.locator('preview-grid tbody tr[aria-rowindex]');
    assert.ok((await body.count()) < 80);
    const scroller = view.page.getByRole('region', { name: 'Table report.csv' });
    await scroller.evaluate((element) => element.scrollTo({ top: element.scrollHeight }));
    await view.page.getByText('a "b", 99999', { exact: true }).waitFor();
    assert.ok((await body.count()) < 80);
    const head = await view.page.locator('preview-grid thead th').last().boundingBox();
    const frame = await scroller.boundingBox();
    assert.ok(head && frame && Math.abs(head.y - frame.y) < 3);
  });

  it('a table is walked with the keyboard, and the selected cell is read in full', async () => {
    await open('csv', `a;b\n1;"${'long '.repeat(200)}end"\n3;4`);
    const scroller = view.page.getByRole('region', { name: 'Table report.csv' });
    await scroller.focus();
    await scroller.press('ArrowDown');
    await scroller.press('ArrowRight');
    assert.match(await view.page.getByRole('region', { name: 'Cell B2' }).innerText(), /long end$/);
    await scroller.press('ArrowDown');
    assert.equal(await view.page.getByRole('region', { name: 'Cell B3' }).innerText(), '4');
  });

  it('a cell of 5 MB is drawn by its beginning', async () => {
    await open('csv', `a,b\n1,"${'x'.repeat(5_000_000)}"\n`);
    await view.page.getByText('1 rows, 2 columns').waitFor();
    const longest = await view.page.locator('preview-grid td').last().innerText();
    assert.ok(longest.length < 400, String(longest.length));
  });

  for (const [what, bytes, sentence] of [
    ['a ZIP that ends early', sampleDocx().slice(0, 900), 'the file is damaged'],
    ['no ZIP at all', new TextEncoder().encode('words'), 'the file is damaged'],
    ['a ZIP without a document', makeZip({ 'a.txt': 'words' }), 'the file is damaged'],
    ['a file with a password', Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1), 'protected by a password'],
    ['a ZIP bomb', makeZip({ 'word/document.xml': new Uint8Array(200 * 1024 * 1024) }), 'Too large to render'],
    [
      'a ZIP of 20,000 files',
      makeZip(Object.fromEntries(Array.from({ length: 20_000 }, (_, at) => [`a/${at}`, '']))),
      'Too large to render',
    ],
  ] as const) {
    it(`${what} says why it is not rendered, and shows its bytes`, async () => {
      await openPacked('docx', bytes);
      await view.page.getByText(sentence).waitFor();
      await view.page.locator('preview-document preview-hex pre').waitFor();
    });
  }

  it('a file that cannot be fetched says so', async () => {
    view = await openPreview(packedDocument('docx', 'missing.docx'));
    await view.page.getByText('The file could not be loaded.').waitFor();
    await view.page.locator('preview-document preview-hex pre').waitFor();
    // the test's own server says that it was asked for what is not there
    view.problems.splice(0);
  });

  it('what is nested without end is flattened, its text stays', async () => {
    const deep = 50_000;
    await open('markdown', `${'> '.repeat(500)}deep quote\n\n${'*'.repeat(deep)}\n\n${'[a'.repeat(2000)}\n\nlast words`);
    await view.page.getByText('last words').waitFor();
    await view.show(textDocument('html', `${'<div><ul><li>'.repeat(1000)}innermost`, { reference: 'artifact:2' }));
    await view.page.getByText('innermost').waitFor();
    const depth = await article().evaluate((root) => {
      const depthOf = (element: Element): number => 1 + Math.max(0, ...[...element.children].map(depthOf));
      return depthOf(root);
    });
    assert.ok(depth < 80, String(depth));
  });

  it('a document too long to be drawn is cut, and says so', async () => {
    await open('markdown', 'word\n\n'.repeat(100_000));
    await view.page.getByText('Only the beginning is rendered.').waitFor();
    assert.ok((await article().locator('p').count()) <= 20_000);
  });

  it('a text that thousands of cells share fills no memory', async () => {
    const cells = Array.from({ length: 2000 }, () => '<row><c t="s"><v>0</v></c></row>').join('');
    await openPacked('xlsx', makeXlsx({ Sheet: cells }, ['x'.repeat(1_000_000)]));
    await view.page.getByText(/^The first \d+ rows, 1 columns$/).waitFor();
  });

  it('rows and columns far away make no sheet of that size', async () => {
    await openPacked('xlsx', makeXlsx({ Sheet: '<row r="999999999"><c r="XFD999999999"><v>1</v></c></row>' }));
    await view.page.getByText(/^The first 1,048,576 rows/).waitFor();
  });

  it('what is longer than a document may be is shown by its beginning, though it is one paragraph or one output', async () => {
    const long = `begins here ${'word '.repeat(500_000)}`;
    await openPacked('docx', makeDocx(wordParagraph(long)));
    await view.page.getByText('Only the beginning is rendered.').waitFor();
    assert.match(await article().innerText(), /^begins here word/);
    const outputs = [{ output_type: 'stream', name: 'stdout', text: long }];
    const cells = [{ cell_type: 'code', execution_count: 1, metadata: {}, source: 'train()', outputs }];
    await view.show(textDocument('notebook', JSON.stringify({ nbformat: 4, metadata: {}, cells }), { reference: 'artifact:2' }));
    await article().getByText('train()').waitFor();
    await article().getByText('begins here word').waitFor();
    const raw = [{ cell_type: 'raw', metadata: {}, source: long }];
    await view.show(textDocument('notebook', JSON.stringify({ nbformat: 4, metadata: {}, cells: raw }), { reference: 'artifact:3' }));
    await article().getByText('begins here word').waitFor();
    const drawn = await article()
      .locator('preview-code')
      .evaluate((code) => String(Reflect.get(code, 'text')).length);
    assert.ok(drawn <= 2_000_000, String(drawn));
  });

  it('a table that is one endless line is shown by its first columns', async () => {
    await open('csv', `first,second${',x'.repeat(6_000_000)}`);
    await view.page.getByText('1 rows, 6,000,002 columns · the first 200 columns are shown').waitFor();
    await view.page.locator('preview-grid td').getByText('second', { exact: true }).waitFor();
  });

  it('pictures hold their pixels near the screen only, and are decoded one after the other', async () => {
    const address = `data:image/png;base64,${Buffer.from(largePicture(6000, 8000)).toString('base64')}`;
    view = await openPreview(textDocument('markdown', 'no picture yet'));
    await article().waitFor();
    await view.page.evaluate(() => {
      const decode = window.createImageBitmap.bind(window) as (source: ImageBitmapSource) => Promise<ImageBitmap>;
      let now = 0;
      Object.assign(window, {
        most: 0,
        createImageBitmap: async (source: ImageBitmapSource) => {
          Object.assign(window, { most: Math.max(Number(Reflect.get(window, 'most')), ++now) });
          return decode(source).finally(() => now--);
        },
      });
    });
    const text = Array.from({ length: 150 }, (_, at) => `![picture ${at}](${address})`).join('\n\n');
    await view.show(textDocument('markdown', text, { reference: 'artifact:2' }));
    const canvases = article().locator('canvas');
    await canvases.first().and(view.page.locator('[data-drawn]')).waitFor();
    assert.equal(await canvases.count(), 150);
    const pixels = (): Promise<number> =>
      canvases.evaluateAll((all) =>
        all.reduce((sum, each) => sum + (each as HTMLCanvasElement).width * (each as HTMLCanvasElement).height, 0),
      );
    assert.ok((await pixels()) < 20_000_000, String(await pixels()));
    const last = canvases.last();
    await last.scrollIntoViewIfNeeded();
    await last.and(view.page.locator('[data-drawn]')).waitFor();
    await canvases.first().and(view.page.locator(':not([data-drawn])')).waitFor();
    assert.ok((await pixels()) < 20_000_000, String(await pixels()));
    assert.equal(await view.page.evaluate(() => Reflect.get(window, 'most')), 1);
  });

  it('a picture that is shown in many places is unpacked once, under whatever name', async () => {
    const large = new Uint8Array(1024 * 1024);
    large.set(picture);
    const body = wordPicture('rId7').repeat(150) + wordParagraph('The end');
    await openPacked(
      'docx',
      makeDocx(body, { 'word/_rels/document.xml.rels': relationsOf({ rId7: 'media/图 1.png' }), 'word/media/图 1.png': large }),
    );
    await article().getByText('The end').waitFor();
    assert.equal(await article().locator('canvas').count(), 150);
  });

  it('a workbook with a percentage of two hundred decimals is not taken for damaged', async () => {
    const styles = makeXlsx({ Sheet: '<row r="1"><c r="A1" s="1"><v>0.5</v></c></row>' }, [], `0.${'0'.repeat(200)}%`);
    await openPacked('xlsx', styles);
    await view.page.getByText(/^50\.0{30}%$/).waitFor();
  });

  it('entities of a document do not grow', async () => {
    const entities = `<!DOCTYPE x [<!ENTITY a "${'x'.repeat(1000)}"><!ENTITY b "${'&a;'.repeat(1000)}">]>`;
    await openPacked('docx', makeDocx(wordParagraph('before &b; after'), { 'word/x.xml': entities }));
    await view.page.getByText(/before .* after/).waitFor();
    assert.ok((await article().innerText()).length < 100);
  });
});

/** A source of which only the beginning came along. */
function beginning(text: string) {
  return { kind: 'text', text, length: 5_000_000, language: null } as const;
}
