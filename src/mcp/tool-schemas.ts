import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { ToolName } from '../core/tools/tool-definitions.ts';

/**
 * The input schema of a tool as clients are shown it. It lets everything pass: the executor checks the
 * arguments by the same schema, and its refusals have a code.
 */
export function shownInput(schema: z.ZodMiniType): StandardSchemaWithJSON<unknown, unknown> {
  return standard(schema, (value) => ({ value }));
}

/** The output schema of a tool, shown and enforced. */
export function enforcedOutput(schema: z.ZodMiniType): StandardSchemaWithJSON<unknown, unknown> {
  return standard(schema, (value) => schema['~standard'].validate(value));
}

type Validate = StandardSchemaWithJSON<unknown, unknown>['~standard']['validate'];

/** `type` at the top, also of a union: revisions before 2026-07-28 demand it. */
function standard(schema: z.ZodMiniType, validate: Validate): StandardSchemaWithJSON<unknown, unknown> {
  const json = { type: 'object', ...z.toJSONSchema(schema, { io: 'input' }) };
  return { '~standard': { version: 1, vendor: 'agent-artifacts', validate, jsonSchema: { input: () => json, output: () => json } } };
}

const text = z.string();
const optionalText = z.optional(z.string());
const bytes = z.optional(z.int().check(z.nonnegative(), z.describe('Bytes.')));

/** A refused call: it is part of every schema, because clients check the structured content of refusals too. */
const refusal = z.object({
  error: text.check(z.describe('Why the call was refused, as a stable code.')),
  message: text.check(z.describe('The same as a sentence.')),
  ref: optionalText,
});

const artifact = z.object({
  ref: text,
  name: text,
  state: z.enum(['present', 'reserved', 'missing', 'broken']),
  mimeType: optionalText,
  size: bytes,
  createdAt: optionalText,
  agentId: optionalText,
});

/**
 * The structured content of each tool's answer. `get_artifact` has none: clients that prefer structured content show their
 * model nothing else, and neither an image nor a long text belongs into it.
 */
export const OUTPUT_SCHEMAS = {
  list_artifacts: z.union([
    z.object({
      items: z.array(artifact),
      total: z.optional(z.int().check(z.describe('Of all artifacts in the store; absent for the files of a workspace.'))),
      unreadable: z.optional(
        z.array(z.object({ path: text, error: text, message: text })).check(z.describe('Folders of the workspace that could not be read.')),
      ),
      next: optionalText.check(z.describe('Give it as "after" for the page that follows.')),
    }),
    refusal,
  ]),
  find_capable_agents: z.union([z.object({ capability: text, agents: z.array(text).check(z.describe('Ids of agents.')) }), refusal]),
  write_file: z.union([z.object({ ok: z.literal(true), artifactId: text, ref: text }), refusal]),
} as const satisfies Readonly<Record<Exclude<ToolName, 'get_artifact'>, z.ZodMiniType>>;
