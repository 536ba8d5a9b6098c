import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PreviewState } from '../../../src/shared/preview-protocol.ts';
import { replaceIn } from '../services/services-fixture.ts';
import { answering } from './fake-panel.ts';
import { textOf, PreviewStage } from './preview-stage.ts';

describe('why the preview is as it is: its fixes', () => {
  let stage: PreviewStage;

  // nothing is known of this model: what is denied is never offered
  beforeEach(async () => {
    stage = await PreviewStage.open();
    await stage.writeServices((await textOf(stage.servicesFile)).replace('"model": "gpt-4",', '"model": "my-own",'));
  });
  afterEach(() => stage.close());

  const labels = ({ fixes }: PreviewState['why']): string[] => fixes.map(({ label }) => label);

  it('for a text-only model: add the capability, or pick a capable service, best first', async () => {
    const why = await stage.whyOf('text-model', 'artifact:8');
    assert.deepEqual(labels(why).slice(0, 3), [
      'Add “vision” to 纯文本模型',
      'Pick a capable service: 视觉模型',
      'Pick a capable service: 多模态模型',
    ]);
  });

  it('[E-17] nothing is offered toward a model that the catalogue knows not to take it', async () => {
    await stage.writeServices(
      JSON.stringify({
        services: [
          {
            id: 'blind',
            name: 'Blind',
            model: 'gpt-4',
            baseURL: 'http://127.0.0.1:1234/v1',
            api: 'openai-chat',
            capabilities: { input: ['text'] },
          },
          { id: 'deaf', name: 'Deaf', model: 'gpt-5.2', api: 'openai-chat', capabilities: { input: ['text', 'vision', 'file'] } },
          {
            id: 'says',
            name: 'Says',
            model: 'gpt-4',
            baseURL: 'http://127.0.0.1:1234/v1',
            api: 'openai-chat',
            capabilities: { input: ['text', 'vision'] },
          },
          { id: 'hears', name: 'Hears', model: 'gemini-2.5-pro', api: 'gemini-2', capabilities: { input: ['text', 'vision', 'audio'] } },
        ],
      }),
    );
    const image = await stage.whyOf('blind', 'artifact:8');
    assert.deepEqual(
      [labels(image).toSorted(), image.state.verdict.capable],
      [
        ['Pick a capable service: Deaf', 'Pick a capable service: Hears'],
        ['deaf', 'hears'],
      ],
    );
    const sound = await stage.whyOf('blind', 'artifact:18');
    assert.deepEqual([labels(sound), sound.state.verdict.capable], [['Pick a capable service: Hears'], ['hears']]);
  });

  it('[E-17] from a model that is known not to support it, one that may is offered', async () => {
    await stage.writeServices(
      JSON.stringify({
        services: [
          { id: 'deaf', name: 'Deaf', model: 'gpt-5.2', api: 'openai-chat', capabilities: { input: ['text', 'file'] } },
          { id: 'hears', name: 'Hears', model: 'gemini-2.5-pro', api: 'gemini-2', capabilities: { input: ['text', 'audio'] } },
        ],
      }),
    );
    const [first, ...others] = labels(await stage.whyOf('deaf', 'artifact:18'));
    assert.equal(first, 'Pick a capable service: Hears');
    assert.deepEqual(
      others.filter((label) => !label.startsWith('Pick a model that accepts it: ')),
      [],
    );
  });

  it('[E-17] for attachments only services are offered that are not known to lose one, and nothing is read to know it', async () => {
    const service = (id: string, model: string, api: string, ...input: string[]): object => ({
      id,
      name: id,
      model,
      api,
      capabilities: { input: ['text', ...input] },
    });
    await stage.writeServices(
      JSON.stringify({
        services: [
          service('none', 'my-own', 'openai-chat'),
          service('unseeing', 'gpt-5.2', 'openai-compatible', 'vision', 'file'),
          service('dropping', 'my-own', 'openai-chat', 'vision', 'file'),
          service('taking', 'gemini-2.5-pro', 'gemini-2', 'vision', 'file'),
        ],
      }),
    );
    const film = await stage.whyOf('none', 'artifact:22', 'artifact:8');
    assert.deepEqual(
      labels(film).filter((label) => label.startsWith('Pick')),
      ['Pick a capable service: taking'],
    );
    assert.deepEqual(film.state.verdict.capable, ['dropping', 'taking'], 'the catalogue knows the other to take no film');
    const detailOf = (capability: string): string => film.fixes.find(({ label }) => label === `Add “${capability}” to none`)?.detail ?? '';
    assert.match(detailOf('file'), /^Even then, OpenAI Chat Completions would not accept it/);
    assert.match(detailOf('vision'), /^Declares in llmservices\.json/);
    assert.deepEqual(
      labels(await stage.whyOf('dropping', 'artifact:22', 'artifact:8')).filter((label) => label.startsWith('Pick')),
      ['Pick a capable service: taking'],
    );
  });

  it('[E-17] no capability is offered for attachments that the model is known not to take by it', async () => {
    await stage.writeServices(
      JSON.stringify({
        services: [{ id: 'none', name: 'None', model: 'gpt-5.2', api: 'openai-compatible', capabilities: { input: ['text'] } }],
      }),
    );
    assert.deepEqual(
      labels(await stage.whyOf('none', 'artifact:22', 'artifact:8')).filter((label) => label.startsWith('Add')),
      ['Add “vision” to None'],
    );
    const mixed = labels(await stage.whyOf('none', 'artifact:22', 'artifact:15')).filter((label) => label.startsWith('Add'));
    assert.deepEqual(mixed, ['Add “file” to None'], 'the document goes by it');
  });

  it('[28] instead of a model that a text is too long for, one that it fits is offered, and how much of it would do', async () => {
    const text = stage.copy.file('data', 'runtime', 'artifacts', '1.md');
    await vscode.workspace.fs.writeFile(text, new TextEncoder().encode('word '.repeat(160_000)));
    const service = (id: string, model: string): object => ({ id, name: id, model, capabilities: { input: ['text'] } });
    await stage.writeServices(JSON.stringify({ services: [service('short', 'gpt-4o'), service('also short', 'gpt-4')] }));
    const why = await stage.whyOf('short', 'artifact:1');
    assert.equal(why.state.arrival.state, 'refused');
    const [advice, ...others] = labels(why);
    assert.equal(advice, 'Send less of it: the model accepts 128,000 tokens.');
    const prefix = 'Pick a model that accepts it: ';
    const picks = others.filter((label) => label.startsWith(prefix));
    assert.ok(picks.length > 0, 'a model of the catalogue');
    for (const label of picks) {
      const picked = await stage.showFor(`catalogue:${label.slice(prefix.length)}`, 'artifact:1');
      assert.equal(picked.arrival.state, 'arrives', label);
    }
    assert.ok(!others.some((label) => label.includes('short')), 'no service that it does not fit');
  });

  it('nothing is offered that would change nothing', async () => {
    const why = await stage.whyOf('vision-model', 'artifact:1');
    assert.deepEqual(labels(why), []);
    assert.equal(
      labels(await stage.whyOf('text-model', 'artifact:8')).some((label) => label.startsWith('Declare the API')),
      false,
    );
    assert.deepEqual(labels(await stage.whyOf('vision-model', 'artifact:33')), []);
  });

  it('adding the capability is one minimal edit that is told while the preview stays, and undo takes it back', async () => {
    const before = await textOf(stage.servicesFile);
    await stage.whyOf('text-model', 'artifact:8');
    assert.equal(await stage.fixing(() => stage.page.applyFix('Add “vision” to 纯文本模型')), 'Added “vision” to 纯文本模型.');
    const editor = await vscode.window.showTextDocument(stage.servicesFile);
    assert.equal(
      editor.document.getText(),
      before.replace(
        '{ "input": ["text"], "output": ["text", "structured_output", "tool_calling"] }',
        '{ "input": ["text", "vision"], "output": ["text", "structured_output", "tool_calling"] }',
      ),
    );
    await stage.fixture.root.services.load();
    stage.fixture.changeServices();
    await stage.page.panel.routeAnew();
    assert.equal(stage.page.panel.state?.verdict.outcome, 'image_url');
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('adding keeps the changes of the person that are not saved', async () => {
    const document = await vscode.workspace.openTextDocument(stage.servicesFile);
    await replaceIn(document, '"reads images"', '"sees"');
    await stage.whyOf('text-model', 'artifact:8');
    assert.match(await stage.fixing(() => stage.page.applyFix('Add “vision” to 纯文本模型')), /unsaved changes/);
    assert.match(document.getText(), /"sees"/);
    assert.equal(document.isDirty, true);
  });

  it('a misspelt capability: the step says what was meant, and the fix writes it so', async () => {
    const before = await textOf(stage.servicesFile);
    const slip = before.replace('["text", "vision"]', '["text", "vison"]');
    await stage.writeServices(slip);
    const why = await stage.whyOf('vision-model', 'artifact:8');
    assert.equal(why.steps[1]?.state, 'warning');
    assert.match(why.steps[1]?.detail ?? '', /^“vison” is unknown; did you mean “vision”\?/);
    await stage.fixing(() => stage.page.applyFix('Change “vison” to “vision” for 视觉模型'));
    assert.equal(await textOf(stage.servicesFile), before);
  });

  it('what is written in invalid capabilities stays: only the one capability comes', async () => {
    const invalid =
      '{"services": [{"id": "a", "name": "A", "model": "gpt-4o", "capabilities": {"input": ["text", "audio", 7], /* mine */ "own": 1, "output": "text, tool_calling"}}]}';
    await stage.writeServices(invalid);
    await stage.whyOf('a', 'artifact:8');
    await stage.fixing(() => stage.page.applyFix('Add “vision” to A'));
    assert.equal(await textOf(stage.servicesFile), invalid.replace('7]', '7, "vision"]'));
  });

  it('a misspelt word is written right where it stands; what else is there stays', async () => {
    const slip = '{"services": [{"id": "a", "name": "A", "capabilities": {"input": ["vison", "text", "audio", "text", "smell"]}}]}';
    await stage.writeServices(slip);
    await stage.whyOf('a', 'artifact:8');
    await stage.fixing(() => stage.page.applyFix('Change “vison” to “vision” for A'));
    assert.equal(await textOf(stage.servicesFile), slip.replace('vison', 'vision'));
  });

  it('a capability that its API could do nothing with says so', async () => {
    stage.fixture.root.services.loadText(
      JSON.stringify({
        services: [{ id: 'claude', name: 'Claude', api: 'anthropic', capabilities: { input: ['text'], output: ['text'] } }],
      }),
    );
    const { fixes } = await stage.whyOf('claude', 'artifact:18');
    assert.match(fixes[0]?.label ?? '', /“audio”/);
    assert.match(fixes[0]?.detail ?? '', /^Even then, Anthropic Messages/);
  });

  it('picking a service selects it for the preview', async () => {
    await stage.whyOf('text-model', 'artifact:8');
    stage.page.applyFix('Pick a capable service: 视觉模型');
    await stage.page.shown(({ selected, verdict }) => selected === 'vision-model' && verdict.outcome === 'image_url');
  });

  it('declaring the API writes the field beside the model, and undo takes it back', async () => {
    // an address that nobody is known at
    await stage.writeServices((await textOf(stage.servicesFile)).replaceAll('http://127.0.0.1:1234/v1', 'http://127.0.0.1:4321/v1'));
    const before = await textOf(stage.servicesFile);
    await stage.whyOf('vision-model', 'artifact:8');
    await answering(
      'showQuickPick',
      async (items: readonly { label: string }[]) => items.find(({ label }) => label === 'Ollama chat'),
      async () => {
        assert.equal(
          await stage.fixing(() => stage.page.applyFix('Declare the API of 视觉模型…')),
          '视觉模型 now declares the API Ollama chat.',
        );
      },
    );
    const editor = await vscode.window.showTextDocument(stage.servicesFile);
    assert.equal(editor.document.getText(), before.replace('"model": "gpt-4o",', '"model": "gpt-4o",\n      "api": "ollama",'));
    await stage.fixture.root.services.load();
    await stage.page.panel.routeAnew();
    assert.deepEqual([stage.page.panel.state?.wire?.api, stage.page.panel.state?.wire?.certainty], ['ollama', 'declared']);
    assert.equal(
      labels(stage.page.panel.state?.why ?? { steps: [], fixes: [] }).some((label) => label.startsWith('Declare the API')),
      false,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('tool_result_media is offered where it keeps the image in place, and does', async () => {
    const label = 'Declare “tool_result_media” for 视觉模型';
    const before = await textOf(stage.servicesFile);
    const { state } = await stage.whyOf('vision-model', 'artifact:8');
    assert.ok(state.wire?.parts.some(({ outcome }) => outcome === 'rehomed'));
    await stage.fixing(() => stage.page.applyFix(label));
    const editor = await vscode.window.showTextDocument(stage.servicesFile);
    assert.equal(editor.document.getText(), before.replace('["text", "vision"]', '["text", "vision", "tool_result_media"]'));
    await stage.fixture.root.services.load();
    await stage.page.panel.routeAnew();
    assert.ok(stage.page.panel.state?.wire?.parts.every(({ outcome }) => outcome === 'sent'));
    assert.equal(labels(stage.page.panel.state?.why ?? { steps: [], fixes: [] }).includes(label), false);
  });

  it('correcting the type of a regular artifact changes the one field of its sidecar, and undo takes it back', async () => {
    const sidecar = stage.copy.file('data', 'runtime', 'artifacts', '26.meta');
    const before = await textOf(sidecar);
    await stage.whyOf('vision-model', 'artifact:26');
    await stage.fixing(() => stage.page.applyFix('Correct the type to image/png'));
    const editor = await vscode.window.showTextDocument(sidecar);
    assert.equal(editor.document.getText(), before.replace('"text/plain"', '"image/png"'));
    assert.equal(await textOf(sidecar), editor.document.getText());
    await stage.page.panel.reload();
    const corrected = await stage.page.shown(({ warning }) => warning === null);
    assert.equal(
      labels(corrected.why).some((label) => label.startsWith('Correct')),
      false,
    );
    await vscode.commands.executeCommand('undo');
    assert.equal(editor.document.getText(), before);
  });

  it('correcting the type of a workspace file changes its entry in the metadata of the workspace', async () => {
    const workspace = stage.copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a');
    const metadata = stage.copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a.meta.json');
    const json = JSON.parse(await textOf(metadata)) as { files: Record<string, object> };
    json.files['false\\name.txt'] = { mimeType: 'text/plain', createdAt: '2026-01-01T00:00:00.000Z' };
    const before = JSON.stringify(json, null, 2);
    await vscode.workspace.fs.writeFile(metadata, new TextEncoder().encode(before));
    await vscode.workspace.fs.copy(
      stage.copy.file('data', 'runtime', 'artifacts', '8.png'),
      vscode.Uri.joinPath(workspace, 'false', 'name.txt'),
    );
    await stage.whyOf('vision-model', `artifact:ws:agent-coder-7f3a:${Buffer.from('false/name.txt').toString('base64url')}`);
    await stage.fixing(() => stage.page.applyFix('Correct the type to image/png'));
    const editor = await vscode.window.showTextDocument(metadata);
    json.files['false\\name.txt'] = { mimeType: 'image/png', createdAt: '2026-01-01T00:00:00.000Z' };
    assert.equal(editor.document.getText(), JSON.stringify(json, null, 2));
  });

  it('an artifact without metadata offers no correction: there is nothing to correct', async () => {
    await vscode.workspace.fs.copy(
      stage.copy.file('data', 'runtime', 'artifacts', '8.png'),
      stage.copy.file('data', 'runtime', 'artifacts', '9200.txt'),
    );
    const why = await stage.whyOf('vision-model', 'artifact:9200');
    assert.equal(why.state.warning?.code, 'type_contradicted');
    assert.match(why.steps[0]?.detail ?? '', /^The file name says/);
    assert.equal(
      labels(why).some((label) => label.startsWith('Correct')),
      false,
    );
  });

  it('[E-9] a false type that was hidden by a weak signature, or one of the same kind, is a warning', async () => {
    const folder = (name: string) => stage.copy.file('data', 'runtime', 'artifacts', name);
    const declare = (id: number, extension: string, type: string) =>
      vscode.workspace.fs.writeFile(
        folder(`${id}.meta`),
        Buffer.from(JSON.stringify({ id: String(id), extension, type, createdAt: '2026-01-01T00:00:00.000Z' })),
      );
    await declare(9210, '.png', 'image/png');
    await vscode.workspace.fs.writeFile(folder('9210.png'), Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), Buffer.alloc(200, 0xf1)]));
    await declare(9211, '.png', 'image/png');
    await vscode.workspace.fs.copy(folder('12.bmp'), folder('9211.png'));
    await declare(9212, '.mp3', 'audio/mpeg');
    await vscode.workspace.fs.copy(folder('18.wav'), folder('9212.mp3'));
    const program = await stage.whyOf('vision-model', 'artifact:9210');
    assert.deepEqual(program.state.warning, { code: 'type_unconfirmed', declared: 'image/png', looksLike: 'application/x-msdownload' });
    assert.match(program.steps[0]?.detail ?? '', /^Declared as image\/png, but the first bytes look like application\/x-msdownload/);
    for (const [id, declared, detected] of [
      ['9211', 'image/png', 'image/bmp'],
      ['9212', 'audio/mpeg', 'audio/wav'],
    ] as const) {
      const why = await stage.whyOf('vision-model', `artifact:${id}`);
      assert.deepEqual(why.state.warning, { code: 'type_contradicted', declared, detected, by: 'metadata' });
      assert.equal(labels(why).includes(`Correct the type to ${detected}`), true);
    }
  });

  it('[E-7] a type that tells nothing is no warning, and the step says what the bytes are', async () => {
    const folder = (name: string) => stage.copy.file('data', 'runtime', 'artifacts', name);
    await vscode.workspace.fs.writeFile(
      folder('9213.meta'),
      Buffer.from(JSON.stringify({ id: '9213', extension: '.notes', type: 'application/x-notes', createdAt: '2026-01-01T00:00:00.000Z' })),
    );
    await vscode.workspace.fs.writeFile(folder('9213.notes'), Buffer.from('plain words'));
    const why = await stage.whyOf('text-model', 'artifact:9213');
    assert.deepEqual([why.state.warning, why.state.verdict.outcome], [null, 'text']);
    assert.equal(why.steps[0]?.detail, 'Declared as application/x-notes, which can be text or binary. The bytes are text/plain.');
  });

  it('text in another encoding: it says what helps, and offers no type that would make it a binary file for good', async () => {
    await vscode.workspace.fs.writeFile(
      stage.copy.file('data', 'runtime', 'artifacts', '9201.txt'),
      Buffer.from('Grüße aus Köln', 'latin1'),
    );
    const why = await stage.whyOf('vision-model', 'artifact:9201');
    assert.equal(why.state.warning?.code, 'not_utf8');
    assert.match(why.steps[0]?.detail ?? '', /neither UTF-8 nor UTF-16.*save it as UTF-8/);
    assert.equal(
      labels(why).some((label) => label.startsWith('Correct')),
      false,
    );
  });

  it('a workspace file that its metadata do not mention offers no correction, and says that its name declares the type', async () => {
    const workspace = stage.copy.file('data', 'runtime', 'workspaces', 'agent-coder-7f3a');
    await vscode.workspace.fs.copy(stage.copy.file('data', 'runtime', 'artifacts', '8.png'), vscode.Uri.joinPath(workspace, 'named.txt'));
    const why = await stage.whyOf('vision-model', `artifact:ws:agent-coder-7f3a:${Buffer.from('named.txt').toString('base64url')}`);
    assert.equal(why.state.warning?.code, 'type_contradicted');
    assert.equal(
      labels(why).some((label) => label.startsWith('Correct')),
      false,
    );
    assert.equal(why.steps[0]?.detail, 'The file name says text/plain, but the bytes are image/png and are treated as such.');
  });

  it('content above the limit leads to the setting', async () => {
    stage.fixture.root.store.maxContentBytes = stage.fixture.root.router.maxContentBytes = 1000;
    const why = await stage.whyOf('vision-model', 'artifact:8');
    assert.deepEqual(labels(why), ['Change the size limit…']);
    assert.equal(why.state.verdict.limit, 1000);
  });

  it('a fix that is offered no more is not done', async () => {
    await stage.whyOf('text-model', 'artifact:8');
    stage.page.say({ type: 'applyFix', index: 99 });
    assert.equal(vscode.window.activeTextEditor, undefined);
  });

  it('a services file that cannot be edited is named, and stays as it is', async () => {
    const broken = '{ "services": [ ';
    await stage.whyOf('text-model', 'artifact:8');
    await vscode.workspace.fs.writeFile(stage.servicesFile, new TextEncoder().encode(broken));
    let tell: (message: string) => void = () => undefined;
    const told = new Promise<string>((resolve) => (tell = resolve));
    const message = await answering(
      'showErrorMessage',
      async (text: string) => tell(text),
      () => {
        stage.page.applyFix('Add “vision” to 纯文本模型');
        return told;
      },
    );
    assert.match(message, /^Fix the problems in the file before editing it here\.$/);
    assert.equal(await textOf(stage.servicesFile), broken);
  });
});
