import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findNodeAtLocation, parse, parseTree, type Node } from 'jsonc-parser';
import { applyEdits, type TextEdit } from '../../src/core/json/edit.ts';
import { detectLayout } from '../../src/core/json/layout.ts';
import { editCell, setCapabilityCells, writtenCapabilities } from '../../src/core/models/capability-cells.ts';
import { validateServices } from '../../src/core/models/validate.ts';
import { placeOf, withCapabilities } from '../support/edited-services.ts';
import { countComments, fileText, isSubsequence, TYPES } from '../support/services-texts.ts';
import { runs } from '../support/effort.ts';

const RUNS = { numRuns: runs(1500) };
const IDS = ['a', 'b', 'c'];

type List = 'input' | 'output';
interface Click {
  readonly kind: 'click';
  readonly index: number;
  readonly list: List;
  readonly type: string;
  readonly declared: boolean;
}
const click: fc.Arbitrary<Click> = fc.record(
  {
    kind: fc.constant('click' as const),
    index: fc.nat({ max: 2 }),
    list: fc.constantFrom<List>('input', 'output'),
    type: fc.constantFrom(...TYPES, 'custom'),
    declared: fc.boolean(),
  },
  { noNullPrototype: true },
);
const differentCells = fc.uniqueArray(click, { maxLength: 5, selector: ({ list, type }) => `${list} ${type}` });
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: click },
    { weight: 1, arbitrary: fc.constantFrom({ kind: 'undo' as const }, { kind: 'redo' as const }) },
  ),
  { minLength: 1, maxLength: 12 },
);

interface Service {
  readonly id: string;
  readonly capabilities?: unknown;
}
const servicesOf = (text: string): Service[] =>
  (parse(text.replace(/^\ufeff/, ''), [], { allowTrailingComma: true }) as { services: Service[] }).services;

/** What a service declares, by the rules of the file alone: a list that is not there is text, what is no word is none. */
function declaredIn({ capabilities }: Service, list: List): string[] {
  const value: unknown =
    typeof capabilities === 'object' && capabilities !== null ? (capabilities as Record<string, unknown>)[list] : undefined;
  if (value === undefined) return ['text'];
  const items: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(items.filter((item): item is string => typeof item === 'string' && item.trim() !== ''))];
}

/** What a list is meant to have after a click. */
function wordsAfter(words: readonly string[], { type, declared }: Click): string[] {
  const others = words.filter((word) => word !== type);
  if (!declared) return others;
  return words.includes(type) ? [...words] : [...words, type];
}

const inverse = (text: string, { offset, length, newText }: TextEdit): TextEdit => ({
  offset,
  length: newText.length,
  newText: text.slice(offset, offset + length),
});

function edited(text: string, { index, list, type, declared }: Click): readonly TextEdit[] {
  const outcome = editCell(text, validateServices(text), { index, id: IDS[index] ?? '' }, true, { list, type }, declared);
  assert.ok(outcome.ok);
  return outcome.edits;
}

