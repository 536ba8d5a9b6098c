import * as vscode from 'vscode';

/** One question of a sequence. */
export interface InputStep {
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value: string;
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
    const answer = await ask(title, { ...step, value: answers[current] ?? step.value }, current + 1, totalSteps);
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

function ask(title: string, step: InputStep, number: number, totalSteps: number): Promise<string | typeof BACK | undefined> {
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
