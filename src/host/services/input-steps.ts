import * as vscode from 'vscode';
import { plainText } from '../screen/plain-text.ts';
import { plainItem } from '../screen/quick-pick.ts';

/** The person wants the question before. */
export const BACK = Symbol('back');
/** What a person answered; undefined when they changed their mind about the whole. */
export type Answer<T> = T | typeof BACK | undefined;

/** The position of a question in the sequence. */
export interface StepPlace {
  readonly title: string;
  /** From 1. */
  readonly step: number;
  readonly totalSteps: number;
  readonly memory: StepMemory;
  /** Present where what is proposed can be accepted for this question and all behind it. */
  readonly all?: AcceptedAll;
}

/** Whether a person has accepted all that is proposed; then only what has no proposal that will do is asked. */
interface AcceptedAll {
  isAccepted: boolean;
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
export interface InputStep<Answers> {
  /** Whether there is anything to ask, by the answers before; there is where this is absent. */
  isAsked?(answers: Partial<Answers>): boolean;
  ask(answers: Partial<Answers>, place: StepPlace): Promise<Answer<Partial<Answers>>>;
}

/**
 * Asks questions one after the other, with a way back to the one before; undefined when the person changed their mind.
 *
 * @param options.offersAll with a way to accept all that is proposed, once the first question is answered
 */
export async function askInTurn<Answers>(
  title: string,
  questions: readonly InputStep<Answers>[],
  { offersAll = false } = {},
): Promise<Partial<Answers> | undefined> {
  const all: AcceptedAll = { isAccepted: false };
  const memories = new Map(questions.map((question) => [question, new StepMemory()]));
  let answers: Partial<Answers> = {};
  for (let step = 1; ;) {
    const asked = questions.filter((question) => question.isAsked?.(answers) ?? true);
    const question = asked[step - 1];
    if (question === undefined) return answers;
    const place = {
      title,
      step,
      totalSteps: asked.length,
      memory: memories.get(question) ?? new StepMemory(),
      ...(offersAll && step > 1 && { all }),
    };
    const answer = await question.ask(answers, place);
    if (answer === undefined) return undefined;
    if (answer === BACK) {
      all.isAccepted = false;
      step--;
    } else {
      answers = { ...answers, ...answer };
      step++;
    }
  }
}

/** The button that accepts what is proposed for this question and all behind it. */
function acceptAllButton(): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon('check-all'), tooltip: vscode.l10n.t('Accept All') };
}

/** Shows a question with its position and buttons. @returns the meaning of the pressed button */
export function placeInput(
  input: vscode.QuickInput & { buttons: readonly vscode.QuickInputButton[] },
  { title, step, totalSteps, all }: StepPlace,
): (button: vscode.QuickInputButton) => 'back' | 'all' | undefined {
  input.title = plainText(title);
  input.step = step;
  input.totalSteps = totalSteps;
  input.ignoreFocusOut = true;
  const acceptAll = all && step < totalSteps ? acceptAllButton() : undefined;
  input.buttons = [...(acceptAll ? [acceptAll] : []), ...(step > 1 ? [vscode.QuickInputButtons.Back] : [])];
  return (button) => (button === vscode.QuickInputButtons.Back ? 'back' : button === acceptAll ? 'all' : undefined);
}

interface TextQuestion {
  readonly prompt: string;
  readonly placeholder?: string;
  /** Why an answer will not do; undefined when it will. */
  validate?(value: string): string | undefined;
}

/** Asks for a line of text; the answer is trimmed. */
export function askText(place: StepPlace, question: TextQuestion & { readonly value: string }): Promise<Answer<string>> {
  const proposed = place.memory.recall(question.value);
  if (place.all?.isAccepted && question.validate?.(proposed) === undefined) return Promise.resolve(proposed);
  const input = vscode.window.createInputBox();
  const meantBy = placeInput(input, place);
  input.prompt = plainText(question.prompt);
  input.placeholder = question.placeholder ?? '';
  input.value = proposed;
  /** May contain the typed text. */
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
    const accept = (): boolean => {
      const value = input.value.trim();
      input.validationMessage = problemOf(value);
      if (input.validationMessage) return false;
      place.memory.keep(value);
      answer(value);
      return true;
    };
    input.onDidTriggerButton((button) => pressed(meantBy(button), place, () => answer(BACK), accept));
    input.onDidAccept(accept);
    input.onDidHide(() => {
      resolve(undefined);
      input.dispose();
    });
    input.show();
  });
}

