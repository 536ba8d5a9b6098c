import assert from 'node:assert/strict';
import type { MediaFacts } from '../../../src/core/content/media-facts.ts';
import { chooseApi } from '../../../src/core/receive/model-request.ts';
import type { Cloud } from '../../../src/core/wire/cloud.ts';
import { cloudOf, limitsAt } from '../../../src/core/wire/cloud-limits.ts';
import { checkLimits, checkRequest } from '../../../src/core/wire/limits.ts';
import { toWire } from '../../../src/core/wire/to-wire.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { file, image, text, user } from '../../support/wire.ts';

const MIB = 1024 * 1024;
const png: MediaFacts = { mimeType: 'image/png', detectedMimeType: 'image/png', size: MIB, width: 640, height: 400 };
const pdf: MediaFacts = { mimeType: 'application/pdf', detectedMimeType: 'application/pdf', size: MIB, pages: 3 };
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What limits say of a part; nothing of what is only good to know. */
function said(facts: MediaFacts, api: WireApi, cloud?: Cloud, model?: string): string[] {
  return checkLimits(facts, api, { cloud, model }).flatMap(({ severity, code }) => (severity === 'info' ? [] : `${severity} ${code}`));
}

/** What they say of a request with so many images or PDFs. */
function saidOf(count: number, one: ReturnType<typeof image>, api: WireApi, cloud?: Cloud): string[] {
  const result = toWire(user(...Array.from({ length: count }, () => one), text('x')), api);
  return checkRequest(result, [], api, { cloud }).map(({ severity, code }) => `${severity} ${code}`);
}

/** What they say of a request of so many bytes. */
function ofBytes(size: number, api: WireApi, place: { readonly cloud?: Cloud; readonly model?: string }): string[] {
  return checkRequest(toWire(user(text('x')), api), [], api, { size, ...place }).flatMap(({ severity, code }) =>
    severity === 'error' ? [`${severity} ${code}`] : [],
  );
}

const picture = image('image/png', 'AAAA');
const document = file('a.pdf', 'application/pdf', 'AAAA');

