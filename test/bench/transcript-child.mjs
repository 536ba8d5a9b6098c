/** Reads a file in parts, or lints it, and prints the time, the most memory the process held, and the findings: node transcript-child.mjs read|lint FILE */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [what, file = ''] = process.argv.slice(2);
const { lintTranscript } = await import(pathToFileURL(path.resolve(import.meta.dirname, '../../out/bench/lint.mjs')).href);

async function* parts() {
  const handle = await open(file);
  const buffer = new Uint8Array(1024 * 1024);
  try {
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

const begin = performance.now();
let findings = 0;
if (what === 'lint') for await (const _ of lintTranscript(parts())) findings++;
else for await (const _ of parts());
console.log(JSON.stringify({ ms: performance.now() - begin, rss: process.resourceUsage().maxRSS * 1024, findings }));
