/** The scheme of sessions in a database of their program: known where what reads one is not loaded. */
export const STORED_SCHEME = 'agent-artifacts-stored';
