/** Conversations as pictures: a chunk of its own, loaded with the first gallery. */

import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import type { Logger } from '../../core/io/logger.ts';
import type { GalleryAction, GalleryLook, GalleryTile } from '../../shared/gallery-protocol.ts';
import { type AddressOf, createGalleryPanel, type GalleryList, GalleryPanel, type GallerySource } from '../gallery/gallery-panel.ts';
import { pictureLook, shownAs, TEXT_BYTES, textLook } from '../gallery/look.ts';
import { kindIcon } from '../screen/display-kind.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { contentOf, lineTime, sessionArtifactItem, sideFileItem } from './artifact-lines.ts';
import { compareLines, copyLineReferences, exportLines, type LineDependencies, previewLines } from './line-commands.ts';
import { noteSentence } from './session-items.ts';
import type { ArtifactLine, DocumentsNode, ListedSession } from './session-nodes.ts';
import type { SessionsTree } from './sessions-tree.ts';
import type { ShownPrograms } from './shown-programs.ts';

type ConversationNode = ListedSession | DocumentsNode;

export interface SessionGalleriesDependencies extends LineDependencies {
  readonly tree: Pick<SessionsTree, 'linesOf' | 'asOfNow' | 'keep' | 'isAgreedTo' | 'getTreeItem' | 'onDidLookAgain'>;
  readonly programs: Pick<ShownPrograms, 'onDidChange'>;
  readonly extensionUri: vscode.Uri;
  readonly logger: Logger;
  /** Default: a tab of VS Code. */
  readonly createPanel?: () => vscode.WebviewPanel;
}

/** The galleries of conversations that are open, one for each. */
export class SessionGalleries implements vscode.Disposable {
  readonly #dependencies: SessionGalleriesDependencies;
  readonly #open = new Map<string, GalleryPanel<ArtifactLine, ConversationSource>>();
  readonly #disposables: vscode.Disposable[];

