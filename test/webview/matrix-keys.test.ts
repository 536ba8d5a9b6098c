import assert from 'node:assert/strict';
import { manyRows, sampleRows, sampleStatus } from '../protocol/matrix-samples.ts';
import { openMatrix, type MatrixPage } from './matrix-page.ts';

const LAST = 11;

describe('the keyboard in the capability matrix', () => {
  let m: MatrixPage;
  afterEach(() => m.finish());

  async function press(...keys: string[]): Promise<string> {
    for (const key of keys) await m.page.keyboard.press(key);
    return m.focus();
  }

  it('walks with the arrows, Home, End and pages, and stays inside', async () => {
    m = await openMatrix({ rows: manyRows(500), status: sampleStatus() });
    await m.cell(0, -1).focus();
    assert.equal(await press('ArrowRight', 'ArrowDown'), '1:0');
    assert.equal(await press('ArrowUp', 'ArrowUp'), '0:0');
    assert.equal(await press('End'), `0:${LAST}`);
    assert.equal(await press('ArrowRight'), `0:${LAST}`);
    assert.equal(await press('Home'), '0:-1');
    assert.equal(await press('Control+End'), `499:${LAST}`);
    assert.equal(await press('Control+Home'), '0:-1');
    const paged = Number((await press('PageDown')).split(':')[0]);
    assert.ok(paged > 10 && paged < 40, String(paged));
    assert.equal(await press('PageUp'), '0:-1');
    assert.equal(await press('PageUp', 'ArrowLeft'), '0:-1');
  });

  it('what has the focus is on the screen, free of the head and of the names', async () => {
    m = await openMatrix({ rows: manyRows(500), status: sampleStatus(), viewport: { width: 520, height: 420 } });
    await m.cell(0, -1).focus();
    for (const keys of [
      ['Control+End'],
      ['PageUp', 'ArrowLeft'],
      ['Control+ArrowLeft', 'ArrowRight'],
      ['Control+ArrowUp'],
      ['End', 'PageDown'],
    ]) {
      await press(...keys);
      const seen = await m.page.evaluate(() => {
        const grid = document.querySelector('agent-artifacts-matrix')?.shadowRoot?.querySelector('matrix-grid')?.shadowRoot;
        const cell = grid?.activeElement;
        if (!grid || !cell) return 'no focus';
        const box = cell.getBoundingClientRect();
        const top = grid.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
        return top && (cell === top || cell.contains(top) || top.contains(cell)) ? 'seen' : `covered by ${top?.className}`;
      });
      assert.equal(seen, 'seen', keys.join());
    }
  });

  it('Space and Enter toggle a cell; Enter on a name shows the service in the text', async () => {
    m = await openMatrix();
    await m.cell(0, 4).focus();
    await press('Space', 'Enter');
    const wanted = m.posted
      .filter((each) => (each as { type: string }).type === 'setCell')
      .map((each) => (each as { declared: boolean }).declared);
    assert.deepEqual(wanted, [true, false]);
    await press('Home', 'Enter');
    assert.deepEqual(await m.message('reveal'), { type: 'reveal', version: 1, index: 0, id: 'text-model', column: null });
  });

  it('Ctrl+F goes to the filter, Escape clears it, and a second one leaves it for the grid', async () => {
    m = await openMatrix();
    await m.cell(0, 0).focus();
    assert.equal(await press('Control+f'), 'INPUT');
    await m.page.keyboard.type('doubt');
    await m.page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    assert.equal(await press('Escape'), 'INPUT');
    assert.equal(await m.page.getByRole('textbox').inputValue(), '');
    await m.page.locator('[role=grid][aria-rowcount="6"]').waitFor();
    assert.equal(await press('Escape'), '0:0');
  });

  it('Arrow Down leaves the filter for the grid and keeps it', async () => {
    m = await openMatrix();
    await m.page.getByRole('textbox').fill('doubt');
    await m.page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    assert.equal(await press('ArrowDown'), '1:-1');
    assert.equal(await m.page.getByRole('textbox').inputValue(), 'doubt');
  });

  it('Ctrl+A selects the text of the filter, and in the grid nothing: VS Code does not hear of it', async () => {
    m = await openMatrix();
    await m.page.evaluate(() => {
      document.title = '';
      addEventListener('keydown', ({ key }) => void (document.title += key));
    });
    await m.cell(0, 0).focus();
    assert.equal(await press('Control+a'), '0:0');
    assert.equal(await m.page.evaluate(() => String(getSelection())), '');
    assert.equal(await m.page.title(), 'Control');
    await m.page.locator('matrix-footer').click();
    assert.equal(await press('Control+a'), 'BODY');
    assert.equal(await m.page.evaluate(() => String(getSelection())), '');
    await m.page.getByRole('textbox').fill('model');
    await press('Control+a');
    assert.equal(
      await m.page.getByRole('textbox').evaluate((input: HTMLInputElement) => (input.selectionEnd ?? 0) - (input.selectionStart ?? 0)),
      5,
    );
    assert.equal(await m.page.title(), 'ControlControlControla');
  });

  it('the line below is about what the keyboard is on, though the pointer rests on another cell, and about nothing filtered away', async () => {
    m = await openMatrix();
    const subject = m.page.locator('matrix-footer strong');
    await m.cell(2, 4).hover();
    await subject.getByText('Legacy · Input · file').waitFor();
    await m.cell(0, 0).focus();
    await press('ArrowRight');
    await subject.getByText('Text model · Input · vision').waitFor();
    await m.cell(2, 5).hover();
    await subject.getByText('Legacy · Input · tool_result_media').waitFor();
    await m.page.getByRole('textbox').fill('doubt');
    await subject.getByText('Doubtful · Input · vision').waitFor();
  });

  it('undo in the filter is not sent to VS Code, undo in the grid is', async () => {
    m = await openMatrix();
    await m.page.evaluate(() => {
      addEventListener(
        'keydown',
        (event) =>
          void ((window as unknown as Record<string, unknown>)['heard'] =
            `${String((window as unknown as Record<string, unknown>)['heard'] ?? '')}${event.key}`),
      );
    });
    await m.page.getByRole('textbox').focus();
    await press('Control+z', 'Control+y');
    await m.cell(0, 0).focus();
    await press('Control+z');
    const heard = await m.page.evaluate(() => (window as unknown as Record<string, unknown>)['heard']);
    assert.equal(String(heard).replaceAll('Control', ''), 'z');
  });

  it('the focus stays with its service while rows come and go, and while it is scrolled away', async () => {
    m = await openMatrix({ rows: manyRows(500), status: sampleStatus() });
    await m.cell(3, 1).focus();
    await m.change(
      { start: 3, remove: 1, rows: [{ ...(manyRows(4)[3] as ReturnType<typeof sampleRows>[0]), name: 'Renamed' }] },
      sampleStatus(),
    );
    await m.page.getByText('Renamed', { exact: true }).waitFor();
    assert.equal(await m.focus(), '3:1');
    await m.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo({ top: 5000 }));
    await m.cell(200, 0).waitFor();
    assert.equal(await m.focus(), '3:1');
    assert.equal(await press('ArrowDown'), '4:1');
    await m.cell(4, 1).waitFor();
  });
});

