import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';

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