  constructor(dependencies: SessionGalleriesDependencies) {
    this.#dependencies = dependencies;
    const { tree, programs } = dependencies;
    this.#disposables = [
      tree.onDidLookAgain(() => {
        for (const panel of this.#open.values()) panel.refresh();
      }),
      programs.onDidChange(() => {
        for (const panel of [...this.#open.values()]) if (!tree.isAgreedTo(panel.source.node)) panel.dispose();
      }),
    ];
  }

  /** Opens the gallery of a conversation. @param argument its line in the view; on any other it does nothing */
  async open(argument: unknown): Promise<void> {
    if (!isConversation(argument)) return;
    const { tree, createPanel = createGalleryPanel, extensionUri, logger } = this.#dependencies;
    const [{ label = '' }, kept] = await Promise.all([tree.getTreeItem(argument), tree.keep(argument)]);
    const known = this.#open.get(argument.id);
    if (known || !tree.isAgreedTo(argument)) {
      kept.dispose();
      return known?.reveal();
    }
    const title = typeof label === 'string' ? label : label.label;
    const source = new ConversationSource(argument, { title, pictureFolders: kept.folders }, this.#dependencies);
    const onClosed = (): void => {
      this.#open.delete(argument.id);
      source.dispose();
      kept.dispose();
    };
    this.#open.set(argument.id, new GalleryPanel(createPanel(), source, { extensionUri, logger, onClosed }));
  }

  dispose(): void {
    for (const panel of [...this.#open.values()]) panel.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

function isConversation(argument: unknown): argument is ConversationNode {
  return (
    typeof argument === 'object' &&
    argument !== null &&
    'kind' in argument &&
    (argument.kind === 'session' || argument.kind === 'documents')
  );
}

/** Bytes of a file in a conversation that is put together for its first lines; a longer one gets its icon. */
const LARGEST_TEXT = 1024 * 1024;

/** What the lines of a conversation show, in their order. */
class ConversationSource implements GallerySource<ArtifactLine>, vscode.Disposable {
  readonly node: ConversationNode;
  readonly title: string;
  readonly pictureFolders: readonly vscode.Uri[];
  readonly #dependencies: SessionGalleriesDependencies;

  #isClosed = false;

  constructor(
    node: ConversationNode,
    { title, pictureFolders }: Pick<ConversationSource, 'title' | 'pictureFolders'>,
    dependencies: SessionGalleriesDependencies,
  ) {
    this.node = node;
    this.title = title;
    this.pictureFolders = pictureFolders;
    this.#dependencies = dependencies;
  }

  /** Nothing is read any more. */
  dispose(): void {
    this.#isClosed = true;
  }

  filter(): null {
    return null;
  }

  async list(): Promise<GalleryList<ArtifactLine>> {
    const { tree } = this.#dependencies;
    const node = await tree.asOfNow(this.node);
    const { lines, notes } = (!this.#isClosed && (await tree.linesOf(node))) || { lines: [], notes: [] };
    return {
      count: lines.length,
      isWhole: true,
      note: notes.length > 0 ? notes.map(noteSentence).join(' · ') : null,
      items: async (from, to) => lines.slice(from, to).map((line) => line()),
    };
  }

  tileOf(line: ArtifactLine): GalleryTile {
    const { label = '', description, accessibilityInformation } = line.kind === 'side' ? sideFileItem(line) : sessionArtifactItem(line);
    const content = contentOf(line);
    const [name, facts] = [typeof label === 'string' ? label : label.label, typeof description === 'string' ? description : ''];
    return {
      id: line.id,
      stamp: stampOf(line),
      name,
      facts,
      spoken: accessibilityInformation?.label ?? `${name}, ${facts}`,
      icon: line.uri ? kindIcon(content) : 'circle-slash',
      isProblem: false,
      hasLook: line.uri !== undefined && shownOf(line) !== undefined,
    };
  }

  async lookOf(line: ArtifactLine, addressOf: AddressOf): Promise<GalleryLook> {
    const shown = shownOf(line);
    if (!line.uri || shown === undefined) return { kind: 'text', text: '' };
    const { uri } = line;
    try {
      if (shown === 'text') return textLook(await beginningOf(line, uri));
      return pictureLook(shown, await pictureSize(line), () => addressOf(uri, encodeURIComponent(stampOf(line))));
    } catch (error) {
      return { kind: 'mark', reason: failureMessage(toFailure(error)) };
    }
  }

  async run(action: GalleryAction, lines: readonly ArtifactLine[]): Promise<unknown> {
    switch (action) {
      case 'preview':
        return previewLines(lines, this.#dependencies);
      case 'previewToSide':
        return previewLines(lines, this.#dependencies, { toSide: true });
      case 'compare':
        return compareLines(lines, this.#dependencies);
      case 'copyReference':
        return copyLineReferences(lines);
      case 'export':
        return exportLines(lines, this.#dependencies);
    }
  }
}

/** What is seen of it without its preview. */
function shownOf(line: ArtifactLine): ReturnType<typeof shownAs> {
  const shown = shownAs(contentOf(line));
  return shown === 'text' && line.kind === 'artifact' && (contentOf(line).size ?? 0) > LARGEST_TEXT ? undefined : shown;
}

/** Another one when the content has changed. */
function stampOf(line: ArtifactLine): string {
  const versions = line.kind === 'artifact' && line.artifact.kind === 'file' ? line.artifact.versions.length : '';
  return [contentOf(line).size, lineTime(line), versions, line.uri?.path].join(' ');
}

async function beginningOf(line: ArtifactLine, uri: vscode.Uri): Promise<Uint8Array> {
  if (line.kind === 'side') return line.conversation.files.fs.readFile(line.file.location, { length: TEXT_BYTES, noFollow: true });
  return (await vscode.workspace.fs.readFile(uri)).subarray(0, TEXT_BYTES);
}

/** In bytes. Rejects where a link has taken the place of a file. */
async function pictureSize(line: ArtifactLine): Promise<number> {
  if (line.kind === 'artifact') return contentOf(line).size ?? 0;
  return (await line.conversation.files.fs.stat(line.file.location, { noFollow: true })).size;
}