/** @param accept answers with what is there, if that will do */
function pressed(meant: 'back' | 'all' | undefined, { all }: StepPlace, back: () => void, accept: () => boolean): void {
  if (meant === 'back') back();
  if (meant === 'all' && all) all.isAccepted = accept();
}

/** An answer that is offered. */
export interface OfferedAnswer {
  /** What is answered with it. */
  readonly label: string;
  readonly description?: string;
  /** Items of one group. */
  readonly group?: string;
}

/** What is shown may differ from what is answered with it. */
interface AnswerItem extends vscode.QuickPickItem {
  readonly answer: string;
}

interface Choice extends TextQuestion {
  readonly offered: readonly OfferedAnswer[];
  /** The offered answer that is meant by another spelling of it. */
  meant?(typed: string): string | undefined;
}

/** The same with answers to choose from, or any other that is typed. */
export function askChoice(place: StepPlace, question: Choice): Promise<Answer<string>> {
  const { offered } = question;
  const before = place.memory.recall(offered[0]?.label ?? '');
  const problemOf = (value: string): string | undefined => question.validate?.(value);
  if (place.all?.isAccepted && before !== '' && problemOf(before) === undefined) return Promise.resolve(before);
  const pick = vscode.window.createQuickPick<AnswerItem>();
  const known = inGroups(offered);
  const offer = (typed: string): void => {
    pick.items = [...meantItems(typed, question), ...known, ...typedItems(typed, question)];
  };
  const meantBy = placeInput(pick, place);
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
    const accept = (chosen: string): boolean => {
      if (chosen === '' || problemOf(chosen) !== undefined) return false;
      place.memory.keep(chosen);
      answer(chosen);
      return true;
    };
    pick.onDidChangeValue((value) => offer(value.trim()));
    pick.onDidTriggerButton((button) =>
      pressed(
        meantBy(button),
        place,
        () => answer(BACK),
        () => accept(pick.activeItems[0]?.answer ?? pick.value.trim()),
      ),
    );
    pick.onDidAccept(() => accept(pick.selectedItems[0]?.answer ?? pick.value.trim()));
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

/** The answer that is meant, under the name that was typed: that is the best match for it, so it is shown first. */
function meantItems(typed: string, { meant }: Choice): AnswerItem[] {
  const answer = typed === '' ? undefined : meant?.(typed);
  return answer === undefined ? [] : [plainItem({ label: typed, answer, description: vscode.l10n.t('means {0}', answer) })];
}

/** What was typed, where it is not offered: behind what is meant by it or begins with it, else before everything that is like it. */
function typedItems(typed: string, { offered, validate, meant }: Choice): AnswerItem[] {
  if (typed === '' || offered.some(({ label }) => label === typed)) return [];
  const begun = typed.toLowerCase();
  const isBehind = meant?.(typed) !== undefined || offered.some(({ label }) => label.toLowerCase().startsWith(begun));
  // the list shows first whose label begins with what was typed
  return [
    plainItem({
      label: isBehind ? vscode.l10n.t('Use "{0}"', typed) : typed,
      answer: typed,
      description: validate?.(typed) ?? vscode.l10n.t('as typed'),
      alwaysShow: true,
    }),
  ];
}

/** With the name of a group where it begins. */
function inGroups(offered: readonly OfferedAnswer[]): AnswerItem[] {
  return offered.flatMap(({ label, description, group }, at) => {
    const item = plainItem({ label, answer: label, description: description ?? '' });
    const begins = group !== undefined && group !== offered[at - 1]?.group;
    return begins ? [{ label: group, answer: '', kind: vscode.QuickPickItemKind.Separator }, item] : [item];
  });
}
