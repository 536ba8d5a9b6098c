import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PreviewState } from '../../../src/shared/preview-state.ts';
import { closeAllEditors, replaceIn } from '../services/services-fixture.ts';
import { answering, FakePage } from './fake-panel.ts';
import { openFixture, type PreviewFixture } from './preview-fixture.ts';
import { copyOfRealRoot, type RootCopy } from './temporary-copy.ts';

describe('why the preview is as it is', () => {
  let copy: RootCopy;
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    copy = await copyOfRealRoot();
    fixture = await openFixture(copy.uri);
    page = new FakePage(fixture);
  });
  afterEach(async () => {
    page.dispose();
    fixture.dispose();
    await closeAllEditors();
    await copy.remove();
  });

  const whyOf = async (serviceId: string | undefined, ...references: [string, ...string[]]): Promise<PreviewState['why'] & { state: PreviewState }> => {
    await fixture.previewService.select(fixture.root, serviceId);
    await page.show(...references);
    const state = await page.shown(({ selected }) => selected === (serviceId ?? null));
    return { ...state.why, state };
  };
  const states = ({ steps }: PreviewState['why']): string[] => steps.map(({ state }) => state);
  const labels = ({ fixes }: PreviewState['why']): string[] => fixes.map(({ label }) => label);
  const servicesFile = (): vscode.Uri => copy.file('config', 'llmservices.json');
  const text = async (uri: vscode.Uri): Promise<string> => new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  /** Lets a fix be done. @returns what is said of it; no editor has come to the front */
  const fixing = async (work: () => void): Promise<string> => {
    let tell: (sentence: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const sentence = await answering('showInformationMessage', (async (each: string) => tell(each)) as never, () => {
      work();
      return told;
    });
    assert.equal(vscode.window.activeTextEditor, undefined);
    return sentence;
  };

  describe('its steps', () => {
    it('an image for a model with vision: what it is, what the model declares, the route, the API, its limits, what is seen', async () => {
      const why = await whyOf('vision-model', 'artifact:8');
      assert.deepEqual(states(why), ['passed', 'passed', 'passed', 'warning', 'skipped', 'passed']);
      assert.match(why.steps[0]?.title ?? '', /image\/png.*640 × 400/);
      assert.match(why.steps[1]?.title ?? '', /text, vision/);
      assert.match(why.steps[2]?.title ?? '', /image_url/);
      assert.match(why.steps[3]?.title ?? '', /OpenAI-compatible/);
      assert.match(why.steps[4]?.title ?? '', /^The limits of OpenAI-compatible are not known$/);
    });

    it('an image for a text-only model stops at the route, and the model sees a text', async () => {
      const why = await whyOf('text-model', 'artifact:8');
      assert.deepEqual(states(why).map((state) => state === 'stopped'), [false, false, true, false, false, true]);
      assert.match(why.steps[2]?.title ?? '', /“vision”/);
      assert.match(why.steps[5]?.detail ?? '', /^\[无法读取\]/);
    });

    it('without a service, or with one that declares nothing, the second step warns', async () => {
      assert.equal((await whyOf(undefined, 'artifact:8')).steps[1]?.state, 'warning');
      assert.equal((await whyOf('legacy-model', 'artifact:8')).steps[1]?.state, 'warning');
    });

    it('a file with a false type: both types are named', async () => {
      const [first] = (await whyOf('vision-model', 'artifact:26')).steps;
      assert.equal(first?.state, 'warning');
      assert.match(first?.detail ?? '', /text\/plain.*image\/png/);
    });

    it('an artifact that is not there: nothing is written, nothing is seen', async () => {
      assert.deepEqual(states(await whyOf('vision-model', 'artifact:33')), ['stopped', 'passed', 'stopped', 'skipped', 'skipped', 'skipped']);
    });

    it('every artifact of the root has six steps with titles, for every service', async () => {
      const { items } = await fixture.root.store.list();
      for (const { id } of items) {
        for (const serviceId of [undefined, ...fixture.root.services.getServices().map((service) => service.id)]) {
          const why = await whyOf(serviceId, id);
          assert.equal(why.steps.length, 6, id);
          assert.ok(why.steps.every(({ title }) => title !== ''), id);
          assert.ok(why.fixes.every(({ label, detail }) => label !== '' && detail !== ''), id);
        }
      }
      assert.deepEqual(fixture.warnings.filter((line) => /preview|routing failed/.test(line)), []);
    });
  });

  describe('its fixes', () => {
    it('for a text-only model: add the capability, or pick a capable service, best first', async () => {
      const why = await whyOf('text-model', 'artifact:8');
      assert.deepEqual(labels(why).slice(0, 3), ['Add “vision” to 纯文本模型', 'Pick a capable service: 视觉模型', 'Pick a capable service: 多模态模型']);
    });

    it('nothing is offered that would change nothing', async () => {
      const why = await whyOf('vision-model', 'artifact:1');
      assert.deepEqual(labels(why), []);
      assert.equal(labels(await whyOf('text-model', 'artifact:8')).some((label) => label.startsWith('Declare the API')), false);
      assert.deepEqual(labels(await whyOf('vision-model', 'artifact:33')), []);
    });

    it('adding the capability is one minimal edit that is told while the preview stays, and undo takes it back', async () => {
      const before = await text(servicesFile());
      await whyOf('text-model', 'artifact:8');
      assert.equal(await fixing(() => page.applyFix('Add “vision” to 纯文本模型')), 'Added “vision” to 纯文本模型.');
      const editor = await vscode.window.showTextDocument(servicesFile());
      assert.equal(editor.document.getText(), before.replace('{ "input": ["text"], "output": ["text", "structured_output", "tool_calling"] }', '{ "input": ["text", "vision"], "output": ["text", "structured_output", "tool_calling"] }'));
      await fixture.root.services.load();
      fixture.changeServices();
      await page.panel.routeAnew();
      assert.equal(page.panel.state?.verdict.outcome, 'image_url');
      await vscode.commands.executeCommand('undo');
      assert.equal(editor.document.getText(), before);
    });

    it('adding keeps the changes of the person that are not saved', async () => {
      const document = await vscode.workspace.openTextDocument(servicesFile());
      await replaceIn(document, '"reads images"', '"sees"');
      await whyOf('text-model', 'artifact:8');
      assert.match(await fixing(() => page.applyFix('Add “vision” to 纯文本模型')), /unsaved changes/);
      assert.match(document.getText(), /"sees"/);
      assert.equal(document.isDirty, true);
    });

    it('a misspelt capability: the step says what was meant, and the fix writes it so', async () => {
      const before = await text(servicesFile());
      const slip = before.replace('["text", "vision"]', '["text", "vison"]');
      await vscode.workspace.fs.writeFile(servicesFile(), new TextEncoder().encode(slip));
      await fixture.root.services.load();
      const why = await whyOf('vision-model', 'artifact:8');
      assert.equal(why.steps[1]?.state, 'warning');
      assert.match(why.steps[1]?.detail ?? '', /^“vison” is not known; did you mean “vision”\?/);
      await fixing(() => page.applyFix('Change “vison” to “vision” for 视觉模型'));
      assert.equal(await text(servicesFile()), before);
    });

    it('a capability that its API could do nothing with says so', async () => {
      fixture.root.services.loadText(JSON.stringify({ services: [{ id: 'claude', name: 'Claude', api: 'anthropic', capabilities: { input: ['text'], output: ['text'] } }] }));
      const { fixes } = await whyOf('claude', 'artifact:18');
      assert.match(fixes[0]?.label ?? '', /“audio”/);
      assert.match(fixes[0]?.detail ?? '', /^Even then Anthropic Messages/);
    });

    it('picking a service selects it for the preview', async () => {
      await whyOf('text-model', 'artifact:8');
      page.applyFix('Pick a capable service: 视觉模型');
      await page.shown(({ selected, verdict }) => selected === 'vision-model' && verdict.outcome === 'image_url');
    });

    it('declaring the API writes the field beside the model, and undo takes it back', async () => {
      const before = await text(servicesFile());
      await whyOf('vision-model', 'artifact:8');
      await answering('showQuickPick', async (items: readonly { label: string }[]) => items.find(({ label }) => label === 'Ollama chat'), async () => {
        assert.equal(await fixing(() => page.applyFix('Declare the API of 视觉模型…')), '视觉模型 now declares that it speaks Ollama chat.');
      });
      const editor = await vscode.window.showTextDocument(servicesFile());
      assert.equal(editor.document.getText(), before.replace('"model": "gpt-4o",', '"model": "gpt-4o",\n      "api": "ollama",'));
      await fixture.root.services.load();
      await page.panel.routeAnew();
      assert.deepEqual([page.panel.state?.wire?.api, page.panel.state?.wire?.certainty], ['ollama', 'declared']);
      assert.equal(labels(page.panel.state?.why ?? { steps: [], fixes: [] }).some((label) => label.startsWith('Declare the API')), false);
      await vscode.commands.executeCommand('undo');
      assert.equal(editor.document.getText(), before);
    });

    it('tool_result_media is offered where it keeps the image in place, and does', async () => {
      const label = 'Declare “tool_result_media” for 视觉模型';
      const before = await text(servicesFile());
      const { state } = await whyOf('vision-model', 'artifact:8');
      assert.ok(state.wire?.parts.some(({ outcome }) => outcome === 'rehomed'));
      await fixing(() => page.applyFix(label));
      const editor = await vscode.window.showTextDocument(servicesFile());
      assert.equal(editor.document.getText(), before.replace('["text", "vision"]', '["text", "vision", "tool_result_media"]'));
      await fixture.root.services.load();
      await page.panel.routeAnew();
      assert.ok(page.panel.state?.wire?.parts.every(({ outcome }) => outcome === 'sent'));
      assert.equal(labels(page.panel.state?.why ?? { steps: [], fixes: [] }).includes(label), false);
    });

    it('correcting the type of a regular artifact changes the one field of its sidecar, and undo takes it back', async () => {
      const sidecar = copy.file('data', 'runtime', 'artifacts', '26.meta');
      const before = await text(sidecar);
      await whyOf('vision-model', 'artifact:26');
      await fixing(() => page.applyFix('Correct the type to image/png'));
      const editor = await vscode.window.showTextDocument(sidecar);
      assert.equal(editor.document.getText(), before.replace('"text/plain"', '"image/png"'));
      assert.equal(await text(sidecar), editor.document.getText());
      await page.panel.reload();
      const corrected = await page.shown(({ warning }) => warning === null);
      assert.equal(labels(corrected.why).some((label) => label.startsWith('Correct')), false);
      await vscode.commands.executeCommand('undo');
      assert.equal(editor.document.getText(), before);
    });

    it('correcting the type of a workspace file changes its entry in the metadata of the workspace', async () => {
      const workspace = copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a');
      const metadata = copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a.meta.json');
      const json = JSON.parse(await text(metadata)) as { files: Record<string, object> };
      json.files['false\\name.txt'] = { mimeType: 'text/plain', createdAt: '2026-01-01T00:00:00.000Z' };
      const before = JSON.stringify(json, null, 2);
      await vscode.workspace.fs.writeFile(metadata, new TextEncoder().encode(before));
      await vscode.workspace.fs.copy(copy.file('data', 'runtime', 'artifacts', '8.png'), vscode.Uri.joinPath(workspace, 'false', 'name.txt'));
      await whyOf('vision-model', `artifact:ws:agent-coder-7f3a:${Buffer.from('false/name.txt').toString('base64url')}`);
      await fixing(() => page.applyFix('Correct the type to image/png'));
      const editor = await vscode.window.showTextDocument(metadata);
      json.files['false\\name.txt'] = { mimeType: 'image/png', createdAt: '2026-01-01T00:00:00.000Z' };
      assert.equal(editor.document.getText(), JSON.stringify(json, null, 2));
    });

    it('an artifact without metadata offers no correction: there is nothing to correct', async () => {
      await vscode.workspace.fs.copy(copy.file('data', 'runtime', 'artifacts', '8.png'), copy.file('data', 'runtime', 'artifacts', '9200.txt'));
      const why = await whyOf('vision-model', 'artifact:9200');
      assert.equal(why.state.warning?.code, 'type_contradicted');
      assert.match(why.steps[0]?.detail ?? '', /^The name of the file says/);
      assert.equal(labels(why).some((label) => label.startsWith('Correct')), false);
    });

    it('text in another encoding: it says what helps, and offers no type that would make it a binary file for good', async () => {
      await vscode.workspace.fs.writeFile(copy.file('data', 'runtime', 'artifacts', '9201.txt'), Buffer.from('Grüße aus Köln', 'latin1'));
      const why = await whyOf('vision-model', 'artifact:9201');
      assert.equal(why.state.warning?.code, 'not_utf8');
      assert.match(why.steps[0]?.detail ?? '', /neither UTF-8 nor UTF-16.*save it as UTF-8/);
      assert.equal(labels(why).some((label) => label.startsWith('Correct')), false);
    });

    it('a workspace file that its metadata do not mention offers no correction, and says that its name declares the type', async () => {
      const workspace = copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a');
      await vscode.workspace.fs.copy(copy.file('data', 'runtime', 'artifacts', '8.png'), vscode.Uri.joinPath(workspace, 'named.txt'));
      const why = await whyOf('vision-model', `artifact:ws:agent-coder-7f3a:${Buffer.from('named.txt').toString('base64url')}`);
      assert.equal(why.state.warning?.code, 'type_contradicted');
      assert.equal(labels(why).some((label) => label.startsWith('Correct')), false);
      assert.equal(why.steps[0]?.detail, 'The name of the file says text/plain, but the bytes are image/png. The bytes count.');
    });

    it('content above the limit leads to the setting', async () => {
      fixture.root.store.maxContentBytes = fixture.root.router.maxContentBytes = 1000;
      const why = await whyOf('vision-model', 'artifact:8');
      assert.deepEqual(labels(why), ['Change the size limit…']);
      assert.equal(why.state.verdict.limit, 1000);
    });

    it('a fix that is offered no more is not done', async () => {
      await whyOf('text-model', 'artifact:8');
      page.say({ type: 'applyFix', index: 99 });
      assert.equal(vscode.window.activeTextEditor, undefined);
    });

    it('a services file that cannot be edited is named, and stays as it is', async () => {
      const broken = '{ "services": [ ';
      await whyOf('text-model', 'artifact:8');
      await vscode.workspace.fs.writeFile(servicesFile(), new TextEncoder().encode(broken));
      let tell: (message: string) => void = () => undefined;
      const told = new Promise<string>((resolve) => (tell = resolve));
      const message = await answering('showErrorMessage', async (text: string) => tell(text), () => {
        page.applyFix('Add “vision” to 纯文本模型');
        return told;
      });
      assert.match(message, /cannot be edited/);
      assert.equal(await text(servicesFile()), broken);
    });
  });
});
