import * as vscode from 'vscode';
import { FORMAT_NAMES, IMPORT_FORMATS, type ImportFormat } from '../../../core/services/exchange/exchange.ts';

/** The folders below which other programs keep their configurations. */
export interface KnownFolders {
  /** Of the user's data of VS Code, as seen from the storage of this extension. */
  readonly globalStorage: vscode.Uri;
  readonly home: vscode.Uri | undefined;
}

interface Place {
  readonly format: ImportFormat;
  readonly uri: vscode.Uri;
}

/** Where configurations usually lie; those that are there. Nothing is read. */
export async function knownPlaces({ globalStorage, home }: KnownFolders): Promise<readonly Place[]> {
  const inHome = (format: ImportFormat, ...path: string[]): Place[] => (home ? [{ format, uri: vscode.Uri.joinPath(home, ...path) }] : []);
  const places: Place[] = [
    { format: 'vscode', uri: vscode.Uri.joinPath(globalStorage, '../..', FORMAT_NAMES.vscode.file) },
    ...inHome('opencode', '.config/opencode/opencode.json'),
    ...inHome('opencode', '.config/opencode/opencode.jsonc'),
    ...inHome('continue', '.continue/config.yaml'),
    ...inHome('continue', '.continue/config.json'),
  ];
  const found = await Promise.all(places.map(async (place) => ((await isThere(place.uri)) ? [place] : [])));
  return found.flat();
}

async function isThere(uri: vscode.Uri): Promise<boolean> {
  try {
    return (await vscode.workspace.fs.stat(uri)).type === vscode.FileType.File;
  } catch {
    return false;
  }
}

/** Asks for the file to import from: one of those known, or any other. */
export async function pickSource(folders: KnownFolders): Promise<vscode.Uri | undefined> {
  const places = await knownPlaces(folders);
  if (places.length === 0) return openDialog();
  const other = { label: vscode.l10n.t('Another File…'), iconPath: new vscode.ThemeIcon('folder-opened'), uri: undefined };
  const items = places.map(({ format, uri }) => ({ label: FORMAT_NAMES[format].name, description: uri.fsPath, iconPath: new vscode.ThemeIcon('file'), uri }));
  const picked = await vscode.window.showQuickPick([...items, other], { title: vscode.l10n.t('Import Model Services'), placeHolder: vscode.l10n.t('Whose configuration?') });
  return picked && (picked.uri ?? openDialog());
}

async function openDialog(): Promise<vscode.Uri | undefined> {
  const names = IMPORT_FORMATS.map((format) => FORMAT_NAMES[format].name).join(', ');
  const [file] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Import Model Services'),
      openLabel: vscode.l10n.t('Import'),
      filters: { [vscode.l10n.t('Configurations of {0}', names)]: ['json', 'jsonc', 'yaml', 'yml'], [vscode.l10n.t('All files')]: ['*'] },
    })) ?? [];
  return file;
}

/** Asks for one of the formats. */
export async function pickFormat<Format extends ImportFormat>(formats: readonly Format[], placeHolder: string): Promise<Format | undefined> {
  const items = formats.map((format) => ({ label: FORMAT_NAMES[format].name, description: FORMAT_NAMES[format].file, format }));
  return (await vscode.window.showQuickPick(items, { placeHolder }))?.format;
}
