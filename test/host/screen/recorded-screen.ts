import assert from 'node:assert/strict';
import * as vscode from 'vscode';

/** A name that VS Code would make a link of, which runs a command on a click, and an icon. */
export const HOSTILE = '[x](command:workbench.action.terminal.new "y") $(trash)\u202e\u200b';

/** How a person answers what is shown: by the label of a button or an item. */
export interface Answers {
  readonly button?: string;
  readonly item?: string;
}

/** Every text that VS Code is given to show while work is done, until so many texts with the hostile name have come. */
export async function textsShown(
  work: () => unknown,
  { button, item, count = 1 }: Answers & { readonly count?: number } = {},
): Promise<string[]> {
  const texts: string[] = [];
  const enough = Promise.withResolvers<void>();
  const take = (...values: unknown[]): void => {
    texts.push(...values.filter((value) => typeof value === 'string'));
    if (texts.filter(isOfName).length >= count) enough.resolve();
  };
  const message = async (text: string, ...more: readonly (string | vscode.MessageOptions)[]): Promise<string | undefined> => {
    take(text, ...more.map((each) => (typeof each === 'string' ? each : each.detail)));
    return more.find((each) => each === button) as string | undefined;
  };
  const replaced = {
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    setStatusBarMessage: (text: string) => take(text),
    withProgress: async (
      { title }: vscode.ProgressOptions,
      task: (progress: unknown, token: vscode.CancellationToken) => unknown,
    ): Promise<unknown> => {
      take(title);
      return task({ report: ({ message: said }: { message?: string }) => take(said) }, new vscode.CancellationTokenSource().token);
    },
    showQuickPick: async (items: readonly vscode.QuickPickItem[], options: vscode.QuickPickOptions = {}): Promise<unknown> => {
      take(options.title, options.placeHolder, ...items.flatMap(({ label, description, detail }) => [label, description, detail]));
      const picked = items.find(({ label }) => label === item);
      return options.canPickMany ? picked && [picked] : picked;
    },
    showInputBox: async ({ title, prompt, validateInput }: vscode.InputBoxOptions): Promise<undefined> => {
      take(title, prompt, await validateInput?.(HOSTILE));
    },
  };
  const originals = Object.fromEntries(Object.keys(replaced).map((name) => [name, vscode.window[name as keyof typeof replaced]]));
  Object.assign(vscode.window, replaced);
  try {
    await work();
    await enough.promise;
  } finally {
    Object.assign(vscode.window, originals);
  }
  return texts;
}

/** Whether the name, or what is left of it, stands in a text. */
function isOfName(text: string): boolean {
  return text.includes('command:workbench.action.terminal.new');
}

/** The name was shown so often, and nothing of it is a link, an icon, or unseen. */
export function assertHarmless(texts: readonly string[], count = 1): void {
  assert.ok(texts.filter(isOfName).length >= count, `not shown: ${JSON.stringify(texts)}`);
  for (const text of texts) assert.doesNotMatch(text, /\]\(|\$\(|[\u202e\u200b]/, text);
}
