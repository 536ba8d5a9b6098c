import { lazyCompute } from '../../../src/platform/compute/lazy-compute.ts';
import assert from 'node:assert/strict';
import path from 'node:path';
import { mock } from 'node:test';
import * as esbuild from 'esbuild';
import { mediaFactsWithin } from '../../../src/core/content/media-facts-task.ts';
import { shrinkImageTask } from '../../../src/core/content/shrink-image.ts';
import { examineConversationTask } from '../../../src/core/conversation/examine-task.ts';
import { collectFollowed, collectIndex } from '../../../src/core/conversation/index-conversation.ts';
import { followConversationTask, indexConversationTask } from '../../../src/core/conversation/index-task.ts';
import { countBytes, directCompute } from '../../../src/core/io/compute.ts';
import { LINT_DEADLINE_MS, SHRINK_DEADLINE_MS } from '../../../src/core/io/limits.ts';
import { lintTask } from '../../../src/core/transcript/lint-task.ts';
import { threadCompute } from '../../../src/platform/compute/thread-compute.ts';
import type { FromWorker, StartWorker, ToWorker, WorkerPort } from '../../../src/platform/compute/messages.ts';
import { TaskServer } from '../../../src/platform/compute/serve-tasks.ts';
import { WorkerCompute } from '../../../src/platform/compute/worker-compute.ts';
import { allocate, echo, fault, first, lengths, lingers, refuse, spin } from '../../support/task-worker.ts';
import { chunksOf, text, WRITERS } from '../../support/conversations.ts';
import { picture } from '../../support/pictures.ts';
import { base64, png } from '../../support/transcripts.ts';
import { itWhenThorough } from '../../support/effort.ts';

const repository = path.join(import.meta.dirname, '../../..');
const script = path.join(repository, 'out/test-support/task-worker.mjs');
const relaxed = { deadline: 20_000 };

async function* chunks(...lists: number[][]): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(16);
  for (const list of lists) {
    buffer.set(list);
    yield buffer.subarray(0, list.length);
  }
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

