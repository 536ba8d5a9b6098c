import { imageSize } from 'image-size';
import * as vscode from 'vscode';
import { formatSize } from '../../core/content/size.ts';
import { encodeBase64 } from '../../core/io/base64.ts';
import { decodeFinding } from '../../core/transcript/decode-finding.ts';
import { formatPath, type TranscriptFinding } from '../../core/transcript/finding.ts';
import { safeName } from '../../core/routing/safe-name.ts';
import { escapeMarkdown } from '../artifacts/escape-markdown.ts';
import { rangeOf, typeInWords } from './finding-words.ts';

/** VS Code cuts a hover's Markdown at 100,000 characters; a picture must leave room for the facts. In characters of base64. */
const LARGEST_PICTURE = 96_000;
/** What every browser draws, and what cannot hold a script. */
const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
/** A hover has 250 CSS pixels, the message and the facts above included; higher pictures are made smaller. */
const HEIGHT = 110;

/** Tells of binary content in a text what it is and what to do, with the picture when it is small. */
export class TranscriptHover implements vscode.HoverProvider {
  readonly #findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined;

  constructor(findingAt: (document: vscode.TextDocument, range: vscode.Range) => TranscriptFinding | undefined) {
    this.#findingAt = findingAt;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const finding = this.#findingAt(document, new vscode.Range(position, position));
    if (!finding) return undefined;
    const range = rangeOf(finding);
    const picture = pictureOf(finding, () => document.getText(range));
    const parts = [facts(finding), advice(finding), ...(picture === undefined ? [] : [picture])];
    return new vscode.Hover(new vscode.MarkdownString(parts.join('\n\n')), range);
  }
}

function facts(finding: TranscriptFinding): string {
  const { l10n } = vscode;
  const { size, tokens, characters, path } = finding;
  const known = [
    typeInWords(finding),
    formatSize(size),
    l10n.t('{0} characters, about {1} tokens', characters.toLocaleString(vscode.env.language), tokens.toLocaleString(vscode.env.language)),
    ...(path.length > 0 ? [l10n.t('at {0}', formatPath(path))] : []),
  ];
  return known.map((fact) => escapeMarkdown(safeName(fact))).join(' · ');
}

/** What was found is only the beginning of a list that is cut off or broken: nothing is offered to replace it. */
function advice({ isWhole }: TranscriptFinding): string {
  if (!isWhole)
    return escapeMarkdown(
      vscode.l10n.t(
        'A model cannot see binary content in a text. The list is cut off or broken: only what was found of it is binary content, and what is missing cannot be restored from here.',
      ),
    );
  if (!vscode.workspace.isTrusted)
    return escapeMarkdown(
      vscode.l10n.t(
        'A model cannot see binary content in a text. Send it as a media part; in a trusted folder it can be saved as an artifact.',
      ),
    );
  return escapeMarkdown(
    vscode.l10n.t(
      'A model cannot see binary content in a text. Save it as an artifact and pass its reference on (Quick Fix), or send it as a media part.',
    ),
  );
}

function pictureOf({ mimeType, form, size, length }: TranscriptFinding, text: () => string): string | undefined {
  if (mimeType === undefined || !PICTURES.has(mimeType) || (size * 4) / 3 > LARGEST_PICTURE || length > 8 * LARGEST_PICTURE)
    return undefined;
  try {
    const bytes = decodeFinding(form, text());
    const { height } = imageSize(bytes);
    return `![](data:${mimeType};base64,${encodeBase64(bytes)}${height > HEIGHT ? `|height=${HEIGHT}` : ''})`;
  } catch {
    return undefined; // no longer what it was, or no picture behind its first bytes
  }
}
