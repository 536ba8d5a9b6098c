import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { loadCatalogue, loadPrices } from '../../../src/core/models/catalogue/load-catalogue.ts';
import { idOfModel } from '../../../src/core/models/catalogue/model-id.ts';
import { flagshipModels } from '../../../src/core/wire/flagship-models.ts';
import { chooseComparedModels, comparedModels } from '../../../src/host/preview/compared-models.ts';
import { type CatalogueItem, catalogueItems, pickAnyModel } from '../../../src/host/preview/model-quick-pick.ts';
import { RememberedPreviewService } from '../../../src/host/services/preview-service.ts';
import { type ShownQuestion, withPerson } from '../services/quick-person.ts';
import { answering, memory } from './fake-panel.ts';
import { PreviewStage } from './preview-stage.ts';

/** An image of the real data root. */
const PNG = '8';

describe('a preview for any model', () => {
  let stage: PreviewStage;

  beforeEach(async () => {
    stage = await PreviewStage.open();
  });
  afterEach(() => stage.close());

  it('shows what a model of the catalogue receives, where it is from, and offers to write it down', async () => {
    const state = await stage.showFor('catalogue:claude-opus-4-5', PNG);
    assert.equal(state.verdict.outcome, 'image_url');
    assert.equal(state.arrival.state, 'arrives');
    assert.equal(state.wire?.api, 'anthropic');
    assert.match(state.origin?.note ?? '', /^From the model catalogue of \d{4}-\d\d-\d\d \(@langchain\/anthropic /);
    assert.equal(state.origin?.canAdd, true);
    const listed = state.models.find(({ id }) => id === 'catalogue:claude-opus-4-5');
    assert.deepEqual(listed?.input, ['text', 'vision', 'file', 'tool_result_media']);
    assert.match(state.why.steps[1]?.title ?? '', /claude-opus-4-5 accepts text, vision/);
  });

  it('offers nothing that would write into an entry which is not there', async () => {
    const { why } = await stage.showFor('catalogue:grok-4', PNG);
    assert.ok(why.fixes.length > 0);
    assert.deepEqual(
      why.fixes.filter(({ icon }) => icon !== 'sparkle'),
      [],
    );
  });

  it('says that a remembered model is not in the catalogue any more, and takes it for text only', async () => {
    const state = await stage.showFor('catalogue:gone-9', PNG);
    assert.equal(state.verdict.outcome, 'description');
    assert.deepEqual(state.origin, { note: 'gone-9 is no longer in the catalogue: text only.', canAdd: false });
    assert.ok(state.models.every(({ id }) => id !== 'catalogue:gone-9'));
  });

  it('lists every model of the catalogue once, the makers that are known best first', async () => {
    const items = await catalogueItems();
    const separators = items.filter(({ kind }) => kind === vscode.QuickPickItemKind.Separator).map(({ label }) => label);
    assert.deepEqual(separators.slice(0, 4), ['OpenAI', 'Anthropic', 'Google', 'Mistral']);
    assert.equal(new Set(separators).size, separators.length);
    const names = items.flatMap(({ name }) => name ?? []);
    assert.ok(names.length > catalogueModelIds().length * 0.9);
    assert.equal(new Set(names).size, names.length);
    const gpt = items.find(({ name }) => name === 'gpt-5.2');
    assert.equal(gpt?.description, 'OpenAI · text, vision, file');
  });

  it('chosen by a name the command line takes too is the same model: that stands first, and Enter takes it', async () => {
    const { models } = stage.fixture.root;
    for (const typed of ['gemini-3-pro', 'claude-opus-4.5', 'openai/gpt-5.2', 'gpt-5.2']) {
      const onCommandLine = await models.services.add(typed);
      assert.ok(!('code' in onCommandLine));
      const service = new RememberedPreviewService(memory());
      const shown: vscode.QuickPickItem[] = [];
      const choose = () => pickAnyModel(models, service);
      const step = (question: ShownQuestion): void => {
        question.type(typed);
        shown.push(...question.items().filter(({ label }) => label === typed));
        question.accept();
      };
      await withPerson([step], choose);
      assert.equal(service.selectedServiceId(models), onCommandLine.config.id, typed);
      const { model } = onCommandLine.config;
      assert.deepEqual(
        shown.map(({ description }) => description?.replace(/^OpenAI .*/, 'OpenAI')),
        [typed === model ? 'OpenAI' : `means ${model}`],
      );
    }
  });

  it('that the catalogue does not have is offered by what its family is known for', async () => {
    const { models } = stage.fixture.root;
    const service = new RememberedPreviewService(memory());
    let told: string | undefined;
    const step = (question: ShownQuestion): void => {
      for (const beginning of ['gemini-3', 'claude-opus-4-']) {
        question.type(beginning);
        assert.ok(
          question.items().every(({ label }) => label !== beginning),
          beginning,
        );
      }
      question.type('claude-opus-9');
      told = question.items().find(({ label }) => label === 'claude-opus-9')?.description;
      question.accept();
    };
    await withPerson([step], () => pickAnyModel(models, service));
    assert.equal(told, 'Anthropic · not in the catalogue, family Claude 3 and later');
    assert.equal(service.selectedServiceId(models), 'catalogue:claude-opus-9');
  });

  it('found by words keeps its place in the list: VS Code says by that which one was chosen, also when the list has just changed', async () => {
    const { models } = stage.fixture.root;
    const labelsOf = (question: ShownQuestion) => question.items().map(({ label }) => label);
    const service = new RememberedPreviewService(memory());
    const step = (question: ShownQuestion): void => {
      const all = labelsOf(question);
      for (const [typed, found] of [
        ['claude sonnet', /^claude-.*sonnet/],
        ['gemini flash', /^gemini-.*flash/],
        ['opus 4.5', /^claude-opus-4[.-]5/],
      ] as const) {
        question.type(typed);
        const shown = question.items().flatMap(({ label, alwaysShow }) => (alwaysShow === true ? [label] : []));
        assert.match(shown[0] ?? '', found);
        assert.deepEqual(labelsOf(question).slice(0, all.length), all);
      }
      assert.deepEqual(labelsOf(question).slice(all.length), ['opus 4.5']);
      question.type('gpt-5.2');
      assert.deepEqual(labelsOf(question), all);
      // VS Code finds what stands in a label by itself
      assert.ok(question.items().every(({ label, alwaysShow }) => alwaysShow !== true || !label.includes('gpt-5.2')));
      question.accept();
    };
    await withPerson([step], () => pickAnyModel(models, service));
    assert.equal(service.selectedServiceId(models), 'catalogue:gpt-5.2');
  });

  it('compares the newest of the big providers, until a person chooses models, which are remembered', async () => {
    const { page, fixture } = stage;
    const values = page.memory;
    fixture.root.services.loadText('{"services":[]}');
    await stage.showFor(undefined, PNG);
    page.say({ type: 'setComparing', comparing: true });
    const rowsOf = async (count: number): Promise<(string | null)[]> => {
      const { comparison } = await page.shown((state) => state.comparison?.services.length === count);
      return comparison?.services.map(({ serviceId }) => serviceId) ?? [];
    };
    const first = await comparedModels(values);
    assert.deepEqual(first, flagshipModels(await loadCatalogue(), await loadPrices()).map(idOfModel));
    assert.deepEqual(await rowsOf(1 + first.length), [null, ...first]);

    const choose = async (pick: (items: readonly CatalogueItem[]) => readonly CatalogueItem[] | undefined): Promise<void> => {
      await answering('showQuickPick', ((items: readonly CatalogueItem[]) => Promise.resolve(pick(items))) as never, () =>
        chooseComparedModels({ memory: values, previewService: { recentModels: () => ['catalogue:grok-4', ...first] } }, () => true),
      );
    };
    await choose((items) => {
      const offered = items.flatMap(({ serviceId, picked }) => (serviceId === undefined ? [] : [{ serviceId, picked }]));
      assert.deepEqual(
        offered.filter(({ picked }) => picked).map(({ serviceId }) => serviceId),
        first,
      );
      assert.equal(offered[first.length]?.serviceId, 'catalogue:grok-4');
      assert.equal(new Set(offered.map(({ serviceId }) => serviceId)).size, offered.length);
      return items.filter(({ name }) => name === 'gpt-5.2' || name === 'claude-opus-4-5');
    });
    const chosen = ['catalogue:gpt-5.2', 'catalogue:claude-opus-4-5'];
    assert.deepEqual(await rowsOf(3), [null, ...chosen]);
    await choose(() => undefined);
    assert.deepEqual(await comparedModels(values), chosen);
    await choose(() => []);
    assert.deepEqual(await rowsOf(1 + first.length), [null, ...first]);
  });

  it('without a data root the model that was chosen last counts, else the usual one; by choice none does', () => {
    const files = { id: '', services: { getServices: () => [] }, usual: 'catalogue:gpt-6-sol' };
    const service = new RememberedPreviewService(memory());
    assert.equal(service.selectedServiceId(files), 'catalogue:gpt-6-sol');
    service.select(stage.fixture.root, 'catalogue:gpt-5.2');
    assert.equal(service.selectedServiceId(files), 'catalogue:gpt-5.2');
    service.select(files, undefined);
    assert.equal(service.selectedServiceId(files), undefined);
    assert.equal(service.selectedServiceId({ id: 'root', services: files.services }), undefined, 'of a data root none is assumed');
  });

  it('the chosen model is always among those that are compared', async () => {
    const { root } = stage.fixture;
    await root.models.services.ensure(['catalogue:gpt-5.2']);
    await stage.showFor('catalogue:gpt-5.2', 'artifact:8');
    stage.page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await stage.page.shown((state) => state.comparison !== null);
    assert.equal(comparison?.services.filter(({ serviceId }) => serviceId === 'catalogue:gpt-5.2').length, 1);
  });

  it('remembers the choice with the root, the models used of late, and falls back to nobody else', async () => {
    const { root } = stage.fixture;
    const service = new RememberedPreviewService(memory());
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'b']) service.select(root, `catalogue:${name}`);
    assert.equal(service.selectedServiceId(root), 'catalogue:b');
    assert.deepEqual(
      service.recentModels(),
      ['b', 'f', 'e', 'd', 'c'].map((name) => `catalogue:${name}`),
    );
    service.select(root, 'no such service');
    assert.equal(service.selectedServiceId(root), root.services.getServices()[0]?.id);
    service.dispose();
  });
});
