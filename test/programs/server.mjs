/**
 * A model's server on loopback, for programs that are run whole: it speaks Chat Completions, Responses, Messages and Gemini as event streams,
 * keeps every body, and calls the program's own tool where a person's last words ask for a file.
 */
import { createServer } from 'node:http';

/** In a prompt: which files the model asks its program for, one after the other. */
const WANTED = /\[\[read ([^\]]+)\]\]/;

/** @typedef {{readonly name: string, readonly input: (file: string) => object}} FileTool the program's own tool that reads a file */
/** @typedef {{readonly path: string, readonly body: any, readonly isMain: boolean, asked?: string | undefined}} Received a request as it arrived, whether it has the tool, and the file that its answer asks for */
/** @typedef {{readonly text: string} | {readonly tool: string, readonly input: object}} Answer what the model says, or which tool it calls */

/**
 * Starts the server.
 * @param {FileTool} tool
 * @param {(() => Promise<Answer | undefined>) | undefined} [scripted] says what is answered to the next request that has the tool; undefined for
 *   what the prompt asks for
 */
export async function startScriptedServer(tool, scripted) {
  /** @type {Received[]} */
  const received = [];
  /** @type {Set<string>} what was asked for already */
  const begun = new Set();
  /** @type {string[]} files still to be asked for */
  let wanted = [];
  const http = createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    const respond = async () => {
      const path = request.url ?? '';
      const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : undefined;
      const api = apiOf(path);
      if (request.method !== 'POST' || !api) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: [], models: [] }));
        return;
      }
      /** @type {Received} */
      const kept = { path, body, isMain: hasTool(body, tool.name) };
      received.push(kept);
      const number = received.length;
      const planned = kept.isMain ? await scripted?.() : undefined;
      if (kept.isMain) {
        const said = WANTED.exec(JSON.stringify(body[api.list] ?? []))?.[1];
        if (said !== undefined && !begun.has(said)) wanted = said.split(' ');
        if (said !== undefined) begun.add(said);
        kept.asked = wanted.shift();
      }
      const { stream, whole } = api.write(planned ?? answerTo(kept.asked, tool, number), number);
      const isStream = body.stream === true || path.includes(':streamGenerateContent');
      response.writeHead(200, { 'content-type': isStream ? 'text/event-stream' : 'application/json' });
      response.end(isStream ? stream : JSON.stringify(whole));
    };
    request.on('end', () => {
      respond().catch((error) => {
        console.error(error);
        response.writeHead(500);
        response.end();
      });
    });
  });
  await new Promise((resolve) => http.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = /** @type {import('node:net').AddressInfo} */ (http.address());
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}

/** Whether a request has a tool; those on the side, such as for a title, have none. @param {any} body @param {string} name */
export function hasTool(body, name) {
  return JSON.stringify(body.tools ?? []).includes(`"${name}"`);
}

/** @param {string | undefined} file @param {FileTool} tool @param {number} number @returns {Answer} */
function answerTo(file, tool, number) {
  return file === undefined ? { text: `Planted answer ${number}.` } : { tool: tool.name, input: tool.input(file) };
}

/** @param {string} path */
function apiOf(path) {
  if (/\/chat\/completions/.test(path)) return { write: chat, list: 'messages' };
  if (/\/responses/.test(path)) return { write: responses, list: 'input' };
  if (/\/messages(?:\?|$)/.test(path)) return { write: anthropic, list: 'messages' };
  if (/:(?:stream)?GenerateContent/i.test(path)) return { write: gemini, list: 'contents' };
  return undefined;
}

/** @param {object[]} events */
function dataEvents(events) {
  return events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('');
}

/** @param {({readonly type: string} & Record<string, unknown>)[]} events */
function namedEvents(events) {
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** @param {Answer} answer @param {number} number */
function chat(answer, number) {
  const message =
    'text' in answer
      ? { role: 'assistant', content: answer.text }
      : {
          role: 'assistant',
          content: null,
          tool_calls: [
            { index: 0, id: `call_${number}`, type: 'function', function: { name: answer.tool, arguments: JSON.stringify(answer.input) } },
          ],
        };
  const end = 'text' in answer ? 'stop' : 'tool_calls';
  const head = { id: `chatcmpl-${number}`, created: 1_800_000_000, model: 'gpt-4o' };
  const usage = { prompt_tokens: 1000 + number, completion_tokens: 10, total_tokens: 1010 + number };
  const chunk = { ...head, object: 'chat.completion.chunk' };
  const stream = dataEvents([
    { ...chunk, choices: [{ index: 0, delta: message, finish_reason: null }] },
    { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: end }] },
    { ...chunk, choices: [], usage },
  ]);
  const whole = { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: end }], usage };
  return { stream: `${stream}data: [DONE]\n\n`, whole };
}

/** @param {Answer} answer @param {number} number */
function responses(answer, number) {
  const item =
    'text' in answer
      ? {
          type: 'message',
          id: `msg_${number}`,
          status: 'completed',
          role: 'assistant',
          content: [{ type: 'output_text', text: answer.text, annotations: [] }],
        }
      : {
          type: 'function_call',
          id: `fc_${number}`,
          call_id: `call_${number}`,
          status: 'completed',
          name: answer.tool,
          arguments: JSON.stringify(answer.input),
        };
  const usage = { input_tokens: 1000 + number, output_tokens: 10, total_tokens: 1010 + number };
  const whole = { id: `resp_${number}`, object: 'response', model: 'gpt-4o', status: 'completed', output: [item], usage };
  const text =
    'text' in answer
      ? [{ type: 'response.output_text.delta', item_id: item.id, output_index: 0, content_index: 0, delta: answer.text }]
      : [];
  const stream = namedEvents([
    { type: 'response.created', response: { ...whole, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item },
    ...text,
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: whole },
  ]);
  return { stream, whole };
}

/** @param {Answer} answer @param {number} number */
function anthropic(answer, number) {
  const block =
    'text' in answer
      ? { type: 'text', text: answer.text }
      : { type: 'tool_use', id: `toolu_${number}`, name: answer.tool, input: answer.input };
  const start = 'text' in answer ? { type: 'text', text: '' } : { ...block, input: {} };
  const delta =
    'text' in answer ? { type: 'text_delta', text: answer.text } : { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) };
  const end = 'text' in answer ? 'end_turn' : 'tool_use';
  const usage = { input_tokens: 1000 + number, output_tokens: 10 };
  const whole = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model: 'claude-opus-4-5',
    content: [block],
    stop_reason: end,
    usage,
  };
  const stream = namedEvents([
    { type: 'message_start', message: { ...whole, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: end }, usage: { output_tokens: 10 } },
    { type: 'message_stop' },
  ]);
  return { stream, whole };
}

/** @param {Answer} answer @param {number} number */
function gemini(answer, number) {
  const part = 'text' in answer ? { text: answer.text } : { functionCall: { id: `call_${number}`, name: answer.tool, args: answer.input } };
  const usageMetadata = { promptTokenCount: 1000 + number, candidatesTokenCount: 10, totalTokenCount: 1010 + number };
  const whole = { candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }], usageMetadata };
  return { stream: dataEvents([whole]), whole };
}
