import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { QuickCapabilityPicker } from '../../../src/host/services/edit-capabilities.ts';

describe('picking capabilities', () => {
  const { createQuickPick, showInputBox } = vscode.window;
  afterEach(() => void Object.assign(vscode.window, { createQuickPick, showInputBox }));

  /** Each list as it is shown is answered by one step, with the means a person has. */
  function answering(
    ...steps: ((
      list: vscode.QuickPick<vscode.QuickPickItem>,
      act: { tick(items: readonly vscode.QuickPickItem[]): void; accept(): void; press(button: vscode.QuickInputButton | undefined): void },
    ) => void)[]
  ): void {
    const fake = (): vscode.QuickPick<vscode.QuickPickItem> => {
      const list = createQuickPick();
      const [selection, accepted, pressed] = [
        new vscode.EventEmitter<readonly vscode.QuickPickItem[]>(),
        new vscode.EventEmitter<void>(),
        new vscode.EventEmitter<vscode.QuickInputButton>(),
      ];
      const act = {
        tick: (items: readonly vscode.QuickPickItem[]) => {
          list.selectedItems = items;
          selection.fire(items);
        },
        accept: () => accepted.fire(),
        press: (button: vscode.QuickInputButton | undefined) => {
          if (button) pressed.fire(button);
        },
      };
      Object.defineProperties(list, {
        onDidChangeSelection: { value: selection.event },
        onDidAccept: { value: accepted.event },
        onDidTriggerButton: { value: pressed.event },
        show: { value: () => steps.shift()?.(list, act) },
        hide: { value: () => undefined },
      });
      return list;
    };
    Object.assign(vscode.window, { createQuickPick: fake });
  }

  it("ticking all items takes all of them and asks for nothing; a button asks for a type of one's own", async () => {
    let asked = 0;
    Object.assign(vscode.window, { showInputBox: () => Promise.resolve(`smell${++asked}`) });
    const all: string[] = [];
    answering(
      (list, { tick, accept }) => {
        all.push(...list.items.map(({ label }) => label));
        tick(list.items);
        accept();
      },
      (list, { press }) => press(list.buttons[0]),
      (list, { accept }) => accept(),
    );
    const picked = await new QuickCapabilityPicker().pick('a', { input: ['text'], output: ['text'] });
    assert.equal(asked, 1);
    assert.deepEqual(picked, { input: all, output: ['text', 'smell1'] });
    assert.ok(all.includes('vision'));
  });
});
