/**
 * What the servers of the providers answer to a request body, by their documentation and the words people report: written from those,
 * not from the limits of the product.
 */

export interface ServerAnswer {
  readonly status: 200 | 400 | 413;
  readonly message: string;
}

class Refused extends Error {
  readonly status: 400 | 413;

  constructor(message: string, status: 400 | 413 = 400) {
    super(message);
    this.status = status;
  }
}

/** @param takesImages whether the model has vision */
export function answer(api: 'anthropic' | 'openai-chat' | 'openai-responses' | 'gemini', body: unknown, takesImages = true): ServerAnswer {
  const given = JSON.parse(JSON.stringify(body)) as Record<string, unknown>;
  try {
    if (api === 'anthropic') anthropic(given, takesImages);
    else if (api === 'openai-chat') chat(given, takesImages);
    else if (api === 'openai-responses') responses(given, takesImages);
    else gemini(given);
    return { status: 200, message: '' };
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, message: error.message };
    throw error;
  }
}

type Json = Record<string, unknown>;
const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

function anthropic(body: Json, takesImages: boolean): void {
  // "Messages API: 32 MB"
  if (JSON.stringify(body).length > 32 * 1024 * 1024) throw new Refused('request_too_large: Request exceeds the maximum size', 413);
  const messages = list(body['messages']);
  const images: PlacedImage[] = [];
  let calls: string[] = [];
  for (const [at, message] of messages.entries()) {
    if (list(message['content']).length === 0 && typeof message['content'] !== 'string' && at < messages.length - 1)
      throw new Refused(`messages.${at}: all messages must have non-empty content except for the optional final assistant message`);
    const blocks = typeof message['content'] === 'string' ? [{ type: 'text', text: message['content'] }] : list(message['content']);
    checkResults(blocks, calls, at);
    calls = blocks.filter(({ type }) => type === 'tool_use').map((block) => String(block['id']));
    checkCallIds(blocks, at);
    for (const [index, block] of blocks.entries()) images.push(...imagesIn(block, `messages.${at}.content.${index}`, takesImages));
  }
  if (calls.length > 0) throw new Refused(`messages.${messages.length - 1}: \`tool_use\` ids were found without \`tool_result\` blocks`);
  if (images.length > 600) throw new Refused(`too many images and documents: ${images.length} + 0 > 600`);
  const large = images.find(({ width, height }) => Math.max(width, height) > 2000);
  if (images.length > 20 && large)
    throw new Refused(
      `${large.place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size for many-image requests: 2000 pixels`,
    );
}

/** @param calls of the message before */
function checkResults(blocks: readonly Json[], calls: readonly string[], at: number): void {
  const results = blocks.filter(({ type }) => type === 'tool_result').map((block) => String(block['tool_use_id']));
  const missing = calls.filter((id) => !results.includes(id));
  if (missing.length > 0)
    throw new Refused(
      `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${missing.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    );
  const unexpected = results.find((id) => !calls.includes(id));
  if (unexpected !== undefined)
    throw new Refused(`messages.${at}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${unexpected}.`);
  // "The tool_result blocks must come first in the content array. Any text must come after all tool results."
  const firstOther = blocks.findIndex(({ type }) => type !== 'tool_result');
  if (results.length > 0 && firstOther !== -1 && firstOther < results.length)
    throw new Refused(
      `messages.${at - 1}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${results.join(', ')}`,
    );
}

function checkCallIds(blocks: readonly Json[], at: number): void {
  const ids = new Set<string>();
  for (const [index, { type, id }] of blocks.entries()) {
    if (type === 'tool_use' && ids.has(String(id))) throw new Refused(`messages.${at}.content.${index}: \`tool_use\` ids must be unique`);
    if (type === 'tool_use') ids.add(String(id));
  }
}

interface PlacedImage {
  readonly place: string;
  readonly width: number;
  readonly height: number;
}

/** The images of a block and of those in it, when they and the texts are such as the server takes. */
function imagesIn(block: Json, place: string, takesImages: boolean): PlacedImage[] {
  if (block['type'] === 'text' && block['text'] === '') throw new Refused(`${place}: text content blocks must be non-empty`);
  if (block['type'] === 'text' && !/\S/.test(String(block['text'])))
    throw new Refused(`${place}: text content blocks must contain non-whitespace text`);
  const own = block['type'] === 'image' ? [{ place, ...anthropicImage(block['source'] as Json, place, takesImages) }] : [];
  return [...own, ...list(block['content']).flatMap((inner, index) => imagesIn(inner, `${place}.content.${index}`, takesImages))];
}

function anthropicImage(source: Json, place: string, takesImages: boolean): { width: number; height: number } {
  if (!takesImages) throw new Refused('this model does not support image input');
  const type = String(source['media_type']);
  if (!['image/jpeg', 'image/png', 'image/gif', 'image/webp'].includes(type))
    throw new Refused(`${place}.image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'`);
  const bytes = decoded(source['data'], `${place}.image.source.base64.data`);
  if (bytes.length === 0) throw new Refused(`${place}.image.source.base64: image cannot be empty`);
  if (String(source['data']).length > 10 * 1024 * 1024) throw new Refused(`${place}.image.source.base64: image exceeds 10 MB maximum`);
  const actual = typeOf(bytes);
  if (actual === undefined) throw new Refused('Could not process image');
  if (actual !== type)
    throw new Refused(
      `${place}.image.source.base64.data: The image was specified using the ${type} media type, but the image appears to be a ${actual} image`,
    );
  const sides = sidesOf(bytes);
  if (Math.max(sides.width, sides.height) > 8000)
    throw new Refused(`${place}.image.source.base64.data: At least one of the image dimensions exceed max allowed size: 8000 pixels`);
  return sides;
}

