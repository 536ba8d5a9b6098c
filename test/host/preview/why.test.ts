import assert from 'node:assert/strict';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';
import { PreviewStage } from './preview-stage.ts';

describe('why the preview is as it is: its steps', () => {
  let stage: PreviewStage;

  beforeEach(async () => {
    stage = await PreviewStage.open();
  });
  afterEach(() => stage.close());

  const states = ({ steps }: PreviewState['why']): string[] => steps.map(({ state }) => state);

  it('an image for a model with vision: what it is, what the model declares, the route, the API, its limits, what is seen', async () => {
    const why = await stage.whyOf('vision-model', 'artifact:8');
    assert.deepEqual(states(why), ['passed', 'passed', 'passed', 'passed', 'skipped', 'passed']);
    assert.match(why.steps[0]?.title ?? '', /image\/png.*640 × 400/);
    assert.match(why.steps[1]?.title ?? '', /text, vision/);
    assert.match(why.steps[2]?.title ?? '', /image_url/);
    assert.match(why.steps[3]?.title ?? '', /OpenAI-compatible/);
    assert.match(why.steps[4]?.title ?? '', /^The limits of OpenAI-compatible are unknown$/);
  });

  it('an image for a text-only model stops at the route, and the model sees a text', async () => {
    const why = await stage.whyOf('text-model', 'artifact:8');
    assert.deepEqual(
      states(why).map((state) => state === 'stopped'),
      [false, false, true, false, false, true],
    );
    assert.match(why.steps[2]?.title ?? '', /“vision”/);
    assert.match(why.steps[5]?.detail ?? '', /^\[Cannot read\]/);
  });

  it('without a service, or with one that declares nothing, the second step warns', async () => {
    assert.equal((await stage.whyOf(undefined, 'artifact:8')).steps[1]?.state, 'warning');
    assert.equal((await stage.whyOf('legacy-model', 'artifact:8')).steps[1]?.state, 'warning');
  });

  it('a file with a false type: both types are named', async () => {
    const [first] = (await stage.whyOf('vision-model', 'artifact:26')).steps;
    assert.equal(first?.state, 'warning');
    assert.match(first?.detail ?? '', /text\/plain.*image\/png/);
  });

  it('an artifact that is not there: nothing is written, nothing is seen', async () => {
    assert.deepEqual(states(await stage.whyOf('vision-model', 'artifact:33')), [
      'stopped',
      'passed',
      'stopped',
      'skipped',
      'skipped',
      'skipped',
    ]);
  });

  it('[E-17] no step says to happen what a later one stops', async () => {
    const titles = async (api: 'anthropic' | 'ollama' | 'openai-chat', id: string): Promise<string[]> => {
      await stage.showFor('multimodal-model', id);
      await stage.page.panel.selectApi(api);
      const { why } = await stage.page.shown(({ wire }) => wire?.api === api);
      return why.steps.slice(2).map(({ state, title }) => `${state}: ${title}`);
    };
    assert.deepEqual(await titles('anthropic', 'artifact:18'), [
      'passed: As declared, it would be sent as file',
      'stopped: Anthropic Messages does not accept it',
      'skipped: The limits of Anthropic Messages make no difference',
      'stopped: The model sees a note instead',
    ]);
    assert.deepEqual(await titles('anthropic', 'artifact:12'), [
      'passed: As declared, it would be sent as image_url',
      'stopped: Anthropic Messages does not accept it',
      'skipped: The limits of Anthropic Messages make no difference',
      'stopped: The model sees nothing: the request is rejected',
    ]);
    assert.deepEqual(await titles('openai-chat', 'artifact:10'), [
      'passed: As declared, it would be sent as image_url',
      'passed: Request for OpenAI Chat Completions',
      'stopped: Exceeds the limits of OpenAI Chat Completions',
      'stopped: The model sees nothing: the request is rejected',
    ]);
  });

  it('[E-17] a description is said to be written, and an undocumented part is not said to be taken', async () => {
    const described = await stage.whyOf('text-model', 'artifact:8');
    assert.equal(described.steps[3]?.title, 'The replacement text is written for OpenAI-compatible');
    const pdf = await stage.whyOf('multimodal-model', 'artifact:15');
    assert.deepEqual(
      [pdf.steps[3]?.state, pdf.steps[3]?.title, pdf.steps[5]?.state],
      ['warning', 'Whether OpenAI-compatible accepts it is not documented', 'warning'],
    );
  });

  it('every artifact of the root has six steps with titles, for every service', async () => {
    const { items } = await stage.fixture.root.store.list();
    for (const { id } of items) {
      for (const serviceId of [undefined, ...stage.fixture.root.services.getServices().map((service) => service.id)]) {
        const why = await stage.whyOf(serviceId, id);
        assert.equal(why.steps.length, 6, id);
        assert.ok(
          why.steps.every(({ title }) => title !== ''),
          id,
        );
        assert.ok(
          why.fixes.every(({ label, detail }) => label !== '' && detail !== ''),
          id,
        );
      }
    }
    assert.deepEqual(
      stage.fixture.warnings.filter((line) => /preview|routing failed/.test(line)),
      [],
    );
  });
});
