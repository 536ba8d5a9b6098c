import type { WireApi } from '../models/wire-api.ts';
import data from './deliveries.json';

/** The kinds of files whose delivery was watched; of any other nothing is known. */
export type FileKind = keyof typeof data.files;

/** How a file came to the model: by a tool of the program that read it, or attached by a person. */
export type DeliveryWay = 'read' | 'attached';

/**
 * What stands in a request for a file. `raw`: the bytes of a binary file, decoded as if they were text; `base64`: in a text; `note`: words of
 * the program in place of the content.
 */
type SentForm = 'image' | 'document' | 'audio' | 'video' | 'text' | 'raw' | 'base64' | 'note';

/** A part of a request that stands for a file, as it was seen. */
export interface SentPart {
  readonly as: SentForm;
  /** The media type it was given. */
  readonly type?: string;
  /** Width and height of an image, in pixels. */
  readonly size?: readonly number[];
  /** Bytes of a medium that was not sent byte for byte as it is. */
  readonly bytes?: number;
  /** How much of the file a text is, 1 for all of it. */
  readonly share?: number;
  /** Characters of a text that is not all of the file. */
  readonly characters?: number;
  /** In a message of the user, not in the result of the tool. */
  readonly in?: string;
  /** When it was sent more than once. */
  readonly times?: number;
}

/** What was seen of a program with one API and one model. */
export interface SeenRun {
  readonly api: WireApi;
  readonly model: string;
  /** Whether the program takes the model for one with pictures. */
  readonly held: 'vision' | 'text';
  readonly way: DeliveryWay;
  readonly cells: Readonly<Partial<Record<FileKind, readonly SentPart[]>>>;
}

/** What was seen of a program. */
export interface SeenProgram {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  /** The day. */
  readonly seen: string;
  /** Its tool that reads files. */
  readonly tool: string;
  readonly runs: readonly SeenRun[];
}

/** A file that was planted. */
interface SeenFile {
  readonly bytes: number;
  /** Width and height of an image, in pixels. */
  readonly size?: readonly number[];
}

/** The files whose delivery was watched. */
export const SEEN_FILES = data.files as unknown as Readonly<Record<FileKind, SeenFile>>;

/** The programs that were watched. */
export const SEEN_PROGRAMS: readonly SeenProgram[] = Object.entries(
  data.programs as unknown as Record<string, Omit<SeenProgram, 'id'>>,
).map(([id, program]) => ({ id, ...program }));

/** A program by its name or the beginning of it: `copilot` is Copilot CLI. */
export function seenProgram(name: string): SeenProgram | undefined {
  const word = name.trim().toLowerCase().replaceAll(' ', '-');
  return SEEN_PROGRAMS.find(({ id }) => id === word) ?? SEEN_PROGRAMS.find(({ id }) => id.startsWith(`${word}-`));
}

/** Which run of a program is asked about. */
interface RunQuery {
  readonly way: DeliveryWay;
  readonly held: 'vision' | 'text';
  /** That of the request; a program that speaks one alone speaks it with any model. */
  readonly api: WireApi;
}

/** The run that was seen; undefined where this was not tried. */
export function seenRun({ runs }: SeenProgram, { way, held, api }: RunQuery): SeenRun | undefined {
  const spoken = runs.filter((run) => run.way === way);
  const apis = new Set(spoken.map((run) => run.api));
  const [only] = apis.size === 1 ? apis : [];
  return spoken.find((run) => run.held === held && run.api === (only ?? chatOf(api)));
}

/** Servers that speak as OpenAI do are sent the same. */
function chatOf(api: WireApi): WireApi {
  return api === 'openai-compatible' ? 'openai-chat' : api;
}