function chat(body: Json, takesImages: boolean): void {
  let open: string[] = [];
  for (const [at, message] of list(body['messages']).entries()) {
    if (message['role'] === 'tool') {
      const id = String(message['tool_call_id']);
      if (!open.includes(id)) throw new Refused("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.");
      open = open.filter((each) => each !== id);
      continue;
    }
    if (open.length > 0)
      throw new Refused(
        `An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${open.join(', ')}`,
      );
    open = list(message['tool_calls']).map(({ id }) => String(id));
    for (const [index, part] of list(message['content']).entries())
      if (part['type'] === 'image_url') openAiImage((part['image_url'] as Json)['url'], `messages[${at}].content[${index}]`, takesImages);
  }
  if (open.length > 0) throw new Refused("An assistant message with 'tool_calls' must be followed by tool messages");
}

function responses(body: Json, takesImages: boolean): void {
  const items = list(body['input']);
  const calls = items.filter(({ type }) => type === 'function_call').map((item) => String(item['call_id']));
  const outputs = items.filter(({ type }) => type === 'function_call_output').map((item) => String(item['call_id']));
  const alone = calls.find((id) => !outputs.includes(id));
  if (alone !== undefined) throw new Refused(`No tool output found for function call ${alone}.`);
  const stray = outputs.find((id) => !calls.includes(id));
  if (stray !== undefined) throw new Refused(`No tool call found for function call output with call_id ${stray}.`);
  for (const [at, item] of items.entries()) {
    for (const member of ['content', 'output'])
      for (const [index, part] of list(item[member]).entries())
        if (part['type'] === 'input_image') openAiImage(part['image_url'], `input[${at}].${member}[${index}]`, takesImages);
  }
}

function openAiImage(url: unknown, place: string, takesImages: boolean): void {
  if (!takesImages) throw new Refused(`${place}: this model does not support image input`);
  const found = /^data:([^;,]+);base64,([^]*)$/.exec(String(url));
  if (!found) throw new Refused(`Invalid '${place}.image_url'. Expected a valid URL.`);
  const bytes = decoded(found[2], place);
  const actual = typeOf(bytes);
  if (bytes.length === 0) throw new Refused(`${place}: You uploaded an unsupported image.`);
  if (actual === undefined)
    throw new Refused(
      "The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'].",
    );
  if (!['image/png', 'image/jpeg', 'image/gif', 'image/webp'].includes(found[1] ?? ''))
    throw new Refused(`${place}: You uploaded an unsupported image. Please make sure your image has of one the following formats`);
}

function gemini(body: Json): void {
  let calls = 0;
  for (const content of list(body['contents'])) {
    const parts = list(content['parts']);
    const responsesHere = parts.filter((part) => part['functionResponse'] !== undefined).length;
    if (responsesHere !== calls)
      throw new Refused(
        'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
      );
    calls = parts.filter((part) => part['functionCall'] !== undefined).length;
    for (const { inlineData } of parts) if (inlineData) geminiMedia(inlineData as Json, /^image\/(png|jpeg|webp|heic|heif)$/);
    for (const part of parts.flatMap(({ functionResponse }) => list((functionResponse as Json | undefined)?.['parts']))) {
      const inline = part['inlineData'] as Json | undefined;
      if (!inline) throw new Refused("Invalid value at 'function_response.parts'");
      geminiMedia(inline, /^(image\/(png|jpeg|webp)|application\/pdf|text\/plain)$/);
    }
  }
  if (calls > 0)
    throw new Refused('Please ensure that the number of function response parts is equal to the number of function call parts');
}

/** @param taken the types that are taken in this place */
function geminiMedia({ mimeType, data }: Json, taken: RegExp): void {
  const bytes = decoded(data, 'inline_data');
  const hasKnownHeader = /^image\/(png|jpeg|webp|gif)$/.test(String(mimeType));
  if (bytes.length === 0 || (hasKnownHeader && typeOf(bytes) === undefined)) throw new Refused('Unable to process input image.');
  if (!taken.test(String(mimeType))) throw new Refused(`Unsupported MIME type: ${mimeType}`);
}

function decoded(data: unknown, place: string): Buffer {
  const text = String(data);
  if (text.length % 4 !== 0 || /[^A-Za-z0-9+/=]|=[^=]|={3}/.test(text)) throw new Refused(`${place}: invalid base64 data`);
  return Buffer.from(text, 'base64');
}

function typeOf(bytes: Buffer): string | undefined {
  if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))) return 'image/png';
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (bytes.subarray(0, 3).toString('latin1') === 'GIF') return 'image/gif';
  return bytes.subarray(8, 12).toString('latin1') === 'WEBP' ? 'image/webp' : undefined;
}

/** The sides of a PNG; other formats are made small by the tests. */
function sidesOf(bytes: Buffer): { width: number; height: number } {
  return typeOf(bytes) === 'image/png' ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) } : { width: 1, height: 1 };
}
