import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { directCompute } from '../../../src/core/io/compute.ts';
import { SessionsTree } from '../../../src/host/conversation/sessions-tree.ts';
import { ShownPrograms } from '../../../src/host/conversation/shown-programs.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rootsOf } from '../artifacts/tree-fixture.ts';
import { textsShown } from '../screen/recorded-screen.ts';

describe('conversations of other programs, in Restricted Mode', () => {
  it('are not looked for, also when a person agreed before, and nobody is asked', async () => {
    assert.equal(vscode.workspace.isTrusted, false);
    const folder = await temporaryFolder({ '.codex/sessions/2026/11/22/rollout-a.jsonl': '{}' });
    const fs = new CountingFileSystem();
    const home = { fs, folder, variable: () => undefined, storage: path.join(folder, 'storage') };
    const updates: unknown[] = [];
    const programs = new ShownPrograms({ get: () => ['codex'] as never, update: async (...update) => void updates.push(update) }, home);
    const { event } = new vscode.EventEmitter<never>();
    const view = { visible: true, onDidChangeVisibility: event, onDidCollapseElement: event };
    const tree = new SessionsTree(
      {
        roots: rootsOf([]),
        fileSystems: new FileSystems(),
        compute: directCompute,
        programs,
        home,
        parts: () => Promise.reject(new Error('nothing is expanded')),
      },
      view,
      () => undefined,
    );
    assert.deepEqual(await tree.getChildren(), []);
    assert.deepEqual(programs.others, []);
    const said = await textsShown(() => programs.show('claude-code'), { button: 'Show Sessions', count: 0 });
    assert.ok(said.includes('Sessions of other programs are not read in Restricted Mode.'), said.join('\n'));
    assert.deepEqual(updates, []);
    assert.deepEqual(fs.calls, []);
    vscode.Disposable.from(tree, programs).dispose();
  });
});
