import * as vscode from 'vscode';
import { decodeBase64 } from '../../core/io/base64.ts';
import type { ContentRouteResult } from '../../core/routing/route-result.ts';
import { partNote } from '../../core/routing/text-part.ts';
import { partsOfRoute, type ArtifactNotFound } from '../../core/routing/tool-message.ts';
import type { ToolError } from '../../core/tools/tool-errors.ts';

/** A part of a tool's result as VS Code hands it to a model. */
export type ToolPart = vscode.LanguageModelTextPart | vscode.LanguageModelDataPart;

/**
 * A routed artifact as parts: text as it is; an image or a file as data beside a text that names it; a
 * refusal as JSON text.
 */
export function artifactParts(result: ContentRouteResult | ArtifactNotFound | ToolError): ToolPart[] {
  if ('error' in result) return [jsonPart(result)];
  if (result.routing === 'text') {
    const { part } = result.metadata;
    return [result.content, ...(part ? [partNote(part)] : [])].map((text) => new vscode.LanguageModelTextPart(text));
  }
  const captions = partsOfRoute(result).filter((part) => part.type === 'text');
  return [...captions.map(({ text }) => new vscode.LanguageModelTextPart(text)), dataPart(result)];
}

/** Everything that is not content: listings, agents, what was written, refusals. */
export function jsonPart(value: object): ToolPart {
  return new vscode.LanguageModelTextPart(JSON.stringify(value));
}

function dataPart(result: Exclude<ContentRouteResult, { routing: 'text' }>): vscode.LanguageModelDataPart {
  if (result.routing === 'file') return new vscode.LanguageModelDataPart(decodeBase64(result.file.file.data), result.file.file.mimeType);
  const { url } = result.imageUrl.image_url;
  const comma = url.indexOf(',');
  const mimeType = url.slice('data:'.length, url.indexOf(';'));
  return vscode.LanguageModelDataPart.image(decodeBase64(url.slice(comma + 1)), mimeType);
}
