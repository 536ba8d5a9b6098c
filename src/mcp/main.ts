#!/usr/bin/env node
/** The MCP server: `node dist/mcp.mjs --root DIR`. */
import { threadCompute } from '../platform/compute/thread-compute.ts';
import { processSurroundings } from '../platform/process-surroundings.ts';
import { runMcp } from './run.ts';

process.exitCode = await runMcp(process.argv.slice(2), {
  program: 'node mcp.mjs',
  streams: process,
  surroundings: processSurroundings('agent-artifacts mcp'),
  compute: threadCompute(new URL('./worker.mjs', import.meta.url)),
});
