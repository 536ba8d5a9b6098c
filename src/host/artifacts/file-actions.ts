import * as vscode from 'vscode';
import { toFailure } from '../../core/io/errors.ts';
import { formatReference } from '../../core/refs/reference.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import { type Previewer, requestFor } from '../preview/preview-target.ts';
import type { openPlace } from '../files/artifact-uri.ts';
import { failureMessage } from '../screen/failure-message.ts';
import { placeText, STORE_SCHEME } from '../roots/file-systems.ts';
import type { DataRoots } from '../roots/open-root.ts';
import type { Dragged } from '../screen/dragged-rows.ts';
import { notify } from '../screen/notify.ts';
import { isWithoutRoots } from '../screen/unavailable.ts';
import type { ArtifactNode } from './nodes.ts';

/** The pictures themselves, not what models make of them, whichever tab of the preview is open. */
const SIDE_BY_SIDE = { tab: 'rendered' } as const;

/** VS Code's comparison of a version with the one before it; neither can be changed there. Pictures are compared in the preview. */
export async function compareWithPrevious({ root, reference, artifact }: ArtifactNode, preview: Previewer): Promise<void> {
  try {
    const versions = await root.store.versions(reference);
    const at = versions.findIndex(({ version }) => version === artifact.version);
    const [later, earlier] = versions.slice(at, at + 2);
    if (at < 0 || !later || !earlier) return void notify('information', vscode.l10n.t('There is no earlier version.'));
    if (await arePictures(earlier, later))
      return void (await preview.showAll({ root, references: [earlier.reference, later.reference] }, SIDE_BY_SIDE));
    const { artifactFileUri } = await import('../files/artifact-uri.ts');
    const title = vscode.l10n.t('{0}: Version {1} ↔ {2}', safeName(later.name), earlier.version ?? '', later.version ?? '');
    await vscode.commands.executeCommand('vscode.diff', artifactFileUri(root, earlier), artifactFileUri(root, later), title);
  } catch (error) {
    notify('error', `${artifact.name}: ${failureMessage(toFailure(error))}`);
  }
}

/**
 * VS Code's comparison of two artifacts, the one selected first at the left. What is in an envelope is compared, not the envelope. Two
 * pictures, in which VS Code finds no differences a person sees, are side by side in the preview.
 */
export async function compareArtifacts(preview: Previewer, left?: ArtifactNode, right?: ArtifactNode): Promise<void> {
  if (!left || !right) return;
  const [before, after] = await openPlacesOf([left, right]);
  // The reason was said for each that has no place.
  if (!before || !after) return;
  if (await arePictures(left.artifact, right.artifact)) {
    const request = requestFor([left, right]);
    return void (await (request ? preview.showAll(request, SIDE_BY_SIDE) : preview.showFiles([before, after], SIDE_BY_SIDE)));
  }
  const title = `${safeName(left.artifact.name)} ↔ ${safeName(right.artifact.name)}`;
  await vscode.commands.executeCommand('vscode.diff', before, after, title);
}

/** What only eyes compare: an SVG is text, which VS Code compares line by line; what is in an envelope has no file that a page could draw. */
async function arePictures(...artifacts: readonly ArtifactNode['artifact'][]): Promise<boolean> {
  const { displayKind, displayType } = await import('../screen/display-kind.ts');
  return artifacts.every((each) => displayKind(each) === 'image' && displayType(each) !== 'image/svg+xml' && !each.isEnvelope);
}

/** VS Code's own search, set to the stores and workspaces of the open data roots; it finds nothing in buckets, and that is said. */
export async function findInArtifacts(roots: DataRoots): Promise<void> {
  if (await isWithoutRoots(roots)) return;
  const searched = roots.roots.filter(({ folder }) => folder.scheme !== STORE_SCHEME);
  if (searched.length < roots.roots.length)
    notify(
      'information',
      vscode.l10n.t('VS Code’s search does not look into buckets. Filter the artifacts by name, or export them first.'),
    );
  if (searched.length === 0) return;
  const folders = searched.flatMap(({ layout, uriOf }) => [layout.artifactsDir, layout.workspacesDir].map(uriOf));
  await vscode.commands.executeCommand('workbench.action.findInFiles', {
    filesToInclude: [...new Set(folders.map(searchPattern))].join(', '),
    // stores are often among the ignored files
    useExcludeSettingsAndIgnoreFiles: false,
    showIncludesExcludes: true,
    triggerSearch: false,
  });
}

/** A folder as the search takes it: from its workspace folder, else the whole path. */
function searchPattern(uri: vscode.Uri): string {
  const { workspaceFolders = [], getWorkspaceFolder, asRelativePath } = vscode.workspace;
  const isInside = getWorkspaceFolder(uri) !== undefined;
  const place = isInside ? `./${asRelativePath(uri, workspaceFolders.length > 1)}` : placeText(uri);
  return place.replaceAll(/[?*[\]{}]/g, '[$&]').replaceAll(',', '?');
}

export async function openAll(nodes: readonly ArtifactNode[], options: vscode.TextDocumentShowOptions): Promise<void> {
  for (const place of await openPlacesOf(nodes)) await vscode.commands.executeCommand('vscode.open', place, options);
}

export async function reveal(command: string, nodes: readonly ArtifactNode[]): Promise<void> {
  const [place] = await placesOf(nodes.slice(0, 1));
  if (place) await vscode.commands.executeCommand(command, place);
}

async function copyLines(lines: readonly string[]): Promise<void> {
  if (lines.length > 0) await vscode.env.clipboard.writeText(lines.join('\n'));
}

/** What editors open of artifacts. */
export async function openPlacesOf(nodes: readonly ArtifactNode[]): Promise<vscode.Uri[]> {
  const { openPlace: place } = await import('../files/artifact-uri.ts');
  return placesOf(nodes, place);
}

/**
 * Where the files of artifacts are; those outside the data root or missing are named with the reason.
 * @param place default: the file on disk
 */
async function placesOf(
  nodes: readonly ArtifactNode[],
  place: typeof openPlace = (root, _artifact, location) => root.uriOf(location),
): Promise<vscode.Uri[]> {
  const places: vscode.Uri[] = [];
  for (const { root, artifact } of nodes) {
    if (artifact.location === undefined) continue;
    try {
      await root.store.realPlace(artifact, artifact.location);
      places.push(place(root, artifact, artifact.location));
    } catch (error) {
      notify('error', `${artifact.name}: ${failureMessage(toFailure(error))}`);
    }
  }
  return places;
}

/** What is dragged with the rows of artifacts. */
export async function draggedArtifacts(nodes: readonly ArtifactNode[]): Promise<Dragged> {
  return { files: await openPlacesOf(nodes), references: nodes.map(({ reference }) => formatReference(reference)) };
}

/** Copies the references of artifacts, a line each. */
export function copyReferences(nodes: readonly ArtifactNode[]): Promise<void> {
  return copyLines(nodes.map(({ reference }) => formatReference(reference)));
}

/** Copies where the files of artifacts are, a line each. */
export async function copyPaths(nodes: readonly ArtifactNode[]): Promise<void> {
  await copyLines((await placesOf(nodes)).map(placeText));
}
