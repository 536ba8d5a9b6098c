import { CodedError } from '../core/io/errors.ts';
import type { FileSystem, Location } from '../core/io/file-system.ts';
import { OFFICIAL_ADDRESSES } from '../core/models/wire-api.ts';
import { ArtifactStore } from '../core/store/artifact-store.ts';
import type { NewArtifact } from '../core/store/artifact-writer.ts';
import { IdGenerator } from '../core/store/id-generator.ts';
import { WorkspaceManager } from '../core/store/workspace-manager.ts';

/** What making a sample needs. */
export interface SampleOptions {
  readonly fs: FileSystem;
  /** Reads a media file that ships with the product. */
  readonly readAsset: (name: SampleAsset) => Promise<Uint8Array>;
}

/**
 * Makes a data root to try the product on, through the product's own store and workspaces: text, data,
 * images, documents, audio and video, an artifact under a wrong type and one only reserved, three
 * workspaces, an organisation and model services.
 *
 * @param folder must not exist, or be empty: rejects with `already_exists` otherwise
 */
export async function createSampleRoot(folder: Location, { fs, readAsset }: SampleOptions): Promise<void> {
  await fs.createDirectory(folder);
  if ((await fs.readNames(folder)).length > 0) throw new CodedError('already_exists', { name: fs.basename(folder) });

  const artifactsDir = fs.resolve(folder, SAMPLE_APP.artifactsDir);
  const runtimeDir = fs.resolve(folder, SAMPLE_APP.runtimeDir);
  const workspacesDir = fs.join(fs.parent(runtimeDir), 'workspaces');
  const contentOf = async (content: { text: string } | { asset: SampleAsset }) =>
    'text' in content ? content.text : readAsset(content.asset);

  const store = new ArtifactStore({ fs, artifactsDir, workspacesDir });
  for (const artifact of SAMPLE_ARTIFACTS) await store.putArtifact({ ...artifact, content: await contentOf(artifact) });
  await new IdGenerator({ fs, artifactsDir }).next(SAMPLE_RESERVATION);

  const workspaces = new WorkspaceManager({ fs, workspacesDir });
  for (const { workspaceId, path, content, ...options } of SAMPLE_FILES) {
    const written = await workspaces.writeFile(workspaceId, path, await contentOf(content), options);
    if (!written.ok) throw new CodedError(written.error.code, written.error.params);
  }

  await writeJson(fs, fs.join(runtimeDir, 'org.json'), SAMPLE_ORGANISATION);
  await writeJson(fs, fs.join(folder, 'config', 'llmservices.json'), SAMPLE_SERVICES);
  // Last, because by this file the folder is recognised as a data root.
  await writeJson(fs, fs.join(folder, 'config', 'app.json'), SAMPLE_APP);
}

