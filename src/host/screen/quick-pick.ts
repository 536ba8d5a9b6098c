import * as vscode from 'vscode';
import { plainText } from './plain-text.ts';

type Many = vscode.QuickPickOptions & { readonly canPickMany: true };

/** An item as it is shown: no icon comes out of its words. One that is wanted is its `iconPath`. */
export function plainItem<T extends vscode.QuickPickItem>(item: T): T {
  const { label, description, detail } = item;
  return {
    ...item,
    label: plainText(label),
    ...(description !== undefined && { description: plainText(description) }),
    ...(detail !== undefined && { detail: plainText(detail) }),
  };
}

/** Asks for one item of a list, or for several; undefined when the person changed their mind. */
export function showPick<T extends vscode.QuickPickItem>(items: readonly T[], options: Many): Promise<readonly T[] | undefined>;
export function showPick<T extends vscode.QuickPickItem>(items: readonly T[], options: vscode.QuickPickOptions): Promise<T | undefined>;
export async function showPick<T extends vscode.QuickPickItem>(
  items: readonly T[],
  options: vscode.QuickPickOptions,
): Promise<T | readonly T[] | undefined> {
  const originals = new Map(items.map((item) => [plainItem(item), item]));
  const shown = {
    ...options,
    ...(options.title !== undefined && { title: plainText(options.title) }),
    ...(options.placeHolder !== undefined && { placeHolder: plainText(options.placeHolder) }),
  };
  const picked: T | readonly T[] | undefined = await vscode.window.showQuickPick([...originals.keys()], shown);
  return Array.isArray(picked)
    ? (picked as readonly T[]).flatMap((item) => originals.get(item) ?? [])
    : picked && originals.get(picked as T);
}

type InputOptions = Omit<vscode.InputBoxOptions, 'validateInput'> & {
  /** Why an answer will not do; undefined when it will. */
  validateInput?(value: string): string | undefined;
};

/** Asks for a line of text. What its validation says is shown as the text it is, the typed text in it included. */
export async function showInput({ validateInput, ...options }: InputOptions): Promise<string | undefined> {
  return vscode.window.showInputBox({
    ...options,
    ...(options.title !== undefined && { title: plainText(options.title) }),
    ...(options.prompt !== undefined && { prompt: plainText(options.prompt) }),
    ...(validateInput && {
      validateInput: (value) => {
        const problem = validateInput(value);
        return problem && plainText(problem);
      },
    }),
  });
}
