import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { releaseNotes } from '../tooling/package.mjs';

const read = (name: string): string => readFileSync(path.resolve(name), 'utf8');

/** The kinds of changes of https://keepachangelog.com/en/1.1.0/, in its order. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

describe('The changelog', () => {
  const changelog = read('CHANGELOG.md');
  const headings = [...changelog.matchAll(/^## (.+)$/gm)].map(([, heading = '']) => heading);

  it('has what is unreleased first, then each version with its day, the newest first', () => {
    const [unreleased, ...released] = headings;
    assert.equal(unreleased, 'Unreleased');
    const versions = released.map((heading) => {
      const [, version = '', day = ''] = /^(\d+\.\d+\.\d+) \((\d{4}-\d\d-\d\d)\)$/.exec(heading) ?? [];
      assert.ok(!Number.isNaN(Date.parse(day)), `"${heading}" is no version with its day`);
      return { numbers: version.split('.').map(Number), day };
    });
    const newestFirst = versions.toSorted((a, b) => b.day.localeCompare(a.day) || compare(b.numbers, a.numbers));
    assert.deepEqual(versions, newestFirst);
  });

  it('has lines for the version of the packages', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string };
    assert.match(releaseNotes(changelog, version) ?? '', /^- /m);
    assert.equal((JSON.parse(read('package-lock.json')) as { version: string }).version, version);
  });

  it('sorts the lines of a version by kind, each kind once', () => {
    for (const section of changelog.split(/^(?=## )/m).slice(1)) {
      const kinds = [...section.matchAll(/^### (.+)$/gm)].map(([, kind = '']) => kind);
      assert.deepEqual(
        kinds,
        KINDS.filter((kind) => kinds.includes(kind)),
        section.slice(0, 40),
      );
      const before = section.split(/^### /m)[0] ?? '';
      assert.doesNotMatch(before, /^- /m, `${section.slice(0, 40)}: a line of no kind`);
    }
  });
});

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