function writeJson(fs: FileSystem, location: Location, value: unknown): Promise<void> {
  return fs.writeFile(location, new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`), 'create');
}

/** The address of programs on this machine. */
const LOCAL_URL = 'http://127.0.0.1:1234/v1';

/** `config/app.json` of the sample. */
const SAMPLE_APP = {
  artifactsDir: 'data/runtime/artifacts',
  runtimeDir: 'data/runtime/state',
  llm: { baseURL: LOCAL_URL, model: 'local-model', apiKey: 'NOT_NEEDED' },
};

/**
 * `config/llmservices.json` of the sample: models that everybody knows, whose tokens are known too, and models on this machine
 * that differ in what they read. There are no keys; `${…}` names the variable one may lie in, and nothing is sent before a person agrees.
 */
const SAMPLE_SERVICES = {
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
const SAMPLE_ORGANISATION = {
  roles: ROLES.map(([name, llmServiceId]) => ({ id: `role-${name}`, name, llmServiceId, status: 'active' })),
  agents: ROLES.map(([name]) => ({ id: `agent-${name}`, roleId: `role-${name}`, parentAgentId: 'root', status: 'active' })),
  terminations: [],
};

/** Names of the media files that ship with the product for the sample. */
type SampleAsset = 'chart.png' | 'screen.png' | 'progress.gif' | 'report.pdf' | 'brief.docx' | 'budget.xlsx' | 'voice.mp3' | 'demo.mp4';

/** An artifact of the sample: its content is a text, or a media file by its name. */
type SampleArtifact = Omit<NewArtifact, 'content'> & ({ readonly text: string } | { readonly asset: SampleAsset });

/** A file of a sample workspace. */
interface SampleFile {
  readonly workspaceId: string;
  readonly path: string;
  readonly mimeType: string;
  readonly agentId: string;
  readonly messageId: string;
  readonly content: { readonly text: string } | { readonly asset: SampleAsset };
}

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const BRIEF = `# Weather station

Build a small dashboard for the station on the roof.

- read the sensors once a minute
- draw **temperature**, **humidity** and **wind**
- warn when it freezes
`;

const PLAN = JSON.stringify({ goal: 'weather dashboard', steps: ['collect', 'draw', 'review'], owner: 'agent-planner' }, null, 2);

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="128" height="128">
  <circle cx="26" cy="26" r="12" fill="#f59e0b"/>
  <path d="M18 48h28a10 10 0 0 0 0-20 14 14 0 0 0-27-2 11 11 0 0 0-1 22z" fill="#0ea5e9"/>
</svg>
`;

/** The artifacts of the sample's store, oldest first. */
const SAMPLE_ARTIFACTS: readonly SampleArtifact[] = [
  { name: 'Brief', type: 'text/markdown', text: BRIEF, messageId: 'msg-001', agentId: 'agent-planner' },
  { name: 'Plan', type: 'application/json', text: PLAN, messageId: 'msg-002', agentId: 'agent-planner' },
  {
    name: '需求说明',
    type: 'text/markdown',
    text: '# 需求说明\n\n- 每分钟读取一次传感器\n- 低于零度时发出警告\n',
    messageId: 'msg-003',
    agentId: 'agent-planner',
  },
  { name: 'brief.docx', type: DOCX, asset: 'brief.docx', messageId: 'msg-004', agentId: 'agent-planner' },
  { name: 'budget.xlsx', type: XLSX, asset: 'budget.xlsx', messageId: 'msg-005', agentId: 'agent-planner' },
  { name: 'logo.svg', type: 'image/svg+xml', text: LOGO, messageId: 'msg-010', agentId: 'agent-artist' },
  {
    name: 'readings.csv',
    type: 'text/csv',
    text: 'hour,temperature,humidity\n6,14.2,71\n9,17.8,62\n12,21.4,48\n15,22.9,44\n',
    messageId: 'msg-012',
    agentId: 'agent-analyst',
  },
  { name: 'progress.gif', type: 'image/gif', asset: 'progress.gif', messageId: 'msg-014', agentId: 'agent-artist' },
  { name: 'voice note.mp3', type: 'audio/mpeg', asset: 'voice.mp3', messageId: 'msg-016' },
  { name: 'demo.mp4', type: 'video/mp4', asset: 'demo.mp4', messageId: 'msg-018', agentId: 'agent-artist' },
  { name: 'report.pdf', type: 'application/pdf', asset: 'report.pdf', messageId: 'msg-020', agentId: 'agent-analyst' },
  { name: 'saved under a wrong type.txt', type: 'text/plain', asset: 'screen.png', messageId: 'msg-021', agentId: 'agent-coder' },
  {
    name: 'dashboard.png',
    type: 'image/png',
    asset: 'screen.png',
    messageId: 'msg-022',
    agentId: 'agent-artist',
    meta: { width: 900, height: 560 },
  },
  {
    name: 'rainfall chart.png',
    type: 'image/png',
    asset: 'chart.png',
    messageId: 'msg-024',
    agentId: 'agent-analyst',
    meta: { width: 960, height: 560 },
  },
];

/** What the sidecar says of the artifact that an agent is still making. */
const SAMPLE_RESERVATION = { name: 'final cut.mp4', extension: '.mp4', type: 'video/mp4', agentId: 'agent-artist' };

const MAIN = `import { average } from './average.ts';

const readings = [14.2, 17.8, 21.4, 22.9];
console.log(\`mean \${average(readings).toFixed(1)} °C\`);
`;

const ANALYSIS = `import csv

with open("readings.csv", newline="") as file:
    rows = list(csv.DictReader(file))
print(max(float(row["temperature"]) for row in rows))
`;

/** The files of the sample's workspaces. */
const SAMPLE_FILES: readonly SampleFile[] = [
  {
    workspaceId: 'agent-coder-7f3a',
    path: 'README.md',
    mimeType: 'text/markdown',
    agentId: 'agent-coder',
    messageId: 'msg-030',
    content: { text: '# Dashboard\n\nRun `npm start`.\n' },
  },
  {
    workspaceId: 'agent-coder-7f3a',
    path: 'src/main.ts',
    mimeType: 'text/typescript',
    agentId: 'agent-coder',
    messageId: 'msg-031',
    content: { text: MAIN },
  },
  {
    workspaceId: 'agent-coder-7f3a',
    path: 'src/average.ts',
    mimeType: 'text/typescript',
    agentId: 'agent-coder',
    messageId: 'msg-032',
    content: { text: 'export const average = (values: number[]) => values.reduce((a, b) => a + b, 0) / values.length;\n' },
  },
  {
    workspaceId: 'agent-coder-7f3a',
    path: 'shots/dashboard.png',
    mimeType: 'image/png',
    agentId: 'agent-coder',
    messageId: 'msg-033',
    content: { asset: 'screen.png' },
  },
  {
    workspaceId: 'agent-analyst-22c8',
    path: 'analysis.py',
    mimeType: 'text/x-python',
    agentId: 'agent-analyst',
    messageId: 'msg-040',
    content: { text: ANALYSIS },
  },
  {
    workspaceId: 'agent-analyst-22c8',
    path: 'charts/rainfall.png',
    mimeType: 'image/png',
    agentId: 'agent-analyst',
    messageId: 'msg-041',
    content: { asset: 'chart.png' },
  },
  {
    workspaceId: 'agent-writer-91bc',
    path: 'report.pdf',
    mimeType: 'application/pdf',
    agentId: 'agent-writer',
    messageId: 'msg-050',
    content: { asset: 'report.pdf' },
  },
  {
    workspaceId: 'agent-writer-91bc',
    path: 'docs/设计 说明.md',
    mimeType: 'text/markdown',
    agentId: 'agent-writer',
    messageId: 'msg-051',
    content: { text: '# 设计说明\n\n气象站仪表板。\n' },
  },
];
