/** The files of Google ADK at a size at which a view must stay usable: 100,000 artifacts with 5 versions each. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { compare, longestBlock, timed } from './measure.mjs';

const SESSIONS = 1000;
const IN_EACH = 100;
const VERSIONS = 5;
const PAGE = 500;
const WIDTH = 32;

/**
 * @param {any} core the bundled core
 * @param {string} temporary
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureAdk(core, temporary, report) {
  const root = path.join(temporary, 'adk');
  const sessions = path.join(root, 'users/u/sessions');
  makeArtifacts(sessions);
  const fs = new core.NodeFileSystem();
  const store = () => new core.HostStore({ fs, kind: 'adk', artifactsDir: root, workspacesDir: root });
  const page = () => store().list({ limit: PAGE });
  const { items } = await page();
  if (items.length !== PAGE || items[0].versions !== VERSIONS) throw new Error('The first page has something else.');
  const found = await compare(page, () => bareReads(sessions), 7);
  const times = `${found.ratio.toFixed(2)} × (${found.subject.toFixed(0)} ms : ${found.reference.toFixed(0)} ms)`;
  report(`First page of ${SESSIONS * IN_EACH} artifacts of ADK : bare reads of it`, '≤ 1.2 ×', times, found.ratio <= 1.2);
  const block = await longestBlock(page);
  report('Longest block meanwhile', '< 50 ms', `${block.toFixed(0)} ms`, block < 50);
  const session = await timed(() => store().workspaces.listFolder('users/u', 'sessions/s0500/artifacts'));
  report('A session of 100 artifacts opened in the view', '< 300 ms', `${session.toFixed(0)} ms`, session < 300);
  await rm(root, { recursive: true });
}

/** Content and metadata only of the newest version: of the others nothing but the folder is read. @param {string} sessions */
function makeArtifacts(sessions) {
  for (let session = 0; session < SESSIONS; session++) {
    for (let number = 0; number < IN_EACH; number++) {
      const name = `report-${number}.txt`;
      const versions = path.join(sessions, `s${String(session).padStart(4, '0')}`, 'artifacts', name, 'versions');
      for (let version = 0; version < VERSIONS; version++) mkdirSync(path.join(versions, String(version)), { recursive: true });
      const newest = path.join(versions, String(VERSIONS - 1));
      writeFileSync(path.join(newest, name), 'content');
      writeFileSync(
        path.join(newest, 'metadata.json'),
        JSON.stringify({ fileName: name, version: VERSIONS - 1, canonicalUri: 'file:///x' }),
      );
    }
  }
}

/** The folders and metadata that a page is made of, without anything that keeps the reading inside the root. @param {string} sessions */
async function bareReads(sessions) {
  const names = (await readdir(sessions, { withFileTypes: true })).slice(0, PAGE / IN_EACH).map(({ name }) => name);
  for (const name of names) {
    const folder = path.join(sessions, name, 'artifacts');
    const artifacts = await readdir(folder, { withFileTypes: true });
    await concurrently(artifacts, async (artifact) => {
      await readdir(path.join(folder, artifact.name), { withFileTypes: true });
      await readdir(path.join(folder, artifact.name, 'versions'), { withFileTypes: true });
      const newest = path.join(folder, artifact.name, 'versions', String(VERSIONS - 1));
      await Promise.all([readFile(path.join(newest, 'metadata.json')), stat(path.join(newest, artifact.name))]);
    });
  }
}

/** @template T @param {readonly T[]} items @param {(item: T) => Promise<void>} work */
async function concurrently(items, work) {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item);
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
}
