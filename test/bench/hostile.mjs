/** How long hostile input holds the thread, and how soon it gets an answer. */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { longestBlock, timed } from './measure.mjs';
import { bundleWithWorker } from './with-worker.mjs';

const MIB = 1024 * 1024;
/** Milliseconds that work may hold the thread. */
const BLOCK = 50;
/** Milliseconds beyond a deadline in which the answer comes: the end of a worker on a busy machine. */
const GRACE = 500;

/**
 * @param {string} repository
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean | undefined) => void} report
 */
export async function measureHostile(repository, temporary, report) {
  const { core, compute } = await bundleWithWorker(repository);
  try {
    await measureMetadata(core, compute, path.join(temporary, 'hostile'), report);
    const { MEDIA_FACTS_DEADLINE_MS: mediaDeadline, LINT_DEADLINE_MS: lintDeadline } = core;
    await measureWork('A file of 16 MB named .mp3 that holds something else', mediaDeadline, report, () =>
      core.mediaFactsWithin(compute, new Uint8Array(16 * MIB).fill(0xff), { mimeType: 'audio/mpeg' }),
    );
    await measureWork('Linting 1 MB of "[,"', lintDeadline, report, async () => {
      for await (const _ of compute.stream(core.lintTask, chunkOf('[,'.repeat(MIB / 2)), {}, { deadline: lintDeadline }));
    });
    await measureWork('Colouring a word of 1 MB', 0, report, () => core.highlight('a'.repeat(MIB), 'c', new AbortController().signal));
  } finally {
    compute.dispose();
  }
  const server = path.join(repository, 'dist/mcp.mjs');
  if (existsSync(server)) await measureMessage(server, path.join(repository, 'test/fixtures/agent-society-root'), report);
  else report('MCP arguments of 40 MB', '–', 'not built: npm run build', undefined);
}

/** @param {string} text */
async function* chunkOf(text) {
  yield Buffer.from(text);
}

/**
 * @param {any} core
 * @param {any} compute
 * @param {string} folder
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
async function measureMetadata(core, compute, folder, report) {
  const workspaces = path.join(folder, 'workspaces');
  mkdirSync(path.join(workspaces, 'w', '.meta'), { recursive: true });
  writeFileSync(path.join(workspaces, 'w', 'a.txt'), 'a');
  const file = path.join(workspaces, 'w', '.meta', '.meta');
  const artifacts = path.join(folder, 'artifacts');
  const store = new core.ArtifactStore({ artifactsDir: artifacts, workspacesDir: workspaces, compute });
  const id = core.ArtifactIdCodec.encode('w', 'a.txt');
  for (const [what, size] of /** @type {const} */ ([
    ['60 MB', 60 * MIB],
    ['8 MB', 8 * MIB],
  ])) {
    writeFileSync(file, '['.repeat(size));
    await measureWork(`Metadata of a workspace: ${what} of brackets`, 0, report, () => store.getMetadata(id));
  }
  const time = '2026-01-01T00:00:00.000Z';
  const entry = {
    mimeType: 'text/plain',
    size: 1,
    createdAt: time,
    agentId: 'agent',
    modifiedBy: [{ agentId: 'agent', timestamp: time, action: 'update' }],
  };
  writeFileSync(
    file,
    JSON.stringify({ files: Object.fromEntries(Array.from({ length: 38_000 }, (_, n) => [`folder ${n % 100}/file-${n}.txt`, entry])) }),
  );
  // long ago, so that it counts as unchanged
  utimesSync(file, 1e9, 1e9);
  for (const read of ['', ', once more'])
    await measureWork(`Metadata of a workspace of 38,000 files${read}`, 0, report, () => store.getMetadata(id));

  mkdirSync(artifacts, { recursive: true });
  const envelope = (/** @type {string} */ value) => `{"id":"1","createdAt":"${time}","type":"application/json","content":[${value}]}`;
  for (const [what, value] of /** @type {const} */ ([
    ['13 MB of {}', `${'{},'.repeat(4_500_000)}{}`],
    ['9 MB of short texts', `${'{"a":"thirty characters of some text"},'.repeat(230_000)}{}`],
  ])) {
    writeFileSync(path.join(artifacts, '1.json'), envelope(value));
    await measureWork(`An envelope: ${what}`, 0, report, () => store.getArtifact('1'));
  }

  const state = path.join(folder, 'state');
  mkdirSync(state, { recursive: true });
  const agents = Array.from({ length: 80_000 }, (_, n) => ({
    id: `agent-${n}`,
    roleId: 'r',
    parentAgentId: n % 10 === 0 ? 'root' : `agent-${n - 1}`,
    status: 'active',
  }));
  writeFileSync(path.join(state, 'org.json'), JSON.stringify({ roles: [{ id: 'r', name: 'r' }], agents, terminations: [] }));
  const registry = new core.AgentRegistry({
    runtimeDir: state,
    serviceRegistry: new core.LlmServiceRegistry({ configDir: state }),
    compute,
  });
  await measureWork('org.json of 80,000 agents', 0, report, () => registry.load());
  if (registry.getAgents().length !== agents.length) throw new Error('the agents were not read');
}

/**
 * @param {string} what
 * @param {number} deadline milliseconds
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 * @param {() => Promise<unknown>} work
 */
async function measureWork(what, deadline, report, work) {
  let time = 0;
  const block = await longestBlock(async () => {
    time = await timed(work);
  });
  const target = deadline === 0 ? `no block above ${BLOCK} ms` : `no block above ${BLOCK} ms; answer within ${deadline} ms`;
  report(
    what,
    target,
    `longest block ${block.toFixed(0)} ms, answer after ${time.toFixed(0)} ms`,
    block <= BLOCK && (deadline === 0 || time <= deadline + GRACE),
  );
}

/** @param {string} server @param {string} root @param {(what: string, target: string, result: string, isMet: boolean) => void} report */
async function measureMessage(server, root, report) {
  const child = spawn(process.execPath, [server, '--root', root], { stdio: ['pipe', 'pipe', 'ignore'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const answer = async () => JSON.parse((await lines.next()).value);
  const send = (/** @type {string} */ text) => new Promise((resolve) => child.stdin.write(`${text}\n`, resolve));
  await send(
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'bench', version: '1' } },
    }),
  );
  await answer();
  const message = JSON.stringify({
    method: 'tools/call',
    params: { name: 'get_artifact', arguments: { ref: 'x'.repeat(40 * MIB) } },
    jsonrpc: '2.0',
    id: 2,
  });
  const sent = await timed(() => send(message));
  /** @type {any} */
  let refused;
  const time = await timed(async () => {
    refused = await answer();
  });
  const pong = await timed(async () => {
    await send(JSON.stringify({ jsonrpc: '2.0', id: 3, method: 'ping' }));
    await answer();
  });
  child.kill();
  const isRefused = refused?.id === 2 && refused.error !== undefined;
  report(
    'MCP arguments of 40 MB',
    `an answer, and the next within ${BLOCK} ms`,
    `sent in ${sent.toFixed(0)} ms, answered ${time.toFixed(0)} ms later, the next after ${pong.toFixed(0)} ms`,
    isRefused && time <= BLOCK && pong <= BLOCK,
  );
}
