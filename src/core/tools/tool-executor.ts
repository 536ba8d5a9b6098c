import { DEFAULT_LIST_LIMIT, MAX_LIST_LIMIT } from '../io/limits.ts';
import type * as z from 'zod/mini';
import { mediaTypeOfFilename } from '../content/file-name.ts';
import { type DescriptionLanguage, mediaKind, type MediaKind, normaliseMediaType } from '../content/media-type.ts';
import { checkArgument, isObject, loggerOf, objectWith, optionsOf } from '../io/arguments.ts';
import { decodeBase64 } from '../io/base64.ts';
import { toFailure, type ErrorCode } from '../io/errors.ts';
import type { Logger } from '../io/logger.ts';
import type { SeenProgram } from '../programs/deliveries.ts';
import { formatReference, parseReference, pathOfReference, type ArtifactReference } from '../refs/reference.ts';
import type { ArtifactContentRouter } from '../routing/artifact-content-router.ts';
import type { ContentRouteResult } from '../routing/route-result.ts';
import { safeName } from '../routing/description.ts';
import { type ArtifactNotFound, partOfText } from '../routing/tool-message.ts';
import { tellsAge } from '../store/id-order.ts';
import { type ArtifactMetadata, expectedTarget, type ExpectedTarget } from '../store/artifact.ts';
import type { WorkspaceTree } from '../store/adapter.ts';
import type { ArtifactStore } from '../store/artifact-store.ts';
import type { CheckedConversationFile, ConversationPlace } from './check-conversation-file.ts';
import type { Recipient } from '../receive/receive.ts';
import type { ArtifactComparison, ArtifactPreview, compareArtifact, PreviewRoot } from './preview-artifact.ts';
import {
  checkConversationInput,
  findCapableAgentsInput,
  getArtifactInput,
  listArtifactsInput,
  previewArtifactInput,
  toolError,
  type ToolError,
  type ToolName,
  TOOLS,
  toolSentence,
  writeFileInput,
} from './tool-definitions.ts';
import { wrongArguments } from './wrong-arguments.ts';
import { listWorkspaceFiles } from './workspace-listing.ts';

/** The used part of the agent registry. */
export interface AgentDirectory {
  getAgentsByCapability(type: string, direction?: 'input' | 'output' | 'both'): readonly string[];
  getServiceIdForAgent(agentId: string): string | null;
  getWorkspaceIdForAgent(agentId: string): string | null;
}

export interface ToolExecutorOptions {
  readonly store: ArtifactStore;
  readonly workspaces: WorkspaceTree;
  readonly router: ArtifactContentRouter;
  readonly agents: AgentDirectory;
  /** What `preview_artifact` and `check_conversation` need; without it there are no such tools. */
  readonly inspection?: (PreviewRoot & ConversationPlace) | undefined;
  /** Default true. False refuses `write_file`; a function is called each time. */
  readonly allowWrite?: boolean | (() => boolean);
  readonly logger?: Logger;
}

/** The caller of a tool. */
export interface ToolContext {
  readonly agent?: { readonly id: string };
  /** The service whose capabilities apply, refused when unknown; null: text only; default: the agent's, otherwise text only. */
  readonly serviceId?: string | null;
  readonly messageId?: string;
  /** For `write_file`: the target shown to a person, from `checkTarget`. Another target is refused with `target_changed`. */
  readonly expected?: ExpectedTarget | undefined;
  /** Ends a long call early; what it answers then is of no use. */
  readonly signal?: { readonly aborted: boolean } | undefined;
  /** Receives how many artifacts of how many a long call has looked at; of a workspace the number of all is unknown. */
  readonly onProgress?: ((done: number, total?: number) => void) | undefined;
}

export interface ListedArtifact {
  readonly ref: string;
  readonly name: string;
  readonly state: ArtifactMetadata['state'];
  readonly mimeType?: string;
  /** Bytes. */
  readonly size?: number;
  readonly createdAt?: string;
  readonly agentId?: string;
}

