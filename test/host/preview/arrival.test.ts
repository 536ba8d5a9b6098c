import assert from 'node:assert/strict';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';
import type { FakePage } from './fake-panel.ts';
import type { PreviewFixture } from './preview-fixture.ts';
import { PreviewStage } from './preview-stage.ts';

describe('what arrives in the end', () => {
  let stage: PreviewStage;
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    stage = await PreviewStage.open();
    ({ fixture, page } = stage);
  });
  afterEach(() => stage.close());

  const declare = (model: string, ...input: string[]): void => {
    // Served by somebody who keeps what its maker has retired.
    const served = { baseURL: 'http://127.0.0.1:1234/v1', api: 'openai-chat', model };
    fixture.root.services.loadText(
      JSON.stringify({ services: [{ id: 'one', name: 'One', ...served, capabilities: { input, output: ['text'] } }] }),
    );
  };
  const last = ({ why }: PreviewState): string | undefined => why.steps.at(-1)?.state;

  it('an API that has no place for audio: the card, the reasons and the comparison agree', async () => {
    await stage.showFor('multimodal-model', 'artifact:18');
    await page.panel.selectApi('ollama');
    const state = await page.shown(({ wire }) => wire?.api === 'ollama');
    assert.equal(state.arrival.state, 'dropped');
    assert.match(state.arrival.reason ?? '', /^Ollama chat does not support audio\/wav/);
    assert.equal(last(state), 'stopped');
    page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await page.shown((each) => each.comparison !== null);
    const row = comparison?.apis.find(({ api }) => api === 'ollama');
    assert.deepEqual([row?.arrival, row?.detail], ['dropped', state.arrival.reason]);
    assert.deepEqual(
      comparison?.apis
        .filter((each) => each.wire === 'dropped' || each.wire === 'rejected')
        .map(({ arrival }) => arrival)
        .filter((arrival) => arrival === 'arrives'),
      [],
    );
  });

  it('bytes that are no image are doubtful everywhere, and the reason says so', async () => {
    const state = await stage.showFor('vision-model', 'artifact:27');
    assert.deepEqual([state.arrival.state, last(state)], ['doubtful', 'warning']);
    assert.match(state.arrival.reason ?? '', /Declared as image\/png, but the first bytes/);
  });

  it('an empty content is called empty, and no capability is offered for it', async () => {
    const state = await stage.showFor('text-model', 'artifact:32');
    assert.deepEqual([state.arrival.state, state.warning], ['described', { code: 'empty' }]);
    assert.match(state.arrival.reason ?? '', /^Empty \(0 bytes\)/);
    assert.deepEqual(
      state.why.fixes.filter(({ label }) => !/API/.test(label)),
      [],
    );
    assert.match(state.why.steps[0]?.detail ?? '', /^Empty \(0 bytes\)/);
  });

  it('a type whose place is not documented is doubtful', async () => {
    const state = await stage.showFor('multimodal-model', 'artifact:15');
    assert.deepEqual([state.arrival.state, last(state)], ['doubtful', 'warning']);
    assert.match(state.arrival.reason ?? '', /do not document it/);
  });

  it('[E-17] sound that goes by “file” to a model that does not hear is refused, wherever it is told', async () => {
    declare('gpt-5.2', 'text', 'file');
    const state = await stage.showFor('one', 'artifact:18');
    assert.deepEqual(
      [state.verdict.granted, state.arrival.state, last(state), state.why.steps[1]?.state],
      ['file', 'refused', 'stopped', 'warning'],
    );
    assert.equal(state.arrival.reason, 'gpt-5.2 does not accept audio: a request with audio in it is rejected.');
    page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await page.shown((each) => each.comparison !== null);
    const row = comparison?.services.find(({ serviceId }) => serviceId === 'one');
    assert.deepEqual([row?.arrival, row?.detail], ['refused', state.arrival.reason]);
    const document = await stage.showFor('one', 'artifact:15');
    assert.equal(document.arrival.state, 'arrives', 'the same door lets a document through');
  });

  it('of a model of the catalogue nothing is said to be declared, wherever its doubt is told', async () => {
    await stage.showFor('catalogue:gpt-5.2', 'artifact:18');
    await page.panel.selectApi('openai-compatible');
    const state = await page.shown((each) => each.wire?.api === 'openai-compatible');
    const says = /^According to the catalogue, gpt-5\.2 accepts “file”, but not “audio” \(gpt-5\.2, @langchain\/openai /;
    assert.deepEqual([state.arrival.state, state.why.steps[1]?.state], ['doubtful', 'warning']);
    assert.match(state.arrival.reason ?? '', says);
    assert.match(state.why.steps[1]?.detail ?? '', says);
    assert.doesNotMatch(JSON.stringify(state.why), /llmservices\.json/);
    page.say({ type: 'setComparing', comparing: true });
    const { comparison } = await page.shown((each) => each.comparison !== null);
    const row = comparison?.apis.find(({ api }) => api === 'openai-compatible');
    assert.deepEqual([row?.arrival, row?.detail], ['doubtful', state.arrival.reason]);
  });

  it('[E-17] where a note is sent the note is counted, and it is the text the model reads', async () => {
    await stage.showFor('multimodal-model', 'artifact:18');
    await page.panel.selectApi('anthropic');
    const { arrival, message, tokens } = await page.shown((each) => each.wire?.api === 'anthropic' && each.tokens !== null);
    assert.equal(arrival.state, 'dropped');
    assert.match(message?.text ?? '', /\[.*\(audio\/wav\) is left out: Anthropic Messages cannot carry it here\.\]$/);
    assert.ok((tokens?.routed?.high ?? 0) > 10);
  });

  it('a capability that the model is known not to have is doubtful, with the source', async () => {
    declare('gpt-4', 'text', 'vision');
    const state = await stage.showFor('one', 'artifact:8');
    assert.deepEqual([state.arrival.state, last(state), state.why.steps[1]?.state], ['doubtful', 'warning', 'warning']);
    assert.match(
      state.arrival.reason ?? '',
      /^“vision” is declared in llmservices\.json, but gpt-4 is known not to support it \(catalogue: gpt-4, @langchain\/openai/,
    );
    declare('gpt-4o', 'text', 'vision');
    await page.panel.routeAnew();
    assert.equal(page.panel.state?.arrival.state, 'arrives');
  });
});
