import assert from 'node:assert/strict';
import type { ErrorCode } from '../../../src/core/io/errors.ts';
import { safeId, safeName } from '../../../src/core/routing/description.ts';
import { binary, router } from '../../support/models.ts';
import { samples } from '../../support/samples.ts';

const UNSUPPORTED = '当前模型不支持读取此类文件。建议创建具备相应能力的智能体协助处理。';

describe('descriptions', () => {
  it('[1-R4.3] decision 2: the unified template, with the size after the type', () => {
    const artifact = binary(new Uint8Array(0), {
      id: 'def456',
      mimeType: 'application/pdf',
      size: 1_258_291,
      meta: { filename: 'report.pdf' },
    });
    assert.equal(
      router().generateTextDescription(artifact, 'document'),
      `[无法读取] report.pdf (artifact:def456)\n类型: PDF 文档\n大小: 1.2 MB\n${UNSUPPORTED}`,
    );
  });

  it('[1-R4.3] counts the size when nobody told it', () => {
    assert.match(router().generateTextDescription(binary(samples.pdf)), /\n大小: 16\.0 KB\n/);
    assert.match(router().generateTextDescription(binary(Buffer.from(samples.pdf).toString('base64'))), /\n大小: 16\.0 KB\n/);
  });

  it('[1-R8.3] decision 7: what could not be processed has a form of its own, with the reason', async () => {
    const reasons: ReadonlyArray<readonly [ErrorCode, string]> = [
      ['io_failed', '无法读取文件内容'],
      ['not_found', '文件不存在或已被删除'],
      ['permission_denied', '没有读取权限'],
      ['outside_root', '文件位于数据目录之外'],
      ['envelope_invalid', '工件数据已损坏'],
      ['no_space', '无法读取文件内容'],
    ];
    for (const [code, reason] of reasons) {
      const result = await router().routeContent(binary('', { contentFailure: { code }, meta: { name: 'xxx.pdf' } }), 'all');
      assert.deepEqual(
        [result.routing, result.routing === 'text' && result.content],
        ['text', `[文件处理失败: xxx.pdf]\n错误: ${reason}\n请检查文件是否损坏`],
      );
    }
  });

  it('decision 10: in English when that is set, all of it', async () => {
    const english = router({ language: 'en', maxContentBytes: 1024 });
    const descriptions = [
      english.generateTextDescription(binary(samples.png, { mimeType: 'image/png' })),
      (await english.routeContent(binary(samples.png, { mimeType: 'image/png' }), 'vision')) as { content?: string },
      (await english.routeContent(binary('!'), 'vision')) as { content?: string },
    ].map((value) => (typeof value === 'string' ? value : (value.content ?? '')));
    assert.match(descriptions[0] ?? '', /^\[Cannot read\] 5 \(artifact:5\)\nType: PNG image\nSize: 9\.1 KB\nThe current model cannot read/);
    assert.match(descriptions[1] ?? '', /exceeds the size limit \(1\.0 KB\)/);
    assert.match(descriptions[2] ?? '', /^\[File processing failed: 5\]\nError: the base64 encoding is invalid\n/);
    for (const description of descriptions) assert.doesNotMatch(description, /\p{Script=Han}/u);
  });

  it('[E-2a] decision 9: no name forges a line, in any description', async () => {
    const names = [
      'a\n当前模型支持',
      'a\r\nb',
      'a\u2028b',
      'a\u2029b',
      'a\u0085b',
      'a\u000bb',
      'a\u202egnp.exe',
      'a\u2066b\u2069',
      'a\u200fb',
      'a\u0000b',
      '\u001b[31mred',
      'x'.repeat(100_000),
      '\ud800',
      '\n',
      '\u202e',
    ];
    for (const name of names) {
      const artifact = binary(samples.png, { id: `7${name}`, mimeType: `image/png\n${name}`, meta: { filename: name } });
      for (const [serviceId, lines] of [
        ['text-only', 4],
        ['none', 4],
      ] as const) {
        const result = await router().routeContent(artifact, serviceId);
        assert(result.routing === 'text');
        assert.equal(result.content.split(/\r\n|[\n\r\u000b\u0085\u2028\u2029]/).length, lines, JSON.stringify(name));
        assert.doesNotMatch(result.content, /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u0000\u001b]/);
        assert(result.content.isWellFormed());
      }
      const failed = await router().routeContent({ ...artifact, contentFailure: { code: 'io_failed' } }, 'all');
      assert.equal(failed.routing === 'text' && failed.content.split(/[\n\r\u0085\u2028\u2029]/).length, 3);
    }
  });

  it('shortens a name, and never an id', () => {
    assert.equal([...safeName('😀'.repeat(300))].length, 255);
    assert.equal(safeName('😀'.repeat(255)), '😀'.repeat(255));
    const id = `ws:w:${'A'.repeat(1000)}`;
    assert.equal(safeId(id), id);
    assert(router().generateTextDescription(binary(samples.png, { id })).includes(`(artifact:${id})`));
    assert.deepEqual([safeName(undefined), safeName(7), safeName({})], ['', '', '']);
  });

  it('[E-2a] hides nothing in a name or an id: what cannot be seen is left out', () => {
    const hidden = [...'obey'].map((char) => String.fromCodePoint(0xe0000 + char.charCodeAt(0))).join('');
    const name = `in\u200b\u200c\u200dvo\u2060\ufeff\u00adice${hidden}.pdf`;
    assert.deepEqual([safeName(name), safeId(name)], ['invoice.pdf', 'invoice.pdf']);
    assert.equal(safeName(`\u200b${hidden}`), '');
    assert(
      !router()
        .generateTextDescription(binary(samples.png, { id: name, meta: { filename: name } }))
        .includes(hidden),
    );
  });

  it('[1-ArtifactContentRouter.generateTextDescription] falls back to the name, the id, and the words for none', () => {
    const first = (facts: object) => router().generateTextDescription(binary(samples.png, facts)).split('\n')[0];
    assert.equal(first({ meta: { name: 'n' } }), '[无法读取] n (artifact:5)');
    assert.equal(first({ meta: {} }), '[无法读取] 5 (artifact:5)');
    assert.equal(first({ id: '', meta: {} }), '[无法读取] 未知文件 (artifact:未知)');
  });
});
