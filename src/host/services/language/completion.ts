import * as vscode from 'vscode';
import { CAPABILITY_SENTENCES, isStandardCapability, standardCapabilitiesFor } from '../../../core/models/capability.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import { placeAt, type CursorPlace } from '../../../core/models/cursor.ts';
import type { TextRange } from '../../../core/json/node.ts';
import { API_NAMES, WIRE_APIS } from '../../../core/models/wire-api.ts';
import { sentenceText } from '../../screen/sentence-text.ts';
import { sourceWords } from '../proposed/proposal.ts';
import { isServicesFile } from '../services-document.ts';
import { stateOf } from '../services-state.ts';
import { type Indentation, indentationAt, serviceItems } from './service-snippets.ts';
import { capabilitiesItems, modelItems } from './model-completion.ts';
import { isStillWanted } from './dependencies.ts';

/** Models, capabilities, APIs and whole services, each where it belongs. */
export async function provideCompletions(
  document: vscode.TextDocument,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.CompletionItem[] | vscode.CompletionList> {
  if (!isServicesFile(document.uri) || !(await isStillWanted(token))) return [];
  const state = await stateOf(document);
  if (token.isCancellationRequested) return [];
  const { text, found } = state;
  const place = placeAt(
    text,
    document.offsetAt(position),
    found.map(({ range }) => range),
  );
  const indentation = (): Indentation => indentationAt(document, text, position);
  const rangeOf = ({ offset, length }: TextRange): vscode.Range =>
    new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  switch (place?.kind) {
    case 'capability':
      return capabilityItems(place, rangeOf(place.range));
    case 'capabilities':
      return capabilitiesItems(place, rangeOf(place.range), indentation());
    case 'model':
      return modelItems(document, state, place.range, rangeOf(place.range));
    case 'api':
      return WIRE_APIS.map((api, index) => wordItem(api, { description: API_NAMES[api] }, rangeOf(place.range), index));
    case 'service':
      return serviceItems(place, rangeOf(place.range), indentation());
    case undefined:
      return [];
  }
}

/** What a capability opens, in the language of the screen. */
export function meaningOf(type: string): string {
  return isStandardCapability(type)
    ? sentenceText({ text: CAPABILITY_SENTENCES[type], args: [] })
    : vscode.l10n.t('A custom capability. It is kept, but has no effect on what is sent.');
}

/** Those first that the model is known to have. */
async function capabilityItems(
  { list, present, model }: CursorPlace & { kind: 'capability' },
  range: vscode.Range,
): Promise<vscode.CompletionItem[]> {
  const inference = model === undefined ? null : (await loadCatalogue()).inferCapabilities(model);
  return standardCapabilitiesFor(list)
    .filter((type) => !present.includes(type))
    .map((type, index) => {
      const finding = inference?.findings.find((each) => each.list === list && each.type === type);
      const isKnown = finding?.known === 'yes';
      const words = { documentation: meaningOf(type), ...(isKnown ? { description: sourceWords(finding.source) } : {}) };
      return wordItem(type, words, range, isKnown ? index : index + 50);
    });
}

/** @param words `description` is shown beside the label, `documentation` in the details */
function wordItem(
  word: string,
  words: { description?: string; documentation?: string },
  range: vscode.Range,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(
    words.description === undefined ? word : { label: word, description: words.description },
    vscode.CompletionItemKind.Value,
  );
  item.range = range;
  item.insertText = item.filterText = JSON.stringify(word);
  if (words.documentation !== undefined) item.documentation = words.documentation;
  item.sortText = String(index).padStart(2, '0');
  return item;
}
