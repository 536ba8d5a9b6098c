import { type ModelCapabilities, TEXT_ONLY } from '../models/capability.ts';
import type { ProblemCode } from '../models/problems.ts';
import type { RegistryState } from '../models/registry.ts';
import type { LlmServiceConfig } from '../models/schema.ts';
import type { ServiceEntry } from '../models/validate.ts';
import type { DefaultModel } from './organisation.ts';

/** Why an agent's model accepts less than may have been intended. Stable: callers compare these codes. */
export type AgentProblemCode =
  /** The role is not in the organisation, so the default model is used. */
  | 'role_missing'
  /** The role names a service that is not configured. */
  | 'service_missing'
  /** The role names a service, and the whole configuration is unusable. */
  | 'services_unusable'
  /** The service's capabilities are invalid. */
  | 'capabilities_invalid'
  /** The service accepts only text, but its configuration hints at more. */
  | 'capabilities_doubtful'
  /** The role has no service, and no configured service matches the runtime's default model. */
  | 'default_model_unknown'
  /** The role has no service, and the runtime has no default model. */
  | 'default_model_absent';

export interface AgentProblem {
  readonly code: AgentProblemCode;
  /** Parameters of the message: `role`, `service`, `model`. */
  readonly params: Readonly<Record<string, string>>;
}

/** The model of an agent. */
export interface AgentModel {
  /** From the role; null means the runtime's default model. */
  readonly configuredServiceId: string | null;
  /** The runtime's default model, when it is used. */
  readonly defaultModel?: DefaultModel;
  /** The service used; absent when only text is certain. */
  readonly service?: LlmServiceConfig;
  /** Its entry in the configuration. */
  readonly entry?: ServiceEntry;
  readonly capabilities: ModelCapabilities;
  readonly problems: readonly AgentProblem[];
}

/** Problems that hint at an input missing from `capabilities`. */
const SPEAKS_OF_MORE: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'capability_misspelt',
  'capability_wrong_direction',
  'capabilities_unknown_key',
  'field_misspelt',
  'tag_without_capability',
]);
/** Inputs that allow content other than text. */
const CONTENT_INPUTS: ReadonlySet<string> = new Set(['vision', 'audio', 'video', 'file']);

/** The agents' models, cached until the services change. */
export class AgentModels {
  readonly #services: { readonly state: RegistryState };
  readonly #defaultModel: DefaultModel | undefined;
  readonly #known = new Map<string | null, AgentModel>();
  #entries = new Map<string, ServiceEntry>();
  #state: RegistryState | undefined;

  constructor(services: { readonly state: RegistryState }, defaultModel: DefaultModel | undefined) {
    this.#services = services;
    this.#defaultModel = defaultModel;
  }

  /** @param configuredServiceId from the role; null for the default model */
  modelFor(configuredServiceId: string | null): AgentModel {
    this.#follow();
    let model = this.#known.get(configuredServiceId);
    if (!model)
      this.#known.set(
        configuredServiceId,
        (model = configuredServiceId === null ? this.#ofDefault() : this.#ofService(configuredServiceId)),
      );
    return model;
  }

  #follow(): void {
    const { state } = this.#services;
    if (state === this.#state) return;
    this.#state = state;
    this.#known.clear();
    this.#entries = new Map(state.entries.flatMap((entry) => (entry.config ? [[entry.config.id, entry] as const] : [])));
  }

  #ofService(serviceId: string): AgentModel {
    const entry = this.#entries.get(serviceId);
    if (entry) return { configuredServiceId: serviceId, ...configured(entry) };
    const isUnusable =
      this.#entries.size === 0 && this.#state?.problems.some(({ severity, index }) => severity === 'error' && index === undefined);
    return withoutService(serviceId, { code: isUnusable ? 'services_unusable' : 'service_missing', params: { service: serviceId } });
  }

  #ofDefault(): AgentModel {
    const defaultModel = this.#defaultModel;
    if (!defaultModel) return withoutService(null, { code: 'default_model_absent', params: {} });
    const entry = [...this.#entries.values()].find(
      ({ config }) => config?.model === defaultModel.model && sameAddress(config.baseURL, defaultModel.baseURL),
    );
    if (entry) return { configuredServiceId: null, defaultModel, ...configured(entry) };
    return { ...withoutService(null, { code: 'default_model_unknown', params: { model: defaultModel.model } }), defaultModel };
  }
}

function configured(entry: ServiceEntry): Omit<AgentModel, 'configuredServiceId'> {
  const { config, capabilities, origin, problems } = entry;
  const service = config?.name || config?.id || '';
  const takesContent = capabilities.input.some((type) => CONTENT_INPUTS.has(type));
  const isDoubtful = !takesContent && problems.some(speaksOfMore);
  const code = origin === 'invalid' ? 'capabilities_invalid' : isDoubtful ? 'capabilities_doubtful' : undefined;
  return { ...(config && { service: config }), entry, capabilities, problems: code ? [{ code, params: { service } }] : [] };
}

/** Whether a problem concerns an input for content; problems about outputs and other capabilities don't. */
function speaksOfMore({ code, params }: ServiceEntry['problems'][number]): boolean {
  if (!SPEAKS_OF_MORE.has(code)) return false;
  if (code === 'capabilities_unknown_key') return params['suggestion'] === 'input';
  if (code === 'field_misspelt') return params['suggestion'] === 'capabilities';
  const meant = code === 'capability_misspelt' ? params['suggestion'] : params['capability'];
  return CONTENT_INPUTS.has(String(meant)) && (code !== 'capability_misspelt' || params['list'] === 'input');
}

function withoutService(configuredServiceId: string | null, problem: AgentProblem): AgentModel {
  return { configuredServiceId, capabilities: TEXT_ONLY, problems: [problem] };
}

/** Compares addresses, ignoring a trailing slash. */
function sameAddress(one: string | undefined, other: string): boolean {
  return one !== undefined && one.replace(/\/$/, '') === other.replace(/\/$/, '');
}
