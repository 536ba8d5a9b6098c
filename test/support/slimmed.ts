import assert from 'node:assert/strict';
import {
  type SlimEntry,
  slimEdits,
  isNamedByContent,
  originalBytes,
  readRecord,
  recordLine,
} from '../../src/core/conversation/slim-edits.ts';
import { collectSlim, planSlimTask, type SlimPlan } from '../../src/core/conversation/slim-plan.ts';
import type { SlimmedFormat } from '../../src/core/conversation/slim-shapes.ts';
import { directCompute } from '../../src/core/io/compute.ts';
import { chunksOf } from './conversations.ts';

/** What a session is slimmed to, in memory. */
export interface Slimmed {
  readonly plan: SlimPlan;
  readonly bytes: Buffer;
  readonly entries: readonly SlimEntry[];
  readonly files: ReadonlyMap<string, Uint8Array>;
}

export function slimPlanOf(file: Uint8Array, format: SlimmedFormat, chunk = 64 * 1024): Promise<SlimPlan> {
  return collectSlim(directCompute.stream(planSlimTask, chunksOf(file, chunk), { format }, { deadline: 60_000 }));
}

export async function slimmed(file: Uint8Array, format: SlimmedFormat, chunk?: number): Promise<Slimmed> {
  const plan = await slimPlanOf(file, format, chunk);
  const files = new Map<string, Uint8Array>();
  const entries: SlimEntry[] = [];
  const pieces: Uint8Array[] = [];
  let at = 0;
  const edits = slimEdits(plan.places, {
    read: ({ start, end }) => Promise.resolve(file.subarray(start, end)),
    save: (name, bytes) => {
      assert.ok(!files.has(name), 'each is saved once');
      files.set(name, bytes);
      return Promise.resolve();
    },
    pathOf: (name) => `/media/${name}`,
  });
  for await (const { start, end, text, entry } of edits) {
    assert.ok(start >= at);
    pieces.push(file.subarray(at, start), Buffer.from(text));
    entries.push(entry);
    at = end;
  }
  return { plan, bytes: Buffer.concat([...pieces, file.subarray(at)]), entries, files };
}

/** The session as it was, by what is written down of it. */
export async function restored({ bytes, entries, files }: Omit<Slimmed, 'plan'>): Promise<Buffer> {
  const summary = { size: bytes.length, sha256: '', original: { size: 0, mark: '', sha256: '' }, backup: 'b' };
  const record = readRecord([...entries, summary].map(recordLine).join(''), 'record');
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const entry of record.entries) {
    const content = files.get(entry.file);
    assert.ok(content && (await isNamedByContent(entry.file, content)));
    pieces.push(bytes.subarray(at, entry.start), originalBytes(entry, content));
    at = entry.end;
  }
  return Buffer.concat([...pieces, bytes.subarray(at)]);
}
