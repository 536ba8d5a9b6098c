import * as vscode from 'vscode';
import type { SessionDatabases, SessionFile } from '../../core/conversation/sessions.ts';
import { CodedError } from '../../core/io/errors.ts';
import type { Location } from '../../core/io/file-system.ts';
import { storedSessions } from '../../platform/host-platform.node.ts';
import { storedLocation, storedPlace } from '../../platform/sqlite/stored-place.ts';
import { STORED_SCHEME } from './stored-scheme.ts';

/** Sessions in databases, and how VS Code addresses them: as files below the database, which is a local one. */
export interface BoundStoredSessions {
  readonly fs: NonNullable<Awaited<ReturnType<typeof storedSessions>>>;
  readonly readsParts: true;
  locationOf(uri: vscode.Uri): Location;
  uriOf(location: Location): vscode.Uri;
}

/** Rejects with `sqlite_missing` where there are no local files. @param bundles as in `storedSessions` */
export async function boundStoredSessions(bundles: string | undefined): Promise<BoundStoredSessions> {
  const fs = bundles === undefined ? undefined : await storedSessions(bundles);
  if (!fs) throw new CodedError('sqlite_missing');
  const idOf = ({ path }: vscode.Uri): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.json$/, '');
  return { fs, readsParts: true, locationOf: (uri) => storedLocation(databaseOf(uri).fsPath, idOf(uri)), uriOf };
}

/** The databases that may be read in this window; what reads them is loaded with the first one. */
export function sessionDatabases(files: { stored(): Promise<BoundStoredSessions> }): SessionDatabases {
  return { sessionsOf: async (database) => (await files.stored()).fs.sessionsOf(database) };
}

/** Where a local session is: in a file of its own, or in a database. */
export function uriOfSession({ location, facts }: SessionFile): vscode.Uri {
  return facts ? uriOf(location) : vscode.Uri.file(location);
}

function uriOf(location: Location): vscode.Uri {
  const place = storedPlace(location);
  const database = vscode.Uri.file(place?.database ?? location);
  return place ? database.with({ scheme: STORED_SCHEME, path: `${database.path}/${place.id}.json` }) : database;
}

/** The file of the database that a session is in. */
function databaseOf(uri: vscode.Uri): vscode.Uri {
  return uri.with({ scheme: 'file', path: uri.path.slice(0, uri.path.lastIndexOf('/')) });
}
