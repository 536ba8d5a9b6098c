import { OFFICIAL_ADDRESSES } from '../core/models/wire-api.ts';

/** Of programs on this machine. */
const LOCAL_URL = 'http://127.0.0.1:1234/v1';

/** `config/app.json` of the sample. */
export const SAMPLE_APP = {
  artifactsDir: 'data/runtime/artifacts',
  runtimeDir: 'data/runtime/state',
  llm: { baseURL: LOCAL_URL, model: 'local-model', apiKey: 'NOT_NEEDED' },
};

/**
 * `config/llmservices.json` of the sample: models that everybody knows, whose tokens are known too, and models on this machine
 * that differ in what they read. There are no keys; `${…}` names the variable one may lie in, and nothing is sent before a person agrees.
 */
export const SAMPLE_SERVICES = {
  services: [
    online('gpt', 'GPT-5.4', 'openai-chat', 'gpt-5.4', '${OPENAI_API_KEY}', {
      input: ['text', 'vision', 'file'],
      output: ['text', 'structured_output', 'tool_calling'],
    }),
    online('claude', 'Claude Sonnet 5', 'anthropic', 'claude-sonnet-5', '${ANTHROPIC_API_KEY}', {
      input: ['text', 'vision', 'file', 'tool_result_media'],
      output: ['text', 'tool_calling'],
    }),
    online('gemini', 'Gemini 3.5 Flash', 'gemini', 'gemini-3.5-flash', '${GEMINI_API_KEY}', {
      input: ['text', 'vision', 'audio', 'video', 'file'],
      output: ['text', 'tool_calling'],
    }),
    local(
      'text-model',
      'Text model',
      'local-text',
      { input: ['text'], output: ['text', 'structured_output', 'tool_calling'] },
      'reads text only',
    ),
    local(
      'vision-model',
      'Vision model',
      'local-vision',
      { input: ['text', 'vision'], output: ['text', 'tool_calling'] },
      'reads images too',
    ),
    local(
      'multimodal-model',
      'Multimodal model',
      'local-omni',
      { input: ['text', 'vision', 'audio', 'file'], output: ['text', 'structured_output', 'tool_calling'] },
      'reads images, audio and files',
    ),
  ],
};

interface Capabilities {
  readonly input: readonly string[];
  readonly output: readonly string[];
}

function online(id: string, name: string, api: keyof typeof OFFICIAL_ADDRESSES, model: string, apiKey: string, capabilities: Capabilities) {
  return { id, name, baseURL: OFFICIAL_ADDRESSES[api], model, apiKey, capabilityTags: [], capabilities };
}

function local(id: string, name: string, model: string, capabilities: Capabilities, description: string) {
  return { id, name, baseURL: LOCAL_URL, model, apiKey: 'NOT_NEEDED', capabilityTags: [], capabilities, description };
}

const ROLES = [
  ['planner', 'claude'],
  ['coder', 'text-model'],
  ['artist', 'gpt'],
  ['analyst', 'gemini'],
  ['writer', null],
] as const;

/** `org.json` of the sample: an agent for each role, all below the root. */
export const SAMPLE_ORGANISATION = {
  roles: ROLES.map(([name, llmServiceId]) => ({ id: `role-${name}`, name, llmServiceId, status: 'active' })),
  agents: ROLES.map(([name]) => ({ id: `agent-${name}`, roleId: `role-${name}`, parentAgentId: 'root', status: 'active' })),
  terminations: [],
};
