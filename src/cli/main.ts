#!/usr/bin/env node
/** The command line: `agent-artifacts COMMAND …`. */
import { threadCompute } from '../platform/compute/thread-compute.ts';
import { processSurroundings } from '../platform/process-surroundings.ts';
import { runCli } from './run.ts';
import { isOfGoneReader, Terminal } from './terminal.ts';

// What cannot be written (to a full disk) is no finding. A reader that stops (`| head`) is no failure: the terminal is silent from then on.
process.stdout.on('error', (error) => {
  if (!isOfGoneReader(error)) process.exit(2);
});
process.stderr.on('error', () => process.exit(2));

process.exitCode = await runCli(
  process.argv.slice(2),
  new Terminal(process, process.env),
  processSurroundings('agent-artifacts'),
  threadCompute(new URL('./worker.mjs', import.meta.url)),
);
