/** Indexes a session with the worker, as the product does, and prints what it took; with `repair`, corrects its first wrong type. */
import { createReadStream, statSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { bundleWithWorker } from './with-worker.mjs';

const [file = '', mode] = process.argv.slice(2);
const { core, compute } = await bundleWithWorker(path.resolve(import.meta.dirname, '../..'));
const key = 'session';
const idle = process.memoryUsage().rss;
let peak = 0;
const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - idle)), 10);
const start = performance.now();
let first = 0;
const messages = [];
let summary;
const chunks = createReadStream(file, { highWaterMark: 1024 * 1024 });
for await (const item of compute.stream(core.indexConversationTask, chunks, { key }, { deadline: 10_000, key })) {
  if (item.kind === 'end') summary = item.summary;
  else {
    first ||= performance.now() - start;
    messages.push(...item.messages);
  }
}
const index = performance.now() - start;
clearInterval(watch);
const conversation = { key, index: { ...summary, messages } };
/** As the product does when a person chooses another model: in the worker that has the index, with the way there and back. */
const examine = async (/** @type {string} */ api, /** @type {string} */ model) => {
  const started = performance.now();
  const receiver = { api, model, capabilities: null };
  const { findings } = await core.runOnIndex(
    compute,
    core.examineConversationTask,
    { conversation, receiver, texts: [] },
    { deadline: 10_000 },
  );
  return { time: performance.now() - started, findings };
};
const { time: prepare, findings } = await examine('anthropic', 'claude-opus-4-5');
const times = [];
for (let round = 0; round < 5; round++) {
  times.push((await examine('openai-responses', 'gpt-5.2')).time, (await examine('anthropic', 'claude-haiku-4-5')).time);
}
times.sort((a, b) => a - b);
const checked = times[times.length >> 1];
if (mode === 'repair') {
  const wrong = findings.find((/** @type {{code: string}} */ { code }) => code === 'type_differs_from_bytes');
  const { type } = messages[wrong.address.message].parts[wrong.address.part];
  const before = new Date(Date.now() - 60_000);
  utimesSync(file, before, before);
  const version = statSync(file);
  const repairing = performance.now();
  const backup = await core.repairFile(file, [{ ...type, text: 'image/png' }], version);
  console.log(JSON.stringify({ repair: performance.now() - repairing, backup }));
} else {
  console.log(JSON.stringify({ first, index, check: checked, prepare, peak }));
}
await compute.dispose();
