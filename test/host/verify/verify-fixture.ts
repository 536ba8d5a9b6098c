import * as vscode from 'vscode';
import { requestCount, type SuggestedChange } from '../../../src/core/verify/verify-service.ts';
import { formatSentence } from '../../../src/core/io/errors.ts';
import type { VerifyTarget } from '../../../src/core/verify/target.ts';
import type { VerifyDialogue } from '../../../src/host/verify/dialogue.ts';
import { Verifier, type VerifyDependencies } from '../../../src/host/verify/verify-capabilities.ts';
import { httpSender } from '../../../src/platform/http-sender.ts';
import { parseVerifyHostMessage, type VerifyHostMessage, type VerifyState } from '../../../src/shared/verify-protocol.ts';
import { FakePanel } from '../fake-panel.ts';
import { rootsOf } from '../services/services-fixture.ts';

/** How long a change of the screen may take, in milliseconds. */
const PATIENCE = 45_000;

/** A person who agrees to everything, unless a test says otherwise. What they were shown is kept. */
export class Person implements VerifyDialogue {
  readonly seen: string[] = [];
  agrees: (target: VerifyTarget) => boolean | Promise<boolean> = () => true;
  variable: 'variable' | 'no_key' | undefined = 'variable';
  picks: (changes: readonly SuggestedChange[]) => readonly SuggestedChange[] | undefined | Promise<readonly SuggestedChange[] | undefined> =
    (changes) => changes;

  refuseUntrusted(): void {
    this.seen.push('untrusted');
  }

  reportProblem(name: string, { because }: Parameters<VerifyDialogue['reportProblem']>[1]): void {
    this.seen.push(`${name}: ${formatSentence(because)}`);
  }

  async confirm(target: VerifyTarget): Promise<boolean> {
    this.seen.push(`${requestCount(target)} to ${target.address}, key ${target.key.from}`, JSON.stringify(target));
    return this.agrees(target);
  }

  async useVariable(variable: string): Promise<'variable' | 'no_key' | undefined> {
    this.seen.push(`variable ${variable}`);
    return this.variable;
  }

  async pickChanges(_name: string, changes: readonly SuggestedChange[]): Promise<readonly SuggestedChange[] | undefined> {
    this.seen.push(changes.map(({ kind, list, type }) => `${kind} ${list}.${type}`).join(', '));
    return this.picks(changes);
  }
}

/** The panel of a verification. */
export class TestPage extends FakePanel<VerifyHostMessage> {
  constructor() {
    super(parseVerifyHostMessage);
  }

  reveal(): void {
    this.ask('ready');
  }

  ask(type: unknown): void {
    this.received.fire({ type });
  }

  get state(): VerifyState | undefined {
    return this.sent.at(-1)?.state;
  }

  /** The state as it is now or soon. */
  shows(wanted: (state: VerifyState) => boolean): Promise<VerifyState> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        const { state } = this;
        if (!state || !wanted(state)) return;
        clearTimeout(timer);
        listener.dispose();
        resolve(state);
      };
      const timer = setTimeout(() => {
        listener.dispose();
        reject(new Error(`The page shows ${JSON.stringify(this.state)}`));
      }, PATIENCE);
      const listener = this.onDidSend(look);
      look();
    });
  }
}

export interface Stage {
  readonly verifier: Verifier;
  readonly person: Person;
  /** Panels, oldest first. */
  readonly pages: readonly TestPage[];
  readonly log: readonly string[];
}

export function stage(overrides: Partial<VerifyDependencies> = {}): Stage {
  const person = new Person();
  const pages: TestPage[] = [];
  const log: string[] = [];
  const note = (text: string): void => void log.push(text);
  const createPanel = (): vscode.WebviewPanel => {
    const page = new TestPage();
    pages.push(page);
    return page as unknown as vscode.WebviewPanel;
  };
  const verifier = new Verifier({
    roots: rootsOf(),
    extensionUri: vscode.Uri.file('/extension'),
    logger: { debug: note, info: note, warn: note, error: note },
    environment: () => undefined,
    send: httpSender(),
    dialogue: person,
    createPanel,
    ...overrides,
  });
  return { verifier, person, pages, log };
}
