/** What was sent of a file: the parts of a request that were not in the one before, by their form and their figures. */
import { createHash } from 'node:crypto';

/**
 * @typedef {object} Part what stands in a request for a file, without the program's words
 * @property {'image' | 'document' | 'audio' | 'video' | 'text' | 'raw' | 'base64' | 'note'} as
 * @property {string} [type] media type that is said of it
 * @property {readonly [number, number]} [size] of an image, in pixels
 * @property {number} [bytes] of a medium that is not the file's own
 * @property {number} [share] how much of the file a text is, 1 for all of it
 * @property {number} [characters] of a text that is not all of the file
 * @property {'user'} [in] where it is, if not in the result of the tool
 * @property {number} [times] if it is sent more than once
 */

/** Fewer characters are taken for no copy of a file. */
const SHORTEST_COPY = 200;

/**
 * @param {any} body the request @param {any} before the one before, which asked for the file
 * @param {Buffer} bytes of the file @param {import('./planted-files.mjs').PlantedFile} file
 * @returns {Part[]} with what tells most first
 */
export function deliveryOf(body, before, bytes, file) {
  return partsOf(freshOf(body, before), bytes, file);
}

/**
 * @param {any} body the first request of a session with a file that was attached
 * @param {Buffer} bytes of the file @param {import('./planted-files.mjs').PlantedFile} file
 * @param {number} mentions how often what the person says has the name of the file
 * @returns {Part[]} with what tells most first
 */
export function attachedIn(body, bytes, file, mentions) {
  const parts = partsOf(messagesOf(body), bytes, file);
  const isMentioned = JSON.stringify(messagesOf(body)).split(file.name).length - 1 > mentions;
  return parts.filter(({ as }) => as !== 'note' || isMentioned);
}

/** The messages that are not in the request before. @param {any} body @param {any} before */
function freshOf(body, before) {
  const known = new Map();
  for (const message of messagesOf(before)) known.set(keyOf(message), (known.get(keyOf(message)) ?? 0) + 1);
  return messagesOf(body).filter((message) => {
    const left = known.get(keyOf(message)) ?? 0;
    known.set(keyOf(message), left - 1);
    return left <= 0;
  });
}

/** @param {any[]} messages @param {Buffer} bytes @param {import('./planted-files.mjs').PlantedFile} file */
function partsOf(messages, bytes, file) {
  const pieces = messages.filter((message) => !isOfModel(message)).flatMap((message) => piecesOf(message, isOfTool(message)));
  const texts = pieces.filter((piece) => 'text' in piece);
  const media = pieces.flatMap((piece) => ('data' in piece ? [mediumPart(piece, bytes)] : []));
  const parts = [...media, ...texts.map((piece) => textPart(piece, bytes, file))];
  return merged(parts);
}

/** @param {any} body @returns {any[]} */
function messagesOf(body) {
  const messages = body?.messages ?? body?.contents ?? body?.input ?? [];
  return Array.isArray(messages) ? messages : [messages];
}

/** @param {any} message */
function keyOf(message) {
  return JSON.stringify(message, (name, value) => (name === 'cache_control' ? undefined : value));
}

/** @param {any} message */
function isOfModel(message) {
  return ['assistant', 'model', 'system', 'developer'].includes(message.role) || ['function_call', 'reasoning'].includes(message.type);
}

/** @param {any} message */
function isOfTool(message) {
  return message.role === 'tool' || /_output$/.test(message.type ?? '');
}

/** @typedef {{readonly isInResult: boolean} & ({readonly text: string} | {readonly data: string, readonly type: string, readonly as: Part['as']})} Piece */

/** Texts and media of a message, however deep. @param {any} value @param {boolean} isInResult @returns {Piece[]} */
function piecesOf(value, isInResult) {
  if (typeof value === 'string') return value === '' ? [] : [{ text: value, isInResult }];
  if (Array.isArray(value)) return value.flatMap((each) => piecesOf(each, isInResult));
  if (typeof value !== 'object' || value === null) return [];
  const medium = mediumOf(value);
  if (medium) return [{ ...medium, isInResult }];
  const isResult = isInResult || value.type === 'tool_result' || value.functionResponse !== undefined;
  const below = value.functionResponse
    ? [value.functionResponse.response, value.functionResponse.parts]
    : [value.text, value.content, value.parts, value.output];
  return below.flatMap((each) => (each === undefined ? [] : piecesOf(isPlain(each) ? Object.values(each) : each, isResult)));
}

