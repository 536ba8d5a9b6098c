import assert from 'node:assert/strict';
import { AgingLines } from '../../../src/host/screen/aging-lines.ts';
import { ageFormatter } from '../../../src/host/screen/relative-age.ts';

describe('lines that say an age', () => {
  const made = '2026-01-01T00:00:00.000Z';
  const age = ageFormatter('en');
  const wording = (time: string) => (now: number) => age(time, now);
  const after = (seconds: number): number => Date.parse(made) + seconds * 1000;

  it('[L-20] are drawn anew when what they say is no longer true, and only then', () => {
    const redrawn: string[][] = [];
    const lines = new AgingLines<string>((nodes) => redrawn.push(nodes));
    lines.draw('young', 'young', wording(made), after(4 * 60));
    lines.draw('old', 'old', wording('2025-11-01T00:00:00.000Z'), after(4 * 60));
    lines.draw('timeless', 'timeless', () => undefined, after(4 * 60));
    lines.look(after(4 * 60 + 59));
    assert.deepEqual(redrawn, []);
    lines.look(after(5 * 60));
    assert.deepEqual(redrawn, [['young']]);
    lines.draw('young', 'young', wording(made), after(5 * 60));
    lines.look(after(5 * 60 + 30));
    assert.equal(redrawn.length, 1);
    lines.clear();
    lines.look(after(3600));
    assert.equal(redrawn.length, 1);
  });

  it('[L-20] are looked at when their view comes back, not while it cannot be seen', () => {
    const redrawn: string[][] = [];
    const lines = new AgingLines<string>((nodes) => redrawn.push(nodes));
    let tell = (): void => undefined;
    const view = {
      visible: false,
      onDidChangeVisibility: (listener: (event: { visible: boolean }) => unknown) => {
        tell = () => void listener({ visible: view.visible });
        return { dispose: () => undefined };
      },
    };
    lines.follow(view);
    lines.draw('one', 'one', wording(new Date(Date.now() - 240_000).toISOString()), Date.now() - 180_000);
    tell();
    assert.deepEqual(redrawn, []);
    view.visible = true;
    tell();
    assert.deepEqual(redrawn, [['one']]);
    lines.dispose();
  });
});
