import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlink, truncate, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileReference, formatReference, parseReference } from '../../../src/core/refs/reference.ts';
import { ArtifactContentRouter } from '../../../src/core/routing/artifact-content-router.ts';
import { ContentAdapter, parseAdaptedText } from '../../../src/core/routing/content-adapter.ts';
import { isUnread } from '../../../src/core/store/artifact.ts';
import { describeText, FileContents, type FileMetadata, textArtifact } from '../../../src/core/store/file-contents.ts';
import { readingTurn } from '../../../src/core/wire/turns.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import { CountingFileSystem } from '../../support/counting-file-system.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const PNG = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==', 'base64');

describe('a file that is no artifact', () => {
  let folder: string;
  const metadataOf = (name: string, files = new FileContents({ fs: new NodeFileSystem() })): Promise<FileMetadata> =>
    files.getMetadata(fileReference(name, path.join(folder, name)), path.join(folder, name));

  beforeEach(async () => {
    folder = await temporaryFolder({ 'a.png': PNG, 'wrong.txt': PNG, 'note.md': '# Hi', empty: '', 'sub/': '' });
  });

  it('is read as an artifact is: name and bytes tell what it is', async () => {
    const files = new FileContents({ fs: new NodeFileSystem() });
    const read = async (name: string) => files.read(await metadataOf(name), path.join(folder, name));
    const [image, wrong, note, empty] = await Promise.all(['a.png', 'wrong.txt', 'note.md', 'empty'].map(read));
    assert.deepEqual([image?.mimeType, image?.isBinary, image?.size], ['image/png', true, PNG.length]);
    assert.deepEqual([wrong?.mimeType, wrong?.detection?.isContradiction], ['image/png', true]);
    assert.deepEqual([note?.content, note?.mimeType, note?.id], ['# Hi', 'text/markdown', 'file:note.md']);
    assert.equal(empty?.size, 0);
    assert.equal(empty?.contentFailure, undefined);
  });

  it('a folder, a pipe and what is not there are told, and not read', async () => {
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    const fs = new CountingFileSystem();
    const files = new FileContents({ fs });
    const told = await Promise.all(['sub', 'pipe', 'gone.png'].map((name) => metadataOf(name, files)));
    assert.deepEqual(
      told.map(({ state, problem, location }) => [state, problem?.code, location]),
      [
        ['broken', 'not_a_file', undefined],
        ['broken', 'not_a_file', undefined],
        ['missing', 'not_found', undefined],
      ],
    );
    assert.deepEqual(
      fs.calls.filter(({ method }) => method === 'readFile'),
      [],
    );
  });

  it('five gigabytes are decided by their first bytes, and described', async () => {
    const film = path.join(folder, 'film.mp4');
    await writeFile(film, Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'));
    await truncate(film, 5 * 1024 ** 3);
    const fs = new CountingFileSystem();
    const files = new FileContents({ fs });
    const artifact = await files.inspect(await metadataOf('film.mp4', files), film);
    assert.deepEqual([artifact.mimeType, artifact.contentFailure?.code], ['video/mp4', 'too_large']);
    assert.ok(fs.calls.reduce((sum, { bytes = 0 }) => sum + bytes, 0) <= 2 * 64 * 1024);
    const route = await new ArtifactContentRouter({ serviceRegistry: EVERYTHING, language: 'en' }).routeContent(artifact, 'any');
    assert.equal(route.reason.rule, 'too_large');
    assert.match(route.routing === 'text' ? route.content : '', /^\[Cannot read\] film\.mp4 \(file:film\.mp4\)\n.*\nSize: 5\.0 GB\n/);
  });

  it('one that vanishes while it is read, or must not be read, is a failure', async () => {
    const gone = path.join(folder, 'a.png');
    const fs = new CountingFileSystem();
    const files = new FileContents({ fs });
    const metadata = await metadataOf('a.png', files);
    await unlink(gone);
    assert.equal((await files.read(metadata, gone)).contentFailure?.code, 'not_found');
  });

  it('a binary is not read before a model takes it', async () => {
    const large = path.join(folder, 'large.png');
    await writeFile(large, Buffer.concat([PNG, Buffer.alloc(200_000)]));
    const files = new FileContents({ fs: new NodeFileSystem() });
    const artifact = await files.inspect(await metadataOf('large.png', files), large);
    assert.ok(isUnread(artifact));
    assert.equal(artifact.mimeType, 'image/png');
  });

  it('a link that a person chose is followed', async () => {
    await symlink(path.join(folder, 'note.md'), path.join(folder, 'link.md'));
    const files = new FileContents({ fs: new NodeFileSystem() });
    assert.equal((await files.read(await metadataOf('link.md', files), path.join(folder, 'link.md'))).content, '# Hi');
  });

  it('a text in an editor is read as its file would be, unless it is too long', () => {
    const metadata = describeText(fileReference('Untitled-1', 'untitled:Untitled-1'), 'grüße');
    assert.deepEqual(
      [metadata.size, textArtifact(metadata, 'grüße', 100).content, textArtifact(metadata, 'grüße', 100).mimeType],
      [7, 'grüße', 'text/plain'],
    );
    const long = textArtifact(metadata, 'grüße', 6);
    assert.deepEqual([long.content, long.contentFailure], ['', { code: 'too_large', params: { limit: 6, size: 7 } }]);
  });

  it('a text of nearly fifty megabytes, the most that VS Code hands on, has its size and is left out', () => {
    const [size, limit] = [49 * 1024 * 1024, 20 * 1024 * 1024];
    const text = `${'x'.repeat(63)}\n`.repeat(size / 64);
    const metadata = describeText(fileReference('Untitled-1', 'untitled:Untitled-1'), text);
    const { content, contentFailure } = textArtifact(metadata, text, limit);
    assert.deepEqual([metadata.size, content, contentFailure], [size, '', { code: 'too_large', params: { limit, size } }]);
  });

  it('its reference is none of an artifact, whatever its name', () => {
    for (const name of ['31', 'a.png', 'ws:a:YQ', 'artifact:31', '../x', '']) {
      assert.equal(parseReference(formatReference(fileReference(name, '/x'))).ok, false, name);
      assert.equal(formatReference(fileReference(name, '/x')), `file:${name}`);
    }
  });

  it('a model reads it by its path, with a tool that reads files', () => {
    const turn = JSON.stringify(readingTurn('file:docs/a.png', { role: 'tool', tool_call_id: 'c', content: '' }));
    assert.match(turn, /"Read docs\/a\.png\."/);
    assert.match(turn, /"name":"read_file","arguments":"\{\\"path\\":\\"docs\/a\.png\\"\}"/);
  });

  it('as an attachment it is described by its path, and the description can be read back', () => {
    for (const language of ['en', 'zh'] as const) {
      const attachment = { type: 'image', artifactRef: 'file:docs/a\n工件ID: x.png', filename: 'a.png', size: 3 } as const;
      const { text, structuredInfo } = new ContentAdapter({ language }).adaptToText(attachment);
      assert.equal(structuredInfo.artifactRef, attachment.artifactRef);
      assert.deepEqual(parseAdaptedText(text), structuredInfo);
      assert.doesNotMatch(text, /artifact:/);
    }
  });
});

const EVERYTHING = { hasCapability: () => true, getServiceById: () => ({}) };
