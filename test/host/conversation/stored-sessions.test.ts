import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { openSession } from '../../../src/cli/open-session.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { findSessions, sessionFolders } from '../../../src/core/conversation/sessions.ts';
import { readSessionFacts } from '../../../src/core/conversation/session-facts.ts';
import { ConversationDocument } from '../../../src/host/conversation/conversation-document.ts';
import { PartFiles } from '../../../src/host/conversation/part-files.ts';
import { repairRefusal } from '../../../src/host/conversation/repair-conversation.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { sessionDatabases, uriOfSession } from '../../../src/host/roots/stored-sessions.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { DatabaseWriter, type Exported, exportedFixture, folderState } from '../../support/stored-sessions.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { rootsOf } from '../services/services-fixture.ts';
import { watched } from '../watched.ts';

describe('sessions of opencode in their database', function () {
  this.timeout(60_000);
  const disposables: vscode.Disposable[] = [];
  let home: string;
  let data: string;
  let session: Exported;
  let writer: DatabaseWriter;
  let fileSystems: FileSystems;
  const bundles = path.join(vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.extensionPath ?? '', 'dist');

  beforeEach(async () => {
    home = await temporaryFolder({ '.local/share/opencode/': '' });
    data = path.join(home, '.local/share/opencode');
    session = await exportedFixture('opencode');
    writer = await DatabaseWriter.open(path.join(data, 'opencode.db'));
    await writer.write(session);
    fileSystems = new FileSystems({ bundles });
  });

  afterEach(async () => {
    vscode.Disposable.from(...disposables.splice(0)).dispose();
    await fileSystems.close();
    await writer.kill();
  });

  async function found() {
    const fs = new NodeFileSystem();
    const places = sessionFolders('opencode', { fs, folder: home, variable: () => undefined, databases: sessionDatabases(fileSystems) });
    const { here, problem } = await findSessions(fs, places, ['/project']);
    assert.equal(problem, undefined);
    return here;
  }

  async function open(): Promise<ConversationDocument> {
    const [file] = await found();
    assert.ok(file);
    const document = new ConversationDocument(uriOfSession(file), { roots: rootsOf(), fileSystems, compute: directCompute });
    disposables.push(document);
    await document.reload();
    assert.equal(document.problem, null);
    return document;
  }

  it('are found in the folder of the program, with what their rows say', async () => {
    const before = await folderState(data);
    const [file, ...others] = await found();
    assert.ok(file);
    assert.equal(others.length, 0);
    const uri = uriOfSession(file);
    assert.deepEqual([uri.scheme, path.basename(uri.path)], ['agent-artifacts-stored', `${session.info.id}.json`]);
    const facts = await readSessionFacts(fileSystems.for(uri).fs, file, { compute: directCompute });
    assert.deepEqual(facts, { title: 'Planted answer 1.', folder: '/project', model: 'gpt-4o' });
    assert.deepEqual(await folderState(data), before);
  });

  it('are read in another thread: SQLite is not used in the one of the extension host', async () => {
    const { DatabaseSync } = (await import('node:sqlite' as string)) as { DatabaseSync: { prototype: { prepare: unknown } } };
    const { prepare } = DatabaseSync.prototype;
    DatabaseSync.prototype.prepare = () => assert.fail('a statement was prepared in this thread');
    try {
      const document = await open();
      assert.equal(document.examined?.read.index.messages.length, 6);
    } finally {
      DatabaseSync.prototype.prepare = prepare;
    }
  });

  it('open as conversations, whose media are read, and are not repaired', async () => {
    const before = await folderState(data);
    const document = await open();
    const { examined } = document;
    assert.deepEqual([examined?.read.index.title, examined?.read.index.messages.length], ['Planted answer 1.', 6]);
    assert.match(repairRefusal(document.uri) ?? '', /in the program’s database/);
    const parts = new PartFiles(fileSystems);
    disposables.push(parts, parts.add(document));
    const [media] = parts.urisOf(document, 2, 1);
    assert.ok(media);
    assert.equal(
      Buffer.from(await vscode.workspace.fs.readFile(media))
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.deepEqual(await folderState(data), before);
  });

  it('are not read on by the command line when their program begins to write, an empty log beside them or none', async () => {
    const location = path.join(data, 'opencode.db');
    for (const log of [false, true]) {
      await writer.close();
      if (log) await writeFile(`${location}-wal`, '');
      const input = await openSession(location, location);
      try {
        assert.equal((await input.read({ start: 0, end: 100 })).length, 100);
        writer = await DatabaseWriter.open(location, `UPDATE session SET title = 'Another ' || title`);
        await assert.rejects(input.read({ start: 100, end: 200 }), { code: 'busy' });
      } finally {
        await input.close();
      }
    }
  });

  it('are the same where their database has no index', async () => {
    const [file] = await found();
    assert.ok(file);
    const { fs } = await fileSystems.stored();
    const before = await fs.readFile(file.location);
    await writer.write('DROP INDEX message_session_time_created_id_idx; DROP INDEX part_message_id_id_idx');
    await fs.stat(file.location);
    assert.deepEqual(await fs.readFile(file.location), before);
  });

  it('are shown anew when the program writes, which it does all the while', async () => {
    disposables.push(await watched(vscode.Uri.file(data)));
    const document = await open();
    const changed = new Promise<void>((resolve) => {
      disposables.push(document.onDidChange(() => document.examined?.read.index.title === 'Another title' && resolve()));
    });
    await writer.write(`UPDATE session SET title = 'Another title'`);
    await changed;
    assert.equal(document.problem, null);
  });

  it('open in the editor of conversations, from their database', async () => {
    const isShown = (): boolean => {
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.uri.path.endsWith(`/opencode.db/${session.info.id}.json`);
    };
    const shown = new Promise<void>((resolve) => {
      disposables.push(vscode.window.tabGroups.onDidChangeTabs(() => isShown() && resolve()));
    });
    await vscode.commands.executeCommand('agentArtifacts.openConversation', vscode.Uri.file(path.join(data, 'opencode.db')));
    await shown;
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
  });

  it('open as read-only texts', async () => {
    const document = await open();
    const text = await vscode.workspace.openTextDocument(document.uri);
    assert.deepEqual(JSON.parse(text.getText()), session);
  });
});