/** What a listing leaves out: a folder, a link or a name, by its path in the workspace, and the reason. */
export interface UnreadablePath {
  readonly path: string;
  readonly error: ErrorCode;
  readonly message: string;
}

/** The answer of each tool. */
export interface ToolResults {
  get_artifact: ContentRouteResult | ArtifactNotFound;
  list_artifacts: {
    readonly items: readonly ListedArtifact[];
    /** Number of artifacts in the store; absent for a workspace, and where only reading every folder would tell. */
    readonly total?: number;
    /** What the listing of a workspace leaves out. */
    readonly unreadable?: readonly UnreadablePath[];
    /** How many more it leaves out, where they are too many to be named. */
    readonly moreUnreadable?: number;
    /** The workspaces that can be listed, where the store has no artifacts. */
    readonly workspaces?: readonly string[];
    readonly next?: string;
  };
  preview_artifact: ArtifactPreview | ArtifactNotFound;
  check_conversation: CheckedConversationFile;
  find_capable_agents: {
    readonly capability: string;
    readonly agents: readonly string[];
    /** That no model service declares the capability, and which are declared. */
    readonly note?: string;
  };
  write_file: { readonly ok: true; readonly artifactId: string; readonly ref: string };
}

/** Characters of a reference repeated in an answer: long enough for real ones, since a model pays for each. */
const MAX_ECHOED_CHARACTERS = 1000;
/** Capabilities that an answer names at most: custom ones may be any number. */
const MOST_DECLARED = 20;
/** Maximum characters of a reference: a path of 4,096 bytes in base64url plus the workspace name. */
const LONGEST_REFERENCE = 8192;

interface Previews {
  previewArtifact: ArtifactPreview;
  compareArtifact: ArtifactComparison;
}
type PreviewFunctions = { readonly [N in keyof Previews]: (...args: Parameters<typeof compareArtifact>) => Promise<Previews[N]> };

/** Executes tool calls of agents. */
export class ToolExecutor {
  readonly #options: ToolExecutorOptions;
  readonly #logger: Logger;

