import assert from 'node:assert/strict';
import type { ArtifactMetadata } from '../../../src/core/store/artifact.ts';
import { conditionsOf, isEmptyFilter } from '../../../src/host/artifacts/artifact-filter.ts';
import { searchedFacts } from '../../../src/host/artifacts/searched-facts.ts';
import { displayKind, kindIcon, typeLabel } from '../../../src/host/screen/display-kind.ts';
import type { DisplayKind } from '../../../src/host/screen/kinds.ts';

const artifact = (facts: Partial<ArtifactMetadata>): ArtifactMetadata => ({
  id: '7',
  reference: { kind: 'regular', id: '7' },
  state: 'present',
  name: 'Chart of May',
  filename: 'Chart of May.png',
  modifiedBy: [],
  meta: {},
  isEnvelope: false,
  ...facts,
});

describe('the conditions of a filter', () => {
  const matches = (text: string, kinds: readonly DisplayKind[] = [], facts: Partial<ArtifactMetadata> = {}) =>
    conditionsOf({ text, kinds: new Set(kinds) }).matches(searchedFacts(artifact(facts)));

  it('wants every word, in any case and order', () => {
    assert.ok(matches('may CHART'));
    assert.ok(!matches('chart june'));
  });

  it('takes the kind for no word', () => {
    assert.ok(!matches('image', [], { mimeType: 'application/x-notes', filename: 'chart', name: 'chart' }));
    assert.ok(!matches('video', ['image']));
  });

  it('finds no word across two facts', () => {
    assert.ok(!matches('may7'));
  });

  it('looks at id, agent, type and path', () => {
    assert.ok(matches('7'));
    assert.ok(matches('painter', [], { agentId: 'agent-painter' }));
    assert.ok(matches('image/png', [], { mimeType: 'image/png' }));
    assert.ok(matches('src/ws', [], { reference: { kind: 'workspace', id: 'ws:a:x', workspaceId: 'a', relativePath: 'src/ws.ts' } }));
  });

  it('wants one of the kinds', () => {
    assert.ok(matches('', ['audio', 'image']));
    assert.ok(!matches('', ['audio']));
    assert.ok(!matches('chart', ['text']));
  });

  it('judges what has only a name by that, and never by a kind', () => {
    assert.ok(conditionsOf({ text: 'pipe', kinds: new Set() }).matchesName('a PIPE'));
    assert.ok(!conditionsOf({ text: '', kinds: new Set(['other']) }).matchesName('a pipe'));
  });

  describe('with a time', () => {
    const noon = '2026-11-20T12:00:00.000Z';
    const since = Date.parse(noon);
    const conditions = conditionsOf({ text: '', kinds: new Set(), since });
    const changed = (facts: Partial<ArtifactMetadata>) => conditions.matches(searchedFacts(artifact(facts)));

    it('wants what was made or changed then or later, by whichever time says so', () => {
      const earlier = '2026-11-19T12:00:00.000Z';
      assert.ok(changed({ createdAt: noon }));
      assert.ok(changed({ createdAt: earlier, updatedAt: noon }));
      assert.ok(changed({ createdAt: earlier, updatedAt: earlier, writtenAt: noon }));
      assert.ok(!changed({ createdAt: earlier, updatedAt: '2026-11-20T11:59:59.999Z' }));
    });

    it('does not take what has no time, or none that can be read', () => {
      assert.ok(!changed({}));
      assert.ok(!changed({ createdAt: 'yesterday' }));
    });

    it('says no of what is remembered only when its time was looked at', () => {
      assert.ok(conditions.needsTimes);
      assert.ok(conditions.mayMatch({ text: 'text\na' }));
      assert.ok(!conditions.mayMatch({ text: 'text\na', changedAt: since - 1 }));
      assert.ok(conditions.mayMatch({ text: 'text\na', changedAt: since }));
      assert.ok(!conditionsOf({ text: 'b', kinds: new Set(), since }).mayMatch({ text: 'text\na' }));
    });

    it('never judges by a name alone', () => {
      assert.ok(!conditionsOf({ text: 'pipe', kinds: new Set(), since }).matchesName('a pipe'));
    });
  });

  it('is empty without words, kinds and a time', () => {
    assert.ok(isEmptyFilter({ text: ' ', kinds: new Set() }));
    assert.ok(!isEmptyFilter({ text: '', kinds: new Set(), since: 0 }));
    assert.ok(!isEmptyFilter({ text: '', kinds: new Set(['text']) }));
  });
});

describe('what an artifact is to a person', () => {
  const cases: ReadonlyArray<readonly [Partial<ArtifactMetadata>, DisplayKind, string, string | undefined, string | undefined]> = [
    [{ mimeType: 'image/png', type: 'image/png' }, 'image', 'file-media', 'PNG image', 'PNG 图片'],
    [{ mimeType: 'image/svg+xml' }, 'image', 'file-media', 'SVG image', 'SVG 图片'],
    [{ mimeType: 'text/plain' }, 'text', 'file-text', 'Text', '文本'],
    [{ mimeType: 'application/pdf' }, 'document', 'file-pdf', 'PDF document', 'PDF 文档'],
    [{ mimeType: 'application/zip' }, 'other', 'file-zip', 'ZIP archive', 'ZIP 压缩包'],
    [{ mimeType: 'audio/wav' }, 'audio', 'unmute', 'WAV audio', 'WAV 音频'],
    [{ type: 'plan', filename: '7', name: 'x' }, 'other', 'file', 'plan', 'plan'],
    [{ filename: 'a.py' }, 'text', 'file-code', 'Python', 'Python'],
    [{ mimeType: 'application/x-unheard-of' }, 'other', 'file-binary', 'application/x-unheard-of', 'application/x-unheard-of'],
    [{ filename: '7', name: '7' }, 'other', 'file', undefined, undefined],
  ];
  for (const [facts, kind, icon, english, chinese] of cases) {
    it(`takes ${JSON.stringify(facts)} for ${kind}`, () => {
      const metadata = artifact(facts);
      assert.deepEqual(
        [displayKind(metadata), kindIcon(metadata), typeLabel(metadata, 'en'), typeLabel(metadata, 'zh')],
        [kind, icon, english, chinese],
      );
    });
  }
});