describe('Compute in worker threads', () => {
  let compute: WorkerCompute;

  before(async () => {
    await esbuild.build({
      entryPoints: [path.join(repository, 'test/support/task-worker.ts')],
      outfile: script,
      bundle: true,
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
    });
  });
  beforeEach(() => {
    compute = threadCompute(script);
  });
  afterEach(() => compute.dispose());

  it('gives back what the task gives, and leaves the caller its bytes', async () => {
    const bytes = new Uint8Array([1, 2, 3, 4, 5]).subarray(1, 4);
    assert.deepEqual(await compute.run(echo, { bytes, text: 'x' }, relaxed), { bytes: new Uint8Array([2, 3, 4]), text: 'x' });
    assert.deepEqual([...bytes], [2, 3, 4]);
    // the slice of a Buffer is a view of the same memory
    const large = Buffer.alloc(100_000, 7);
    await compute.run(echo, { bytes: large, text: 'x' }, relaxed);
    assert.deepEqual([large.length, large[99_999]], [100_000, 7]);
  });

  it('[E-1] ends what passes its deadline and goes on with the next', async () => {
    await assert.rejects(compute.run(spin, undefined, { deadline: 50 }), { code: 'deadline_passed', params: { deadline: 50 } });
    assert.equal((await compute.run(echo, { bytes: new Uint8Array(1), text: 'after' }, relaxed)).text, 'after');
  });

  it('lets other work pass what hangs, and what waits for a worker come when it was ended', async () => {
    const hanging = [1, 2].map(() => compute.run(spin, undefined, { deadline: 300 }));
    const waiting = compute.run(echo, { bytes: new Uint8Array(1), text: 'waited' }, relaxed);
    for (const each of hanging) await assert.rejects(each, { code: 'deadline_passed' });
    assert.equal((await waiting).text, 'waited');
  });

  it('[E-5] passes the turn on when one that waits for a worker is cancelled', async () => {
    const hanging = [1, 2].map(() => compute.run(spin, undefined, { deadline: 300 }));
    const cancelled = new AbortController();
    const first = compute.run(echo, { bytes: new Uint8Array(1), text: 'cancelled' }, { ...relaxed, signal: cancelled.signal });
    const second = compute.run(echo, { bytes: new Uint8Array(1), text: 'waited' }, relaxed);
    await new Promise((resolve) => setImmediate(resolve));
    cancelled.abort();
    await assert.rejects(first, { name: 'AbortError' });
    for (const each of hanging) await assert.rejects(each, { code: 'deadline_passed' });
    assert.equal((await second).text, 'waited');
  });

  it('tells the code of what the task refuses, of a fault, and of memory that ran out', async () => {
    await assert.rejects(compute.run(refuse, undefined, relaxed), { code: 'too_large', params: { limit: 5 } });
    await assert.rejects(compute.run(fault, undefined, relaxed), { code: 'compute_failed' });
    await assert.rejects(compute.run(allocate, undefined, { deadline: 60_000 }), { code: 'out_of_memory' });
  }).timeout(60_000);

  it('is cancelled by its signal, before and while it runs', async () => {
    const early = new AbortController();
    early.abort();
    await assert.rejects(compute.run(echo, { bytes: new Uint8Array(1), text: '' }, { ...relaxed, signal: early.signal }), {
      name: 'AbortError',
    });
    const late = new AbortController();
    const running = compute.run(spin, undefined, { ...relaxed, signal: late.signal });
    setImmediate(() => late.abort());
    await assert.rejects(running, { name: 'AbortError' });
  });

  it('is cancelled right after it was given to a worker that is there', async () => {
    await compute.run(echo, { bytes: new Uint8Array(1), text: 'warm' }, relaxed);
    const cancelled = new AbortController();
    const running = compute.run(spin, undefined, { ...relaxed, signal: cancelled.signal });
    cancelled.abort();
    await assert.rejects(running, { name: 'AbortError' });
  });

  it('a source that takes its time for the first chunk is no slow worker, and is not waited for once cancelled', async () => {
    let give = (): void => undefined;
    const given = new Promise<void>((resolve) => (give = resolve));
    let ask = (): void => undefined;
    const asked = new Promise<void>((resolve) => (ask = resolve));
    async function* slow(until: Promise<void>): AsyncGenerator<Uint8Array> {
      ask();
      await until;
      yield new Uint8Array(3);
    }
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const reading = all(compute.stream(lengths, slow(given), { from: 0 }, relaxed));
      await asked;
      // what waits for the next turn of the event loop has begun
      await new Promise((resolve) => setImmediate(resolve));
      mock.timers.tick(10 * relaxed.deadline);
      give();
      assert.deepEqual(await reading, [3, -1]);
    } finally {
      mock.timers.reset();
    }

    const cancelled = new AbortController();
    const never = all(compute.stream(lengths, slow(new Promise(() => undefined)), { from: 0 }, { ...relaxed, signal: cancelled.signal }));
    setImmediate(() => cancelled.abort());
    await assert.rejects(never, { name: 'AbortError' });
  });

  it('work that ends by itself, well or not, is not kept by a source that gives nothing more', async () => {
    async function* hangs(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array(3);
      await new Promise(() => undefined);
    }
    assert.deepEqual(await all(compute.stream(first, hangs(), { refuses: false }, relaxed)), [3]);
    await assert.rejects(all(compute.stream(first, hangs(), { refuses: true }, relaxed)), { code: 'too_large' });
    // what was left of them reaches nobody else
    assert.deepEqual(await all(compute.stream(lengths, chunks([1], [1, 2]), { from: 0 }, relaxed)), [1, 2, -1]);
  });

  it('reads a stream whose chunks are overwritten, in order', async () => {
    let read = 0;
    const counted = countBytes(chunks([1], [1, 2], [1, 2, 3]), (bytes) => {
      read = bytes;
    });
    assert.deepEqual(await all(compute.stream(lengths, counted, { from: 10 }, relaxed)), [11, 12, 13, -1]);
    assert.equal(read, 6);
  });

  it('[E-1] ends a stream that stands still, and closes its source', async () => {
    let isClosed = false;
    async function* source(): AsyncGenerator<Uint8Array> {
      try {
        yield new Uint8Array([1]);
        yield new Uint8Array([255]);
        for (;;) yield new Uint8Array([1]);
      } finally {
        isClosed = true;
      }
    }
    await assert.rejects(all(compute.stream(lengths, source(), { from: 0 }, { deadline: 100 })), { code: 'deadline_passed' });
    assert.ok(isClosed);
  });

  it('[E-1] ends a stream that stands still behind its last chunk', async () => {
    await assert.rejects(all(compute.stream(lingers, chunks([1], [1, 2]), undefined, { deadline: 300 })), { code: 'deadline_passed' });
  });

  it('does not count the time in which the source gives nothing', async () => {
    async function* slow(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([1]);
      await new Promise((resolve) => setTimeout(resolve, 400));
      yield new Uint8Array([1, 2]);
    }
    assert.deepEqual(await all(compute.stream(lengths, slow(), { from: 0 }, { deadline: 200 })), [1, 2, -1]);
  });

  it('ends with what the source throws, or when its reader turns away', async () => {
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield new Uint8Array([1]);
      throw new Error('unplugged');
    }
    await assert.rejects(all(compute.stream(lengths, failing(), { from: 0 }, relaxed)), { message: 'unplugged' });
    for await (const length of compute.stream(lengths, chunks([1], [1, 2], [255]), { from: 0 }, relaxed)) if (length === 1) break;
    assert.equal((await compute.run(echo, { bytes: new Uint8Array(1), text: 'free' }, relaxed)).text, 'free');
  });

  it('runs on the calling thread where there is no worker', async () => {
    const without = threadCompute(path.join(repository, 'out/test-support/not-there.mjs'));
    assert.equal((await without.run(echo, { bytes: new Uint8Array(1), text: 'here' }, relaxed)).text, 'here');
    assert.deepEqual(await all(without.stream(lengths, chunks([1]), { from: 0 }, relaxed)), [1, -1]);
  });

  it('refuses what comes after it was disposed', async () => {
    const running = compute.run(spin, undefined, relaxed);
    await new Promise((resolve) => setImmediate(resolve));
    compute.dispose();
    await assert.rejects(running, { code: 'compute_failed' });
    await assert.rejects(compute.run(spin, undefined, relaxed), { code: 'compute_failed' });
  });
});

