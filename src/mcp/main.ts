#!/usr/bin/env node
/** The MCP server: `node dist/mcp.mjs --root DIR`. */
import { homedir } from 'node:os';
import { threadCompute } from '../platform/compute/thread-compute.ts';
import { runMcp } from './run.ts';

process.exitCode = await runMcp(process.argv.slice(2), {
  program: 'node mcp.mjs',
  streams: process,
  surroundings: { folder: process.cwd(), home: homedir(), env: process.env },
  compute: threadCompute(new URL('./worker.mjs', import.meta.url)),
});
