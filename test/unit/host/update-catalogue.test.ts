import assert from 'node:assert/strict';
import { provideCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import type { CatalogueUpdates } from '../../../src/platform/host-catalogue.ts';
import { updateModelCatalogue } from '../../../src/host/services/update-catalogue.ts';
import { BUNDLED_DAY, NEWER_DAY, smallCatalogue } from '../../support/catalogues.ts';
import { CancellationError, window, workspace } from '../../support/vscode.ts';

/** What the person is shown, and what of the updates is called. */
interface Seen {
  readonly listed: string[];
  readonly shown: string[];
  readonly called: string[];
}

/** What a person does: picks a line of the list, types a name, takes a button. */
interface Person {
  readonly picks?: string;
  readonly types?: string;
  readonly opens?: string;
  readonly agrees?: boolean;
}

const MODELS = { name: '@acme/models', version: '3.0.0', address: 'https://registry.acme.example/a.tgz', size: 3 * 1024 * 1024 };

describe('Update Model Catalogue…', () => {
  const before = { ...window };
  afterEach(() => {
    for (const name of Object.keys(window)) if (!(name in before)) Reflect.deleteProperty(window, name);
    workspace.isTrusted = true;
    provideCatalogue(undefined);
  });

  async function run(
    { picks = MODELS.name, types, opens, agrees = true }: Person,
    answers: Partial<Pick<CatalogueUpdates, 'newest' | 'fetch'>> = {},
  ): Promise<Seen> {
    const seen: Seen = { listed: [], shown: [], called: [] };
    const show = (sentence: string, modal?: { readonly detail: string } | string): Promise<string | undefined> => {
      seen.shown.push(typeof modal === 'object' ? [sentence, modal.detail].join('\n\n') : sentence);
      return Promise.resolve(typeof modal === 'object' && agrees ? 'Fetch' : undefined);
    };
    Object.assign(window, {
      showWarningMessage: show,
      showInformationMessage: show,
      showErrorMessage: show,
      showQuickPick: (items: readonly { label: string }[], { placeHolder }: { placeHolder: string }) => {
        seen.listed.push(placeHolder, ...items.map(({ label }) => label));
        return Promise.resolve(items.find(({ label }) => label === picks));
      },
      showInputBox: () => Promise.resolve(types),
      showOpenDialog: () => Promise.resolve(opens === undefined ? undefined : [{ fsPath: opens }]),
    });
    const { newest = (name) => Promise.resolve({ ...MODELS, name }), fetch } = answers;
    const updates: CatalogueUpdates = {
      packageName: MODELS.name,
      mostBytes: 32 * 1024 * 1024,
      newest: (name, signal) => {
        seen.called.push(`newest ${name}`);
        return newest(name, signal);
      },
      fetch: (from, signal) => {
        const source = typeof from === 'string' ? from : `${from.name} ${from.version}`;
        seen.called.push(`fetch ${source}`);
        return fetch ? fetch(from, signal) : Promise.resolve({ file: smallCatalogue(), date: NEWER_DAY, from: source });
      },
      keep: () => Promise.resolve(seen.called.push('keep')),
      forget: () => {
        seen.called.push('forget');
        return Promise.resolve();
      },
    };
    await updateModelCatalogue({ warn: () => undefined }, () => Promise.resolve(updates));
    return seen;
  }

  it('lists where a catalogue may come from, with the day of the one in use, and asks nobody before one is picked', async () => {
    const { listed, shown, called } = await run({ picks: 'nothing' });
    assert.match(listed[0] ?? '', new RegExp(`^In use: models and prices of ${BUNDLED_DAY}`));
    assert.deepEqual(listed.slice(1), ['@acme/models', 'Another npm Package…', 'A File…']);
    assert.deepEqual([shown, called], [[], []]);
  });

  it('says first from where and how much is fetched, and fetches nothing without a yes', async () => {
    const { shown, called } = await run({ agrees: false });
    assert.deepEqual(called, ['newest @acme/models']);
    assert.deepEqual(shown, [
      [
        'Fetch @acme/models 3.0.0?',
        'Your npm fetches it from registry.acme.example.',
        'Unpacked, it is 3.0 MB. An archive of more than 32.0 MB is refused.',
        'No code of the package is run. Its list is checked and kept.',
      ].join('\n\n'),
    ]);
  });

  it('says that the registry does not tell the size, and the place', async () => {
    const { shown } = await run({ agrees: false }, { newest: () => Promise.resolve({ ...MODELS, address: undefined, size: undefined }) });
    assert.match(shown[0] ?? '', /from the registry that it is configured for\.\n\nThe registry does not say how large it is\./);
  });

  it('fetches the version that was agreed to, keeps it, and says how much of it is new', async () => {
    const { shown, called } = await run({});
    assert.deepEqual(called, ['newest @acme/models', 'fetch @acme/models 3.0.0', 'keep']);
    assert.equal(shown[1], `Models and prices of ${NEWER_DAY} are in use (@acme/models 3.0.0). Models: 1, new ones: 1.`);
  });

  it('takes another package by its name, and a file, which is not asked about', async () => {
    const other = await run({ picks: 'Another npm Package…', types: ' other ' });
    assert.deepEqual(other.called, ['newest other', 'fetch other 3.0.0', 'keep']);
    const file = await run({ picks: 'A File…', opens: '/data/list.json' });
    assert.deepEqual(file.called, ['fetch /data/list.json', 'keep']);
    assert.equal(file.shown.length, 1);
    for (const picks of ['Another npm Package…', 'A File…']) assert.deepEqual((await run({ picks })).called, []);
  });

  it('says why there is none, and keeps nothing', async () => {
    const unknown = await run({}, { newest: () => Promise.resolve('npm is not installed.') });
    assert.deepEqual(unknown.called, ['newest @acme/models']);
    assert.equal(unknown.shown[0], 'The model catalogue stays as it is. npm is not installed.');
    const older = await run({}, { fetch: () => Promise.resolve('It is older.') });
    assert.deepEqual(older.called, ['newest @acme/models', 'fetch @acme/models 3.0.0']);
    assert.equal(older.shown[1], 'The model catalogue stays as it is. It is older.');
  });

  it('that is cancelled changes nothing', async () => {
    await assert.rejects(run({}, { fetch: () => Promise.reject(new CancellationError()) }), CancellationError);
  });

  it('goes back to the bundled one, where another is in use', async () => {
    provideCatalogue(() => Promise.resolve({ file: smallCatalogue(), place: '/data/catalogue.json' }));
    const { listed, shown, called } = await run({ picks: 'Use the Bundled Catalogue' });
    assert.match(listed[0] ?? '', new RegExp(`^In use: models and prices of ${NEWER_DAY}`));
    assert.deepEqual(called, ['forget']);
    assert.deepEqual(shown, [`The bundled model catalogue of ${BUNDLED_DAY} is in use.`]);
  });

  it('does nothing in Restricted Mode', async () => {
    workspace.isTrusted = false;
    const { listed, shown, called } = await run({});
    assert.deepEqual(
      [listed, called, shown],
      [[], [], ['The model catalogue can be updated only in VS Code on a computer, in a workspace that you trust.']],
    );
  });
});
