/**
 * The limits of what is read, in one place. They are far above what people and runtimes write, and low enough that reading
 * up to them is quick; above a limit there is a problem that names it.
 */

const MEBIBYTE = 1024 * 1024;

/** One `llmservices.json`: bytes, and UTF-16 code units of its text. Parsing and checking that much takes 50 ms; ten services are 5 KB. */
export const MAX_CONFIG_LENGTH = MEBIBYTE;

/** Services in one `llmservices.json`. A person has a dozen, a gateway's list some hundreds. */
export const MAX_SERVICES = 2_000;

/** A configuration of another program that services are imported from: UTF-16 code units. OpenRouter's list of all models is 1 MiB. */
export const MAX_IMPORT_LENGTH = 4 * MEBIBYTE;

/** Metadata of a workspace, `org.json`, `app.json`: bytes. 20,000 files with their history are about 4 MiB. */
export const MAX_METADATA_BYTES = 8 * MEBIBYTE;

/** A sidecar, or what an envelope holds besides its content: bytes. They are a few hundred; one beyond this is not one of the runtime's. */
export const MAX_SIDECAR_BYTES = MEBIBYTE;

/** JSON above this many bytes, or characters, is parsed in a worker: as much of it as can be takes the thread 100 ms. */
export const LONGEST_PARSED_AT_ONCE = MEBIBYTE;

/** Milliseconds for parsing JSON in a worker; as much as the limits allow takes one or two seconds on a busy machine. */
export const PARSE_DEADLINE_MS = 10_000;

/** Levels of objects and lists within one another. Tools nest a dozen; recursive readers fail at some thousands. */
export const MAX_JSON_DEPTH = 100;

/** Values in one JSON file that is parsed as a whole: ten for each of 50,000 files. More take longer than a person should wait. */
export const MAX_JSON_VALUES = 500_000;

/** Milliseconds for reading the headers of one medium; an ordinary one takes a few. */
export const MEDIA_FACTS_DEADLINE_MS = 2_000;

/** Milliseconds for one chunk of a transcript (at most 1 MiB); at the usual speed one takes five. */
export const LINT_DEADLINE_MS = 5_000;

/** Milliseconds for counting the tokens of a text, of which a million characters are counted at most: half a second, and as long to load. */
export const TOKENS_DEADLINE_MS = 20_000;
