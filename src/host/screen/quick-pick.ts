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

/** A list that is asked after another one. */
interface NextList<T> {
  readonly items: readonly T[];
  readonly options: vscode.QuickPickOptions;
}

/**
 * Asks for one item of a list, and then for one of the list that follows from it, which takes the place of the first one. Between two lists VS
 * Code would give the focus back to where it was; a page gets it so late that the second list, which is open by then, closes.
 */
export function showPickThen<T extends vscode.QuickPickItem, U extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, placeHolder }: { readonly title: string; readonly placeHolder: string },
  next: (picked: T) => Promise<NextList<U>>,
): Promise<U | undefined> {
  const pick = vscode.window.createQuickPick();
  const originals = new Map(items.map((item) => [plainItem<vscode.QuickPickItem>(item), item]));
  pick.title = plainText(title);
  pick.placeholder = plainText(placeHolder);
  pick.matchOnDescription = true;
  pick.items = [...originals.keys()];
  let [isAnswered, isHidden] = [false, false];
  const goOn = async (picked: T): Promise<U | undefined> => {
    const { items: others, options } = await next(picked);
    return isHidden ? undefined : showPick(others, options);
  };
  return new Promise((resolve, reject) => {
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      const picked = chosen && originals.get(chosen);
      if (!picked || isAnswered) return;
      isAnswered = true;
      pick.busy = true;
      goOn(picked)
        .then(resolve, reject)
        .finally(() => pick.dispose());
    });
    pick.onDidHide(() => {
      isHidden = true;
      if (isAnswered) return;
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

interface Meaning<T> {
  readonly title: string;
  readonly placeHolder: string;
  /** The item that is meant by what was typed; undefined where nothing but the list itself says so. */
  meant(typed: string): T | undefined;
  /** Items that fit what was typed: they are shown where they stand in the list, also if VS Code's own matching leaves them out. */
  similar(typed: string): readonly T[];
}

/**
 * The same for one item of a list in which some have other names too. Such a name is listed as it was typed, because that is what VS Code takes
 * for its best match and shows first, with the item it means. VS Code finds what was typed only as one piece: what is similar is shown too.
 *
 * No item changes its place while the person types: VS Code says which one was chosen by its place in the list that it had at that moment.
 */
export function showPickByName<T extends vscode.QuickPickItem>(
  items: readonly T[],
  { title, placeHolder, meant, similar }: Meaning<T>,
): Promise<T | undefined> {
  const pick = vscode.window.createQuickPick();
  const listed = items.map((item) => plainItem<vscode.QuickPickItem>(item));
  const originals = new Map<vscode.QuickPickItem, T>();
  const list = (shown: readonly vscode.QuickPickItem[], other?: { readonly shown: vscode.QuickPickItem; readonly item: T }): void => {
    for (const [at, item] of items.entries()) originals.set(shown[at] as vscode.QuickPickItem, item);
    if (other) originals.set(other.shown, other.item);
    pick.items = other ? [...shown, other.shown] : shown;
  };
  let isAsListed = true;
  const offer = (typed: string): void => {
    const item = meant(typed);
    const others = new Set(similar(typed).filter((other) => !isFound(other, typed)));
    if (!item && others.size === 0 && isAsListed) return;
    isAsListed = !item && others.size === 0;
    list(
      listed.map((shown, at) => (others.has(items[at] as T) ? { ...shown, alwaysShow: true } : shown)),
      item && { shown: plainItem({ label: typed, description: meaningOf(item, typed), detail: item.detail ?? '' }), item },
    );
  };
  pick.title = plainText(title);
  pick.placeholder = plainText(placeHolder);
  pick.matchOnDescription = true;
  list(listed);
  return new Promise((resolve) => {
    pick.onDidChangeValue((value) => offer(value.trim()));
    pick.onDidAccept(() => {
      const [chosen] = pick.selectedItems;
      if (!chosen) return;
      resolve(originals.get(chosen));
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** What a typed name stands for; of an item that is not in the list under its own name, what is said of it. */
function meaningOf({ label, description = '' }: vscode.QuickPickItem, typed: string): string {
  return label === typed ? description : vscode.l10n.t('means {0}', label);
}

/** Whether VS Code finds what was typed in an item by itself. */
function isFound({ label, description = '' }: vscode.QuickPickItem, typed: string): boolean {
  return [label, description].some((text) => text.toLowerCase().includes(typed.toLowerCase()));
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
