import type { NewArtifact } from '../core/store/artifact-writer.ts';

/** Names of the media files that ship with the product for the sample. */
export type SampleAsset =
  'chart.png' | 'screen.png' | 'progress.gif' | 'report.pdf' | 'brief.docx' | 'budget.xlsx' | 'voice.mp3' | 'demo.mp4';

/** An artifact of the sample: its content is a text, or a media file by its name. */
export type SampleArtifact = Omit<NewArtifact, 'content'> & ({ readonly text: string } | { readonly asset: SampleAsset });

/** A file of a sample workspace. */
export interface SampleFile {
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
export const SAMPLE_ARTIFACTS: readonly SampleArtifact[] = [
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
export const SAMPLE_RESERVATION = { name: 'final cut.mp4', extension: '.mp4', type: 'video/mp4', agentId: 'agent-artist' };

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
export const SAMPLE_FILES: readonly SampleFile[] = [
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
