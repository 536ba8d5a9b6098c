import * as vscode from 'vscode';

/** One question of a sequence. */
export interface InputStep {
  readonly prompt: string;
  readonly placeholder?: string;
  /** What is there at first; may follow from the answers before. */
  readonly value: string | ((answers: readonly string[]) => string);
  /** Answers that are offered; any other may be typed. */
  readonly choices?: readonly string[];
  /** Why an answer will not do; undefined when it will. */
  validate?(value: string): string | undefined;
}

/**
 * Asks questions one after the other, with a way back to the one before. Answers are trimmed; undefined when the
 * person changed their mind.
 */
export async function askInSteps(title: string, steps: readonly InputStep[], totalSteps: number): Promise<string[] | undefined> {
  const answers: string[] = [];
  let current = 0;
  for (;;) {
    const step = steps[current];
    if (step === undefined) return answers.slice(0, steps.length);
    const value = answers[current] ?? (typeof step.value === 'string' ? step.value : step.value(answers));
    const answer = await (step.choices ? choose : ask)(title, { ...step, value }, current + 1, totalSteps);
    if (answer === undefined) return undefined;
    if (answer === BACK) {
      current--;
    } else {
      answers[current] = answer;
      current++;
    }
  }
}

const BACK = Symbol('back');

type AskedStep = InputStep & { readonly value: string };

function ask(title: string, step: AskedStep, number: number, totalSteps: number): Promise<string | typeof BACK | undefined> {
  const input = vscode.window.createInputBox();
  input.title = title;
  input.step = number;
  input.totalSteps = totalSteps;
  input.prompt = step.prompt;
  input.placeholder = step.placeholder ?? '';
  input.value = step.value;
  input.ignoreFocusOut = true;
  input.buttons = number > 1 ? [vscode.QuickInputButtons.Back] : [];
  return new Promise((resolve) => {
    const answer = (value: string | typeof BACK): void => {
      resolve(value);
      input.hide();
    };
    input.onDidChangeValue((value) => {
      input.validationMessage = value.trim() === '' ? undefined : step.validate?.(value.trim());
    });
    input.onDidTriggerButton(() => answer(BACK));
    input.onDidAccept(() => {
      const value = input.value.trim();
      input.validationMessage = step.validate?.(value);
      if (!input.validationMessage) answer(value);
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

interface Choice extends vscode.QuickPickItem {
  readonly answer: string;
}

/** The same with answers to choose from. */
function choose(title: string, step: AskedStep, number: number, totalSteps: number): Promise<string | typeof BACK | undefined> {
  const pick = vscode.window.createQuickPick<Choice>();
  const choices = (step.choices ?? []).map((label): Choice => ({ label, answer: label }));
  /** A known answer stands first when it is typed whole; what is not known stands last: its label is no match. */
  const offer = (typed: string): void => {
    const whole = choices.filter(({ label }) => label === typed);
    const others = whole.length === 0 ? choices : choices.filter(({ label }) => label !== typed);
    const own = typed === '' || whole.length > 0 ? [] : [{ label: vscode.l10n.t('Another one'), description: typed, alwaysShow: true, answer: typed }];
    pick.items = [...whole, ...others, ...own];
  };
  pick.title = title;
  pick.step = number;
  pick.totalSteps = totalSteps;
  pick.placeholder = step.prompt;
  pick.value = step.value;
  pick.ignoreFocusOut = true;
  pick.buttons = number > 1 ? [vscode.QuickInputButtons.Back] : [];
  offer(step.value);
  return new Promise((resolve) => {
    const answer = (value: string | typeof BACK): void => {
      resolve(value);
      pick.hide();
    };
    pick.onDidChangeValue((value) => offer(value.trim()));
    pick.onDidTriggerButton(() => answer(BACK));
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0]?.answer ?? pick.value.trim();
      if (chosen !== '') answer(chosen);
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}
