import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseAdaptedText } from '../../../src/core/routing/content-adapter.ts';
import { formatToolResponses } from '../../../src/core/tools/agent-context.ts';
import { samples } from '../../support/samples.ts';
import { by, SERVICES, society } from '../../support/society.ts';

const data = Buffer.from(samples.png).toString('base64');

describe('the story of an image among agents', () => {
  it('[3-R5.1][2-R2.2][2-R4.4][1-R3.1] is written, described with the agents that can see it, and seen by one', async () => {
    const { tools, contextOf } = await society();

    // The writer draws a chart into its workspace and gets the reference.
    const written = await tools.executeToolCall({ ...by('writer'), messageId: 'm-1' }, 'write_file', {
      path: 'out/chart.png',
      content: data,
      encoding: 'base64',
      mimeType: 'image/png',
    });
    assert('ok' in written);
    assert.match(written.artifactId, /^ws:lead:[\w-]+$/);

    // It sends the reference to the reader, whose model takes text only.
    const message = {
      text: 'See the chart.',
      attachments: [
        { type: 'image' as const, artifactRef: written.ref, filename: 'chart.png', size: samples.png.length, mimeType: 'image/png' },
      ],
    };
    const received = await contextOf('reader').routeMessage(message);
    assert.equal(received.canProcess, false);
    assert(typeof received.processedContent === 'string' && received.processedContent.startsWith('See the chart.\n\n【收到附件】'));
    assert(!received.processedContent.includes(data.slice(0, 24)));
    const facts = parseAdaptedText(received.textDescription ?? '');
    assert.deepEqual(facts, {
      contentType: 'image',
      artifactRef: written.ref,
      filename: 'chart.png',
      size: samples.png.length,
      mimeType: 'image/png',
      suggestedAgents: ['seer'],
    });

    // Reading it by itself, the reader gets the description too.
    const unseen = await tools.executeToolCall(by('reader'), 'get_artifact', { ref: written.ref });
    assert('routing' in unseen && unseen.routing === 'text');
    assert.match(unseen.content, /^\[无法读取\] chart\.png \(artifact:ws:lead:/);

    // It forwards the message to the agent that was suggested, and that one gets the image, byte for byte.
    const [suggested = ''] = facts?.suggestedAgents ?? [];
    const seen = await contextOf(suggested).routeMessage(message);
    assert.deepEqual(seen.processedContent, [
      { type: 'text', text: 'See the chart.' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    ]);
    const result = await tools.executeToolCall(by(suggested), 'get_artifact', { ref: facts?.artifactRef });
    const [answer] = formatToolResponses([{ toolCallId: 'call-1', result }]);
    assert.deepEqual(answer?.content, [
      { type: 'text', text: '工件内容 (chart.png):' },
      { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
    ]);
  });
});

describe('the context of an agent', () => {
  it('[2-R4.3][2-R4.4][2-R6.3] has its capabilities, the router of messages, and who else can take what', async () => {
    const { contextOf, capabilityRouter } = await society();
    const seer = contextOf('seer');
    assert.deepEqual([seer.agent, seer.serviceId, seer.workspaceId], [{ id: 'seer' }, 'vision-model', 'seer']);
    assert.deepEqual(seer.capabilities, { input: ['text', 'vision'], output: ['text'] });
    assert.equal(seer.capabilityRouter, capabilityRouter);
    assert.deepEqual(
      [seer.findCapableAgents('vision'), contextOf('writer').findCapableAgents('vision'), seer.findCapableAgents('file')],
      [[], ['seer'], ['librarian']],
    );
    assert.deepEqual(
      ['writer', 'reader', 'drifter', 'nobody'].map((id) => contextOf(id).workspaceId),
      ['lead', 'lead', 'lead', null],
    );
  });

  it('[2-R4.3] of an agent or model nobody knows is text only', async () => {
    const { contextOf } = await society();
    for (const id of ['drifter', 'nobody'])
      assert.deepEqual([contextOf(id).serviceId, contextOf(id).capabilities], [null, { input: ['text'], output: ['text'] }]);
  });

  it('[2-R4.3] follows the configuration when it is loaded again, and keeps the last good one', async () => {
    const { root, services, contextOf } = await society();
    const reader = contextOf('reader');
    const file = path.join(root, 'config/llmservices.json');
    const image = { text: '', attachments: [{ type: 'image' as const, artifactRef: 'artifact:1' }] };
    assert.equal((await reader.routeMessage(image)).unsupportedAttachments.length, 1);
    const [text, ...others] = SERVICES.services;
    await writeFile(
      file,
      JSON.stringify({ services: [{ ...text, capabilities: { input: ['text', 'vision'], output: ['text'] } }, ...others] }),
    );
    await services.load();
    assert.deepEqual(reader.capabilities.input, ['text', 'vision']);
    assert.equal((await reader.routeMessage(image)).unsupportedAttachments.length, 0);
    assert.deepEqual(contextOf('seer').findCapableAgents('vision'), ['lead', 'writer', 'reader', 'lost']);
    await writeFile(file, '{"services": [');
    await services.load();
    assert.deepEqual([reader.capabilities.input, services.state.usingLastGood], [['text', 'vision'], true]);
    await writeFile(file, JSON.stringify({ services: others }));
    await services.load();
    assert.deepEqual(reader.capabilities, { input: ['text'], output: ['text'] });
  });
});
