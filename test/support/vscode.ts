/**
 * What code of the extension host needs of VS Code to compute: values, and nothing that reaches a screen. The unit tests get it in place
 * of `vscode`; where VS Code itself is what is tested, the test is in `test/host`.
 */
import { URI, Utils } from 'vscode-uri';

export const Uri = Object.assign(URI, { joinPath: Utils.joinPath.bind(Utils) });

export class Disposable {
  readonly #end: () => void;
  constructor(end: () => void) {
    this.#end = end;
  }
  static from(...all: readonly { dispose(): void }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
  dispose(): void {
    this.#end();
  }
}

export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();
  readonly event = (listener: (value: T) => void): Disposable => {
    this.#listeners.add(listener);
    return new Disposable(() => this.#listeners.delete(listener));
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
  dispose(): void {
    this.#listeners.clear();
  }
}

export class ThemeColor {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class ThemeIcon {
  static readonly File = new ThemeIcon('file');
  static readonly Folder = new ThemeIcon('folder');
  readonly id: string;
  readonly color: ThemeColor | undefined;
  constructor(id: string, color?: ThemeColor) {
    this.id = id;
    this.color = color;
  }
}

export class MarkdownString {
  value: string;
  constructor(value = '') {
    this.value = value;
  }
}

export enum TreeItemCollapsibleState {
  None,
  Collapsed,
  Expanded,
}

export class TreeItem {
  label: string;
  collapsibleState: TreeItemCollapsibleState;
  constructor(label: string, collapsibleState = TreeItemCollapsibleState.None) {
    this.label = label;
    this.collapsibleState = collapsibleState;
  }
}

export class CancellationError extends Error {}
export class FileSystemError extends Error {}
export enum ConfigurationTarget {
  Global = 1,
  Workspace,
  WorkspaceFolder,
}
export enum ProgressLocation {
  SourceControl = 1,
  Window = 10,
  Notification = 15,
}

export const env = { language: 'en' };
export const window = {
  withProgress: <T>(_options: object, work: (progress: object, token: object) => T): T =>
    work({ report: () => undefined }, { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => undefined) }),
  setStatusBarMessage: () => new Disposable(() => undefined),
};
export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined,
  getWorkspaceFolder: () => undefined,
  getConfiguration: () => ({ get: (_name: string, standard?: unknown) => standard }),
};
export const commands = { executeCommand: () => Promise.resolve(undefined) };

/** Texts in English, with their places filled in as VS Code does it. */
export const l10n = {
  t: (text: string, ...args: readonly unknown[]): string => {
    const [first] = args;
    const values = (typeof first === 'object' && first !== null ? first : args) as Readonly<Record<string, unknown>>;
    return text.replace(/\{(\w+)\}/g, (place, name: string) => (Object.hasOwn(values, name) ? String(values[name]) : place));
  },
};
