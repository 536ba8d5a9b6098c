#!/usr/bin/env node
/** The command line: `agent-artifacts COMMAND …`. */
import { threadCompute } from '../platform/compute/thread-compute.ts';
import { processSurroundings } from '../platform/process-surroundings.ts';
import { runCli } from './run.ts';
import { Terminal } from './terminal.ts';

// Whoever reads may stop reading (`| head`): then there is nothing more to say. What cannot be written (to a full disk) is no finding.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 2));
process.stderr.on('error', () => process.exit(2));

process.exitCode = await runCli(
  process.argv.slice(2),
  new Terminal(process, process.env),
  processSurroundings('agent-artifacts'),
  threadCompute(new URL('./worker.mjs', import.meta.url)),
);