  constructor(options: ToolExecutorOptions) {
    const { store, workspaces, router, agents, logger } = optionsOf(options, ['store', 'workspaces', 'router', 'agents', 'logger']);
    this.#options = {
      store: objectWith<ArtifactStore>(store, ['inspectArtifact', 'list'], 'store'),
      workspaces: objectWith<WorkspaceTree>(workspaces, ['walk', 'writeFile'], 'workspaces'),
      router: objectWith<ArtifactContentRouter>(router, ['routeContent', 'knowsService'], 'router'),
      agents: objectWith<AgentDirectory>(agents, ['getAgentsByCapability', 'getServiceIdForAgent', 'getWorkspaceIdForAgent'], 'agents'),
      allowWrite: mayWrite(options),
      inspection: optionsOf(options, ['inspection']).inspection,
    };
    this.#logger = loggerOf(logger);
  }

  /** Executes a call. Never rejects: errors are {@link ToolError}s. */
  async executeToolCall<N extends ToolName>(context: ToolContext, name: N, args: unknown): Promise<ToolResults[N] | ToolError> {
    try {
      const known = contextOf(context);
      switch (name) {
        case 'get_artifact':
          return (await this.#withInput(getArtifactInput, args, (input) => this.#getArtifact(known, input))) as ToolResults[N] | ToolError;
        case 'list_artifacts':
          return (await this.#withInput(listArtifactsInput, args, (input) => this.#listArtifacts(known, input))) as
            | ToolResults[N]
            | ToolError;
        case 'preview_artifact':
          return (await this.#withInput(previewArtifactInput, args, (input) => this.#preview(known, input, 'previewArtifact'))) as
            | ToolResults[N]
            | ToolError;
        case 'check_conversation':
          return (await this.#withInput(checkConversationInput, args, (input) => this.#checkConversation(known, input))) as
            | ToolResults[N]
            | ToolError;
        case 'find_capable_agents':
          return (await this.#withInput(findCapableAgentsInput, args, ({ capability }) => this.#findAgents(capability))) as
            | ToolResults[N]
            | ToolError;
        case 'write_file':
          return (await this.#withInput(writeFileInput, args, (input) => this.#writeFile(known, input))) as ToolResults[N] | ToolError;
        default:
          return this.#refuse('unknown_tool');
      }
    } catch (error) {
      const failure = toFailure(error);
      this.#logger.error(`${Object.hasOwn(TOOLS, name) ? name : 'tool'} failed: ${failure.code}`);
      return this.#refuse(failure.code);
    }
  }

  get #language(): DescriptionLanguage {
    return this.#options.router.language;
  }

  #refuse(code: Parameters<typeof toolError>[0], detail?: string): ToolError {
    return toolError(code, this.#language, detail);
  }

  async #withInput<I extends object, R>(schema: z.ZodMiniType<I>, args: unknown, run: (input: I) => Promise<R>): Promise<R | ToolError> {
    const parsed = schema.safeParse(args);
    if (parsed.success) return run(parsed.data);
    return this.#refuse('arguments_invalid', wrongArguments(parsed.error.issues, args, schema, this.#language));
  }

  #serviceIdFor({ agent, serviceId }: ToolContext): string | null {
    if (serviceId !== undefined) return serviceId;
    return agent ? this.#options.agents.getServiceIdForAgent(agent.id) : null;
  }

  async #getArtifact(
    context: ToolContext,
    { ref, ...part }: z.infer<typeof getArtifactInput>,
  ): Promise<ToolResults['get_artifact'] | ToolError> {
    if (ref.length > LONGEST_REFERENCE) return this.#notFound(ref);
    const parsed = parseReference(ref);
    if (!parsed.ok) return this.#notFound(ref, parsed.error.code);
    const { serviceId } = context;
    if (serviceId && !this.#options.router.knowsService(serviceId)) return this.#refuse('service_unknown', JSON.stringify(serviceId));
    const artifact = await this.#options.store.inspectArtifact(parsed.value);
    if (!artifact) return this.#notFound(ref, (await this.#isReserved(parsed.value)) ? 'reserved' : undefined);
    return partOfText(await this.#options.router.routeContent(artifact, this.#serviceIdFor(context)), part);
  }

  /** Whether an artifact is reserved without content: the agent should wait instead of creating another. */
  async #isReserved(reference: ArtifactReference): Promise<boolean> {
    const { store } = this.#options;
    return typeof store.getMetadata === 'function' && (await store.getMetadata(reference))?.state === 'reserved';
  }

  /** @param reason why the reference names nothing (yet) */
  #notFound(ref: string, reason?: ErrorCode): ArtifactNotFound {
    const sentence = this.#language === 'zh' ? '工件不存在或已被删除' : 'The artifact does not exist or was deleted.';
    return {
      error: 'artifact_not_found',
      ref: ref.length > MAX_ECHOED_CHARACTERS ? `${ref.slice(0, MAX_ECHOED_CHARACTERS).toWellFormed()}…` : ref,
      message: reason === undefined ? sentence : toolSentence(reason, this.#language),
    };
  }

  async #listArtifacts(
    context: ToolContext,
    input: z.infer<typeof listArtifactsInput>,
  ): Promise<ToolResults['list_artifacts'] | ToolError> {
    const { limit = DEFAULT_LIST_LIMIT, after, workspaceId, ...wanted } = input;
    const matches = matcherOf(wanted);
    if (workspaceId === undefined) return this.#listStore(context, { ...input, limit }, matches);
    const { workspaces } = this.#options;
    const { signal, onProgress } = context;
    const { items, unreadable, moreUnreadable, next } = await listWorkspaceFiles(workspaces, workspaceId, {
      limit,
      after,
      matches,
      signal,
      onProgress,
    });
    const failures = unreadable.map(({ path, failure: { code } }) => ({ path, error: code, message: toolSentence(code, this.#language) }));
    return {
      items: items.map(listed),
      ...(failures.length > 0 && { unreadable: failures }),
      ...(moreUnreadable > 0 && { moreUnreadable }),
      ...(next !== undefined && { next }),
    };
  }

  async #listStore(
    { signal, onProgress }: ToolContext,
    { limit, after, newerThan }: z.infer<typeof listArtifactsInput> & { readonly limit: number },
    matches: ReturnType<typeof matcherOf>,
  ): Promise<ToolResults['list_artifacts'] | ToolError> {
    const { store } = this.#options;
    const from = after === undefined ? undefined : await this.#placeInStore(after);
    if (typeof from === 'object') return from;
    const { items, total, next } = matches
      ? await store.search(matches, { limit, after: from, signal, onProgress, looksAtTimes: newerThan !== undefined })
      : await store.list({ limit, after: from });
    const others = total === 0 && after === undefined ? await this.#workspacesThere() : [];
    return {
      items: items.map(listed),
      ...(total !== undefined && { total }),
      ...(others.length > 0 && { workspaces: others }),
      ...(next !== undefined && { next }),
    };
  }

  /** The ID that a listing of the store goes on after: one that tells its place itself may be gone, any other has to be there. */
  async #placeInStore(after: string): Promise<string | ToolError> {
    const parsed = parseReference(after);
    if (!parsed.ok) return this.#refuse(parsed.error.code);
    const { id, kind } = parsed.value;
    const { store } = this.#options;
    if (kind === 'regular' && tellsAge(id)) return id;
    const isThere = kind !== 'workspace' && (typeof store.getMetadata !== 'function' || (await store.getMetadata(parsed.value)));
    return isThere ? id : this.#refuse('after_unknown');
  }

  async #workspacesThere(): Promise<string[]> {
    const all = await this.#options.workspaces.listWorkspaces();
    const there = all.filter(({ state }) => state === 'present').map(({ workspaceId }) => workspaceId);
    return there.slice(0, MAX_LIST_LIMIT);
  }

  /** What each model service receives of an artifact, the one that `preview_artifact` tells of first. Never rejects. @param args as for that tool */
  async compareArtifact(context: ToolContext, args: unknown): Promise<ArtifactComparison | ArtifactNotFound | ToolError> {
    try {
      const known = contextOf(context);
      return await this.#withInput(previewArtifactInput, args, (input) => this.#preview(known, input, 'compareArtifact'));
    } catch (error) {
      return this.#refuse(toFailure(error).code);
    }
  }

  async #preview<N extends keyof Previews>(
    context: ToolContext,
    { ref, model, through: named }: z.infer<typeof previewArtifactInput>,
    how: N,
  ): Promise<Previews[N] | ArtifactNotFound | ToolError> {
    const { inspection, store } = this.#options;
    if (!inspection) return this.#refuse('unknown_tool');
    if (ref.length > LONGEST_REFERENCE) return this.#notFound(ref);
    const parsed = parseReference(ref);
    if (!parsed.ok) return this.#notFound(ref, parsed.error.code);
    const asked = model === undefined ? { serviceId: this.#serviceIdFor(context), model: undefined } : await askedFor(model, inspection);
    if (Array.isArray(asked)) return this.#modelUnknown(asked);
    if (asked.serviceId !== null && !this.#options.router.knowsService(asked.serviceId))
      return this.#refuse('service_unknown', JSON.stringify(asked.serviceId));
    const through = named === undefined ? undefined : await programNamed(named);
    if (typeof through === 'string') return this.#refuse('program_unknown', through);
    const artifact = await store.inspectArtifact(parsed.value);
    if (!artifact) return this.#notFound(ref, (await this.#isReserved(parsed.value)) ? 'reserved' : undefined);
    const previews: PreviewFunctions = await import('./preview-artifact.ts');
    return previews[how](parsed.value, artifact, asked, inspection, { through, signal: context.signal });
  }

  async #checkConversation(
    { signal, onProgress }: ToolContext,
    { path, model }: z.infer<typeof checkConversationInput>,
  ): Promise<ToolResults['check_conversation'] | ToolError> {
    const { inspection } = this.#options;
    if (!inspection) return this.#refuse('unknown_tool');
    const asked = model === undefined ? undefined : await askedFor(model, inspection);
    if (Array.isArray(asked)) return this.#modelUnknown(asked);
    const service = asked && (inspection.models.getServiceById(asked.serviceId) ?? undefined);
    const { checkConversationFile } = await import('./check-conversation-file.ts');
    return checkConversationFile(path, inspection, { service, signal, onProgress });
  }

  /** @param nearest names of models that may be meant */
  #modelUnknown(nearest: readonly string[]): ToolError {
    if (nearest.length === 0) return this.#refuse('model_unknown');
    return this.#refuse(
      'model_unknown',
      this.#language === 'zh' ? `相近的有 ${nearest.join('、')}` : `did you mean ${nearest.join(' or ')}?`,
    );
  }

  async #findAgents(capability: string): Promise<ToolResults['find_capable_agents']> {
    const agents = this.#options.agents.getAgentsByCapability(capability, 'input');
    const note = agents.length === 0 ? this.#whyNone(capability) : undefined;
    return { capability, agents, ...(note !== undefined && { note }) };
  }

  /** That no service has a capability, and which there are; undefined where that is not known, or one has it. */
  #whyNone(capability: string): string | undefined {
    const models = this.#options.inspection?.models;
    if (!models) return undefined;
    const declared = new Set(models.getServices().flatMap(({ id }) => models.getCapabilities(id)?.input ?? []));
    if (declared.has(capability)) return undefined;
    const names = [...declared]
      .sort()
      .slice(0, MOST_DECLARED)
      .map((name) => safeName(name));
    if (this.#language === 'zh')
      return `没有模型服务声明能力“${safeName(capability)}”。${names.length > 0 ? `已声明的有：${names.join('、')}。` : '没有任何模型服务。'}`;
    return `No model service declares the capability "${safeName(capability)}". ${names.length > 0 ? `Declared: ${names.join(', ')}.` : 'There are no model services.'}`;
  }

  async #writeFile(context: ToolContext, input: z.infer<typeof writeFileInput>): Promise<ToolResults['write_file'] | ToolError> {
    const { allowWrite = true } = this.#options;
    if (!(typeof allowWrite === 'function' ? allowWrite() : allowWrite)) return this.#refuse('write_not_allowed');
    if (this.#options.store.isReadOnly) return this.#refuse('read_only');
    const { agent, messageId, expected } = context;
    const workspaceId = input.workspaceId ?? (agent ? this.#options.agents.getWorkspaceIdForAgent(agent.id) : null);
    if (workspaceId === null) return this.#refuse('agent_unknown');
    const content = input.encoding === 'base64' ? decodeBase64(input.content) : input.content;
    const written = await this.#options.workspaces.writeFile(workspaceId, input.path, content, {
      mimeType: input.mimeType,
      ...(agent && { agentId: agent.id }),
      ...(messageId !== undefined && { messageId }),
      ...(expected && { expected }),
    });
    if (!written.ok) return this.#refuse(written.error);
    return { ok: true, artifactId: written.artifactId, ref: `artifact:${written.artifactId}` };
  }
}

