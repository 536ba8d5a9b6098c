import * as vscode from 'vscode';
import type { SessionArtifact, SessionArtifacts, WrittenFile } from '../../core/conversation/session-artifacts.ts';
import type { SideFile, SideFileVersion } from '../../core/conversation/side-walk.ts';
import type { FoundSessions, Program, SessionFile } from '../../core/conversation/sessions.ts';
import type { Failure } from '../../core/io/errors.ts';
import type { OpenRoot } from '../roots/open-root.ts';
import type { PartFiles, PlacedConversation } from './part-files.ts';
import type { CheckedFile } from './session-checks.ts';

/** What the Conversations view shows. */
export type SessionNode =
  | { readonly kind: 'root'; readonly id: string; readonly root: OpenRoot; readonly found: FoundSessions }
  | { readonly kind: 'program'; readonly id: string; readonly program: Program }
  | { readonly kind: 'others'; readonly id: string; readonly program: Program; readonly files: readonly SessionFile[] }
  | ListedSession
  | DocumentsNode
  | MoreSessionsNode
  | ListNote
  | SessionArtifactNode
  | SideFileNode
  | { readonly kind: 'offer'; readonly id: string; readonly isFirst: boolean };

/** The last line of many conversations or artifacts: shows the next ones. */
export interface MoreSessionsNode {
  readonly kind: 'more';
  readonly id: string;
  readonly list: string;
  /** How many it shows. */
  readonly count: number;
}

/** A conversation in the view. */
export interface ListedSession extends CheckedFile {
  readonly kind: 'session';
  readonly id: string;
  readonly uri: vscode.Uri;
  /** Undefined for that of an agent. */
  readonly program: Program | undefined;
  readonly agentId?: string;
  /** Its folder is none of those that are open, and is named. */
  readonly isElsewhere: boolean;
}

/** What a program whose messages are not read keeps of a conversation. */
export interface DocumentsNode extends CheckedFile {
  readonly kind: 'documents';
  readonly id: string;
  readonly program: Program;
}

/** Something to know of a list. */
export interface ListNote {
  readonly kind: 'note';
  readonly id: string;
  readonly note:
    | 'none'
    | 'noDocuments'
    | 'links'
    | 'unreadable'
    | 'cut'
    | 'noArtifacts'
    | 'unread'
    | 'besideCut'
    | { readonly failure: Failure };
  readonly count?: number;
}

/** The artifacts of a session that was read. */
export interface ListedArtifacts extends SessionArtifacts {
  readonly conversation: PlacedConversation;
  readonly parts: PartFiles;
}

/** A file that the program keeps beside a conversation, such as a plan, or one of the versions of it that the program keeps. */
export interface SideFileNode {
  readonly kind: 'side';
  readonly id: string;
  readonly conversation: ListedSession | DocumentsNode;
  readonly file: SideFile | SideFileVersion;
  /** That of the file, also of a version. */
  readonly name: string;
  /** The version before this one. */
  readonly earlier?: SideFileVersion;
  readonly uri: vscode.Uri;
}

/** An artifact of a session in the view, or one of the versions of a file that its calls wrote. */
export interface SessionArtifactNode {
  readonly kind: 'artifact';
  readonly id: string;
  readonly session: ListedSession;
  readonly listed: ListedArtifacts;
  readonly artifact: SessionArtifact;
  /** Undefined for a medium, and for a file with all its versions. */
  readonly version: WrittenFile['versions'][number] | undefined;
  /** Its read-only file, of a file with versions that of the last one; undefined where the content is not known. */
  readonly uri: vscode.Uri | undefined;
}

/** What a conversation expands to. */
export type ArtifactLine = SessionArtifactNode | SideFileNode;

/** Only lines of the view have addresses of this scheme: no other view decorates them, and none of theirs is decorated by us. */
export const LINE_SCHEME = 'agent-artifacts-session';

/** @param name the place of a session's file, or the name of an artifact */
export function uriOfLineNamed(name: string): vscode.Uri {
  return vscode.Uri.from({ scheme: LINE_SCHEME, path: `/${encodeURIComponent(name)}` });
}
