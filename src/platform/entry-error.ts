/** What an entry point (command line, MCP server) refuses before the core is asked. Stable: programs compare these. */
export type EntryErrorCode =
  | 'root_unknown'
  | 'root_not_found'
  | 'root_leads_out'
  | 'service_unknown'
  | 'services_unusable'
  | 'agent_unknown'
  | 'organisation_unusable';

/** A refusal of an entry point: a code for programs, a sentence for people. Names in it come from the caller. */
export class EntryError extends Error {
  override readonly name = 'EntryError';
  readonly code: EntryErrorCode;

  constructor(code: EntryErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