/** A service by its id, or a model of the catalogue by its name; the nearest names when there is neither. */
async function askedFor(name: string, { models }: PreviewRoot): Promise<(Recipient & { serviceId: string }) | string[]> {
  // looked for among them: asking for one that is not there is warned of
  if (models.getServices().some(({ id }) => id === name)) return { serviceId: name, model: undefined };
  const found = await models.add(name);
  if (!('code' in found)) return { serviceId: found.config.id, model: found };
  return found.code === 'model_unknown' ? [...found.nearest] : [];
}

/** A program that was watched; for any other the IDs of those that were. */
async function programNamed(name: string): Promise<SeenProgram | string> {
  const { SEEN_PROGRAMS, seenProgram } = await import('../programs/deliveries.ts');
  return seenProgram(name) ?? SEEN_PROGRAMS.map(({ id }) => id).join(', ');
}

/** Whether writing is allowed; an invalid option means no. */
function mayWrite(options: ToolExecutorOptions): boolean | (() => boolean) {
  try {
    const { allowWrite = true } = options;
    return typeof allowWrite === 'function' ? allowWrite : (allowWrite as unknown) === true;
  } catch {
    return false;
  }
}

/** The valid context of a call. @throws CodedError `arguments_invalid` */
function contextOf(context: ToolContext): ToolContext {
  const { agent, messageId, expected } = optionsOf(context, ['agent', 'messageId', 'expected']);
  const { id } = optionsOf(agent, ['id']);
  const serviceId: unknown = isObject(context) ? context.serviceId : undefined;
  checkArgument(serviceId === undefined || serviceId === null || typeof serviceId === 'string', 'serviceId');
  const target = expectedTarget(expected);
  const { signal, onProgress } = optionsOf(context, ['signal', 'onProgress']);
  return {
    ...(typeof id === 'string' && { agent: { id } }),
    ...(target && { expected: target }),
    ...(serviceId !== undefined && { serviceId }),
    ...(typeof messageId === 'string' && { messageId }),
    ...(isObject(signal) && { signal }),
    ...(typeof onProgress === 'function' && { onProgress }),
  };
}

