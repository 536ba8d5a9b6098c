import * as z from 'zod/mini';
import { parseBoundedJson } from '../io/bounded-json.ts';
import type { Compute, Task } from '../io/compute.ts';
import { CodedError, type Failure, type Result, toFailure, valueOrThrow } from '../io/errors.ts';
import { MAX_METADATA_BYTES } from '../io/limits.ts';
import { runParsing } from '../io/parse-task.ts';
import type { RootFolder } from '../io/root-folder.ts';
import { nodeAt, rangeOf, type TextRange } from '../json/node.ts';
import { parseText } from '../models/parse.ts';

/** The agent at the top, which the runtime itself is and no entry of the file. */
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

export type OrganisationRole = z.infer<typeof roleSchema>;
export type OrganisationAgent = z.infer<typeof agentSchema>;

/** The organisation as the runtime wrote it, without the entries that make no sense. */
export interface Organisation {
  readonly roles: readonly OrganisationRole[];
  readonly agents: readonly OrganisationAgent[];
  /** Ids of agents that were terminated. */
  readonly terminated: ReadonlySet<string>;
}

/** The default model of the runtime. */
export interface DefaultModel {
  readonly baseURL: string;
  readonly model: string;
}

/** The default model, where there is one; or which file cannot be read, and why. */
export type DefaultModelRead = { readonly model: DefaultModel | undefined } | { readonly name: string; readonly failure: Failure };

/** What reading a JSON file of the runtime came to: undefined when it is not there. */
type Read = { readonly value: unknown } | { readonly problem: Failure } | undefined;

/**
 * Reads `org.json` of a runtime folder; undefined when there is none.
 *
 * Errors: those of the file system and of `Compute`, `too_large`, `too_complex`, `metadata_not_json`.
 *
 * @param compute where a long one is parsed
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

/** An organisation from the bytes of its file. Errors: `too_complex`, `metadata_not_json`. */
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
 * The default model: `llm` of `app.local.json`, or else of `app.json`; the first file that is there counts as a whole.
 *
 * Errors: as of `readOrganisation`.
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
 * Where a role or an agent stands in the text of an `org.json`: its value of `id`. Of several with the same id
 * the last counts, as for the registry. Undefined when it is not there or the text is not JSON.
 */
export function placeInOrganisation(text: string, list: 'roles' | 'agents', id: string): TextRange | undefined {
  const { root } = parseText(text);
  const entries = (root && nodeAt(root, [list])?.children) ?? [];
  const entry = entries.findLast((candidate) => nodeAt(candidate, ['id'])?.value === id);
  const place = entry && nodeAt(entry, ['id']);
  return place && rangeOf(place);
}
