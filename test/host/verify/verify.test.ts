import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { OutgoingRequest } from '../../../src/core/verify/sender.ts';
import { capable, json, said, startModelServer, type ModelServer } from '../../support/model-server.ts';
import { TEST_KEY } from '../../support/verify.ts';
import { closeAllEditors, makeFolder, replaceIn, type Folder } from '../services/services-fixture.ts';
import { stage, type Stage, type TestPage } from './verify-fixture.ts';

const outcomes = ({ state }: TestPage): string => (state?.rows ?? []).map(({ outcome }) => outcome).join(' ');

describe('Verify Capabilities', () => {
  let folder: Folder;
  let server: ModelServer;
  let stages: Stage;
  let uri: vscode.Uri;
  let text: string;

  const write = async (fields: object): Promise<void> => {
    text = `{\n  // mine\n  "services": [\n    ${JSON.stringify({ id: 'a', name: 'A', model: 'm', baseURL: `${server.url}/v1`, apiKey: TEST_KEY, ...fields })},\n    { "id": "b" },\n  ]\n}\n`;
    uri = await folder.write('llmservices.json', text);
  };
  const verify = (serviceId = 'a'): Promise<void> => stages.verifier.verify({ uri, serviceId });
  /** The page asks for the same once more, and the person, asked, says no. */
  const againRefused = async (): Promise<void> => {
    const isAsked = new Promise<void>((resolve) => {
      stages.person.agrees = () => {
        resolve();
        return false;
      };
    });
    page().ask('again');
    await isAsked;
  };
  const page = (): TestPage => {
    const [first] = stages.pages;
    assert.ok(first);
    return first;
  };

  beforeEach(async () => {
    folder = await makeFolder();
    server = await startModelServer((request, response) => {
      if (request.probe === 'audio') json(response, 400, { error: { message: `no audio for ${request.headers.authorization}` } });
      else capable('openai-compatible')(request, response);
    });
    stages = stage();
    await write({ capabilities: { input: ['text', 'audio', 'video', 'smell'], output: ['text'] } });
  });
  afterEach(async () => {
    stages.verifier.dispose();
    await closeAllEditors();
    await server.close();
    await folder.remove();
  });

  it('asks first, shows where requests go, and sends nothing when the answer is no', async () => {
    stages.person.agrees = () => false;
    await verify();
    assert.equal(stages.person.seen[0], `7 to ${server.url}/v1/chat/completions, key file`);
    assert.deepEqual([server.requests.length, stages.pages.length], [0, 0]);
  });

  it('shows what was accepted, refused and not asked, and writes nothing', async () => {
    await verify();
    const { state } = page();
    assert.equal(page().title, 'Verify: A');
    assert.deepEqual(
      state?.rows.map(({ capability, isDeclared, outcome }) => `${capability} ${isDeclared} ${outcome}`),
      [
        'text true accepted',
        'vision false accepted',
        'audio true refused',
        'file false accepted',
        'tool_calling false accepted',
        'structured_output false accepted',
        'tool_result_media false accepted',
      ],
    );
    assert.deepEqual(state.rows[2], {
      capability: 'audio',
      list: 'input',
      isDeclared: true,
      outcome: 'refused',
      because: 'The server refused it.',
      words: 'no audio for Bearer •••',
      status: 400,
      elapsed: state.rows[2]?.elapsed,
    });
    assert.deepEqual(state.notAsked, ['input.video', 'input.smell']);
    assert.deepEqual([state.phase, state.api, state.model], ['done', 'OpenAI-compatible (guessed)', 'm']);
    assert.equal((await vscode.workspace.openTextDocument(uri)).getText(), text);
  });

  it('fills the table while the answers come in', async () => {
    await verify();
    const seen = page().sent.map(({ state }) =>
      state.rows
        .slice(0, 2)
        .map(({ outcome }) => outcome)
        .join(' '),
    );
    for (const wanted of ['waiting waiting', 'asking waiting', 'accepted waiting', 'accepted asking', 'accepted accepted'])
      assert.ok(seen.includes(wanted), wanted);
  });

  it('applies the changes that stay ticked as one edit, which undo takes back; the table follows', async () => {
    await verify();
    stages.person.picks = (changes) => changes.filter(({ type }) => type === 'vision' || type === 'audio');
    const isSaved = new Promise((resolve) => vscode.workspace.onDidSaveTextDocument(resolve));
    page().ask('apply');
    await Promise.all([isSaved, page().shows(({ rows }) => rows[1]?.isDeclared === true)]);
    assert.equal(
      stages.person.seen.at(-1),
      'add input.vision, remove input.audio, add input.file, add output.tool_calling, add output.structured_output, add input.tool_result_media',
    );
    const document = await vscode.workspace.openTextDocument(uri);
    assert.equal(document.getText(), text.replace('"text","audio","video","smell"', '"text","video","smell","vision"'));
    assert.equal(document.isDirty, false, 'a file that was saved is saved again');
    assert.deepEqual(
      page().state?.changes.map(({ type }) => type),
      ['file', 'tool_calling', 'structured_output', 'tool_result_media'],
    );
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), text);
    await page().shows(({ rows }) => rows[1]?.isDeclared === false);
  });

  it('applies to the text as it is when the choice is made, and nothing when it is given up', async () => {
    await verify();
    const document = await vscode.workspace.openTextDocument(uri);
    stages.person.picks = () => undefined;
    page().ask('apply');
    stages.person.picks = async (changes) => {
      await replaceIn(document, '// mine', '// ours');
      return changes.filter(({ kind }) => kind === 'remove');
    };
    page().ask('apply');
    await page().shows(({ rows }) => rows[2]?.isDeclared === false);
    assert.equal(document.getText(), text.replace('// mine', '// ours').replace('"audio",', ''));
    assert.equal(document.isDirty, true, 'unsaved changes stay unsaved');
  });

  it('follows the file: a service that is gone is declared nothing, and nothing is offered', async () => {
    await verify();
    const document = await vscode.workspace.openTextDocument(uri);
    await replaceIn(document, '"id":"a"', '"id":"z"');
    const state = await page().shows(({ rows }) => rows.every(({ isDeclared }) => isDeclared === null));
    assert.deepEqual(state.changes, []);
  });

  it('ends at once when it is cancelled, and tells what the server may have got from what was not sent', async () => {
    server.answer = (request, response) => {
      if (request.probe === 'vision') page().ask('cancel');
      else json(response, 200, said('openai-compatible', request.probe));
    };
    await verify();
    assert.equal(outcomes(page()), 'accepted unclear not_sent not_sent not_sent not_sent not_sent');
    assert.match(page().state?.rows[1]?.because ?? '', /^Cancelled before the answer arrived\. .*it may have cost money\.$/);
    assert.equal(page().state?.phase, 'cancelled');
    assert.equal(server.requests.length, 2);
  });

  it('a panel that is closed ends what is under way', async () => {
    server.answer = (request, response) => {
      if (request.probe === 'vision') page().dispose();
      else json(response, 200, said('openai-compatible', request.probe));
    };
    await verify();
    assert.equal(server.requests.length, 2);
  });

  it('verifies again in the same table; the page has to ask again only when it goes elsewhere, the command always does', async () => {
    const asked = (): number => stages.person.seen.filter((line) => line.startsWith('7 to')).length;
    const again = async (): Promise<void> => {
      const isDone = page()
        .shows(({ phase }) => phase === 'asking')
        .then(() => page().shows(({ phase }) => phase === 'done'));
      page().ask('again');
      await isDone;
    };
    await verify();
    await again();
    assert.deepEqual([asked(), server.requests.length, stages.pages.length], [1, 14, 1]);
    await verify();
    assert.deepEqual([asked(), server.requests.length, stages.pages.length], [2, 21, 1]);
    const other = await startModelServer(capable('openai-compatible'));
    await replaceIn(await vscode.workspace.openTextDocument(uri), server.url, other.url);
    await againRefused();
    assert.deepEqual([asked(), other.requests.length], [3, 0]);
    stages.person.agrees = () => true;
    await again();
    assert.deepEqual([asked(), other.requests.length, server.requests.length, stages.pages.length], [4, 7, 21, 1]);
    await other.close();
  });

  it('asks again before another key is sent, or another query', async () => {
    await verify();
    for (const [from, to] of [
      [TEST_KEY, 'another-key'],
      ['/v1"', '/v1?token=another-token"'],
    ] as const) {
      const before = stages.person.seen.length;
      await replaceIn(await vscode.workspace.openTextDocument(uri), from, to);
      await againRefused();
      assert.deepEqual([stages.person.seen.length - before, server.requests.length], [2, 7]);
    }
  });

  it('with the network of the extension host: no redirect is followed, and what is not there is said', async () => {
    const other = await startModelServer(capable('openai-compatible'));
    const first = async (baseURL?: string): Promise<string> => {
      const document = await vscode.workspace.openTextDocument(uri);
      if (baseURL !== undefined) await replaceIn(document, /"baseURL":"([^"]*)"/.exec(document.getText())?.[1] ?? '', baseURL);
      await verify();
      return page().state?.rows[0]?.because ?? '';
    };
    server.answer = (_request, response) => response.writeHead(307, { location: `${other.url}/v1` }).end();
    assert.match(await first(), /^The server redirects to another address/);
    assert.deepEqual(other.requests, []);
    await other.close();
    assert.equal(await first(`${other.url}/v1`), 'Nothing is listening at this address.');
    assert.match(await first(`${server.url.replace('http:', 'https:')}/v1`), /^Secure connection failed/);
    server.answer = (_request, response) => void response.destroy();
    assert.equal(await first(`${server.url}/v1`), 'The connection was lost before the answer was complete.');
  });

  it('does not begin a second time while it is under way', async () => {
    const second: Promise<void>[] = [];
    server.answer = (request, response) => {
      if (request.probe === 'vision') second.push(verify());
      capable('openai-compatible')(request, response);
    };
    await verify();
    await Promise.all(second);
    assert.deepEqual([server.requests.length, second.length], [7, 1]);
  });

  it('says what stands in the way, and sends nothing', async () => {
    for (const [fields, problem] of [
      [{ model: '' }, 'A: The service has no model.'],
      [{ baseURL: '' }, 'A: The service has no address (baseURL).'],
      [{ apiKey: '${NOT_SET}' }, 'A: The environment variable NOT_SET is not set.'],
    ] as const) {
      await closeAllEditors();
      await folder.remove();
      folder = await makeFolder();
      await write(fields);
      await verify();
      assert.equal(stages.person.seen.at(-1), problem);
    }
    assert.deepEqual(server.requests, []);
  });

  it('takes a key from the variable the service names, and that of the provider only when a person says so', async () => {
    const sent: OutgoingRequest[] = [];
    const variables: Readonly<Record<string, string>> = { MY_KEY: 'key-of-mine', OPENAI_API_KEY: 'key-of-openai' };
    stages = stage({
      environment: (name) => variables[name],
      send: async (request) => {
        sent.push(request);
        return { kind: 'failure', failure: 'host_unknown', elapsedMs: 1 };
      },
    });
    const keyFor = async (fields: object, answer: 'variable' | 'no_key' | undefined = undefined): Promise<string | undefined> => {
      await closeAllEditors();
      await folder.remove();
      folder = await makeFolder();
      await write(fields);
      sent.length = 0;
      stages.person.variable = answer;
      await verify();
      return sent.length === 0 ? 'nothing sent' : sent[0]?.headers['Authorization'];
    };
    assert.equal(await keyFor({ apiKey: '${MY_KEY}' }), 'Bearer key-of-mine');
    const openai = { apiKey: '', baseURL: 'https://api.openai.com/v1' };
    assert.equal(await keyFor(openai, 'variable'), 'Bearer key-of-openai');
    assert.equal(await keyFor(openai, 'no_key'), undefined);
    assert.equal(await keyFor(openai), 'nothing sent');
    assert.equal(await keyFor({ apiKey: '', baseURL: 'https://openai.example.com/v1' }), undefined);
    assert.deepEqual(
      stages.person.seen.filter((line) => line.startsWith('variable')),
      Array(3).fill('variable OPENAI_API_KEY'),
    );
  });

  it('without an address: a declared API goes to its official one, which is what the person is shown', async () => {
    const sent: string[] = [];
    stages = stage({
      send: async ({ url }) => {
        sent.push(url);
        return { kind: 'failure', failure: 'host_unknown', elapsedMs: 1 };
      },
    });
    await write({ api: 'anthropic', baseURL: undefined });
    stages.person.agrees = ({ official, address }) => official === 'Anthropic' && address === 'https://api.anthropic.com/v1/messages';
    await verify();
    assert.deepEqual(sent, ['https://api.anthropic.com/v1/messages']);
  });

  it('copies the table as Markdown in which nothing a server says has a meaning', async () => {
    server.answer = (request, response) =>
      request.probe === 'vision'
        ? json(response, 400, { error: '![x](https://evil.example.com) | <b>' })
        : capable('openai-compatible')(request, response);
    await verify();
    page().ask('copyMarkdown');
    let copied = '';
    while (!copied.startsWith('**A**')) copied = await vscode.env.clipboard.readText();
    const lines = copied.trimEnd().split('\n');
    assert.equal(lines.length, 11);
    assert.equal(lines[2], '| Capability | Declared | Result | Answer | Status | Time |');
    assert.match(lines[5] ?? '', /^\| `input\.vision` \| no \| Refused \| The server refused it\. “?[^|<>![\]]*”? \| 400 \| \d+ ms \|$/);
  });

  it('drops malformed messages of the page', async () => {
    await verify();
    for (const type of ['delete', 7, undefined]) page().ask(type);
    assert.deepEqual(stages.log, Array(3).fill('verify: dropped a malformed message (type: invalid_value)'));
  });

  it('the key is nowhere: not in the log, a message to the page, a question, a copy or an error, though the server echoes it', async () => {
    const echoes = [
      TEST_KEY,
      TEST_KEY.slice(0, 12),
      `${TEST_KEY.slice(0, 6)}…${TEST_KEY.slice(-4)}`,
      encodeURIComponent(TEST_KEY),
      TEST_KEY.toUpperCase(),
      Buffer.from(TEST_KEY).toString('base64'),
    ];
    const ways = [
      (echo: string) => ({ status: 200, value: said('openai-compatible', 'text', `you said ${echo}`) }),
      (echo: string) => ({ status: 401, value: { error: { message: `bad key ${echo}` } } }),
      (echo: string) => ({ status: 400, value: { [echo]: echo } }),
      (echo: string) => ({ status: 500, value: echo }),
      (echo: string) => ({ status: 200, value: { error: { message: echo } } }),
    ];
    const everything: string[] = [];
    for (const echo of echoes) {
      for (const way of ways) {
        const { status, value } = way(echo);
        server.answer = (_request, response) => json(response, status, value, { location: `http://127.0.0.1:1/${encodeURI(echo)}` });
        await verify();
      }
    }
    page().ask('copyMarkdown');
    let copied = '';
    while (!copied.startsWith('**A**')) copied = await vscode.env.clipboard.readText();
    everything.push(JSON.stringify(page().sent), page().webview.html, stages.log.join('\n'), stages.person.seen.join('\n'), copied);
    const encoded = Buffer.from(TEST_KEY).toString('base64');
    const all = everything.join('\n').toLowerCase();
    assert.ok(all.includes('you said •••'));
    for (const secret of [TEST_KEY, encoded]) {
      for (let at = 0; at + 8 <= secret.length; at += 1)
        assert.ok(!all.includes(secret.slice(at, at + 8).toLowerCase()), secret.slice(at, at + 8));
    }
    assert.ok(!all.includes(`${TEST_KEY.slice(0, 6)}…`.toLowerCase()));
  });
});
