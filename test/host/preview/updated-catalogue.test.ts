import assert from 'node:assert/strict';
import { provideCatalogue } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { updateModelCatalogue } from '../../../src/host/services/update-catalogue.ts';
import { NEWER_DAY } from '../../support/catalogues.ts';
import { archiveOf, NEW_MODEL, piAiFiles, type ScriptedNpm, scriptedNpm } from '../../support/scripted-npm.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { closeAllEditors } from '../services/services-fixture.ts';
import { answering, refer } from './fake-panel.ts';
import { openFixture, type PreviewFixture, shown } from './preview-fixture.ts';

describe('a preview, and a newer catalogue of models', () => {
  const { env } = process;
  const variables = { PATH: env['PATH'], XDG_DATA_HOME: env['XDG_DATA_HOME'] };
  let fixture: PreviewFixture;
  let npm: ScriptedNpm;

  before(async function () {
    // Where it is kept follows a variable there, and a script on the PATH is a program.
    if (process.platform !== 'linux') return this.skip();
    npm = await scriptedNpm('99.0.0', archiveOf(piAiFiles('99.0.0', NEWER_DAY, { openai: [NEW_MODEL] })), {
      tarball: 'https://registry.acme.example/pi-ai.tgz',
      unpackedSize: 5_000_000,
    });
    Object.assign(env, npm.env, { XDG_DATA_HOME: await temporaryFolder() });
    fixture = await openFixture();
  });
  after(async () => {
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) Reflect.deleteProperty(env, name);
      else env[name] = value;
    }
    provideCatalogue(undefined);
    fixture?.dispose();
    await closeAllEditors();
  });

  /** Runs the command for a person who picks a line and agrees. @returns what was asked and said */
  async function update(picks: string): Promise<string[]> {
    const texts: string[] = [];
    const show = async (sentence: string, modal?: { readonly detail: string }): Promise<string | undefined> => {
      texts.push(modal ? `${sentence} ${modal.detail}` : sentence);
      return modal && 'Fetch';
    };
    const pick = async (items: readonly { readonly label: string }[]) => items.find(({ label }) => label === picks);
    await answering('showQuickPick', pick as never, () =>
      answering('showWarningMessage', show as never, () =>
        answering('showInformationMessage', show as never, () => updateModelCatalogue({ warn: assert.fail })),
      ),
    );
    return texts;
  }

  it('routes and prices by what was fetched, at once, and by the bundled one again when that is used', async () => {
    fixture.previewService.select(fixture.root, 'catalogue:gpt-99-vega');
    const panel = await fixture.controller.show(fixture.root, refer('artifact:8'));
    const unknown = await shown(panel, ({ selected }) => selected === 'catalogue:gpt-99-vega');
    assert.equal(unknown.arrival.state, 'doubtful');
    assert.equal(unknown.origin?.note, 'Not in the catalogue: inferred from its family, GPT-5 and later');

    const [asked = '', said] = await update('@earendil-works/pi-ai');
    assert.match(
      asked,
      /^Fetch @earendil-works\/pi-ai 99\.0\.0\?\s+Your npm fetches it from registry\.acme\.example\.\s+Unpacked, it is 4\.8 MB\./,
    );
    assert.match(
      said ?? '',
      new RegExp(`^Models and prices of ${NEWER_DAY} are in use \\(@earendil-works/pi-ai 99\\.0\\.0\\)\\. .* new ones: 1\\.$`),
    );
    const known = await shown(panel, ({ arrival, tokens }) => arrival.state === 'arrives' && tokens !== null);
    assert.match(known.origin?.note ?? '', new RegExp(`^From the model catalogue of ${NEWER_DAY} \\(@earendil-works/pi-ai 99\\.0\\.0\\)`));
    assert.match(
      known.tokens?.routed?.price?.source ?? '',
      new RegExp(`^OpenAI, gpt-99-vega: @earendil-works/pi-ai 99\\.0\\.0, ${NEWER_DAY}`),
    );

    assert.match((await update('Use the Bundled Catalogue'))[0] ?? '', /^The bundled model catalogue of .* is in use\.$/);
    await shown(panel, ({ arrival }) => arrival.state === 'doubtful');
    assert.deepEqual(
      (await npm.calls()).map(([command]) => command),
      ['view', 'pack'],
    );
  });
});