describe('The worker side of a stream', () => {
  it('ignores chunks and the end of a stream that has finished', async () => {
    const sent: FromWorker[] = [];
    let isDone = (): void => undefined;
    const server = new TaskServer([first, lengths], (message) => {
      sent.push(message);
      if (message.kind === 'done') isDone();
    });
    const done = (): Promise<void> => new Promise((resolve) => (isDone = resolve));
    const chunk = (job: number, length: number): void => server.handle({ kind: 'chunk', job, buffer: new ArrayBuffer(length), length });

    const finished = done();
    server.handle({ kind: 'stream', job: 1, task: 'first', input: { refuses: false } });
    chunk(1, 3);
    await finished;

    const next = done();
    server.handle({ kind: 'stream', job: 2, task: 'lengths', input: { from: 0 } });
    chunk(1, 7);
    server.handle({ kind: 'end', job: 1 });
    chunk(2, 5);
    server.handle({ kind: 'end', job: 2 });
    await next;
    assert.deepEqual(
      sent.flatMap((message) => (message.kind === 'items' && message.job === 2 ? message.items : [])),
      [5, -1],
    );
  });
});

describe('The worker side of a task', () => {
  it('gives away bytes that are its result and fill their buffer, and no others', async () => {
    const whole = new Uint8Array([1, 2, 3]);
    for (const [result, given] of [
      [whole, [whole.buffer]],
      [whole.subarray(1), []],
      [{ bytes: whole }, []],
    ] as const) {
      const sent = await new Promise<readonly ArrayBuffer[]>((resolve) => {
        const server = new TaskServer([{ name: 'known', load: async () => () => result }], (_, transfer = []) => resolve(transfer));
        server.handle({ kind: 'run', job: 1, task: 'known', input: undefined });
      });
      assert.deepEqual(sent, given);
    }
  });
});

