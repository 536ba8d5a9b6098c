import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { ArtifactIdCodec } from '../../src/core/refs/artifact-id-codec.ts';
import { formatReference, parseReference, workspaceReference } from '../../src/core/refs/reference.ts';
import { normaliseRelativePath } from '../../src/core/refs/relative-path.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(2000) };
const anyText = fc.string({ unit: 'binary' });
/** Pieces that hostile paths are made of. */
const piece = fc.oneof(
  fc.constantFrom('..', '.', '/', '\\', '%2e', '%2F', '%5c', '%25', 'C:', '\0', ':', ' ', 'a', '名', '\ud800', '%', '~', '//', '../'),
  anyText,
);
const hostilePath = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''));
const plainName = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .filter((name) => !/[\u0000-\u001f\u007f/\\:]/.test(name) && name !== '.' && name !== '..' && name.isWellFormed());
const goodPath = fc
  .array(plainName, { minLength: 1, maxLength: 5 })
  .map((names) => names.join('/'))
  .filter((name) => normaliseRelativePath(name).ok);

/**
 * Whether a path stays below a folder by the rules of both kinds of platform. A name such as `a:b` is joined to the folder, and refused on
 * Windows by its file system.
 */
function staysInside(named: string): boolean {
  const relativePath = /^[A-Za-z]:[^/\\]/.test(named) ? `./${named}` : named;
  return [
    [path.posix, '/root/ws'],
    [path.win32, 'D:\\root\\ws'],
  ].every(([platform, root]) => {
    const { resolve, sep } = platform as typeof path.posix;
    return resolve(root as string, relativePath).startsWith((root as string) + sep);
  });
}

describe('ids, for any input', () => {
  it('[3-R1.5][3-R3.4] a workspace file comes back from its id unchanged', () => {
    fc.assert(
      fc.property(plainName, goodPath, (workspaceId, relativePath) => {
        const id = ArtifactIdCodec.encode(workspaceId, relativePath);
        assert.deepEqual(ArtifactIdCodec.decode(id), { workspaceId, relativePath });
        assert.deepEqual(parseReference(`artifact:${id}`), { ok: true, value: { kind: 'workspace', id, workspaceId, relativePath } });
      }),
      RUNS,
    );
  });

  it('[3-R1.5][3-R3.4] one file has one id: what decodes, encodes to its canonical form, which stays as it is', () => {
    fc.assert(
      fc.property(plainName, fc.oneof(goodPath, hostilePath), (workspaceId, relativePath) => {
        const made = workspaceReference(workspaceId, relativePath);
        if (!made.ok) return;
        assert.deepEqual(normaliseRelativePath(made.value.relativePath), { ok: true, value: made.value.relativePath });
        assert.deepEqual(parseReference(formatReference(made.value)), made);
      }),
      RUNS,
    );
  });

  it('[3-R1.4] an id has no character that a file system minds, and none but those of base64url behind the workspace', () => {
    // What Windows refuses in a name is rare among all characters.
    const workspace = fc.oneof(plainName, fc.string({ unit: fc.constantFrom('a', '名', '<', '>', '"', '|', '?', '*'), minLength: 1 }));
    fc.assert(
      fc.property(workspace, goodPath, (workspaceId, relativePath) =>
        assert.match(ArtifactIdCodec.encode(workspaceId, relativePath), /^ws:(?::[\w-]+|[^:<>"|?*/\\\u0000-\u001f\u007f]+):[\w-]+$/),
      ),
      RUNS,
    );
  });

  it('[3-R3.3] nothing that is parsed throws, and no result leads outside', () => {
    const reference = fc.oneof(
      anyText,
      hostilePath,
      fc.tuple(fc.constantFrom('ws:', 'artifact:', 'artifact:ws:', 'ws:w:', 'ws::'), anyText).map((parts) => parts.join('')),
      fc.tuple(piece, hostilePath).map(([workspace, file]) => `ws:${workspace}:${Buffer.from(file).toString('base64url')}`),
      fc.uint8Array().map((bytes) => `ws:w:${Buffer.from(bytes).toString('base64url')}`),
    );
    fc.assert(
      fc.property(reference, (text) => {
        const parsed = parseReference(text);
        const decoded = ArtifactIdCodec.decode(text);
        if (decoded) assert(staysInside(decoded.relativePath) && staysInside(decoded.workspaceId), text);
        if (!parsed.ok) return;
        if (parsed.value.kind === 'regular')
          assert(staysInside(parsed.value.id) && path.basename(parsed.value.id) === parsed.value.id, text);
        else assert(staysInside(parsed.value.kind === 'adk' ? parsed.value.path : parsed.value.relativePath), text);
      }),
      { numRuns: runs(5000) },
    );
  });

  it('[3-R3.3] base64url is read as Buffer reads it, or refused', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'ABYZabyz0189-_=+/') }), (part) => {
        const decoded = ArtifactIdCodec.decode(`ws:w:${part}`);
        if (!decoded) return;
        assert.equal(Buffer.from(ArtifactIdCodec.encode('w', decoded.relativePath).slice(5), 'base64url').toString(), decoded.relativePath);
      }),
      RUNS,
    );
  });
});
