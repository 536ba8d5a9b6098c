import assert from 'node:assert/strict';
import { onRows } from '../../../src/host/screen/commands.ts';
import { answering } from '../preview/fake-panel.ts';

describe('a command of the menu of rows', () => {
  async function ran(...given: [row?: unknown, selected?: unknown]): Promise<{ readonly rows: unknown[]; readonly said: string[] }> {
    const rows: unknown[] = [];
    const said: string[] = [];
    await answering(
      'showInformationMessage',
      async (text: string) => void said.push(text),
      () => onRows(async (row, selected) => void rows.push(row, selected))(...given),
    );
    return { rows, said };
  }

  it('says that the list was being updated where VS Code has no row any more, and does nothing', async () => {
    const said = ['The list was just being updated. Choose the command again.'];
    assert.deepEqual(await ran(undefined), { rows: [], said });
    assert.deepEqual(await ran(undefined, [undefined]), { rows: [], said });
    assert.deepEqual(await ran('one', ['one', undefined]), { rows: [], said }, 'of several none is left out in silence');
  });

  it('runs on the rows that there are', async () => {
    assert.deepEqual(await ran('one'), { rows: ['one', undefined], said: [] });
    assert.deepEqual(await ran('one', ['one', 'two']), { rows: ['one', ['one', 'two']], said: [] });
  });
});
