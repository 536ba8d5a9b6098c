import assert from 'node:assert/strict';
import { appendFile, readdir, readFile, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Repair } from '../../../src/core/conversation/repairs.ts';
import { settledEdits } from '../../../src/core/conversation/settled-edits.ts';
import { formatSize } from '../../../src/core/content/size.ts';
import { directCompute } from '../../../src/core/io/compute.ts';
import { silentLogger } from '../../../src/core/io/logger.ts';
import { chooseArtifact } from '../../../src/host/conversation/choose-artifact.ts';
import { ConversationDocument } from '../../../src/host/conversation/conversation-document.ts';
import { ConversationEditor } from '../../../src/host/conversation/conversation-editor.ts';
import { PartFiles } from '../../../src/host/conversation/part-files.ts';
import { repairConversation, ShownRepairs, undoConversationRepair } from '../../../src/host/conversation/repair-conversation.ts';
import { slimConversation } from '../../../src/host/conversation/slim-conversation.ts';
import { FilePreviews } from '../../../src/host/preview/file-source.ts';
import { FileSystems } from '../../../src/host/roots/file-systems.ts';
import { RememberedPreviewService } from '../../../src/host/services/preview-service.ts';
import { NodeFileSystem } from '../../../src/platform/node-file-system.ts';
import type { FileEdits } from '../../../src/platform/repair-file.ts';
import {
  type ConversationHostMessage,
  type ConversationState,
  parseConversationHostMessage,
  type SwitchRow,
} from '../../../src/shared/conversation-protocol.ts';
import { brokenSession } from '../../support/broken-session.ts';
import { countedSession } from '../../support/counted-session.ts';
import { KEPT } from '../../support/kept-session.ts';
import { image, text, WRITERS } from '../../support/conversations.ts';
import { png } from '../../support/media-bytes.ts';
import { plant } from '../../support/temporary-folder.ts';
import { codexThrice } from '../../support/stored-thrice.ts';
import { base64, noise } from '../../support/transcripts.ts';
import { writingSession } from '../../support/writing-session.ts';
import { FakePanel } from '../fake-panel.ts';
import { answering } from '../preview/fake-panel.ts';
import { closeAllEditors, folderForEach, rootsOf } from '../services/services-fixture.ts';
import { withPerson, type ShownQuestion } from '../services/quick-person.ts';

type Of<Type extends ConversationHostMessage['type']> = Extract<ConversationHostMessage, { type: Type }>;

const memory: vscode.Memento = { keys: () => [], get: (_: string, value?: unknown) => value, update: async () => undefined } as never;

/** All edits of repairs. */
const settled =
  (repairs: readonly Repair[] = []): FileEdits =>
  (read) =>
    settledEdits(repairs, { read, compute: directCompute });

