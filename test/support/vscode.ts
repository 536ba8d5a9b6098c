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

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
  isBefore({ line, character }: Position): boolean {
    return this.line < line || (this.line === line && this.character < character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...places: [Position, Position] | [number, number, number, number]) {
    const [start, end] = places.length === 2 ? places : [new Position(places[0], places[1]), new Position(places[2], places[3])];
    this.start = start;
    this.end = end;
  }
  contains(other: Position | Range): boolean {
    const [start, end] = other instanceof Position ? [other, other] : [other.start, other.end];
    return !start.isBefore(this.start) && !this.end.isBefore(end);
  }
}

export class TextEdit {
  readonly range: Range;
  readonly newText: string;
  constructor(range: Range, newText: string) {
    this.range = range;
    this.newText = newText;
  }
  static replace(range: Range, newText: string): TextEdit {
    return new TextEdit(range, newText);
  }
}

export class WorkspaceEdit {
  readonly #edits = new Map<string, TextEdit[]>();
  replace(uri: URI, range: Range, newText: string): void {
    this.#edits.set(uri.toString(), [...this.get(uri), new TextEdit(range, newText)]);
  }
  insert(uri: URI, place: Position, newText: string): void {
    this.replace(uri, new Range(place, place), newText);
  }
  get(uri: URI): readonly TextEdit[] {
    return this.#edits.get(uri.toString()) ?? [];
  }
}

export enum DiagnosticSeverity {
  Error,
  Warning,
  Information,
  Hint,
}

export class Diagnostic {
  source?: string;
  code?: string;
  readonly range: Range;
  readonly message: string;
  readonly severity: DiagnosticSeverity;
  constructor(range: Range, message: string, severity = DiagnosticSeverity.Error) {
    this.range = range;
    this.message = message;
    this.severity = severity;
  }
}

export const CodeActionKind = { QuickFix: { value: 'quickfix' } };

export class CodeAction {
  readonly title: string;
  readonly kind: unknown;
  constructor(title: string, kind: unknown) {
    this.title = title;
    this.kind = kind;
  }
}

export class DocumentLink {
  readonly range: Range;
  constructor(range: Range) {
    this.range = range;
  }
}

export class TabInputText {
  readonly uri: URI;
  constructor(uri: URI) {
    this.uri = uri;
  }
}

export enum CompletionItemKind {
  Value = 11,
  Snippet = 14,
}

export class CompletionItem {
  readonly label: unknown;
  readonly kind: CompletionItemKind;
  constructor(label: unknown, kind: CompletionItemKind) {
    this.label = label;
    this.kind = kind;
  }
}

export class CompletionList {
  readonly items: readonly CompletionItem[];
  readonly isIncomplete: boolean;
  constructor(items: readonly CompletionItem[], isIncomplete: boolean) {
    this.items = items;
    this.isIncomplete = isIncomplete;
  }
}

export class SnippetString {
  value: string;
  #next = 1;
  constructor(value = '') {
    this.value = value;
  }
  appendText(text: string): this {
    this.value += text.replace(/[$}\\]/g, '\\$&');
    return this;
  }
  appendPlaceholder(text: string): this {
    this.value += `\${${this.#next++}:`;
    this.appendText(text).value += '}';
    return this;
  }
  appendTabstop(number: number): this {
    this.value += `$${number}`;
    return this;
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
  visibleTextEditors: [],
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
