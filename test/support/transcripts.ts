import type { TranscriptFinding } from '../../src/core/transcript/finding.ts';
import { judgeCandidate } from '../../src/core/transcript/judge.ts';
import { TranscriptScanner } from '../../src/core/transcript/transcript-scanner.ts';
import { lintTranscript } from '../../src/core/transcript/lint-transcript.ts';

/** Bytes that look random and are the same in every run. */
export function noise(length: number, seed = 1): Uint8Array {
  let state = seed >>> 0;
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; at++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
}

/** A PNG as far as detection goes: its signature and a header, then noise. */
export function png(length = 600, seed = 1): Uint8Array {
  const head = [
    0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 16, 0, 0, 0, 16, 8, 6, 0, 0, 0, 0x1f,
    0xf3, 0xff, 0x61,
  ];
  const bytes = new Uint8Array(Math.max(length, head.length));
  bytes.set(head);
  bytes.set(noise(bytes.length - head.length, seed), head.length);
  return bytes;
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** How Python prints bytes. */
export function pythonLiteral(bytes: Uint8Array): string {
  const named = new Map([
    [0x0a, '\\n'],
    [0x0d, '\\r'],
    [0x09, '\\t'],
    [0x5c, '\\\\'],
    [0x27, "\\'"],
  ]);
  return `b'${[...bytes].map((byte) => named.get(byte) ?? (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`)).join('')}'`;
}

async function* chunksOf(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const byPlace = (a: TranscriptFinding, b: TranscriptFinding): number => a.offset - b.offset;

/** Everything found in a text, by place. */
export async function findingsIn(text: string | Uint8Array, chunk = 64 * 1024): Promise<TranscriptFinding[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const findings: TranscriptFinding[] = [];
  for await (const finding of lintTranscript(chunksOf(bytes, chunk))) findings.push(finding);
  return findings.sort(byPlace);
}

/** The same with a window of another size, cut where `cuts` say. */
export async function findingsWithWindow(bytes: Uint8Array, block: number, cuts: readonly number[]): Promise<TranscriptFinding[]> {
  const scanner = new TranscriptScanner(block);
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const parts = [0, ...ends].map((from, at) => scanner.push(bytes.slice(from, ends[at] ?? bytes.length)));
  const findings = await Promise.all([...parts.flat(), ...scanner.end()].map(judgeCandidate));
  return findings.filter((finding) => finding !== undefined).sort(byPlace);
}

/** The text of a finding. */
export function textOf(finding: TranscriptFinding, text: string | Uint8Array): string {
  return Buffer.from(text)
    .subarray(finding.offset, finding.offset + finding.length)
    .toString();
}
