import assert from 'node:assert/strict';
import { ContentAdapter, parseAdaptedText, parseAdaptedTexts } from '../../../src/core/routing/content-adapter.ts';
import type { AttachmentInfo } from '../../../src/core/routing/message.ts';
import { adapter } from '../../support/attachments.ts';

const screenshot: AttachmentInfo = {
  type: 'image',
  artifactRef: 'artifact:abc123-def456',
  filename: 'screenshot.png',
  size: 1_258_291,
  mimeType: 'image/png',
};

describe('ContentAdapter', () => {
  it('[2-ContentAdapter.adaptToText][2-R3.1][2-R3.2][2-R3.3][2-R3.4][2-R3.5] writes the description of the specification, with the size in bytes too', () => {
    assert.equal(
      adapter().adaptToText(screenshot).text,
      [
        '【收到附件】',
        '类型: 图片',
        '文件名: screenshot.png',
        '工件ID: artifact:abc123-def456',
        '文件大小: 1.2 MB (1258291 字节)',
        'MIME类型: image/png',
        '',
        '当前模型不支持直接处理此类型内容。',
        '如需处理此图片，可以使用 send_message 工具将其转发给具备视觉理解能力的智能体。',
        '建议转发给: vision-agent, multimodal-agent',
      ].join('\n'),
    );
  });

  it('[2-AdaptedContent][2-R3.6] gives the same as fields, and they can be read back from the text', () => {
    const { text, structuredInfo } = adapter().adaptToText(screenshot);
    assert.deepEqual(structuredInfo, {
      contentType: 'image',
      artifactRef: 'artifact:abc123-def456',
      filename: 'screenshot.png',
      size: 1_258_291,
      mimeType: 'image/png',
      suggestedAgents: ['vision-agent', 'multimodal-agent'],
    });
    assert.deepEqual(parseAdaptedText(text), structuredInfo);
    const english = adapter({ language: 'en' }).adaptToText(screenshot, true);
    assert.deepEqual(parseAdaptedText(english.text), { ...structuredInfo, isUnreadable: true });
  });

  it('[2-AttachmentInfo][2-R3.2][2-R3.4] leaves out what nobody knows', () => {
    for (const attachment of [{}, { filename: '', mimeType: '' }, { size: Number.NaN }, { size: -1 }, { size: 1.5 }, { size: Infinity }]) {
      const { text, structuredInfo } = new ContentAdapter().adaptToText({ type: 'audio', artifactRef: '7', ...attachment });
      assert.deepEqual(structuredInfo, { contentType: 'audio', artifactRef: 'artifact:7' });
      assert.equal(
        text,
        '【收到附件】\n类型: 音频\n工件ID: artifact:7\n\n当前模型不支持直接处理此类型内容。\n如需处理此音频，可以使用 send_message 工具将其转发给具备音频理解能力的智能体。',
      );
      assert.deepEqual(parseAdaptedText(text), structuredInfo);
    }
    assert.equal(adapter().adaptToText({ type: 'file', artifactRef: '7', size: 0 }).structuredInfo.size, 0);
  });

  it('[2-ContentAdapter.findCapableAgents][2-R3.5][2-R4.4] suggests the agents that can take this kind of content', () => {
    const suggested = (['image', 'audio', 'file'] as const).map(
      (type) => adapter().adaptToText({ type, artifactRef: '7' }).structuredInfo.suggestedAgents,
    );
    assert.deepEqual(suggested, [['vision-agent', 'multimodal-agent'], ['multimodal-agent'], ['reader, the', 'multimodal-agent']]);
    assert.deepEqual(adapter().findCapableAgents('smell'), []);
    const failing = adapter({
      agentRegistry: {
        getAgentsByCapability: () => {
          throw new Error('no');
        },
      },
    });
    assert.deepEqual(failing.findCapableAgents('vision'), []);
    assert.equal(failing.adaptToText(screenshot).structuredInfo.suggestedAgents, undefined);
  });

  it('adapts several, each by itself', () => {
    const attachments = [screenshot, { type: 'file', artifactRef: 'artifact:8' }] as const;
    assert.deepEqual(
      adapter().adaptMultiple(attachments),
      attachments.map((each) => adapter().adaptToText(each)),
    );
    assert.deepEqual(adapter().adaptMultiple([]), []);
  });
});

describe('parsing descriptions', () => {
  it('[2-ContentAdapter.adaptMultiple][2-R3.6] reads several out of one text, each with its own fields only', () => {
    const bare = { type: 'audio', artifactRef: 'artifact:7' } as const;
    const described = adapter().adaptMultiple([bare, screenshot, bare]);
    const text = `Hello\n\n${described.map((each) => each.text).join('\n\n')}\n\n文件名: no.png`;
    const facts = parseAdaptedTexts(text);
    assert.deepEqual(
      facts.slice(0, 2),
      described.slice(0, 2).map(({ structuredInfo }) => structuredInfo),
    );
    assert.equal(parseAdaptedText(described.map((each) => each.text).join('\n\n'))?.filename, undefined);
    assert.equal(parseAdaptedText(text), null);
  });

  it('is null for what is none', () => {
    for (const text of [
      '',
      'hello',
      '【收到附件】',
      '【收到附件】\n类型: 图片',
      '【收到附件】\n类型: 视频\n工件ID: artifact:1',
      ' 【收到附件】\n类型: 图片\n工件ID: artifact:1',
    ])
      assert.equal(parseAdaptedText(text), null, text);
  });
});
