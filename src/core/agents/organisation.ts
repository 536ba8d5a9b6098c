import * as z from 'zod/mini';
import { parseBoundedJson } from '../io/bounded-json.ts';
import { type Compute, runParsing, type Task } from '../io/compute.ts';
import { CodedError, type Failure, type Result, toFailure, valueOrThrow } from '../io/errors.ts';
import { MAX_METADATA_BYTES } from '../io/limits.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { nodeAt, rangeOf, type TextRange } from '../json/node.ts';
import { parseConfigText } from '../models/parse.ts';

/** The top agent: the runtime itself, usually without an entry in the file. */
export const ROOT_AGENT = 'root';

const text = z.string().check(z.minLength(1));
const roleSchema = z.object({
  id: text,
  name: z.catch(z.optional(z.string()), undefined),
  llmServiceId: z.catch(z.nullish(z.string()), null),
  status: z.catch(z.optional(z.string()), undefined),
});
const agentSchema = z.object({
  id: text,
  roleId: z.catch(z.nullish(z.string()), null),
  parentAgentId: z.catch(z.nullish(z.string()), null),
  status: z.catch(z.optional(z.string()), undefined),
});
const terminationSchema = z.object({ agentId: text });
const organisationSchema = z.object({
  roles: z.catch(z.array(z.unknown()), []),
  agents: z.catch(z.array(z.unknown()), []),
  terminations: z.catch(z.array(z.unknown()), []),
});
const modelSchema = z.object({ llm: z.object({ baseURL: text, model: text }) });

type OrganisationRole = z.infer<typeof roleSchema>;
export type OrganisationAgent = z.infer<typeof agentSchema>;

/** The organisation as written by the runtime, without invalid entries. */
export interface Organisation {
  readonly roles: readonly OrganisationRole[];
  readonly agents: readonly OrganisationAgent[];
  readonly terminated: ReadonlySet<string>;
}

export interface DefaultModel {
  readonly baseURL: string;
  readonly model: string;
}

/** The default model if there is one, or the file that could not be read and why. */
export type DefaultModelRead = { readonly model: DefaultModel | undefined } | { readonly name: string; readonly failure: Failure };

/** The result of reading a JSON file; undefined when it does not exist. */
type Read = { readonly value: unknown } | { readonly problem: Failure } | undefined;

/**
 * Reads `org.json` of a runtime folder; undefined when it does not exist.
 *
 * Errors: those of the file system and of `Compute`, `too_large`, `too_complex`, `metadata_not_json`.
 *
 * @param compute where a large file is parsed
 */
export async function readOrganisation(runtimeFolder: RootFolder, compute: Compute): Promise<Organisation | Failure | undefined> {
  const read = await readBytes(runtimeFolder, 'org.json');
  if (read === undefined) return undefined;
  if ('problem' in read) return read.problem;
  try {
    return await runParsing(compute, organisationTask, read);
  } catch (error) {
    return toFailure(error);
  }
}

/** Parses an organisation file. Errors: `too_complex`, `metadata_not_json`. */
export const organisationTask: Task<{ readonly bytes: Uint8Array }, Organisation> = {
  name: 'organisation',
  load: () => Promise.resolve(parseOrganisation),
};

function parseOrganisation({ bytes }: { readonly bytes: Uint8Array }): Organisation {
  const { data } = organisationSchema.safeParse(valueOrThrow(parseBytes(bytes)));
  if (!data) throw new CodedError('metadata_not_json');
  return {
    roles: valid(roleSchema, data.roles),
    agents: valid(agentSchema, data.agents),
    terminated: new Set(valid(terminationSchema, data.terminations).map(({ agentId }) => agentId)),
  };
}

/**
 * The default model: `llm` of `app.local.json` if that file exists, otherwise of `app.json`.
 *
 * Errors: as `readOrganisation`.
 */
export async function readDefaultModel(configFolder: RootFolder): Promise<DefaultModelRead> {
  for (const name of ['app.local.json', 'app.json']) {
    const read = await readJson(configFolder, name);
    if (read === undefined) continue;
    if ('problem' in read) return { name, failure: read.problem };
    if (!z.record(z.string(), z.unknown()).safeParse(read.value).success) return { name, failure: { code: 'metadata_not_json' } };
    return { model: modelSchema.safeParse(read.value).data?.llm };
  }
  return { model: undefined };
}

function valid<T>(schema: z.ZodMiniType<T>, entries: readonly unknown[]): T[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  });
}

async function readJson(folder: RootFolder, name: string): Promise<Read> {
  const read = await readBytes(folder, name);
  if (read === undefined || 'problem' in read) return read;
  const json = parseBytes(read.bytes);
  return json.ok ? { value: json.value } : { problem: json.error };
}

function parseBytes(bytes: Uint8Array): Result<unknown> {
  return parseBoundedJson(new TextDecoder().decode(bytes));
}

async function readBytes(
  folder: RootFolder,
  name: string,
): Promise<{ readonly bytes: Uint8Array } | { readonly problem: Failure } | undefined> {
  try {
    const bytes = await folder.readFile(name, { length: MAX_METADATA_BYTES + 1 });
    return bytes.length > MAX_METADATA_BYTES ? { problem: { code: 'too_large', params: { limit: MAX_METADATA_BYTES } } } : { bytes };
  } catch (error) {
    const problem = toFailure(error);
    return problem.code === 'not_found' || problem.code === 'not_a_directory' ? undefined : { problem };
  }
}

/**
 * Position of a role's or agent's `id` value in the text of `org.json`. Of repeated ids the last is used, as in the registry. Undefined
 * when it is missing or the text is not JSON.
 */
export function placeInOrganisation(text: string, list: 'roles' | 'agents', id: string): TextRange | undefined {
  const { root } = parseConfigText(text);
  const entries = (root && nodeAt(root, [list])?.children) ?? [];
  const entry = entries.findLast((candidate) => nodeAt(candidate, ['id'])?.value === id);
  const place = entry && nodeAt(entry, ['id']);
  return place && rangeOf(place);
}
