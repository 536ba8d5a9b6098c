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

interface Meaning<T> {
  readonly title: string;
  readonly placeHolder: string;
  /** The item that is meant by what was typed; undefined where nothing but the list itself says so. */
  meant(typed: string): T | undefined;
  /** Items that are offered for what was typed, best first, also where VS Code's own matching leaves them out. */
  similar(typed: string): readonly T[];
}

/**
 * The same for one item of a list in which some have other names too. Such a name is shown first, as it was typed, because that is what the
 * list takes for its best match, with the item it means. VS Code finds what was typed only as one piece: what is similar is added to that.
 */
export function showPickByName<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, placeHolder, meant, similar }: Meaning<T>,
): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick();
  const listed = items.map((item) => ({ item, shown: plainItem(item) }));
  let originals = new Map<vscode.QuickPickItem, T>();
  const show = (first: readonly (readonly [vscode.QuickPickItem, T])[], left: ReadonlySet<T>): void => {
    originals = new Map(first);
    for (const { item, shown } of listed) if (!left.has(item)) originals.set(shown, item);
    pick.items = [...originals.keys()];
  };
  const offer = (typed: string): void => {
    const item = meant(typed);
    const others = similar(typed).filter((other) => other !== item);
    show(
      [
        ...(item
          ? [[plainItem({ label: typed, description: vscode.l10n.t('means {0}', item.label), detail: item.detail ?? '' }), item] as const]
          : []),
        ...others.map((other) => [{ ...plainItem(other), alwaysShow: true }, other] as const),
      ],
      new Set(others),
    );
  };
  pick.title = plainText(title);
  pick.placeholder = plainText(placeHolder);
  pick.matchOnDescription = true;
  show([], new Set());
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => offer(value.trim()));
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      resolve(chosen && originals.get(chosen));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
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
