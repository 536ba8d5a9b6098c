#!/usr/bin/env node
/** The MCP server: `node dist/mcp.mjs --root DIR`. */
import { threadCompute } from '../platform/compute/thread-compute.ts';
import { runMcp } from './run.ts';

process.exitCode = await runMcp(process.argv.slice(2), 'node mcp.mjs', threadCompute(new URL('./worker.mjs', import.meta.url)));
