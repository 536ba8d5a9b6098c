/** What programs send of files, as the laboratory saw it (`npm run programs -- --files`), by the command line. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { SEEN_PROGRAMS } from '../../../src/core/programs/deliveries.ts';
import { FILES, plantFiles } from '../../programs/planted-files.mjs';
import { cli } from '../../support/command-line.ts';
import { png } from '../../support/media-bytes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

interface Answer {
  readonly program: { readonly id: string; readonly version: string; readonly seen: string; readonly tool: string };
  readonly api: string;
  readonly seenWith: string | null;
  readonly outcome: string;
  readonly parts: readonly { readonly as: string; readonly size?: readonly number[]; readonly in?: string }[];
  readonly because?: string;
  readonly tokens: { readonly low: number; readonly high: number } | null;
  readonly price: { readonly low: number } | null;
}

describe('route --through', function () {
  this.timeout(120_000);
  let folder: string;

  before(async () => {
    folder = await temporaryFolder({ 'wide.png': png(3000, 1000), 'unseen.flac': 'fLaC\0\0\0\x22' });
    await plantFiles(folder);
  });

  const route = (...args: string[]) => cli(['route', ...args], { folder });
  const asked = async (...args: string[]): Promise<Answer> => JSON.parse((await route(...args, '--json')).stdout) as Answer;

  /** A program, a model, a kind of file, and what is sent: `image 640×480`, `raw bytes`, … */
  const CELLS = [
    ['claude-code', 'claude-opus-4-5', 'text', 'text'],
    ['claude-code', 'claude-opus-4-5', 'png', 'image 640×480'],
    ['claude-code', 'claude-opus-4-5', 'jpeg', 'image 1600×1200'],
    ['claude-code', 'claude-opus-4-5', 'jpeg-as-png', 'image 1600×1200'],
    ['claude-code', 'claude-opus-4-5', 'pdf', 'document'],
    ['claude-code', 'claude-opus-4-5', 'scanned-pdf', 'document'],
    ['claude-code', 'claude-opus-4-5', 'mp3', 'note'],
    ['claude-code', 'claude-opus-4-5', 'docx', 'note'],
    ['claude-code', 'claude-opus-4-5', 'large-text', 'note'],
    ['codex', 'gpt-5.2', 'png', 'image 640×480'],
    ['codex', 'gpt-5.2', 'pdf', 'note'],
    ['codex', 'gpt-5.2', 'webp', 'image 640×400'],
    ['copilot', 'gpt-4o', 'png', 'note'],
    ['copilot', 'gpt-4o', 'svg', 'text'],
    ['copilot', 'gpt-4o', 'pdf', 'raw'],
    ['copilot', 'gpt-4o', 'scanned-pdf', 'note'],
    ['copilot', 'gpt-4o', 'mp3', 'raw'],
    ['copilot', 'claude-opus-4-5', 'png', 'note'],
    ['copilot', 'claude-opus-4-5', 'docx', 'raw'],
    ['copilot', 'gpt-4o', 'empty', ''],
    ['gemini', 'gemini-2.5-pro', 'png', 'image 640×480 user'],
    ['gemini', 'gemini-2.5-pro', 'large-png', 'image 9000×1000 user'],
    ['gemini', 'gemini-2.5-pro', 'pdf', 'document user'],
    ['gemini', 'gemini-2.5-pro', 'mp3', 'audio user'],
    ['gemini', 'gemini-2.5-pro', 'mp4', 'video user'],
    ['gemini', 'gemini-2.5-pro', 'docx', 'note'],
    ['qwen', 'gpt-4o', 'png', 'image 640×480 user'],
    ['qwen', 'gpt-4o', 'jpeg', 'image 1269×952 user'],
    ['qwen', 'claude-opus-4-5', 'pdf', 'document'],
    ['qwen', 'deepseek-chat', 'png', 'note'],
    ['opencode', 'gpt-4o', 'png', 'image 640×480'],
    ['opencode', 'gpt-4o', 'pdf', 'document'],
    ['opencode', 'claude-opus-4-5', 'pdf', 'document'],
    ['cline', 'gpt-4o', 'png', 'image 640×480 user'],
    ['cline', 'gpt-4o', 'mp3', 'raw'],
    ['pi', 'gpt-4o', 'png', 'image 640×480'],
    ['pi', 'claude-opus-4-5', 'png', 'image 640×480'],
    ['pi', 'claude-opus-4-5', 'large-png', 'image 2000×222'],
    ['pi', 'gpt-4o', 'pdf', 'raw'],
    ['pi', 'gpt-4o', 'mp3', 'raw'],
    ['pi', 'gpt-4o', 'csv', 'text'],
  ] as const;

  for (const [program, model, kind, sent] of CELLS) {
    it(`says what ${program} sends of ${kind} to ${model}: ${sent}`, async () => {
      const { parts } = await asked(FILES[kind]?.name ?? kind, '--through', program, '--model', model);
      assert.equal(
        parts
          .map(({ as, size, in: place }) => [as, ...(as === 'image' && size ? [size.join('×')] : []), ...(place ? [place] : [])].join(' '))
          .join(' + '),
        sent,
      );
    });
  }

  it('names the version, the day, the tool and the model it was seen with', async () => {
    const { code, stdout } = await route('chart.png', '--through', 'copilot', '--model', 'gpt-4o');
    assert.equal(code, 0);
    assert.match(stdout, /^Program +Copilot CLI \d+\.\d+\.\d+, its tool view$/m);
    assert.match(stdout, /^Sends +Only a note$/m);
    assert.match(stdout, /^Seen +on \d{4}-\d\d-\d\d with gpt-5\.2$/m);
  });

  it('fails where a file is expected that the program drops', async () => {
    const { code, stderr } = await route('chart.png', '--through', 'copilot', '--model', 'gpt-4o', '--expect', 'image');
    assert.equal(code, 1);
    assert.match(stderr, /file:chart\.png does not arrive as image: Copilot CLI sends only a note\./);
    assert.equal((await route('chart.png', '--through', 'claude-code', '--model', 'claude-opus-4-5', '--expect', 'image')).code, 0);
  });

  it('counts what is sent: an image at the size it is made, raw bytes as the text they are', async () => {
    const small = await asked('chart.png', '--through', 'claude', '--model', 'claude-opus-4-5');
    const wide = await asked('wide.png', '--through', 'claude', '--model', 'claude-opus-4-5');
    assert.deepEqual(wide.parts[0]?.size?.[1], Math.round((wide.parts[0]?.size?.[0] ?? 0) / 3));
    assert.ok((wide.parts[0]?.size?.[0] ?? 0) <= 2000);
    assert.ok((wide.tokens?.low ?? 0) > (small.tokens?.low ?? 0));
    const raw = await asked('voice.mp3', '--through', 'pi', '--model', 'claude-opus-4-5');
    assert.equal(raw.outcome, 'raw');
    assert.ok((raw.tokens?.low ?? 0) > 2000 && raw.price !== null, JSON.stringify(raw));
  });

  it('knows nothing of what was not seen, and does not take it for something else', async () => {
    const { code, stdout } = await route('unseen.flac', '--through', 'pi', '--model', 'gpt-4o');
    assert.equal(code, 0);
    assert.match(stdout, /^Sends +Not known$/m);
    assert.match(stdout, /^Reason +pi \S+ has not been observed with a file of the type audio\/(x-)?flac\.$/m);
    assert.equal((await route('unseen.flac', '--through', 'pi', '--model', 'gpt-4o', '--expect', 'description')).code, 1);
    const { outcome, because } = await asked('chart.png', '--through', 'pi', '--model', 'gpt-4o', '--api', 'ollama');
    assert.equal(outcome, 'unknown');
    assert.match(because ?? '', /has not been observed using Ollama chat with a model that accepts images\./);
  });

  it('has a line for each program and model', async () => {
    const { stdout } = await route('report.pdf', '--through', 'all', '--model', 'gpt-4o');
    const lines = stdout.trim().split('\n');
    assert.match(lines[0] ?? '', /^PROGRAM +MODEL +API +SENDS +TOKENS +PRICE +DETAIL$/);
    assert.equal(lines.length, 1 + SEEN_PROGRAMS.length);
    const { programs } = JSON.parse(
      (await route('report.pdf', '--through', 'pi', '--model', 'gpt-4o', '--model', 'claude-opus-4-5', '--json')).stdout,
    ) as { programs: Answer[] };
    assert.deepEqual(
      programs.map(({ api }) => api),
      ['openai-responses', 'anthropic'],
    );
  });

  it('is what was seen with Chat Completions where that is asked for', async () => {
    const { api, parts } = await asked('chart.png', '--through', 'pi', '--model', 'gpt-4o', '--api', 'openai-chat');
    assert.deepEqual([api, parts[0]?.in], ['openai-chat', 'user']);
  });

  it('refuses a program it does not know, several files, and what shows a request of ours', async () => {
    assert.match((await route('chart.png', '--through', 'emacs')).stderr, /Unknown program "emacs"\. Known: claude-code,/);
    assert.equal((await route('chart.png', 'report.pdf', '--through', 'pi')).code, 2);
    assert.equal((await route('chart.png', '--through', 'pi', '--wire')).code, 2);
  });

  it('is what the data say, for every cell of the matrix', async () => {
    const text = await readFile(path.resolve('src/core/programs/deliveries.json'), 'utf8');
    const { programs } = JSON.parse(text) as {
      programs: Record<string, { runs: { api: string; model: string; way: string; cells: Record<string, { as: string }[]> }[] }>;
    };
    assert.ok(Object.keys(programs).length >= 6);
    for (const { runs } of Object.values(programs))
      assert.ok(runs.some(({ way, cells }) => way === 'read' && Object.keys(cells).length >= 10));
  });
});
