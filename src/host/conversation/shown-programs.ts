import * as vscode from 'vscode';
import {
  hasSessionFolder,
  type Home,
  keepsDocuments,
  type Program,
  PROGRAM_NAMES,
  PROGRAMS,
  sessionFolders,
} from '../../core/conversation/sessions.ts';
import { confirm, notify } from '../screen/notify.ts';
import { showPick } from '../screen/quick-pick.ts';
import { offerTrust } from '../screen/unavailable.ts';

/** Under which the programs are remembered, for the folder. */
const KEY = 'agentArtifacts.shownPrograms';
/** Under which those are remembered whose question also named the folders in which they keep more of their sessions: versions up to 0.4.0 named none. */
const ELSEWHERE_KEY = 'agentArtifacts.shownPrograms.elsewhere';
/** Begins the names of contexts that say of each program whether it is installed. Also in `when` clauses of package.json. */
const INSTALLED_CONTEXT = 'agentArtifacts.isInstalled.';

/** The programs whose conversations a person agreed to have read, for this workspace. */
export class ShownPrograms implements vscode.Disposable {
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #home: Home | undefined;
  readonly #onDidChange = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#onDidChange.event;

  /** @param home undefined where there are no local files: then no program is ever offered */
  constructor(memory: Pick<vscode.Memento, 'get' | 'update'>, home: Home | undefined) {
    this.#memory = memory;
    this.#home = home;
  }

  /** None in Restricted Mode: what was agreed to counts again when the workspace is trusted. */
  get shown(): readonly Program[] {
    return vscode.workspace.isTrusted ? this.#remembered : [];
  }

  /** Whether a person agreed to have the folders read, too, in which a program keeps more of its sessions. */
  readsElsewhere(program: Program): boolean {
    return this.shown.includes(program) && this.#named.includes(program);
  }

  /** Those that a person may be asked about. */
  get others(): readonly Program[] {
    if (!this.#home || !vscode.workspace.isTrusted) return [];
    return PROGRAMS.filter((program) => !this.#remembered.includes(program));
  }

  /** Those of them that have a folder for their sessions; nothing in it is looked at. */
  async installed(): Promise<Program[]> {
    const home = this.#home;
    if (!home) return [];
    const others = await Promise.all(this.others.map(async (program) => ((await hasSessionFolder(program, home)) ? [program] : [])));
    return others.flat();
  }

  /** Says which are installed, for the buttons of the empty view. */
  async tellInstalled(): Promise<void> {
    const installed = await this.installed();
    const tell = (program: Program) =>
      vscode.commands.executeCommand('setContext', `${INSTALLED_CONTEXT}${program}`, installed.includes(program));
    await Promise.all(this.others.map(tell));
  }

  /** Asks whether the conversations of a program may be read. @param argument its name; without one a person chooses */
  async show(argument: unknown): Promise<void> {
    const home = this.#home;
    if (!vscode.workspace.isTrusted) {
      offerTrust(vscode.l10n.t('Sessions of other programs are not read in Restricted Mode.'));
      return;
    }
    if (!home) return;
    const program = programOf(argument, PROGRAMS) ?? (await this.#chooseInstalled());
    if (program === undefined || this.#remembered.includes(program)) return;
    const name = PROGRAM_NAMES[program];
    const agreed = await confirm({
      question: vscode.l10n.t('Show the sessions of {0}?', name),
      paragraphs: [
        [
          vscode.l10n.t('These folders are read while the view or a gallery of one of its conversations is open:'),
          ...sessionFolders(program, home).flatMap(({ folder, elsewhere = [] }) => [folder, ...elsewhere]),
        ],
        keepsDocuments(program)
          ? vscode.l10n.t(
              'The beginnings of up to three documents of each listed conversation are read for its title. Its messages are not read.',
            )
          : vscode.l10n.t(
              'The beginning and end of each listed session are read for its title and model. If it is not too large, the rest is read too, to find out whether its next request fails.',
            ),
        vscode.l10n.t('Nothing is changed, nothing is copied, and nothing leaves this machine.'),
        vscode.l10n.t('This is remembered for this workspace only. To undo it, run “Stop Showing Sessions of a Program…”.'),
      ],
      action: vscode.l10n.t('Show Sessions'),
    });
    if (!agreed) return;
    await this.#memory.update(ELSEWHERE_KEY, [...this.#named.filter((each) => each !== program), program]);
    await this.#remember([...this.#remembered.filter((each) => each !== program), program]);
  }

  /** Takes it back. @param argument the program, or its node in the view; without one a person chooses */
  async stop(argument: unknown): Promise<void> {
    const title = vscode.l10n.t('Stop Showing the Sessions of Which Program?');
    const program = programOf(argument, this.#remembered) ?? (await chosen(this.#remembered, title));
    if (program === undefined) return;
    await this.#memory.update(ELSEWHERE_KEY, undefinedIfEmpty(this.#named.filter((each) => each !== program)));
    await this.#remember(this.#remembered.filter((each) => each !== program));
  }

  async #chooseInstalled(): Promise<Program | undefined> {
    const installed = await this.installed();
    if (installed.length > 0) return chosen(installed, vscode.l10n.t('Show the Sessions of Which Program?'));
    notify('information', vscode.l10n.t('No other program with sessions was found on this machine.'));
    return undefined;
  }

  dispose(): void {
    this.#onDidChange.dispose();
  }

  get #remembered(): readonly Program[] {
    return this.#programsIn(KEY);
  }

  get #named(): readonly Program[] {
    return this.#programsIn(ELSEWHERE_KEY);
  }

  #programsIn(key: string): readonly Program[] {
    const stored = this.#home ? this.#memory.get<unknown>(key) : undefined;
    return Array.isArray(stored) ? PROGRAMS.filter((program) => stored.includes(program)) : [];
  }

  async #remember(programs: readonly Program[]): Promise<void> {
    await this.#memory.update(KEY, undefinedIfEmpty(programs));
    this.#onDidChange.fire();
  }
}

/** What is remembered of a list; nothing of an empty one. */
function undefinedIfEmpty(programs: readonly Program[]): readonly Program[] | undefined {
  return programs.length > 0 ? programs : undefined;
}

/** The program of a name or of a node of the view; any other argument is none. */
function programOf(argument: unknown, among: readonly Program[]): Program | undefined {
  const named = typeof argument === 'object' && argument !== null && 'program' in argument ? argument.program : argument;
  return among.find((program) => program === named);
}

/** The program that a person chooses. */
async function chosen(among: readonly Program[], title: string): Promise<Program | undefined> {
  const items = among.map((program) => ({ label: PROGRAM_NAMES[program], program }));
  return (await showPick(items, { title }))?.program;
}
