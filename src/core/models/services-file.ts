import { CodedError, toFailure } from '../io/errors.ts';
import type { FileSystem, Location, ReadRange } from '../io/file-system.ts';
import { MAX_CONFIG_LENGTH } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { problem, type ServiceProblem } from './problems.ts';
import type { LlmServiceConfig } from './schema.ts';
import type { ServiceEntry, ValidatedServices } from './validate.ts';

/** File names by priority; the first existing file is used as a whole. */
export const SERVICES_FILE_NAMES = ['llmservices.local.json', 'llmservices.json'] as const;

/** The configuration file's text, or why it cannot be read. */
export interface ServicesFile {
  readonly location: Location;
  readonly text?: string;
  readonly problems: readonly ServiceProblem[];
}

/**
 * Reads a folder's configuration file; undefined when there is none. Never rejects.
 *
 * Problems: `file_unreadable`, `too_large`, `not_utf8`.
 */
export async function readServicesFile(fs: FileSystem, folder: RootFolder): Promise<ServicesFile | undefined> {
  for (const name of SERVICES_FILE_NAMES) {
    const file = await readServices(fs.join(folder.location, name), (range) => folder.readFile(name, range));
    if (file) return file;
  }
  return undefined;
}

/** The same for a given file. */
export function readServicesAt(fs: FileSystem, location: Location): Promise<ServicesFile | undefined> {
  return readServices(location, (range) => fs.readFile(location, range));
}

async function readServices(location: Location, read: (range: ReadRange) => Promise<Uint8Array>): Promise<ServicesFile | undefined> {
  try {
    return { location, ...decode(await read({ length: MAX_CONFIG_LENGTH + 1 })) };
  } catch (error) {
    if (error instanceof CodedError && (error.code === 'not_found' || error.code === 'not_a_directory')) return undefined;
    if (toFailure(error).code === 'too_large') return { location, problems: [problem('too_large', {}, { limit: MAX_CONFIG_LENGTH })] };
    return { location, problems: [problem('file_unreadable', {}, { error: toFailure(error).code })] };
  }
}

function decode(bytes: Uint8Array): { readonly text?: string; readonly problems: readonly ServiceProblem[] } {
  if (bytes.length > MAX_CONFIG_LENGTH) return { problems: [problem('too_large', {}, { limit: MAX_CONFIG_LENGTH })] };
  try {
    // the byte order mark stays, so that offsets match the file
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes), problems: [] };
  } catch {
    return { problems: [problem('not_utf8')] };
  }
}

/**
 * The content of a new `llmservices.json`: one service of each usual kind. Valid, and plain JSON for runtimes without support for comments.
 */
export function servicesTemplate(): string {
  return `{
  "services": [
    {
      "id": "text-model",
      "name": "Text model",
      "baseURL": "https://api.example.com/v1",
      "model": "text-model-name",
      "apiKey": "",
      "capabilityTags": ["chat", "coding"],
      "capabilities": {
        "input": ["text"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Reads text. Images and files reach it as short descriptions."
    },
    {
      "id": "vision-model",
      "name": "Vision model",
      "baseURL": "https://api.example.com/v1",
      "model": "vision-model-name",
      "apiKey": "",
      "capabilityTags": ["vision"],
      "capabilities": {
        "input": ["text", "vision"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Sees images too. Other files reach it as short descriptions."
    },
    {
      "id": "multimodal-model",
      "name": "Multimodal model",
      "baseURL": "https://api.example.com/v1",
      "model": "multimodal-model-name",
      "apiKey": "",
      "capabilityTags": ["vision", "audio", "files"],
      "capabilities": {
        "input": ["text", "vision", "audio", "video", "file"],
        "output": ["text", "structured_output", "tool_calling"]
      },
      "description": "Takes images, audio, video and files."
    }
  ]
}
`;
}

/** A local file exists to hold the key. */
const OWN_OF_LOCAL: ReadonlySet<string> = new Set(['apiKey']);

/**
 * Differences of an unused configuration from the one in use: services that differ, and services it adds. Field names only, never values.
 * Empty while either is unusable.
 */
export function differencesFromInForce(entries: ValidatedServices, inForce: ValidatedServices): ServiceProblem[] {
  if (!entries.usable || !inForce.usable) return [];
  const counting = new Map<string, ServiceEntry>();
  for (const entry of inForce.entries) if (entry.config) counting.set(entry.config.id, entry);
  return entries.entries.flatMap((entry) => {
    const { config, index, anchor } = entry;
    if (!config) return [];
    const place = { service: config.id, index, path: ['services', index], range: anchor };
    const other = counting.get(config.id);
    if (!other?.config) return [problem('local_lacks_service', place)];
    const fields = differingFields(entry, config, other, other.config);
    return fields.length > 0 ? [problem('local_differs', place, { fields: fields.join(', ') })] : [];
  });
}

function differingFields(entry: ServiceEntry, config: LlmServiceConfig, other: ServiceEntry, otherConfig: LlmServiceConfig): string[] {
  const names = [...new Set([...Object.keys(config), ...Object.keys(otherConfig)])];
  return names.filter((name) => {
    if (OWN_OF_LOCAL.has(name)) return false;
    if (name === 'capabilities') return !sameCapabilities(entry, other);
    return !sameValue(config[name], otherConfig[name]);
  });
}

/** Compares effective capabilities as sets. */
function sameCapabilities({ capabilities: a }: ServiceEntry, { capabilities: b }: ServiceEntry): boolean {
  const sorted = (list: readonly string[]): string => JSON.stringify([...new Set(list)].sort());
  return sorted(a.input) === sorted(b.input) && sorted(a.output) === sorted(b.output);
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null || Array.isArray(a) !== Array.isArray(b)) return false;
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => sameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]));
}
