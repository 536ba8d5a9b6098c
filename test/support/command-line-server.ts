/** Runs command lines one after the other, each asked for by a line of standard input: in a Node that can what that of the tests cannot. */
import { createInterface } from 'node:readline';
import { cli } from './command-line.ts';
import type { AskedCommandLine } from './stored-sessions.ts';

for await (const line of createInterface({ input: process.stdin })) {
  const { args, ...options } = JSON.parse(line) as AskedCommandLine;
  const { code, stdout, stderr } = await cli(args, options);
  console.log(JSON.stringify({ code, stdout, stderr }));
}
