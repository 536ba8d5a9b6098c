import * as vscode from 'vscode';

/** One question as it is on the screen, and the means to answer it. */
export interface ShownQuestion {
  readonly title: string;
  /** `2/7` */
  readonly step: string;
  /** The prompt of a box, or the placeholder of a list. */
  readonly prompt: string;
  readonly value: string;
  /** The labels of a list with their descriptions; a box has none. */
  readonly items: () => readonly vscode.QuickPickItem[];
  readonly buttons: readonly vscode.QuickInputButton[];
  /** What stands below a box. */
  readonly message: () => string | undefined;
  type(text: string): void;
  accept(): void;
  press(button: vscode.QuickInputButton | undefined): void;
  back(): void;
  /** Escape. */
  dismiss(): void;
  /** Whether its asker has closed it. */
  isClosed(): boolean;
}

/** Puts a person in front of the questions: each as it is shown is answered by the next of the steps. */
export async function withPerson<T>(
  steps: readonly ((question: ShownQuestion) => void)[],
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly left: number }> {
  const { createQuickPick, createInputBox } = vscode.window;
  const waiting = [...steps];
  const fake = (create: () => vscode.QuickInput) => (): unknown => {
    const input = create() as vscode.QuickPick<vscode.QuickPickItem> & vscode.InputBox;
    const [typed, accepted, pressed, hidden] = [
      new vscode.EventEmitter<string>(),
      new vscode.EventEmitter<void>(),
      new vscode.EventEmitter<vscode.QuickInputButton>(),
      new vscode.EventEmitter<void>(),
    ];
    let selected: readonly vscode.QuickPickItem[] = [];
    let [isTyped, isClosed] = [false, false];
    const question = (): ShownQuestion => ({
      title: input.title ?? '',
      step: `${input.step}/${input.totalSteps}`,
      prompt: input.prompt ?? input.placeholder ?? '',
      value: input.value,
      items: () => input.items ?? [],
      buttons: input.buttons,
      message: () => (typeof input.validationMessage === 'string' ? input.validationMessage : undefined),
      type: (text) => {
        input.value = text;
        typed.fire(text);
        isTyped = true;
      },
      accept: () => {
        // the first that fits is the active one, unless another was made that before anything was typed
        const items = (input.items ?? []).filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        const active = isTyped ? items.find(({ label }) => label === input.value) : (input.activeItems?.[0] ?? items[0]);
        if (!input.canSelectMany) selected = active ? [active] : [];
        accepted.fire();
      },
      press: (button) => {
        if (button) pressed.fire(button);
      },
      back: () => pressed.fire(vscode.QuickInputButtons.Back),
      dismiss: () => hidden.fire(),
      isClosed: () => isClosed,
    });
    Object.defineProperties(input, {
      onDidChangeValue: { value: typed.event },
      onDidAccept: { value: accepted.event },
      onDidTriggerButton: { value: pressed.event },
      onDidHide: { value: hidden.event },
      selectedItems: { get: () => selected, set: (items: readonly vscode.QuickPickItem[]) => (selected = items) },
      show: { value: () => waiting.shift()?.(question()) },
      hide: {
        value: () => {
          isClosed = true;
          hidden.fire();
        },
      },
      dispose: { value: () => (isClosed = true) },
    });
    return input;
  };
  Object.assign(vscode.window, { createQuickPick: fake(createQuickPick), createInputBox: fake(createInputBox) });
  try {
    return { result: await work(), left: waiting.length };
  } finally {
    Object.assign(vscode.window, { createQuickPick, createInputBox });
  }
}
