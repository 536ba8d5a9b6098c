import assert from 'node:assert/strict';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { httpSender } from '../../../src/platform/http-sender.ts';
import { json, said, startModelServer, type Answering, type ModelServer } from '../../support/model-server.ts';
import { outcomeOf, TEST_KEY as KEY, verifyAt } from '../../support/verify.ts';

const page =
  (status: number): Answering =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
    response.end('<!doctype html><html><head><title>Sign in</title></head></html>');
  };
const plain =
  (status: number, body: string): Answering =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'text/plain' });
    response.end(body);
  };
const error =
  (status: number, message: string): Answering =>
  (_request, response) =>
    json(response, status, { error: { message } });

/** Ways to answer badly, the outcome of an image sent after a text that was accepted, and the words that are shown. */
const BAD: readonly (readonly [name: string, answer: Answering, outcome: string, words?: string])[] = [
  ['a refusal', error(400, 'no images'), 'refused refused_by_server', 'no images'],
  [
    'a refusal as 404, when text works at the same place',
    error(404, 'No endpoints found that support image input'),
    'refused refused_by_server',
    'No endpoints found that support image input',
  ],
  ['a refusal in plain text', plain(422, 'unknown variant image_url'), 'refused refused_by_server', 'unknown variant image_url'],
  [
    'a complaint of the sample',
    error(400, 'The image must be larger than 10 pixels'),
    'unclear sample_unsuitable',
    'The image must be larger than 10 pixels',
  ],
  [
    'an answer of a model that got no picture',
    (_request, response) => json(response, 200, said('openai-compatible', 'vision', 'I’m sorry, I can’t see any image.')),
    'unclear not_seen',
    'I’m sorry, I can’t see any image.',
  ],
  [
    'all tokens spent on thinking',
    error(400, 'Could not finish the message because max_tokens or model output limit was reached.'),
    'unclear cut_off',
    'Could not finish the message because max_tokens or model output limit was reached.',
  ],
  [
    'a bad key as 400',
    error(400, 'API key not valid. Please pass a valid API key.'),
    'unclear not_authorised',
    'API key not valid. Please pass a valid API key.',
  ],
  ['a bad key as 400, in Chinese', error(400, '无效的密钥'), 'unclear not_authorised', '无效的密钥'],
  [
    'no credit as 400',
    error(400, 'Your credit balance is too low to access the Anthropic API.'),
    'unclear payment_required',
    'Your credit balance is too low to access the Anthropic API.',
  ],
  ['a quota as 400', error(400, 'You exceeded your current quota'), 'unclear rate_limited', 'You exceeded your current quota'],
  [
    'an account as 400',
    error(400, 'Your organization must be verified to use this model'),
    'unclear forbidden',
    'Your organization must be verified to use this model',
  ],
  [
    'a country as 400',
    error(400, 'User location is not supported for the API use.'),
    'unclear forbidden',
    'User location is not supported for the API use.',
  ],
  ['401', error(401, `Incorrect API key provided: ${KEY}`), 'unclear not_authorised', 'Incorrect API key provided: •••'],
  ['402', error(402, 'Insufficient balance'), 'unclear payment_required', 'Insufficient balance'],
  ['403', error(403, 'Country not supported'), 'unclear forbidden', 'Country not supported'],
  ['429', error(429, 'Rate limit reached'), 'unclear rate_limited', 'Rate limit reached'],
  ['500', error(500, 'boom'), 'unclear server_error', 'boom'],
  ['503 as a page', page(503), 'unclear server_error', 'Sign in'],
  ['an HTML page', page(200), 'unclear html', 'Sign in'],
  ['an HTML page as a refusal', page(400), 'unclear html', 'Sign in'],
  ['an empty body', plain(200, ''), 'unclear empty'],
  ['an empty refusal', plain(400, ''), 'unclear empty'],
  ['204', (_request, response) => response.writeHead(204).end(), 'unclear other_status'],
  ['text that is not JSON', plain(200, 'hello there'), 'unclear not_json', 'hello there'],
  ['an event stream', plain(200, 'data: {"choices":[]}\n\ndata: [DONE]\n\n'), 'unclear not_json', 'data: {"choices":[]} data: [DONE]'],
  ['JSON cut in the middle', plain(200, '{"choices":[{"mess'), 'unclear not_json', '{"choices":[{"mess'],
  [
    'JSON of something else',
    (_request, response) => json(response, 200, { status: 'healthy' }),
    'unclear unexpected_json',
    '{"status":"healthy"}',
  ],
  ['no choices', (_request, response) => json(response, 200, { choices: [] }), 'unclear unexpected_json', '{"choices":[]}'],
  ['JSON that is null', (_request, response) => json(response, 200, null), 'unclear unexpected_json', 'null'],
  [
    'an error in a success',
    (_request, response) => json(response, 200, { error: { message: 'no such thing', code: 400 } }),
    'unclear error_in_success',
    'no such thing',
  ],
  ['a body without end', endless, 'unclear too_large'],
  [
    'a body that breaks off',
    (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"choices":', () => response.destroy());
    },
    'unclear connection_broken',
  ],
  ['a connection that is closed at once', (_request, response) => void response.destroy(), 'unclear connection_broken'],
];

