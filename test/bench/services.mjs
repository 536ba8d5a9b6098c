/** `llmservices.json` after a keystroke: parsed, validated and compared with the catalogue, as in the editor. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import * as esbuild from 'esbuild';
import { median } from './measure.mjs';

/** The quiet after a keystroke before the work begins (diagnostics.ts, language/register.ts), in milliseconds. */
const QUIET = 10;
const MOST_BLOCKED = 50;

const ENTRY = `
  export { checkCatalogue } from './src/core/models/catalogue/check-catalogue.ts';
  export { loadCatalogue } from './src/core/models/catalogue/load-catalogue.ts';
  export { parseConfigText } from './src/core/models/parse.ts';
  export { validateParsed } from './src/core/models/validate.ts';
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

  for (const count of [500, 1000]) {
    const text = configOf(count, models);
    let round = 0;
    const typed = () => text.replace('"Service 5"', `"Service 5${'.'.repeat(round++)}"`);
    const check = () => {
      const parsed = core.parseConfigText(typed());
      return { ...core.validateParsed(parsed), root: parsed.root };
    };
    /** @param {ReturnType<typeof check>} checked */
    const compare = ({ entries, root }) => core.checkCatalogue(entries, root, catalogue).length;
    /** @type {number[]} */
    const times = [];
    /** @type {number[]} */
    const blocked = [];
    for (let n = 0; n < 25; n++) {
      // the editor does the one after the other, each in a block of its own
      const begin = performance.now();
      const checked = check();
      const between = performance.now();
      if (compare(checked) === 0) throw new Error('Nothing was found.');
      const end = performance.now();
      times.push(end - begin);
      blocked.push(Math.max(between - begin, end - between));
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
  const bytes = gzipSync(readFileSync(path.join(repository, 'src/core/models/catalogue/catalogue.json'))).length;
  report('The catalogue of models, compressed', '< 30 KB', `${(bytes / 1000).toFixed(1)} KB`, bytes < 30_000);
}
