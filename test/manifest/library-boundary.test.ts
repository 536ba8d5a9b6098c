import assert from 'node:assert/strict';
import fc from 'fast-check';
import { ANSWERS, TAKES } from '../support/library-answers.ts';
import { builtLibrary, garbage, outcomeOf, placesIn, withValueAt, type Callable, type Library } from '../support/library.ts';
import { callablesOf, libraryTable, LIBRARY_ROOT } from '../support/library-table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runs } from '../support/effort.ts';

type Table = Awaited<ReturnType<typeof libraryTable>>;

const NO_ARGUMENTS: Readonly<Record<string, readonly unknown[]>> = {
  null: [null],
  undefined: [undefined],
  'a number': [5],
  'an empty object': [{}],
  nothing: [],
};

/** Anything but text, which may be an argument. */
const anything = fc
  .anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withTypedArray: true,
    withSparseArray: true,
  })
  .filter((value) => typeof value !== 'string');

describe('the boundary of the library, as built', () => {
  let library: Library;
  let table: Table;
  let callables: readonly Callable[];
  const cwd = process.cwd();

  before(async () => {
    library = await builtLibrary();
    const root = await temporaryFolder(LIBRARY_ROOT);
    // A word may be a path: it is one in here.
    process.chdir(root);
    table = await libraryTable(library, { root });
    callables = await callablesOf(library, table);
  });

  after(() => process.chdir(cwd));

  it('[E-11] decision 17: every export, and every method of each, is in the table', () => {
    assert.deepEqual(
      Object.keys(table)
        .filter((name) => !/[.(]/.test(name))
        .sort(),
      Object.keys(library).sort(),
    );
    for (const [name, entry] of Object.entries(table)) {
      if (entry.kind === 'class')
        assert.deepEqual(
          namesOf(Reflect.get(library, name) as { prototype: object }),
          [...Object.keys(entry.methods), ...(entry.read ?? [])].sort(),
          name,
        );
    }
  });

  it('[E-11] every export works without a file system given, for what it is for', async () => {
    for (const { name, good, call } of callables) {
      const outcome = await outcomeOf(() => call(...good()));
      assert('value' in outcome, `${name}: ${JSON.stringify(outcome)} ${'crash' in outcome ? (outcome.crash as Error).stack : ''}`);
    }
  });

  it('[E-11] decision 17: for null, undefined, a number, {} and nothing, every export gives its specified result', async () => {
    const names = new Set(callables.map(({ name }) => name));
    for (const name of [...Object.keys(ANSWERS), ...Object.keys(TAKES)]) assert(names.has(name), name);
    for (const { name, call } of callables.filter(({ name, good }) => !name.includes('…') && good().length > 0)) {
      for (const [what, given] of Object.entries(NO_ARGUMENTS)) {
        if (TAKES[name]?.includes(what)) continue;
        const outcome = await outcomeOf(() => call(...given));
        const isSpecified =
          'value' in outcome
            ? ANSWERS[name]?.(outcome.value) === true
            : 'code' in outcome &&
              outcome.code === (name.endsWith('formatImageUrl') ? 'base64_invalid' : 'arguments_invalid') &&
              !(name in ANSWERS);
        assert(isSpecified, `${name} with ${what}: ${JSON.stringify(outcome)}`);
      }
    }
  });

  it('[E-11] decision 17: every export survives every kind of value in every place of its arguments, and arguments that are missing', async () => {
    const crashes: string[] = [];
    for (const { name, good, call } of callables) {
      const variants = [
        ...good().map((_, length) => [`only ${length} arguments`, good().slice(0, length)] as const),
        ...garbage().map((value, kind) => [`one more, garbage ${kind}`, [...good(), value]] as const),
        ...placesIn(good(), 2).flatMap((place) =>
          garbage().map(
            (value, kind) =>
              [`garbage ${kind} as ${place.map(String).join('.')}`, withValueAt(good(), place, value) as readonly unknown[]] as const,
          ),
        ),
      ];
      for (const [what, given] of variants) {
        const outcome = await outcomeOf(() => call(...given));
        if ('crash' in outcome)
          crashes.push(
            `${name} with ${what}: ${outcome.crash instanceof Error ? (outcome.crash.stack ?? '').split('\n').slice(0, 3).join(' | ') : typeof outcome.crash}`,
          );
      }
    }
    assert.deepEqual(crashes.slice(0, 20), [], `${crashes.length} crashes`);
  });

  it('[E-11] decision 17: every export survives anything, anywhere in its arguments', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.nat(), anything, async (which, where, value) => {
        const { name, good, call } = callables[which % callables.length] as Callable;
        const places = placesIn(good(), 4);
        const outcome = await outcomeOf(() =>
          call(...(withValueAt(good(), places[where % Math.max(1, places.length)] ?? [0], value) as readonly unknown[])),
        );
        if ('crash' in outcome) throw new Error(name, { cause: outcome.crash });
      }),
      { numRuns: runs(2000) },
    );
  });
});

/** The names of all methods and accessors of a class. */
function namesOf({ prototype }: { readonly prototype: object }): string[] {
  const names = new Set<string>();
  for (let type = prototype; type !== Object.prototype; type = Object.getPrototypeOf(type) as object)
    for (const name of Object.getOwnPropertyNames(type)) names.add(name);
  names.delete('constructor');
  return [...names].sort();
}
