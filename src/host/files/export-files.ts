/** Artifacts copied to where a person says, under the names people know: a chunk of its own, loaded with the first export. */

import * as vscode from 'vscode';
import { CodedError, type Failure, toFailure } from '../../core/io/errors.ts';
import type { FileSystem, Location } from '../../core/io/file-system.ts';
import { failureMessage } from '../screen/failure-message.ts';
import type { FileSystems, UriBoundFileSystem } from '../roots/file-systems.ts';
import { notify, showProgress } from '../screen/notify.ts';

/** What a file system takes as a name, in bytes (ext4, APFS, NTFS count at least this far), less what a number adds. */
const LONGEST_NAME = 255 - ' (9999)'.length;

/** Larger files are refused: a file is in memory while it is written. VS Code itself asks before it opens so much. */
const MOST_BYTES = 1024 ** 3;

/** What is exported: an artifact of a data root, or one of a conversation. */
export interface Exportable {
  /** The name of its file, which may be none that a disk takes. */
  readonly filename: string;
  /** What a person knows it by. */
  readonly name: string;
  /** The name of its file where `filename` is too long. */
  readonly shortName: string;
  readonly reference: string;
  readonly mimeType?: string | undefined;
  /** ISO 8601. */
  readonly createdAt?: string | undefined;
  /** Its content. Rejects with the file-system codes, and `too_large`. @param limit bytes of the largest that is read */
  read(limit: number): Promise<Uint8Array>;
}

/** One line of the list that is written beside several files. */
interface Exported {
  readonly file: string;
  readonly reference: string;
  readonly mimeType?: string;
  /** Bytes. */
  readonly size: number;
  /** The digest of the bytes, hexadecimal. */
  readonly sha256: string;
  readonly createdAt?: string;
}

interface Failed {
  readonly name: string;
  readonly failure: Failure;
}

/**
 * Asks where artifacts go and copies them there: one under a name a person chooses, several under their own into a folder, with a list of
 * what they are (`artifacts.json`). Nothing that is there is replaced, but the one file whose replacement was confirmed; what cannot be
 * written whole is not there.
 */
export async function exportFiles(items: readonly Exportable[], fileSystems: FileSystems): Promise<void> {
  const [first] = items;
  if (!first) return;
  if (items.length === 1) return exportOne(first, fileSystems);
  const [folder] =
    (await vscode.window.showOpenDialog({
      title: vscode.l10n.t('Export {0} Artifacts', items.length),
      openLabel: vscode.l10n.t('Export Here'),
      canSelectFiles: false,
      canSelectFolders: true,
    })) ?? [];
  if (!folder) return;
  const { exported, failed } = await exportInto(folder, items, fileSystems);
  const summary =
    exported.length === items.length
      ? vscode.l10n.t('Exported {0} artifacts.', exported.length)
      : vscode.l10n.t('Exported {0} of {1} artifacts.', exported.length, items.length);
  const [problem] = failed;
  const why = problem ? [`${problem.name}: ${failureMessage(problem.failure)}`] : [];
  const more = failed.length > 1 ? [vscode.l10n.t('And {0} more.', failed.length - 1)] : [];
  notify(problem ? 'warning' : 'information', [summary, ...why, ...more].join(' '));
}

async function exportOne(item: Exportable, fileSystems: FileSystems): Promise<void> {
  const [workspace] = vscode.workspace.workspaceFolders ?? [];
  const target = await vscode.window.showSaveDialog({
    title: vscode.l10n.t('Export Artifact'),
    saveLabel: vscode.l10n.t('Export'),
    defaultUri: workspace ? vscode.Uri.joinPath(workspace.uri, exportName(item)) : vscode.Uri.file(exportName(item)),
  });
  if (!target) return;
  const { fs, locationOf } = fileSystems.for(target);
  // the dialog has asked whether a file that is there may be replaced
  await fs.writeFile(locationOf(target), await item.read(MOST_BYTES), 'replace');
  notify('information', vscode.l10n.t('Exported {0}.', fs.basename(locationOf(target))), {
    title: vscode.l10n.t('Open File'),
    run: () => vscode.commands.executeCommand('vscode.open', target),
  });
}

