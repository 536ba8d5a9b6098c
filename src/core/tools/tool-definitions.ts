import * as z from 'zod/mini';

/** An agent's tool as every entry offers it: its name, what it tells a model, and the schema of its input. */
export interface ToolDefinition {
  readonly name: ToolName;
  /** For models, in English. */
  readonly description: string;
  readonly input: z.ZodMiniType<object>;
  readonly isReadOnly: boolean;
}

/** The tools of the core. */
export type ToolName = 'get_artifact' | 'list_artifacts' | 'find_capable_agents' | 'write_file';

/** A page of a listing a model can read at once. */
export const DEFAULT_LIST_LIMIT = 50;
const MAX_LIST_LIMIT = 500;

export const getArtifactInput = z.strictObject({
  ref: z
    .string()
    .check(
      z.minLength(1),
      z.describe('The artifact reference: "artifact:{id}" or a bare id, as in "artifact:31" or "ws:agent-coder:c3JjL21haW4uanM".'),
    ),
  offset: z.optional(
    z
      .number()
      .check(z.int(), z.nonnegative(), z.describe('Of a text: how many characters to skip (default 0). Everything else comes back whole.')),
  ),
  limit: z.optional(
    z
      .number()
      .check(
        z.int(),
        z.minimum(1),
        z.describe('Of a text: how many characters at most (default: all). The answer says at which offset the rest begins.'),
      ),
  ),
});

export const listArtifactsInput = z.strictObject({
  limit: z.optional(
    z
      .number()
      .check(z.int(), z.minimum(1), z.maximum(MAX_LIST_LIMIT), z.describe(`How many artifacts at most (default ${DEFAULT_LIST_LIMIT}).`)),
  ),
  after: z.optional(z.string().check(z.describe('Continue after this id: the "next" of the page before.'))),
  workspaceId: z.optional(z.string().check(z.minLength(1), z.describe('List the files of this workspace instead of the artifact store.'))),
});

export const findCapableAgentsInput = z.strictObject({
  capability: z.string().check(z.minLength(1), z.describe('An input capability: "vision", "audio", "video", "file" or a custom one.')),
});

export const writeFileInput = z.strictObject({
  path: z.string().check(z.minLength(1), z.describe('The path of the file, relative to the workspace, with "/" between names.')),
  content: z.string().check(z.describe('The text of the file, or its bytes as base64 when encoding is "base64".')),
  mimeType: z.string().check(z.minLength(1), z.describe('The media type of the content, such as "text/markdown" or "image/png".')),
  encoding: z.optional(z.enum(['utf-8', 'base64']).check(z.describe('How content is given (default "utf-8").'))),
  workspaceId: z.optional(
    z.string().check(z.minLength(1), z.describe('The workspace to write to. Default: the workspace of the calling agent.')),
  ),
});

/** Every tool, in the order in which they are offered. */
export const TOOLS: Readonly<Record<ToolName, ToolDefinition>> = {
  get_artifact: {
    name: 'get_artifact',
    description:
      'Read an artifact by its reference. Text comes back as text; an image, a document, audio or video comes back in a form the current model can take, or as a short description when it cannot.',
    input: getArtifactInput,
    isReadOnly: true,
  },
  list_artifacts: {
    name: 'list_artifacts',
    description:
      'List artifacts, newest first, in pages: reference, name, type, size and time of each. With workspaceId, list the files of that workspace.',
    input: listArtifactsInput,
    isReadOnly: true,
  },
  find_capable_agents: {
    name: 'find_capable_agents',
    description: 'Find the agents whose model can take a kind of content, to forward an artifact that the current model cannot read.',
    input: findCapableAgentsInput,
    isReadOnly: true,
  },
  write_file: {
    name: 'write_file',
    description: 'Write a file into a workspace. The answer holds the artifact reference of the file, to be passed on to other agents.',
    input: writeFileInput,
    isReadOnly: false,
  },
};
