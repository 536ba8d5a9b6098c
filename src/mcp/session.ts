import { randomBytes } from 'node:crypto';
import { createRequestStateCodec } from '@modelcontextprotocol/server';
import * as z from 'zod/mini';
import type { DescriptionLanguage } from '../core/content/media-type.ts';
import type { Compute } from '../core/io/compute.ts';
import { toFailure } from '../core/io/errors.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import type { Logger } from '../core/io/logger.ts';
import { SERVICES_FILE_NAMES } from '../core/models/services-file.ts';
import { artifactUri, parseArtifactUri, workspaceReference } from '../core/refs/reference.ts';
import type { RouteReason } from '../core/routing/route-result.ts';
import type { CheckedTarget, ExpectedTarget } from '../core/store/artifact.ts';
import { type ToolError, type ToolName, writeFileInput } from '../core/tools/tool-definitions.ts';
import { type ToolContext, ToolExecutor, type ToolResults } from '../core/tools/tool-executor.ts';
import { isStoreAddress } from '../platform/find-root.ts';
import type { LoadedRoot } from '../platform/open-root.ts';
import { type StoreChange, type StoreWatch, watchStore } from '../platform/watch-store.ts';
import type { RecordedSession } from './recorded-session.ts';

/** On whose behalf a server works. */
export interface SessionOptions {
  /** The service whose capabilities apply; default: that of the agent, else text only. */
  readonly serviceId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly allowWrite: boolean;
  /** Whether a person is asked before an existing file is replaced, where the client can ask. */
  readonly confirms: boolean;
  readonly logger: Logger;
  /** Where conversations and media are read. */
  readonly compute: Compute;
  /** Sessions of other programs whose artifacts are offered as resources, by the names that they have in URIs; default: none. */
  readonly recorded?: ReadonlyMap<string, RecordedSession> | undefined;
}

/** What one server offers: a data root seen by one agent or model, always as it is on disk. */
export class Session {
  readonly root: LoadedRoot;
  readonly allowWrite: boolean;
  readonly confirms: boolean;
  readonly logger: Logger;
  readonly recorded: ReadonlyMap<string, RecordedSession>;
  /** Seals what was there when a person was asked: the client keeps it, and hands it back with the answer. */
  readonly asked = createRequestStateCodec<ExpectedTarget>({ key: randomBytes(32) });
  readonly spellings = new Spellings();
  readonly #context: Pick<ToolContext, 'agent'>;
  readonly #serviceId: string | undefined;
  readonly #executor: ToolExecutor;
  readonly #config: ConfigWatch;
  readonly #listeners = new Set<(change: StoreChange) => void>();
  #watch: StoreWatch | undefined;

  constructor(root: LoadedRoot, { serviceId, agentId, allowWrite, confirms, logger, compute, recorded = new Map() }: SessionOptions) {
    this.root = root;
    this.allowWrite = allowWrite;
    this.confirms = confirms;
    this.logger = logger;
    this.recorded = recorded;
    this.#context = agentId === undefined ? {} : { agent: { id: agentId } };
    this.#serviceId = serviceId;
    this.#executor = new ToolExecutor({ ...root, inspection: { ...root, compute }, allowWrite, logger });
    this.#config = new ConfigWatch(root, logger);
  }

  /** Carries out a tool call with the services and agents as they are now. Never rejects. */
  async call<N extends ToolName>(
    name: N,
    args: unknown,
    call: Pick<ToolContext, 'signal' | 'onProgress' | 'expected'> = {},
  ): Promise<ToolResults[N] | ToolError> {
    await this.#config.refresh();
    const result = await this.#executor.executeToolCall({ ...this.#context, ...this.#service(), ...call }, name, args);
    return this.isModelKnown ? result : withoutModel(result, this.root.router.language);
  }

  /** Whether it was said for which model, or on behalf of which agent, the server works. */
  get isModelKnown(): boolean {
    return this.#serviceId !== undefined || this.#context.agent !== undefined;
  }

  /** What each model service receives of an artifact; for the page that shows it. Never rejects. @param args of `preview_artifact` */
  async compare(args: unknown, signal: AbortSignal): ReturnType<ToolExecutor['compareArtifact']> {
    await this.#config.refresh();
    return this.#executor.compareArtifact({ ...this.#context, ...this.#service(), signal }, args);
  }

  /** Where a call of `write_file` would write, and the file it would replace; undefined for a call that will be refused. Never rejects. */
  async writeTarget(args: unknown): Promise<CheckedTarget | undefined> {
    await this.#config.refresh();
    const { agents, workspaces } = this.root;
    const parsed = writeFileInput.safeParse(args);
    if (!parsed.success) return undefined;
    const { agent } = this.#context;
    const workspaceId = parsed.data.workspaceId ?? (agent && agents.getWorkspaceIdForAgent(agent.id));
    const asked = workspaceReference(workspaceId ?? '', parsed.data.path);
    return asked.ok ? workspaces.checkTarget(asked.value).catch(() => undefined) : undefined;
  }

  /** Receives what changes in the store and in workspaces, once somebody can hear it: {@link listen}. @returns ends it */
  onStoreChange(listener: (change: StoreChange) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#watch?.stop();
      this.#watch = undefined;
    };
  }

  /** A client can hear of changes: begins to watch. @returns when everything is watched. Never rejects. */
  async listen(): Promise<void> {
    // Nothing tells what happens in a bucket, and nothing is polled.
    if (isStoreAddress(this.root.folder)) return;
    this.#watch ??= watchStore(
      this.root.layout,
      (change) => {
        for (const listener of this.#listeners) listener(change);
      },
      (reason) => this.logger.warn(`cannot watch all folders, not every change is told: ${reason}`),
    );
    await this.#watch.ready;
  }

  /**
   * A service that left the configuration while the server runs has no capabilities to rely on: text only, not
   * the service of the agent, which was not asked for.
   */
  #service(): Pick<ToolContext, 'serviceId'> {
    const id = this.#serviceId;
    if (id === undefined) return {};
    return { serviceId: this.root.services.getServiceById(id) ? id : null };
  }
}