/** Copies artifacts into a folder, one after the other; what was copied when it is cancelled stays. */
export async function exportInto(
  folder: vscode.Uri,
  items: readonly Exportable[],
  fileSystems: FileSystems,
): Promise<{ readonly exported: readonly Exported[]; readonly failed: readonly Failed[] }> {
  const target = await NewFiles.in(fileSystems.for(folder), folder);
  const exported: Exported[] = [];
  const failed: Failed[] = [];
  const options = { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Exporting artifacts…'), cancellable: true };
  await showProgress(options, async (progress, token) => {
    for (const [index, item] of items.entries()) {
      if (token.isCancellationRequested) break;
      progress.report({ message: `${index + 1} / ${items.length}`, increment: 100 / items.length });
      const { name, reference, mimeType, createdAt } = item;
      try {
        const bytes = await item.read(MOST_BYTES);
        const file = await target.write(exportName(item), bytes);
        exported.push({
          file,
          reference,
          ...(mimeType !== undefined && { mimeType }),
          size: bytes.length,
          sha256: await sha256(bytes),
          ...(createdAt !== undefined && { createdAt }),
        });
      } catch (error) {
        const failure = toFailure(error);
        failed.push({ name, failure });
        // on a full disk, or where nothing may be written, the others fail too
        if (failure.code === 'no_space') break;
      }
    }
  });
  if (exported.length > 0) {
    const list = new TextEncoder().encode(`${JSON.stringify({ artifacts: exported }, null, 2)}\n`);
    try {
      await target.write('artifacts.json', list);
    } catch (error) {
      failed.push({ name: 'artifacts.json', failure: toFailure(error) });
    }
  }
  return { exported, failed };
}

/**
 * New files in a folder. To find out by writing which names are taken would be to write a file as often as there are others of its name,
 * and agents call hundreds of pictures the same.
 */
class NewFiles {
  readonly #fs: FileSystem;
  readonly #folder: Location;
  /** As disks compare names that do not tell small letters from capitals, or letters from their parts. */
  readonly #taken: Set<string>;
  /** The last number of a name. */
  readonly #numbers = new Map<string, number>();

  private constructor(fs: FileSystem, folder: Location, taken: Set<string>) {
    this.#fs = fs;
    this.#folder = folder;
    this.#taken = taken;
  }

  static async in({ fs, locationOf }: UriBoundFileSystem, uri: vscode.Uri): Promise<NewFiles> {
    const folder = locationOf(uri);
    const taken = new Set<string>();
    try {
      for await (const names of fs.streamNames(folder)) for (const name of names) taken.add(compared(name));
    } catch {
      // Not there yet, or only to be written into: what is taken shows when it is written.
    }
    return new NewFiles(fs, folder, taken);
  }

  /** Writes a file under its name or, where that is taken, with a number. @returns the name */
  async write(name: string, bytes: Uint8Array): Promise<string> {
    for (;;) {
      const free = this.#free(name);
      try {
        await this.#fs.writeFile(this.#fs.join(this.#folder, free), bytes, 'create');
        return free;
      } catch (error) {
        // Somebody else has written one meanwhile.
        if (!(error instanceof CodedError && error.code === 'already_exists')) throw error;
      }
    }
  }

  #free(name: string): string {
    const dot = name.lastIndexOf('.');
    const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
    const key = compared(name);
    for (let number = (this.#numbers.get(key) ?? 0) + 1; ; number++) {
      const free = number === 1 ? name : `${stem} (${number})${ending}`;
      if (this.#taken.has(compared(free))) continue;
      this.#numbers.set(key, number);
      this.#taken.add(compared(free));
      return free;
    }
  }
}

function compared(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** What leads into another folder, and what Windows refuses in names. */
const REFUSED = /[/\\:*?"<>|\p{Cc}]|(?<![. ])[. ]+$/gu;
/** What Windows takes for a device, with any ending. @see https://learn.microsoft.com/en-us/windows/win32/fileio/naming-a-file (2026-11) */
const DEVICE = /^(?:con|prn|aux|nul|(?:com|lpt)[1-9¹²³])(?= *(?:\.|$))/i;

/** The name of an artifact for any disk; the short one where that is too long. */
function exportName({ filename, shortName }: Exportable): string {
  const name = onAnyDisk(filename);
  return new TextEncoder().encode(name).length <= LONGEST_NAME ? name : onAnyDisk(shortName).slice(-LONGEST_NAME);
}

function onAnyDisk(name: string): string {
  return name.replaceAll(REFUSED, '_').replace(DEVICE, '$&_');
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
