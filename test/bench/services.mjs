/** `llmservices.json` after a keystroke: taken apart, validated and compared with the catalogue, in turns as in the editor. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { median, timed } from './measure.mjs';

/** The quiet after a keystroke before the work begins (diagnostics.ts, language/register.ts), in milliseconds. */
const QUIET = 10;
const MOST_BLOCKED = 50;

const ENTRY = `
  export { runInTurns } from './src/core/io/steps.ts';
  export { checkCatalogue } from './src/core/services/catalogue/check-catalogue.ts';
  export { loadCatalogue } from './src/core/services/catalogue/load-catalogue.ts';
  export { parseSteps } from './src/core/services/parse-steps.ts';
  export { validateSteps } from './src/core/services/validate.ts';
`;

/** @param {number} count @param {readonly string[]} models */
function configOf(count, models) {
  const services = Array.from({ length: count }, (_, n) => ({
    id: `service-${n}`,
    name: `Service ${n}`,
    baseURL: 'https://api.example.com/v1',
    model: models[n % models.length],
    apiKey: '',
    capabilityTags: ['chat'],
    capabilities: { input: ['text', n % 2 === 0 ? 'vision' : 'audio'], output: ['text', 'tool_calling'] },
    description: 'one of many',
  }));
  return JSON.stringify({ services }, null, 2);
}

/**
 * @param {string} repository
 * @param {(what: string, target: string, result: string, isMet: boolean) => void} report
 */
export async function measureServices(repository, report) {
  const outfile = path.join(repository, 'out/bench/services.mjs');
  mkdirSync(path.dirname(outfile), { recursive: true });
  const { outputFiles } = await esbuild.build({
    absWorkingDir: repository,
    stdin: { contents: ENTRY, resolveDir: repository, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    mainFields: ['module', 'main'],
    write: false,
    logLevel: 'warning',
  });
  writeFileSync(outfile, outputFiles[0]?.contents ?? '');
  const core = await import(pathToFileURL(outfile).href);
  const catalogue = await core.loadCatalogue();
  const models = catalogue.catalogueModelIds();

  /** @param {string} text */
  function* diagnose(text) {
    const parsed = yield* core.parseSteps(text);
    const { entries } = yield* core.validateSteps(parsed);
    return parsed.root === undefined ? 0 : (yield* core.checkCatalogue(entries, parsed.root, catalogue)).length;
  }

  for (const count of [1000, 10_000]) {
    const text = configOf(count, models);
    let round = 0;
    const diagnoseTyped = async () => {
      const typed = text.replace('"Service 5"', `"Service 5${'.'.repeat(round++)}"`);
      if ((await core.runInTurns(diagnose(typed))) === 0) throw new Error('Nothing was found.');
    };
    /** @type {number[]} */
    const times = [];
    /** @type {number[]} */
    const blocked = [];
    for (let n = 0; n < (count === 1000 ? 25 : 5); n++) times.push(await timed(diagnoseTyped));
    for (let n = 0; n < 5; n++) {
      // apart from the others: watching takes time too
      const delay = monitorEventLoopDelay({ resolution: 5 });
      delay.enable();
      await diagnoseTyped();
      delay.disable();
      blocked.push(delay.max / 1e6);
    }
    const many = count.toLocaleString('en');
    // the least of them: what else the machine does only ever adds to it
    const work = Math.min(...times);
    if (count === 1000)
      report(
        `Diagnostics for ${many} services after a keystroke, hints from the catalogue among them`,
        '< 100 ms',
        `${(QUIET + work).toFixed(0)} ms (${QUIET} of quiet, ${work.toFixed(0)} of work)`,
        QUIET + work < 100,
      );
    report(
      `Longest that they block others (${many} services)`,
      `< ${MOST_BLOCKED} ms`,
      `${median(blocked).toFixed(0)} ms`,
      median(blocked) < MOST_BLOCKED,
    );
  }
  const bytes = gzipSync(readFileSync(path.join(repository, 'src/core/services/catalogue/catalogue.json'))).length;
  report('The catalogue of models, compressed', '< 30 KB', `${(bytes / 1000).toFixed(1)} KB`, bytes < 30_000);
}