describe('the rows of the capability matrix', () => {
  let m: MatrixPage;
  afterEach(() => m.finish());
  const drawn = (): Promise<number> => m.page.locator('.body [role=row]').count();

  it('of 10,000 services only those on the screen are drawn, and each can be reached', async () => {
    m = await openMatrix({ rows: manyRows(10_000), status: sampleStatus() });
    assert.equal(await m.page.getByRole('grid').getAttribute('aria-rowcount'), '10002');
    assert.ok((await drawn()) < 60, String(await drawn()));
    await m.cell(0, 0).focus();
    await m.page.keyboard.press('Control+End');
    await m.cell(9999, LAST).waitFor();
    assert.equal(await m.focus(), `9999:${LAST}`);
    assert.equal(await m.page.locator('.body [role=row]').last().getAttribute('aria-rowindex'), '10002');
    assert.ok((await drawn()) < 60, String(await drawn()));
    await m.page.locator('.scroller').evaluate((scroller) => scroller.scrollTo({ top: 130_000 }));
    await m.cell(5005, 0).waitFor();
  });

  it('are filtered by words in names, ids, models and capabilities, and by problems and disagreement', async () => {
    m = await openMatrix();
    const names = async (): Promise<string[]> => (await m.page.locator('.title-of-row').allInnerTexts()).sort();
    const filter = m.page.getByRole('textbox');
    await filter.fill('GPT-4 vision');
    await m.page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    assert.deepEqual(await names(), ['Doubtful']);
    await m.page.getByText('1 of 4').waitFor();
    await filter.fill('visoin');
    await m.page.getByRole('grid').getByText('Service number 4').waitFor();
    await m.page.getByRole('button', { name: 'Clear the filter' }).click();
    await m.page.getByRole('button', { name: 'Only services with problems' }).click();
    await m.page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    assert.deepEqual(await names(), ['Service number 4']);
    await m.page.getByRole('button', { name: 'Only services that contradict the catalogue' }).click();
    await m.page.locator('[role=grid][aria-rowcount="4"]').waitFor();
    assert.deepEqual(await names(), ['Doubtful', 'Text model']);
  });

  it('a service that a click brings in order stays until the filter is another', async () => {
    m = await openMatrix({
      rows: sampleRows()
        .slice(0, 2)
        .map((row) => ({ ...row, known: [-2, 0, 0, 0, 0, 0, 0, 0, 0] })),
      status: sampleStatus(),
    });
    await m.page.getByRole('button', { name: 'Only services that contradict the catalogue' }).click();
    await m.page.locator('[role=grid][aria-rowcount="3"]').waitFor();
    await m.cell(1, 1).click();
    await m.change(
      {
        start: 1,
        remove: 1,
        rows: [{ ...(sampleRows()[1] as ReturnType<typeof sampleRows>[0]), input: ['text'], known: [-2, 0, 0, 0, 0, 0, 0, 0, 0] }],
      },
      sampleStatus(),
    );
    await m.page.locator('[data-row="1"][data-column="1"][aria-checked="false"]').waitFor();
    assert.equal(await m.page.getByRole('grid').getAttribute('aria-rowcount'), '3');
    await m.page.getByRole('textbox').fill('d');
    await m.page.locator('[role=grid][aria-rowcount="2"]').waitFor();
  });

  it('come back as they were after a reload: filter, place and focus', async () => {
    m = await openMatrix({ rows: manyRows(500), status: sampleStatus() });
    await m.page.getByRole('textbox').fill('service');
    await m.cell(2, 2).focus();
    await m.page.locator('.scroller').evaluate(
      (scroller) =>
        new Promise((resolve) => {
          scroller.addEventListener('scrollend', resolve, { once: true });
          scroller.scrollTo({ top: 2600 });
        }),
    );
    await m.reload();
    await m.cell(105, 0).waitFor();
    assert.equal(await m.page.getByRole('textbox').inputValue(), 'service');
    assert.equal(await m.page.locator('.scroller').evaluate((scroller) => scroller.scrollTop), 2600);
    assert.equal(await m.page.locator('[tabindex="0"][data-row]').getAttribute('data-row'), '2');
  });
});
