import * as vscode from 'vscode';
import { isStandardCapability, standardCapabilitiesFor } from '../../../core/services/capability.ts';
import { CAPABILITY_SENTENCES } from '../../../core/services/capability-meaning.ts';
import { loadCatalogue } from '../../../core/services/catalogue/load-catalogue.ts';
import { placeAt, type CursorPlace } from '../../../core/services/cursor.ts';
import type { TextRange } from '../../../core/services/json-node.ts';
import { API_NAMES, WIRE_APIS } from '../../../core/services/wire-api.ts';
import { sentenceText } from '../../sentence-text.ts';
import { sourceWords } from '../infer/proposal-words.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { capabilitiesItems, modelItems } from './model-completion.ts';
import { stillWanted } from './still-wanted.ts';

/** Models, capabilities, APIs and whole services, each where it belongs. */
export async function provideCompletions(document: vscode.TextDocument, position: vscode.Position, token: vscode.CancellationToken): Promise<vscode.CompletionItem[]> {
  if (!isServicesFile(document.uri) || !(await stillWanted(token))) return [];
  const { text, validated } = await stateOf(document);
  if (token.isCancellationRequested) return [];
  const place = placeAt(text, document.offsetAt(position), validated.entries.map(({ range }) => range));
  const rangeOf = ({ offset, length }: TextRange): vscode.Range => new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  switch (place?.kind) {
    case 'capability':
      return capabilityItems(place, rangeOf(place.range));
    case 'capabilities':
      return capabilitiesItems(place, rangeOf(place.range));
    case 'model':
      return modelItems(rangeOf(place.range));
    case 'api':
      return WIRE_APIS.map((api, index) => wordItem(api, API_NAMES[api], rangeOf(place.range), index));
    case 'service':
      return serviceItems(place, rangeOf(place.range));
    case undefined:
      return [];
  }
}

/** What a capability opens, in the language of the screen. */
export function meaningOf(type: string): string {
  return isStandardCapability(type) ? sentenceText({ text: CAPABILITY_SENTENCES[type], args: [] }) : vscode.l10n.t('A custom capability: it is kept, and the routing does not go by it.');
}

/** Those first that the model is known to have. */
async function capabilityItems({ list, present, model }: CursorPlace & { kind: 'capability' }, range: vscode.Range): Promise<vscode.CompletionItem[]> {
  const inference = model === undefined ? null : (await loadCatalogue()).inferCapabilities(model);
  return standardCapabilitiesFor(list)
    .filter((type) => !present.includes(type))
    .map((type, index) => {
      const finding = inference?.findings.find((each) => each.list === list && each.type === type);
      const isKnown = finding?.known === 'yes';
      const item = wordItem(type, meaningOf(type), range, isKnown ? index : index + 50);
      if (finding?.known === 'yes') item.label = { label: type, description: sourceWords(finding.source) };
      return item;
    });
}

function wordItem(word: string, documentation: string, range: vscode.Range, index: number): vscode.CompletionItem {
  const item = new vscode.CompletionItem(word, vscode.CompletionItemKind.Value);
  item.range = range;
  item.insertText = item.filterText = JSON.stringify(word);
  item.documentation = documentation;
  item.sortText = String(index).padStart(2, '0');
  return item;
}

function serviceItems(place: CursorPlace & { kind: 'service' }, range: vscode.Range): vscode.CompletionItem[] {
  const { l10n } = vscode;
  const kinds = [
    { label: l10n.t('Text model'), id: 'text-model', input: ['text'], detail: l10n.t('Reads text only') },
    { label: l10n.t('Vision model'), id: 'vision-model', input: ['text', 'vision'], detail: l10n.t('Sees images too') },
    { label: l10n.t('Multimodal model'), id: 'multimodal-model', input: ['text', 'vision', 'audio', 'video', 'file'], detail: l10n.t('Takes images, audio, video and files') },
  ];
  return kinds.map(({ label, id, input, detail }, index) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
    item.detail = detail;
    item.range = range;
    item.sortText = String(index);
    item.insertText = serviceSnippet(id, label, input, place);
    return item;
  });
}

function serviceSnippet(id: string, name: string, input: readonly string[], { commaBefore, commaAfter }: CursorPlace & { kind: 'service' }): vscode.SnippetString {
  const snippet = new vscode.SnippetString(commaBefore ? ', {\n' : '{\n');
  const line = (key: string, placeholder: string): void => {
    snippet.appendText(`\t"${key}": "`).appendPlaceholder(placeholder).appendText('",\n');
  };
  line('id', id);
  line('name', name);
  line('baseURL', 'https://api.example.com/v1');
  line('model', 'model-name');
  line('apiKey', '');
  snippet.appendText(`\t"capabilities": {\n\t\t"input": ${list(input)},\n\t\t"output": ${list(['text', 'structured_output', 'tool_calling'])}\n\t},\n\t"description": "`);
  return snippet.appendTabstop(0).appendText(`"\n}${commaAfter ? ',' : ''}`);
}

function list(items: readonly string[]): string {
  return `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
}
