import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { parseReference } from '../../../src/core/refs/reference.ts';
import { useItems } from '../../../src/host/agents/who-used.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { agentRoot, type AgentRoot } from './agents-fixture.ts';

describe('Who Made and Read This Artifact?', () => {
  let real: AgentRoot;

  before(async () => {
    real = await agentRoot('real');
  });
  after(() => real.remove());

  async function items(id: string, token = new vscode.CancellationTokenSource().token) {
    const reference = parseReference(id);
    assert.ok(reference.ok);
    return useItems({ root: real.root, reference: reference.value }, { fileSystems: new FileSystems(), token, report: () => undefined });
  }
  const shown = async (id: string): Promise<string[]> =>
    ((await items(id)) ?? []).map(({ label, description = '', kind }) =>
      kind === vscode.QuickPickItemKind.Separator ? `— ${label}` : `${label}: ${description}`,
    );

  it('names the maker of the metadata, and the agents whose conversations call for it', async () => {
    const [made, maker, read, reader, ...others] = await shown('31');
    assert.deepEqual(
      [made, read, reader, others],
      ['— made or changed by', '— read by', 'artist: 055769bd · get_artifact · message 5', []],
    );
    assert.match(maker ?? '', /^agent-artist: .+ · msg-020$/);
  });

  it('leads to the message of the conversation', async () => {
    const place = (await items('8'))?.find((item) => item.place)?.place;
    assert.match(place?.uri.path ?? '', /conversations\/29174105-[^/]+\.json$/);
    assert.equal(place?.message, 2);
  });

  it('says nothing of an artifact that nobody speaks of, and stops when it is cancelled', async () => {
    assert.deepEqual(await shown('ws:nobody:YQ'), []);
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    assert.equal(await items('31', source.token), undefined);
  });
});