/** Whether an artifact is one of those wanted; undefined when all are. */
function matcherOf({
  kind,
  mimeType,
  name,
  newerThan,
}: Pick<z.infer<typeof listArtifactsInput>, 'kind' | 'mimeType' | 'name' | 'newerThan'>):
  | ((metadata: ArtifactMetadata) => boolean)
  | undefined {
  if (kind === undefined && mimeType === undefined && name === undefined && newerThan === undefined) return undefined;
  const words = (name ?? '').toLowerCase().split(/\s+/);
  const [type, subtype] = (mimeType ?? '').toLowerCase().split('/');
  const range = subtype === '*' ? `${type}/` : undefined;
  const exact = range === undefined ? normaliseMediaType(mimeType) : undefined;
  const since = newerThan === undefined ? -Infinity : Date.parse(newerThan);
  return (metadata) => {
    const found = metadata.mimeType ?? mediaTypeOfFilename(metadata.filename) ?? mediaTypeOfFilename(metadata.name);
    if (mimeType !== undefined && !(range === undefined ? found === exact : found?.startsWith(range))) return false;
    if (kind !== undefined && kind !== kindOfType(found)) return false;
    const { reference } = metadata;
    const text =
      `${metadata.name}\n${reference.kind === 'workspace' ? reference.relativePath : (pathOfReference(reference) ?? metadata.filename)}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) return false;
    return newerThan === undefined || changedAt(metadata) > since;
  };
}

/** An image is what its type says, though a model reads an SVG as text. */
function kindOfType(mediaType: string | undefined): MediaKind {
  if (mediaType === undefined) return 'other';
  return mediaType.startsWith('image/') ? 'image' : mediaKind(mediaType);
}

/** Milliseconds since the epoch; -Infinity when no time is known. */
function changedAt({ createdAt, updatedAt, writtenAt }: ArtifactMetadata): number {
  return Math.max(...[createdAt, updatedAt, writtenAt].map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time)));
}

function listed({ reference, name, state, mimeType, size, createdAt, agentId }: ArtifactMetadata): ListedArtifact {
  return {
    ref: formatReference(reference),
    name,
    state,
    ...(mimeType !== undefined && { mimeType }),
    ...(size !== undefined && { size }),
    ...(createdAt !== undefined && { createdAt }),
    ...(agentId !== undefined && { agentId }),
  };
}