/** What takes the place of "The current model cannot read this kind of file": nothing is known of the current model. */
const NO_MODEL: Readonly<Record<DescriptionLanguage, string>> = {
  zh: '此服务器启动时未指定 --service，不知道当前是什么模型，因此只发送文本。若当前模型能读取此类文件，请用 --service ID（或 --agent ID）启动服务器；在 VS Code 中请设置 agentArtifacts.toolService。',
  en: 'This server was started without --service: it does not know the current model and assumes that it reads only text. If the model can read this kind of file, start the server with --service ID or --agent ID (in VS Code: set agentArtifacts.toolService).',
};

/** An answer whose description blames no model: its last line is that of the template, which no name can forge. */
function withoutModel<Result extends object>(result: Result, language: DescriptionLanguage): Result {
  if (!('reason' in result && 'content' in result) || typeof result.content !== 'string') return result;
  if ((result.reason as Partial<RouteReason>).rule !== 'service_unknown') return result;
  const lines = result.content.split('\n').slice(0, -1);
  return { ...result, content: [...lines, NO_MODEL[language]].join('\n') };
}

/** Milliseconds between two looks at the configuration where each is a handful of requests to an object store. */
const STORE_LOOK_MS = 60_000;
const APP_CONFIG_NAMES = ['app.local.json', 'app.json'];

/**
 * Keeps services and agents as they are on disk: asked before each call, it loads them again when one of
 * their files came, went or changed. A server lives for days, and watching folders is not to be relied on
 * everywhere (network shares, containers); a few `stat` calls are.
 */
class ConfigWatch {
  readonly #root: LoadedRoot;
  readonly #logger: Logger;
  readonly #files: readonly (readonly [FileSystem, Location])[];
  #loaded: string | undefined;
  #lookedAt = -Infinity;
  #checking: Promise<void> | undefined;

  constructor(root: LoadedRoot, logger: Logger) {
    this.#root = root;
    this.#logger = logger;
    const { fs, configFs, layout } = root;
    this.#files = [
      ...[...SERVICES_FILE_NAMES, ...APP_CONFIG_NAMES].map((name) => [configFs, configFs.join(layout.configDir, name)] as const),
      [fs, root.agents.state.source],
    ];
  }

  /** Brings services and agents up to date. Never rejects; calls that overlap share one look. */
  refresh(): Promise<void> {
    const { fs } = this.#root;
    if (fs.forget) {
      if (performance.now() - this.#lookedAt < STORE_LOOK_MS) return Promise.resolve();
      this.#lookedAt = performance.now();
      this.#root.store.forgetIndex();
    }
    this.#checking ??= this.#check().finally(() => {
      this.#checking = undefined;
    });
    return this.#checking;
  }

  async #check(): Promise<void> {
    // Before loading: a change after this look shows in the next one.
    const state = (await Promise.all(this.#files.map((file) => stateOf(...file)))).join('\n');
    if (state === this.#loaded) return;
    const { services, agents } = this.#root;
    await Promise.all([services.load(), agents.load()]);
    this.#loaded = state;
    if (services.state.usingLastGood) this.#logger.warn('llmservices: using the last valid services');
    const { problem, usingLastGood, defaultModelProblem: model } = agents.state;
    if (model)
      this.#logger.warn(`${model.name}: ${model.failure.code}${model.usingLastGood ? '; using the last valid default model' : ''}`);
    if (problem) this.#logger.warn(`org.json: ${problem.code}${usingLastGood ? '; using the last valid agents' : ''}`);
  }
}

async function stateOf(fs: FileSystem, file: Location): Promise<string> {
  try {
    const { mtime, size } = await fs.stat(file);
    return `${mtime} ${size}`;
  } catch (error) {
    return toFailure(error).code;
  }
}

/** Subscriptions of one client, as many as the SDK allows those of the revision 2026-07-28. */
export const MOST_SUBSCRIPTIONS = 1024;

const listening = z.object({ notifications: z.object({ resourceSubscriptions: z.array(z.string()) }) });

/**
 * The spellings of URIs that streams of changes were asked for: the SDK passes on what is told under the very same one. They are kept until
 * the client is gone, as many as can be subscribed to.
 */
class Spellings {
  readonly #byUri = new Map<string, Set<string>>();
  #count = 0;

  /** @param params of a request that begins to listen; anything else is ignored */
  note(params: unknown): void {
    const asked = listening.safeParse(params);
    for (const uri of asked.success ? asked.data.notifications.resourceSubscriptions : []) {
      const usual = usualUri(uri);
      const known = (usual !== undefined && this.#byUri.get(usual)) || new Set();
      if (usual === undefined || usual === uri || known.has(uri) || this.#count >= MOST_SUBSCRIPTIONS) continue;
      this.#count++;
      this.#byUri.set(usual, known.add(uri));
    }
  }

  of(usual: string): Iterable<string> {
    return this.#byUri.get(usual) ?? [];
  }
}

/** The one spelling by which an artifact's URI is compared; undefined when it is none. */
export function usualUri(uri: string): string | undefined {
  const parsed = parseArtifactUri(uri);
  return parsed.ok ? artifactUri(parsed.value.id) : undefined;
}
