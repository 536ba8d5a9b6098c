import * as vscode from 'vscode';
import { formatList, indentationOf } from '../../../core/json/layout.ts';
import type { ModelCapabilities } from '../../../core/models/capability.ts';
import type { CursorPlace } from '../../../core/models/cursor.ts';

type ServicePlace = CursorPlace & { readonly kind: 'service' };

/** Whole services. None declares what is not known of its model; outputs besides text are inferred from the name of the model. */
export function serviceItems(place: ServicePlace, range: vscode.Range, indentation: Indentation): vscode.CompletionItem[] {
  const { l10n } = vscode;
  const kinds = [
    {
      label: l10n.t('Known model'),
      id: 'model-id',
      input: undefined,
      detail: l10n.t('Capabilities come from the chosen model'),
    },
    { label: l10n.t('Text model'), id: 'text-model', input: ['text'], detail: l10n.t('Reads only text') },
    { label: l10n.t('Vision model'), id: 'vision-model', input: ['text', 'vision'], detail: l10n.t('Also sees images') },
    {
      label: l10n.t('Multimodal model'),
      id: 'multimodal-model',
      input: ['text', 'vision', 'audio', 'video', 'file'],
      detail: l10n.t('Accepts images, audio, video and files'),
    },
  ];
  return kinds.map(({ label, id, input, detail }, index) => {
    const item = new vscode.CompletionItem(label, vscode.CompletionItemKind.Snippet);
    item.detail = detail;
    item.range = range;
    item.sortText = String(index);
    item.keepWhitespace = true;
    item.insertText = serviceSnippet(id, label, input && { input, output: ['text'] }, place, indentation);
    return item;
  });
}

function serviceSnippet(
  id: string,
  name: string,
  capabilities: ModelCapabilities | undefined,
  { commaBefore, commaAfter }: ServicePlace,
  { outer, unit }: Indentation,
): vscode.SnippetString {
  const inner = outer + unit;
  const snippet = new vscode.SnippetString(commaBefore ? ', {' : '{');
  const line = (key: string, placeholder: string): void => {
    snippet.appendText(`\n${inner}"${key}": "`).appendPlaceholder(placeholder).appendText('",');
  };
  line('id', id);
  if (capabilities) line('name', name);
  line('baseURL', 'https://api.example.com/v1');
  line('model', 'model-name');
  line('apiKey', '');
  if (capabilities) snippet.appendText(`\n${inner}"capabilities": ${capabilitiesText(capabilities, inner, unit)},`);
  snippet.appendText(`\n${inner}"description": "`);
  return snippet.appendTabstop(0).appendText(`"\n${outer}}${commaAfter ? ',' : ''}`);
}

/** The value of `capabilities`, over several lines. */
export function capabilitiesText({ input, output }: ModelCapabilities, outer: string, unit: string): string {
  return `{\n${outer}${unit}"input": ${formatList(input)},\n${outer}${unit}"output": ${formatList(output)}\n${outer}}`;
}

/** How lines that are put in are indented. */
export interface Indentation {
  /** The indentation of the line they are put in at. */
  readonly outer: string;
  /** One level more. */
  readonly unit: string;
}

/** As the document is indented, whatever the editor makes of it; where it is not yet, as the editor indents. */
export function indentationAt(document: vscode.TextDocument, text: string, { line }: vscode.Position): Indentation {
  const outer = /^[ \t]*/.exec(document.lineAt(line).text)?.[0] ?? '';
  return { outer, unit: indentationOf(text) ?? unitOf(document) };
}

function unitOf(document: vscode.TextDocument): string {
  const { insertSpaces = true, tabSize = 2 } =
    vscode.window.visibleTextEditors.find((editor) => editor.document === document)?.options ?? {};
  return insertSpaces === false ? '\t' : ' '.repeat(Number(tabSize) || 2);
}
