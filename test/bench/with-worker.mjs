/** The core as the product runs it: with a worker for what is read of untrusted input. */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as esbuild from 'esbuild';
import { embedData } from '../tooling/embed-data.mjs';

/** The core and the worker that the product gives untrusted input to; end it with `compute.dispose()`. @param {string} repository */
export async function bundleWithWorker(repository) {
  const outdir = path.join(repository, 'out/bench');
  const contents = [
    "export * from './src/platform/core-entry.ts';",
    "export * from './src/core/io/limits.ts';",
    "export { mediaFactsWithin } from './src/core/content/media-facts-task.ts';",
    "export { countTextTokensIn } from './src/core/wire/tokens/text-tokens.ts';",
    "export { lintTask } from './src/core/transcript/lint-task.ts';",
    "export { indexConversationTask, runOnIndex } from './src/core/conversation/index-task.ts';",
    "export { examineConversationTask } from './src/core/conversation/examine-task.ts';",
    "export { shrinkImageTask } from './src/core/content/shrink-image.ts';",
    "export { repairFile } from './src/platform/repair-file.ts';",
    "export { threadCompute } from './src/platform/compute/thread-compute.ts';",
    "export { highlight } from './webview/preview/highlight/highlighter.ts';",
  ].join('\n');
  /** @type {esbuild.BuildOptions} */
  const common = {
    absWorkingDir: repository,
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    logLevel: 'warning',
    outExtension: { '.js': '.mjs' },
    plugins: [embedData(repository)],
  };
  await esbuild.build({ ...common, stdin: { contents, resolveDir: repository, sourcefile: 'with-worker.ts', loader: 'ts' } });
  await esbuild.build({ ...common, entryPoints: { worker: 'src/platform/compute/worker.node.ts' } });
  const core = await import(pathToFileURL(path.join(outdir, 'stdin.mjs')).href);
  return { core, compute: core.threadCompute(path.join(outdir, 'worker.mjs')) };
}