function endless(_request: unknown, response: Parameters<Answering>[1]): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const chunk = ' '.repeat(64 * 1024);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

describe('A server that answers badly', function () {
  this.timeout(120_000);
  let server: ModelServer;

  before(async () => {
    server = await startModelServer(() => undefined);
  });
  after(() => server.close());

  for (const [name, answer, outcome, words] of BAD) {
    it(`${name}: ${outcome}`, async () => {
      server.answer = (request, response) =>
        request.probe === 'vision' ? answer(request, response) : json(response, 200, said('openai-compatible', request.probe));
      const results = await verifyAt(`${server.url}/v1`);
      assert.equal(outcomeOf(results, 'vision'), outcome);
      assert.equal(results.find(({ probe }) => probe === 'vision')?.words, words);
      assert.equal(outcomeOf(results, 'audio'), 'accepted answered', 'what comes after is asked all the same');
      assert.ok(!JSON.stringify(results).includes(KEY.slice(3, 11)));
    });

    it(`${name}, to plain text: nothing else is sent`, async () => {
      let count = 0;
      server.answer = (request, response) => {
        count += 1;
        answer(request, response);
      };
      const results = await verifyAt(`${server.url}/v1`);
      if (outcomeOf(results, 'text').startsWith('accepted'))
        return assert.equal(count, 6, 'all but media in the answer of a tool: no medium was seen');
      assert.equal(count, 1);
      assert.ok(outcomeOf(results, 'text').startsWith('unclear'), 'plain text is no capability that could be refused');
      assert.deepEqual(
        results.slice(1).map(({ outcome: each, reason }) => `${each} ${reason}`),
        results.slice(1).map(() => 'not_sent text_failed'),
      );
    });
  }

  it('a body without end is read to a quarter of a megabyte and a piece, and then ended', async () => {
    const piece = new Uint8Array(64 * 1024).fill(32);
    let pieces = 0;
    let isEnded = false;
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          pieces += 1;
          controller.enqueue(piece);
        },
        cancel() {
          isEnded = true;
        },
      },
      { highWaterMark: 0 },
    );
    const results = await verifyAt('https://llm.example.com/v1', {}, { send: httpSender(() => Promise.resolve(new Response(body))) });
    assert.equal(outcomeOf(results, 'text'), 'unclear too_large');
    assert.deepEqual([pieces, isEnded], [5, true]);
  });

  it('the server of a body without end sees the connection end', async () => {
    const isClosed = new Promise<void>((resolve) => {
      server.answer = (request, response) => {
        response.on('close', resolve);
        endless(request, response);
      };
    });
    await verifyAt(`${server.url}/v1`);
    await isClosed;
  });

  it('with 404 to plain text: there is no such model or path', async () => {
    server.answer = error(404, 'The model m does not exist');
    assert.equal(outcomeOf(await verifyAt(`${server.url}/v1`), 'text'), 'unclear not_found');
  });

  it('redirects are not followed, and the key goes nowhere else', async () => {
    const other = await startModelServer((request, response) => json(response, 200, said('openai-compatible', request.probe)));
    try {
      for (const status of [301, 302, 303, 307, 308]) {
        server.answer = (_request, response) => response.writeHead(status, { location: `${other.url}/v1?key=${KEY}` }).end();
        const [text] = await verifyAt(`${server.url}/v1`);
        assert.deepEqual(
          [text?.outcome, text?.reason, text?.status, text?.words],
          ['unclear', 'redirected', status, `${other.url}/v1?key=•••`],
        );
      }
      assert.deepEqual(other.requests, []);
    } finally {
      await other.close();
    }
  });

  it('no answer, and an answer that never ends in time: told as such, with the seconds', async () => {
    const silent: Answering = () => undefined;
    const slow: Answering = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"choices":');
    };
    for (const answer of [silent, slow]) {
      server.answer = answer;
      const [text] = await verifyAt(`${server.url}/v1`, {}, { timeoutMs: 200 });
      assert.deepEqual([text?.outcome, text?.reason, text?.because.args], ['unclear', 'timeout', [0.2]]);
    }
  });

  it('a wait of a fraction of a millisecond, or one no timer takes, is no error', async () => {
    server.answer = (request, response) => json(response, 200, said('openai-compatible', request.probe));
    assert.equal(outcomeOf(await verifyAt(`${server.url}/v1`, {}, { timeoutMs: 20_000.1 }), 'text'), 'accepted answered');
    for (const timeoutMs of [0.5, -1, NaN])
      assert.equal(outcomeOf(await verifyAt(`${server.url}/v1`, {}, { timeoutMs, send: httpSender(never) }), 'text'), 'unclear timeout');
    assert.equal(outcomeOf(await verifyAt(`${server.url}/v1`, {}, { timeoutMs: Infinity }), 'text'), 'accepted answered');
  });

  it('nobody there, no such host, no TLS, no HTTP', async () => {
    const gone = await startModelServer(() => undefined);
    await gone.close();
    assert.equal(outcomeOf(await verifyAt(`${gone.url}/v1`), 'text'), 'unclear connection_refused');
    assert.equal(outcomeOf(await verifyAt('https://no-such-host.invalid/v1'), 'text'), 'unclear host_unknown');
    assert.equal(outcomeOf(await verifyAt(`${server.url.replace('http:', 'https:')}/v1`), 'text'), 'unclear tls_failed');
    const greeter = await startGreeter();
    assert.equal(outcomeOf(await verifyAt(`http://127.0.0.1:${greeter.port}/v1`), 'text'), 'unclear not_http');
    greeter.stop();
  });

  for (const [code, reason] of [
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls_failed'],
    ['CERT_HAS_EXPIRED', 'tls_failed'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls_failed'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls_failed'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['EHOSTUNREACH', 'not_reached'],
    ['EAI_AGAIN', 'host_unknown'],
  ] as const) {
    it(`${code} is ${reason}`, async () => {
      const fetch = (): Promise<Response> =>
        Promise.reject(new TypeError(`fetch failed with ${KEY}`, { cause: Object.assign(new Error(KEY), { code }) }));
      const results = await verifyAt('https://llm.example.com/v1', {}, { send: httpSender(fetch) });
      assert.equal(outcomeOf(results, 'text'), `unclear ${reason}`);
      assert.ok(!JSON.stringify(results).includes(KEY));
    });
  }
});

/** A network that says nothing until it is told to stop. */
const never: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('stopped'))));

/** Speaks a protocol of its own. */
async function startGreeter(): Promise<{ readonly port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const greeter: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.write('220 mail.example.com ESMTP\r\n');
  });
  await new Promise<void>((resolve) => greeter.listen(0, '127.0.0.1', resolve));
  return {
    port: (greeter.address() as AddressInfo).port,
    stop: () => {
      for (const socket of sockets) socket.destroy();
      greeter.close();
    },
  };
}