describe('properties of clicks in the capability matrix', () => {
  it('any sequence of clicks, undos and redos leads to the intended capabilities and to the text of that moment, byte for byte', () => {
    fc.assert(
      fc.property(fileText, steps, (original, sequence) => {
        let text = original;
        /** The model: what every service is meant to declare. */
        let model = servicesOf(original).map((service) => ({ input: declaredIn(service, 'input'), output: declaredIn(service, 'output') }));
        const undone: { readonly text: string; readonly model: typeof model; readonly edits: readonly TextEdit[] }[] = [];
        const done: typeof undone = [];
        for (const step of sequence) {
          if (step.kind === 'click') {
            const edits = edited(text, step);
            assert.ok(edits.length <= 1, 'one edit at most');
            const words = model[step.index]?.[step.list] ?? [];
            assert.equal(edits.length > 0, words.includes(step.type) !== step.declared, 'an edit exactly when something changes');
            const next = wordsAfter(words, step);
            if (edits.length > 0) {
              done.push({ text, model, edits });
              undone.length = 0;
            }
            model = model.map((each, at) => (at === step.index ? { ...each, [step.list]: next } : each));
            text = applyEdits(text, edits);
          } else if (step.kind === 'undo') {
            const last = done.pop();
            if (!last) continue;
            const back = applyEdits(
              text,
              last.edits.map((edit) => inverse(last.text, edit)),
            );
            assert.equal(back, last.text);
            undone.push({ text, model, edits: last.edits });
            ({ text, model } = last);
          } else {
            const next = undone.pop();
            if (!next) continue;
            assert.equal(applyEdits(text, next.edits), next.text);
            done.push({ text, model, edits: next.edits });
            ({ text, model } = next);
          }
          assert.deepEqual(
            servicesOf(text).map((service) => ({ input: declaredIn(service, 'input'), output: declaredIn(service, 'output') })),
            model,
            text,
          );
          const { usable, entries } = validateServices(text);
          assert.ok(usable, text);
          assert.deepEqual(
            entries.map((entry) => writtenCapabilities(text, entry)),
            model,
            'the matrix shows what the text says',
          );
        }
      }),
      RUNS,
    );
  });

  it('a click touches nothing but its own list: comments, order, unknown fields and white space stay', () => {
    fc.assert(
      fc.property(fileText, click, (text, step) => {
        const [edit] = edited(text, step);
        if (!edit) return;
        const changed = applyEdits(text, [edit]);
        const [before, after] = [servicesOf(text), servicesOf(changed)];
        for (const [index, service] of before.entries()) {
          const now = after[index];
          assert.ok(now);
          // the order of the members, too; only `capabilities` may have come
          assert.deepEqual(
            Object.entries(now).filter(([name]) => name !== 'capabilities'),
            Object.entries(service).filter(([name]) => name !== 'capabilities'),
          );
          if (index !== step.index) assert.deepEqual(now.capabilities, service.capabilities);
          else assertOnlyTheItem(service.capabilities, now.capabilities, step);
        }
        const replaced = text.slice(edit.offset, edit.offset + edit.length);
        if (isList(before[step.index]?.capabilities, step.list)) {
          assert.equal(countComments(changed), countComments(text), changed);
          const list = findNodeAtLocation(parseTree(text, [], { allowTrailingComma: true }) as Node, [
            'services',
            step.index,
            'capabilities',
            step.list,
          ]);
          assert.ok(
            list && edit.offset > list.offset && edit.offset + edit.length < list.offset + list.length,
            'between the brackets of the list',
          );
          // an empty list may close up around its first item
          if (step.declared) assert.ok(replaced.trim() === '' || isSubsequence(text, changed), 'adding takes nothing away');
        } else if (before[step.index]?.capabilities === undefined) {
          assert.ok(isSubsequence(text, changed), 'what was not there is put in; nothing goes');
        }
      }),
      RUNS,
    );
  });

  it('several cells at once are what one click after the other is; no service but theirs, and nothing but the lists of the cells changes', () => {
    fc.assert(
      fc.property(fileText, fc.nat({ max: 2 }), differentCells, (text, index, clicks) => {
        const changes = clicks.map(({ list, type, declared }) => ({ list, type, isDeclared: declared }));
        const edits = setCapabilityCells(text, placeOf(text, index), changes);
        const changed = applyEdits(text, edits);
        // each in the layout the text had at first: what is taken out can be what told it
        const layout = detectLayout(text);
        const oneByOne = changes.reduce(
          (before, change) => applyEdits(before, setCapabilityCells(before, placeOf(before, index), [change], layout)),
          text,
        );
        // what one click changed on a line is what the next one follows: white space and the place of a comment may differ
        assert.deepEqual(servicesOf(changed), servicesOf(oneByOne));
        assert.equal(countComments(changed), countComments(oneByOne));
        assert.ok(edits.length <= new Set(clicks.map(({ list }) => list)).size, 'one for each list at most');
        assert.ok(
          edits.every(({ offset }, at) => at === 0 || offset >= (edits[at - 1]?.offset ?? 0) + (edits[at - 1]?.length ?? 0)),
          'in order and apart',
        );
        const [place, before] = [placeOf(text, index), placeOf(changed, index)];
        assert.equal(changed.slice(0, before.offset), text.slice(0, place.offset));
        assert.equal(changed.slice(before.offset + before.length), text.slice(place.offset + place.length));
        for (const list of ['input', 'output'] as const) {
          const [was, is] = [servicesOf(text)[index]?.capabilities, servicesOf(changed)[index]?.capabilities];
          if (!isList(was, list) || clicks.some((one) => one.list === list)) continue;
          assert.deepEqual((is as Record<string, unknown>)[list], (was as Record<string, unknown>)[list]);
        }
      }),
      RUNS,
    );
  });

  it('means what setting the whole capabilities means, where those are valid', () => {
    fc.assert(
      fc.property(fileText, click, (text, step) => {
        const { entries } = validateServices(text);
        const entry = entries[step.index];
        if (!entry || entry.origin === 'invalid') return;
        const changed = validateServices(applyEdits(text, edited(text, step))).entries[step.index];
        const words = entry.capabilities[step.list];
        const wanted = {
          ...entry.capabilities,
          [step.list]: step.declared ? [...words, step.type] : words.filter((word) => word !== step.type),
        };
        const whole = validateServices(withCapabilities(text, step.index, wanted)).entries[step.index];
        for (const list of ['input', 'output'] as const)
          assert.deepEqual(new Set(changed?.capabilities[list]), new Set(whole?.capabilities[list]));
      }),
      RUNS,
    );
  });
});

function isList(capabilities: unknown, list: List): boolean {
  return typeof capabilities === 'object' && capabilities !== null && Array.isArray((capabilities as Record<string, unknown>)[list]);
}

/** Only the clicked word of a list comes or goes; the other list and everything else in `capabilities` stay. */
function assertOnlyTheItem(before: unknown, after: unknown, { list, type, declared }: Click): void {
  const other: List = list === 'input' ? 'output' : 'input';
  if (typeof before === 'object' && before !== null) {
    assert.deepEqual((after as Record<string, unknown>)[other], (before as Record<string, unknown>)[other]);
  }
  if (!isList(before, list)) return;
  const items = (before as Record<string, unknown[]>)[list] ?? [];
  assert.deepEqual((after as Record<string, unknown[]>)[list], declared ? [...items, type] : items.filter((item) => item !== type));
}