describe('A worker that ends with its task', () => {
  it('gives its memory back, and its place to the next', async () => {
    let ended = 0;
    const start: StartWorker = async ({ message }) => ({
      post: (posted) => message({ kind: 'result', job: posted.job, value: 'done' }),
      setBusy: () => undefined,
      terminate: () => void ended++,
    });
    const compute = new WorkerCompute(start);
    const input = { bytes: new Uint8Array(1), text: '' };
    const results = await Promise.all([1, 2, 3, 4].map(() => compute.run(echo, input, { ...relaxed, endsWorker: true })));
    assert.deepEqual([results.length, ended], [4, 4]);
    await compute.run(echo, input, relaxed);
    assert.equal(ended, 4);
    compute.dispose();
  });
});

describe('Workers that cannot always be started', () => {
  const input = { bytes: new Uint8Array(1), text: 'here' };
  /** A worker that answers every job, or none. */
  const portOf = (post: (message: ToWorker) => void): WorkerPort => ({ post, setBusy: () => undefined, terminate: () => undefined });
  const answering: StartWorker = async ({ message }) =>
    portOf((posted) => message({ kind: 'result', job: posted.job, value: 'from the worker' }));
  const silent: StartWorker = async () => portOf(() => undefined);

  /** Starts workers in this order, and refuses where there is none. */
  function starting(...order: (StartWorker | undefined)[]): WorkerCompute {
    return new WorkerCompute((events) => order.shift()?.(events) ?? Promise.reject(new Error('EAGAIN')));
  }

  it('[E-5] leave nobody waiting: where there never was one, tasks run on the calling thread', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => starting().run(echo, input, relaxed)));
    assert.deepEqual(
      results.map(({ text }) => text),
      ['here', 'here', 'here', 'here'],
    );
    const one = starting();
    assert.equal((await Promise.all([1, 2, 3, 4].map(() => one.run(echo, input, relaxed)))).length, 4);
  });

  it('[E-5] refuse a job for once, and do the next', async () => {
    const compute = starting(silent, undefined, answering);
    const busy = assert.rejects(compute.run(echo, input, relaxed), { code: 'compute_failed' });
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(compute.run(echo, input, relaxed), { code: 'compute_failed', params: { reason: 'start' } });
    assert.equal((await compute.run(echo, input, relaxed)) as unknown, 'from the worker');
    compute.dispose();
    await busy;
  });

  it('are given up when they do not start in time, and ended when they do later', async () => {
    let isEnded = false;
    let start: (port: WorkerPort) => void = () => undefined;
    const late = new WorkerCompute(() => new Promise((resolve) => (start = resolve)), { startTimeout: 20 });
    assert.equal((await late.run(echo, input, relaxed)).text, 'here');
    start({ ...portOf(() => undefined), terminate: () => (isEnded = true) });
    await new Promise((resolve) => setImmediate(resolve));
    assert.ok(isEnded);
  });

  it('are loaded again when they could not be loaded once', async () => {
    const answers = [Promise.reject<WorkerCompute>(new Error('gone')), Promise.resolve(starting(answering))];
    const compute = lazyCompute(() => answers.shift() ?? Promise.reject(new Error('asked too often')));
    await assert.rejects(compute.run(echo, input, relaxed), { message: 'gone' });
    assert.equal((await compute.run(echo, input, relaxed)) as unknown, 'from the worker');
    compute.dispose();
  });

  it('[E-5] keep no worker for a job that could not be handed over, and close its source', async () => {
    const unclonable: StartWorker = async () =>
      portOf(() => {
        throw new Error('cannot be cloned');
      });
    const broken = starting(unclonable, unclonable, answering);
    await assert.rejects(broken.run(echo, input, relaxed), { message: 'cannot be cloned' });
    let isClosed = false;
    const source = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: true as const, value: undefined }),
        return: async () => {
          isClosed = true;
          return { done: true as const, value: undefined };
        },
      }),
    };
    await assert.rejects(all(broken.stream(lengths, source, { from: 0 }, relaxed)), { message: 'cannot be cloned' });
    assert.ok(isClosed);
    assert.equal((await broken.run(echo, input, relaxed)) as unknown, 'from the worker');
  });
});

