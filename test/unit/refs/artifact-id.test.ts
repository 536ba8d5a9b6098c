import assert from 'node:assert/strict';
import { win32 } from 'node:path';
import { CodedError } from '../../../src/core/io/errors.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { referencesIn } from '../../../src/core/refs/references-in-text.ts';
import { formatReference, parseReference, workspaceReference } from '../../../src/core/refs/reference.ts';
import { toolSentence } from '../../../src/core/tools/tool-definitions.ts';

const EXAMPLE = 'ws:agent-coder-7f3a:c3JjL21haW4uanM';

describe('workspace ids', () => {
  it('[3-R1.2][3-R1.3] carries the prefix, the workspace and the path, as in the documented example', () => {
    assert.equal(ArtifactIdCodec.encode('agent-coder-7f3a', 'src/main.js'), EXAMPLE);
  });

  it('[3-R1.4] has no character that a file system minds, but the two colons of its form', () => {
    const id = ArtifactIdCodec.encode('w', 'dir/<>:"|?*\u0007 名.txt');
    assert.match(id, /^ws:w:[A-Za-z0-9_-]+$/);
  });

  it("[3-R1.5] encodes every path so that its special characters cannot be taken for the id's own", () => {
    for (const path of ['key:b/c:d', 'a b#c%d.txt', 'docs/设计 说明.md', '😀', 'a=b&c+d', '%2f', '%41']) {
      const id = ArtifactIdCodec.encode('w', path);
      assert.equal(id.split(':').length, 3, path);
      assert.deepEqual(ArtifactIdCodec.decode(id), { workspaceId: 'w', relativePath: path });
    }
  });

  it('[L-13] every plain name has an id, also one that begins as a drive does', () => {
    for (const path of ['a:b.txt', 'C:x', 'a:b/c:d', 'a:b\\c']) {
      const id = ArtifactIdCodec.encode('w', path);
      const relativePath = path.replaceAll('\\', '/');
      assert.deepEqual(ArtifactIdCodec.decode(id), { workspaceId: 'w', relativePath });
      assert.deepEqual(parseReference(id), { ok: true, value: { kind: 'workspace', id, workspaceId: 'w', relativePath } });
      // Whoever decodes the id by hand stays in the workspace on Windows too.
      const byHand = Buffer.from(id.slice('ws:w:'.length), 'base64url').toString();
      assert(win32.resolve('D:\\root\\w', byHand).startsWith('D:\\root\\w\\'), byHand);
    }
    assert.equal(ArtifactIdCodec.encode('w', 'ab:c.txt'), `ws:w:${Buffer.from('ab:c.txt').toString('base64url')}`, 'as ever');
    assert.equal(ArtifactIdCodec.decode(`ws:w:${Buffer.from('a:b.txt').toString('base64url')}`), null, 'as ever');
  });

  it('[L-13] says of what is refused what is true of it', () => {
    for (const path of ['C:/x', 'C:\\x', 'C:', '/x', './C:/x']) {
      const made = workspaceReference('w', path);
      assert.deepEqual(made, { ok: false, error: { code: 'path_absolute' } });
      assert(!made.ok);
      assert.match(toolSentence(made.error.code, 'en'), /begins with a slash or a drive letter/);
    }
  });

  it('[L-13] encodes a workspace with a character that file systems mind, and nothing else anew', () => {
    for (const workspaceId of ['a?', 'a*', '<b>', 'a|b', '"']) {
      const id = ArtifactIdCodec.encode(workspaceId, 'x.txt');
      assert.match(id, /^ws::[\w-]+:[\w-]+$/);
      const value = { kind: 'workspace', id, workspaceId, relativePath: 'x.txt' };
      assert.deepEqual(parseReference(id), { ok: true, value });
      assert.deepEqual(parseReference(`ws:${workspaceId}:eC50eHQ`), { ok: true, value }, 'as it was written before');
      assert.deepEqual(
        referencesIn(`see artifact:${id}, and ${id}.`).map(({ reference }) => reference),
        [value, value],
      );
    }
    for (const workspaceId of ['a b', '设计', 'a%3F', 'a.b', "it's", 'a#b', 'a=b'])
      assert.equal(ArtifactIdCodec.encode(workspaceId, 'x.txt'), `ws:${workspaceId}:eC50eHQ`);
    for (const [id, code] of [
      ['ws:::YQ', 'id_part_empty'],
      ['ws::YQ:', 'id_part_empty'],
      ['ws::Y Q:YQ', 'id_not_base64url'],
      ['ws::_w:YQ', 'id_not_utf8'],
      [`ws::${Buffer.from('../x').toString('base64url')}:YQ`, 'workspace_id_not_plain_name'],
      [`ws::${Buffer.from('C:').toString('base64url')}:YQ`, 'workspace_id_not_plain_name'],
    ] as const)
      assert.deepEqual(parseReference(id), { ok: false, error: { code } }, id);
  });

  it('[3-R3.1][3-R3.2] decodes to the workspace and the path', () => {
    assert.deepEqual(ArtifactIdCodec.decode(EXAMPLE), { workspaceId: 'agent-coder-7f3a', relativePath: 'src/main.js' });
  });

  it('[3-R3.4] restores paths of every length of padding, in Chinese and beyond the basic plane', () => {
    for (const path of ['a', 'ab', 'abc', 'abcd', '需求', '𝔘𝔫𝔦', `${'很长/'.repeat(300)}尾`]) {
      assert.equal(ArtifactIdCodec.decode(ArtifactIdCodec.encode('w', path))?.relativePath, path);
    }
  });

  it('[3-R3.4] accepts padding and gives back the canonical id without it', () => {
    const parsed = parseReference('ws:w:YQ==');
    assert(parsed.ok);
    assert.deepEqual(parsed.value, { kind: 'workspace', id: 'ws:w:YQ', workspaceId: 'w', relativePath: 'a' });
  });

  it('[3-R3.3] decode gives null for what is no workspace id, and encode throws a code', () => {
    assert.equal(ArtifactIdCodec.decode('12'), null);
    assert.equal(ArtifactIdCodec.decode('ws:w:'), null);
    assert.equal(ArtifactIdCodec.decode('ws:w:Li4veA'), null);
    assert.throws(
      () => ArtifactIdCodec.encode('w', '../x'),
      (error) => error instanceof CodedError && error.code === 'path_leaves_workspace',
    );
    assert.throws(
      () => ArtifactIdCodec.encode('', 'x'),
      (error) => error instanceof CodedError && error.code === 'id_part_empty',
    );
  });

  it('[3-R1.5] gives one id to one file, however its path is spelt', () => {
    const canonical = ArtifactIdCodec.encode('w', 'src/main.js');
    for (const spelling of ['src\\main.js', './src/main.js', 'src//main.js', 'src/./main.js', '.\\src\\.\\main.js', 'src/main.js/']) {
      assert.equal(ArtifactIdCodec.encode('w', spelling), canonical, spelling);
    }
  });
});

