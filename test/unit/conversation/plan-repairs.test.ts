import assert from 'node:assert/strict';
import { checkConversation } from '../../../src/core/conversation/check-conversation.ts';
import { planRepairs } from '../../../src/core/conversation/plan-repairs.ts';
import { REPAIR_KINDS, type RepairKind } from '../../../src/core/conversation/repair-kinds.ts';
import type { WireApi } from '../../../src/core/wire/verdict.ts';
import { image, indexOf, text, WRITERS } from '../../support/conversations.ts';
import { gif, jpeg, pdf, png, wav, webp } from '../../support/media-bytes.ts';
import { samples } from '../../support/samples.ts';

/** The errors of one picture in a message, and the kinds of what repairs them. */
async function planned(bytes: Uint8Array, type: string, kinds: readonly RepairKind[] = REPAIR_KINDS, api: WireApi = 'anthropic') {
  const index = await indexOf(WRITERS.anthropic([{ user: [text('See:'), image(bytes, type)] }]));
  const check = checkConversation(index, { api, capabilities: null });
  return {
    errors: check.findings.flatMap(({ severity, code }) => (severity === 'error' ? [code] : [])),
    repairs: planRepairs(index, check, [], { api, kinds }).map(({ kind }) => kind),
  };
}

describe('An animation that is too large in a conversation', () => {
  for (const [type, animated, still] of [
    ['image/png', png(8001, 10, { frames: 2 }), png(8001, 10)],
    ['image/webp', webp(8001, 10, 2), webp(8001, 10)],
  ] as const) {
    it(`is described, for it would lose what moves; one that stands still is made smaller: ${type}`, async () => {
      assert.deepEqual(await planned(animated, type), { errors: ['too_many_pixels'], repairs: ['describe'] });
      assert.deepEqual(await planned(animated, type, ['shrink']), { errors: ['too_many_pixels'], repairs: [] });
      assert.deepEqual(await planned(still, type), { errors: ['too_many_pixels'], repairs: ['shrink'] });
    });
  }

  it('is described as a GIF, however many frames it has', async () => {
    for (const frames of [1, 2]) {
      assert.deepEqual(await planned(gif(8001, 10, frames), 'image/gif'), { errors: ['too_many_pixels'], repairs: ['describe'] });
      assert.deepEqual(await planned(gif(8001, 10, frames), 'image/gif', ['shrink']), { errors: ['too_many_pixels'], repairs: [] });
    }
  });
});

describe('A type that is not that of the bytes', () => {
  it('is corrected to another of its kind', async () => {
    for (const [bytes, declared] of [
      [webp(20, 20), 'image/png'],
      [png(20, 20), 'image/jpeg'],
      [jpeg(20, 20), 'image/gif'],
    ] as const)
      assert.deepEqual(await planned(bytes, declared), { errors: ['type_differs_from_bytes'], repairs: ['correct_type'] });
  });

  it('is not corrected to one of another kind, which has no place where a picture stands: it is described', async () => {
    for (const bytes of [pdf(1), wav(1)]) {
      const { errors, repairs } = await planned(bytes, 'image/png');
      assert.ok(errors.includes('type_differs_from_bytes'), errors.join());
      assert.deepEqual(repairs, ['describe']);
      assert.deepEqual((await planned(bytes, 'image/png', ['correct_type'])).repairs, []);
    }
  });

  it('is not corrected to a picture that the API refuses', async () => {
    const { errors, repairs } = await planned(samples.bmp, 'image/png');
    assert.ok(errors.includes('type_differs_from_bytes'), errors.join());
    assert.deepEqual(repairs, ['describe']);
  });
});

describe('Documents that have too many pages together', () => {
  it('are described, the oldest until the others fit', async () => {
    const documentOf = (pages: number) => ({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: Buffer.from(pdf(pages)).toString('base64') },
    });
    const messages = [250, 10, 300, 60].map((pages) => ({ role: 'user', content: [documentOf(pages)] }));
    const index = await indexOf(JSON.stringify({ model: 'claude-sonnet-4-6', max_tokens: 9, messages }));
    const check = checkConversation(index, { api: 'anthropic', capabilities: null, contextWindow: 1_000_000 });
    assert.deepEqual(
      check.findings.flatMap(({ severity, code, params }) => (severity === 'error' ? [[code, params['actual']]] : [])),
      [['too_many_pages_together', 620]],
    );
    const repairs = planRepairs(index, check, [], { api: 'anthropic', kinds: REPAIR_KINDS });
    assert.deepEqual(
      repairs.map(({ kind, address }) => [kind, address?.message]),
      [['describe', 0]],
    );
  });
});
