import * as vscode from 'vscode';
import type { ModelCapabilities } from '../../../core/models/capability.ts';
import type { Inference } from '../../../core/models/catalogue/inference.ts';
import { loadCatalogue } from '../../../core/models/catalogue/load-catalogue.ts';
import { isCertain } from '../../../core/models/catalogue/propose-capabilities.ts';
import type { CursorPlace } from '../../../core/models/cursor.ts';
import { setCapabilitiesAt } from '../../../core/models/edits.ts';
import type { TextRange } from '../../../core/json/node.ts';
import { sourceWords } from '../proposed/proposal.ts';
import { modelsInOrder } from '../models-in-order.ts';
import type { ServicesState } from '../services-state.ts';
import { capabilitiesText, type Indentation } from './service-snippets.ts';

/** A model of the catalogue; its capabilities are shown, and filled in when none are declared, once the item is resolved. */
class ModelItem extends vscode.CompletionItem {
  readonly model: string;
  readonly fill: Fill | undefined;

  constructor(model: string, range: vscode.Range, sortText: string, fill: Fill | undefined) {
    super(model, vscode.CompletionItemKind.Value);
    this.model = model;
    this.fill = fill;
    this.range = range;
    this.sortText = sortText;
    this.insertText = this.filterText = JSON.stringify(model);
  }
}

/** The edits that declare capabilities in a service that declares none, in the document as it was when completion was asked for. */
type Fill = (capabilities: ModelCapabilities) => vscode.TextEdit[];

/**
 * Every model of the catalogue, the newest of well-known makers first. A name that is written already, and of which
 * something is known, comes before all that only begin like it.
 *
 * @param range of the string with the model
 */
export async function modelItems(
  document: vscode.TextDocument,
  state: ServicesState,
  place: TextRange,
  range: vscode.Range,
): Promise<vscode.CompletionList> {
  const models = (await modelsInOrder()).map(({ id }) => id);
  const fill = fillOf(document, state, place);
  const items = models.map((model, at) => new ModelItem(model, range, String(at).padStart(5, '0'), fill));
  const written = /^"([^"\\]+)"$/.exec(document.getText(range))?.[1];
  const inference = written === undefined || models.includes(written) ? null : (await loadCatalogue()).inferCapabilities(written);
  if (written === undefined || inference === null) return new vscode.CompletionList(items, true);
  const own = new ModelItem(written, range, '!', undefined);
  own.label = { label: written, description: sourceWords(inference) };
  return new vscode.CompletionList([own, ...items], true);
}

/** Undefined where the service declares something, or the text is not JSON. */
function fillOf(document: vscode.TextDocument, { text, root, validated }: ServicesState, { offset }: TextRange): Fill | undefined {
  const entry = validated.entries.find(({ range }) => offset > range.offset && offset < range.offset + range.length);
  if (root === undefined || entry?.origin !== 'default') return undefined;
  const start = document.positionAt(entry.range.offset);
  return (capabilities) =>
    setCapabilitiesAt(text, entry.range, capabilities).map(({ offset: at, length, newText }) =>
      vscode.TextEdit.replace(
        new vscode.Range(moved(start, text.slice(entry.range.offset, at)), moved(start, text.slice(entry.range.offset, at + length))),
        newText,
      ),
    );
}

/** Behind a text that begins at a position. */
function moved({ line, character }: vscode.Position, text: string): vscode.Position {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.at(-1)?.length ?? 0;
  return lines.length === 1 ? new vscode.Position(line, character + last) : new vscode.Position(line + lines.length - 1, last);
}

/** Tells what a model can do and who says so; other items stay as they are. */
export async function resolveCompletion(item: vscode.CompletionItem): Promise<vscode.CompletionItem> {
  if (!(item instanceof ModelItem)) return item;
  const { inferCapabilities } = await loadCatalogue();
  const inference = inferCapabilities(item.model);
  if (inference === null) return item;
  item.documentation = describeInference(inference);
  if (item.fill === undefined || !isCertain(inference.match)) return item;
  item.documentation += `\n\n${vscode.l10n.t('The capabilities are filled in.')}`;
  item.additionalTextEdits = item.fill(inference.capabilities);
  return item;
}

/** What a model takes and gives as far as it is known, and the source. */
function describeInference(inference: Inference): string {
  const { input, output } = inference.capabilities;
  const known = inference.findings.find((finding) => finding.known !== 'unknown');
  const source = sourceWords(known?.source ?? inference);
  return [
    vscode.l10n.t('Inputs: {0}', input.join(', ')),
    vscode.l10n.t('Outputs: {0}', output.join(', ')),
    vscode.l10n.t('Known from {0}', source),
  ].join('\n');
}

/** The whole of `capabilities` as the catalogue has them; none where it does not know the model. */
export async function capabilitiesItems(
  place: CursorPlace & { kind: 'capabilities' },
  range: vscode.Range,
  { outer, unit }: Indentation,
): Promise<vscode.CompletionItem[]> {
  const { inferCapabilities } = await loadCatalogue();
  const inference = inferCapabilities(place.model);
  if (inference === null) return [];
  const item = new vscode.CompletionItem(
    { label: 'capabilities', description: vscode.l10n.t('as known for {0}', place.model) },
    vscode.CompletionItemKind.Snippet,
  );
  item.range = range;
  item.filterText = '"capabilities"';
  // before what the schema offers under the same name
  item.sortText = '!';
  item.documentation = describeInference(inference);
  const name = place.withName ? '"capabilities": ' : '';
  const text = `${place.commaBefore ? ', ' : ''}${name}${capabilitiesText(inference.capabilities, outer, unit)}${place.commaAfter ? ',' : ''}`;
  item.keepWhitespace = true;
  item.insertText = new vscode.SnippetString().appendText(text);
  return [item];
}
