import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../src/core/io/errors.ts';
import { ArtifactIdCodec } from '../../../src/core/refs/artifact-id-codec.ts';
import { parseReference, workspaceReference } from '../../../src/core/refs/reference.ts';

const encoded = (bytes: string | readonly number[]): string =>
  Buffer.from(typeof bytes === 'string' ? Buffer.from(bytes, 'utf8') : Uint8Array.from(bytes)).toString('base64url');

function refuses(reference: string, code: ErrorCode): void {
  const parsed = parseReference(reference);
  assert.deepEqual(parsed.ok ? parsed.value : parsed.error.code, code, JSON.stringify(reference));
  if (ArtifactIdCodec.isWorkspaceArtifact(reference)) assert.equal(ArtifactIdCodec.decode(reference), null);
}

describe('hostile references', () => {
  it('[3-R3.3] refuses a path that leaves the workspace, in every spelling', () => {
    const spellings = [
      '..',
      '../x',
      'a/../../x',
      'a/..',
      '..\\x',
      'a\\..\\..\\x',
      'a/..\\..',
      './../x',
      '.\\..\\x',
      'a//..//..//x',
      '%2e%2e/x',
      '%2E%2e/x',
      '.%2e/x',
      '%2e./x',
      '..%2fx',
      '..%2Fx',
      '..%5cx',
      '%2e%2e%2fx',
      '%2e%2e%5Cx',
      '%252e%252e%252fx',
      '%25252e%25252e/x',
    ];
    for (const path of spellings) refuses(`ws:w:${encoded(path)}`, 'path_leaves_workspace');
  });

  it('[3-R3.3] refuses absolute paths, drive letters and network shares', () => {
    for (const path of [
      '/etc/passwd',
      '//server/share/x',
      '\\\\server\\share\\x',
      '\\x',
      'C:\\x',
      'c:/x',
      'C:x',
      './C:/x',
      '\\\\?\\C:\\x',
      './/C:\\x',
    ]) {
      refuses(`ws:w:${encoded(path)}`, 'path_absolute');
    }
  });

  it('[3-R3.3] refuses NUL bytes anywhere', () => {
    refuses(`ws:w:${encoded('a\0.txt')}`, 'path_has_nul');
    refuses(`ws:w:${encoded('\0')}`, 'path_has_nul');
    refuses('ws:w\0:YQ', 'workspace_id_not_plain_name');
    refuses('1\0.png', 'id_not_plain_name');
  });

  it('[3-R3.3] refuses an empty part', () => {
    for (const id of ['ws:', 'ws::', 'ws:w', 'ws:w:', 'ws::YQ']) refuses(id, 'id_part_empty');
    refuses(`ws:w:${encoded('.')}`, 'id_part_empty');
    refuses(`ws:w:${encoded('./.')}`, 'id_part_empty');
    for (const text of ['', '   ', 'artifact:', ' artifact: ']) refuses(text, 'reference_empty');
  });

  it('[3-R3.3] refuses base64 that is not base64url', () => {
    for (const part of ['a+b/', 'a/b', 'YQ=', 'YQ===', 'Y', 'YWJjZ', '=', 'Y=Q', 'Y Q', 'YQ\n.', 'ÿÿ', '名', 'YQ:YQ'])
      refuses(`ws:w:${part}`, 'id_not_base64url');
  });

  it('[3-R3.3] refuses stray bits at the end, so that no file has two ids', () => {
    assert(parseReference('ws:w:YQ').ok);
    assert(parseReference('ws:w:YWI').ok);
    for (const part of ['YR', 'Yf', 'YW', 'YWJ', 'YWL', 'YWJjZR']) refuses(`ws:w:${part}`, 'id_not_base64url');
  });

  it('[3-R3.3] refuses bytes that are not UTF-8: overlong forms, surrogates, cut sequences', () => {
    const cases = [
      [0xc0, 0xae, 0xc0, 0xae, 0x2f],
      [0xe0, 0x80, 0xaf],
      [0xc1, 0x9c],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xe5, 0xa4],
      [0xff],
      [0x80],
    ];
    for (const bytes of cases) refuses(`ws:w:${encoded(bytes)}`, 'id_not_utf8');
  });

  it('[3-R3.3] refuses a workspace id that is not one plain folder name', () => {
    for (const workspace of ['..', '.', 'a/b', 'a\\b', '../w', 'a\nb', 'a\u007fb', '\ud800'])
      refuses(`ws:${workspace}:YQ`, 'workspace_id_not_plain_name');
    const made = workspaceReference('C:', 'x');
    assert(!made.ok && made.error.code === 'workspace_id_not_plain_name');
  });

  it('[3-R3.3] refuses to encode half a character', () => {
    const made = workspaceReference('w', 'a\ud800b');
    assert(!made.ok && made.error.code === 'path_not_unicode');
  });

  it('[3-R6.1] refuses a regular id that is not one plain file-name part', () => {
    for (const id of [
      '..',
      '.',
      '../1',
      'a/b',
      'a\\b',
      '/etc/passwd',
      'C:\\x',
      'C:x',
      '1\n2',
      '1:2',
      'artifact:artifact:1',
      '\ud800',
      'x'.repeat(256),
    ]) {
      refuses(id, 'id_not_plain_name');
    }
    assert(parseReference('x'.repeat(255)).ok);
  });

  it('comes to an end on very long references: what grows with the square of the length runs into the time limit of the suite', () => {
    for (const text of ['%'.repeat(2e5), `${'%25'.repeat(7e4)}2e`, `${'a/'.repeat(1e5)}..`, './'.repeat(1e5), 'a'.repeat(2e5)]) {
      assert(!parseReference(text).ok);
      const named = parseReference(`ws:w:${encoded(text)}`);
      assert(!named.ok || named.value.kind === 'workspace');
    }
  });
});
