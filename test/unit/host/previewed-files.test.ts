import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { MOST_PREVIEWED_FILES, PreviewedFiles } from '../../../src/host/preview/previewed-files.ts';

const file = (name: string): vscode.Uri => vscode.Uri.parse(`file:///work/${name}`);

/** A list over a memory, and how often it said that it is another. */
function opened(stored?: unknown) {
  const values = new Map<string, unknown>([['agentArtifacts.previewedFiles', stored]]);
  const memory = {
    get: (key: string) => values.get(key) as never,
    update: async (key: string, value: unknown) => void values.set(key, value),
  };
  const told: string[] = [];
  const files = new PreviewedFiles(memory, () => told.push('changed'));
  return { files, values, told, names: () => files.list().map(({ path }) => path.replace('/work/', '')) };
}

describe('the list of files that were previewed', () => {
  it('has the newest first, and each once', async () => {
    const { files, names, told } = opened();
    await files.add([file('a')]);
    await files.add([file('b'), file('c')]);
    await files.add([file('a')]);
    assert.deepEqual(names(), ['a', 'b', 'c']);
    assert.equal(told.length, 3);
  });

  it('keeps so many, and drops those that were previewed first', async () => {
    const { files, names } = opened();
    for (let number = 1; number <= MOST_PREVIEWED_FILES + 2; number++) await files.add([file(String(number))]);
    assert.equal(names().length, MOST_PREVIEWED_FILES);
    assert.deepEqual([names()[0], names().at(-1)], [String(MOST_PREVIEWED_FILES + 2), '3']);
    await files.add(Array.from({ length: 30 }, (_, index) => file(`many-${index}`)));
    assert.equal(names().length, MOST_PREVIEWED_FILES);
  });

  it('lets one be removed, or all of them; then nothing is remembered', async () => {
    const { files, names, values } = opened(['file:///work/a', 'file:///work/b']);
    await files.remove(file('a'));
    await files.remove(undefined);
    assert.deepEqual(names(), ['b']);
    await files.clear();
    assert.deepEqual(names(), []);
    assert.deepEqual([...values.values()], [undefined]);
  });

  it('is empty for anything else that is stored', () => {
    assert.deepEqual(opened({ 0: 'file:///work/a' }).names(), []);
    assert.deepEqual(opened([7, null, 'file:///work/a']).names(), ['a']);
  });
});