/** @param {unknown} value */
function isPlain(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A medium in the forms of the four APIs. @param {any} part @returns {{data: string, type: string, as: Part['as']} | undefined} */
function mediumOf(part) {
  const url = part.image_url?.url ?? part.image_url ?? part.file?.file_data ?? part.file_data;
  if (typeof url === 'string' && url.startsWith('data:')) {
    const [head = '', data = ''] = url.slice('data:'.length).split(',', 2);
    const type = head.replace(/;base64$/, '');
    return { data, type, as: formOf(type) };
  }
  if (part.input_audio) return { data: part.input_audio.data, type: `audio/${part.input_audio.format}`, as: 'audio' };
  if (part.source?.type === 'base64')
    return { data: part.source.data, type: part.source.media_type, as: part.type === 'document' ? 'document' : 'image' };
  const inline = part.inlineData ?? part.inline_data;
  if (inline) {
    const type = inline.mimeType ?? inline.mime_type;
    return { data: inline.data, type, as: formOf(type) };
  }
  return undefined;
}

/** @param {string} type @returns {Part['as']} */
function formOf(type) {
  const [kind = ''] = type.split('/');
  return kind === 'image' || kind === 'audio' || kind === 'video' ? kind : 'document';
}

/** @param {Piece & {data: string, type: string, as: Part['as']}} piece @param {Buffer} bytes @returns {Part & {key: string}} */
function mediumPart({ data, type, as, isInResult }, bytes) {
  const content = Buffer.from(data, 'base64');
  const size = as === 'image' ? sizeOf(content) : undefined;
  return {
    as,
    type,
    ...(size && { size }),
    ...(!content.equals(bytes) && { bytes: content.length }),
    ...(!isInResult && { in: 'user' }),
    key: createHash('sha256').update(content).digest('hex'),
  };
}

/** The sides of a picture in pixels. @param {Buffer} bytes @returns {[number, number] | undefined} */
export function sizeOf(bytes) {
  if (bytes.length < 30) return undefined;
  if (bytes.readUInt32BE(0) === 0x89_50_4e_47) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  if (bytes.toString('latin1', 0, 4) === 'GIF8') return [bytes.readUInt16LE(6), bytes.readUInt16LE(8)];
  if (bytes.toString('latin1', 12, 16) === 'VP8 ') return [bytes.readUInt16LE(26) & 0x3f_ff, bytes.readUInt16LE(28) & 0x3f_ff];
  if (bytes.readUInt16BE(0) !== 0xff_d8) return undefined;
  let at = 2;
  while (at + 9 < bytes.length) {
    const marker = bytes.readUInt16BE(at);
    if (marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker))
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/**
 * @param {Piece & {text: string}} piece @param {Buffer} bytes @param {import('./planted-files.mjs').PlantedFile} file
 * @returns {Part & {key: string}}
 */
function textPart({ text, isInResult }, bytes, { words, count = 1 }) {
  const where = isInResult ? {} : { in: /** @type {const} */ ('user') };
  const key = createHash('sha256').update(text).digest('hex');
  const isBinary = bytes.includes(0) || bytes.subarray(0, 5).toString('latin1') === '%PDF-';
  if (hasBase64(text, bytes)) return { as: 'base64', characters: text.length, ...where, key };
  if (isBinary && isRaw(text, bytes)) {
    const share = Math.min(1, text.length / new TextDecoder().decode(bytes).length);
    return { as: 'raw', ...(share > NEARLY_ALL ? { share: 1 } : { share: rounded(share), characters: text.length }), ...where, key };
  }
  const found = new Set(text.match(words)).size;
  if (found === 0 || count === 0) return { as: 'note', ...where, key };
  return { as: 'text', share: rounded(found / count), ...(found < count && { characters: text.length }), ...where, key };
}

/** Characters that a terminal would not show are left out by some programs. */
const NEARLY_ALL = 0.9;

/** @param {number} share */
function rounded(share) {
  return Math.round(share * 10_000) / 10_000;
}

/** @param {string} text @param {Buffer} bytes */
function hasBase64(text, bytes) {
  const encoded = bytes.toString('base64');
  return encoded.length >= SHORTEST_COPY && text.includes(encoded.slice(0, SHORTEST_COPY));
}

/** Whether a text begins with what a decoder makes of the bytes, wherever it begins. @param {string} text @param {Buffer} bytes */
function isRaw(text, bytes) {
  const unknown = text.match(/\ufffd/g)?.length ?? 0;
  const beginning = bytes.subarray(0, 4).toString('latin1');
  return unknown >= 20 || (text.length >= SHORTEST_COPY && text.includes(beginning) && !text.includes('Planted line'));
}

const ORDER = ['image', 'document', 'audio', 'video', 'raw', 'base64', 'text', 'note'];

/** Equal parts once, with how often they are sent; a note only where there is nothing else. @param {(Part & {key: string})[]} parts @returns {Part[]} */
function merged(parts) {
  /** @type {Map<string, Part & {times: number}>} */
  const byKey = new Map();
  for (const { key, ...part } of parts) {
    const name = part.as === 'note' ? part.as : `${part.as} ${key}`;
    const known = byKey.get(name);
    if (!known) byKey.set(name, { ...part, times: 1 });
    else if (part.as !== 'note') known.times += 1;
  }
  const found = [...byKey.values()];
  return (byKey.size > 1 ? found.filter(({ as }) => as !== 'note') : found)
    .toSorted((one, other) => ORDER.indexOf(one.as) - ORDER.indexOf(other.as))
    .map(({ times, ...part }) => (times > 1 ? { ...part, times } : part));
}