describe('The worker that ships', () => {
  const compute = threadCompute(path.join(repository, 'dist/worker.mjs'));
  after(() => compute.dispose());

  it('lints a transcript as the calling thread does', async () => {
    const text = new TextEncoder().encode(
      `{"role":"tool","content":"data:image/png;base64,${base64(png(3000))}"}\n[, 1, 2, ${'3, '.repeat(100)}]\n`,
    );
    async function* source(): AsyncGenerator<Uint8Array> {
      for (let at = 0; at < text.length; at += 1000) yield text.subarray(at, at + 1000);
    }
    const options = { deadline: LINT_DEADLINE_MS };
    const found = await all(compute.stream(lintTask, source(), {}, options));
    assert.equal(found.length, 1);
    assert.deepEqual(found, await all(directCompute.stream(lintTask, source(), {}, options)));
  });

  it('keeps the index of a conversation that was read, examines it by its key, and reads on what was appended', async () => {
    const whole = Buffer.from(WRITERS.codex([{ user: [text('look')] }, { user: [text('again')] }]));
    const first = whole.subarray(0, whole.lastIndexOf('\n', whole.indexOf('again')) + 1);
    const options = { deadline: LINT_DEADLINE_MS, key: 'before' };
    const index = await collectIndex(compute.stream(indexConversationTask, chunksOf(first, 100), { key: 'before' }, options));
    const examined = { conversation: { key: 'before' }, receiver: { api: 'anthropic', capabilities: null }, texts: [] } as const;
    assert.equal((await compute.run(examineConversationTask, examined, options))?.messages, 1);
    const rest = chunksOf(whole.subarray(index.followFrom?.offset), 100);
    const items = compute.stream(followConversationTask, rest, { after: 'before', key: 'after' }, { ...options, newKey: 'after' });
    assert.equal((await collectFollowed(index, items))?.messages.length, index.messages.length + 1);
  });

  it('[E-5] says of a file that keeps the reader of its headers too long that they were not read', async () => {
    const bytes = new Uint8Array(16 * 1024 * 1024);
    bytes.fill(0xff);
    // The reader takes over a second of any machine: this deadline is one that it misses everywhere.
    const facts = await mediaFactsWithin(compute, bytes, { mimeType: 'audio/mpeg' }, 100);
    assert.deepEqual(facts, { mimeType: 'audio/mpeg', size: bytes.length, unread: 'deadline_passed' });
  });

  itWhenThorough('makes an image smaller, with what is embedded in it', async () => {
    for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
      const text = Buffer.from(await picture(type, 300, 200)).toString('base64');
      const input = { type, base64: new TextEncoder().encode(text), limits: { side: 100 }, mayBecomeJpeg: true };
      const result = await compute.run(shrinkImageTask, input, { deadline: SHRINK_DEADLINE_MS, endsWorker: true });
      assert.deepEqual(result.ok && [result.to.type, result.to.width, result.to.height], [type, 100, 67]);
    }
  });

  it('reads the facts of an image', async () => {
    const { width, height, unread } = await mediaFactsWithin(compute, png(2000), { mimeType: 'image/png' });
    assert.equal(unread, undefined);
    assert.ok(width === undefined || height !== undefined);
  });
});
