import assert from 'node:assert/strict';
import { access, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { FilePreviews } from '../../../src/host/preview/file-source.ts';
import { createSample, removeSamples } from '../../../src/host/add-root/data-root-commands.ts';
import { WindowDataRoots } from '../../../src/host/roots/data-roots.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import type { DataRoots, OpenRoot } from '../../../src/host/roots/open-root.ts';
import { Samples } from '../../../src/host/roots/settings.ts';
import { RememberedPreviewService } from '../../../src/host/services/preview-service.ts';
import { answering, memory } from '../preview/fake-panel.ts';

describe('the sample data root', () => {
  const fileSystems = new FileSystems();
  const extensionUri = vscode.extensions.getExtension('agent-artifacts.agent-artifacts')?.extensionUri ?? assert.fail();
  let parent: string;
  let samples: Samples;
  let roots: WindowDataRoots;
  let said: unknown[][];

  const made = (): readonly OpenRoot[] => roots.roots.filter(({ isSample }) => isSample);
  const create = (): Promise<void> =>
    answering('showOpenDialog', (async () => [vscode.Uri.file(parent)]) as never, () =>
      createSample({ roots, samples, fileSystems, extensionUri }),
    );
  const remove = (): Promise<void> => removeSamples({ roots, samples });

  beforeEach(async () => {
    parent = await realpath(await mkdtemp(path.join(tmpdir(), 'agent-artifacts-sample-')));
    samples = new Samples(memory());
    roots = new WindowDataRoots({ fileSystems, logger: silentLogger, home: undefined, samples });
    said = [];
  });
  afterEach(async () => {
    roots.dispose();
    await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  });

  const listening = <T>(run: () => Promise<T>, answer?: string): Promise<T> =>
    answering(
      'showInformationMessage',
      (async (...words: unknown[]) => {
        said.push(words);
        return answer;
      }) as never,
      run,
    );

  it('is shown in this workspace, and said to be; no setting and no file of the workspace changes', async () => {
    const before = vscode.workspace.getConfiguration('agentArtifacts').inspect('dataRoots');
    await listening(create);
    const folder = path.join(parent, 'agent-artifacts-sample');
    assert.deepEqual(
      made().map(({ folder: { fsPath } }) => fsPath),
      [folder],
    );
    assert.deepEqual(said, [
      [
        `The sample was created in “${folder}” and is shown in this workspace. None of your settings or files was changed.`,
        'Open in New Window',
        'Remove',
      ],
    ]);
    assert.deepEqual(vscode.workspace.getConfiguration('agentArtifacts').inspect('dataRoots'), before);
  });

  it('is shown no longer once it is removed; its folder stays until a person moves it to the trash', async () => {
    await listening(create);
    await listening(remove);
    assert.deepEqual([made(), samples.folders], [[], []]);
    const folder = path.join(parent, 'agent-artifacts-sample');
    await access(folder);
    assert.deepEqual(said.at(-1), [`The sample is no longer shown. Its folder is still there: ${folder}`, 'Move Folder to Trash']);
    await listening(remove);
    assert.deepEqual(said.at(-1), ['There is no sample data root in this workspace.']);
  });

  it('that somebody deleted on the disk is neither shown nor a problem', async () => {
    await listening(create);
    await rm(path.join(parent, 'agent-artifacts-sample'), { recursive: true });
    await roots.refresh();
    assert.deepEqual(made(), []);
    assert.deepEqual(
      roots.unusable.filter(({ text }) => text.includes(path.basename(parent))),
      [],
    );
  });

  it('is never what files beside it are previewed for; a model that was chosen stays', async () => {
    await listening(create);
    const [sample] = made();
    assert.ok(sample);
    const [project] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(project);
    const own = vscode.Uri.joinPath(project.uri, 'own.txt');
    const outside = vscode.Uri.file(path.join(parent, 'outside.txt'));
    await writeFile(outside.fsPath, 'text');
    const choices = new RememberedPreviewService(memory());
    const rootsOf = (...open: readonly OpenRoot[]): DataRoots => ({ ...withEvents, ready: async () => undefined, roots: open }) as never;
    const modelOf = async (uri: vscode.Uri, ...open: readonly OpenRoot[]): Promise<string | undefined> => {
      const files = new FilePreviews({ roots: rootsOf(...open), fileSystems }, { following: () => undefined, all: () => [] });
      const request = await files.requestOf([uri]);
      files.dispose();
      return choices.selectedServiceId((request ?? assert.fail()).source.models);
    };
    const usual = await modelOf(own);
    assert.match(usual ?? '', /^catalogue:/);
    const [service] = sample.models.services.getServices();
    assert.equal(await modelOf(vscode.Uri.joinPath(sample.folder, 'config/app.json'), sample), service?.id, 'its own files');
    const nested = { ...sample, folder: vscode.Uri.joinPath(project.uri, 'agent-artifacts-sample') };
    for (const uri of [own, outside, vscode.Uri.parse('untitled:Untitled-1')]) {
      assert.equal(await modelOf(uri, sample), usual, `${uri.toString()} beside a sample`);
      assert.equal(await modelOf(uri, nested), usual, `${uri.toString()} beside a sample in the project`);
    }
    // the services of a data root that lies elsewhere are offered, and those of the project are its own
    const elsewhere = { ...sample, isSample: false };
    const inProject = { ...nested, isSample: false };
    assert.equal(await modelOf(own, elsewhere), usual);
    assert.equal(await modelOf(own, inProject), service?.id);
    const files = new FilePreviews({ roots: rootsOf(elsewhere), fileSystems }, { following: () => undefined, all: () => [] });
    const offered = (await files.requestOf([own]))?.source.models ?? assert.fail();
    files.dispose();
    const wanted = offered.services.getServices()[1];
    choices.select(offered, wanted?.id);
    assert.equal(await modelOf(own, elsewhere), wanted?.id);
    choices.select(offered, 'catalogue:gpt-5.2');
    assert.equal(await modelOf(own, elsewhere), 'catalogue:gpt-5.2');
    assert.equal(await modelOf(own, sample), 'catalogue:gpt-5.2', 'also when a sample is made after it');
  });
});

const none = new vscode.EventEmitter<never>();
const withEvents = { onDidChange: none.event, onDidChangeServices: none.event };
