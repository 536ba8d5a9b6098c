import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { cp, readFile, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { API_NAMES } from '../../src/core/models/wire-api.ts';
import { cli } from '../support/command-line.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from './sources.ts';

/** The pages that people read, by their paths. */
async function pages(): Promise<Map<string, string>> {
  const names = await readdir(path.join(repository, 'docs'), { recursive: true });
  const docs = names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name.replaceAll('\\', '/')}`);
  const files = ['README.md', 'CONTRIBUTING.md', '.github/ROADS.md', '.github/RECIPES.md', 'SECURITY.md', ...docs];
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(path.join(repository, file), 'utf8')] as const)));
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(page: string): string[] {
  return [...page.matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A folder with the files that the commands of the pages name, and the ID of the artifact in its session. */
async function folderOfPages(): Promise<{ readonly folder: string; readonly id: string }> {
  const picture = await readFile(path.join(repository, 'test/fixtures/agent-society-root/data/runtime/artifacts/31.png'));
  const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture.toString('base64') } };
  const texts = Array.from({ length: 31 }, (_, at) => ({ type: 'text', text: `part ${at}` }));
  const messages = Array.from({ length: 41 }, (_, at) => ({ role: at % 2 ? 'assistant' : 'user', content: `message ${at}` }));
  const folder = await temporaryFolder({
    ...Object.fromEntries(['diagram.png', 'docs/diagram.png', 'chart.png', 'a.png'].map((name) => [name, picture])),
    'b.pdf': '%PDF-1.4\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n',
    'notes.md': '# Notes\n',
    'session.jsonl': { model: 'claude-opus-4-5', messages: [...messages, { role: 'user', content: [...texts, image] }] },
    'claude-code.jsonl': {
      type: 'assistant',
      uuid: 'a',
      sessionId: 's',
      message: { role: 'assistant', id: 'm', model: 'claude-opus-4-5', content: 'Done.', usage: { input_tokens: 9, output_tokens: 2 } },
    },
    'models.yaml': 'model_list:\n  - model_name: small\n    litellm_params:\n      model: openai/gpt-4o-mini\n',
    'config/llmservices.json': { services: [{ id: 'gpt', model: 'gpt-4o', baseURL: 'https://api.openai.com/v1', apiKey: '' }] },
    'artifacts/14.txt': 'An artifact.\n',
    'workspaces/': '',
  });
  await cp(path.join(repository, 'test/fixtures/agent-society-root'), path.join(folder, 'demo'), { recursive: true });
  // A session that a program may still be writing is left alone.
  const before = new Date(Date.now() - 3_600_000);
  await utimes(path.join(folder, 'session.jsonl'), before, before);
  const [id = ''] = /^[\da-f]+-\d+/m.exec((await cli(['list', 'session.jsonl'], { folder })).stdout) ?? [];
  return { folder, id };
}

/** The commands that a page shows, each as it is typed. */
function commandsIn(text: string): readonly string[] {
  const shown = [...text.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block]) => block).join('');
  return [...shown.matchAll(/^agent-artifacts (.*?)(?:\s+#.*)?$/gm)].map(([, line = '']) => line);
}

/** Commands that other tests run: what asks a registry has an npm of its own, and the sample lies beside the built command. */
const ELSEWHERE = /^catalogue update(?! --from models\.json)|^sample /;

/** Runs a command as a shell does. @returns why it failed or was refused; undefined where it ran */
async function refusalOf(line: string, folder: string): Promise<string | undefined> {
  const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '');
  // The shell writes what is printed into the file behind ">".
  const [args, [, target]] = words.includes('>') ? [words.slice(0, words.indexOf('>')), words.slice(words.indexOf('>'))] : [words, []];
  const { code, stdout, stderr } = await cli(args, { folder, home: folder });
  if (target !== undefined) await writeFile(path.join(folder, target), stdout);
  // With 1 a command tells what it found; what it refuses has a code in brackets.
  const isRun = code === 0 || (code === 1 && !/ \[[a-z_]+\]$/m.test(stderr));
  return isRun ? undefined : `exit code ${code}\n${stderr}`;
}

describe('The pages', () => {
  it('are short where people begin: README has at most 900 words', async () => {
    const readme = (await pages()).get('README.md') ?? '';
    assert.ok(readme.split(/\s+/).length <= 900, `${readme.split(/\s+/).length} words`);
  });

  it('name every API where they say what a request body is', async () => {
    const said = /^- \*Request Body\*: [\s\S]*?(?=^- )/m.exec((await pages()).get('docs/preview.md') ?? '')?.[0] ?? '';
    assert.deepEqual(
      Object.values(API_NAMES).filter((name) => !said.includes(name.split(' ')[0] ?? '')),
      [],
    );
  });

  it('link to files and headings that exist, and every page in docs is linked from one', async () => {
    const all = await pages();
    const linked = new Set<string>();
    for (const [file, text] of all) {
      for (const [, address = ''] of text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(address)) continue;
        const [name = '', anchor] = address.split('#');
        const target = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
        linked.add(target);
        assert.ok(existsSync(path.join(repository, target)), `${file}: ${address}`);
        if (anchor !== undefined) assert.ok(anchorsOf(all.get(target) ?? '').includes(anchor), `${file}: ${address}`);
      }
    }
    assert.deepEqual(
      [...all.keys()].filter((file) => file.startsWith('docs/') && !linked.has(file)),
      [],
    );
  });

  it('that the extension brings along are all there, without pictures, and link to nothing that is not', async () => {
    const brought = path.join(repository, 'dist/docs');
    const own = await readdir(path.join(repository, 'docs'), { recursive: true });
    const names = (await readdir(brought, { recursive: true })).filter((name) => name.endsWith('.md'));
    assert.deepEqual(names.sort(), own.filter((name) => name.endsWith('.md')).sort());
    for (const name of names) {
      const text = await readFile(path.join(brought, name), 'utf8');
      assert.doesNotMatch(text, /!\[/, name);
      for (const [, address = ''] of text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)\s#]+)[^)]*\)/g))
        if (!/^https?:/.test(address)) assert.ok(existsSync(path.join(brought, path.dirname(name), address)), `${name}: ${address}`);
    }
  });

  it('have commands that run', async () => {
    const { folder, id } = await folderOfPages();
    const refused: string[] = [];
    let ran = 0;
    for (const [file, text] of await pages()) {
      for (const line of commandsIn(text).filter((each) => !ELSEWHERE.test(each))) {
        const refusal = await refusalOf(line.replace('#9af3c211-1380', `#${id}`), folder);
        if (refusal !== undefined) refused.push(`${file}: ${line}: ${refusal}`);
        ran++;
      }
    }
    assert.deepEqual(refused, []);
    assert.ok(ran > 20, `${ran} commands`);
  });
});
