import type { Failure } from '../../core/io/errors.ts';
import type { ArtifactReference } from '../../core/refs/reference.ts';
import type { ArtifactMetadata } from '../../core/store/artifact.ts';
import type { Workspace } from '../../core/store/workspace-entry.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { SortedCount } from './sorted-artifacts.ts';

interface NodeBase {
  /** Unique in the tree and the same after a refresh, so that expansion and selection stay. */
  readonly id: string;
  readonly parent: TreeNode | undefined;
}

/** A data root, when there are several. */
export interface RootNode extends NodeBase {
  readonly kind: 'root';
  readonly root: OpenRoot;
}

/** The regular artifacts of a root, or its workspaces. */
export interface GroupNode extends NodeBase {
  readonly kind: 'store' | 'workspaces';
  readonly root: OpenRoot;
}

/** An artifact. Commands of other parts take it for what it has: `root` and `reference`. */
export interface ArtifactNode extends NodeBase {
  readonly kind: 'artifact';
  readonly root: OpenRoot;
  readonly reference: ArtifactReference;
  readonly artifact: ArtifactMetadata;
}

/** The last line of a range of artifacts: shows the next page. */
export interface MoreNode extends NodeBase {
  readonly kind: 'more';
  readonly root: OpenRoot;
  /** Index of the range that goes on. */
  readonly range: number;
  /** How many it shows at most. */
  readonly count: number;
  /** They are older than those above. */
  readonly isOlder: boolean;
}

/** The first line of a list that is not all there is, and says so. */
export interface NoteNode extends NodeBase {
  readonly kind: 'note';
  readonly root: OpenRoot;
  readonly count: SortedCount;
}

export interface WorkspaceNode extends NodeBase {
  readonly kind: 'workspace';
  readonly root: OpenRoot;
  readonly workspace: Workspace;
}

export interface FolderNode extends NodeBase {
  readonly kind: 'folder';
  readonly root: OpenRoot;
  readonly workspaceId: string;
  readonly relativePath: string;
  readonly name: string;
}

/** Something that is there and cannot be shown, with the reason. */
export interface ProblemNode extends NodeBase {
  readonly kind: 'problem';
  readonly label: string;
  readonly failure: Failure;
}

export type TreeNode = RootNode | GroupNode | ArtifactNode | MoreNode | NoteNode | WorkspaceNode | FolderNode | ProblemNode;

/** Whether a command was given an artifact of the tree. */
export function isArtifactNode(value: unknown): value is ArtifactNode {
  return typeof value === 'object' && value !== null && (value as Partial<TreeNode>).kind === 'artifact';
}
