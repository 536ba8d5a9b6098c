import assert from 'node:assert/strict';
import { sensitivePlaces } from '../../../src/host/tools/sensitive-path.ts';

describe('Paths that deserve a second look', () => {
  it('[E-6a] are those in .git, .vscode and .github, and files that begin with .env, wherever they lie', () => {
    for (const [path, places] of [
      ['.git/hooks/pre-commit', ['git']],
      ['sub/.git/config', ['git']],
      ['.vscode/tasks.json', ['vscode']],
      ['.github/workflows/ci.yml', ['github']],
      ['.env', ['env']],
      ['app/.env.local', ['env']],
      ['.envrc', ['env']],
      ['.vscode/.env', ['vscode', 'env']],
    ] as const)
      assert.deepEqual(sensitivePlaces(path), places, path);
  });

  it('[E-6a] also in the spellings that some file systems take for the same', () => {
    for (const path of [
      '.GIT/config',
      '.Git./config',
      '.git::$INDEX_ALLOCATION/x',
      '.g\u200cit/config',
      '．git/config',
      '.ENV',
      '.Env.production.',
    ]) {
      assert.equal(sensitivePlaces(path).length, 1, JSON.stringify(path));
    }
  });

  it('[E-6a] are no others', () => {
    for (const path of ['git/config', '.gitignore', '.github.md', 'src/env.ts', '.environment/x', 'x.env', 'vscode/a', '.vscodeignore']) {
      assert.deepEqual(sensitivePlaces(path), [], path);
    }
  });
});
