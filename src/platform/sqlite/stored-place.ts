import type { Location } from '../../core/io/file-system.ts';

/** A database, and the ID of a session in it. */
export interface StoredPlace {
  readonly database: Location;
  readonly id: string;
}

const STORED = /^(.+)#(ses_[A-Za-z0-9]{1,100})$/s;

/** What `DATABASE#ID` names; undefined for anything else. */
export function storedPlace(location: Location): StoredPlace | undefined {
  const [, database, id] = STORED.exec(location) ?? [];
  return database !== undefined && id !== undefined ? { database, id } : undefined;
}

export function storedLocation(database: Location, id: string): Location {
  return `${database}#${id}`;
}