describe('The limits of a cloud that offers an API', () => {
  it('are found by the address of a service, or by the name of its model', () => {
    assert.deepEqual(
      [
        { baseURL: 'https://bedrock-runtime.us-east-1.amazonaws.com/model/x/invoke' },
        { baseURL: 'https://europe-west1-aiplatform.googleapis.com/v1/projects/p' },
        { baseURL: 'https://mine.openai.azure.com/openai/v1' },
        { model: 'eu.anthropic.claude-opus-4-7' },
        { model: 'claude-opus-4-5@20251101' },
        { id: 'catalogue:vertex_ai/claude-sonnet-4-5', model: 'claude-sonnet-4-5' },
        { baseURL: 'http://localhost:4000', model: 'bedrock/us.anthropic.claude-opus-4-7' },
        { baseURL: 'https://api.anthropic.com/v1', model: 'claude-opus-4-7' },
        { baseURL: 'https://openrouter.ai/api/v1', model: 'anthropic/claude-opus-4.7' },
        { baseURL: 'https://bedrock.example/v1', model: 'mine' },
        {},
      ].map(cloudOf),
      ['bedrock', 'vertex', 'azure', 'bedrock', 'vertex', 'vertex', 'bedrock', undefined, undefined, undefined, undefined],
    );
    assert.equal(chooseApi({ id: 'x', model: 'us.anthropic.claude-opus-4-7', api: 'anthropic' }, null).cloud, 'bedrock');
    assert.equal(chooseApi({ id: 'x', model: 'claude-opus-4-7', api: 'anthropic' }, null).cloud, undefined);
  });

  it('are 5 MB of base64 for an image to Claude on Bedrock and Vertex AI, where its maker takes 10', () => {
    const large = { ...png, size: 3.75 * MIB + 3 };
    assert.deepEqual(said({ ...png, size: 3.75 * MIB }, 'anthropic', 'bedrock'), []);
    for (const cloud of ['bedrock', 'vertex'] as const) assert.deepEqual(said(large, 'anthropic', cloud), ['error part_too_large'], cloud);
    assert.deepEqual(said(large, 'anthropic'), ['warning part_too_large']);
  });

  it('of Converse are 3.75 MB and 8,000 pixels for an image, and 20 images, beyond which it may be refused', () => {
    assert.deepEqual(said({ ...png, size: 3.75 * MIB, width: 8000 }, 'bedrock-converse', 'bedrock'), []);
    assert.deepEqual(said({ ...png, size: 3.75 * MIB + 1 }, 'bedrock-converse', 'bedrock'), ['warning part_too_large']);
    assert.deepEqual(said({ ...png, height: 8001 }, 'bedrock-converse', 'bedrock'), ['warning too_many_pixels']);
    assert.deepEqual(saidOf(20, picture, 'bedrock-converse', 'bedrock'), []);
    assert.deepEqual(saidOf(21, picture, 'bedrock-converse', 'bedrock'), ['warning too_many_images']);
    assert.deepEqual(said({ ...png, mimeType: 'image/bmp', detectedMimeType: 'image/bmp' }, 'bedrock-converse', 'bedrock'), [
      'error type_not_accepted',
    ]);
    assert.deepEqual(said({ ...png, size: 30 * MIB, width: 20_000 }, 'openai-compatible'), []);
  });

  it('of Converse are 5 documents of 4.5 MB, of its formats; PDF and DOCX to Nova may be larger', () => {
    assert.deepEqual(saidOf(5, document, 'bedrock-converse', 'bedrock'), []);
    assert.deepEqual(saidOf(6, document, 'bedrock-converse', 'bedrock'), ['error too_many_documents']);
    assert.deepEqual(said({ ...pdf, size: 4.5 * MIB }, 'bedrock-converse', 'bedrock', 'meta.llama4-scout'), []);
    const large = { ...pdf, size: 4.5 * MIB + 1 };
    assert.deepEqual(said(large, 'bedrock-converse', 'bedrock', 'meta.llama4-scout'), ['error part_too_large']);
    for (const mimeType of ['application/pdf', DOCX])
      assert.deepEqual(
        said({ mimeType, detectedMimeType: mimeType, size: large.size }, 'bedrock-converse', 'bedrock', 'us.amazon.nova-lite-v1:0'),
        [],
      );
    const csv = { mimeType: 'application/msword', size: 5 * MIB };
    assert.deepEqual(said(csv, 'bedrock-converse', 'bedrock', 'us.amazon.nova-lite-v1:0'), ['error part_too_large']);
    assert.deepEqual(said({ mimeType: 'application/zip', size: 1000 }, 'bedrock-converse', 'bedrock'), ['error type_not_accepted']);
  });

  it('of Vertex AI are 3,000 images and 500 MB, and an image of more than 7 MB or a PDF of more than 50 may be refused', () => {
    for (const api of ['gemini', 'gemini-2'] as const) {
      assert.deepEqual(said({ ...png, size: 7 * MIB }, api, 'vertex'), []);
      assert.deepEqual(said({ ...png, size: 7 * MIB + 1 }, api, 'vertex'), ['warning part_too_large']);
      assert.deepEqual(said({ ...png, size: 7 * MIB + 1 }, api), []);
      assert.deepEqual(saidOf(3000, picture, api, 'vertex'), []);
      assert.deepEqual(saidOf(3001, picture, api, 'vertex'), ['error too_many_images']);
      assert.deepEqual(said({ ...pdf, pages: 1001 }, api), ['error too_many_pages']);
      assert.deepEqual(said({ ...pdf, pages: 1, size: 50 * MIB + 1 }, api, 'vertex'), ['warning part_too_large']);
      assert.deepEqual(ofBytes(500 * MIB, api, { cloud: 'vertex' }), []);
      assert.deepEqual(ofBytes(500 * MIB + 1, api, { cloud: 'vertex' }), ['error request_too_large']);
    }
  });

  it('of Vertex AI are 3,000 pages of a PDF to Gemini 3; for Gemini 2 those of the maker may hold', () => {
    assert.deepEqual(said({ ...pdf, pages: 3000, size: 50 * MIB }, 'gemini', 'vertex'), []);
    assert.deepEqual(said({ ...pdf, pages: 3001 }, 'gemini', 'vertex'), ['error too_many_pages']);
    assert.deepEqual(said({ ...pdf, pages: 1000, size: 50 * MIB }, 'gemini-2', 'vertex'), []);
    assert.deepEqual(said({ ...pdf, pages: 1001 }, 'gemini-2', 'vertex'), ['warning too_many_pages']);
  });

  it('of requests to Claude are 20 MB on Bedrock and 30 MB on Vertex AI, where its maker takes 32', () => {
    const model = 'us.anthropic.claude-sonnet-4-6-v1:0';
    for (const [limit, api, place] of [
      [20, 'anthropic', { cloud: 'bedrock' }],
      [20, 'bedrock-invoke', { cloud: 'bedrock', model }],
      [20, 'bedrock-invoke', {}],
      [20, 'bedrock-converse', { cloud: 'bedrock', model }],
      [30, 'anthropic', { cloud: 'vertex' }],
      [32, 'anthropic', {}],
    ] as const) {
      assert.deepEqual(ofBytes(limit * MIB, api, place), [], `${limit} ${api}`);
      assert.deepEqual(ofBytes(limit * MIB + 1, api, place), ['error request_too_large'], `${limit} ${api}`);
    }
    assert.deepEqual(ofBytes(21 * MIB, 'bedrock-converse', { cloud: 'bedrock', model: 'us.amazon.nova-lite-v1:0' }), []);
  });

  it('are not those of documents for a PDF to Claude from version 4 on, by Converse', () => {
    const large = { ...pdf, size: 4.5 * MIB + 1, pages: 1 };
    const to = (model: string, facts: Parameters<typeof said>[0] = large): string[] => said(facts, 'bedrock-converse', 'bedrock', model);
    assert.deepEqual(to('us.anthropic.claude-sonnet-4-5-20250929-v1:0'), []);
    assert.deepEqual(to('anthropic.claude-opus-4-20250514-v1:0'), []);
    assert.deepEqual(to('anthropic.claude-3-5-sonnet-20240620-v1:0'), ['error part_too_large']);
    const docx = { mimeType: DOCX, detectedMimeType: DOCX, size: large.size };
    assert.deepEqual(to('us.anthropic.claude-sonnet-4-5-20250929-v1:0', docx), ['error part_too_large']);
  });

  it('of Azure are 50 images, documented for GPT-4o', () => {
    for (const api of ['openai-chat', 'openai-responses'] as const) {
      assert.deepEqual(saidOf(50, picture, api, 'azure'), []);
      assert.deepEqual(saidOf(51, picture, api, 'azure'), ['warning too_many_images']);
      assert.deepEqual(saidOf(51, picture, api), []);
    }
  });

  it('each name the document and the month it was read', () => {
    for (const cloud of ['bedrock', 'vertex', 'azure'] as const)
      for (const api of ['anthropic', 'gemini', 'openai-chat', 'bedrock-converse', 'bedrock-invoke', 'cohere'] as const)
        for (const limit of Object.values(limitsAt(api, { cloud })))
          assert.match((limit as { source: string }).source, /^https:\/\/\S+ .*\(2026-1[12]\)$/);
  });
});
