import * as vscode from 'vscode';
import type { Inference } from '../../../core/services/catalogue/inference.ts';
import { loadCatalogue } from '../../../core/services/catalogue/load-catalogue.ts';
import type { CursorPlace } from '../../../core/services/cursor.ts';
import { formatList } from '../../../core/services/layout.ts';
import { modelsInOrder } from '../models-in-order.ts';
import { sourceWords } from '../infer/proposal-words.ts';

/** A model of the catalogue; what it can do is told when somebody looks at it. */
class ModelItem extends vscode.CompletionItem {
  readonly model: string;

  constructor(model: string, range: vscode.Range, sortText: string) {
    super(model, vscode.CompletionItemKind.Value);
    this.model = model;
    this.range = range;
    this.sortText = sortText;
    this.insertText = this.filterText = JSON.stringify(model);
  }
}

/** Every model of the catalogue: those under their own names before those under the names of hosts, the newest of its kind first. */
export async function modelItems(range: vscode.Range): Promise<vscode.CompletionItem[]> {
  const models = await modelsInOrder();
  return models.map((model, at) => new ModelItem(model, range, String(at).padStart(5, '0')));
}

/** Tells what a model can do and who says so; other items stay as they are. */
export async function resolveCompletion(item: vscode.CompletionItem): Promise<vscode.CompletionItem> {
  if (!(item instanceof ModelItem)) return item;
  const { inferCapabilities } = await loadCatalogue();
  const inference = inferCapabilities(item.model);
  if (inference) item.documentation = describeInference(inference);
  return item;
}

/** What a model takes and gives as far as it is known, and the source. */
export function describeInference(inference: Inference): string {
  const { input, output } = inference.capabilities;
  const known = inference.findings.find((finding) => finding.known !== 'unknown');
  const source = sourceWords(known?.source ?? inference);
  return [vscode.l10n.t('Takes: {0}', input.join(', ')), vscode.l10n.t('Gives: {0}', output.join(', ')), vscode.l10n.t('Known from {0}', source)].join('\n');
}

/** The whole of `capabilities` as the catalogue has them; none where it does not know the model. */
export async function capabilitiesItems(place: CursorPlace & { kind: 'capabilities' }, range: vscode.Range): Promise<vscode.CompletionItem[]> {
  const { inferCapabilities } = await loadCatalogue();
  const inference = inferCapabilities(place.model);
  if (inference === null) return [];
  const { input, output } = inference.capabilities;
  const item = new vscode.CompletionItem({ label: 'capabilities', description: vscode.l10n.t('as known of {0}', place.model) }, vscode.CompletionItemKind.Snippet);
  item.range = range;
  item.filterText = '"capabilities"';
  // before what the schema offers under the same name
  item.sortText = '!';
  item.documentation = describeInference(inference);
  const name = place.withName ? '"capabilities": ' : '';
  const text = `${place.commaBefore ? ', ' : ''}${name}{\n\t"input": ${formatList(input)},\n\t"output": ${formatList(output)}\n}${place.commaAfter ? ',' : ''}`;
  item.insertText = new vscode.SnippetString().appendText(text);
  return [item];
}
