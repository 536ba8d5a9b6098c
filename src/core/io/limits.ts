/** All reading limits. Far above what people and runtimes write, and low enough to be fast; exceeding one gives a problem that names it. */

export const MEBIBYTE = 1024 * 1024;

/** How much more of something may be done, over several calls: who does it takes from it. */
export interface Allowance {
  left: number;
}

/** `llmservices.json`: bytes, and UTF-16 code units of its text. Parsing and checking this much takes 50 ms; ten services are 5 KB. */
export const MAX_CONFIG_LENGTH = MEBIBYTE;

/** Bytes of a model catalogue of somebody else, four times what the bundled one takes. Parsing and checking that one takes 60 ms. */
export const MAX_CATALOGUE_BYTES = MEBIBYTE;

/**
 * Services in one `llmservices.json`. A person has a dozen, a gateway's list some hundreds. The file is checked on every pause in
 * typing, in one block: twice as many take 50–67 ms.
 */
export const MAX_SERVICES = 1_000;

/**
 * Artifacts that a view sorts by what is in their metadata, which must all be read for it: two or three seconds, and 20 MB. Of more the
 * newest are sorted.
 */
export const MAX_SORTED = 20_000;

/** An imported configuration, in UTF-16 code units. OpenRouter's list of all models is 1 MiB. */
export const MAX_IMPORT_LENGTH = 4 * MEBIBYTE;

/** Workspace metadata, `org.json`, `app.json`: bytes. 20,000 files with history are about 4 MiB. */
export const MAX_METADATA_BYTES = 8 * MEBIBYTE;

/** A sidecar, or the metadata of an envelope: bytes. Usually a few hundred. */
export const MAX_SIDECAR_BYTES = MEBIBYTE;

/** JSON above this many bytes or characters is parsed in a worker: parsing this much can block for 100 ms. */
export const LONGEST_PARSED_AT_ONCE = MEBIBYTE;

/** Milliseconds for parsing JSON in a worker; the largest allowed file takes one or two seconds on a busy machine. */
export const PARSE_DEADLINE_MS = 10_000;

/** Nesting depth of JSON. Tools nest a dozen levels; recursive readers fail at some thousands. */
export const MAX_JSON_DEPTH = 100;

/** Values in one JSON file parsed as a whole: ten for each of 50,000 files. */
export const MAX_JSON_VALUES = 500_000;

/**
 * Bytes of one line or message of a conversation without the middles of its strings, which are left out; a message with 200 pictures has
 * 13 MB of them. A longer one is passed over like one that is broken.
 */
export const MAX_RECORD_BYTES = 64 * MEBIBYTE;

/** JSON values in one line of a conversation: a state of a chat of VS Code with a thousand requests has a tenth of them. */
export const MAX_RECORD_VALUES = 1_000_000;

/** Media of a file whose copies are told; the largest sessions have some thousands. Each takes about 200 bytes, so all take 20 MB. */
export const MAX_WEIGHED_MEDIA = 100_000;

/** Bytes of a part of a session with a medium that is taken out of it: each is held as a whole. Programs refuse to read such large files. */
export const MAX_SLIMMED_BYTES = 256 * MEBIBYTE;

/** Milliseconds for reading a medium's headers; usually a few. */
export const MEDIA_FACTS_DEADLINE_MS = 2_000;

/** Milliseconds for one transcript chunk (at most 1 MiB); usually five. */
export const LINT_DEADLINE_MS = 5_000;

/** Milliseconds for counting tokens of at most a million characters: half a second, and as long for loading. */
export const TOKENS_DEADLINE_MS = 20_000;

/**
 * Pixels of an image that is made smaller: more than phones and full-page screenshots have. Each takes four bytes, and there are four copies
 * for a moment, in JavaScript and in the memory of the codecs: 1.2 GB of as many with all that is beside them.
 */
export const MAX_SHRUNK_PIXELS = 64 * MEBIBYTE;

/**
 * Pixels of an image that was made smaller, at most: more than any model sees but those that take a picture as it is. To try the codecs on
 * more takes gigabytes and half a minute.
 */
export const MAX_WRITTEN_PIXELS = 16 * MEBIBYTE;

/** Bytes of standard input that are kept in a file: more than any session that somebody sends through a pipe, and less than disks have. */
export const MAX_INPUT_BYTES = 2048 * MEBIBYTE;

/** Characters of the base64 of an image that is made smaller; APIs refuse a tenth of it. */
export const MAX_SHRUNK_BASE64 = 128 * MEBIBYTE;

/** Milliseconds for making one image smaller: 2,000 for 6 megapixels, half a minute for the largest, ten times that on a busy machine. */
export const SHRINK_DEADLINE_MS = 300_000;

/**
 * Sessions of one program that are found: 15 a day for a year, looked at in two seconds. Of more, some are left out, and the view says so.
 */
export const MAX_SESSIONS = 5_000;

/** Bytes at each end of a session that are read for its title and model: the first message of most, with what comes before it. */
export const SESSION_END_BYTES = 64 * 1024;

/** Bytes of a session that is checked in the background: half a second in the worker. A larger one is checked when it is opened. */
export const MAX_CHECKED_SESSION_BYTES = 64 * MEBIBYTE;

/** Indexes of conversations that one worker keeps: about 1 KB a message. */
export const MAX_HELD_INDEXES = 3;

/**
 * Folders of workspaces that are watched one by one, where the system cannot watch a tree. Older Linux kernels allow a user 8,192 in all
 * programs, and editors need some.
 */
export const MAX_WATCHED_FOLDERS = 1_000;

/** Conversations up to this size, in bytes, are held as a whole, with their media, where requests are made of them: sessions of a usual size. */
export const MAX_HELD_BYTES = 256 * 1024 * 1024;

/**
 * Bytes of one row of a database of sessions, which SQLite holds twice while it is read: the largest attachment that an API takes has a third
 * of them as base64.
 */
export const MAX_STORED_ROW_BYTES = 128 * MEBIBYTE;

/** Milliseconds for work that parses most of such a file at once: 212 MB take some 3 s of a slow processor, and that may be busy. */
export const WHOLE_FILE_DEADLINE_MS = 60_000;

/** Artifacts that a tool or the command line lists unless it is told how many: a page that a model can read at once. */
export const DEFAULT_LIST_LIMIT = 50;

/** Artifacts that a tool lists at most. */
export const MAX_LIST_LIMIT = 500;
