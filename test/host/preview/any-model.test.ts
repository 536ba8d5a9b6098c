import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { catalogueModelIds } from '../../../src/core/models/catalogue/infer-capabilities.ts';
import { catalogueItems } from '../../../src/host/preview/model-quick-pick.ts';
import { RememberedPreviewService } from '../../../src/host/services/preview-service.ts';
import { PreviewStage } from './preview-stage.ts';

/** An image of the real data root. */
const PNG = '8';

/** A memory like that of a workspace. */
function memory(): vscode.Memento {
  const values = new Map<string, unknown>();
  return {
    keys: () => [...values.keys()],
    get: (key: string, otherwise?: unknown) => values.get(key) ?? otherwise,
    update: async (key: string, value: unknown) => void values.set(key, value),
  } as vscode.Memento;
}

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
    assert.match(state.origin?.note ?? '', /^From the catalogue \(@langchain\/anthropic /);
    assert.equal(state.origin?.canAdd, true);
    const listed = state.models.find(({ id }) => id === 'catalogue:claude-opus-4-5');
    assert.deepEqual(listed?.input, ['text', 'vision', 'file', 'tool_result_media']);
    assert.match(state.why.steps[1]?.title ?? '', /claude-opus-4-5 takes text, vision/);
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
    assert.deepEqual(separators.slice(0, 4), ['OpenAI', 'Anthropic', 'Google', 'xAI']);
    assert.equal(new Set(separators).size, separators.length);
    const names = items.flatMap(({ name }) => name ?? []);
    assert.ok(names.length > catalogueModelIds().length * 0.9);
    assert.equal(new Set(names).size, names.length);
    const gpt = items.find(({ name }) => name === 'gpt-5.2');
    assert.equal(gpt?.description, 'OpenAI · text, vision, file');
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
