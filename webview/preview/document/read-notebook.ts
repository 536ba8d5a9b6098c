/** Jupyter notebooks (nbformat 3 and 4): text, code, and saved output. Nothing runs. */
import { type HighlightLanguage, writtenLanguage } from '../../../src/shared/highlight-language.ts';
import { type DocumentNode, TreeBuilder } from './document-node.ts';
import { pictureOfAddress, pictureOfBase64 } from './embedded-picture.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown } from './read-markdown.ts';

type Json = Readonly<Record<string, unknown>>;

/** Colours and movements of a terminal (ECMA-48). */

const TERMINAL = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007]*(?:\u0007|$))/g;

/** What is drawn of an output that comes in several types, the best first. */
const DRAWN_TYPES = ['image/png', 'image/jpeg', 'text/html', 'text/markdown', 'text/plain'] as const;

/** Writes a notebook into a tree. @throws when it is no notebook */
export function readNotebook(text: string, tree: TreeBuilder): void {
  const notebook = record(JSON.parse(text));
  const cells = list(notebook['cells']) ?? (list(notebook['worksheets']) ?? []).flatMap((sheet) => list(record(sheet)['cells']) ?? []);
  if (!('cells' in notebook) && !('worksheets' in notebook)) throw new Error('no notebook');
  const metadata = record(notebook['metadata']);
  const language = String(record(metadata['language_info'])['name'] ?? record(metadata['kernelspec'])['language'] ?? 'python');
  for (const cell of cells) {
    if (tree.isFull) return;
    writeCell(record(cell), writtenLanguage(language), tree);
  }
}

function writeCell(cell: Json, language: HighlightLanguage | null, tree: TreeBuilder): void {
  const source = joined(cell['source'] ?? cell['input']);
  switch (cell['cell_type']) {
    case 'code': {
      const taken = (nodes: readonly DocumentNode[]): DocumentNode[] => nodes.flatMap((node) => tree.take(node) ?? []);
      const input = source === '' ? [] : taken([{ kind: 'code', text: source, language }]);
      const output: DocumentNode[] = [];
      for (const each of list(cell['outputs']) ?? []) {
        if (tree.isFull) break;
        output.push(...taken(nodesOf(record(each))));
      }
      tree.addTaken({ kind: 'cell', prompt: promptOf(cell['execution_count'] ?? cell['prompt_number']), input, output });
      return;
    }
    case 'heading':
      readMarkdown(`${'#'.repeat(Math.max(1, Math.min(6, Number(cell['level']) || 1)))} ${source}`, tree);
      return;
    case 'markdown': {
      const attachments = record(cell['attachments']);
      readMarkdown(source, tree, (address) =>
        address.startsWith('attachment:') ? attached(attachments, address.slice('attachment:'.length)) : pictureOfAddress(address),
      );
      return;
    }
    default:
      if (source !== '') tree.add({ kind: 'code', text: source, language: null });
  }
}

function attached(attachments: Json, name: string) {
  const known = Object.keys(attachments).find((each) => each === name || encodeURIComponent(each) === name || encodeURI(each) === name);
  const data = record(known === undefined ? undefined : attachments[known]);
  return pictureOfBase64(joined(data['image/png'] ?? data['image/jpeg']));
}

function nodesOf(output: Json): readonly DocumentNode[] {
  switch (output['output_type']) {
    case 'stream':
      return plain(joined(output['text']));
    case 'error':
    case 'pyerr':
      return plain(joined(output['traceback'], '\n') || `${String(output['ename'])}: ${String(output['evalue'])}`);
    default:
      return drawnOf('data' in output ? record(output['data']) : oldData(output));
  }
}

/** The best of what one output is given in. */
function drawnOf(data: Json): readonly DocumentNode[] {
  for (const type of DRAWN_TYPES) {
    const drawn = type in data ? drawnAs(type, data) : undefined;
    if (drawn) return drawn;
  }
  return Object.keys(data)
    .slice(0, 1)
    .map((mimeType) => ({ kind: 'left-out', mimeType }));
}

/** An output in one of its types; undefined where that leaves nothing to see. */
function drawnAs(type: (typeof DRAWN_TYPES)[number], data: Json): readonly DocumentNode[] | undefined {
  const text = joined(data[type]);
  switch (type) {
    case 'text/plain':
      return plain(text);
    case 'text/html':
    case 'text/markdown': {
      const part = new TreeBuilder();
      if (type === 'text/html') readHtml(text, part);
      else readMarkdown(text, part);
      // a widget or a chart that only scripts draw leaves nothing to read
      return hasWords(part.nodes) ? part.nodes : undefined;
    }
    case 'image/png':
    case 'image/jpeg': {
      const image = pictureOfBase64(text);
      return image ? [{ kind: 'picture', alt: joined(data['text/plain']), image }] : undefined;
    }
  }
}

function hasWords(nodes: readonly DocumentNode[]): boolean {
  return nodes.some((node) => {
    if (typeof node === 'string') return node.trim() !== '';
    return node.kind !== 'element' || hasWords(node.children);
  });
}

function plain(text: string): readonly DocumentNode[] {
  const shown = text.replace(TERMINAL, '').replace(/\n$/, '');
  return shown === '' ? [] : [{ kind: 'code', text: shown, language: null }];
}

/** The data of nbformat 3, whose types have short names. */
function oldData({ png, jpeg, html, text }: Json): Json {
  return Object.fromEntries(
    Object.entries({ 'image/png': png, 'image/jpeg': jpeg, 'text/html': html, 'text/plain': text }).filter(
      ([, value]) => value !== undefined,
    ),
  );
}

function promptOf(count: unknown): string | null {
  return typeof count === 'number' ? String(count) : null;
}

/** Texts of a notebook are one string, or a list of lines. */
function joined(value: unknown, between = ''): string {
  if (typeof value === 'string') return value;
  return (list(value) ?? []).filter((each) => typeof each === 'string').join(between);
}

function record(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

function list(value: unknown): readonly unknown[] | undefined {
  return Array.isArray(value) ? (value as readonly unknown[]) : undefined;
}
