import * as vscode from 'vscode';
import { FORMAT_NAMES, IMPORT_FORMATS, type ImportFormat } from '../../../core/models/exchange/exchange.ts';
import { showPick } from '../../screen/quick-pick.ts';
import { lastName } from '../../screen/documents.ts';

/** The folders below which other programs keep their configurations. */
export interface KnownFolders {
  /** The storage of this extension, from which the user's data of VS Code are found. */
  readonly globalStorage: vscode.Uri;
  readonly home: vscode.Uri | undefined;
}

interface Place {
  /** Undefined where several programs call their file so. */
  readonly format: ImportFormat | undefined;
  readonly uri: vscode.Uri;
}

/** Names of configurations in a workspace; the program is known from the name alone, nothing is read. */
const NAMES: readonly { readonly format: ImportFormat; readonly globs: readonly string[]; readonly name: RegExp }[] = [
  { format: 'litellm', globs: ['*litellm*.yaml', '*litellm*.yml'], name: /litellm.*\.ya?ml$/i },
  { format: 'opencode', globs: ['opencode.json', 'opencode.jsonc'], name: /^opencode\.jsonc?$/i },
  { format: 'continue', globs: ['.continue/config.yaml', '.continue/config.json'], name: /^config\.(?:yaml|json)$/i },
  { format: 'vscode', globs: ['chatLanguageModels.json'], name: /^chatLanguageModels\.json$/i },
];
/** Names that say nothing of the program in a folder's root, where several look for their configuration. */
const SHARED_NAMES = ['config.yaml', 'config.yml'];
/** The most that are offered of a workspace. */
const MOST_FOUND = 20;
/** An empty list or object, and a line end: nothing could be imported from it. In bytes. */
const LEAST_SIZE = 5;

/** Configurations of other programs in the folders of the window that hold something, by their names; those nearest to the top first, and behind them what may be one, in the roots. */
export async function workspacePlaces(): Promise<readonly Place[]> {
  const files = await vscode.workspace.findFiles(`**/{${NAMES.flatMap(({ globs }) => globs).join(',')}}`, '**/node_modules/**', MOST_FOUND);
  const places = files.flatMap((uri) => {
    const format = NAMES.find(({ name }) => name.test(lastName(uri)))?.format;
    return format ? [{ format, uri }] : [];
  });
  const depth = ({ uri }: Place): number => uri.path.split('/').length;
  const inRoots = (vscode.workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    SHARED_NAMES.map((name) => ({ format: undefined, uri: vscode.Uri.joinPath(uri, name) })),
  );
  const [certain, possible] = await Promise.all([holdingSomething(places), holdingSomething(inRoots)]);
  return [...certain.toSorted((a, b) => depth(a) - depth(b) || (a.uri.path > b.uri.path ? 1 : -1)), ...possible];
}

/** Usual locations of configurations; only non-empty files. VS Code's comes last, because it exists even without any model. Nothing is read. */
export async function knownPlaces({ globalStorage, home }: KnownFolders): Promise<readonly Place[]> {
  const inHome = (format: ImportFormat, ...path: string[]): Place[] => (home ? [{ format, uri: vscode.Uri.joinPath(home, ...path) }] : []);
  return holdingSomething([
    ...inHome('opencode', '.config/opencode/opencode.json'),
    ...inHome('opencode', '.config/opencode/opencode.jsonc'),
    ...inHome('continue', '.continue/config.yaml'),
    ...inHome('continue', '.continue/config.json'),
    { format: 'vscode', uri: vscode.Uri.joinPath(globalStorage, '../..', FORMAT_NAMES.vscode.file) },
  ]);
}

async function holdingSomething(places: readonly Place[]): Promise<readonly Place[]> {
  const sizes = await Promise.all(places.map(({ uri }) => sizeOf(uri)));
  return places.filter((_, at) => (sizes[at] ?? 0) >= LEAST_SIZE);
}

/** In bytes; 0 where there is no file. */
async function sizeOf(uri: vscode.Uri): Promise<number> {
  try {
    const { type, size } = await vscode.workspace.fs.stat(uri);
    return (type & vscode.FileType.File) === 0 ? 0 : size;
  } catch {
    return 0;
  }
}

/** Asks for the file to import from: one of the workspace, one of those known, or any other. */
export async function pickSource(folders: KnownFolders): Promise<vscode.Uri | undefined> {
  const [inWorkspace, elsewhere] = await Promise.all([workspacePlaces(), knownPlaces(folders)]);
  const others = elsewhere.filter(({ uri }) => !inWorkspace.some((place) => place.uri.toString() === uri.toString()));
  if (inWorkspace.length + others.length === 0) return openDialog();
  const group = (label: string, items: readonly SourceItem[]): readonly SourceItem[] =>
    items.length === 0 ? [] : [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
  const items = [
    ...group(
      vscode.l10n.t('In the workspace'),
      inWorkspace.map(({ format, uri }) => itemOf(format, uri, vscode.workspace.asRelativePath(uri))),
    ),
    ...group(
      vscode.l10n.t('On this machine'),
      others.map(({ format, uri }) => itemOf(format, uri, uri.fsPath)),
    ),
    ...group(vscode.l10n.t('Elsewhere'), [{ label: vscode.l10n.t('Choose a File…'), iconPath: new vscode.ThemeIcon('folder-opened') }]),
  ];
  const picked = await showPick(items, {
    title: vscode.l10n.t('Import Model Services'),
    placeHolder: vscode.l10n.t('Import from which program?'),
    matchOnDescription: true,
  });
  return picked && (picked.uri ?? openDialog());
}

type SourceItem = vscode.QuickPickItem & { readonly uri?: vscode.Uri };

function itemOf(format: ImportFormat | undefined, uri: vscode.Uri, description: string): SourceItem {
  const candidates = IMPORT_FORMATS.map((each) => FORMAT_NAMES[each]).filter(({ file }) => file === SHARED_NAMES[0]);
  const label = format ? FORMAT_NAMES[format].name : vscode.l10n.t('Possibly {0}', candidates.map(({ name }) => name).join(', '));
  return { label, description, iconPath: new vscode.ThemeIcon('file'), uri };
}

async function openDialog(): Promise<vscode.Uri | undefined> {
  const names = IMPORT_FORMATS.map((format) => FORMAT_NAMES[format].name).join(', ');
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Model Services'),
      ...(folder && { defaultUri: folder.uri }),
      openLabel: vscode.l10n.t('Import'),
      filters: { [vscode.l10n.t('Configurations of {0}', names)]: ['json', 'jsonc', 'yaml', 'yml'], [vscode.l10n.t('All files')]: ['*'] },
    })) ?? [];
  return file;
}

/** Asks for one of the formats. */
export async function pickFormat<Format extends ImportFormat>(
  formats: readonly Format[],
  title: string,
  placeHolder: string,
): Promise<Format | undefined> {
  const items = formats.map((format) => ({ label: FORMAT_NAMES[format].name, description: FORMAT_NAMES[format].file, format }));
  return (await showPick(items, { title, placeHolder }))?.format;
}
