import { at, itemsAt, textAt, literalAt, type Outline, type OutlineString } from './outline.ts';
import {
  callPart,
  jsonText,
  linkPart,
  mediaPart,
  type PartDraft,
  type Placed,
  reasoningPart,
  textPart,
  unknownPart,
  emptyResult,
  withTraits,
} from './part-drafts.ts';

/**
 * The parts of an element of Gemini's `contents`. Both spellings of names are read: `inlineData` and `inline_data`.
 * Source: @google/genai 3.1.0, `Part`; last verified 2026-11. Bytes may be in either alphabet of base64, with padding or without it:
 * https://protobuf.dev/programming-guides/json (2026-11), and as servers answer it.
 */
export function geminiParts({ node, path }: Placed): PartDraft[] {
  return itemsAt(node, 'parts').flatMap((part, index) => geminiPart({ node: part, path: [...path, 'parts', index] }));
}

/** The parts of a part: the result of a call may have several. */
export function geminiPart(placed: Placed): PartDraft[] {
  const { node, path } = placed;
  const text = at(node, 'text');
  if (text?.type === 'string') return [literalAt(node, 'thought') === true ? reasoningPart(placed, text) : textPart(placed, text)];
  const inline = either(node, 'inlineData', 'inline_data');
  const data = at(inline, 'data');
  if (data?.type === 'string') {
    const type = either(inline, 'mimeType', 'mime_type');
    const filename = textAt(either(inline, 'displayName', 'display_name'));
    return [mediaPart(placed, { data, type, filename, isFile: !isImage(type), takesUrlBase64: true })];
  }
  const file = either(node, 'fileData', 'file_data');
  if (file) {
    const type = either(file, 'mimeType', 'mime_type');
    return [linkPart(placed, textAt(either(file, 'fileUri', 'file_uri')) ?? '', !isImage(type), textAt(type))];
  }
  const call = either(node, 'functionCall', 'function_call');
  if (call) {
    const part = callPart(placed, textAt(call, 'id') ?? textAt(call, 'name'), textAt(call, 'name'), at(call, 'args'));
    return [either(node, 'thoughtSignature', 'thought_signature') ? part : withTraits(part, 'unsigned')];
  }
  const response = either(node, 'functionResponse', 'function_response');
  if (!response) return [unknownPart({ ...placed, shape: kindOf(node) })];
  const resultOf = textAt(response, 'id') ?? textAt(response, 'name') ?? '';
  const name = at(node, 'functionResponse') ? 'functionResponse' : 'function_response';
  const parts = itemsAt(response, 'parts').flatMap((part, index) =>
    geminiPart({ node: part, path: [...path, name, 'parts', index], resultOf, resultPlace: node }),
  );
  const value = at(response, 'response');
  if (!value) return parts.length > 0 ? parts : [emptyResult(placed, resultOf)];
  const result = onlyResult(value);
  if (result)
    return [textPart({ node: result, path: [...path, name, 'response', 'result'], resultOf, resultPlace: node }, result, true), ...parts];
  const json = jsonText({ node: value, path: [...path, name, 'response'], resultOf, resultPlace: node });
  return [at(value, 'error') === undefined ? json : withTraits(json, 'failed'), ...parts];
}

/** What a part says of another, and not what it is. */
const ABOUT: ReadonlySet<string> = new Set(['mediaResolution', 'partMetadata', 'thought', 'thoughtSignature', 'videoMetadata']);

/** The member that says what a part is, such as `executableCode`, in either spelling. */
function kindOf(node: Outline): string {
  const names = node.type === 'object' ? node.members.map(({ name }) => name) : [];
  const inOne = names.map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()));
  return inOne.find((name) => !ABOUT.has(name)) ?? node.type;
}

/** The text in `{"result": "…"}`, as which a text is sent. */
function onlyResult(value: Outline): OutlineString | undefined {
  const [only, ...others] = value.type === 'object' ? value.members : [];
  return only?.name === 'result' && others.length === 0 && only.value.type === 'string' ? only.value : undefined;
}

function isImage(type: Outline | undefined): boolean {
  return (textAt(type) ?? '').toLowerCase().startsWith('image/');
}

function either(node: Outline | undefined, name: string, other: string): Outline | undefined {
  return at(node, name) ?? at(node, other);
}