describe('the editor of conversations', () => {
  const folder = folderForEach();
  const session = brokenSession();
  /** What is repaired of it takes no time. */
  const repairable = brokenSession({ pictures: 1 });
  let parts: PartFiles;
  const shown = new ShownRepairs();
  const services = new RememberedPreviewService(memory);
  before(() => void (parts = new PartFiles(new FileSystems())));
  after(() => vscode.Disposable.from(parts, shown, services).dispose());

  /** Writes a session as it was a minute ago, and opens it. */
  async function open(written = session, name = 'session.jsonl', isRead = true) {
    const uri = await folder.write(name, written);
    const old = new Date(Date.now() - 60_000);
    await utimes(uri.fsPath, old, old);
    const document = new ConversationDocument(uri, { roots: rootsOf(), fileSystems: new FileSystems(), compute: directCompute });
    const panel = new FakePanel<ConversationHostMessage>(parseConversationHostMessage);
    const extensionUri = vscode.Uri.file('/extension');
    const editor = new ConversationEditor(document, panel as never, {
      extensionUri,
      logger: silentLogger,
      previewService: services,
      memory,
      compute: directCompute,
      fileSystems: new FileSystems(),
      parts,
      shown,
    });
    if (isRead) await document.reload();
    const ask = <Type extends ConversationHostMessage['type']>(message: object, answer: Type): Promise<Of<Type>> => {
      const answered = panel.next(({ type }) => type === answer) as Promise<Of<Type>>;
      panel.received.fire(message);
      return answered;
    };
    return { uri, document, ask, panel, close: () => vscode.Disposable.from(editor, document).dispose() };
  }

  const stateOf = async ({ ask }: Awaited<ReturnType<typeof open>>): Promise<ConversationState> =>
    (await ask({ type: 'ready' }, 'state')).state;

  it('says at which message the next request fails, and why', async () => {
    const opened = await open();
    const { read, verdict, model, repair } = await stateOf(opened);
    assert.deepEqual([read?.title, read?.format, read?.messages, read?.media], ['Fix the gateway', 'Claude Code', 13, 21]);
    assert.ok(read && read.mediaBytes > read.size * 0.9 && read.mediaBytes < read.size, 'most of it is pictures, and not all');
    assert.deepEqual([model.name, verdict?.outcome, verdict?.message, repair.refusal], ['claude-opus-4-5', 'fails', 8, null]);
    assert.match(verdict?.sentence ?? '', /^The request has 21 images; with more than 20, each may be at most 2000 × 2000 pixels/);
    opened.close();
  });

  it('shows the first messages, and their pictures, while the rest is read, and judges nothing before the end', async () => {
    const filler = Array.from({ length: 60 }, (_, at) => ({ user: [text(`Message ${at} ${'x'.repeat(100_000)}`)] }));
    const { document, panel, ask, close } = await open(
      WRITERS['claude-code']([{ user: [image(png(20, 20))] }, ...filler]),
      undefined,
      false,
    );
    await ask({ type: 'ready' }, 'state');
    const pictures: Promise<Of<'picture'>>[] = [];
    const previewed: number[] = [];
    document.onDidChange(() => {
      if (!document.soFar || pictures.length > 0) return;
      pictures.push(ask({ type: 'picture', revision: document.revision, message: 0, part: 0 }, 'picture'));
      previewed.push(parts.urisOf(document, 0, 0).length);
    });
    await document.reload();
    const states = panel.sent.flatMap((message) => (message.type === 'state' ? [message.state] : []));
    const counts = [...new Set(states.flatMap(({ soFar }) => soFar?.messages ?? []))];
    assert.ok(counts.length >= 2 && (counts[0] ?? 61) < 30, `${counts.join(', ')} of 61 messages`);
    for (const [at, count] of counts.entries()) assert.ok(at === 0 || count >= 2 * (counts[at - 1] ?? 0), 'as many as twice before');
    for (const { soFar, read, verdict } of states) assert.ok(!soFar || (read === null && verdict === null));
    const last = states.at(-1);
    assert.deepEqual([last?.soFar, last?.read?.messages, last?.verdict?.outcome], [null, 61, 'goes_through']);
    assert.equal((await pictures[0])?.data, Buffer.from(png(20, 20)).toString('base64'));
    assert.deepEqual(previewed, [1]);
    close();
  });

  it('lists messages without tokens while it is not known which are sent', async () => {
    const { document, close } = await open(
      WRITERS['claude-code']([{ user: [text('word '.repeat(1_200_000))] }, { assistant: 'B' }]),
      undefined,
      false,
    );
    const first: unknown[] = [];
    document.onDidChange(() => {
      if (document.soFar && first.length === 0) first.push(...document.soFar.lines.slice('all', 0, 1));
    });
    await document.reload();
    assert.deepEqual(
      first
        .map((line) => line as { tokens: unknown; notSent: unknown; kind: string })
        .map(({ kind, tokens, notSent }) => [kind, tokens, notSent]),
      [['message', null, null]],
    );
    const line = document.lines?.slice('all', 0, 8).find(({ kind }) => kind === 'message');
    assert.ok(line?.kind === 'message' && (line.tokens ?? 0) > 0, JSON.stringify(line));
    close();
  });

  it('sends only the lines that are asked for, in any list', async () => {
    const opened = await open();
    const { revision, read } = await stateOf(opened);
    const { lines } = await opened.ask({ type: 'lines', revision, filter: 'all', from: 0, to: 8 }, 'lines');
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      // that the file has the same picture again and again, and that the end of its model was announced, is about none of its messages; a finding is
      // two lines high
      ['finding', 'finding', 'message', 'part', 'message', 'part'],
    );
    const findings = await opened.ask({ type: 'lines', revision, filter: 'findings', from: 0, to: 100_000 }, 'lines');
    assert.ok(findings.lines.length > 0 && findings.to <= 1000, 'no more than several screens');
    assert.ok((read?.units.findings ?? 0) > 0);
    opened.close();
  });

  it('lists the files of a session with what is sent of each', async () => {
    const opened = await open(await readFile(path.join(import.meta.dirname, '../../fixtures/sessions/copilot-cli.jsonl'), 'utf8'));
    const { revision, read } = await stateOf(opened);
    assert.equal(read?.files, 2);
    const { lines } = await opened.ask({ type: 'lines', revision, filter: 'files', from: 0, to: 100 }, 'lines');
    assert.deepEqual(
      lines.map((line) => (line.kind === 'part' ? line.file : line.kind)),
      [
        'message',
        { name: 'planted.png', words: 'only words about it' },
        'finding',
        'message',
        { name: 'planted.png', words: 'read by the program' },
      ],
    );
    const all = await opened.ask({ type: 'lines', revision, filter: 'all', from: 0, to: 100 }, 'lines');
    assert.ok(
      all.lines.every((line) => line.kind !== 'part' || line.file === null),
      'among the messages, lines are what they were',
    );
    opened.close();
  });

  it('finds words in names and texts, tells the lines that hold them, and forgets a search for the next one', async () => {
    const opened = await open();
    const { revision } = await stateOf(opened);
    const search = async (words: string): Promise<number[]> => {
      const units: number[] = [];
      for (let answer = await opened.ask({ type: 'search', revision, words }, 'found'); ;) {
        assert.equal(answer.words, words);
        units.push(...answer.units);
        if (answer.isDone) return units;
        answer = (await opened.panel.next(({ type }) => type === 'found')) as typeof answer;
      }
    };
    const pictures = await search('IMAGE/png');
    assert.equal(pictures.length, 21);
    const { lines } = await opened.ask({ type: 'lines', revision, filter: 'all', from: 0, to: 1000 }, 'lines');
    const held = lines.filter((line) => line.kind === 'part' && line.media?.type === 'image/png');
    assert.deepEqual(
      pictures.toSorted((one, other) => one - other),
      held.map(({ at }) => at),
    );
    assert.deepEqual(await search('nowhere in it'), []);
    opened.close();
  });

  it('gives a picture as its file has it, and none for what is no picture', async () => {
    const opened = await open();
    const { revision } = await stateOf(opened);
    const { data } = await opened.ask({ type: 'picture', revision, message: 8, part: 1 }, 'picture');
    assert.equal(
      Buffer.from(data ?? '', 'base64')
        .subarray(1, 4)
        .toString(),
      'PNG',
    );
    assert.equal((await opened.ask({ type: 'picture', revision, message: 0, part: 0 }, 'picture')).data, null);
    opened.close();
  });

  it('[28] fails with a model that its maker has retired, as on the command line', async () => {
    const messages = [{ role: 'user', content: 'How warm is it?' }];
    const body = { model: 'claude-3-7-sonnet-20250219', max_tokens: 9, system: 'Be brief.', messages };
    const opened = await open(JSON.stringify(body), 'request.json');
    const { verdict } = await stateOf(opened);
    assert.equal(opened.document.examined?.goesThrough, false);
    assert.match(JSON.stringify(verdict), /was retired on 2026-02-19/);
    opened.close();
  });

  it('says for every model whether it can go on, with tokens and price', async () => {
    const opened = await open();
    await stateOf(opened);
    const { rows } = await opened.ask({ type: 'compareModels' }, 'switches');
    const row = (start: string): SwitchRow =>
      rows.find(({ name }) => name.startsWith(start)) ?? assert.fail(`no ${start} in ${rows.map(({ name }) => name).join()}`);
    assert.deepEqual([row('claude-opus-4-5').isChosen, row('claude-opus-4-5').outcome], [true, 'fails']);
    assert.equal(row('gpt').outcome, 'fails', 'the call without a result fails everywhere');
    assert.ok(row('gpt').tokens?.price);
    assert.ok(row('mistral').tokens?.price);
    opened.close();
  });

  it('lists the requests that were answered, with what the server counted and what missed the cache; of a file without counts, none', async () => {
    const lines = countedSession([
      [3, 0, 20_000, 0],
      [3, 20_000, 2000, 60, { isSidechain: true }],
      [23_000, 0, 0, 900],
    ]);
    const opened = await open(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    const { revision, read } = await stateOf(opened);
    const { count, words, facts } = read?.requests ?? assert.fail('no requests');
    assert.deepEqual([count, words], [3, '3 requests, token counts from the server']);
    assert.deepEqual(
      facts.map(({ label }) => label),
      ['Input', 'Output', 'Price', 'Cache misses'],
    );
    const { from, rows } = await opened.ask({ type: 'requests', revision, from: 1, to: 1_000_000 }, 'requests');
    assert.equal(from, 1);
    assert.deepEqual(
      rows.map(({ message, model, input, cached, written, output, miss }) => [
        message,
        model,
        input,
        cached,
        written,
        output,
        miss?.reason,
      ]),
      [
        [3, 'claude-sonnet-4-5-20250929 (subagent)', 22_003, 20_000, 2000, 10, undefined],
        [5, 'claude-sonnet-4-5-20250929', 23_000, 0, 0, 10, 'more than 5 minutes had passed'],
      ],
    );
    assert.equal(rows[1]?.miss?.tokens, 20_000);
    assert.ok((rows[1]?.price ?? 0) > (rows[1]?.miss?.price ?? 0) && rows[1]?.time === Date.UTC(2026, 10, 20, 10, 15));
    const { bars } = await opened.ask({ type: 'requestBars', revision, most: 2 }, 'requestBars');
    assert.deepEqual(
      bars.map((bar) => [bar.from, bar.to, bar.message, bar.cached, bar.fresh, bar.output, bar.isMissed]),
      [
        [0, 2, 1, 10_000, 11_003, 10, false],
        [2, 3, 5, 0, 23_000, 10, true],
      ],
    );
    assert.match(
      bars[0]?.title ?? '',
      /^Requests 1 to 2\nInput: 42,006 tokens, 20,000 of them \(48%\) read from the cache\nOutput: 20 tokens\n/,
    );
    assert.match(
      bars[1]?.title ?? '',
      /^Request 3 · claude.*\n.*\n.*\n.*\nCache misses: 1 request resent 20,000 .* more\nmore than 5 minutes/,
    );
    opened.close();
    const without = await open();
    assert.equal((await stateOf(without)).read?.requests, null);
    without.close();
  });

  it('takes what a server said of a part for a finding that can be repaired, for the model it was said of', async () => {
    const large = Buffer.concat([png(30, 30), Buffer.alloc(4 * 1024 * 1024)]);
    const opened = await open(WRITERS['claude-code']([{ user: [text('Look.'), image(large)] }]));
    const { document } = opened;
    assert.deepEqual([document.examined?.goesThrough, document.examined?.repairs.length], [true, 0]);
    const actual = Math.ceil(large.length / 3) * 4;
    const words = `messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: ${actual} bytes > 5242880 bytes`;
    assert.deepEqual(await document.hear(words), { message: 0, part: 1 });
    const { verdict, repair } = await stateOf(opened);
    assert.deepEqual([verdict?.outcome, verdict?.message, repair.parts], ['fails', 0, 1]);
    assert.match(verdict?.sentence ?? '', /The server refused this part: "image exceeds 5 MB/);
    await document.reload();
    assert.equal(document.examined?.goesThrough, false);
    opened.close();
  });

  it('is examined for a model of the table that is chosen', async () => {
    const opened = await open();
    await stateOf(opened);
    const { rows } = await opened.ask({ type: 'compareModels' }, 'switches');
    const gemini = rows.find(({ name }) => name.startsWith('gemini')) ?? assert.fail('no gemini');
    const changed = opened.panel.next((message) => message.type === 'state' && message.state.model.name === gemini.name);
    opened.panel.received.fire({ type: 'chooseModel', serviceId: gemini.serviceId, thenRepair: false });
    await changed;
    assert.equal(opened.document.examined?.asked.api, 'gemini');
    const after = (await opened.ask({ type: 'compareModels' }, 'switches')).rows;
    const named = (is: 'isOwn' | 'isChosen') => after.filter((row) => row[is]).map(({ name }) => name);
    assert.deepEqual([named('isOwn'), named('isChosen')], [['claude-opus-4-5'], [gemini.name]], 'the way back is a row too');
    opened.close();
  });

  it('a part is a read-only file while the conversation is open, and none after', async () => {
    const opened = await open();
    const [picture] = parts.urisOf(opened.document, 8, 1);
    const all = parts.urisOf(opened.document, 8, null);
    assert.equal(all.length, 21);
    assert.match(picture?.path ?? '', /message-9-part-2\.png$/);
    const uri = picture ?? assert.fail();
    const bytes = await vscode.workspace.fs.readFile(uri);
    assert.equal(Buffer.from(bytes.subarray(1, 4)).toString(), 'PNG');
    assert.equal((await vscode.workspace.fs.stat(uri)).size, bytes.length);
    const previewed = await previewOf(uri);
    assert.deepEqual([previewed?.contentFailure, previewed?.mimeType, previewed?.size], [undefined, 'image/png', bytes.length]);
    const [text] = parts.urisOf(opened.document, 8, 0);
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(text ?? uri)), 'Look at these');
    await assert.rejects(async () => vscode.workspace.fs.writeFile(uri, bytes));
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri.with({ path: '/1/../../../etc/passwd' })));
    opened.close();
    await assert.rejects(async () => vscode.workspace.fs.readFile(uri));
  });

  /** What a preview reads. */
  async function previewOf(uri: vscode.Uri) {
    const previews = new FilePreviews({ roots: rootsOf(), fileSystems: new FileSystems() }, { following: () => undefined, all: () => [] });
    const request = await previews.requestOf([uri]);
    const metadata = await request?.source.getMetadata(request.references[0]);
    const artifact = metadata && (await request?.source.read(metadata));
    assert.ok(request);
    const { readSubject } = await import('../../../src/host/preview/preview-subject.ts');
    const routed = await (await readSubject(request)).newRoutes().route(null);
    assert.equal(routed.verdict.outcome, 'description', routed.text ?? '');
    previews.dispose();
    return artifact;
  }

  it('reads again what was appended', async () => {
    const opened = await open();
    const before = opened.document.revision;
    const changed = new Promise<void>((resolve) => {
      opened.document.onDidChange(() => {
        if (opened.document.examined?.read.index.messages.length === 14) resolve();
      });
    });
    const line = { type: 'user', uuid: 'n', parentUuid: 'u13', sessionId: 's', message: { role: 'user', content: 'And now?' } };
    await appendFile(opened.uri.fsPath, `${JSON.stringify(line)}\n`);
    await opened.document.reload();
    await changed;
    assert.ok(opened.document.revision > before);
    opened.close();
  });

  it('reads only what was appended, from the last line on, and all of a file that took its place', async () => {
    const opened = await open();
    const reads: number[] = [];
    const { prototype } = NodeFileSystem;
    const { readFile: original } = prototype;
    prototype.readFile = async function (this: NodeFileSystem, location, range) {
      reads.push(range?.offset ?? 0);
      return original.call(this, location, range);
    };
    try {
      const line = { type: 'user', uuid: 'n', parentUuid: 'u13', sessionId: 's', message: { role: 'user', content: 'And now?' } };
      await appendFile(opened.uri.fsPath, `${JSON.stringify(line)}\n`);
      await opened.document.reload();
      const { index, texts } = opened.document.examined?.read ?? assert.fail();
      assert.equal(index.messages.length, 14);
      assert.equal(texts.length, 1, 'what the lint had found is still known');
      assert.ok(
        reads.length > 0 && reads.every((offset) => offset > session.lastIndexOf('\n', session.length - 2)),
        `read from ${reads.join()}`,
      );
      reads.length = 0;
      const other = vscode.Uri.joinPath(opened.uri, '../other.jsonl').fsPath;
      await writeFile(other, `${session.replace('Question 1', 'Question X')}${JSON.stringify(line)}\n${JSON.stringify(line)}\n`);
      await rename(other, opened.uri.fsPath);
      await opened.document.reload();
      assert.ok(reads.includes(0));
      const [part] = opened.document.examined?.read.index.messages[0]?.parts ?? [];
      assert.match(part?.kind === 'text' ? part.sample : '', /^Question X/);
    } finally {
      prototype.readFile = original;
    }
    opened.close();
  });

  it('says of a file that is no conversation that it is none', async () => {
    for (const [name, text] of [
      ['a.json', '{"name": "x"}'],
      ['b.jsonl', ''],
      ['c.jsonl', '\u0000\u0001 nothing'],
    ] as const) {
      const opened = await open(text, name);
      const { problem, read } = await stateOf(opened);
      assert.deepEqual([problem, read], ['This file is not a conversation in a known format.', null], name);
      opened.close();
    }
  });

  it('drops messages that are malformed or about an older state', async () => {
    const opened = await open();
    const { revision } = await stateOf(opened);
    const { length } = opened.panel.sent;
    for (const message of [{ type: 'lines' }, { type: 'picture', revision: revision - 1, message: 8, part: 1 }, null, 'ready'])
      opened.panel.received.fire(message);
    await opened.ask({ type: 'lines', revision, filter: 'all', from: 0, to: 1 }, 'lines');
    assert.equal(opened.panel.sent.length, length + 1);
    opened.close();
  });

  it('a backup of a repair is put back, byte for byte', async () => {
    const opened = await open(repairable);
    const { repairFile } = await import('../../../src/platform/repair-file.ts');
    const { examined } = opened.document;
    const version = examined?.read.version ?? assert.fail();
    await repairFile(opened.uri.fsPath, settled(examined?.repairs), version);
    await opened.document.reload();
    assert.equal(opened.document.examined?.goesThrough, true);
    assert.equal(opened.document.canUndo, true);
    await undoConversationRepair(opened.document);
    assert.equal(await readFile(opened.uri.fsPath, 'utf8'), repairable);
    assert.deepEqual((await readdir(folder.uri.fsPath)).sort(), ['session.jsonl']);
    opened.close();
  });

  it('is not undone when the file changed since', async () => {
    const opened = await open(repairable);
    const { repairFile } = await import('../../../src/platform/repair-file.ts');
    const { examined } = opened.document;
    await repairFile(opened.uri.fsPath, settled(examined?.repairs), examined?.read.version ?? assert.fail());
    await writeFile(opened.uri.fsPath, 'something else');
    await opened.document.reload();
    assert.equal(opened.document.canUndo, false);
    await assert.rejects(undoConversationRepair(opened.document));
    assert.equal(await readFile(opened.uri.fsPath, 'utf8'), 'something else');
    opened.close();
  });

  it('has its media taken out when that is agreed to, and put back', async () => {
    const session = codexThrice(base64(Buffer.concat([png(20, 10), noise(600_000)])));
    const opened = await open(session);
    assert.equal((await stateOf(opened)).repair.canSlim, true);
    const { showWarningMessage, showInformationMessage } = vscode.window;
    let asked = '';
    const message = async (text: string, ...more: unknown[]) => {
      asked ||= `${text} ${JSON.stringify(more)}`;
      return more.includes('Slim') ? 'Slim' : undefined;
    };
    try {
      Object.assign(vscode.window, { showWarningMessage: message, showInformationMessage: message });
      await slimConversation(opened.document);
    } finally {
      Object.assign(vscode.window, { showWarningMessage, showInformationMessage });
    }
    assert.match(asked, /^Slim session\.jsonl\?.*taken out: 3, 2\.3 MB; different ones: 1\./);
    assert.ok((await readFile(opened.uri.fsPath)).length < 3000);
    assert.deepEqual((await readdir(`${opened.uri.fsPath}.media`)).filter((name) => name.endsWith('.png')).length, 1);
    const { repair } = await stateOf(opened);
    assert.deepEqual([repair.canUndo, repair.restoresMedia, repair.canSlim], [true, true, false]);
    await undoConversationRepair(opened.document);
    assert.equal(await readFile(opened.uri.fsPath, 'utf8'), session);
    assert.deepEqual((await readdir(folder.uri.fsPath)).sort(), ['session.jsonl']);
    opened.close();
  });

  describe('the dialogs of a repair', () => {
    const { showQuickPick, showWarningMessage, showInformationMessage, showOpenDialog } = vscode.window;
    afterEach(() => Object.assign(vscode.window, { showQuickPick, showWarningMessage, showInformationMessage, showOpenDialog }));

    /** A person who picks what is picked already, and the items and buttons that are named. */
    function answer({ items = [], buttons, folder: chosen }: { items?: string[]; buttons: string[]; folder?: vscode.Uri }): void {
      const message = async (_text: string, ...more: unknown[]) => buttons.find((button) => more.includes(button));
      Object.assign(vscode.window, {
        showQuickPick: async (all: readonly vscode.QuickPickItem[]) =>
          all.filter(({ label, picked }) => picked === true || items.includes(label)),
        showWarningMessage: message,
        showInformationMessage: message,
        showOpenDialog: async () => chosen && [chosen],
      });
    }

    it('[L-20] are not offered while a repair is being made, and neither is undoing it', async () => {
      const opened = await open();
      const told: string[] = [];
      Object.assign(vscode.window, { showWarningMessage: async (text: string) => void told.push(text) });
      opened.document.canUndo = true;
      await opened.document.repairing(async () => {
        const { repair } = await stateOf(opened);
        assert.deepEqual([repair.canUndo, repair.refusal], [false, 'A repair of this conversation is running.']);
        await undoConversationRepair(opened.document);
        await repairConversation(opened.document, { parts, shown });
      });
      assert.deepEqual(told, ['A repair of this conversation is running.', 'A repair of this conversation is running.']);
      assert.equal((await stateOf(opened)).repair.refusal, null);
      opened.close();
    });

    it('show the messages that change side by side, and repair when that is agreed to after it', async () => {
      const opened = await open(repairable);
      answer({ buttons: ['Show Changes', 'Repair'] });
      const repaired = new Promise<void>((resolve) => {
        opened.document.onDidChange(() => {
          if (opened.document.examined?.goesThrough === true) resolve();
        });
      });
      await repairConversation(opened.document, { parts, shown });
      const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
      assert.ok(input instanceof vscode.TabInputTextDiff);
      const [before, after] = await Promise.all(
        [input.original, input.modified].map(async (uri) => vscode.workspace.openTextDocument(uri)),
      );
      const typesOf = (text = ''): string[] => text.match(/"media_type": "[^"]+"/g) ?? [];
      assert.deepEqual(
        [before, after].map((document) => typesOf(document?.getText())),
        [['"media_type": "image/jpeg"'], ['"media_type": "image/png"']],
      );
      await repaired;
      await undoConversationRepair(opened.document);
      opened.close();
    });

    it('come for the model whose repair is asked for in the table of models', async () => {
      const opened = await open();
      await stateOf(opened);
      const { rows } = await opened.ask({ type: 'compareModels' }, 'switches');
      const gemini = rows.find(({ name }) => name.startsWith('gemini')) ?? assert.fail('no gemini');
      const asked = new Promise<readonly vscode.QuickPickItem[]>((resolve) => {
        Object.assign(vscode.window, { showQuickPick: async (items: readonly vscode.QuickPickItem[]) => resolve(items) });
      });
      opened.panel.received.fire({ type: 'chooseModel', serviceId: gemini.serviceId, thenRepair: true });
      assert.ok((await asked).some(({ picked }) => picked));
      assert.equal(opened.document.examined?.asked.api, 'gemini');
      opened.close();
    });

    it('make or drop what is shown by the actions in the title of its editor, also when the notification is gone', async () => {
      const opened = await open(repairable);
      answer({ buttons: ['Show Changes'] });
      const active = () => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      await repairConversation(opened.document, { parts, shown });
      assert.ok(active() instanceof vscode.TabInputTextDiff);
      await shown.discard(undefined);
      assert.ok(!(active() instanceof vscode.TabInputTextDiff), 'closed');
      assert.equal(await readFile(opened.uri.fsPath, 'utf8'), repairable);
      await repairConversation(opened.document, { parts, shown });
      const input = active();
      assert.ok(input instanceof vscode.TabInputTextDiff);
      await shown.apply(input.modified);
      assert.ok(!(active() instanceof vscode.TabInputTextDiff), 'closed');
      assert.equal(opened.document.examined?.goesThrough, true);
      await shown.apply(input.modified);
      assert.equal((await readdir(folder.uri.fsPath)).length, 2, 'made once');
      await undoConversationRepair(opened.document);
      opened.close();
    });

    it('save what is described into the folder that is chosen, and name it in the description', async () => {
      const bitmap = Buffer.from('Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAA////AA==', 'base64');
      const source = { type: 'base64', media_type: 'image/bmp', data: bitmap.toString('base64') };
      const messages = [{ role: 'user', content: [{ type: 'image', source }] }];
      const opened = await open(JSON.stringify({ model: 'claude-opus-4-5', max_tokens: 1, messages }), 'bitmap.json');
      const media = vscode.Uri.joinPath(folder.uri, 'media');
      await vscode.workspace.fs.createDirectory(media);
      answer({ items: ['Save what is replaced by descriptions to files…'], buttons: ['Repair'], folder: media });
      await repairConversation(opened.document, { parts, shown });
      assert.deepEqual(await readdir(media.fsPath), ['message-1-part-1.bmp']);
      const saved = vscode.Uri.joinPath(media, 'message-1-part-1.bmp').fsPath;
      assert.deepEqual(await readFile(saved), bitmap);
      const { content } =
        (JSON.parse(await readFile(opened.uri.fsPath, 'utf8')) as { messages: { content: { text: string }[] }[] }).messages[0] ?? {};
      assert.ok(content?.[0]?.text.includes(saved), content?.[0]?.text);
      opened.close();
    });
  });

  it('names what changed in a request that missed the cache, once the requests that the file keeps are compared', async () => {
    const { ASKED, DONE, SHAPE, text: words, keptLines, answerLines, written } = KEPT;
    const later = { ...SHAPE, system: [SHAPE.system[0], words('Today is 2026-11-28.')] };
    const opened = await open(
      written([
        ...keptLines({ id: 'a', messages: [ASKED] }),
        ...answerLines('a', 'msg_1', DONE),
        ...keptLines({ id: 'b', messages: [ASKED, DONE, ASKED], shape: later }, true),
        ...answerLines('b', 'msg_2', DONE),
      ]),
    );
    const { document, ask } = opened;
    const isCompared = (): boolean => document.examined?.requests[1]?.miss?.reason === 'changed';
    await new Promise<void>((resolve) => {
      const look = (): void => void (isCompared() && resolve());
      document.onDidChange(look);
      look();
    });
    const { revision } = await stateOf(opened);
    const { rows } = await ask({ type: 'requests', revision, from: 0, to: 2 }, 'requests');
    assert.equal(rows[1]?.miss?.reason, 'block 2 of the system prompt changed: "day is 2026-11-27." is now "day is 2026-11-28."');
  });

  describe('the artifacts of a conversation', () => {
    const [workspace] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(workspace);
    const notes = vscode.Uri.joinPath(workspace.uri, 'planted-notes.md');
    const went: number[] = [];
    const ID = '00000000-0000-4000-8000-000000000001';

    const writing = (): string => writingSession({ cwd: workspace.uri.fsPath, file: notes.fsPath, contents: ['one\n', 'one\ntwo\n'] });

    /** Chooses the item of a label in the first list, in the second one that of another. @returns what was listed */
    async function choosing(document: ConversationDocument, ...labels: readonly string[]): Promise<string[][]> {
      const listed: string[][] = [];
      const labelOf = (items: readonly vscode.QuickPickItem[]): string => {
        listed.push(items.map((item) => `${item.label} | ${item.description ?? ''}`));
        return labels[listed.length - 1] ?? '';
      };
      let first: ShownQuestion | undefined;
      const chooseFirst = (list: ShownQuestion): void => {
        first = list;
        list.type(labelOf(list.items()));
        list.accept();
        if (labels.length === 1) list.dismiss();
      };
      const choose = (items: readonly vscode.QuickPickItem[]): vscode.QuickPickItem | undefined => {
        // VS Code would give the focus back in between, and the second list would close
        assert.equal(first?.isClosed(), false);
        const label = labelOf(items);
        return items.find((item) => item.label === label);
      };
      const goTo = (message: number): void => void went.push(message);
      await withPerson([chooseFirst], () =>
        answering('showQuickPick', choose, () => chooseArtifact({ document, parts, goTo, files: new FileSystems().for(document.uri) })),
      );
      return listed;
    }

    afterEach(async () => {
      went.length = 0;
      await closeAllEditors();
      await vscode.workspace.fs.delete(notes).then(undefined, () => undefined);
    });

    it('are the pictures inside of it and the files that it wrote, and open as read-only files', async () => {
      const { document } = await open(writing());
      const listed = await choosing(document, 'planted-notes.md', 'Open Version 1');
      assert.deepEqual(listed, [
        ['PNG image | 30 × 20 · 1.8 KB · message 1', 'planted-notes.md | 2 versions · 8 B'].map((each) =>
          each.replace('1.8 KB', formatSize(png(30, 20).length)),
        ),
        [
          'Open Version 2 | 8 B · message 4',
          'Open Version 1 | 4 B · message 2',
          'Preview as a Model Receives It | ',
          'Save a Copy… | ',
          'Go to Message 4 | ',
          'Go to Message 2 | ',
        ],
      ]);
      const { activeTextEditor } = vscode.window;
      assert.equal(activeTextEditor?.document.getText(), 'one\n');
      assert.equal(vscode.workspace.fs.isWritableFileSystem(activeTextEditor.document.uri.scheme), false);
      await choosing(document, 'planted-notes.md', 'Go to Message 2');
      assert.deepEqual(went, [1]);
    });

    it('are followed by the files that the program keeps beside it, and by none in folders that nobody was asked about', async () => {
      await plant(folder.uri.fsPath, {
        [`projects/here/${ID}/tool-results/log.txt`]: 'a long result',
        [`file-history/${ID}/fb94ff2fa40fc2fe@v1`]: 'before',
      });
      const { document } = await open(writing(), `projects/here/${ID}.jsonl`);
      const [listed = [], actions] = await choosing(document, 'tool-results/log.txt', 'Open');
      assert.deepEqual(listed.slice(2), ['tool-results/log.txt | 13 B · beside the conversation']);
      assert.deepEqual(actions, ['Open | ', 'Preview as a Model Receives It | ', 'Save a Copy… | ']);
      assert.equal(vscode.window.activeTextEditor?.document.getText(), 'a long result');
    });

    it('are left alone when a person closes the list, also while the next one is prepared', async () => {
      const { document } = await open(writing());
      assert.equal((await choosing(document, 'planted-notes.md')).length, 1);
      assert.equal((await choosing(document, 'none of them')).length, 1);
      assert.equal(vscode.window.activeTextEditor, undefined);
    });

    it('are compared with the file of the workspace, where it is there', async () => {
      await vscode.workspace.fs.writeFile(notes, Buffer.from('another\n'));
      const { document } = await open(writing());
      await choosing(document, 'planted-notes.md', 'Compare with Workspace');
      const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(input instanceof vscode.TabInputTextDiff);
      assert.equal(input.modified.toString(), notes.toString());
      assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), 'one\ntwo\n');
    });

    it('are saved where a person says, byte for byte', async () => {
      const { document } = await open(writing());
      const target = await folder.write('copy.png', '');
      await answering(
        'showSaveDialog',
        async () => target,
        () => choosing(document, 'PNG image', 'Save a Copy…'),
      );
      assert.deepEqual(await readFile(target.fsPath), Buffer.from(png(30, 20)));
    });

    it('have the same address while the session grows, and none of another conversation', async () => {
      const { document } = await open(writing());
      const [, file] = (await parts.artifactsOf(document)).items;
      assert.ok(file);
      const uri = parts.artifactUri(document, file, 2);
      await appendFile(document.uri.fsPath, writing());
      await document.reload();
      assert.equal(Buffer.from(await parts.readFile(uri)).toString(), 'one\ntwo\n');
      await writeFile(document.uri.fsPath, brokenSession({ pictures: 1 }));
      await document.reload();
      await assert.rejects(parts.readFile(uri), { code: 'Unavailable' });
    });
  });
});
