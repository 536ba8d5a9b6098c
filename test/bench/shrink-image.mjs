/** Makes one image smaller with the worker, as a repair does, and prints what it took. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { bundleWithWorker } from './with-worker.mjs';

const repository = path.resolve(import.meta.dirname, '../..');
const { core, compute } = await bundleWithWorker(repository);
const png = readFileSync(path.join(repository, 'test/fixtures/project/docs/diagram.png'));
const base64 = new TextEncoder().encode(png.toString('base64'));
const idle = process.memoryUsage().rss;
let peak = 0;
let longest = 0;
let last = performance.now();
const watch = setInterval(() => {
  longest = Math.max(longest, performance.now() - last - 5);
  last = performance.now();
  peak = Math.max(peak, process.memoryUsage().rss - idle);
}, 5);
const start = performance.now();
const input = { type: 'image/png', base64, limits: { side: 2000 }, mayBecomeJpeg: true };
const result = await compute.run(core.shrinkImageTask, input, { deadline: core.SHRINK_DEADLINE_MS, endsWorker: true });
const time = performance.now() - start;
clearInterval(watch);
if (!result.ok) throw new Error(result.reason);
console.log(JSON.stringify({ time, peak, longest, from: result.from, to: result.to }));
await compute.dispose();
