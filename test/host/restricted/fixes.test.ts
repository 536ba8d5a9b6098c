import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { FakePage } from '../preview/fake-panel.ts';
import { openFixture, type PreviewFixture } from '../preview/preview-fixture.ts';
import { handleRequest } from '../../../src/host/preview/page-requests.ts';

describe('the fixes of a preview in Restricted Mode', () => {
  let fixture: PreviewFixture;
  let page: FakePage;

  beforeEach(async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    fixture = await openFixture();
    page = new FakePage(fixture);
  });
  afterEach(() => {
    page.dispose();
    fixture.dispose();
  });

  const labels = async (serviceId: string, reference: string): Promise<string[]> => {
    await fixture.previewService.select(fixture.root, serviceId);
    await page.show(reference);
    return (await page.shown(({ selected }) => selected === serviceId)).why.fixes.map(({ label }) => label);
  };

  it('are those that write nothing', async () => {
    const forText = await labels('text-model', 'artifact:8');
    assert.ok(forText.length > 0);
    assert.deepEqual(
      forText.filter((label) => !label.startsWith('Pick a capable service')),
      [],
    );
    assert.deepEqual(await labels('vision-model', 'artifact:26'), []);
  });

  it('one that writes is not carried out even when it was offered before', async () => {
    await labels('text-model', 'artifact:8');
    const configurations = (): string[] =>
      vscode.workspace.textDocuments.filter(({ fileName }) => fileName.endsWith('llmservices.json')).map(({ uri }) => uri.toString());
    const before = configurations();
    const fix = {
      icon: 'add',
      label: '',
      detail: '',
      action: { kind: 'addCapability', serviceId: 'text-model', capability: 'vision' },
    } as const;
    const decided = { subject: { root: fixture.root }, fixes: [fix] } as unknown as Parameters<typeof handleRequest>[1];
    const wasDone = await handleRequest({ type: 'applyFix', index: 0, generation: 1 }, decided, {} as Parameters<typeof handleRequest>[2]);
    assert.equal(wasDone, false);
    assert.deepEqual(
      configurations().filter((uri) => !before.includes(uri)),
      [],
    );
  });
});
