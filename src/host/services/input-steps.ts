import * as vscode from 'vscode';
import { plainText } from '../screen/plain-text.ts';
import { plainItem } from '../screen/quick-pick.ts';

/** The person wants the question before. */
export const BACK = Symbol('back');
/** What a person answered; undefined when they changed their mind about the whole. */
export type Answer<T> = T | typeof BACK | undefined;

/** Where a question stands among those that are asked. */
export interface StepPlace {
  readonly title: string;
  /** From 1. */
  readonly step: number;
  readonly totalSteps: number;
  readonly memory: StepMemory;
}

/** What was answered before, for a person who comes back: as long as what was proposed then is proposed still. */
export class StepMemory {
  #proposed: string | undefined;
  #answer: unknown;

  /** What is there at first. */
  recall<T>(proposed: T): T {
    const key = JSON.stringify(proposed);
    if (key === this.#proposed) return this.#answer as T;
    this.#proposed = key;
    this.#answer = proposed;
    return proposed;
  }

  keep(answer: unknown): void {
    this.#answer = answer;
  }
}

/** One question of a sequence, and what it makes of the answers before it. */
export interface Question<Answers> {
  /** Whether there is anything to ask, by the answers before; there is where this is absent. */
  isAsked?(answers: Partial<Answers>): boolean;
  ask(answers: Partial<Answers>, place: StepPlace): Promise<Answer<Partial<Answers>>>;
}

/** Asks questions one after the other, with a way back to the one before; undefined when the person changed their mind. */
export async function askInTurn<Answers>(title: string, questions: readonly Question<Answers>[]): Promise<Partial<Answers> | undefined> {
  const memories = new Map(questions.map((question) => [question, new StepMemory()]));
  let answers: Partial<Answers> = {};
  for (let step = 1; ; ) {
    const asked = questions.filter((question) => question.isAsked?.(answers) ?? true);
    const question = asked[step - 1];
    if (question === undefined) return answers;
    const answer = await question.ask(answers, { title, step, totalSteps: asked.length, memory: memories.get(question) ?? new StepMemory() });
    if (answer === undefined) return undefined;
    if (answer === BACK) {
      step--;
    } else {
      answers = { ...answers, ...answer };
      step++;
    }
  }
}

/** What every question shows of where it stands; its answer by the means a person has. */
export function placeInput(input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] }, { title, step, totalSteps }: StepPlace): void {
  input.title = plainText(title);
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = step > 1 ? [vscode.QuickInputButtons.Back] : [];
}

interface Asked {
  readonly prompt: string;
  readonly placeholder?: string;
  /** Why an answer will not do; undefined when it will. */
  validate?(value: string): string | undefined;
}

/** Asks for a line of text; the answer is trimmed. */
export function askText(place: StepPlace, question: Asked & { readonly value: string }): Promise<Answer<string>> {
  const input = vscode.window.createInputBox();
  placeInput(input, place);
  input.prompt = plainText(question.prompt);
  input.placeholder = question.placeholder ?? '';
  input.value = place.memory.recall(question.value);
  /** The typed text may stand in it. */
  const problemOf = (value: string): string | undefined => {
    const problem = question.validate?.(value);
    return problem && plainText(problem);
  };
  return new Promise((resolve) => {
    const answer = (value: string | typeof BACK): void => {
      resolve(value);
      input.hide();
    };
    input.onDidChangeValue((value) => {
      input.validationMessage = value.trim() === '' ? undefined : problemOf(value.trim());
    });
    input.onDidTriggerButton(() => answer(BACK));
    input.onDidAccept(() => {
      const value = input.value.trim();
      input.validationMessage = problemOf(value);
      if (input.validationMessage) return;
      place.memory.keep(value);
      answer(value);
    });
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** An answer that is offered. */
export interface OfferedAnswer {
  /** What is answered with it. */
  readonly label: string;
  readonly description?: string;
  /** Of the offered ones that stand together. */
  readonly group?: string;
}

/** What is shown may differ from what is answered with it. */
interface AnswerItem extends vscode.QuickPickItem {
  readonly answer: string;
}

/** The same with answers to choose from; any other may be typed, and then stands first. */
export function askChoice(place: StepPlace, question: Asked & { readonly offered: readonly OfferedAnswer[] }): Promise<Answer<string>> {
  const pick = vscode.window.createQuickPick<AnswerItem>();
  const { offered } = question;
  const before = place.memory.recall(offered[0]?.label ?? '');
  const problemOf = (value: string): string | undefined => question.validate?.(value);
  const known = inGroups(offered);
  /** What was typed is the best match for itself, so it is shown first. It is last here: what is chosen just now is told by its number. */
  const offer = (typed: string): void => {
    const isKnown = typed === '' || offered.some(({ label }) => label === typed);
    pick.items = isKnown ? known : [...known, plainItem({ label: typed, answer: typed, description: problemOf(typed) ?? vscode.l10n.t('as typed'), alwaysShow: true })];
  };
  placeInput(pick, place);
  pick.placeholder = question.prompt;
  pick.matchOnDescription = true;
  offer('');
  const chosenBefore = pick.items.find(({ answer }) => answer === before);
  if (chosenBefore) pick.activeItems = [chosenBefore];
  else pick.value = before;
  if (pick.value !== '') offer(pick.value);
  return new Promise((resolve) => {
    const answer = (value: string | typeof BACK): void => {
      resolve(value);
      pick.hide();
    };
    pick.onDidChangeValue((value) => offer(value.trim()));
    pick.onDidTriggerButton(() => answer(BACK));
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0]?.answer ?? pick.value.trim();
      if (chosen === '' || problemOf(chosen) !== undefined) return;
      place.memory.keep(chosen);
      answer(chosen);
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** With the name of a group where it begins. */
function inGroups(offered: readonly OfferedAnswer[]): AnswerItem[] {
  return offered.flatMap(({ label, description, group }, at) => {
    const begins = group !== undefined && group !== offered[at - 1]?.group;
    const item = plainItem({ label, answer: label, description: description ?? '' });
    return begins ? [{ label: group, answer: '', kind: vscode.QuickPickItemKind.Separator }, item] : [item];
  });
}
