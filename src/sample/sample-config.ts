/** Loopback: nothing in the sample can reach a model by accident. */
const BASE_URL = 'http://127.0.0.1:1234/v1';

/** `config/app.json` of the sample. */
export const SAMPLE_APP = {
  artifactsDir: 'data/runtime/artifacts',
  runtimeDir: 'data/runtime/state',
  llm: { baseURL: BASE_URL, model: 'local-model', apiKey: 'NOT_NEEDED' },
};

/** `config/llmservices.json` of the sample: services that differ in what they read. */
export const SAMPLE_SERVICES = {
  services: [
    service('text-model', 'Text model', 'local-text', { input: ['text'], output: ['text', 'structured_output', 'tool_calling'] }, 'reads text only'),
    service('vision-model', 'Vision model', 'local-vision', { input: ['text', 'vision'], output: ['text', 'tool_calling'] }, 'reads images too'),
    service('multimodal-model', 'Multimodal model', 'local-omni', { input: ['text', 'vision', 'audio', 'file'], output: ['text', 'structured_output', 'tool_calling'] }, 'reads images, audio and files'),
  ],
};

function service(id: string, name: string, model: string, capabilities: { input: string[]; output: string[] }, description: string) {
  return { id, name, baseURL: BASE_URL, model, apiKey: 'NOT_NEEDED', capabilityTags: [], capabilities, description };
}

const ROLES = [
  ['planner', 'text-model'],
  ['coder', 'text-model'],
  ['artist', 'vision-model'],
  ['analyst', 'multimodal-model'],
  ['writer', null],
] as const;

/** `org.json` of the sample: an agent for each role, all below the root. */
export const SAMPLE_ORGANISATION = {
  roles: ROLES.map(([name, llmServiceId]) => ({ id: `role-${name}`, name, llmServiceId, status: 'active' })),
  agents: ROLES.map(([name]) => ({ id: `agent-${name}`, roleId: `role-${name}`, parentAgentId: 'root', status: 'active' })),
  terminations: [],
};
