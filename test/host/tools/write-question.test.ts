import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { callTool, writeTarget, type AskedWrites, type ToolInput } from '../../../src/host/tools/tool-calls.ts';
import { writeQuestion } from '../../../src/host/tools/write-question.ts';
import { makeFolder, openRoot, rootsOf, type Folder } from '../services/services-fixture.ts';

const POINTER = 'SW1hZ2VzIGFyZSBieXRlcw==';

describe('The question before a file is written', () => {
  let folder: Folder;
  let roots: ReturnType<typeof rootsOf>;
  let writes: AskedWrites;

  beforeEach(async () => {
    folder = await makeFolder();
    for (const [name, text] of [
      ['artifacts/1.txt', 'one'],
      ['workspaces/w/there.txt', 'before'],
    ] as const) {
      await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder.uri, 'data', name), Buffer.from(text));
    }
    writes = new Map();
    roots = rootsOf(await openRoot(vscode.Uri.joinPath(folder.uri, 'data')));
  });
  afterEach(() => folder.remove());

  const inputOf = (input: ToolInput): ToolInput => ({ content: 'hello', mimeType: 'text/plain', workspaceId: 'w', ...input });
  async function questionFor(input: ToolInput): Promise<{ title: string; text: string; blocks: string[] }> {
    const target = await writeTarget(roots, writes, inputOf(input));
    assert.ok(!('error' in target), JSON.stringify(target));
    const { title, message } = writeQuestion(target);
    assert.ok(message instanceof vscode.MarkdownString && !message.isTrusted && !message.supportHtml && !message.supportThemeIcons);
    const parts = message.value.split(/^(`{3,})\n([^]*?)\n\1$/m);
    return { title: String(title), text: message.value, blocks: parts.filter((_, at) => at % 3 === 2) };
  }
  const refusalFor = async (input: ToolInput): Promise<string> => {
    const target = await writeTarget(roots, writes, inputOf(input));
    return 'error' in target ? target.error : 'asked';
  };

  it('[E-6a] shows the path as it is written, whole, and the first lines of the content', async () => {
    const { title, text, blocks } = await questionFor({
      path: './notes//from chat.md',
      mimeType: 'Text/Markdown; charset=x',
      content: '# Hello\nthere',
    });
    assert.equal(title, 'Write a file into an agent’s workspace');
    assert.match(text, /^13 bytes of \*\*text&#47;markdown\*\* will be written to this file in the workspace \*\*w\*\* of \*\*data\*\*:/);
    assert.deepEqual(blocks, ['notes/from chat.md', '# Hello\nthere']);
    assert.match(text, /It is a new file\./);
  });

  it('[E-6a] says that a file is replaced, and of what size', async () => {
    const { title, text } = await questionFor({ path: 'there.txt' });
    assert.equal(title, 'Replace a file in an agent’s workspace');
    assert.match(text, /⚠ \*\*It replaces an existing file of 6 B&#46;\*\*/);
    assert.doesNotMatch(text, /new file/);
  });

  it('[E-6a] cuts nothing out of a long path: it is broken over lines that are seen', async () => {
    const long = `${'docs/'.repeat(30)}${'x'.repeat(120)}.txt/../`.replace('/../', '');
    const [block = ''] = (await questionFor({ path: long })).blocks;
    assert.equal(block.replaceAll('\n', ''), long);
    assert.ok(
      block.split('\n').every((line) => line.length <= 80),
      block,
    );
  });

  it('[E-6a] shows the bytes that base64 stands for, as text where they are text', async () => {
    assert.deepEqual((await questionFor({ path: 'a.txt', content: POINTER, encoding: 'base64' })).blocks[1], 'Images are bytes');
    const { text, blocks } = await questionFor({
      path: 'a.bin',
      content: Buffer.from([0x4d, 0x5a, 0, 1, 2]).toString('base64'),
      encoding: 'base64',
    });
    assert.match(text, /^5 bytes .*It is not text\. Its first bytes are:/s);
    assert.equal(blocks[1], '4d 5a 00 01 02');
  });

  it('[E-6a] shows the beginning of a long content and says so; an empty one is said to be empty', async () => {
    const long = await questionFor({
      path: 'a.txt',
      content: Array.from({ length: 50 }, (_, at) => `line ${at} ${'x'.repeat(300)}`).join('\n'),
    });
    const lines = (long.blocks[1] ?? '').split('\n');
    assert.equal(lines.length, 20);
    assert.ok(lines.every((line) => line.length === 161 && line.endsWith('…')));
    assert.match(long.text, /It begins with:/);
    assert.match((await questionFor({ path: 'a.txt', content: '' })).text, /It is empty\.$/);
  });

  it('[E-6a] warns of the places that programs take orders from', async () => {
    for (const [path, warning] of [
      ['.git/hooks/pre-commit', 'Git run commands'],
      ['.vscode/tasks.json', 'VS Code run tasks'],
      ['.env.local', 'secrets'],
      ['.github/workflows/a.yml', 'run workflows'],
      ['sub/.GIT/config', 'Git run commands'],
    ] as const) {
      assert.ok(
        (await questionFor({ path })).text.split('\n\n').some((part) => part.startsWith('⚠ ') && part.includes(warning)),
        path,
      );
    }
    assert.doesNotMatch((await questionFor({ path: 'git/a.txt' })).text, /⚠/);
  });

  it('[E-6a] shows and judges the place to which a link in the workspace leads', async () => {
    const workspace = path.join(folder.uri.fsPath, 'data/workspaces/w');
    await mkdir(path.join(workspace, '.git'));
    await symlink('.git', path.join(workspace, 'docs'));
    const { text, blocks } = await questionFor({ path: 'docs/hooks/pre-commit' });
    assert.deepEqual(blocks, ['docs/hooks/pre-commit', '.git/hooks/pre-commit', 'hello']);
    assert.match(text, /⚠ \*\*A link in the workspace points elsewhere/);
    assert.match(text, /⚠ \*\*Files in &#46;git can make Git run commands/);
  });

  it('[E-6a] counts for the file it showed: one that came or changed since is not replaced', async () => {
    const file = (name: string) => vscode.Uri.joinPath(folder.uri, 'data/workspaces/w', name);
    const write = async (input: ToolInput) => {
      const [part] = await callTool(roots, writes, 'write_file', inputOf(input));
      return (JSON.parse(part instanceof vscode.LanguageModelTextPart ? part.value : '{}') as { error?: string }).error;
    };
    for (const name of ['new.txt', 'there.txt']) {
      await questionFor({ path: name });
      await vscode.workspace.fs.writeFile(file(name), Buffer.from('written meanwhile'));
      assert.equal(await write({ path: name }), 'target_changed');
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file(name))).toString(), 'written meanwhile');
      await questionFor({ path: name });
      assert.equal(await write({ path: name }), undefined);
      assert.equal(Buffer.from(await vscode.workspace.fs.readFile(file(name))).toString(), 'hello');
    }
  });

  it('[E-6a] lets nothing out of its blocks: no markup, no line, no change of direction', async () => {
    const hostile = '[x](command:workbench.action.terminal.new "y")\n```\n\n# You may press Allow\u202e\u200b\u{e0041}\n````';
    const { text, blocks } = await questionFor({ path: 'a`````b[x](command:y).txt', content: hostile, mimeType: 'text/plain' });
    assert.equal(blocks.length, 2);
    assert.equal(blocks[0], 'a`````b[x](command:y).txt');
    assert.equal(
      blocks[1],
      '[x](command:workbench.action.terminal.new "y")\n```\n\n# You may press Allow\\u{202e}\\u{200b}\\u{e0041}\n````',
    );
    assert.doesNotMatch(text, /[\u202e\u200b]/);
  });

  it('[E-6a] is not asked where the write would be refused: the refusal comes at once', async () => {
    assert.deepEqual(
      await Promise.all(
        [
          { path: 'a\u202etxt.exe' },
          { path: 'a\nb' },
          { path: ' .env ' },
          { path: '../x' },
          { path: 'x', workspaceId: undefined },
          { path: 'x', mimeType: 'nonsense' },
          { path: 'x', content: '!', encoding: 'base64' },
          { path: 'x', content: 7 },
          { path: '.meta/x' },
        ].map(refusalFor),
      ),
      [
        'path_misleading',
        'path_misleading',
        'path_misleading',
        'path_leaves_workspace',
        'agent_unknown',
        'mime_type_missing',
        'base64_invalid',
        'arguments_invalid',
        'not_content',
      ],
    );
  });

  it('[E-6a] is what is written then', async () => {
    const input = inputOf({ path: './notes//a.txt', content: POINTER, encoding: 'base64' });
    const target = await writeTarget(roots, writes, input);
    assert.ok(!('error' in target));
    const result = await roots.roots[0]?.tools.executeToolCall({}, 'write_file', input);
    assert.ok(result && 'ok' in result && result.artifactId === target.reference.id);
    const written = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder.uri, 'data/workspaces/w', target.reference.relativePath));
    assert.deepEqual(Buffer.from(written), Buffer.from(target.bytes));
  });
});
