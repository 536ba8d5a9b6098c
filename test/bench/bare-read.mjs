/** Reads a file in parts and does nothing with them: node bare-read.mjs FILE */
import { open } from 'node:fs/promises';

const handle = await open(process.argv[2] ?? '');
const buffer = new Uint8Array(1024 * 1024);
while ((await handle.read(buffer, 0, buffer.length, null)).bytesRead > 0);
await handle.close();