describe('kinds of ids', () => {
  it('[3-R2.1][3-R2.2][3-R2.3] the prefix alone tells a workspace artifact from a regular one', () => {
    assert.equal(ArtifactIdCodec.isWorkspaceArtifact(EXAMPLE), true);
    assert.equal(ArtifactIdCodec.isWorkspaceArtifact('ws:'), true);
    for (const id of ['1', '33', '019b0d2e-7c3a-7000-8000-000000000001', 'ws', 'WS:a:b', 'xws:a:b', '']) {
      assert.equal(ArtifactIdCodec.isWorkspaceArtifact(id), false, id);
    }
  });

  it('[3-R2.4] one function parses both kinds, with and without the scheme', () => {
    for (const [text, kind] of [
      ['7', 'regular'],
      ['artifact:7', 'regular'],
      [EXAMPLE, 'workspace'],
      [`artifact:${EXAMPLE}`, 'workspace'],
      ['  artifact:7\n', 'regular'],
    ] as const) {
      const parsed = parseReference(text);
      assert(parsed.ok, text);
      assert.equal(parsed.value.kind, kind);
    }
  });

  it('[3-R6.1] a number is a regular artifact, its id unchanged', () => {
    assert.deepEqual(parseReference('artifact:33'), { ok: true, value: { kind: 'regular', id: '33' } });
  });

  it('formats a reference as it is copied', () => {
    const made = workspaceReference('agent-coder-7f3a', 'src/main.js');
    assert(made.ok);
    assert.equal(formatReference(made.value), `artifact:${EXAMPLE}`);
    assert.equal(formatReference({ kind: 'regular', id: '9' }), 'artifact:9');
  });
});
