import { ToolExecutor, type ToolContext, type ToolResults } from '../core/tools/tool-executor.ts';
import type { ToolName } from '../core/tools/tool-definitions.ts';
import type { ToolError } from '../core/tools/tool-errors.ts';
import type { Logger } from '../core/io/logger.ts';
import type { OpenRoot } from '../platform/open-root.ts';
import { ConfigWatch } from './config-watch.ts';

/** On whose behalf a server works. */
export interface SessionOptions {
  /** The service whose capabilities apply; default: that of the agent, else text only. */
  readonly serviceId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly allowWrite: boolean;
  readonly logger: Logger;
}

/** What one server offers: a data root seen by one agent or model, always as it is on disk. */
export class Session {
  readonly root: OpenRoot;
  readonly allowWrite: boolean;
  readonly logger: Logger;
  readonly #context: Pick<ToolContext, 'agent'>;
  readonly #serviceId: string | undefined;
  readonly #executor: ToolExecutor;
  readonly #config: ConfigWatch;

  constructor(root: OpenRoot, { serviceId, agentId, allowWrite, logger }: SessionOptions) {
    this.root = root;
    this.allowWrite = allowWrite;
    this.logger = logger;
    this.#context = agentId === undefined ? {} : { agent: { id: agentId } };
    this.#serviceId = serviceId;
    this.#executor = new ToolExecutor({ ...root, allowWrite, logger });
    this.#config = new ConfigWatch(root, logger);
  }

  /** Carries out a tool call with the services and agents as they are now. Never rejects. */
  async call<N extends ToolName>(name: N, args: unknown): Promise<ToolResults[N] | ToolError> {
    await this.#config.refresh();
    return this.#executor.executeToolCall({ ...this.#context, ...this.#service() }, name, args);
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
