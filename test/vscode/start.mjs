/**
 * `npm start`: a real VS Code with this extension installed and a data root open, from a fresh clone on.
 * Nothing but Node's own modules may be imported before installDependencies().
 */
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { installDependencies } from '../tooling/dependencies.mjs';

const usage = `Usage: npm start [-- options]
  --root DIR     open your own data root where it is; without this option a sample is made in .sample/
  --desktop      use the VS Code that is installed here (the command "code")
  --port N       serve on this port instead of any free one
  --locale zh-cn show the extension in Chinese
  --no-open      do not open the browser
  --help         show this text`;

function readArguments() {
  try {
    return parseArgs({
      options: {
        root: { type: 'string' },
        desktop: { type: 'boolean', default: false },
        port: { type: 'string', default: '0' },
        locale: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    }).values;
  } catch (error) {
    throw new Error(`${/** @type {Error} */ (error).message}\n${usage}`);
  }
}

/** Says what is about to be put on the disk, in this folder alone. Measured on Linux. @param {boolean} isDesktop */
function tellDiskSpace(isDesktop) {
  const repository = path.resolve(import.meta.dirname, '../..');
  const missing = [
    ...(existsSync(path.join(repository, 'node_modules')) ? [] : ['npm packages, 0.8 GB']),
    ...(isDesktop || existsSync(path.join(repository, '.vscode-test')) ? [] : ['VS Code and its Node, 0.7 GB']),
  ];
  if (missing.length > 0) console.log(`Installing what is missing into ${repository}. Disk space needed: ${missing.join('; ')}.`);
}

async function main() {
  const options = readArguments();
  if (options.help) {
    console.log(usage);
    return;
  }
  const port = Number(options.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`"${options.port}" is not a port. Give a number up to 65535.`);
  if (options.locale !== undefined && options.locale !== 'zh-cn') throw new Error('The only display language besides English is zh-cn.');
  const root = options.root === undefined ? undefined : path.resolve(options.root);
  if (root !== undefined && !(existsSync(root) && statSync(root).isDirectory())) {
    throw new Error(`There is no folder ${root}. Give --root the folder that your agents write to.`);
  }
  tellDiskSpace(options.desktop);
  await installDependencies();
  // Only now are there packages to import.
  const { ensurePackaged } = await import('../tooling/product.mjs');
  const { openDesktop } = await import('./desktop.mjs');
  const { makeSample } = await import('./sample.mjs');
  const { serve } = await import('./serve.mjs');
  await ensurePackaged();
  const folder = root ?? (await makeSample());
  if (options.desktop) await openDesktop(folder);
  else
    await serve({
      folder,
      port,
      open: !options['no-open'],
      ownFolder: root === undefined,
      ...(options.locale ? { locale: options.locale } : {}),
    });
}

try {
  await main();
} catch (error) {
  console.error(`\n${/** @type {Error} */ (error).message}`);
  process.exitCode = 1;
}
